// The driver API's copies, copies between devices, and asynchronous copies and fills.
#include <cstring>
#include <vector>

#include "cases.hpp"
#include "check.hpp"

__device__ int table[8];

namespace {

constexpr size_t kBytes = 1024;

/// Different values for different salts.
std::vector<unsigned char> pattern(size_t count, int salt) {
  std::vector<unsigned char> bytes(count);
  for (size_t i = 0; i < count; ++i) bytes[i] = static_cast<unsigned char>(i * 7 + i / 256 + salt);
  return bytes;
}

std::vector<unsigned char> read_back(const void* device, size_t count) {
  std::vector<unsigned char> bytes(count);
  HIP_CHECK(hipMemcpy(bytes.data(), device, count, hipMemcpyDeviceToHost));
  return bytes;
}

unsigned char* device_memory(size_t count) {
  unsigned char* memory = nullptr;
  HIP_CHECK(hipMalloc(&memory, count));
  HIP_CHECK(hipMemset(memory, 0, count));
  return memory;
}

void straight_copies(hipStream_t stream) {
  auto *one = device_memory(kBytes), *other = device_memory(kBytes);
  auto host = pattern(kBytes, 1);
  HIP_CHECK(hipMemcpyHtoD(one, host.data(), kBytes));
  CHECK(read_back(one, kBytes) == host);
  HIP_FAILS(hipErrorInvalidValue, hipMemcpyHtoD(one, host.data(), kBytes + 1));

  host = pattern(kBytes, 2);
  std::vector<unsigned char> back(kBytes);
  HIP_CHECK(hipMemcpyHtoDAsync(one, host.data(), kBytes, stream));
  HIP_CHECK(hipMemcpyDtoDAsync(other, one, kBytes, stream));
  HIP_CHECK(hipMemcpyDtoHAsync(back.data(), other, kBytes, stream));
  HIP_CHECK(hipStreamSynchronize(stream));
  CHECK(back == host);
  HIP_FAILS(hipErrorInvalidValue, hipMemcpyHtoDAsync(one + 1, host.data(), kBytes, stream));
  HIP_FAILS(hipErrorInvalidValue, hipMemcpyDtoDAsync(other, one + 1, kBytes, stream));
  HIP_FAILS(hipErrorInvalidValue, hipMemcpyDtoHAsync(back.data(), back.data(), kBytes, stream));

  host = pattern(kBytes, 3);
  HIP_CHECK(hipMemcpyWithStream(one, host.data(), kBytes, hipMemcpyHostToDevice, stream));
  HIP_CHECK(hipMemcpyWithStream(back.data(), one, kBytes, hipMemcpyDeviceToHost, stream));
  CHECK(back == host);
  HIP_FAILS(hipErrorInvalidMemcpyDirection,
            hipMemcpyWithStream(one, host.data(), 4, static_cast<hipMemcpyKind>(9), stream));

  HIP_CHECK(hipMemcpyPeer(other, 0, one, 0, kBytes / 2));
  const auto half = read_back(other, kBytes);
  CHECK(std::memcmp(half.data(), host.data(), kBytes / 2) == 0 && half[kBytes - 1] != host[kBytes - 1]);
  HIP_CHECK(hipMemcpyPeerAsync(other, 0, one, 0, kBytes, stream));
  HIP_CHECK(hipStreamSynchronize(stream));
  CHECK(read_back(other, kBytes) == host);
  HIP_FAILS(hipErrorInvalidDevice, hipMemcpyPeer(other, 1, one, 0, kBytes));
  HIP_FAILS(hipErrorInvalidDevice, hipMemcpyPeerAsync(other, 0, one, 1, kBytes, stream));
  HIP_CHECK(hipFree(one));
  HIP_CHECK(hipFree(other));
}

/// Copies a rectangle of 5 rows of 30 bytes from (10, 2) of an image to (4, 1) of another.
void rectangles(hipStream_t stream) {
  constexpr size_t pitch = 64, width = 30, rows = 5;
  const auto host = pattern(pitch * 10, 4);
  auto *one = device_memory(pitch * 10), *other = device_memory(pitch * 10);
  std::vector<unsigned char> back(pitch * 10);
  // Whether the image has the rectangle at (x0, y0), and zeros elsewhere.
  const auto holds = [&](const std::vector<unsigned char>& image, size_t x0, size_t y0) {
    for (size_t y = 0; y < 10; ++y)
      for (size_t x = 0; x < pitch; ++x) {
        const bool inside = x >= x0 && x < x0 + width && y >= y0 && y < y0 + rows;
        const auto expected = inside ? host[(y - y0 + 2) * pitch + x - x0 + 10] : 0;
        if (image[y * pitch + x] != expected) return false;
      }
    return true;
  };
  hip_Memcpy2D p{};
  p.srcXInBytes = 10;
  p.srcY = 2;
  p.srcMemoryType = hipMemoryTypeHost;
  p.srcHost = host.data();
  p.dstXInBytes = 4;
  p.dstY = 1;
  p.dstMemoryType = hipMemoryTypeDevice;
  p.dstDevice = one;
  p.srcPitch = p.dstPitch = pitch;
  p.WidthInBytes = width;
  p.Height = rows;
  HIP_CHECK(hipMemcpyParam2D(&p));
  CHECK(holds(read_back(one, pitch * 10), 4, 1));
  HIP_FAILS(hipErrorInvalidValue, hipMemcpyParam2D(nullptr));

  p = {};
  p.srcXInBytes = 4;
  p.srcY = 1;
  p.srcMemoryType = p.dstMemoryType = hipMemoryTypeDevice;
  p.srcDevice = one;
  p.dstDevice = other;
  p.dstXInBytes = 20;
  p.dstY = 3;
  p.srcPitch = p.dstPitch = pitch;
  p.WidthInBytes = width;
  p.Height = rows;
  HIP_CHECK(hipDrvMemcpy2DUnaligned(&p));
  CHECK(holds(read_back(other, pitch * 10), 20, 3));
  p.Height = 20;  // an image has 10 rows
  HIP_FAILS(hipErrorInvalidValue, hipDrvMemcpy2DUnaligned(&p));
  p.Height = rows;
  // A row of 30 bytes begins at most 30 bytes before the end of the pitch.
  for (auto* x : {&p.srcXInBytes, &p.dstXInBytes}) {
    const auto before = *x;
    *x = pitch - width + 1;
    HIP_FAILS(hipErrorInvalidValue, hipDrvMemcpy2DUnaligned(&p));
    *x = before;
  }
  p.dstXInBytes = pitch - width;
  HIP_CHECK(hipDrvMemcpy2DUnaligned(&p));
  CHECK(read_back(other, pitch * 10)[3 * pitch + pitch - 1] == host[2 * pitch + 10 + width - 1]);
  p.dstXInBytes = 20;

  p.dstMemoryType = hipMemoryTypeHost;
  p.dstHost = back.data();
  HIP_CHECK(hipMemcpyParam2DAsync(&p, stream));
  HIP_CHECK(hipStreamSynchronize(stream));
  CHECK(holds(back, 20, 3));
  p.srcDevice = nullptr;
  HIP_FAILS(hipErrorInvalidValue, hipMemcpyParam2DAsync(&p, stream));
  p.srcMemoryType = hipMemoryTypeArray;
  HIP_FAILS(hipErrorNotSupported, hipMemcpyParam2DAsync(&p, stream));

  HIP_CHECK(hipMemset(other, 0, pitch * 10));
  HIP_CHECK(hipMemcpy2DAsync(other + 3 * pitch + 20, pitch, host.data() + 2 * pitch + 10, pitch, width, rows,
                             hipMemcpyHostToDevice, stream));
  HIP_CHECK(hipStreamSynchronize(stream));
  CHECK(holds(read_back(other, pitch * 10), 20, 3));
  HIP_FAILS(hipErrorInvalidPitchValue, hipMemcpy2DAsync(other, width - 1, host.data(), pitch, width, rows,
                                                        hipMemcpyHostToDevice, stream));
  HIP_CHECK(hipFree(one));
  HIP_CHECK(hipFree(other));
}

/// Copies a block of 6 bytes, 3 rows and 2 slices from (3, 1, 2) of a volume of 16 x 5 x 4 to other volumes.
void blocks(hipStream_t stream) {
  constexpr size_t pitch = 16, height = 5, depth = 4, all = pitch * height * depth;
  const auto host = pattern(all, 5);
  auto *one = device_memory(all), *other = device_memory(all);
  std::vector<unsigned char> back(all);
  // Whether the volume has the block at (x0, y0, z0), and zeros elsewhere.
  const auto holds = [&](const std::vector<unsigned char>& volume, size_t x0, size_t y0, size_t z0) {
    for (size_t i = 0; i < all; ++i) {
      const size_t x = i % pitch, y = i / pitch % height, z = i / pitch / height;
      const bool inside = x >= x0 && x < x0 + 6 && y >= y0 && y < y0 + 3 && z >= z0 && z < z0 + 2;
      const auto expected = inside ? host[((z - z0 + 2) * height + y - y0 + 1) * pitch + x - x0 + 3] : 0;
      if (volume[i] != expected) return false;
    }
    return true;
  };
  HIP_MEMCPY3D p{};
  p.srcXInBytes = 3;
  p.srcY = 1;
  p.srcZ = 2;
  p.srcMemoryType = hipMemoryTypeHost;
  p.srcHost = host.data();
  p.dstMemoryType = hipMemoryTypeDevice;
  p.dstDevice = one;
  p.dstXInBytes = 8;
  p.dstY = 2;
  p.dstZ = 1;
  p.srcPitch = p.dstPitch = pitch;
  p.srcHeight = p.dstHeight = height;
  p.WidthInBytes = 6;
  p.Height = 3;
  p.Depth = 2;
  HIP_CHECK(hipDrvMemcpy3D(&p));
  CHECK(holds(read_back(one, all), 8, 2, 1));
  HIP_FAILS(hipErrorInvalidValue, hipDrvMemcpy3D(nullptr));
  p.Depth = 4;  // from slice 2 on, there are 2
  HIP_FAILS(hipErrorInvalidValue, hipDrvMemcpy3D(&p));
  p.Depth = 2;
  p.dstXInBytes = pitch - 6 + 1;  // the row would continue in the next one
  HIP_FAILS(hipErrorInvalidValue, hipDrvMemcpy3D(&p));
  p.dstXInBytes = 8;
  p.srcY = height - 3 + 1;  // and the slice in the next one
  HIP_FAILS(hipErrorInvalidValue, hipDrvMemcpy3D(&p));
  CHECK(holds(read_back(one, all), 8, 2, 1));
  p.srcXInBytes = 8;
  p.srcY = 2;
  p.srcZ = 1;
  p.srcMemoryType = hipMemoryTypeDevice;
  p.srcDevice = one;
  p.dstMemoryType = hipMemoryTypeHost;
  p.dstHost = back.data();
  p.dstXInBytes = 1;
  p.dstY = 0;
  p.dstZ = 2;
  HIP_CHECK(hipDrvMemcpy3DAsync(&p, stream));
  HIP_CHECK(hipStreamSynchronize(stream));
  CHECK(holds(back, 1, 0, 2));
  p.srcDevice = nullptr;
  HIP_FAILS(hipErrorInvalidValue, hipDrvMemcpy3DAsync(&p, stream));

  hipMemcpy3DParms runtime{};
  runtime.srcPtr = make_hipPitchedPtr(one, pitch, pitch, height);
  runtime.srcPos = make_hipPos(8, 2, 1);
  runtime.dstPtr = make_hipPitchedPtr(other, pitch, pitch, height);
  runtime.dstPos = make_hipPos(10, 1, 0);
  runtime.extent = make_hipExtent(6, 3, 2);
  runtime.kind = hipMemcpyDeviceToDevice;
  HIP_CHECK(hipMemcpy3DAsync(&runtime, stream));
  HIP_CHECK(hipStreamSynchronize(stream));
  CHECK(holds(read_back(other, all), 10, 1, 0));
  HIP_FAILS(hipErrorInvalidValue, hipMemcpy3DAsync(nullptr, stream));
  runtime.dstPos = make_hipPos(pitch - 6 + 1, 1, 0);
  HIP_FAILS(hipErrorInvalidValue, hipMemcpy3DAsync(&runtime, stream));
  runtime.dstPos = make_hipPos(10, height - 3 + 1, 0);
  HIP_FAILS(hipErrorInvalidValue, hipMemcpy3DAsync(&runtime, stream));
  HIP_CHECK(hipFree(one));
  HIP_CHECK(hipFree(other));
}

void symbols_in_streams(hipStream_t stream) {
  const int values[4] = {2, 3, 5, 7};
  int back[4] = {};
  HIP_CHECK(hipMemcpyToSymbolAsync(HIP_SYMBOL(table), values, sizeof values, 3 * sizeof(int), hipMemcpyHostToDevice,
                                   stream));
  HIP_CHECK(hipMemcpyFromSymbolAsync(back, HIP_SYMBOL(table), sizeof back, 2 * sizeof(int), hipMemcpyDeviceToHost,
                                     stream));
  HIP_CHECK(hipStreamSynchronize(stream));
  // Elements 3 to 6 were written, and elements 2 to 5 read.
  CHECK(back[0] == 0 && back[1] == 2 && back[2] == 3 && back[3] == 5);
  HIP_FAILS(hipErrorInvalidValue, hipMemcpyToSymbolAsync(HIP_SYMBOL(table), values, sizeof values, 5 * sizeof(int),
                                                         hipMemcpyHostToDevice, stream));
  HIP_FAILS(hipErrorInvalidMemcpyDirection,
            hipMemcpyFromSymbolAsync(back, HIP_SYMBOL(table), 4, 0, hipMemcpyHostToDevice, stream));
}

}  // namespace

void driver_copies() {
  hipStream_t stream = nullptr;
  HIP_CHECK(hipStreamCreate(&stream));
  straight_copies(stream);
  rectangles(stream);
  blocks(stream);
  symbols_in_streams(stream);
  HIP_CHECK(hipStreamDestroy(stream));
}

void fills_in_streams() {
  hipStream_t stream = nullptr;
  HIP_CHECK(hipStreamCreate(&stream));
  // 8 rows of 64 bytes, or 2 slices of 4 rows.
  constexpr size_t pitch = 64, all = pitch * 8;
  auto* const bytes = managed<unsigned char>(all);
  HIP_CHECK(hipMemsetD8Async(bytes, 9, 3, stream));
  HIP_CHECK(hipMemsetD16Async(bytes + 4, 0x1234, 2, stream));
  HIP_CHECK(hipMemsetD32Async(bytes + 8, 0x01020304, 2, stream));
  HIP_CHECK(hipStreamSynchronize(stream));
  const unsigned char expected[] = {9, 9, 9, 0, 0x34, 0x12, 0x34, 0x12, 4, 3, 2, 1, 4, 3, 2, 1, 0};
  CHECK(std::memcmp(bytes, expected, sizeof expected) == 0);
  HIP_FAILS(hipErrorInvalidValue, hipMemsetD8Async(bytes, 1, all + 1, stream));
  HIP_FAILS(hipErrorInvalidValue, hipMemsetD16Async(bytes, 1, all / 2 + 1, stream));
  HIP_FAILS(hipErrorInvalidValue, hipMemsetD32Async(bytes, 1, all / 4 + 1, stream));

  HIP_CHECK(hipMemsetAsync(bytes, 0, all, stream));
  HIP_CHECK(hipMemset2DAsync(bytes + 5, pitch, 1, 10, 3, stream));
  HIP_CHECK(hipMemset3DAsync(make_hipPitchedPtr(bytes + 20, pitch, pitch, 4), 2, make_hipExtent(5, 2, 2), stream));
  HIP_CHECK(hipStreamSynchronize(stream));
  for (size_t i = 0; i < all; ++i) {
    const auto x = i % pitch, y = i / pitch;
    const bool one = x >= 5 && x < 15 && y < 3, two = x >= 20 && x < 25 && y % 4 < 2;
    CHECK(bytes[i] == (one ? 1 : two ? 2 : 0));
  }
  // One row and one slice too many.
  HIP_FAILS(hipErrorInvalidValue, hipMemset2DAsync(bytes, pitch, 1, 10, 9, stream));
  HIP_FAILS(hipErrorInvalidValue,
            hipMemset3DAsync(make_hipPitchedPtr(bytes, pitch, pitch, 4), 2, make_hipExtent(5, 2, 3), stream));
  HIP_CHECK(hipStreamDestroy(stream));
}
