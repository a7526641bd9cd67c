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
