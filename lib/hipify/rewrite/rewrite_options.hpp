#pragma once

namespace rocm_bindgen::build {

/// User options that affect the translated text.
struct RewriteOptions {
  bool kernel_launch_macro = false;  ///< write `hipLaunchKernelGGL(...)` instead of `<<<...>>>`
  bool prefer_roc = false;           ///< use ROCm's own libraries (rocBLAS) instead of HIP's portable ones (hipBLAS)
};

}  // namespace rocm_bindgen::build
