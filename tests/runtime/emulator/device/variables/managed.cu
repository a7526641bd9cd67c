// Variables of all kinds in a code object. In the code object, a `__managed__` variable is a pointer that the loader
// has to set.
#include <cuda_runtime.h>

struct Settings {
  int number;
  float list[3];
  double last;
};

struct Owner {
  static __managed__ int member;
};

extern __managed__ int declared_before;

__managed__ int counter = 7;
__managed__ unsigned zero;
__managed__ Settings settings = {3, {1.5f, 2.5f, 3.5f}, -0.25};
__managed__ float table[5] = {1, 2, 3, 4, 5};
__managed__ unsigned char bytes[3] = {10, 11, 12};
__managed__ double matrix[2][3] = {{1, 2, 3}, {4, 5, 6}};
__managed__ unsigned large[100000];
static __managed__ long long of_this_file = 1ll << 40;
namespace {
__managed__ short anonymous = -5;
}
namespace inner {
__managed__ int nested = 11;
}
__managed__ int Owner::member = 13;
template <class T>
__managed__ T of_type = T(17);
inline __managed__ int in_many = 19;
__managed__ int declared_before = 29;
__managed__ bool flag = true;

__device__ int plain = 23;
__managed__ int* to_plain = &plain;
__managed__ int* cursor;

__device__ int list[4] = {31, 32, 33, 34};
__device__ int* into_list = &list[2];
__constant__ int constants[3] = {41, 42, 43};
__constant__ double no_constant;
__device__ int twice(int x) {
  return 2 * x;
}
__device__ int (*function)(int) = twice;

extern "C" __global__ void read_managed(double* out) {
  const double values[] = {double(counter),
                           double(zero),
                           double(settings.number),
                           settings.list[0] + settings.list[2],
                           settings.last,
                           table[0] + table[4],
                           double(bytes[2]),
                           matrix[0][1] + matrix[1][2],
                           double(large[threadIdx.x * 1000]),
                           double(of_this_file),
                           double(anonymous),
                           double(inner::nested),
                           double(Owner::member),
                           of_type<float>,
                           double(of_type<long>),
                           double(in_many),
                           double(declared_before),
                           double(flag),
                           double(*to_plain),
                           cursor == nullptr ? 0.0 : 1.0};
  for (unsigned i = 0; i < sizeof(values) / sizeof(double); ++i)
    if (threadIdx.x == 0) out[i] = values[i];
}

// Later launches of any kernel read what this one writes.
extern "C" __global__ void write_managed(int* target) {
  atomicAdd(&counter, 1);
  large[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * blockDim.x + threadIdx.x + 1;
  if (blockIdx.x != 0 || threadIdx.x != 0) return;
  settings.last = 99.5;
  bytes[1] = 200;
  cursor = target;
  *to_plain += 100;
}

extern "C" __global__ void read_written(long long* out) {
  if (threadIdx.x == 0) {
    out[0] = counter;
    out[1] = (long long)(settings.last * 4);
    out[2] = bytes[1];
    out[3] = plain;
    out[4] = 0;
    for (unsigned i = 0; i < 256; ++i) out[4] += large[i];
    if (cursor != nullptr) *cursor = 77;
  }
}

extern "C" __global__ void beyond_managed(float* out, unsigned index) {
  out[0] = table[index];
}

extern "C" __global__ void read_others(int* out) {
  out[0] = *into_list + list[0];
  out[1] = constants[0] + constants[2];
  out[2] = no_constant == 0;
  out[3] = function(21);
}

// Returns the upper halves of the addresses of LDS and scratch, first from generic pointers, then from the queue.
extern "C" __global__ void read_queue(unsigned* out) {
  __shared__ volatile int shared;
  volatile int local = 1;
  shared = local;
  const auto upper = [](const volatile int* pointer) { return unsigned(reinterpret_cast<size_t>(pointer) >> 32); };
#ifdef QUEUE_IN_REGISTERS
  const auto* queue = static_cast<const unsigned*>(__builtin_amdgcn_queue_ptr());
#else
  // From code object version 5 on, LLVM provides the queue only as a hidden argument, hidden_queue_ptr.
  constexpr unsigned kQueueAt = 200;
  const auto* arguments = static_cast<const char*>(__builtin_amdgcn_implicitarg_ptr());
  const auto* queue = *reinterpret_cast<const unsigned* const*>(arguments + kQueueAt);
#endif
  out[0] = upper(&shared);
  out[1] = upper(&local);
  out[2] = queue[0x40 / 4];  // amd_queue_t::group_segment_aperture_base_hi
  out[3] = queue[0x44 / 4];  // amd_queue_t::private_segment_aperture_base_hi
}
