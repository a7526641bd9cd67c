#include "tools/nvcc/nvcc.hpp"

#include "support/catch.hpp"

namespace test {

const std::string kProgram =
    "#include <cstdio>\n"
    "__global__ void answer(int* out) { *out = 42; }\n"
    "int main() {\n"
    "  int *device, host = 0;\n"
    "  cudaMalloc(&device, sizeof(int));\n"
    "  answer<<<1, 1>>>(device);\n"
    "  cudaMemcpy(&host, device, sizeof(int), cudaMemcpyDeviceToHost);\n"
    "  std::printf(\"%d\\n\", host);\n"
    "}\n";

std::filesystem::path toolkit() {
  return ROCM_BINDGEN_TOOLKIT;
}

std::map<std::string, std::string> nvcc_environment() {
  auto environment = tool_environment();
  environment.insert(
      {{"ROCM_BINDGEN_ARCHS", "gfx1100"}, {"NVCC_PREPEND_FLAGS", ""}, {"NVCC_APPEND_FLAGS", ""}, {"NVCC_CCBIN", ""}});
  return environment;
}

Finished nvcc(const Folder& folder, const std::vector<std::string>& words,
              const std::map<std::string, std::string>& environment) {
  std::vector<std::string> argv{toolkit() / "bin/nvcc"};
  argv.insert(argv.end(), words.begin(), words.end());
  auto all = environment;
  all.merge(nvcc_environment());
  return run(argv, {folder.path(), all});
}

Finished nvcc_succeeds(const Folder& folder, const std::vector<std::string>& words,
                       const std::map<std::string, std::string>& environment) {
  auto finished = nvcc(folder, words, environment);
  INFO(finished.out << finished.err);
  REQUIRE(finished.exit_code == 0);
  return finished;
}

Finished run_emulated(const Folder& folder, const std::vector<std::string>& words, const std::string& target) {
  std::vector<std::string> argv{"run", "--driver", "emulated:" + target, "--program", words.front(), "--"};
  argv.insert(argv.end(), words.begin() + 1, words.end());
  return rocm_bindgen(argv, {folder.path(), {{"ROCM_BINDGEN_DRIVER", ""}, {"ROCM_BINDGEN_HIP_QUIET", "1"}}});
}

}  // namespace test
