// CUDA's vector types have no operators: programs define their own, and test whether there are any. HIP's types have
// operators, in code written for HIP.
#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/tool.hpp"

using namespace test;

namespace {

/// Asserts that no vector type has any of the operators that HIP gives its vector types, with any kind of operand.
const char* const kQuestions = R"(
#include <cuda_runtime.h>
#include <type_traits>
#include <utility>

#define BINARY(name, sign)                                                          \
  template <class A, class B, class = void> struct name : std::false_type {};       \
  template <class A, class B>                                                       \
  struct name<A, B, std::void_t<decltype(std::declval<A>() sign std::declval<B>())>> : std::true_type {};
#define UNARY(name, expression)                                \
  template <class T, class = void> struct name : std::false_type {};  \
  template <class T> struct name<T, std::void_t<decltype(expression)>> : std::true_type {};
BINARY(plus, +) BINARY(minus, -) BINARY(times, *) BINARY(over, /) BINARY(modulo, %) BINARY(both, &) BINARY(either, |)
BINARY(differing, ^) BINARY(left, <<) BINARY(right, >>) BINARY(equal, ==) BINARY(unequal, !=) BINARY(less, <)
BINARY(add, +=) BINARY(take, -=) BINARY(scale, *=) BINARY(divide, /=) BINARY(shift, <<=) BINARY(mask, &=)
UNARY(negative, -std::declval<T>()) UNARY(inverse, ~std::declval<T>()) UNARY(next, ++std::declval<T&>())
UNARY(previous, --std::declval<T&>()) UNARY(after, std::declval<T&>()++) UNARY(positive, +std::declval<T>())
UNARY(has_value_type, std::declval<typename T::value_type>())

template <class A, class B>
constexpr bool any_of_two = plus<A, B>::value || minus<A, B>::value || times<A, B>::value || over<A, B>::value ||
    modulo<A, B>::value || both<A, B>::value || either<A, B>::value || differing<A, B>::value || left<A, B>::value ||
    right<A, B>::value || equal<A, B>::value || unequal<A, B>::value || less<A, B>::value || add<A&, B>::value ||
    take<A&, B>::value || scale<A&, B>::value || divide<A&, B>::value || shift<A&, B>::value || mask<A&, B>::value;
template <class V>
constexpr bool any_of = any_of_two<V, V> || any_of_two<V, float> || any_of_two<V, int> || any_of_two<double, V> ||
    any_of_two<unsigned, V> || negative<V>::value || inverse<V>::value || next<V>::value || previous<V>::value ||
    after<V>::value || positive<V>::value || has_value_type<V>::value;
template <class... V>
constexpr bool any_of_all = (any_of<V> || ...);

static_assert(!any_of_all<char1, char2, char3, char4, uchar1, uchar2, uchar3, uchar4>, "characters");
static_assert(!any_of_all<short1, short2, short3, short4, ushort1, ushort2, ushort3, ushort4>, "short integers");
static_assert(!any_of_all<int1, int2, int3, int4, uint1, uint2, uint3, uint4>, "integers");
static_assert(!any_of_all<long1, long2, long3, long4, ulong1, ulong2, ulong3, ulong4>, "long integers");
static_assert(!any_of_all<longlong1, longlong2, longlong3, longlong4, ulonglong1, ulonglong2>, "64 bits");
static_assert(!any_of_all<float1, float2, float3, float4, double1, double2, double3, double4>, "floating point");
static_assert(!any_of_all<cudaExtent, cudaPos>, "structures");
static_assert(!any_of_two<dim3, dim3>, "dimensions");
static_assert(std::is_aggregate_v<float3> && std::is_trivial_v<float4> && !std::is_convertible_v<float, float3>, "");
static_assert(sizeof(float3) == 12 && alignof(float3) == 4 && sizeof(double4) == 32 && alignof(float4) == 16, "");
__global__ void k() {}
)";

/// The program's own functions are chosen; the calls would be ambiguous if ours took part.
const char* const kOwn = R"(
#include <cuda_runtime.h>
#include <type_traits>
struct P {
  double x, y, z;
  __host__ __device__ P(double s) : x(s), y(s), z(s) {}
  __host__ __device__ P(const double3& v) : x(v.x), y(v.y), z(v.z) {}
};
__host__ __device__ P operator*(double s, const P& p) { return P(make_double3(s * p.x, s * p.y, s * p.z)); }
__host__ __device__ P operator+(const P& a, const P& b) { return P(make_double3(a.x + b.x, a.y + b.y, a.z + b.z)); }
__host__ __device__ bool operator==(const P& a, const P& b) { return a.x == b.x; }
__host__ __device__ P operator-(const P& a) { return -1.0 * a; }
// Adds by the type's own operator if it has one, and by members if not.
template <class T, class = void> struct Adder {
  static __device__ T add(T a, T b) { return T{a.x + b.x, a.y * b.y}; }
};
template <class T> struct Adder<T, std::void_t<decltype(T() + T())>> {
  static __device__ T add(T a, T b) { return a + b; }
};
namespace geometry {
template <class V, class = decltype(V::z)> __device__ V operator-(V a, V b) { return V{a.x - b.x, a.y - b.y, a.z}; }
template <class V, class S> __device__ V operator*(V a, S s) { return V{a.x * s, a.y * s, a.z * s}; }
__device__ float3 use(float3 a, float3 b) { return (a - b) * 2; }
}  // namespace geometry
__global__ void k(double3* out, float2* sums, float3* differences) {
  const double3 v = out[0];
  P r = 2.0 * v;
  P s = v + v;
  P t = -v;
  out[1] = make_double3(r.x + s.x + t.x, r.y, v == v);
  sums[0] = Adder<float2>::add(sums[1], sums[2]);
  differences[0] = geometry::use(differences[1], differences[2]);
}
)";

/// One text for both compilers: only HIP's branch uses the operators.
const char* const kBoth = R"(
#include <cuda_runtime.h>
__global__ void k(float4* p) {
#if defined(__HIP_PLATFORM_AMD__)
  p[0] = 2.0f * (p[1] + p[2]);
  p[1] += p[2];
#else
  p[0] = make_float4(0, 0, 0, 0);
#endif
}
)";

/// A source without any CUDA.
const char* const kHip = R"(
#include <hip/hip_runtime.h>
extern "C" __attribute__((global)) void k(float4* p) {
  p[0] = p[1] * p[2] - p[3];
}
)";

Finished build(const Folder& folder, const std::string& text, std::vector<std::string> more = {}) {
  folder.write("a.cu", text);
  more.insert(more.begin(), {"build", "a.cu", "-o", "a.hpp", "--arch", "gfx1100"});
  return rocm_bindgen(more, {folder.path(), {}});
}

}  // namespace

TEST_CASE("vector operators: CUDA's types have no operators") {
  const Folder folder;
  const auto built = build(folder, kQuestions);
  INFO(built.err);
  CHECK(built.exit_code == 0);
}

TEST_CASE("vector operators: no operator of ours takes part if a program has its own") {
  const Folder folder;
  const auto built = build(folder, kOwn);
  INFO(built.err);
  CHECK(built.exit_code == 0);
}

TEST_CASE("vector operators: an operator that a program lacks is an error at its line") {
  const Folder folder;
  const auto built = build(folder, "__global__ void k(float3* p) {\n  p[0] = p[1] + p[2];\n}\n");
  CHECK(built.exit_code == 1);
  CHECK(built.err.find("a.cu:2:15: error: invalid operands to binary expression") != std::string::npos);
}

TEST_CASE("vector operators: code written for HIP has HIP's operators") {
  const Folder folder;
  for (const auto* text : {kBoth, kHip}) {
    const auto built = build(folder, text);
    INFO(text << built.err);
    CHECK(built.exit_code == 0);
  }
}

TEST_CASE("vector operators: CUDA's types have no operators in a translated source either") {
  const Folder folder;
  folder.write("a.cu", kQuestions);
  const auto hipified = rocm_bindgen({"hipify", "a.cu"}, {folder.path(), {}});
  REQUIRE(hipified.exit_code == 0);
  const auto built = build(folder, hipified.out);
  INFO(built.err);
  CHECK(built.exit_code == 0);
}
