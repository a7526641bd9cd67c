#include "toolchain/cuda_version.hpp"

#include <string_view>

#include "support/embedded.hpp"

namespace rocm_bindgen::build {
namespace {

/// The number that the header defines `macro` as.
std::string number_in(std::string_view header, const std::string& macro) {
  const auto line = "#define " + macro + " ";
  const auto value = header.substr(header.find(line) + line.size());
  return std::string(value.substr(0, value.find('\n')));
}

}  // namespace

CudaVersion cuda_version() {
  const auto header = embedded_text("lib/cuda_compat/rocm_bindgen_compat/runtime_api/cuda_versions.hpp");
  return {number_in(header, "ROCM_BINDGEN_CUDACC_VER_MAJOR"), number_in(header, "ROCM_BINDGEN_CUDACC_VER_MINOR"),
          number_in(header, "ROCM_BINDGEN_CUDACC_VER_BUILD")};
}

}  // namespace rocm_bindgen::build
