#include "rocm_bindgen_compat/math/min_max.hpp"

#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>

#include "support/catch.hpp"

namespace {

struct Weight {
  int value;
};
// Programs define min and max for their own types, or as templates for all types, as here. Neither may conflict with
// the library's functions.
template <class T>
T max(const T& a, const T& b) {
  return a.value < b.value ? b : a;
}

}  // namespace

TEST_CASE("min and max of numbers of two types are right") {
  CHECK(min(3, 4) == 3);
  CHECK(max(-3, -4) == -3);
  CHECK(min(3u, 4u) == 3u);
  // The numbers are compared as unsigned, as in C++.
  CHECK(min(-1, 4u) == 4u);
  CHECK(max(4u, -1) == 0xffffffffu);
  CHECK(min(5l, -7l) == -7l);
  CHECK(max(std::size_t{5}, std::size_t{6}) == 6);
  CHECK(max(5ll, 6ll) == 6ll);
  CHECK(min(~0ull, 6ull) == 6ull);
  CHECK(max(-1ll, 6ull) == ~0ull);
  CHECK(min(static_cast<short>(-2), static_cast<short>(1)) == -2);
  static_assert(std::is_same_v<decltype(min(1, 2u)), unsigned>);
  static_assert(std::is_same_v<decltype(max(1.0f, 2.0)), double>);
  static_assert(std::is_same_v<decltype(max(1.0f, 2.0f)), float>);
}

TEST_CASE("min and max of floats are right") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  CHECK(min(1.5f, -2.0f) == -2.0f);
  CHECK(max(1.5f, 2.0) == 2.0);
  CHECK(min(nan, 2.0f) == 2.0f);
  CHECK(max(2.0, static_cast<double>(nan)) == 2.0);
  CHECK(std::isnan(max(nan, nan)));
}

TEST_CASE("min and max with the type in their name are right") {
  CHECK(umin(3u, ~0u) == 3u);
  CHECK(umax(3u, ~0u) == ~0u);
  CHECK(llmin(-3, 4) == -3);
  CHECK(llmax(-3, 4) == 4);
  CHECK(ullmin(1ull << 40u, 3) == 3);
  CHECK(ullmax(1ull << 40u, 3) == 1ull << 40u);
}

TEST_CASE("a program's own max is used for its types") {
  CHECK(max(Weight{3}, Weight{5}).value == 5);
}
