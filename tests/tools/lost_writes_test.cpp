// A kernel that writes memory in the source but not in its compiled code causes a warning.
#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;

namespace {

constexpr char kWarning[] = "but its compiled code does not";

Finished build(const std::string& source, const std::vector<std::string>& more = {}) {
  Project project;
  project.source("writes.cu", source);
  auto built = project.build(more);
  INFO(source << built.err);
  REQUIRE(built.exit_code == 0);
  return built;
}

void check_warned(const std::string& source, const std::string& message) {
  const auto built = build(source);
  INFO(source << built.err);
  CHECK(built.err.find(message) != std::string::npos);
  CHECK(built.err.find(kWarning) != std::string::npos);
}

void check_silent(const std::string& source, const std::vector<std::string>& more = {}) {
  const auto built = build(source, more);
  INFO(source << built.err);
  CHECK(built.err.find(kWarning) == std::string::npos);
}

}  // namespace

TEST_CASE("lost writes: a store that is removed as undefined behaviour or unreachable is reported in its line",
          "[slow]") {
  check_warned("__global__ void k(int* o) {\n  int* none = nullptr;\n  o[0] = *none;\n}\n",
               "src/writes.cu:3: warning: kernel 'k' writes memory here");
  // A block has at most 1024 threads.
  check_warned("__device__ int total;\n__global__ void k() {\n  if (threadIdx.x > 5000) total = 1;\n}\n",
               "src/writes.cu:3: warning: kernel 'k' writes memory here");
  check_warned(
      "__device__ void put(float& at, float x) { at = x; }\n"
      "__global__ void k(float* o, int n) {\n  if (n != n)\n    put(o[n], 2);\n}\n",
      "src/writes.cu:4: warning: kernel 'k' writes memory here");
  check_warned(
      "struct Out { int* p; };\n"
      "__global__ void k(Out out) {\n  const int none[1] = {};\n  out.p[0] += 0 * none[0];\n}\n",
      "src/writes.cu:4: warning: kernel 'k' writes memory here");
  check_warned(
      "__global__ void fine(int* o) { *o = 1; }\n"
      "__global__ void half(int* o) {\n  if (sizeof(int) == 8) *o = 1; else atomicAdd(o, 2);\n}\n"
      "__global__ void lost(int* o) {\n  if (gridDim.x > 5 && gridDim.x < 3)\n    atomicMax(o, 2);\n}\n",
      "src/writes.cu:7: warning: kernel 'lost' writes memory here");
}

TEST_CASE("lost writes: kernels that write in any way cause no warning") {
  check_silent(
      "struct Out { int* p; float4* q; };\n"
      "__device__ int total;\n"
      "__device__ __noinline__ void apart(int* o) { *o = 3; }\n"
      "__global__ void a(int* o) { *o = 1; }\n"
      "__global__ void b(Out out) { out.q[threadIdx.x] = make_float4(1, 2, 3, 4); }\n"
      "__global__ void c(int* o) { atomicAdd(o, 1); }\n"
      "__global__ void d() { ++total; }\n"
      "__global__ void e(int* o) { apart(o); }\n"
      "__global__ void f(int* o) { void (*g)(int*) = apart; if (o[1] != 0) g = nullptr; if (g != nullptr) g(o); }\n"
      "__global__ void g(unsigned char* o, double x) { o[0] = static_cast<unsigned char>(x); }\n"
      "__global__ void h(int* o) { __threadfence(); __stcg(o, 2); }\n");
}

TEST_CASE("lost writes: kernels that need not write cause no warning") {
  check_silent(
      "__global__ void nothing() {}\n"
      "__global__ void reads(const int* in) { if (in[0] == 7) __trap(); }\n"
      "__global__ void local(int* o) { int x[4] = {}; x[threadIdx.x & 3] = 1; }\n"
      "__global__ void shared(int n) { __shared__ int s[32]; s[threadIdx.x & 31] = n; }\n"
      "constexpr bool kDebug = false;\n"
      "__global__ void debug(int* o) { if (kDebug) *o = 1; }\n"
      "template <int N> __global__ void sized(int* o) { if (N > 4) *o = 1; }\n"
      "template __global__ void sized<2>(int*);\n"
      "__global__ void asserts(int* o) { if (false && o != nullptr) *o = 1; }\n");
}

TEST_CASE("lost writes: results from the cache or another compiler have the warning too") {
  const std::string source = "__global__ void k(int* o) {\n  int* none = nullptr;\n  o[0] = *none;\n}\n";
  Project project;
  project.uses_cache = true;
  project.source("writes.cu", source);
  for (int time = 0; time < 2; ++time) {
    const auto built = project.build();
    INFO(built.err);
    CHECK(built.exit_code == 0);
    CHECK(built.err.find(kWarning) != std::string::npos);
  }
  CHECK(build(source, {"--compiler", "/usr/bin/clang++-16", "-O1"}).err.find(kWarning) != std::string::npos);
}
