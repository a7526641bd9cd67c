// The launch interface of module kernels before CUDA 4: shape and parameters are set on the function one by one.
#pragma once

#define CU_PARAM_TR_DEFAULT -1

namespace rocm_bindgen {

// The settings of one function. They are never freed, because the function itself usually exists until the program
// ends. kMost is CUDA's limit for the bytes of a kernel's parameters.
struct FunctionParameters {
  static constexpr size_t kMost = 4096;
  hipFunction_t function;
  unsigned block[3];
  unsigned shared;
  size_t size;
  FunctionParameters* next;
  alignas(16) unsigned char bytes[kMost];
};

inline FunctionParameters& parameters_of(hipFunction_t function) {
  static thread_local FunctionParameters* first = nullptr;
  for (FunctionParameters* known = first; known != nullptr; known = known->next)
    if (known->function == function) return *known;
  first = new FunctionParameters{function, {1, 1, 1}, 0, 0, first, {}};
  return *first;
}

inline hipError_t set_parameter(hipFunction_t function, int offset, const void* value, size_t size) {
  if (offset < 0 || static_cast<size_t>(offset) + size > FunctionParameters::kMost) return hipErrorInvalidValue;
  memcpy(parameters_of(function).bytes + offset, value, size);
  return hipSuccess;
}

}  // namespace rocm_bindgen

inline hipError_t cuFuncSetBlockShape(hipFunction_t function, int x, int y, int z) {
  auto& block = rocm_bindgen::parameters_of(function).block;
  block[0] = static_cast<unsigned>(x);
  block[1] = static_cast<unsigned>(y);
  block[2] = static_cast<unsigned>(z);
  return hipSuccess;
}
inline hipError_t cuFuncSetSharedSize(hipFunction_t function, unsigned bytes) {
  rocm_bindgen::parameters_of(function).shared = bytes;
  return hipSuccess;
}
inline hipError_t cuParamSetSize(hipFunction_t function, unsigned bytes) {
  if (bytes > rocm_bindgen::FunctionParameters::kMost) return hipErrorInvalidValue;
  rocm_bindgen::parameters_of(function).size = bytes;
  return hipSuccess;
}
inline hipError_t cuParamSeti(hipFunction_t function, int offset, unsigned value) {
  return rocm_bindgen::set_parameter(function, offset, &value, sizeof(value));
}
inline hipError_t cuParamSetf(hipFunction_t function, int offset, float value) {
  return rocm_bindgen::set_parameter(function, offset, &value, sizeof(value));
}
inline hipError_t cuParamSetv(hipFunction_t function, int offset, void* value, unsigned bytes) {
  return rocm_bindgen::set_parameter(function, offset, value, bytes);
}
// A texture reference belongs to its module and not to a function, so there is nothing to set.
inline hipError_t cuParamSetTexRef(hipFunction_t, int, textureReference*) {
  return hipSuccess;
}
inline hipError_t cuLaunchGridAsync(hipFunction_t function, int width, int height, hipStream_t stream) {
  auto& set = rocm_bindgen::parameters_of(function);
  void* extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, set.bytes, HIP_LAUNCH_PARAM_BUFFER_SIZE, &set.size,
                   HIP_LAUNCH_PARAM_END};
  return hipModuleLaunchKernel(function, static_cast<unsigned>(width), static_cast<unsigned>(height), 1, set.block[0],
                               set.block[1], set.block[2], set.shared, stream, nullptr, extra);
}
inline hipError_t cuLaunchGrid(hipFunction_t function, int width, int height) {
  return cuLaunchGridAsync(function, width, height, nullptr);
}
inline hipError_t cuLaunch(hipFunction_t function) {
  return cuLaunchGridAsync(function, 1, 1, nullptr);
}
