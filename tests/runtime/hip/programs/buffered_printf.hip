// printf() by the buffer of messages: this unit is compiled with -mprintf-kind=buffered.
#include "cases.hpp"
#include "check.hpp"

// The device library's function, which Debian's version does not have. It reserves `bytes` of the buffer, and returns null if
// fewer are left. In version 4 of code objects, the buffer's address is the fourth hidden argument. The buffer begins with the
// number of used bytes and that of all bytes.
extern "C" __device__ char* __printf_alloc(unsigned bytes) {
  char* const buffer = ((char**)__builtin_amdgcn_implicitarg_ptr())[3];
  auto* const header = reinterpret_cast<unsigned*>(buffer);
  unsigned used = __hip_atomic_load(header, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  do {
    if (used + bytes > header[1]) return nullptr;
  } while (!__hip_atomic_compare_exchange_strong(header, &used, used + bytes, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED,
                                                 __HIP_MEMORY_SCOPE_AGENT));
  return buffer + 2 * sizeof(unsigned) + used;
}

namespace {

__global__ void print(const char* word, double number) {
  if (threadIdx.x % 16 != 3) return;
  printf("[%d:%5u|%-4d|%04x] %s and %s\n", -static_cast<int>(threadIdx.x), 7u, 12, 0xbeefu, "a literal", word);
  printf("%.3f %e %g %c%% %lld %hhd %*d|%.2s|\\%p\n", number, number, number, 'x', -5000000000ll, static_cast<signed char>(-3), 6, 42, "cut", static_cast<void*>(nullptr));
}

/// Prints numbers until the buffer is full, and stores how many.
__global__ void fill_buffer(int* printed) {
  int count = 0;
  while (printf("%d\n", count) >= 0) ++count;
  *printed = count;
}

}  // namespace

void buffered_printing() {
  char* word = nullptr;
  HIP_CHECK(hipMallocManaged(&word, 16));
  std::snprintf(word, 16, "memory");
  print<<<1, 32>>>(word, 1234.5678);
  HIP_CHECK(hipDeviceSynchronize());
  HIP_CHECK(hipFree(word));
}

void full_print_buffer() {
  int* printed = nullptr;
  HIP_CHECK(hipMallocManaged(&printed, sizeof(int)));
  fill_buffer<<<1, 1>>>(printed);
  HIP_CHECK(hipDeviceSynchronize());
  // A message has its size, the format's hash and one argument: 20 bytes. The buffer has 4 MiB.
  CHECK(*printed == (4 << 20) / 20);
  HIP_CHECK(hipFree(printed));
}
