// HIP's texture types, extended by the members of CUDA's texture descriptor that HIP lacks. They come after HIP's own
// members, where no HIP function reads them. Both are hints: how exactly mipmap levels are blended, and how the edges
// of a cube map are filtered.
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
