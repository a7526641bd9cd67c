// HIP's types of textures, and CUDA's members of what describes one that HIP lacks: behind HIP's own, where no function
// of HIP's looks. They are hints: of how exactly levels are mixed, and of how the edges of a cube are met.
#pragma once

#if defined(__cplusplus)
#define hipTextureDesc rocm_bindgen_hipTextureDesc
#include_next <hip/texture_types.h>
#undef hipTextureDesc

struct hipTextureDesc : rocm_bindgen_hipTextureDesc {
  int disableTrilinearOptimization;
  int seamlessCubemap;
};
#else
#include_next <hip/texture_types.h>
#endif
