#pragma once

namespace rocm_bindgen::build {

/// What users may choose of the text that comes out.
struct RewriteOptions {
  bool kernel_launch_macro = false;  ///< `hipLaunchKernelGGL(...)` in place of `<<<...>>>`
  bool prefer_roc = false;           ///< ROCm's own libraries (rocBLAS) in place of HIP's portable ones (hipBLAS)
};

}  // namespace rocm_bindgen::build
