// HIP's functions that fill memory: hipMemset() and its variants.
#include "core/device.hpp"
#include "core/memory.hpp"

using namespace rocm_bindgen::hip;

namespace rocm_bindgen::hip {
namespace {

hipError_t fill_values(void* to, std::uint32_t value, std::size_t value_bytes, std::size_t count, hipStream_t stream,
                       Return when) {
  if (const auto fault = Device::get().fault(); fault != hipSuccess) return fault;
  if (count > ~std::size_t{0} / value_bytes) return hipErrorInvalidValue;
  fill({to}, {count * value_bytes}, value, value_bytes, stream, when);
  return hipSuccess;
}

hipError_t fill_rows(void* to, std::size_t pitch, int value, std::size_t width, std::size_t height, hipStream_t stream,
                     Return when) {
  if (const auto fault = Device::get().fault(); fault != hipSuccess) return fault;
  fill({to, pitch}, {width, height}, static_cast<unsigned char>(value), 1, stream, when);
  return hipSuccess;
}

/// A slice of the memory has `to.ysize` rows. If that is 0, it has `extent.height` rows, the number of rows to fill.
hipError_t fill_block(const hipPitchedPtr& to, int value, const hipExtent& extent, hipStream_t stream, Return when) {
  if (const auto fault = Device::get().fault(); fault != hipSuccess) return fault;
  fill({to.ptr, to.pitch, added(0, to.pitch, to.ysize == 0 ? extent.height : to.ysize)},
       {extent.width, extent.height, extent.depth}, static_cast<unsigned char>(value), 1, stream, when);
  return hipSuccess;
}

std::uint32_t byte_of(int value) {
  return static_cast<unsigned char>(value);
}

}  // namespace
}  // namespace rocm_bindgen::hip

extern "C" {

hipError_t hipMemset(void* to, int value, size_t bytes) {
  return call(__func__, [&] { return fill_values(to, byte_of(value), 1, bytes, nullptr, Return::when_done); });
}

hipError_t hipMemset_spt(void* to, int value, size_t bytes) {
  return call(__func__,
              [&] { return fill_values(to, byte_of(value), 1, bytes, hipStreamPerThread, Return::when_done); });
}

hipError_t hipMemsetAsync(void* to, int value, size_t bytes, hipStream_t stream) {
  return call(__func__, [&] { return fill_values(to, byte_of(value), 1, bytes, stream, Return::at_once); });
}

hipError_t hipMemsetD8(hipDeviceptr_t to, unsigned char value, size_t count) {
  return call(__func__, [&] { return fill_values(to, value, 1, count, nullptr, Return::when_done); });
}

hipError_t hipMemsetD8Async(hipDeviceptr_t to, unsigned char value, size_t count, hipStream_t stream) {
  return call(__func__, [&] { return fill_values(to, value, 1, count, stream, Return::at_once); });
}

hipError_t hipMemsetD16(hipDeviceptr_t to, unsigned short value, size_t count) {
  return call(__func__, [&] { return fill_values(to, value, 2, count, nullptr, Return::when_done); });
}

hipError_t hipMemsetD16Async(hipDeviceptr_t to, unsigned short value, size_t count, hipStream_t stream) {
  return call(__func__, [&] { return fill_values(to, value, 2, count, stream, Return::at_once); });
}

hipError_t hipMemsetD32(hipDeviceptr_t to, int value, size_t count) {
  return call(__func__,
              [&] { return fill_values(to, static_cast<std::uint32_t>(value), 4, count, nullptr, Return::when_done); });
}

hipError_t hipMemsetD32Async(hipDeviceptr_t to, int value, size_t count, hipStream_t stream) {
  return call(__func__,
              [&] { return fill_values(to, static_cast<std::uint32_t>(value), 4, count, stream, Return::at_once); });
}

hipError_t hipMemset2D(void* to, size_t pitch, int value, size_t width, size_t height) {
  return call(__func__, [&] { return fill_rows(to, pitch, value, width, height, nullptr, Return::when_done); });
}

hipError_t hipMemset2D_spt(void* to, size_t pitch, int value, size_t width, size_t height) {
  return call(__func__,
              [&] { return fill_rows(to, pitch, value, width, height, hipStreamPerThread, Return::when_done); });
}

hipError_t hipMemset2DAsync(void* to, size_t pitch, int value, size_t width, size_t height, hipStream_t stream) {
  return call(__func__, [&] { return fill_rows(to, pitch, value, width, height, stream, Return::at_once); });
}

hipError_t hipMemset3D(hipPitchedPtr to, int value, hipExtent extent) {
  return call(__func__, [&] { return fill_block(to, value, extent, nullptr, Return::when_done); });
}

hipError_t hipMemset3D_spt(hipPitchedPtr to, int value, hipExtent extent) {
  return call(__func__, [&] { return fill_block(to, value, extent, hipStreamPerThread, Return::when_done); });
}

hipError_t hipMemset3DAsync(hipPitchedPtr to, int value, hipExtent extent, hipStream_t stream) {
  return call(__func__, [&] { return fill_block(to, value, extent, stream, Return::at_once); });
}

}  // extern "C"
