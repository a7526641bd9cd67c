// CRC-32 of many messages of different lengths, one per thread, with a table that each block computes in shared memory.
#include <string>

#include "../program.cuh"

__host__ __device__ inline uint32_t table_entry(uint32_t byte) {
  for (int bit = 0; bit < 8; ++bit) byte = byte & 1 ? 0xedb88320u ^ (byte >> 1) : byte >> 1;
  return byte;
}

__global__ void checksums(const unsigned char* bytes, const int* starts, uint32_t* crcs, int messages) {
  __shared__ uint32_t table[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) table[i] = table_entry(i);
  __syncthreads();
  const int message = blockIdx.x * blockDim.x + threadIdx.x;
  if (message >= messages) return;
  uint32_t crc = 0xffffffffu;
  for (int i = starts[message]; i < starts[message + 1]; ++i) crc = table[(crc ^ bytes[i]) & 0xff] ^ (crc >> 8);
  crcs[message] = ~crc;
}

int main() {
  const int messages = 500;
  Numbers numbers(/*seed=*/62);
  const std::string known = "123456789";  // its CRC-32 is cbf43926
  std::vector<unsigned char> bytes(known.begin(), known.end());
  std::vector<int> starts{0, int(bytes.size())};
  for (int message = 1; message < messages; ++message) {
    for (int length = numbers.below(60); length > 0; --length) bytes.push_back((unsigned char)numbers.below(256));
    starts.push_back(int(bytes.size()));
  }
  std::vector<uint32_t> expected(messages);
  for (int message = 0; message < messages; ++message) {
    uint32_t crc = 0xffffffffu;
    for (int i = starts[message]; i < starts[message + 1]; ++i) crc = table_entry((crc ^ bytes[i]) & 0xff) ^ (crc >> 8);
    expected[message] = ~crc;
  }
  DeviceArray<unsigned char> device_bytes(bytes);
  DeviceArray<int> device_starts(starts);
  DeviceArray<uint32_t> crcs(messages);
  checksums<<<blocks_for(messages, 64), 64>>>(device_bytes.get(), device_starts.get(), crcs.get(), messages);
  CUDA_CHECK_KERNEL();
  const std::vector<uint32_t> result = crcs.host();
  expect(result == expected, "the checksums are those of the host");
  expect(result[0] == 0xcbf43926u, "the checksum of a known message");
  std::printf("%08x %08x\n", result[0], result[1]);
  return verdict();
}
