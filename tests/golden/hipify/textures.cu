// Textures and surfaces: objects, references, channel formats.
// COMPILES
#include <cuda_runtime.h>  // HIP: #include <hip/hip_runtime.h>

namespace textures {

texture<float, 1, cudaReadModeElementType> line;  // HIP: texture<float, 1, hipReadModeElementType> line;
texture<uchar4, cudaTextureType2D, cudaReadModeNormalizedFloat> image;
// HIP: texture<uchar4, hipTextureType2D, hipReadModeNormalizedFloat> image;

__global__ void sample(cudaTextureObject_t object, cudaSurfaceObject_t surface, float* out) {
// HIP: __global__ void sample(hipTextureObject_t object, hipSurfaceObject_t surface, float* out) {
  out[0] = tex1Dfetch(line, 3);            // SAME
  out[1] = tex2D<float>(object, 1, 2);     // SAME
  out[2] = tex3D<float>(object, 1, 2, 3);  // SAME
  out[3] = tex1Dfetch<float>(object, 1);   // SAME
  float value = 0;
  surf2Dread(&value, surface, 4, 0, cudaBoundaryModeZero);
  // HIP: surf2Dread(&value, surface, 4, 0, hipBoundaryModeZero);
  surf2Dwrite(value, surface, 4, 0, cudaBoundaryModeClamp);
  // HIP: surf2Dwrite(value, surface, 4, 0, hipBoundaryModeClamp);
  cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap;  // HIP: hipSurfaceBoundaryMode mode = hipBoundaryModeTrap;
  (void)mode;
}

void objects(cudaArray_t array, void* memory) {  // HIP: void objects(hipArray_t array, void* memory) {
  cudaResourceDesc resource = {};                // HIP: hipResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;      // HIP: resource.resType = hipResourceTypeArray;
  resource.res.array.array = array;
  resource.resType = cudaResourceTypeLinear;              // HIP: resource.resType = hipResourceTypeLinear;
  resource.resType = cudaResourceTypePitch2D;             // HIP: resource.resType = hipResourceTypePitch2D;
  resource.resType = cudaResourceTypeMipmappedArray;      // HIP: resource.resType = hipResourceTypeMipmappedArray;
  cudaResourceType type = resource.resType;               // HIP: hipResourceType type = resource.resType;
  cudaTextureDesc description = {};                       // HIP: hipTextureDesc description = {};
  description.addressMode[0] = cudaAddressModeClamp;      // HIP: description.addressMode[0] = hipAddressModeClamp;
  description.addressMode[1] = cudaAddressModeWrap;       // HIP: description.addressMode[1] = hipAddressModeWrap;
  description.addressMode[2] = cudaAddressModeMirror;     // HIP: description.addressMode[2] = hipAddressModeMirror;
  cudaTextureAddressMode border = cudaAddressModeBorder;  // HIP: hipTextureAddressMode border = hipAddressModeBorder;
  description.filterMode = cudaFilterModeLinear;          // HIP: description.filterMode = hipFilterModeLinear;
  cudaTextureFilterMode point = cudaFilterModePoint;      // HIP: hipTextureFilterMode point = hipFilterModePoint;
  description.readMode = cudaReadModeElementType;         // HIP: description.readMode = hipReadModeElementType;
  cudaTextureReadMode normalized = cudaReadModeNormalizedFloat;
  // HIP: hipTextureReadMode normalized = hipReadModeNormalizedFloat;
  cudaResourceViewDesc view = {};                         // HIP: hipResourceViewDesc view = {};
  view.format = cudaResViewFormatNone;                    // HIP: view.format = hipResViewFormatNone;
  cudaTextureObject_t object = 0;                         // HIP: hipTextureObject_t object = 0;
  cudaCreateTextureObject(&object, &resource, &description, nullptr);
  // HIP: hipCreateTextureObject(&object, &resource, &description, nullptr);
  cudaGetTextureObjectResourceDesc(&resource, object);    // HIP: hipGetTextureObjectResourceDesc(&resource, object);
  cudaDestroyTextureObject(object);                       // HIP: hipDestroyTextureObject(object);
  cudaSurfaceObject_t surface = 0;                        // HIP: hipSurfaceObject_t surface = 0;
  cudaCreateSurfaceObject(&surface, &resource);           // HIP: hipCreateSurfaceObject(&surface, &resource);
  cudaDestroySurfaceObject(surface);                      // HIP: hipDestroySurfaceObject(surface);
  (void)type, (void)border, (void)point, (void)normalized, (void)view, (void)memory;
}

void references(cudaArray_t array, void* memory) {  // HIP: void references(hipArray_t array, void* memory) {
  std::size_t offset = 0;
  line.addressMode[0] = cudaAddressModeClamp;  // HIP: line.addressMode[0] = hipAddressModeClamp;
  line.filterMode = cudaFilterModePoint;       // HIP: line.filterMode = hipFilterModePoint;
  line.normalized = false;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  // HIP: hipChannelFormatDesc format = hipCreateChannelDesc<float>();
  cudaBindTexture(&offset, line, memory, format, 1024);  // HIP: hipBindTexture(&offset, line, memory, format, 1024);
  cudaUnbindTexture(line);                               // HIP: hipUnbindTexture(line);
  cudaBindTextureToArray(image, array);                  // HIP: hipBindTextureToArray(image, array);
  cudaBindTexture2D(&offset, image, memory, cudaCreateChannelDesc<uchar4>(), 16, 16, 64);
  // HIP: hipBindTexture2D(&offset, image, memory, hipCreateChannelDesc<uchar4>(), 16, 16, 64);
  cudaGetTextureAlignmentOffset(&offset, line);          // HIP: hipGetTextureAlignmentOffset(&offset, line);
  const textureReference* reference = nullptr;           // SAME
  cudaGetTextureReference(&reference, &line);            // HIP: hipGetTextureReference(&reference, &line);
  (void)reference;
}

}  // namespace textures
