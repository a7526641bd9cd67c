// Macros by which a program disables parts of CUDA's headers or puts libraries into its own namespace, before it
// includes them: in the source, in a header of the project, or on the command line.
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/tool.hpp"

using namespace test;

namespace {

const char* const kTraits = R"(
#include <type_traits>
#include <utility>
template <class T, class = void> struct has_plus : std::false_type {};
template <class T>
struct has_plus<T, std::void_t<decltype(std::declval<const T&>() + std::declval<const T&>())>> : std::true_type {};
__global__ void k(int* p) { p[0] = 1; }
)";

/// The place where a macro is defined: on the command line, in the source, or in an included header.
enum class Place { flag, source, header };

class Program {
 public:
  /// Builds a source that has `text` after the macros. With `twice`, builds its translation, and checks that
  /// translating this again changes nothing.
  void build(Place place, const std::vector<std::string>& macros, const std::string& text, bool twice = false) const {
    std::string defines;
    std::vector<std::string> words{"build", "a.cu", "-o", "a.hpp", "--arch", "gfx1100"};
    for (const auto& macro : macros) {
      defines += "#define " + macro + "\n";
      auto flag = "-D" + macro;
      const auto space = flag.find(' ');
      if (space != std::string::npos) flag[space] = '=';
      if (place == Place::flag) words.push_back(flag);
    }
    if (place == Place::flag) defines.clear();
    folder_.write("settings.h", place == Place::header ? defines : "");
    auto source = (place == Place::source ? defines : "#include \"settings.h\"\n") + text;
    folder_.write("a.cu", source);
    if (twice) {
      source = hipified();
      folder_.write("a.cu", source);
      CHECK(hipified() == source);
    }
    const auto built = rocm_bindgen(words, {folder_.path(), {}});
    INFO(source << built.err);
    CHECK(built.exit_code == 0);
  }

 private:
  std::string hipified() const {
    const auto finished = rocm_bindgen({"hipify", "a.cu"}, {folder_.path(), {}});
    REQUIRE(finished.exit_code == 0);
    return finished.out;
  }

  Folder folder_;
};

/// The program has its own operators in place of those that it disables. If ours were not disabled, the calls would be
/// ambiguous.
const char* const kHalf2 = R"(
#include <cuda_fp16.h>
__device__ __half2 operator+(const __half2& a, const __half2& b) { return __hsub2(a, b); }
__device__ __half2 operator-(__half2 a) { return a; }
__device__ bool operator==(const __half2& a, const __half2& b) { return false; }
__device__ __half use(__half a, __half2 b) { return a + (b + -b).x; }
static_assert(!has_plus<float2>::value && has_plus<__half>::value, "the half's own stay");
)";
const char* const kHalf = R"(
#include <cuda_fp16.h>
__device__ __half operator+(const __half& a, const __half& b) { return __hsub(a, b); }
__device__ __half& operator*=(__half& a, const __half& b) { return a = __hmul(a, b); }
__device__ bool operator<(const __half& a, const __half& b) { return false; }
__device__ __half2 use(__half a, __half2 b) { a *= a; return a < a + a ? b : b + b; }
static_assert(has_plus<__half2>::value, "the pair's own stay");
)";
const char* const kHalfConversions = R"(
#include <cuda_fp16.h>
static_assert(!std::is_convertible<float, __half>::value && !std::is_convertible<__half, float>::value, "");
static_assert(!std::is_constructible<__half, int>::value && !std::is_convertible<__half, bool>::value, "");
)";
const char* const kBfloat16 = R"(
#include <cuda_bf16.h>
static_assert(!std::is_convertible<float, __nv_bfloat16>::value, "");
static_assert(!has_plus<__nv_bfloat162>::value && !has_plus<__nv_bfloat16>::value, "");
static_assert(std::is_convertible<float, __half>::value && has_plus<__half2>::value, "the half is another type");
__device__ __nv_bfloat16 operator+(const __nv_bfloat16& a, const __nv_bfloat16& b) { return __hsub(a, b); }
)";
const char* const kFp8 = R"(
#include <cuda_fp8.h>
static_assert(std::is_constructible<__nv_fp8_e4m3, float>::value && !std::is_constructible<float, __nv_fp8_e4m3>::value,
              "no operators");
)";
const char* const kNoFp8 = R"(
#include <cuda_fp8.h>
static_assert(!std::is_constructible<__nv_fp8_e5m2, float>::value && !std::is_constructible<float, __nv_fp8_e5m2>::value,
              "no conversions");
)";
const char* const kNames = R"(
struct half { int sign; };
struct nv_bfloat16 { int sign; };
#include <cuda_bf16.h>
__device__ int use(half a, nv_bfloat16 b, __half c) { return a.sign + b.sign; }
)";
/// PyTorch extensions are compiled with flags that define these macros, and some of their sources undefine them.
const char* const kUndefined = R"(
#undef __CUDA_NO_HALF_OPERATORS__
#undef __CUDA_NO_HALF_CONVERSIONS__
#undef __CUDA_NO_HALF2_OPERATORS__
#include <cuda_fp16.h>
static_assert(std::is_convertible<float, __half>::value && has_plus<__half>::value && has_plus<__half2>::value, "");
)";

/// The program uses the names of CUB and Thrust itself. within() replaces `@` by the namespace that the test gives to
/// CUB or Thrust.
const char* const kOwnCub = R"(
#include <cub/cub.cuh>
namespace cub { struct Sum { int x; }; template <class T> struct BlockReduce { T t; }; }
__global__ void sum(int* p) {
  using Reduce = @::cub::BlockReduce<int, 128>;
  __shared__ typename Reduce::TempStorage storage;
  p[0] = Reduce(storage).Sum(p[threadIdx.x]) + cub::Sum{3}.x + @::cub::Max()(1, 2) + CUB_NS_QUALIFIER::Min()(1, 2);
}
inline void host() {
  size_t bytes;
  @::cub::DeviceReduce::Sum(nullptr, bytes, static_cast<int*>(nullptr), static_cast<int*>(nullptr), 1);
  CubDebug(cudaSuccess);
}
)";
/// The program does not use the names itself, and adds a class to CUB's namespace.
const char* const kMoreCub = R"(
#include <cub/cub.cuh>
CUB_NAMESPACE_BEGIN
template <class T> struct Doubled { __device__ T operator()(T x) const { return Max()(x, 2 * x); } };
CUB_NAMESPACE_END
__global__ void scan(int* p) {
  using Scan = @::cub::WarpScan<int>;
  __shared__ Scan::TempStorage storage;
  int sum;
  Scan(storage).InclusiveSum(@::cub::Doubled<int>()(p[threadIdx.x]), sum);
  p[threadIdx.x] = sum;
}
)";
const char* const kOwnThrust = R"(
#include <thrust/complex.h>
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/tuple.h>
namespace thrust { struct complex { int x; }; }
__global__ void scale(@::thrust::complex<float>* z, int* p) {
  z[0] = z[1] * 2.0f + 1;
  const @::thrust::tuple<int, float> both(1, 2.0f);
  p[0] = @::thrust::get<0>(both) + thrust::complex{3}.x;
}
inline int host(@::thrust::device_vector<int>& v) {
  @::thrust::sort(v.begin(), v.end());
  @::thrust::inclusive_scan(v.begin(), v.end(), v.begin());
  return THRUST_NS_QUALIFIER::reduce(v.begin(), v.end());
}
)";

/// Replaces each `@` in the text by the name of a namespace.
std::string within(const std::string& text, const std::string& name) {
  std::string result;
  for (const char letter : text) result += letter == '@' ? name : std::string(1, letter);
  return result;
}

std::string with_traits(const char* text) {
  return std::string(kTraits) + text;
}

}  // namespace

TEST_CASE("header macros: halves may have no operators or conversions", "[slow]") {
  const Program program;
  for (const auto place : {Place::source, Place::header, Place::flag})
    program.build(place, {"__CUDA_NO_HALF2_OPERATORS__"}, with_traits(kHalf2));
  program.build(Place::source, {"__CUDA_NO_HALF_OPERATORS__"}, with_traits(kHalf));
  program.build(Place::flag, {"__CUDA_NO_HALF_CONVERSIONS__"}, with_traits(kHalfConversions));
}

TEST_CASE("header macros: a source may undo what a flag disabled") {
  const Program program;
  program.build(Place::flag,
                {"__CUDA_NO_HALF_OPERATORS__", "__CUDA_NO_HALF_CONVERSIONS__", "__CUDA_NO_HALF2_OPERATORS__"},
                with_traits(kUndefined));
}

TEST_CASE("header macros: the other narrow types and names may be disabled", "[slow]") {
  const Program program;
  const std::vector<std::string> bfloat16{"__CUDA_NO_BFLOAT16_OPERATORS__", "__CUDA_NO_BFLOAT162_OPERATORS__",
                                          "__CUDA_NO_BFLOAT16_CONVERSIONS__"};
  program.build(Place::header, bfloat16, with_traits(kBfloat16));
  program.build(Place::source, {"__CUDA_NO_FP8_CONVERSION_OPERATORS__"}, with_traits(kFp8));
  program.build(Place::header, {"__CUDA_NO_FP8_CONVERSIONS__"}, with_traits(kNoFp8));
  program.build(Place::source, {"CUDA_NO_HALF", "CUDA_NO_BFLOAT16"}, with_traits(kNames));
}

TEST_CASE("header macros: CUB may be in a namespace of the program", "[slow]") {
  const Program program;
  program.build(Place::source, {"CUB_WRAPPED_NAMESPACE mine"}, within(kOwnCub, "mine"));
  program.build(Place::flag, {"CUB_WRAPPED_NAMESPACE mine"}, within(kMoreCub, "mine"));
  const std::vector<std::string> prefix{"CUB_NS_PREFIX namespace outer { namespace inner {", "CUB_NS_POSTFIX }}",
                                        "CUB_NS_QUALIFIER ::outer::inner::cub"};
  program.build(Place::header, prefix, within(kOwnCub, "outer::inner"));
  program.build(Place::flag, prefix, within(kMoreCub, "outer::inner"));
}

TEST_CASE("header macros: Thrust may be in a namespace of the program", "[slow]") {
  const Program program;
  program.build(Place::source, {"THRUST_WRAPPED_NAMESPACE mine"}, within(kOwnThrust, "mine"));
  program.build(Place::header, {"THRUST_CUB_WRAPPED_NAMESPACE both"},
                within(kOwnThrust, "both") + within(kOwnCub, "both"));
  program.build(Place::flag,
                {"THRUST_NS_PREFIX namespace mine {", "THRUST_NS_POSTFIX }", "THRUST_NS_QUALIFIER ::mine::thrust"},
                within(kOwnThrust, "mine"));
}

TEST_CASE("header macros: the translation of a translated source is unchanged") {
  const Program program;
  program.build(Place::source, {"__CUDA_NO_HALF2_OPERATORS__"}, with_traits(kHalf2), /*twice=*/true);
  program.build(Place::source, {"CUB_WRAPPED_NAMESPACE mine"}, within(kMoreCub, "mine"), /*twice=*/true);
  program.build(Place::source, {"CUB_NS_PREFIX namespace mine {", "CUB_NS_POSTFIX }", "CUB_NS_QUALIFIER ::mine::cub"},
                within(kMoreCub, "mine"), /*twice=*/true);
}
