// Kernels from source text at run time, by hipRTC or NVRTC, whichever goes with the device's driver. Both are found
// when the first source is compiled; nothing is linked.
//
//   const auto& module = device.compile(R"(
//     extern "C" __global__ void scale(float* x, float factor) { x[threadIdx.x] *= factor; })");
//   device.kernel(module, "scale").launch(Dim3{1}, Dim3{64}, 0, stream, x, 2.0f);
#ifndef ROCM_BINDGEN_RTC_HPP
#define ROCM_BINDGEN_RTC_HPP

#include <string>
#include <vector>

namespace rocm_bindgen {

/// A file that a source may include, wherever it comes from.
struct SourceHeader {
  std::string name;  ///< as in an include directive
  std::string text;
};

/// How a source is compiled at run time.
struct CompileOptions {
  /// For the compiler, behind the option that names the device's architecture: "-DN=4", "-I/usr/include", "-ffast-math"
  /// (hipRTC) or "--use_fast_math" (NVRTC). NVRTC reads CUDA's headers, <cuda_fp16.h> for one, only from folders named
  /// here.
  std::vector<std::string> flags;

  /// What the source may include besides what the compiler and its folders have.
  std::vector<SourceHeader> headers;

  /// What messages call the source; the module's name.
  std::string name = "source";

  /// Look in, and add to, the cache on disk: the folder that the environment variable ROCM_BINDGEN_RTC_CACHE names, or
  /// else $XDG_CACHE_HOME/rocm-bindgen/rtc, or ~/.cache/rocm-bindgen/rtc. An empty ROCM_BINDGEN_RTC_CACHE is none,
  /// and neither is a folder of another user or one that others can write: what is in there is executed.
  /// Entries are found by the text, the headers, the flags, the architecture and the compiler; one that was damaged is
  /// made again. Files that are included are not looked at: where they change, change a flag. Safe for many processes.
  bool use_cache = true;
};

}  // namespace rocm_bindgen

#endif  // ROCM_BINDGEN_RTC_HPP
