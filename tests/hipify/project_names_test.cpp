#include "hipify/project_names.hpp"

#include "hipify/pasted_names.hpp"
#include "support/catch.hpp"

using namespace rocm_bindgen;

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
  return apply_edits(text, pasted_name_edits(tokens, names));
}

}  // namespace

TEST_CASE("project names: declarations of every kind") {
  for (const std::string text :
       {"void cudaMine(int);", "struct cudaMine {};", "class cudaMine;", "int* cudaMine;", "float cudaMine = 1;",
        "using cudaMine = int;", "typedef struct {} cudaMine;", "enum class cudaMine : int {};",
        "enum { a, cudaMine };", "enum E { cudaMine = 3 };", "#define cudaMine 1\n", "#define cudaMine(x) x\n",
        "std::vector<int> cudaMine;", "namespace cudaMine {}", "void f(int cudaMine)"})
    CHECK(declares(text, "cudaMine"));
}

TEST_CASE("project names: uses are no declarations") {
  for (const std::string text : {"cudaMine();", "return cudaMine;", "x = new cudaMine();", "f(cudaMine);",
                                 "case cudaMine:", "a + cudaMine;", "#undef cudaMine\n", "const cudaMine = 1;"})
    CHECK_FALSE(declares(text, "cudaMine"));
}

TEST_CASE("project names: what looks like CUDA's and is nobody's") {
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

TEST_CASE("pasted names: others stay") {
  for (const std::string text :
       {"#define F(x) my##x\nF(cudaFree);", "#define F(x) custom##x\nF(a);", "#define F(x) #x\nF(cudaFree);",
        "#define F (x)\nF;", "#define F(a, b) a##b\nF(x, y);"})
    CHECK(pasted(text) == text);
}
