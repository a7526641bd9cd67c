// Device variables: copies to and from symbols with offsets, asynchronous copies, addresses and sizes of symbols.
#include "../program.cuh"

struct Settings {
  float scale;
  int offset;
  char name[8];
};

__constant__ Settings settings;
__constant__ int table[16] = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610};
__device__ int counter = 100;
__device__ double matrix[4][4];
static __device__ unsigned char flags[3];
__device__ int* pointer_on_device;

__global__ void use(float* out) {
  const int i = threadIdx.x;
  out[i] = settings.scale * table[i] + settings.offset + (settings.name[i % 4] - 'a');
  atomicAdd(&counter, i);
  matrix[i / 4][i % 4] += i;
  if (i < 3) flags[i] = (unsigned char)(i + 1);
  if (pointer_on_device != nullptr) pointer_on_device[i] = 3 * i;
}

int main() {
  const Settings host_settings = {1.5f, -4, "abcd"};
  CUDA_CHECK(cudaMemcpyToSymbol(settings, &host_settings, sizeof(settings)));
  const int replaced[3] = {-1, -2, -3};
  CUDA_CHECK(cudaMemcpyToSymbol(table, replaced, sizeof(replaced), 5 * sizeof(int)));
  double initial_matrix[4][4] = {};
  initial_matrix[2][1] = 0.25;
  CUDA_CHECK(cudaMemcpyToSymbolAsync(matrix, initial_matrix, sizeof(initial_matrix), 0, cudaMemcpyHostToDevice, 0));
  DeviceArray<int> target(16);
  int* address = target.get();
  CUDA_CHECK(cudaMemcpyToSymbol(pointer_on_device, &address, sizeof(address)));

  DeviceArray<float> out(16);
  use<<<1, 16>>>(out.get());
  CUDA_CHECK_KERNEL();

  int host_table[16];
  CUDA_CHECK(cudaMemcpyFromSymbol(host_table, table, sizeof(host_table)));
  expect(host_table[4] == 3 && host_table[5] == -1 && host_table[7] == -3 && host_table[8] == 21,
         "a part of the table was replaced");
  const std::vector<float> values = out.host();
  bool right = true;
  for (int i = 0; i < 16; ++i) right = right && values[i] == 1.5f * host_table[i] - 4 + i % 4;
  expect(right, "a kernel reads constants");

  // The threads have added 0 to 15, which is 120, to the counter, and 8 to 11 to row 2 of the matrix.
  int count = 0;
  CUDA_CHECK(cudaMemcpyFromSymbol(&count, counter, sizeof(count)));
  expect(count == 100 + 120, "the counter began with its initial value");
  double row[4];
  CUDA_CHECK(cudaMemcpyFromSymbol(row, matrix, sizeof(row), 2 * sizeof(row)));
  // 9.25: thread 9 adds 9 to the initial 0.25.
  expect(row[0] == 8 && row[1] == 9.25 && row[3] == 11, "a row of the matrix");
  unsigned char host_flags[3];
  CUDA_CHECK(cudaMemcpyFromSymbolAsync(host_flags, flags, 3, 0, cudaMemcpyDeviceToHost, 0));
  CUDA_CHECK(cudaDeviceSynchronize());
  expect(host_flags[0] == 1 && host_flags[2] == 3, "a static variable");
  expect(target.host()[15] == 45, "a pointer in a variable of the device");

  void* matrix_address = nullptr;
  size_t size = 0;
  CUDA_CHECK(cudaGetSymbolAddress(&matrix_address, matrix));
  CUDA_CHECK(cudaGetSymbolSize(&size, matrix));
  expect(size == sizeof(initial_matrix), "the size of a variable");
  CUDA_CHECK(cudaMemset(matrix_address, 0, size));
  CUDA_CHECK(cudaMemcpyFromSymbol(row, matrix, sizeof(row), 2 * sizeof(row)));
  expect(row[0] == 0 && row[3] == 0, "memory can be set through the address of a variable");
  std::printf("counter %d\n", count);
  return verdict();
}
