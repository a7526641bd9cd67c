#include <filesystem>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/tool.hpp"

using namespace test;

namespace {

/// The translation of `text` as a source.
std::string hipified(const std::string& text, const std::vector<std::string>& more = {}) {
  Folder folder;
  folder.write("a.cu", text);
  auto words = more;
  words.push_back("a.cu");
  const auto finished = hipify(folder, words);
  INFO(finished.err);
  CHECK(finished.exit_code == 0);
  return finished.out;
}

}  // namespace

TEST_CASE("hipify: writes to standard output") {
  CHECK(hipified("__global__ void k() {}\ncudaError_t f() { return cudaDeviceSynchronize(); }\n") ==
        kPrologue + "__global__ void k() {}\nhipError_t f() { return hipDeviceSynchronize(); }\n");
}

TEST_CASE("hipify: a text without CUDA is unchanged byte for byte") {
  for (const std::string text :
       {"", "\n", "int main() { return 0; }\n", "// cudaMalloc\nconst char* s = \"cudaFree\";\n"})
    CHECK(hipified(text) == text);
}

TEST_CASE("hipify: a second time changes nothing") {
  const auto once =
      hipified("#include <cuda_runtime.h>\n__global__ void k() {}\nvoid f() { k<<<1, 2>>>(); cudaFree(nullptr); }\n");
  CHECK_THAT(once, Catch::Contains("hipFree"));
  CHECK(hipified(once) == once);
  const auto macro = hipified(once, {"--hip-kernel-execution-syntax"});
  CHECK(hipified(macro, {"--hip-kernel-execution-syntax"}) == macro);
}

TEST_CASE("hipify: inactive branches are rewritten too") {
  const auto text = hipified("#if 0\ncudaStream_t a;\n#else\ncudaEvent_t b;\n#endif\n#define FREE cudaFree\n");
  CHECK_THAT(text, Catch::Contains("hipStream_t a;") && Catch::Contains("hipEvent_t b;") &&
                       Catch::Contains("#define FREE hipFree"));
}

TEST_CASE("hipify: comments, strings and parts of names are unchanged") {
  const std::string kept =
      "// cudaMalloc\n/* cudaFree */\nconst char* s = \"cudaFree(\\\"cudaFree\\\")\";\n"
      "const char* r = R\"x(cudaFree)x\";\nint my_cudaFree, cudaFree_mine;\n";
  CHECK(hipified(kept + "cudaError_t e;\n") == kPrologue + kept + "hipError_t e;\n");
}

TEST_CASE("hipify: CRLF and a missing final newline are kept") {
  CHECK(hipified("cudaError_t a;\r\ncudaError_t b;") == kPrologue + "hipError_t a;\r\nhipError_t b;");
}

TEST_CASE("hipify: launches keep their syntax or become the macro") {
  const std::string text =
      "__global__ void k(int) {}\ntemplate <class A, class B> __global__ void t(A) {}\n"
      "void f() {\n  k<<<1, dim3(2, 3)>>>(4);\n  t<int, float><<<8, 64, 16, nullptr>>>(5);\n}\n";
  CHECK(hipified(text) == kPrologue + text);
  const auto macro = hipified(text, {"--hip-kernel-execution-syntax"});
  CHECK_THAT(macro, Catch::Contains("hipLaunchKernelGGL(k, dim3(1), dim3(2, 3), 0, 0, 4);"));
  CHECK_THAT(macro,
             Catch::Contains("hipLaunchKernelGGL(HIP_KERNEL_NAME(t<int, float>), dim3(8), dim3(64), 16, nullptr, 5);"));
}

TEST_CASE("hipify: -o FILE writes only the source") {
  Folder folder;
  folder.write("a.cu", "#include \"a.cuh\"\ncudaError_t e;\n");
  folder.write("a.cuh", "cudaStream_t s;\n");
  REQUIRE(hipify(folder, {"a.cu", "-o", "b.hip"}).exit_code == 0);
  CHECK(read(folder / "b.hip") == kPrologue + "#include \"a.cuh\"\nhipError_t e;\n");
  CHECK(tree(folder.path()).size() == 3);
}

TEST_CASE("hipify: -o DIR writes sources and the project headers they share") {
  Folder folder;
  folder.write("src/a.cu", "#include \"deep/a.cuh\"\ncudaError_t e;\n");
  folder.write("src/b.cu", "#include \"deep/a.cuh\"\n");
  folder.write("src/deep/a.cuh", "cudaStream_t s;\n");
  REQUIRE(hipify(folder, {"src", "-o", "hip"}).exit_code == 0);
  CHECK(tree(folder / "hip") ==
        std::map<std::string, std::string>{{"a.cu", kPrologue + "#include \"deep/a.cuh\"\nhipError_t e;\n"},
                                           {"b.cu", kPrologue + "#include \"deep/a.cuh\"\n"},
                                           {"deep/a.cuh", "hipStream_t s;\n"}});
}

TEST_CASE("hipify: a crash is reported with its source, other sources are translated and old output remains") {
  Folder folder;
  // To find the header that `#include HEADER` names, hipify runs clang's preprocessor, which crashes on the pragma.
  folder.write("src/bad.cu", "#define HEADER \"x.h\"\n#include HEADER\n#pragma clang __debug crash\n");
  folder.write("src/fine.cu", "cudaError_t e;\n");
  folder.write("hip/bad.cu", "earlier\n");
  const auto finished = hipify(folder, {"src", "-o", "hip"});
  CHECK(finished.exit_code == 5);
  CHECK_THAT(finished.err, Catch::Contains("src/bad.cu: error: the hipify job of module 'bad' was killed by signal"));
  CHECK_THAT(finished.err, !Catch::Contains("fine.cu"));
  CHECK(tree(folder / "hip") ==
        std::map<std::string, std::string>{{"bad.cu", "earlier\n"}, {"fine.cu", kPrologue + "hipError_t e;\n"}});
}

TEST_CASE("hipify: the exit code is 1 for a missing source and 4 for an output folder that is a file") {
  Folder folder;
  folder.write("a.cu", "cudaError_t e;\n");
  const auto missing = hipify(folder, {"none.cu"});
  CHECK(missing.exit_code == 1);
  CHECK_THAT(missing.err, Catch::Contains("none.cu: error: no such source"));
  const auto below_file = hipify(folder, {"a.cu", "-o", "a.cu/b.hip"});
  CHECK(below_file.exit_code == 4);
  CHECK_THAT(below_file.err, Catch::Contains("cannot write 'a.cu/b.hip': Not a directory"));
  CHECK(hipify(folder, {}).exit_code == 2);
}

TEST_CASE(
    "hipify: of a kind of warning, three are printed and the others counted, unless --verbose or JSON is requested") {
  Folder folder;
  std::string source;
  for (int n = 0; n < 9; ++n) source += "cublasHandle_t handle" + std::to_string(n) + ";\n";
  folder.write("a.cu", source);
  const auto warnings = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"hipify", "a.cu", "-o", "a.hip"});
    const auto finished = rocm_bindgen(more, {folder.path(), {}});
    REQUIRE(finished.exit_code == 0);
    std::size_t count = 0;
    for (auto at = finished.err.find("is translated to"); at != std::string::npos;
         at = finished.err.find("is translated to", at + 1))
      ++count;
    CHECK((finished.err.find("more warnings of this kind; --verbose prints them") != std::string::npos) ==
          (count == 3));
    return count;
  };
  CHECK(warnings({}) == 3);
  CHECK(warnings({"--verbose"}) == 9);
  CHECK(warnings({"-v"}) == 9);
  CHECK(warnings({"--message-format", "json"}) == 9);
}
