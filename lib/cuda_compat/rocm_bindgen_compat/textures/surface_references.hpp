// Surface references, which CUDA had up to version 11: variables that an array is bound to and that the surface
// functions accept in place of a surface object. Binding creates a surface object and copies it to the device's
// variable.
#pragma once

constexpr int cudaSurfaceType1D = 0x01;
constexpr int cudaSurfaceType2D = 0x02;
constexpr int cudaSurfaceType3D = 0x03;
constexpr int cudaSurfaceTypeCubemap = 0x0C;
constexpr int cudaSurfaceType1DLayered = 0xF1;
constexpr int cudaSurfaceType2DLayered = 0xF2;
constexpr int cudaSurfaceTypeCubemapLayered = 0xFC;

#if defined(__HIP__)

// The compiler requires the specialisation; the primary template is not used.
template <typename T, int kind = cudaSurfaceType1D>
struct __attribute__((device_builtin_surface_type)) surface;

template <int kind>
struct __attribute__((device_builtin_surface_type)) surface<void, kind> : surfaceReference {
  surface() { surfaceObject = nullptr; }
  __host__ __device__ operator hipSurfaceObject_t() const { return surfaceObject; }
};

template <int kind>
inline hipError_t cudaBindSurfaceToArray(const surface<void, kind>& reference, hipArray_const_t array) {
  hipResourceDesc resource = {};
  resource.resType = hipResourceTypeArray;
  resource.res.array.array = const_cast<hipArray_t>(array);
  hipSurfaceObject_t object = nullptr;
  const hipError_t error = hipCreateSurfaceObject(&object, &resource);
  if (error != hipSuccess) return error;
  return hipMemcpyToSymbol(static_cast<const void*>(&reference), &object, sizeof(object), 0, hipMemcpyHostToDevice);
}
template <int kind>
inline hipError_t cudaBindSurfaceToArray(const surface<void, kind>& reference, hipArray_const_t array,
                                         const hipChannelFormatDesc&) {
  return cudaBindSurfaceToArray(reference, array);
}

#endif
