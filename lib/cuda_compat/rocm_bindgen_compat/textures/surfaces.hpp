// CUDA's surface functions, implemented by the device libraries' image functions. As in CUDA, x is in bytes. In every
// boundary mode, a read outside the image returns zero and a write outside it is dropped, because the hardware works
// this way. CUDA's trap mode does not trap here: no program can rely on the result of a trap.
#pragma once

#include <hip/surface_types.h>

#include "rocm_bindgen_compat/textures/texels.hpp"

#define ROCM_BINDGEN_LIST(...) __VA_ARGS__

// Defines a read that returns the value, a read through a pointer, and a write. The variadic argument is the position,
// an expression of the pixel's x and the other parameters. The unnamed int is the boundary mode. CUDA numbers the faces
// of all cube maps in an array: `layer_face` is 6 * layer + face.
#define ROCM_BINDGEN_SURFACE(name, suffix, parameters, arguments, ...)                                             \
  template <typename T, unsigned = rocm_bindgen::TexelRank<T>::value>                                              \
  __device__ inline T name##read(hipSurfaceObject_t object, int offset, ROCM_BINDGEN_LIST parameters int = 0) {    \
    const int x = offset / static_cast<int>(sizeof(T));                                                            \
    return rocm_bindgen::texel_as<T>(__ockl_image_load_##suffix((rocm_bindgen::ImageHandle)object, __VA_ARGS__));  \
  }                                                                                                                \
  template <typename T, unsigned = rocm_bindgen::TexelRank<T>::value>                                              \
  __device__ inline void name##read(T* value, hipSurfaceObject_t object, int offset,                               \
                                    ROCM_BINDGEN_LIST parameters int = 0) {                                        \
    *value = name##read<T>(object, offset, ROCM_BINDGEN_LIST arguments 0);                                         \
  }                                                                                                                \
  template <typename T, unsigned = rocm_bindgen::TexelRank<T>::value>                                              \
  __device__ inline void name##write(T value, hipSurfaceObject_t object, int offset,                               \
                                     ROCM_BINDGEN_LIST parameters int = 0) {                                       \
    const int x = offset / static_cast<int>(sizeof(T));                                                            \
    __ockl_image_store_##suffix((rocm_bindgen::ImageHandle)object, __VA_ARGS__, rocm_bindgen::texel_of<T>(value)); \
  }

ROCM_BINDGEN_SURFACE(surf1D, 1D, (), (), x)
ROCM_BINDGEN_SURFACE(surf2D, 2D, (int y, ), (y, ), int2::Native_vec_{x, y})
ROCM_BINDGEN_SURFACE(surf3D, 3D, (int y, int z, ), (y, z, ), int4::Native_vec_{x, y, z, 0})
ROCM_BINDGEN_SURFACE(surf1DLayered, 1Da, (int layer, ), (layer, ), int2::Native_vec_{x, layer})
ROCM_BINDGEN_SURFACE(surf2DLayered, 2Da, (int y, int layer, ), (y, layer, ), int4::Native_vec_{x, y, layer, 0})
ROCM_BINDGEN_SURFACE(surfCubemap, CM, (int y, int face, ), (y, face, ), int2::Native_vec_{x, y}, face)
ROCM_BINDGEN_SURFACE(surfCubemapLayered, CMa, (int y, int layer_face, ), (y, layer_face, ),
                     int4::Native_vec_{x, y, layer_face / 6, 0}, layer_face % 6)

#undef ROCM_BINDGEN_SURFACE
#undef ROCM_BINDGEN_LIST
