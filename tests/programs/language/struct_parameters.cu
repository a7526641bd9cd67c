// Structures as kernel parameters by value: bit-fields, unions, arrays, alignment, empty ones, and many parameters.
#include "../program.cuh"

struct Flags {
  unsigned low : 5;
  unsigned middle : 11;
  int negative : 7;
  unsigned long long wide : 40;
};

union Word {
  unsigned word;
  float number;
  unsigned char bytes[4];
};

struct alignas(16) Aligned {
  float values[3];
  char letter;
};

struct Empty {};

struct Nested {
  char first;
  struct {
    double x, y;
  } point;
  short list[5];
  Word word;
  const int* data;
};

__global__ void unpack(char before, Flags flags, Empty, Aligned aligned, short between, Nested nested, bool last,
                       long long* out) {
  out[0] = before;
  out[1] = flags.low;
  out[2] = flags.middle;
  out[3] = flags.negative;
  out[4] = (long long)flags.wide;
  out[5] = (long long)(aligned.values[0] + 10 * aligned.values[1] + 100 * aligned.values[2]);
  out[6] = aligned.letter;
  out[7] = between;
  out[8] = nested.first;
  out[9] = (long long)(nested.point.x - nested.point.y);
  out[10] = nested.list[0] + nested.list[4];
  out[11] = nested.word.word;
  out[12] = nested.word.bytes[3];
  out[13] = nested.data[2];
  out[14] = last;
}

struct Large {
  int values[256];
};

__global__ void sum_large(Large large, int* out) {
  int sum = 0;
  for (int value : large.values) sum += value;
  *out = sum;
}

// A parameter that the kernel changes is a copy for each thread.
__global__ void change_copy(Aligned aligned, float* out) {
  aligned.values[threadIdx.x % 3] += float(threadIdx.x);
  out[threadIdx.x] = aligned.values[0] + aligned.values[1] + aligned.values[2];
}

int main() {
  DeviceArray<int> data(std::vector<int>{5, 6, 7});
  DeviceArray<long long> out(15);
  Flags flags = {21, 1234, -33, 0x123456789aull};
  Aligned aligned = {{1, 2, 3}, 'z'};
  Nested nested = {'n', {100, 58}, {1, 2, 3, 4, 5}, {}, data.get()};
  nested.word.number = 1.0f;
  unpack<<<1, 1>>>('b', flags, Empty{}, aligned, -7, nested, true, out.get());
  CUDA_CHECK_KERNEL();
  // 321 is 1 + 10 * 2 + 100 * 3, 42 is 100 - 58, 6 is 1 + 5, and 0x3f800000 is 1.0f, whose highest byte is 0x3f.
  const std::vector<long long> expected = {'b', 21, 1234, -33,        0x123456789all, 321, 'z', -7,
                                           'n', 42, 6,    0x3f800000, 0x3f,           7,   1};
  expect(out.host() == expected, "each member arrives");

  Large large;
  int sum = 0;
  for (int i = 0; i < 256; ++i) sum += large.values[i] = i * i;
  DeviceArray<int> total(1);
  sum_large<<<1, 1>>>(large, total.get());
  CUDA_CHECK_KERNEL();
  expect(total.host()[0] == sum, "a parameter of 1024 bytes");

  DeviceArray<float> sums(64);
  change_copy<<<1, 64>>>(aligned, sums.get());
  CUDA_CHECK_KERNEL();
  const std::vector<float> copies = sums.host();
  bool right = true;
  // The values are 1, 2 and 3, and thread i has added i to one of them.
  for (int i = 0; i < 64; ++i) right = right && copies[i] == 6.0f + i;
  expect(right, "each thread has its own copy");
  std::printf("sum %d\n", sum);
  return verdict();
}
