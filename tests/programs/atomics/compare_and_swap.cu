// Operations made of compare-and-swap loops: products, maxima of double, sums in 16 bits, and a linked list.
#include "../program.cuh"

__device__ double atomic_max(double* address, double value) {
  unsigned long long* bits = reinterpret_cast<unsigned long long*>(address);
  unsigned long long old = *bits;
  while (__longlong_as_double((long long)old) < value) {
    const unsigned long long assumed = old;
    old = atomicCAS(bits, assumed, (unsigned long long)__double_as_longlong(value));
    if (old == assumed) break;
  }
  return __longlong_as_double((long long)old);
}

__device__ unsigned atomic_multiply(unsigned* address, unsigned factor) {
  unsigned old = *address, assumed;
  do {
    assumed = old;
    old = atomicCAS(address, assumed, assumed * factor);
  } while (old != assumed);
  return old;
}

__device__ void atomic_add_16(unsigned short* address, unsigned short value) {
  unsigned short old = *address, assumed;
  do {
    assumed = old;
    old = atomicCAS(address, assumed, (unsigned short)(assumed + value));
  } while (old != assumed);
}

struct Results {
  double largest;
  unsigned product;
  unsigned short sums[4];
};

__global__ void update(const double* values, Results* results, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  atomic_max(&results->largest, values[i]);
  atomic_multiply(&results->product, 2u * i + 1u);
  atomic_add_16(&results->sums[i % 4], (unsigned short)(i));
}

// Puts element `i` at the head of a linked list; next[i] is the index of the element after it.
__global__ void push(int* next, int* head, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  int old = *head, assumed;
  do {
    assumed = old;
    next[i] = assumed;
    __threadfence();
    old = atomicCAS(head, assumed, i);
  } while (old != assumed);
}

int main() {
  const int count = 300;
  Numbers numbers(/*seed=*/120);
  std::vector<double> values(count);
  Results expected = {-1e300, 1, {0, 0, 0, 0}};
  for (int i = 0; i < count; ++i) {
    values[i] = numbers.between(-5000, 5000);
    expected.largest = std::fmax(expected.largest, values[i]);
    expected.product *= 2u * i + 1u;
    expected.sums[i % 4] = (unsigned short)(expected.sums[i % 4] + i);
  }
  DeviceArray<double> in(values);
  DeviceArray<Results> results(std::vector<Results>{{-1e300, 1, {0, 0, 0, 0}}});
  update<<<blocks_for(count, 64), 64>>>(in.get(), results.get(), count);
  CUDA_CHECK_KERNEL();
  const Results found = results.host()[0];
  expect(found.largest == expected.largest, "the largest number");
  expect(found.product == expected.product, "the product modulo 2^32");
  bool sums = true;
  for (int k = 0; k < 4; ++k) sums = sums && found.sums[k] == expected.sums[k];
  expect(sums, "sums in 16 bits");

  DeviceArray<int> next(count), head(std::vector<int>{-1});
  push<<<blocks_for(count, 64), 64>>>(next.get(), head.get(), count);
  CUDA_CHECK_KERNEL();
  const std::vector<int> links = next.host();
  std::vector<bool> seen(count, false);
  int length = 0;
  for (int i = head.host()[0]; i >= 0 && !seen[i]; i = links[i]) {
    seen[i] = true;
    ++length;
  }
  expect(length == count, "the list has each element once");
  std::printf("product %u\n", found.product);
  return verdict();
}
