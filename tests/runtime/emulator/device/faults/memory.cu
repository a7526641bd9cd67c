// Accesses to global memory, arguments and stacks that are valid or invalid, depending on the launch. Tests find the
// line of a fault by the comment "fault: NAME" at its end.
#include <cuda_runtime.h>

__device__ int counters[4];

// Each thread accesses one element, without a check of the bounds.
extern "C" __global__ void scale(const float* in, float* out, float factor) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const float value = in[i];  // fault: scale reads
  out[i] = value * factor;    // fault: scale writes
}

extern "C" __global__ void copy_fours(const float4* in, float4* out) {
  out[threadIdx.x] = in[threadIdx.x];  // fault: copy_fours
}

// Each thread dereferences its own pointer.
extern "C" __global__ void follow(int* const* pointers, int* out) {
  const int* pointer = pointers[threadIdx.x];
  out[threadIdx.x] = *pointer;  // fault: follow
}

__device__ __attribute__((noinline)) int called_with(const volatile int* pointer) {  // volatile: the load stays here
  return *pointer + 1;                                                               // fault: called_with
}

extern "C" __global__ void follow_in_a_call(int* const* pointers, int* out) {
  out[threadIdx.x] = called_with(pointers[threadIdx.x]);  // fault: follow_in_a_call
}

extern "C" __global__ void count_at(char* base, size_t offset) {
  atomicAdd(reinterpret_cast<unsigned*>(base + offset), 1u);  // fault: count_at
}

extern "C" __global__ void add_to_arguments(int number) {
  auto arguments = reinterpret_cast<size_t>(__builtin_amdgcn_kernarg_segment_ptr());
  asm volatile("" : "+v"(arguments));  // hides the address from the compiler, which would omit the invalid write
  *reinterpret_cast<int*>(arguments) += number;  // fault: add_to_arguments
}

extern "C" __global__ void add_to_counter(unsigned index, int number, int* out) {
  counters[index] += number;  // fault: add_to_counter
  *out = counters[index];
}

// Sets the elements of `numbers` that `index` selects to -1. An index of 200 or more is out of bounds.
extern "C" __global__ void mark_in_stack(const unsigned* index, int* out, unsigned count) {
  int numbers[200];  // too large for registers, so it is in scratch
  for (unsigned i = 0; i < 200; ++i) numbers[i] = static_cast<int>(i);
  for (unsigned i = 0; i < count; ++i) numbers[index[i * blockDim.x + threadIdx.x]] = -1;  // fault: mark_in_stack
  int sum = 0;
  for (unsigned i = 0; i < 200; ++i) sum += numbers[i];
  out[threadIdx.x] = sum;
}

// Sums the first `count` elements of an array in scratch, of which only those that `index` selects were written.
extern "C" __global__ void sum_stack(const unsigned* index, int* out, unsigned count) {
  int numbers[200];
  for (unsigned i = 0; i < count; ++i) numbers[index[i] % 200] = static_cast<int>(i);
  int sum = 0;
  for (unsigned i = 0; i < count; ++i) sum += numbers[i];  // fault: sum_stack
  out[threadIdx.x] = sum;
}

struct Numbers {
  int values[32];
};

// sum_arguments reads its arguments at constant offsets, which needs only scalar loads. In choose_argument, each lane
// selects the offset, which needs vector loads.
extern "C" __global__ void sum_arguments(Numbers first, Numbers second, int* out) {
  *out = first.values[0] + second.values[31];
}
extern "C" __global__ void choose_argument(int* out, Numbers numbers) {
  out[threadIdx.x] = numbers.values[threadIdx.x];  // fault: choose_argument
}
