// HIP's functions that copy memory. Each describes its copy as two places and a shape (core/memory.hpp);
// core/memory.cpp checks and submits it.
#include "api/per_thread_stream.hpp"
#include "core/device.hpp"
#include "core/memory.hpp"
#include "program/program.hpp"
#include "soname.hpp"

using namespace rocm_bindgen::hip;

namespace rocm_bindgen::hip {
namespace {

hipError_t copy_bytes(void* to, const void* from, std::size_t bytes, hipMemcpyKind kind, hipStream_t stream,
                      Return when) {
  if (const auto fault = Device::get().fault(); fault != hipSuccess) return fault;
  copy({to}, {const_cast<void*>(from)}, {bytes}, kind, stream, when);
  return hipSuccess;
}

/// Copies and waits for the copy. With 0 bytes, it only waits for the stream's work.
hipError_t copy_and_wait(void* to, const void* from, std::size_t bytes, hipMemcpyKind kind, hipStream_t stream) {
  if (bytes == 0) {
    Streams::get().refuse_in_capture(hipErrorStreamCaptureImplicit);
    finish(stream);
    return hipSuccess;
  }
  return copy_bytes(to, from, bytes, kind, stream, Return::when_done);
}

hipError_t copy_rows(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                     std::size_t height, hipMemcpyKind kind, hipStream_t stream, Return when) {
  if (const auto fault = Device::get().fault(); fault != hipSuccess) return fault;
  copy({to, to_pitch}, {const_cast<void*>(from), from_pitch}, {width, height}, kind, stream, when);
  return hipSuccess;
}

/// The position of a block in pitched memory, as programs state it.
struct Position {
  std::size_t x = 0, y = 0, z = 0;  ///< x is in bytes
};

/// Throws Failure if a row of the block continues in the next row of the memory, or a slice in the next slice. `rows`
/// is the number of rows in a slice.
void check_inside(const Position& position, const Shape& shape, std::size_t pitch, std::size_t rows) {
  const auto check = [](const char* what, std::size_t begin, std::size_t count, std::size_t all) {
    if (count > all || begin > all - count)
      throw Failure(hipErrorInvalidValue, std::to_string(count) + what + std::to_string(begin) +
                                              " on do not fit into the " + std::to_string(all) + " of the memory");
  };
  if (shape.width == 0 || shape.height == 0 || shape.depth == 0) return;
  // A pitch that is less than the width has its own error, which copy() throws.
  if (shape.width <= pitch) check(" bytes of a row, from byte ", position.x, shape.width, pitch);
  if (shape.depth > 1) check(" rows of a slice, from row ", position.y, shape.height, rows);
}

/// The place of a block. A pitch or a number of rows of 0 means that the memory has no more than the block.
Place place_of(void* begin, std::size_t pitch, std::size_t rows, const Position& position, const Shape& shape) {
  if (rows == 0) rows = shape.height;
  // In memory of a single row, no row follows.
  if (pitch != 0 || shape.height > 1 || shape.depth > 1)
    check_inside(position, shape, pitch == 0 ? shape.width : pitch, rows);
  if (pitch == 0) pitch = shape.width;
  const auto slice = added(0, pitch, rows);
  const auto offset = added(added(position.x, position.y, pitch), position.z, slice);
  return {static_cast<char*>(begin) + offset, pitch, slice};
}

hipError_t copy_block(const hipMemcpy3DParms* p, hipStream_t stream, Return when) {
  if (p == nullptr) return hipErrorInvalidValue;
  if (p->srcArray != nullptr || p->dstArray != nullptr)
    throw Failure(hipErrorNotSupported, "arrays are not served by the emulated device");
  if (p->srcPtr.ptr == nullptr || p->dstPtr.ptr == nullptr) return hipErrorInvalidValue;
  if (const auto fault = Device::get().fault(); fault != hipSuccess) return fault;
  const Shape shape{p->extent.width, p->extent.height, p->extent.depth};
  const auto place = [&](const hipPitchedPtr& memory, const hipPos& at) {
    return place_of(memory.ptr, memory.pitch, memory.ysize, {at.x, at.y, at.z}, shape);
  };
  copy(place(p->dstPtr, p->dstPos), place(p->srcPtr, p->srcPos), shape, p->kind, stream, when);
  return hipSuccess;
}

/// The source or destination of a copy of the driver API, which states the type of memory.
struct DriverSide {
  void* begin = nullptr;
  bool device = false;  ///< the program says that it is device memory
};

DriverSide driver_side(hipMemoryType type, const void* host, hipDeviceptr_t device) {
  const auto types = memory_types();
  if (type == types.host) return {const_cast<void*>(host), false};
  if (type == types.device) return {device, true};
  // Unified memory may be the host's or the device's; the program states its address like that of device memory.
  if (type == types.unified) return {device, false};
  throw Failure(hipErrorNotSupported, "arrays are not served by the emulated device");
}

hipMemcpyKind kind_of(const DriverSide& to, const DriverSide& from) {
  // copy() requires device memory where the kind says so, and looks at the address of every other side. A unified
  // source of hipMemcpyHostToDevice may therefore be device memory.
  if (to.device) return from.device ? hipMemcpyDeviceToDevice : hipMemcpyHostToDevice;
  return from.device ? hipMemcpyDeviceToHost : hipMemcpyDefault;
}

hipError_t copy_driver_2d(const hip_Memcpy2D* p, hipStream_t stream, Return when) {
  if (p == nullptr) return hipErrorInvalidValue;
  if (const auto fault = Device::get().fault(); fault != hipSuccess) return fault;
  const auto to = driver_side(p->dstMemoryType, p->dstHost, p->dstDevice);
  const auto from = driver_side(p->srcMemoryType, p->srcHost, p->srcDevice);
  if (to.begin == nullptr || from.begin == nullptr) return hipErrorInvalidValue;
  const Shape shape{p->WidthInBytes, p->Height};
  copy(place_of(to.begin, p->dstPitch, 0, {p->dstXInBytes, p->dstY}, shape),
       place_of(from.begin, p->srcPitch, 0, {p->srcXInBytes, p->srcY}, shape), shape, kind_of(to, from), stream, when);
  return hipSuccess;
}

hipError_t copy_driver_3d(const HIP_MEMCPY3D* p, hipStream_t stream, Return when) {
  if (p == nullptr) return hipErrorInvalidValue;
  if (const auto fault = Device::get().fault(); fault != hipSuccess) return fault;
  const auto to = driver_side(p->dstMemoryType, p->dstHost, p->dstDevice);
  const auto from = driver_side(p->srcMemoryType, p->srcHost, p->srcDevice);
  if (to.begin == nullptr || from.begin == nullptr) return hipErrorInvalidValue;
  const Shape shape{p->WidthInBytes, p->Height, p->Depth};
  copy(place_of(to.begin, p->dstPitch, p->dstHeight, {p->dstXInBytes, p->dstY, p->dstZ}, shape),
       place_of(from.begin, p->srcPitch, p->srcHeight, {p->srcXInBytes, p->srcY, p->srcZ}, shape), shape,
       kind_of(to, from), stream, when);
  return hipSuccess;
}

/// The address at `offset` in a variable. Throws Failure if `bytes` from there exceed the variable.
void* in_symbol(const void* symbol, std::size_t bytes, std::size_t offset) {
  const auto variable = find_variable(symbol);
  if (offset > variable.bytes || bytes > variable.bytes - offset)
    throw Failure(hipErrorInvalidValue, std::to_string(bytes) + " bytes at offset " + std::to_string(offset) +
                                            " of a variable of " + std::to_string(variable.bytes) + " bytes");
  return static_cast<char*>(variable.memory) + offset;
}

hipError_t to_symbol(const void* symbol, const void* from, std::size_t bytes, std::size_t offset, hipMemcpyKind kind,
                     hipStream_t stream, Return when) {
  if (symbol == nullptr) return hipErrorInvalidSymbol;
  if (kind != hipMemcpyHostToDevice && kind != hipMemcpyDeviceToDevice && kind != hipMemcpyDefault)
    return hipErrorInvalidMemcpyDirection;
  return copy_bytes(in_symbol(symbol, bytes, offset), from, bytes, kind, stream, when);
}

hipError_t from_symbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset, hipMemcpyKind kind,
                       hipStream_t stream, Return when) {
  if (symbol == nullptr) return hipErrorInvalidSymbol;
  if (kind != hipMemcpyDeviceToHost && kind != hipMemcpyDeviceToDevice && kind != hipMemcpyDefault)
    return hipErrorInvalidMemcpyDirection;
  return copy_bytes(to, in_symbol(symbol, bytes, offset), bytes, kind, stream, when);
}

}  // namespace
}  // namespace rocm_bindgen::hip

extern "C" {

hipError_t hipMemcpy(void* to, const void* from, size_t bytes, hipMemcpyKind kind) {
  return call(__func__, [&] { return copy_and_wait(to, from, bytes, kind, nullptr); });
}

hipError_t hipMemcpy_spt(void* to, const void* from, size_t bytes, hipMemcpyKind kind) {
  return call(__func__, [&] { return copy_and_wait(to, from, bytes, kind, hipStreamPerThread); });
}

hipError_t hipMemcpyWithStream(void* to, const void* from, size_t bytes, hipMemcpyKind kind, hipStream_t stream) {
  return call(__func__, [&] {
    // As in ROCm, a stream that records a graph records this copy as well.
    const bool recorded = Streams::get().capture(Streams::get().find(stream)) != nullptr;
    return recorded ? copy_bytes(to, from, bytes, kind, stream, Return::at_once)
                    : copy_and_wait(to, from, bytes, kind, stream);
  });
}

hipError_t hipMemcpyAsync(void* to, const void* from, size_t bytes, hipMemcpyKind kind, hipStream_t stream) {
  return call(__func__, [&] { return copy_bytes(to, from, bytes, kind, stream, Return::at_once); });
}

hipError_t hipMemcpyAsync_spt(void* to, const void* from, size_t bytes, hipMemcpyKind kind, hipStream_t stream) {
  return call(__func__, [&] { return copy_bytes(to, from, bytes, kind, or_per_thread(stream), Return::at_once); });
}

hipError_t hipMemcpyHtoD(hipDeviceptr_t to, void* from, size_t bytes) {
  return call(__func__, [&] { return copy_and_wait(to, from, bytes, hipMemcpyHostToDevice, nullptr); });
}

hipError_t hipMemcpyDtoH(void* to, hipDeviceptr_t from, size_t bytes) {
  return call(__func__, [&] { return copy_and_wait(to, from, bytes, hipMemcpyDeviceToHost, nullptr); });
}

hipError_t hipMemcpyDtoD(hipDeviceptr_t to, hipDeviceptr_t from, size_t bytes) {
  return call(__func__, [&] { return copy_and_wait(to, from, bytes, hipMemcpyDeviceToDevice, nullptr); });
}

hipError_t hipMemcpyHtoDAsync(hipDeviceptr_t to, void* from, size_t bytes, hipStream_t stream) {
  return call(__func__, [&] { return copy_bytes(to, from, bytes, hipMemcpyHostToDevice, stream, Return::at_once); });
}

hipError_t hipMemcpyDtoHAsync(void* to, hipDeviceptr_t from, size_t bytes, hipStream_t stream) {
  return call(__func__, [&] { return copy_bytes(to, from, bytes, hipMemcpyDeviceToHost, stream, Return::at_once); });
}

hipError_t hipMemcpyDtoDAsync(hipDeviceptr_t to, hipDeviceptr_t from, size_t bytes, hipStream_t stream) {
  return call(__func__, [&] { return copy_bytes(to, from, bytes, hipMemcpyDeviceToDevice, stream, Return::at_once); });
}

hipError_t hipMemcpyPeer(void* to, int to_device, const void* from, int from_device, size_t bytes) {
  return call(__func__, [&] {
    check_ordinal(to_device);
    check_ordinal(from_device);
    return copy_and_wait(to, from, bytes, hipMemcpyDeviceToDevice, nullptr);
  });
}

hipError_t hipMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device, size_t bytes,
                              hipStream_t stream) {
  return call(__func__, [&] {
    check_ordinal(to_device);
    check_ordinal(from_device);
    return copy_bytes(to, from, bytes, hipMemcpyDeviceToDevice, stream, Return::at_once);
  });
}

hipError_t hipMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height,
                       hipMemcpyKind kind) {
  return call(__func__, [&] {
    return copy_rows(to, to_pitch, from, from_pitch, width, height, kind, nullptr, Return::when_done);
  });
}

hipError_t hipMemcpy2D_spt(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height,
                           hipMemcpyKind kind) {
  return call(__func__, [&] {
    return copy_rows(to, to_pitch, from, from_pitch, width, height, kind, hipStreamPerThread, Return::when_done);
  });
}

hipError_t hipMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height,
                            hipMemcpyKind kind, hipStream_t stream) {
  return call(__func__,
              [&] { return copy_rows(to, to_pitch, from, from_pitch, width, height, kind, stream, Return::at_once); });
}

hipError_t hipMemcpyParam2D(const hip_Memcpy2D* p) {
  return call(__func__, [&] { return copy_driver_2d(p, nullptr, Return::when_done); });
}

hipError_t hipMemcpyParam2DAsync(const hip_Memcpy2D* p, hipStream_t stream) {
  return call(__func__, [&] { return copy_driver_2d(p, stream, Return::at_once); });
}

hipError_t hipDrvMemcpy2DUnaligned(const hip_Memcpy2D* p) {
  return call(__func__, [&] { return copy_driver_2d(p, nullptr, Return::when_done); });
}

hipError_t hipMemcpy3D(const hipMemcpy3DParms* p) {
  return call(__func__, [&] { return copy_block(p, nullptr, Return::when_done); });
}

hipError_t hipMemcpy3D_spt(const hipMemcpy3DParms* p) {
  return call(__func__, [&] { return copy_block(p, hipStreamPerThread, Return::when_done); });
}

hipError_t hipMemcpy3DAsync(const hipMemcpy3DParms* p, hipStream_t stream) {
  return call(__func__, [&] { return copy_block(p, stream, Return::at_once); });
}

hipError_t hipDrvMemcpy3D(const HIP_MEMCPY3D* p) {
  return call(__func__, [&] { return copy_driver_3d(p, nullptr, Return::when_done); });
}

hipError_t hipDrvMemcpy3DAsync(const HIP_MEMCPY3D* p, hipStream_t stream) {
  return call(__func__, [&] { return copy_driver_3d(p, stream, Return::at_once); });
}

hipError_t hipMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset, hipMemcpyKind kind) {
  return call(__func__, [&] { return to_symbol(symbol, from, bytes, offset, kind, nullptr, Return::when_done); });
}

hipError_t hipMemcpyToSymbol_spt(const void* symbol, const void* from, size_t bytes, size_t offset,
                                 hipMemcpyKind kind) {
  return call(__func__,
              [&] { return to_symbol(symbol, from, bytes, offset, kind, hipStreamPerThread, Return::when_done); });
}

hipError_t hipMemcpyToSymbolAsync(const void* symbol, const void* from, size_t bytes, size_t offset, hipMemcpyKind kind,
                                  hipStream_t stream) {
  return call(__func__, [&] { return to_symbol(symbol, from, bytes, offset, kind, stream, Return::at_once); });
}

hipError_t hipMemcpyFromSymbol(void* to, const void* symbol, size_t bytes, size_t offset, hipMemcpyKind kind) {
  return call(__func__, [&] { return from_symbol(to, symbol, bytes, offset, kind, nullptr, Return::when_done); });
}

hipError_t hipMemcpyFromSymbol_spt(void* to, const void* symbol, size_t bytes, size_t offset, hipMemcpyKind kind) {
  return call(__func__,
              [&] { return from_symbol(to, symbol, bytes, offset, kind, hipStreamPerThread, Return::when_done); });
}

hipError_t hipMemcpyFromSymbolAsync(void* to, const void* symbol, size_t bytes, size_t offset, hipMemcpyKind kind,
                                    hipStream_t stream) {
  return call(__func__, [&] { return from_symbol(to, symbol, bytes, offset, kind, stream, Return::at_once); });
}

hipError_t hipGetSymbolAddress(void** address, const void* symbol) {
  return call(__func__, [&] {
    if (address == nullptr) return hipErrorInvalidValue;
    *address = find_variable(symbol).memory;
    return hipSuccess;
  });
}

hipError_t hipGetSymbolSize(size_t* bytes, const void* symbol) {
  return call(__func__, [&] {
    if (bytes == nullptr) return hipErrorInvalidValue;
    *bytes = find_variable(symbol).bytes;
    return hipSuccess;
  });
}

}  // extern "C"
