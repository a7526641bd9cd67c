// What an emitted header is made of: plain structs that describe embedded GPU kernels, and the types that launch
// functions take. Emitted headers carry a copy of this file behind the same guard; either may come first.
// All of it is constant data or trivial types: no ownership, safe from any thread.
#ifndef ROCM_BINDGEN_MODULE_HPP
#define ROCM_BINDGEN_MODULE_HPP

#include <cstddef>
#include <cstdint>

/// Raised whenever what follows changes its layout. Emitted headers and the runtime's own compare it with theirs, since
/// whichever copy comes first is the one that counts.
#define ROCM_BINDGEN_MODULE_LAYOUT 2

namespace rocm_bindgen {

/// IEEE 754 binary16, as bits. Kernels see it as __half.
struct f16 {
  std::uint16_t bits;
};

/// The upper half of an IEEE 754 binary32, as bits. Kernels see it as __nv_bfloat16.
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
  const char* name;  ///< as in the source; "" if it has none
  const char* type;  ///< as in the source: "const size_t"; of what is compiled at run time "", or "?": any of its size
  std::uint32_t offset;  ///< bytes from the start of the kernarg segment
  std::uint32_t size;    ///< bytes
  bool is_pointer;
};

/// One kernel of a module.
struct KernelInfo {
  const char* name;    ///< its identifier in the emitted header
  const char* symbol;  ///< its name in the code objects
  const ParameterInfo* parameters;
  std::uint32_t parameter_count;
};

/// The machine code of a module for one target.
struct CodeObject {
  const char* target;         ///< target ID: "gfx90a:xnack-"
  const unsigned char* data;  ///< `stored_size` bytes; null: they are in `file`
  std::size_t stored_size;    ///< bytes embedded, or in the file
  std::size_t image_size;     ///< bytes of the ELF image once decompressed
  Compression compression;
  const char* file = nullptr;  ///< relative to a folder that the runtime is told; read when the module is loaded
};

/// A CUDA source's kernels, compiled for one or more targets.
struct Module {
  const char* name;     ///< the source's name without extension
  std::uint32_t index;  ///< its place among the header's modules, from 0
  const KernelInfo* kernels;
  std::size_t kernel_count;
  const CodeObject* code_objects;
  std::size_t code_object_count;
};

/// Three sizes, in items: workgroups of a grid, or work-items of a workgroup.
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

/// A queue of a device; the runtime library defines it.
class Stream;

/// Launches kernel `kernel` of `module` on `stream`; `arguments[i]` points to the value of parameter i, which is copied
/// before the call returns. Emitted launch functions call it; the runtime library defines it and documents its errors.
void launch(Stream& stream, const Module& module, std::uint32_t kernel, const LaunchConfig& config,
            const void* const* arguments);

}  // namespace rocm_bindgen

#endif  // ROCM_BINDGEN_MODULE_HPP
