#include "hipify/rewrite/token_rewriter.hpp"

#include <algorithm>

#include "hipify/hipify.hpp"
#include "support/catch.hpp"

using namespace rocm_bindgen::build;

namespace {

std::string rewritten(const std::string& text) {
  return hipify_text(text, /*is_source=*/false);
}

TokenScan scanned(const std::string& text) {
  const TokenList tokens(text);
  ProjectNames project;
  project.add(tokens);
  const ProjectNames none;
  return rewrite_tokens(tokens, {project, none}, {}, {}, {}, {});
}

}  // namespace

TEST_CASE("hipify: names are renamed in code, macros and inactive branches") {
  CHECK(rewritten("cudaError_t e = cudaMalloc(&p, n);") == "hipError_t e = hipMalloc(&p, n);");
  CHECK(rewritten("#define CHECK(x) if ((x) != cudaSuccess) f()\n") == "#define CHECK(x) if ((x) != hipSuccess) f()\n");
  CHECK(rewritten("#if 0\ncudaFree(p);\n#endif\n") == "#if 0\nhipFree(p);\n#endif\n");
  CHECK(rewritten("#if __CUDA_ARCH__ >= 800\n") == "#if ROCM_BINDGEN_CUDA_ARCH >= 800\n");
  CHECK(rewritten("cudaDeviceProp p;") == "hipDeviceProp_t p;");
}

TEST_CASE("hipify: comments, strings and other identifiers are unchanged") {
  for (const std::string text : {"// cudaMalloc", "/* cudaMalloc */", "\"cudaMalloc\"", "R\"(cudaMalloc)\"",
                                 "my_cudaMalloc();", "cudaMallocator();", "'\\''; x", "1'000'000"})
    CHECK(rewritten(text) == text);
}

TEST_CASE("hipify: known includes are renamed in any spelling and others are unchanged") {
  CHECK(rewritten("#include <cuda_runtime.h>\n") == "#include <hip/hip_runtime.h>\n");
  CHECK(rewritten("  #  include \"cuda_fp16.h\" // half\n") == "  #  include \"hip/hip_fp16.h\" // half\n");
  CHECK(rewritten("#include <cuda_bf16.h>") == "#include <hip/hip_bf16.h>");
  CHECK(rewritten("#if __has_include(<cuda_fp16.h>)\n") == "#if __has_include(<hip/hip_fp16.h>)\n");
  for (const std::string text : {"#include <cuda/unknown.h>\n", "#include \"cudaMalloc.h\"\n", "#include MACRO\n",
                                 "#include\n", "#include <broken\n", "#include \"a\n"})
    CHECK(rewritten(text) == text);
}

TEST_CASE("hipify: text that is no valid code is unchanged") {
  for (const std::string& text : {std::string(), std::string("\0\0#", 3), std::string("#"),
                                  std::string("\"unterminated"), std::string("R\"x(unterminated"),
                                  std::string("/* unterminated"), std::string("\xff\xfe<<<"), std::string("a\\\n")})
    CHECK(rewritten(text) == text);
}

TEST_CASE("hipify: line ends and continuation are unchanged") {
  CHECK(rewritten("cudaFree(p);\r\ncudaFree(q);") == "hipFree(p);\r\nhipFree(q);");
  CHECK(rewritten("#define F \\\n  cudaFree(p)\n") == "#define F \\\n  hipFree(p)\n");
}

TEST_CASE("hipify: a source that uses CUDA gets the runtime's headers and keeps its line numbers") {
  const auto once = hipify_text("__global__ void k() {}\n", /*is_source=*/true);
  CHECK(once ==
        "#include <hip/hip_runtime.h>\n#include <rocm_bindgen_compat/device.hpp>\n#line 1\n__global__ void k() {}\n");
  CHECK(hipify_text(once, /*is_source=*/true) == once);
  CHECK(hipify_text("int main() {}\n", /*is_source=*/true) == "int main() {}\n");
}

TEST_CASE("hipify: a CUDA name without a counterpart is reported at each position") {
  const auto scan = scanned("int x;\n  cudaArraySparse;\n cudaArraySparse; cudaMalloc;\n");
  REQUIRE(scan.findings.size() == 2);
  CHECK(scan.findings[0].reason == Reason::no_counterpart);
  CHECK(scan.findings[0].subject == "cudaArraySparse");
  CHECK(scan.findings[0].line == 2);
  CHECK(scan.findings[0].column == 3);
  CHECK(scan.findings[1].line == 3);
  CHECK(scan.findings[1].column == 2);
  CHECK(scan.converted.at("runtime") == 1);
}

TEST_CASE("hipify: names that look like CUDA's are reported unless the project declares them") {
  const auto scan = scanned(
      "#define cudaMine(x) x\nvoid cudaOurs(int);\nenum { CU_MINE };\n"
      "void f() { cudaMine(1); cudaOurs(2); CU_MINE; cudaNobodys(3); }\n");
  REQUIRE(scan.findings.size() == 1);
  CHECK(scan.findings[0].reason == Reason::unknown_name);
  CHECK(scan.findings[0].subject == "cudaNobodys");
}

TEST_CASE("hipify: includes of every branch are found") {
  const std::string text = "#include \"a.cuh\"\n#if 0\n#include <b.cuh>\n#endif\n";
  const auto includes = includes_of(TokenList(text));
  REQUIRE(includes.size() == 2);
  CHECK(includes[0].name == "a.cuh");
  CHECK(includes[0].quoted);
  CHECK(includes[1].name == "b.cuh");
  CHECK_FALSE(includes[1].quoted);
}

TEST_CASE("hipify: names of member templates get the word template only in templates and macros") {
  const std::string declared =
      "struct S { template <int N> __device__ int get(int) const; template <class T> using Same = T; };\n";
  const auto changed = [&](const std::string& text) {
    const auto result = rewritten(declared + text);
    REQUIRE(result.starts_with(declared));
    return result.substr(declared.size());
  };
  CHECK(changed("template <class T> int f(S<T> s) { return s.get<1>(2); }") ==
        "template <class T> int f(S<T> s) { return s.template get<1>(2); }");
  CHECK(changed("template <class T> int f(S<T>* s) { return s->get<sizeof(T)>(2); }") ==
        "template <class T> int f(S<T>* s) { return s->template get<sizeof(T)>(2); }");
  CHECK(changed("template <class T> auto f(S<T> s) -> decltype(s.get<1>(2));") ==
        "template <class T> auto f(S<T> s) -> decltype(s.template get<1>(2));");
  CHECK(changed("template <class T> struct D : public ::n::S<T>::Same<D<T>> {};") ==
        "template <class T> struct D : public ::n::S<T>::template Same<D<T>> {};");
  CHECK(changed("#define GET(s) S<T>::get<1>(s)\n") == "#define GET(s) S<T>::template get<1>(s)\n");
  for (const std::string same : {
           "int f(S s) { return s.get<1>(2); }",                                         // not in a template
           "template <> int f(S<int> s) { return s.get<1>(2); }",                        // a specialisation
           "template <class T> int f(S<T> s) { return s.template get<1>(2); }",          // has the word
           "template <class T> int f(S<T> s) { return s.other<1>(2); }",                 // no such member template
           "template <class T> bool f(S<T> s) { return s.get < 1 && 2 > (3); }",         // comparisons
           "template <class T> bool f(S<T> s) { return s.get < 1; }",                    // a comparison
           "template <class T> int S<T>::get<1>(int) const { return 1; }",               // declares the name
           "#define DEFINE(T) template <> int S<T>::get<1>(int) const { return 1; }\n",  // declares the name
           "template <class T> int f(S<T> s) { return get<1>(s); }",                     // no member
       })
    CHECK(changed(same) == same);
  // The declaration ends with its brace.
  CHECK(changed("template <class T> struct A : B { A() : B{1}, x(2) {} };\nint f(S s) { return s.get<1>(2); }") ==
        "template <class T> struct A : B { A() : B{1}, x(2) {} };\nint f(S s) { return s.get<1>(2); }");
}

TEST_CASE("hipify: each change for clang is a finding with its place and its reason") {
  const auto scan = scanned(
      "extern __shared__ float x[4];\n"
      "struct S { template <int N> __device__ int get() const; };\n"
      "template <class T> int f(S<T> s) {\n  return s.get<1>();\n}\n");
  REQUIRE(scan.findings.size() == 2);
  for (const auto& finding : scan.findings) CHECK(finding.reason == Reason::clang_strictness);
  CHECK(scan.findings[0].line == 1);
  CHECK(scan.findings[1].line == 4);
  CHECK(scan.findings[1].column == 12);
  const auto message = diagnose(scan.findings[1], "a.cu");
  CHECK(message.severity == Severity::note);
  CHECK(message.category == "clang strictness");
  CHECK_THAT(message.text, Catch::Contains("before the member template 'get'"));
}
