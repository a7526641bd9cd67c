#include "support/tool.hpp"

namespace test {

std::map<std::string, std::string> tool_environment() {
  // An empty value removes a variable.
  return {{"XDG_CACHE_HOME", ROCM_BINDGEN_TEST_CACHE},
          {"ROCM_BINDGEN_REMOTE_CACHE", ""},
          {"http_proxy", ""},
          {"https_proxy", ""},
          {"all_proxy", ""}};
}

std::string tool() {
  return ROCM_BINDGEN_TOOL;
}

Finished rocm_bindgen(const std::vector<std::string>& arguments, RunOptions options) {
  std::vector<std::string> argv{tool()};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  options.environment.merge(tool_environment());
  return run(argv, options);
}

std::string kernel_source(const std::string& name) {
  return "#include <cuda_runtime.h>\n"
         "extern \"C\" __global__ void " +
         name +
         "(float* out) {\n"
         "  out[threadIdx.x] = 1.0f;\n"
         "}\n";
}

}  // namespace test
