// Address spaces of pointers, and loads and stores with a cache hint.
#include <cuda_runtime.h>

extern "C" __global__ void memory_spaces(int* global, unsigned* out) {
  __shared__ int shared[4];
  int local[4];
  // The compiler does not know the indices, so the array stays in memory.
  for (int i = 0; i < 4; ++i) shared[i] = local[global[i] & 3] = 10 * i;
  __syncthreads();
  const void* addresses[] = {global, shared + 1, local + 1};
  for (const void* address : addresses) {
    *out++ = __isGlobal(address);
    *out++ = __isShared(address);
    *out++ = __isLocal(address);
  }
  const auto offset = __cvta_generic_to_shared(shared + 2);
  *out++ = *static_cast<int*>(__cvta_shared_to_generic(offset));
  *out++ = offset - __cvta_generic_to_shared(shared);
  *out++ = reinterpret_cast<int*>(__cvta_generic_to_global(global)) == global;
}

struct MemoryTriple {
  short a, b, c;
};

extern "C" __global__ void memory_hints(const float4* in, float4* out, const short* shorts, short* short_out) {
  float4* next = out;
  *next++ = __ldg(in);
  *next++ = __ldca(in + 1);
  *next++ = __ldcg(in + 2);
  *next++ = __ldcs(in + 3);
  *next++ = __ldlu(in + 4);
  *next++ = __ldcv(in + 5);
  __stwb(next++, in[6]);
  __stcg(next++, in[7]);
  __stcs(next++, in[8]);
  __stwt(next++, in[9]);
  const MemoryTriple triple = __ldcg(reinterpret_cast<const MemoryTriple*>(shorts));
  __stcg(reinterpret_cast<MemoryTriple*>(short_out), triple);
  __stwt(short_out + 3, 7);
  __nanosleep(40);
}
