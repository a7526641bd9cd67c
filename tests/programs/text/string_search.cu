// A search for a pattern in a text: one thread per position, and an atomic counter for the positions that are found.
#include <algorithm>
#include <string>

#include "../program.cuh"

constexpr int kMostPattern = 64;
__constant__ char pattern[kMostPattern];

__global__ void search(const char* text, int length, int pattern_length, int* positions, unsigned* count,
                       unsigned most) {
  extern __shared__ char window[];
  const int base = blockIdx.x * blockDim.x;
  for (int i = threadIdx.x; i < blockDim.x + pattern_length - 1; i += blockDim.x)
    window[i] = base + i < length ? text[base + i] : '\0';
  __syncthreads();
  const int position = base + threadIdx.x;
  if (position + pattern_length > length) return;
  for (int i = 0; i < pattern_length; ++i)
    if (window[threadIdx.x + i] != pattern[i]) return;
  const unsigned slot = atomicInc(count, 0xffffffffu);
  if (slot < most) positions[slot] = position;
}

int main() {
  Numbers numbers(/*seed=*/60);
  std::string text(20000, ' ');
  for (char& character : text) character = "ab"[numbers.below(2)];
  for (const std::string& wanted :
       {std::string("abba"), std::string("aaaaaaaaa"), std::string("abc"), text.substr(300, 60)}) {
    std::vector<int> expected;
    for (size_t position = text.find(wanted); position != std::string::npos; position = text.find(wanted, position + 1))
      expected.push_back(int(position));
    CUDA_CHECK(cudaMemcpyToSymbol(pattern, wanted.data(), wanted.size()));
    DeviceArray<char> device_text({text.begin(), text.end()});
    DeviceArray<int> positions(text.size());
    DeviceArray<unsigned> count(1);
    count.clear();
    const int threads = 128;
    search<<<blocks_for(int(text.size()), threads), threads, threads + wanted.size()>>>(
        device_text.get(), int(text.size()), int(wanted.size()), positions.get(), count.get(), unsigned(text.size()));
    CUDA_CHECK_KERNEL();
    std::vector<int> found = positions.host();
    found.resize(count.host()[0]);
    std::sort(found.begin(), found.end());
    expect(found == expected, "the positions are those of the host");
    std::printf("a pattern of %d characters is found %d times\n", int(wanted.size()), int(found.size()));
  }
  return verdict();
}
