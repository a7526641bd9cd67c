// printf in kernels: formats of each kind, strings, and lines of several threads, whose order the program determines.
#include "../program.cuh"

__global__ void one_thread(const char* from_memory) {
  printf("plain text\n");
  printf("int %d, unsigned %u, hexadecimal %#x, octal %o\n", -42, 42u, 255, 8);
  printf("long %ld, long long %lld, unsigned long long %llu\n", -5000000000l, -6000000000ll, 18446744073709551615ull);
  printf("fixed %.3f, width %8.2f|, exponent %e, general %g\n", 3.14159, -2.5, 12345.678, 0.0001);
  printf("character %c, string %s, percent %%, width %5d|%-5d|%05d\n", 'x', "literal", 42, 42, 42);
  printf("memory %s\n", from_memory);
}

__global__ void every_thread(int rounds) {
  for (int round = 0; round < rounds; ++round)
    if (threadIdx.x % 16 == 3) printf("block %d thread %2d round %d\n", blockIdx.x, threadIdx.x, round);
}

__global__ void result_of_printf(int* out) {
  out[0] = printf("two arguments: %d %f\n", 1, 2.0);
  out[1] = printf("none\n");
}

int main() {
  // Without a buffer, lines of host and device appear in the order in which they are printed.
  setvbuf(stdout, nullptr, _IONBF, 0);
  const char text[] = "from device memory";
  DeviceArray<char> device_text(std::vector<char>(text, text + sizeof(text)));
  one_thread<<<1, 1>>>(device_text.get());
  CUDA_CHECK_KERNEL();
  // Each launch has one block and one printing thread, so that the order of the lines is defined.
  for (int block = 0; block < 2; ++block) {
    every_thread<<<1, 16>>>(3);
    CUDA_CHECK_KERNEL();
  }
  DeviceArray<int> out(2);
  result_of_printf<<<1, 1>>>(out.get());
  CUDA_CHECK_KERNEL();
  // In CUDA, printf() returns the number of arguments, in HIP the number of characters.
  const std::vector<int> results = out.host();
  expect(results[0] > 0 && results[1] >= 0, "printf succeeds");
  return verdict();
}
