// CUDA's texture functions for texture objects and texture references, implemented by the device libraries' image
// functions. Gradients of cube maps are not supported, because the device libraries lack them.
#pragma once

#include <hip/hip_texture_types.h>

#include "rocm_bindgen_compat/textures/texels.hpp"

namespace rocm_bindgen {

template <typename T, hipTextureReadMode mode>
struct FetchedTexel {
  using type = T;
};
template <typename T>
struct FetchedTexel<T, hipReadModeNormalizedFloat> {
  using type = typename FloatTexel<TexelRank<T>::value>::type;
};
template <typename T, hipTextureReadMode mode>
using fetched_texel_t = typename FetchedTexel<T, mode>::type;

// The type of a gather's result, which consists of the same component of four texels.
template <typename T>
using gathered_texels_t = typename VectorOf<typename TexelRank<T>::component, 4>::type;

__device__ inline Texel gather(ImageHandle i, ImageHandle s, float x, float y, int component) {
  const float2::Native_vec_ at = {x, y};
  switch (component) {
    case 1:
      return __ockl_image_gather4g_2D(i, s, at);
    case 2:
      return __ockl_image_gather4b_2D(i, s, at);
    case 3:
      return __ockl_image_gather4a_2D(i, s, at);
    default:
      return __ockl_image_gather4r_2D(i, s, at);
  }
}

}  // namespace rocm_bindgen

#define ROCM_BINDGEN_LIST(...) __VA_ARGS__

// Defines a fetch from an object that returns the value, a fetch through a pointer, and a fetch from a reference.
// `texel` is an expression of the image i, its sampler s and the parameters.
#define ROCM_BINDGEN_TEXTURE_RETURNING(name, kind, Object, Reference, parameters, arguments, texel)     \
  template <typename T, unsigned = rocm_bindgen::TexelRank<T>::value>                                   \
  __device__ inline Object name(hipTextureObject_t object, ROCM_BINDGEN_LIST parameters) {              \
    const auto i = (rocm_bindgen::ImageHandle)object;                                                   \
    [[maybe_unused]] const auto s = i + HIP_SAMPLER_OBJECT_OFFSET_DWORD;                                \
    return rocm_bindgen::texel_as<Object>(texel);                                                       \
  }                                                                                                     \
  template <typename T, unsigned = rocm_bindgen::TexelRank<T>::value>                                   \
  __device__ inline void name(Object* value, hipTextureObject_t object, ROCM_BINDGEN_LIST parameters) { \
    *value = name<T>(object, ROCM_BINDGEN_LIST arguments);                                              \
  }                                                                                                     \
  template <typename T, hipTextureReadMode mode>                                                        \
  __device__ inline Reference name(texture<T, kind, mode> reference, ROCM_BINDGEN_LIST parameters) {    \
    const auto i = (rocm_bindgen::ImageHandle)reference.textureObject;                                  \
    [[maybe_unused]] const auto s = i + HIP_SAMPLER_OBJECT_OFFSET_DWORD;                                \
    return rocm_bindgen::texel_as<Reference>(texel);                                                    \
  }
#define ROCM_BINDGEN_FETCHED rocm_bindgen::fetched_texel_t<T, mode>
#define ROCM_BINDGEN_TEXTURE(name, kind, parameters, arguments, texel) \
  ROCM_BINDGEN_TEXTURE_RETURNING(name, kind, T, ROCM_BINDGEN_FETCHED, parameters, arguments, (texel))

ROCM_BINDGEN_TEXTURE(tex1Dfetch, hipTextureType1D, (int x), (x), __ockl_image_load_1Db(i, x))
ROCM_BINDGEN_TEXTURE(tex1D, hipTextureType1D, (float x), (x), __ockl_image_sample_1D(i, s, x))
ROCM_BINDGEN_TEXTURE(tex1DLod, hipTextureType1D, (float x, float level), (x, level),
                     __ockl_image_sample_lod_1D(i, s, x, level))
ROCM_BINDGEN_TEXTURE(tex1DGrad, hipTextureType1D, (float x, float dx, float dy), (x, dx, dy),
                     __ockl_image_sample_grad_1D(i, s, x, dx, dy))
ROCM_BINDGEN_TEXTURE(tex2D, hipTextureType2D, (float x, float y), (x, y),
                     __ockl_image_sample_2D(i, s, float2::Native_vec_{x, y}))
ROCM_BINDGEN_TEXTURE(tex2DLod, hipTextureType2D, (float x, float y, float level), (x, y, level),
                     __ockl_image_sample_lod_2D(i, s, float2::Native_vec_{x, y}, level))
ROCM_BINDGEN_TEXTURE(tex2DGrad, hipTextureType2D, (float x, float y, float2 dx, float2 dy), (x, y, dx, dy),
                     __ockl_image_sample_grad_2D(i, s, float2::Native_vec_{x, y}, dx.data, dy.data))
ROCM_BINDGEN_TEXTURE(tex3D, hipTextureType3D, (float x, float y, float z), (x, y, z),
                     __ockl_image_sample_3D(i, s, rocm_bindgen::Texel{x, y, z, 0}))
ROCM_BINDGEN_TEXTURE(tex3DLod, hipTextureType3D, (float x, float y, float z, float level), (x, y, z, level),
                     __ockl_image_sample_lod_3D(i, s, rocm_bindgen::Texel{x, y, z, 0}, level))
ROCM_BINDGEN_TEXTURE(tex3DGrad, hipTextureType3D, (float x, float y, float z, float4 dx, float4 dy), (x, y, z, dx, dy),
                     __ockl_image_sample_grad_3D(i, s, rocm_bindgen::Texel{x, y, z, 0}, dx.data, dy.data))
ROCM_BINDGEN_TEXTURE(tex1DLayered, hipTextureType1DLayered, (float x, int layer), (x, layer),
                     __ockl_image_sample_1Da(i, s, float2::Native_vec_{x, static_cast<float>(layer)}))
ROCM_BINDGEN_TEXTURE(tex1DLayeredLod, hipTextureType1DLayered, (float x, int layer, float level), (x, layer, level),
                     __ockl_image_sample_lod_1Da(i, s, float2::Native_vec_{x, static_cast<float>(layer)}, level))
ROCM_BINDGEN_TEXTURE(tex1DLayeredGrad, hipTextureType1DLayered, (float x, int layer, float dx, float dy),
                     (x, layer, dx, dy),
                     __ockl_image_sample_grad_1Da(i, s, float2::Native_vec_{x, static_cast<float>(layer)}, dx, dy))
ROCM_BINDGEN_TEXTURE(tex2DLayered, hipTextureType2DLayered, (float x, float y, int layer), (x, y, layer),
                     __ockl_image_sample_2Da(i, s, rocm_bindgen::Texel{x, y, static_cast<float>(layer), 0}))
ROCM_BINDGEN_TEXTURE(tex2DLayeredLod, hipTextureType2DLayered, (float x, float y, int layer, float level),
                     (x, y, layer, level),
                     __ockl_image_sample_lod_2Da(i, s, rocm_bindgen::Texel{x, y, static_cast<float>(layer), 0}, level))
ROCM_BINDGEN_TEXTURE(tex2DLayeredGrad, hipTextureType2DLayered, (float x, float y, int layer, float2 dx, float2 dy),
                     (x, y, layer, dx, dy),
                     __ockl_image_sample_grad_2Da(i, s, rocm_bindgen::Texel{x, y, static_cast<float>(layer), 0},
                                                  dx.data, dy.data))
ROCM_BINDGEN_TEXTURE(texCubemap, hipTextureTypeCubemap, (float x, float y, float z), (x, y, z),
                     __ockl_image_sample_CM(i, s, rocm_bindgen::Texel{x, y, z, 0}))
ROCM_BINDGEN_TEXTURE(texCubemapLod, hipTextureTypeCubemap, (float x, float y, float z, float level), (x, y, z, level),
                     __ockl_image_sample_lod_CM(i, s, rocm_bindgen::Texel{x, y, z, 0}, level))
ROCM_BINDGEN_TEXTURE(texCubemapLayered, hipTextureTypeCubemapLayered, (float x, float y, float z, int layer),
                     (x, y, z, layer),
                     __ockl_image_sample_CMa(i, s, rocm_bindgen::Texel{x, y, z, static_cast<float>(layer)}))
ROCM_BINDGEN_TEXTURE(texCubemapLayeredLod, hipTextureTypeCubemapLayered,
                     (float x, float y, float z, int layer, float level), (x, y, z, layer, level),
                     __ockl_image_sample_lod_CMa(i, s, rocm_bindgen::Texel{x, y, z, static_cast<float>(layer)}, level))

// A gather returns four values of one component. For an object, the call specifies that type; for a reference, it
// follows from T.
#define ROCM_BINDGEN_GATHERED rocm_bindgen::fetched_texel_t<rocm_bindgen::gathered_texels_t<T>, mode>
ROCM_BINDGEN_TEXTURE_RETURNING(tex2Dgather, hipTextureType2D, T, ROCM_BINDGEN_GATHERED,
                               (float x, float y, int component = 0), (x, y, component),
                               rocm_bindgen::gather(i, s, x, y, component))

#undef ROCM_BINDGEN_GATHERED
#undef ROCM_BINDGEN_TEXTURE
#undef ROCM_BINDGEN_FETCHED
#undef ROCM_BINDGEN_TEXTURE_RETURNING
#undef ROCM_BINDGEN_LIST
