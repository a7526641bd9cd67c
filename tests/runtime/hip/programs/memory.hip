// Copies, fills, host memory, queries on pointers, and memory pools.
#include <cstring>
#include <vector>

#include "cases.hpp"
#include "check.hpp"

namespace {

__global__ void add_one(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += 1;
}

}  // namespace

void copies() {
  constexpr size_t width = 100, height = 7, depth = 3;
  std::vector<unsigned char> host(width * height * depth), back(host.size());
  for (size_t i = 0; i < host.size(); ++i) host[i] = static_cast<unsigned char>(i * 7);

  void* rows = nullptr;
  size_t pitch = 0;
  HIP_CHECK(hipMallocPitch(&rows, &pitch, width, height));
  CHECK(pitch >= width && pitch % 128 == 0);
  HIP_CHECK(hipMemcpy2D(rows, pitch, host.data(), width, width, height, hipMemcpyHostToDevice));
  HIP_CHECK(hipMemcpy2D(back.data(), width, rows, pitch, width, height, hipMemcpyDeviceToHost));
  CHECK(std::memcmp(back.data(), host.data(), width * height) == 0);
  HIP_FAILS(hipErrorInvalidPitchValue,
            hipMemcpy2D(rows, width - 1, host.data(), width, width, height, hipMemcpyHostToDevice));
  // Products that exceed 64 bits.
  const size_t huge = size_t{1} << 60;
  HIP_FAILS(hipErrorInvalidValue, hipMemcpy2D(rows, 16, host.data(), 16, 16, huge, hipMemcpyHostToDevice));
  HIP_FAILS(hipErrorInvalidValue, hipMemcpy2D(back.data(), 16, host.data(), 16, 16, huge, hipMemcpyHostToHost));
  HIP_FAILS(hipErrorInvalidValue, hipMemset2D(rows, 16, 0, 16, huge));
  HIP_FAILS(hipErrorInvalidValue, hipMemset3D(make_hipPitchedPtr(rows, 16, 16, huge), 0, make_hipExtent(16, 1, 2)));

  hipPitchedPtr block{};
  HIP_CHECK(hipMalloc3D(&block, make_hipExtent(width, height, depth)));
  CHECK(block.pitch >= width && block.xsize == width && block.ysize == height);
  hipMemcpy3DParms whole{};
  whole.srcPtr = make_hipPitchedPtr(host.data(), width, width, height);
  whole.dstPtr = block;
  whole.extent = make_hipExtent(width, height, depth);
  whole.kind = hipMemcpyHostToDevice;
  HIP_CHECK(hipMemcpy3D(&whole));
  hipMemcpy3DParms part{};
  part.srcPtr = block;
  part.srcPos = make_hipPos(10, 2, 1);
  part.dstPtr = make_hipPitchedPtr(back.data(), 20, 20, 4);
  part.extent = make_hipExtent(20, 4, 2);
  part.kind = hipMemcpyDeviceToHost;
  HIP_CHECK(hipMemcpy3D(&part));
  for (size_t z = 0; z < 2; ++z)
    for (size_t y = 0; y < 4; ++y)
      for (size_t x = 0; x < 20; ++x)
        CHECK(back[(z * 4 + y) * 20 + x] == host[((z + 1) * height + y + 2) * width + x + 10]);

  void *one = nullptr, *other = nullptr;
  HIP_CHECK(hipMalloc(&one, 256));
  HIP_CHECK(hipMalloc(&other, 256));
  HIP_CHECK(hipMemcpy(one, host.data(), 256, hipMemcpyDefault));
  HIP_CHECK(hipMemcpy(other, one, 256, hipMemcpyDefault));
  HIP_CHECK(hipMemcpy(back.data(), other, 256, hipMemcpyDefault));
  CHECK(std::memcmp(back.data(), host.data(), 256) == 0);
  HIP_CHECK(hipMemcpyDtoD(other, static_cast<char*>(one) + 128, 128));
  HIP_CHECK(hipMemcpyDtoH(back.data(), other, 128));
  CHECK(std::memcmp(back.data(), host.data() + 128, 128) == 0);
  std::vector<unsigned char> between(256);
  HIP_CHECK(hipMemcpy(between.data(), host.data(), 256, hipMemcpyHostToHost));
  CHECK(std::memcmp(between.data(), host.data(), 256) == 0);

  HIP_FAILS(hipErrorInvalidValue, hipMemcpy(one, host.data(), 257, hipMemcpyHostToDevice));
  HIP_FAILS(hipErrorInvalidValue, hipMemcpy(back.data(), host.data(), 16, hipMemcpyDeviceToHost));
  HIP_FAILS(hipErrorInvalidMemcpyDirection, hipMemcpy(one, other, 16, static_cast<hipMemcpyKind>(9)));
  HIP_CHECK(hipFree(one));
  HIP_FAILS(hipErrorInvalidValue, hipMemcpy(one, host.data(), 16, hipMemcpyHostToDevice));
}

void fills() {
  // 8 rows of 64 bytes, or 2 slices of 4 rows.
  unsigned char* bytes = nullptr;
  constexpr size_t pitch = 64, count = pitch * 8;
  HIP_CHECK(hipMallocManaged(&bytes, count));
  HIP_CHECK(hipMemset(bytes, 0x5a, count));
  CHECK(bytes[0] == 0x5a && bytes[count - 1] == 0x5a);
  HIP_CHECK(hipMemsetD16(bytes, 0x1234, 3));
  HIP_CHECK(hipMemsetD32(bytes + 8, 0x01020304, 2));
  HIP_CHECK(hipMemsetD8(bytes + 20, 9, 1));
  const unsigned char expected[] = {0x34, 0x12, 0x34, 0x12, 0x34, 0x12, 0x5a, 0x5a, 4, 3, 2,
                                    1,    4,    3,    2,    1,    0x5a, 0x5a, 0x5a, 0x5a, 9, 0x5a};
  CHECK(std::memcmp(bytes, expected, sizeof expected) == 0);
  // Fills 10 bytes of 3 rows, then 5 bytes of the first 2 rows of each slice: rows 0, 1, 4 and 5.
  HIP_CHECK(hipMemset2D(bytes, pitch, 1, 10, 3));
  CHECK(bytes[9] == 1 && bytes[10] != 1 && bytes[2 * pitch + 9] == 1 && bytes[3 * pitch] == 0x5a);
  HIP_CHECK(hipMemset3D(make_hipPitchedPtr(bytes, pitch, pitch, 4), 2, make_hipExtent(5, 2, 2)));
  CHECK(bytes[pitch + 4] == 2 && bytes[2 * pitch] == 1 && bytes[5 * pitch + 4] == 2 && bytes[6 * pitch] == 0x5a);
  HIP_FAILS(hipErrorInvalidValue, hipMemset(bytes + 1, 0, count));
  int local = 0;
  HIP_FAILS(hipErrorInvalidValue, hipMemset(&local, 0, sizeof local));
  HIP_CHECK(hipFree(bytes));
}

void host_memory() {
  int *pinned = nullptr, *device = nullptr;
  HIP_CHECK(hipHostMalloc(&pinned, 100 * sizeof(int), hipHostMallocMapped));
  unsigned flags = 0;
  HIP_CHECK(hipHostGetFlags(&flags, pinned));
  CHECK(flags == hipHostMallocMapped);
  for (int i = 0; i < 100; ++i) pinned[i] = i;
  HIP_CHECK(hipHostGetDevicePointer(reinterpret_cast<void**>(&device), pinned, 0));
  add_one<<<1, 128>>>(device, 100);
  HIP_CHECK(hipDeviceSynchronize());
  for (int i = 0; i < 100; ++i) CHECK(pinned[i] == i + 1);
  HIP_FAILS(hipErrorInvalidValue, hipFree(pinned));
  HIP_CHECK(hipHostFree(pinned));

  std::vector<int> mine(100, 5);
  HIP_CHECK(hipHostRegister(mine.data(), mine.size() * sizeof(int), hipHostRegisterDefault));
  HIP_FAILS(hipErrorHostMemoryAlreadyRegistered, hipHostRegister(mine.data(), 4, hipHostRegisterDefault));
  add_one<<<1, 128>>>(mine.data(), 100);
  HIP_CHECK(hipDeviceSynchronize());
  CHECK(mine[0] == 6 && mine[99] == 6);
  HIP_CHECK(hipHostUnregister(mine.data()));
  HIP_FAILS(hipErrorHostMemoryNotRegistered, hipHostUnregister(mine.data()));
  HIP_CHECK(hipHostRegister(mine.data(), mine.size() * sizeof(int), hipHostRegisterDefault));
  HIP_CHECK(hipHostUnregister(mine.data()));
}

void pointers() {
  char *device = nullptr, *managed = nullptr, *pinned = nullptr;
  HIP_CHECK(hipMalloc(&device, 1000));
  HIP_CHECK(hipMallocManaged(&managed, 1000));
  HIP_CHECK(hipHostMalloc(&pinned, 1000));
  hipPointerAttribute_t attributes{};
  HIP_CHECK(hipPointerGetAttributes(&attributes, device + 10));
  CHECK(attributes.memoryType == hipMemoryTypeDevice && attributes.devicePointer == device + 10);
  CHECK(attributes.isManaged == 0 && attributes.hostPointer == nullptr && attributes.device == 0);
  HIP_CHECK(hipPointerGetAttributes(&attributes, managed));
  CHECK(attributes.isManaged == 1 && attributes.hostPointer == managed);
  HIP_CHECK(hipPointerGetAttributes(&attributes, pinned));
  CHECK(attributes.memoryType == hipMemoryTypeHost && attributes.hostPointer == pinned);
  HIP_FAILS(hipErrorInvalidValue, hipPointerGetAttributes(&attributes, &attributes));
  hipDeviceptr_t begin = nullptr;
  size_t bytes = 0;
  HIP_CHECK(hipMemGetAddressRange(&begin, &bytes, device + 999));
  CHECK(begin == device && bytes == 1000);
  HIP_FAILS(hipErrorNotFound, hipMemGetAddressRange(&begin, &bytes, device + 1000));
  HIP_CHECK(hipMemPtrGetInfo(device, &bytes));
  CHECK(bytes == 1000);
  size_t before = 0, after = 0, total = 0;
  HIP_CHECK(hipMemGetInfo(&before, &total));
  void* large = nullptr;
  HIP_CHECK(hipMalloc(&large, 1 << 20));
  HIP_CHECK(hipMemGetInfo(&after, &total));
  CHECK(before - after == 1 << 20 && total >= before);
  HIP_FAILS(hipErrorOutOfMemory, hipMalloc(&large, total));
  HIP_FAILS(hipErrorInvalidValue, hipFree(device + 1));
  HIP_CHECK(hipFree(device));
  HIP_FAILS(hipErrorInvalidValue, hipFree(device));
  HIP_CHECK(hipFree(nullptr));
}

void pools() {
  hipStream_t stream = nullptr;
  HIP_CHECK(hipStreamCreate(&stream));
  hipMemPool_t pool = nullptr;
  HIP_CHECK(hipDeviceGetDefaultMemPool(&pool, 0));
  int* data = nullptr;
  HIP_CHECK(hipMallocAsync(reinterpret_cast<void**>(&data), 64 * sizeof(int), stream));
  HIP_CHECK(hipMemsetAsync(data, 0, 64 * sizeof(int), stream));
  add_one<<<1, 64, 0, stream>>>(data, 64);
  uint64_t used = 0;
  HIP_CHECK(hipMemPoolGetAttribute(pool, hipMemPoolAttrUsedMemCurrent, &used));
  CHECK(used == 64 * sizeof(int));
  int back[64];
  HIP_CHECK(hipMemcpyAsync(back, data, sizeof back, hipMemcpyDeviceToHost, stream));
  HIP_CHECK(hipFreeAsync(data, stream));
  HIP_CHECK(hipStreamSynchronize(stream));
  for (const int value : back) CHECK(value == 1);
  HIP_CHECK(hipMemPoolGetAttribute(pool, hipMemPoolAttrUsedMemCurrent, &used));
  CHECK(used == 0);
  HIP_CHECK(hipMemPoolGetAttribute(pool, hipMemPoolAttrUsedMemHigh, &used));
  CHECK(used == 64 * sizeof(int));
  // hipFree() frees memory of a pool, too.
  HIP_CHECK(hipMallocAsync(reinterpret_cast<void**>(&data), 64 * sizeof(int), stream));
  HIP_CHECK(hipFree(data));
  HIP_CHECK(hipMemPoolGetAttribute(pool, hipMemPoolAttrUsedMemCurrent, &used));
  CHECK(used == 0);
  uint64_t threshold = 12345;
  HIP_CHECK(hipMemPoolSetAttribute(pool, hipMemPoolAttrReleaseThreshold, &threshold));
  threshold = 0;
  HIP_CHECK(hipMemPoolGetAttribute(pool, hipMemPoolAttrReleaseThreshold, &threshold));
  CHECK(threshold == 12345);
  HIP_FAILS(hipErrorInvalidValue, hipFreeAsync(data, stream));
  // A graph would free the memory with each launch.
  HIP_CHECK(hipMallocAsync(reinterpret_cast<void**>(&data), 64 * sizeof(int), stream));
  HIP_CHECK(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
  HIP_FAILS(hipErrorNotSupported, hipFreeAsync(data, stream));
  hipGraph_t graph = nullptr;
  HIP_CHECK(hipStreamEndCapture(stream, &graph));
  HIP_CHECK(hipGraphDestroy(graph));
  // The second of two frees fails, also while the first one waits for its turn.
  HIP_CHECK(hipFreeAsync(data, stream));
  HIP_FAILS(hipErrorInvalidValue, hipFreeAsync(data, stream));
  HIP_CHECK(hipStreamSynchronize(stream));
  HIP_CHECK(hipStreamDestroy(stream));
}
