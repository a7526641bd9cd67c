// CUDA's vector types on the host: layout, initialization, and HIP's operators, which give way to a program's own.
#include <cstddef>
#include <type_traits>

#include "rocm_bindgen_compat/math/complex_functions.hpp"
#include "rocm_bindgen_compat/vector_operators.hpp"
#include "support/catch.hpp"

namespace {

template <class V>
void check_layout(std::size_t size, std::size_t alignment) {
  CHECK(sizeof(V) == size);
  CHECK(alignof(V) == alignment);
  STATIC_REQUIRE(std::is_aggregate_v<V> && std::is_trivially_copyable_v<V> &&
                 std::is_trivially_default_constructible_v<V>);
}

struct Matrix {};
template <class V>
V operator*(const V& v, const Matrix&) {
  return v;
}
struct Point : float3 {
  Point operator*(float) const { return *this; }
};

}  // namespace

// A program's own operators, in the same namespace as the types. They compute something else than HIP's operators (for
// instance, + subtracts), so that the results show which one was called.
inline float3 operator+(float3 a, const float3& b) {
  return make_float3(a.x - b.x, a.y - b.y, a.z - b.z);
}
inline void operator+=(float2& a, float2 b) {
  a = make_float2(a.x * b.x, a.y * b.y);
}
inline float4 operator*(double scale, float4 v) {
  return make_float4(static_cast<float>(scale) + v.x, 0, 0, 0);
}

TEST_CASE("vector types have CUDA's layout") {
  check_layout<char1>(1, 1);
  check_layout<uchar2>(2, 2);
  check_layout<char3>(3, 1);
  check_layout<uchar4>(4, 4);
  check_layout<short3>(6, 2);
  check_layout<ushort4>(8, 8);
  check_layout<int2>(8, 8);
  check_layout<uint3>(12, 4);
  check_layout<int4>(16, 16);
  check_layout<long2>(16, 16);
  check_layout<long3>(24, 8);
  check_layout<ulonglong4>(32, 16);
  check_layout<float3>(12, 4);
  check_layout<float4>(16, 16);
  check_layout<double1>(8, 8);
  check_layout<double2>(16, 16);
  check_layout<double4>(32, 16);
  check_layout<double4_32a>(32, 32);
}

TEST_CASE("vector types are initialized as structs") {
  constexpr float4 whole = {1, 2, 3, 0};
  STATIC_REQUIRE(whole.y == 2 && whole.z == 3);
  const int3 array[] = {1, 2, 3, 4, 5, 6};
  CHECK(array[1].y == 5);
  const auto [x, y] = make_uint2(7, 8);
  CHECK(x + y == 15);
  STATIC_REQUIRE(std::is_same_v<decltype(char4::x), signed char>);
}

TEST_CASE("operators of HIP work by component") {
  CHECK((make_int4(1, 2, 3, 4) * 3 % make_int4(2, 4, 4, 5)).w == 2);  // 4 * 3 % 5
  CHECK((10 - make_short2(1, 2)).y == 8);
  CHECK(make_uint3(1, 2, 3) == make_uint3(1, 2, 3));
  CHECK(make_uint3(1, 2, 3) != make_uint3(1, 2, 4));
  auto counted = make_longlong2(1, 2);
  CHECK(counted++.x == 1);
  CHECK(((counted <<= 2) | 1).y == 13);  // 3 << 2 | 1
  CHECK((-make_double2(1, -2)).y == 2);
  CHECK((~make_uchar4(0, 1, 2, 255)).w == 0);
}

TEST_CASE("a program's own operators are the better match") {
  CHECK((make_float3(5, 5, 5) + make_float3(1, 2, 3)).z == 2);
  float2 v = make_float2(3, 4);
  v += make_float2(2, 5);
  CHECK(v.y == 20);
  CHECK((2.0f * make_float4(1, 1, 1, 1)).x == 3);
  CHECK((2 * make_float4(1, 1, 1, 1)).y == 0);
  CHECK((make_float3(1, 2, 3) * Matrix()).x == 1);
  CHECK((Point{{4, 5, 6}} * 2).y == 5);
}

TEST_CASE("complex division and magnitude do not overflow where the result does not") {
  // The squares of these components exceed the largest float, about 3.4e38.
  const auto quotient = hipCdivf(make_hipFloatComplex(1e30f, 1e30f), make_hipFloatComplex(2e30f, 0));
  CHECK(quotient.x == 0.5f);
  CHECK(quotient.y == 0.5f);
  CHECK(hipCabsf(make_hipFloatComplex(3e30f, 4e30f)) == 5e30f);
  // (1 + 2i) * (3 + 4i) + 5 + 6i = 0 + 16i
  CHECK(hipCfma(make_hipDoubleComplex(1, 2), make_hipDoubleComplex(3, 4), make_hipDoubleComplex(5, 6)).x == 0);
}
