#include "hipify/rewrite/project_names.hpp"

#include "hipify/rewrite/pasted_names.hpp"
#include "support/catch.hpp"

using namespace rocm_bindgen::build;

namespace {

bool declares(const std::string& text, const std::string& name) {
  const TokenList tokens(text);
  ProjectNames names;
  names.add(tokens);
  return names.declares(name);
}

std::string pasted(const std::string& text) {
  const TokenList tokens(text);
  ProjectNames names;
  names.add(tokens);
  return apply_edits(text, paste_names(tokens, names).edits);
}

}  // namespace

TEST_CASE("project names: declarations of every kind are found") {
  for (const std::string text :
       {"void cudaMine(int);", "struct cudaMine {};", "class cudaMine;", "int* cudaMine;", "float cudaMine = 1;",
        "using cudaMine = int;", "typedef struct {} cudaMine;", "enum class cudaMine : int {};",
        "enum { a, cudaMine };", "enum E { cudaMine = 3 };", "#define cudaMine 1\n", "#define cudaMine(x) x\n",
        "std::vector<int> cudaMine;", "namespace cudaMine {}", "void f(int cudaMine)"})
    CHECK(declares(text, "cudaMine"));
}

TEST_CASE("project names: uses are not declarations") {
  for (const std::string text : {"cudaMine();", "return cudaMine;", "x = new cudaMine();", "f(cudaMine);",
                                 "case cudaMine:", "a + cudaMine;", "#undef cudaMine\n", "const cudaMine = 1;"})
    CHECK_FALSE(declares(text, "cudaMine"));
}

TEST_CASE("project names: undeclared names that look like CUDA's are unknown") {
  const std::string text("void cudaOwn();");
  const TokenList tokens(text);
  ProjectNames names;
  names.add(tokens);
  for (const auto* name : {"cudaFoo", "cublasFoo", "CUDNN_FOO", "CU_FOO", "nppFoo"})
    CHECK(names.is_unknown_cuda_name(name));
  for (const auto* name : {"cudaOwn", "cuda_foo", "cuda", "cudafoo", "CUDA_FOO", "custom", "my_cudaFoo", "NNFoo"})
    CHECK_FALSE(names.is_unknown_cuda_name(name));
}

TEST_CASE("pasted names: both halves become HIP's") {
  CHECK(pasted("#define CALL(x) cuda##x\nCALL(Malloc);") == "#define CALL(x) hip##x\nCALL(Malloc);");
  CHECK(pasted("#define CALL(x) cu##x\nCALL(MemAlloc);") == "#define CALL(x) hip##x\nCALL(Malloc);");
  CHECK(pasted("#define BLAS(t) cublas##t##gemm\nBLAS(S);") == "#define BLAS(t) hipblas##t##gemm\nBLAS(S);");
  CHECK(pasted("#define COPY(k) cudaMemcpyHostTo##k\nCOPY(Device);") ==
        "#define COPY(k) hipMemcpyHostTo##k\nCOPY(Device);");
}

TEST_CASE("pasted names: a part that two uses or two definitions rename is renamed once") {
  CHECK(pasted("#define CALL(x) cu##x\nCALL(CALL(MemAlloc));") == "#define CALL(x) hip##x\nCALL(CALL(Malloc));");
  CHECK(pasted("#define CALL(x) cuda##x #define CALL(x) cuda##x\n") ==
        "#define CALL(x) hip##x #define CALL(x) hip##x\n");
}

TEST_CASE("pasted names: text that cannot be a use is ignored") {
  const std::string macro = "#define KIND(a, b) cudaMemcpy##a##To##b\n";
  const std::string renamed = "#define KIND(a, b) hipMemcpy##a##To##b\n";
  for (const std::string use : {"KIND(x, y, z);", "KIND(x);", "KIND(k<<<1, 2>>>(x));", "KIND(k<<<1>>>(x), Device);",
                                "KIND(hipLaunchKernelGGL(k, 1, 2, 0, 0, x), y);"})
    CHECK(pasted(macro + use) == renamed + use);
  CHECK(pasted(macro + "KIND(x, y);") == macro + "KIND(x, y);");
  CHECK(pasted("#define CALL(f, ...) cuda##f(__VA_ARGS__)\nCALL(Free, p, q);") ==
        "#define CALL(f, ...) hip##f(__VA_ARGS__)\nCALL(Free, p, q);");
  CHECK(pasted("#define TIMED(f, ...) cu##f(p, 4); __VA_ARGS__\nTIMED(MemAlloc, k<<<1, 2>>>(x));") ==
        "#define TIMED(f, ...) hip##f(p, 4); __VA_ARGS__\nTIMED(Malloc, k<<<1, 2>>>(x));");
}

TEST_CASE("pasted names: other pasted text is unchanged") {
  for (const std::string text :
       {"#define F(x) my##x\nF(cudaFree);", "#define F(x) custom##x\nF(a);", "#define F(x) #x\nF(cudaFree);",
        "#define F (x)\nF;", "#define F(a, b) a##b\nF(x, y);"})
    CHECK(pasted(text) == text);
}

TEST_CASE("pasted names: names that a project pastes for itself are unchanged") {
  for (const std::string text :
       {"#define KERNEL(T) cudaKernel_##T\nKERNEL(float)();\n",
        "#define OP(name) void cuda##name##Kernel()\nOP(Add);\n",
        "#define CU_TEST(n) void CU_TEST_##n()\nCU_TEST(one) {}\n", "#define NAME(cuda) int cuda##_x;\nNAME(foo)\n"})
    CHECK(pasted(text) == text);
  CHECK(pasted("#define CALL(f) cuda##f\nCALL(Free(p));\n") == "#define CALL(f) hip##f\nCALL(Free(p));\n");
  CHECK(pasted("#define CALL(f) cuda##f\n") == "#define CALL(f) hip##f\n");
}

TEST_CASE("pasted names: a name with an entirely different spelling in HIP is reported") {
  const std::string text = "#define AT(T) CU_DEVICE_ATTRIBUTE_##T\nint x = AT(WARP_SIZE);\n";
  const TokenList tokens(text);
  ProjectNames names;
  names.add(tokens);
  const auto result = paste_names(tokens, names);
  CHECK(result.edits.empty());
  REQUIRE(result.findings.size() == 1);
  CHECK(result.findings[0].subject == "CU_DEVICE_ATTRIBUTE_WARP_SIZE");
  CHECK(result.findings[0].line == 2);
}

TEST_CASE("project names: declarations with several declarators are found") {
  for (const std::string text : {"float *a, *cudaMine;", "float** cudaMine;", "unsigned cudaMine;",
                                 "const float* const cudaMine = p;", "void (*cudaMine)(int);", "int a[3], cudaMine[4];",
                                 "template <int cudaMine> f();", "class cudaMine final {};"}) {
    INFO(text);
    const TokenList tokens(text);
    ProjectNames names;
    names.add(tokens);
    CHECK_FALSE(names.is_unknown_cuda_name("cudaMine"));
  }
}

TEST_CASE("project names: member templates are functions, classes and aliases that classes declare as templates") {
  const auto is_member_template = [](const std::string& text) {
    const TokenList tokens(text);
    ProjectNames names;
    names.add(tokens);
    return names.is_member_template("name");
  };
  for (const std::string text :
       {"struct S { template <int N> static int name(); };",
        "template <class T> class S : public B<T> { template <int N, class U = X<int>> X<U> name(T) const; };",
        "struct __align__(16) S { template <int N> __device__ __launch_bounds__(64, N) void name(); };",
        "struct S { template <bool B = (1 > 0)> auto name() -> int; };",
        "struct S { template <class T> struct name { T t; }; };", "union S { template <class T> class name; };",
        "struct S { template <class T> using name = T*; };",
        "struct S { void f() { if (x) { } } template <class T> void name(T); };"})
    CHECK(is_member_template(text));
  for (const std::string text : {"template <int N> int name();", "namespace n { template <int N> int name(); }",
                                 "struct S { int name(); };", "struct S { template <class T> friend void name(T); };",
                                 "struct S { template <class T> bool operator<(T name); };", "void f() { name<1>(2); }",
                                 "enum class S { name };", "template <class T> void f(T x) { name(x); }"})
    CHECK_FALSE(is_member_template(text));
}
