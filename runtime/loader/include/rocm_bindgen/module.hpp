// Plain structs that describe embedded GPU kernels, and the types that launch functions use. Every emitted header
// consists of constants of these types.
//
// This file exists in two places: the runtime library installs it, and an emitted C++ header carries a copy of its
// text, so that the header compiles without the runtime. Both copies have the same include guard, and either may come
// first in a translation unit. ROCM_BINDGEN_MODULE_LAYOUT detects two copies with different layouts.
//
// Everything in here is constant data or a trivial type without ownership, and can be used from any thread.
#ifndef ROCM_BINDGEN_MODULE_HPP
#define ROCM_BINDGEN_MODULE_HPP

#include <cstddef>
#include <cstdint>

/// The version of the layout below, incremented whenever the layout changes. Emitted headers and the runtime's own
/// headers compare it with the version they were written for, since only the copy that is included first takes effect.
#define ROCM_BINDGEN_MODULE_LAYOUT 2

namespace rocm_bindgen {

/// IEEE 754 binary16, as bits. Kernels see it as __half.
struct f16 {
  std::uint16_t bits;
};

/// The upper half of an IEEE 754 binary32 (bfloat16), as bits. Kernels see it as __nv_bfloat16.
struct bf16 {
  std::uint16_t bits;
};

/// OCP 8-bit floating point E4M3 (no infinity, largest 448), as bits. Kernels see it as __nv_fp8_e4m3.
struct f8e4m3 {
  std::uint8_t bits;
};

static_assert(sizeof(f16) == 2 && alignof(f16) == 2, "f16 must be passed as two bytes");
static_assert(sizeof(bf16) == 2 && alignof(bf16) == 2, "bf16 must be passed as two bytes");
static_assert(sizeof(f8e4m3) == 1 && alignof(f8e4m3) == 1, "f8e4m3 must be passed as one byte");

/// How a code object's bytes are stored.
enum class Compression : std::uint8_t { none, zstd };

/// One kernel parameter.
struct ParameterInfo {
  const char* name;  ///< as in the source; "" if the parameter has no name
  /// The type as in the source: "const size_t". "" if it is unknown, as for AMD kernels that were compiled at run time:
  /// a launch then checks only the size of an argument and whether it is a pointer. "?" for NVIDIA kernels that were
  /// compiled at run time, whose cubins do not record which parameters are pointers: a launch then checks the size
  /// only.
  const char* type;
  std::uint32_t offset;  ///< offset from the start of the kernarg segment, in bytes
  std::uint32_t size;    ///< in bytes
  bool is_pointer;
};

/// One kernel of a module.
struct KernelInfo {
  const char* name;    ///< the kernel's identifier in the emitted header
  const char* symbol;  ///< the kernel's name in the code objects
  const ParameterInfo* parameters;
  std::uint32_t parameter_count;
};

/// The machine code of a module for one target.
struct CodeObject {
  const char* target;         ///< target ID: "gfx90a:xnack-"
  const unsigned char* data;  ///< `stored_size` bytes; null = the bytes are in `file`
  std::size_t stored_size;    ///< in bytes, as embedded or in the file
  std::size_t image_size;     ///< in bytes, of the ELF image after decompression
  Compression compression;
  /// A path relative to the folder set with set_code_object_folder() or found by default; the file is read when the
  /// module is loaded. null = the bytes are in `data`.
  const char* file = nullptr;
};

/// The kernels of a CUDA source, compiled for one or more targets.
struct Module {
  const char* name;     ///< the source's file name without its extension
  std::uint32_t index;  ///< position among the modules of the header, from 0
  const KernelInfo* kernels;
  std::size_t kernel_count;
  const CodeObject* code_objects;
  std::size_t code_object_count;
};

/// Three sizes: workgroups of a grid, or work-items of a workgroup.
struct Dim3 {
  std::uint32_t x = 1;
  std::uint32_t y = 1;
  std::uint32_t z = 1;
};

/// How a kernel is launched.
struct LaunchConfig {
  Dim3 grid;                    ///< workgroups
  Dim3 workgroup;               ///< work-items per workgroup
  std::uint32_t lds_bytes = 0;  ///< dynamic LDS per workgroup
};

/// A queue of work on a device. The runtime library defines it.
class Stream;

/// Launches kernel number `kernel` of `module` on `stream`. `arguments[i]` points to the value of parameter i, which is
/// copied before the call returns. Emitted launch functions call this function, which is in the runtime library. It
/// throws what Device::get_or_load_func() and Kernel::launch() throw; see rocm_bindgen/runtime_device.hpp and
/// rocm_bindgen/kernel.hpp.
void launch(Stream& stream, const Module& module, std::uint32_t kernel, const LaunchConfig& config,
            const void* const* arguments);

}  // namespace rocm_bindgen

#endif  // ROCM_BINDGEN_MODULE_HPP
