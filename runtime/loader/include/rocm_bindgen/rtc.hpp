// Compiles kernels from source text at run time, by hipRTC or NVRTC, depending on the device's driver. Either library
// is opened when the first source is compiled; the runtime is not linked with it.
//
//   const auto& module = device.compile(R"(
//     extern "C" __global__ void scale(float* x, float factor) { x[threadIdx.x] *= factor; })");
//   device.kernel(module, "scale").launch(Dim3{1}, Dim3{64}, 0, stream, x, 2.0f);
#ifndef ROCM_BINDGEN_RTC_HPP
#define ROCM_BINDGEN_RTC_HPP

#include <string>
#include <vector>

namespace rocm_bindgen {

/// A file that a source may include; it need not exist on disk.
struct SourceHeader {
  std::string name;  ///< the name by which the source includes it
  std::string text;
};

/// How a source is compiled at run time.
struct CompileOptions {
  /// Flags for the compiler, passed after the option that names the device's architecture: "-DN=4", "-I/usr/include",
  /// "-ffast-math" (hipRTC) or "--use_fast_math" (NVRTC). NVRTC finds CUDA's headers, for instance <cuda_fp16.h>, only
  /// in folders that are named here.
  std::vector<std::string> flags;

  /// Files that the source may include, in addition to those of the compiler and of folders named in `flags`.
  std::vector<SourceHeader> headers;

  /// The name of the source in messages, and the name of the module.
  std::string name = "source";

  /// Whether the cache on disk is used. Its folder is the value of the environment variable ROCM_BINDGEN_RTC_CACHE, or
  /// else $XDG_CACHE_HOME/rocm-bindgen/rtc, or ~/.cache/rocm-bindgen/rtc. An empty ROCM_BINDGEN_RTC_CACHE disables the
  /// cache. A folder that belongs to another user, or that other users can write, is not used, because its contents are
  /// executed.
  ///
  /// An entry is identified by the text, `name`, the headers, the flags, the architecture and the compiler; a damaged
  /// entry is made again. Sources that differ only in `name` are compiled to two modules. The contents of other
  /// included files are not part of the key: if such a file changes, change a flag. Safe for concurrent processes.
  bool use_cache = true;
};

}  // namespace rocm_bindgen

#endif  // ROCM_BINDGEN_RTC_HPP
