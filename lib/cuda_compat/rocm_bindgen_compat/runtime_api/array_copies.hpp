// Copies between arrays, and copies between devices that are described by a struct. All use HIP's copy by a struct.
#pragma once

template <int = 0>
inline hipError_t hipMemcpy2DArrayToArray(hipArray_t target, size_t target_x, size_t target_y, hipArray_const_t source,
                                          size_t source_x, size_t source_y, size_t width, size_t height,
                                          hipMemcpyKind kind = hipMemcpyDeviceToDevice) {
  // Here, x and the width are in bytes; in HIP's struct, they are in elements.
  hipChannelFormatDesc format = {};
  hipExtent extent = {};
  unsigned flags = 0;
  const hipError_t error = hipArrayGetInfo(&format, &extent, &flags, target);
  if (error != hipSuccess) return error;
  const size_t element = static_cast<size_t>(format.x + format.y + format.z + format.w) / 8;
  if (element == 0 || width % element != 0) return hipErrorInvalidValue;
  hipMemcpy3DParms copy = {};
  copy.srcArray = const_cast<hipArray_t>(source);
  copy.srcPos = make_hipPos(source_x / element, source_y, 0);
  copy.dstArray = target;
  copy.dstPos = make_hipPos(target_x / element, target_y, 0);
  copy.extent = make_hipExtent(width / element, height, 1);
  copy.kind = kind;
  return hipMemcpy3D(&copy);
}

// Copies within a row or, from the start of a row, any number of whole rows.
inline hipError_t cudaMemcpyArrayToArray(hipArray_t target, size_t target_x, size_t target_y, hipArray_const_t source,
                                         size_t source_x, size_t source_y, size_t count,
                                         hipMemcpyKind kind = hipMemcpyDeviceToDevice) {
  hipChannelFormatDesc format = {};
  hipExtent extent = {};
  unsigned flags = 0;
  const hipError_t error = hipArrayGetInfo(&format, &extent, &flags, target);
  if (error != hipSuccess) return error;
  const size_t row = extent.width * static_cast<size_t>(format.x + format.y + format.z + format.w) / 8;
  const bool whole_rows = target_x == 0 && source_x == 0 && row != 0 && count % row == 0;
  return hipMemcpy2DArrayToArray(target, target_x, target_y, source, source_x, source_y, whole_rows ? row : count,
                                 whole_rows ? count / row : 1, kind);
}

struct cudaMemcpy3DPeerParms {
  hipArray_t srcArray;
  hipPos srcPos;
  hipPitchedPtr srcPtr;
  int srcDevice;
  hipArray_t dstArray;
  hipPos dstPos;
  hipPitchedPtr dstPtr;
  int dstDevice;
  hipExtent extent;
};
// The runtime derives the devices from the addresses.
inline hipError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* parameters, hipStream_t stream = nullptr) {
  hipMemcpy3DParms copy = {};
  copy.srcArray = parameters->srcArray;
  copy.srcPos = parameters->srcPos;
  copy.srcPtr = parameters->srcPtr;
  copy.dstArray = parameters->dstArray;
  copy.dstPos = parameters->dstPos;
  copy.dstPtr = parameters->dstPtr;
  copy.extent = parameters->extent;
  copy.kind = hipMemcpyDefault;
  return hipMemcpy3DAsync(&copy, stream);
}
inline hipError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* parameters) {
  const hipError_t error = cudaMemcpy3DPeerAsync(parameters);
  return error == hipSuccess ? hipStreamSynchronize(nullptr) : error;
}
