#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/tool.hpp"

using namespace test;

namespace {

std::string hipified_with(const std::string& text, std::vector<std::string> words) {
  Folder folder;
  folder.write("a.cu", text);
  words.insert(words.begin(), {"hipify", "a.cu"});
  const auto finished = rocm_bindgen(words, {folder.path(), {}});
  INFO(finished.err);
  CHECK(finished.exit_code == 0);
  return finished.out;
}

const std::string kBlas = "#include <cublas_v2.h>\nvoid f(cublasHandle_t h) { cublasCreate(&h); cudaFree(0); }\n";
const std::string kHip = "#include <hip/hip_runtime.h>\n";

}  // namespace

TEST_CASE("hipify --roc: library names are ROCm's own and the runtime's are HIP's") {
  const auto prologue = kHip + "#include <rocm_bindgen_compat/device.hpp>\n#line 1\n";
  CHECK(hipified_with(kBlas, {"--roc"}) ==
        prologue +
            "#include <rocblas/rocblas.h>\nvoid f(rocblas_handle h) { rocblas_create_handle(&h); hipFree(0); }\n");
  CHECK(hipified_with(kBlas, {}) ==
        prologue + "#include <hipblas/hipblas.h>\nvoid f(hipblasHandle_t h) { hipblasCreate(&h); hipFree(0); }\n");
}

TEST_CASE("hipify --no-device-header: only HIP's header is included") {
  const auto once = hipified_with("cudaError_t e;\n", {"--no-device-header"});
  CHECK(once == kHip + "#line 1\nhipError_t e;\n");
  CHECK(hipified_with(once, {"--no-device-header"}) == once);
}
