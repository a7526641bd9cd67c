// Code that nvcc accepts, with or without a warning, and clang alone refuses; tests/lib/cuda_compat/emulated executes
// it.
#include "support/catch.hpp"
#include "support/project.hpp"
#include "support/tool.hpp"

using namespace test;

namespace {

/// Checks that the build succeeds with all of `messages`; if there are none, without a warning.
void check_accepted(const std::string& source, const std::vector<std::string>& messages = {},
                    const std::vector<std::string>& more = {}) {
  Project project;
  project.source("accepted.cu", source);
  const auto built = project.build(more);
  INFO(source << built.err);
  CHECK(built.exit_code == 0);
  for (const auto& message : messages) CHECK_THAT(built.err, Catch::Contains(message));
  if (messages.empty()) CHECK(built.err.find("warning") == std::string::npos);
}

void check_error(const std::string& source, const std::string& message) {
  INFO(source);
  Project project;
  project.source("refused.cu", source);
  check_refused(project, 1, {message});
}

}  // namespace

TEST_CASE("nvcc accepts: a definition may inherit the execution space of the declaration", "[slow]") {
  check_accepted(
      "struct V {\n  float x;\n  __host__ __device__ float sq() const;\n  __device__ void operator()(float* o) "
      "const;\n};\n"
      "inline float V::sq() const { return x * x; }\n"
      "void V::operator()(float* o) const { *o = sq(); }\n"
      "__global__ void k(float* o) { V{2}(o); }\n");
  // The function is declared in a header, and the member belongs to a class template in another header.
  Project project;
  project.source(
      "space.cuh",
      "#pragma once\n__host__ __device__ int twice(int);\n"
      "template <class T> struct Box { T v; __device__ T get() const; explicit __device__ operator int() const; };\n");
  project.source("box.cuh",
                 "#include \"space.cuh\"\ntemplate <class T> T Box<T>::get() const { return v; }\n"
                 "template <class T> Box<T>::operator int() const { return int(v); }\n");
  project.source("uses.cu",
                 "#include \"box.cuh\"\nint twice(int x) { return 2 * x; }\n"
                 "__global__ void k(int* o) { const Box<float> b{2}; *o = twice(b.get()) + int(b); }\n");
  const auto built = project.build({"--verbose"});
  INFO(built.err);
  CHECK(built.exit_code == 0);
  CHECK_THAT(built.err, Catch::Contains("src/uses.cu:2:5: note: '__host__ __device__' is added to this definition"));
  // As in nvcc, the definition of a kernel must repeat __global__. Functions that state their own execution spaces are
  // accepted.
  check_error("__global__ void k(int*);\nvoid k(int* o) { *o = 1; }\n", "src/refused.cu:2:6: error: ");
  check_accepted(
      "__device__ int f() { return 1; }\n__host__ int g() { return 2; }\n__global__ void k(int* o) { *o = f(); }\n");
}

TEST_CASE("nvcc accepts: shared variables may have constructors, with a warning at their name", "[slow]") {
  check_accepted(
      "struct S { int a = 3; };\n"
      "__global__ void k(int* o) {\n"
      "  __shared__ S s;\n"
      "  s.a = 1;\n"
      "  *o = s.a;\n"
      "}\n",
      {"src/accepted.cu:3:16: warning: __shared__ variables are not initialised",
       "help: assign its members in one thread, before a __syncthreads()"});
  check_accepted(
      "struct S { int a; __device__ S() : a(1) {} };\n"
      "template <class T> __global__ void k(T* o) {\n"
      "  static __shared__ S s[2][3];\n"
      "  o[0] = s[1][2].a;\n"
      "}\n"
      "__global__ void m(int* o) { __shared__ S s[4]; o[1] = s[threadIdx.x].a; }\n"
      "template <class T> struct Both { S s; T t; };\n"
      "template <class T> __global__ void n(T* o) { __shared__ Both<T> both; both.t = 1; o[0] = both.t; }\n"
      "template __global__ void n<int>(int*);\n",
      {"src/accepted.cu:6:", "src/accepted.cu:8:"});
  // A constructor without effect causes no warning.
  check_accepted(
      "struct S { int a; S() = default; };\n__global__ void k(int* o) { __shared__ S s; s.a = 1; *o = s.a; }\n");
  for (const auto* space : {"__device__", "__constant__"})
    check_error("struct S { int a; __device__ S() : a(threadIdx.x) {} };\n" + std::string(space) +
                    " S s;\n__global__ void k(int* o) { *o = s.a; }\n",
                "src/refused.cu:2:");
}

TEST_CASE("nvcc accepts: host device functions may call host functions, with a warning at their use", "[slow]") {
  const std::string both =
      "void host_only(int);\n__host__ __device__ int f(int x) {\n  if (x < 0) host_only(x);\n  return x;\n}\n";
  check_accepted(
      both + "__global__ void k(int* o) { *o = f(*o); }\n",
      {"src/accepted.cu:3:", "warning: reference to __host__ function 'host_only' in __host__ __device__ function",
       "help: a thread that executes this in device code traps"});
  check_accepted(both + "__global__ void k(int* o) { *o = 1; }\n");
  check_accepted(
      "#include <string>\n#include <vector>\n"
      "struct Base { virtual int name() const { return static_cast<int>(std::string(\"abc\").size()); } };\n"
      "template <class T> __host__ __device__ T g(T x) {\n"
      "  if (x < 0) {\n    std::vector<T> v{x};\n    return v[0] + Base().name();\n  }\n  return x;\n}\n"
      "__global__ void k(int* o) { *o = g(*o); }\n",
      {"src/accepted.cu:6:", "src/accepted.cu:7:"});
  check_error("void host_only(int);\n__global__ void k(int* o) {\n  host_only(*o);\n}\n", "src/refused.cu:3:");
  check_error(
      "void host_only(int);\n__device__ int f(int x) {\n  host_only(x);\n  return x;\n}\n"
      "__global__ void k(int* o) { *o = f(*o); }\n",
      "src/refused.cu:3:");
  check_error(
      "int variable;\n__host__ __device__ int f() {\n  return variable;\n}\n__global__ void k(int* o) { *o = f(); }\n",
      "src/refused.cu:3:");
}

TEST_CASE("nvcc accepts: calls of members of a dependent base class need no this->", "[slow]") {
  const std::string source =
      "template <class T> struct Base {\n  int digits;\n"
      "  __device__ T shifted(T x) const { return x << digits; }\n};\n"
      "template <class T> struct Derived : Base<T> {\n"
      "  __device__ T both(T x) const {\n    return shifted(x) +\n           shifted(x + T(1));\n  }\n};\n"
      "__global__ void k(int* out) { Derived<int> d; d.digits = 2; *out = d.both(*out); }\n"
      "__global__ void m(long* out) { Derived<long> d; d.digits = 2; *out = d.both(*out); }\n";
  check_accepted(source);
  Project project;
  project.source("accepted.cu", source);
  const auto built = project.build({"--verbose"});
  INFO(built.err);
  for (const auto* place : {"src/accepted.cu:7:12: note: 'this->' is added", "src/accepted.cu:8:12: note: 'this->' is"})
    CHECK_THAT(built.err, Catch::Contains(place));
  // A static function has no object, as in nvcc.
  check_error(
      "template <class T> struct Base { __device__ T shifted(T x) const { return x; } };\n"
      "template <class T> struct Derived : Base<T> { static __device__ T both(T x) {\n return shifted(x); } };\n"
      "__global__ void k(int* out) { *out = Derived<int>::both(*out); }\n",
      "src/refused.cu:3:9: error: ");
}

TEST_CASE("nvcc accepts: templates call functions that are declared after them", "[slow]") {
  const std::string source =
      "typedef unsigned Word;\nnamespace n {\n"
      "template <class T> __device__ T uses(T x) {\n  return later(x) +\n         other<T>(&x, 2);\n}\n"
      "template <class T> struct Box {\n  __device__ T get(T x) const { return later(x); }\n};\n"
      "__device__ inline Word later(\n    Word x) {  // in two lines\n  return x + 1;\n}\n"
      "template <class T>\n__device__ T other(const T* x, int n) { return *x * n; }\n}\n"
      "__global__ void k(unsigned* out) { *out = n::uses(*out) + n::Box<unsigned>().get(3u); }\n";
  check_accepted(source);
  Project project;
  project.source("accepted.cu", source);
  const auto built = project.build({"--verbose"});
  INFO(built.err);
  for (const auto* place :
       {"src/accepted.cu:4:10: note: the function is", "src/accepted.cu:5:10: note: the function is",
        "src/accepted.cu:8:40: note: the function is"})
    CHECK_THAT(built.err, Catch::Contains(place));
  // The type of the parameter is declared after the template, so the function cannot be declared before it.
  check_error(
      "template <class T> __device__ T uses(T x) {\n  return later(x);\n}\ntypedef int Number;\n"
      "__device__ Number later(Number x) { return x; }\n__global__ void k(int* out) { *out = uses(*out); }\n",
      "src/refused.cu:2:10: error: call to function 'later'");
}

TEST_CASE("nvcc accepts: member templates of classes outside of the project need no template keyword", "[slow]") {
  Project project;
  project.folder().write(
      "system/list.cuh",
      "template <class T> struct List { template <class U> __host__ __device__ U as(T x) { return U(x); } };\n");
  project.source("accepted.cu",
                 "#include <list.cuh>\n"
                 "template <class T> __host__ __device__ float f(T x) { List<T> list; return list.as<float>(x); }\n"
                 "__global__ void k(float* out) { *out = f(int(*out)); }\n");
  const auto built = project.build({"-isystem", "system", "--verbose"});
  INFO(built.err);
  CHECK(built.exit_code == 0);
  CHECK_THAT(built.err, Catch::Contains("src/accepted.cu:2:81: note: 'template' is added before the "));
}

TEST_CASE("nvcc accepts: template arguments with commas are allowed in the attributes of kernels") {
  check_accepted(
      "template <int A, int B> struct Cfg { static constexpr int threads = A * B; };\n"
      "template <int A, int B> __global__ void __launch_bounds__(Cfg<A, B>::threads) k(int* o) { *o = A; }\n"
      "template <int A, int B> __global__ __launch_bounds__(Cfg<A, B>::threads, Cfg<1, Cfg<A, B>::threads>::threads) "
      "void m(int* o) { *o = B; }\n"
      "struct __align__(Cfg<4, 4>::threads) Aligned { int x; };\n"
      "__global__ void __maxnreg__(Cfg<8, 4>::threads) n(int* o) { *o = alignof(Aligned); }\n"
      "template __global__ void k<4, 8>(int*);\ntemplate __global__ void m<4, 8>(int*);\n");
  check_error(
      "template <int A, int B> struct Cfg {};\n__global__ void __launch_bounds__(Cfg<1, 2>::threads) k(int* o) { *o = "
      "1; }\n",
      "src/refused.cu:2:");
}

TEST_CASE("nvcc accepts: names of member templates need no template keyword, and --verbose reports its addition") {
  const std::string source =
      "template <class A, class B> struct Impl {\n"
      "  template <int N> static __host__ __device__ A scaled(A x) { return x * N; }\n"
      "  A value;\n"
      "  template <int N> __host__ __device__ A plus() const { return value + N; }\n"
      "};\n"
      "template <class T> __host__ __device__ T both(const Impl<T, T>& impl, T x) {\n"
      "  return Impl<T, T>::scaled<3>(x) + impl.plus<4>();\n"
      "}\n"
      "__global__ void k(int* out) { *out = both(Impl<int, int>{2}, 5); }\n";
  check_accepted(source);
  Project project;
  project.source("accepted.cu", source);
  const auto verbose = project.build({"--verbose"});
  INFO(verbose.err);
  CHECK(verbose.exit_code == 0);
  for (const auto* place : {"src/accepted.cu:7:22: note: ", "src/accepted.cu:7:42: note: "})
    CHECK_THAT(verbose.err, Catch::Contains(place));
  CHECK_THAT(verbose.err, Catch::Contains("clang then reads '<' as a comparison [clang strictness]"));
  const auto quiet = rocm_bindgen({"hipify", "src/accepted.cu"}, {project.path(), {}});
  CHECK(quiet.err.empty());
}
