#pragma once

#include <utility>
#include <variant>

#include "rocm_bindgen/build/diagnostic.hpp"

namespace rocm_bindgen::build {

/// A value, or the reason why there is none. Small on purpose: no LLVM type, no C++23.
/// Not thread safe; owns what it holds.
template <class T>
class [[nodiscard]] Expected {
 public:
  /// A value.
  Expected(T value) : state_(std::in_place_index<0>, std::move(value)) {}  // NOLINT(google-explicit-constructor)
  /// The reason why there is none.
  Expected(Failure failure)
      : state_(std::in_place_index<1>, std::move(failure)) {}  // NOLINT(google-explicit-constructor)

  /// Is there a value?
  bool has_value() const { return state_.index() == 0; }
  /// The same.
  explicit operator bool() const { return has_value(); }

  /// @{
  /// The value; undefined without has_value().
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
  /// The reason; undefined with has_value().
  Failure& error() & { return std::get<1>(state_); }
  const Failure& error() const& { return std::get<1>(state_); }
  Failure&& error() && { return std::get<1>(std::move(state_)); }
  /// @}

 private:
  std::variant<T, Failure> state_;
};

/// For stages that succeed without a value.
struct Done {};

}  // namespace rocm_bindgen::build

#define ROCM_BINDGEN_CONCAT_(a, b) a##b
#define ROCM_BINDGEN_CONCAT(a, b) ROCM_BINDGEN_CONCAT_(a, b)
#define ROCM_BINDGEN_TRY_(temporary, declaration, expression) \
  auto temporary = (expression);                              \
  if (!temporary) return std::move(temporary).error();        \
  declaration = std::move(temporary).value()

/// ROCM_BINDGEN_TRY(auto x, f()): x is f()'s value, or the enclosing function returns f()'s failure.
#define ROCM_BINDGEN_TRY(declaration, expression) \
  ROCM_BINDGEN_TRY_(ROCM_BINDGEN_CONCAT(expected_, __LINE__), declaration, expression)
