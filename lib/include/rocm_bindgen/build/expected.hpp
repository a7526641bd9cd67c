#pragma once

#include <utility>
#include <variant>

#include "rocm_bindgen/build/diagnostic.hpp"

namespace rocm_bindgen::build {

/// A value, or the failure that explains why there is none. It replaces llvm::Expected and C++23's std::expected:
/// public headers must not need LLVM, and the library is C++20. It owns what it holds. Not thread safe.
template <class T>
class [[nodiscard]] Expected {
 public:
  /// Makes an object with a value.
  Expected(T value) : state_(std::in_place_index<0>, std::move(value)) {}  // NOLINT(google-explicit-constructor)
  /// Makes an object with a failure.
  Expected(Failure failure)
      : state_(std::in_place_index<1>, std::move(failure)) {}  // NOLINT(google-explicit-constructor)

  /// Whether there is a value.
  bool has_value() const { return state_.index() == 0; }
  /// Whether there is a value.
  explicit operator bool() const { return has_value(); }

  /// @{
  /// The value. Throws std::bad_variant_access if there is none.
  T& value() & { return std::get<0>(state_); }
  const T& value() const& { return std::get<0>(state_); }
  T&& value() && { return std::get<0>(std::move(state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  /// @}

  /// @{
  /// The failure. Throws std::bad_variant_access if there is a value instead.
  Failure& error() & { return std::get<1>(state_); }
  const Failure& error() const& { return std::get<1>(state_); }
  Failure&& error() && { return std::get<1>(std::move(state_)); }
  /// @}

 private:
  std::variant<T, Failure> state_;
};

/// The value of a function that returns nothing on success.
struct Done {};

}  // namespace rocm_bindgen::build

#define ROCM_BINDGEN_CONCAT_(a, b) a##b
#define ROCM_BINDGEN_CONCAT(a, b) ROCM_BINDGEN_CONCAT_(a, b)
// A declaration and the name that it declares cannot be in parentheses. NOLINTBEGIN(bugprone-macro-parentheses)
#define ROCM_BINDGEN_TRY_(temporary, declaration, expression) \
  auto temporary = (expression);                              \
  if (!temporary) return std::move(temporary).error();        \
  declaration = std::move(temporary).value()
// NOLINTEND(bugprone-macro-parentheses)

/// ROCM_BINDGEN_TRY(auto x, f()): initialises x with the value of f(), or returns f()'s failure from the enclosing
/// function. It expands to several statements: put it in braces after an `if`, and use it once per line.
#define ROCM_BINDGEN_TRY(declaration, expression) \
  ROCM_BINDGEN_TRY_(ROCM_BINDGEN_CONCAT(expected_, __LINE__), declaration, expression)
