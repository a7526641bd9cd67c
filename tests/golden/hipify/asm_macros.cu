// NVIDIA's assembly that comes through macros: those of literals are understood, all others are reported.
#include <cuda_runtime.h>  // HIP: #include <hip/hip_runtime.h>

#define ASM asm volatile
#define VOLATILE_ASM ASM
#define LD "ld.global"
#define TYPE ".s32"
#define LOAD LD TYPE " %0, [%1];"
#define OP(x) "add." x " %0, %0, 1;"
#define OUTPUTS "=r"(v)
#ifdef FAST
#define MODE ".cg"
#else
#define MODE ".ca"
#endif

__device__ int translated(int* p) {
  int v = 0;
  asm(LD ".s32 %0, [%1];" : "=r"(v) : "l"(p));
  // HIP: [](auto& x0, auto x1) { namespace ptx = rocm_bindgen::ptx; unsigned i0{}; auto i1 = ptx::in<unsigned long long>(x1); ptx::put(i0, ptx::do_load(ptx::generic_place<int>(ptx::of<unsigned long long>(i1), static_cast<long long>(0ull)))); ptx::put(x0, i0); }((v),(p));
  ASM("ld.global.s32 %0, [%1];" : "=r"(v) : "l"(p));
  // HIP: [](auto& x0, auto x1) { namespace ptx = rocm_bindgen::ptx; unsigned i0{}; auto i1 = ptx::in<unsigned long long>(x1); ptx::put(i0, ptx::do_load(ptx::generic_place<int>(ptx::of<unsigned long long>(i1), static_cast<long long>(0ull)))); ptx::put(x0, i0); }((v),(p));
  VOLATILE_ASM(LOAD : "=r"(v) : "l"(p));
  // HIP: [](auto& x0, auto x1) { namespace ptx = rocm_bindgen::ptx; unsigned i0{}; auto i1 = ptx::in<unsigned long long>(x1); ptx::put(i0, ptx::do_load(ptx::generic_place<int>(ptx::of<unsigned long long>(i1), static_cast<long long>(0ull)))); ptx::put(x0, i0); }((v),(p));
  ASM("membar.gl;" ::: "memory");  // HIP: []() { __threadfence(); }();
  return v;
}
#define NAMED(d, p) ASM(LOAD : "=r"(d) : "l"(p))
// HIP: #define NAMED(d, p) [](auto& x0, auto x1) { namespace ptx = rocm_bindgen::ptx; unsigned i0{}; auto i1 = ptx::in<unsigned long long>(x1); ptx::put(i0, ptx::do_load(ptx::generic_place<int>(ptx::of<unsigned long long>(i1), static_cast<long long>(0ull)))); ptx::put(x0, i0); }((d),(p))

__device__ int reported(int* p) {
  int v = 0;
  asm(OP("s32") : "+r"(v));                                // WARNING: inline PTX 'add.'
  asm("ld.global" MODE ".s32 %0, [%1];" : "=r"(v) : "l"(p));  // WARNING: inline PTX 'ld.global
  asm(LOAD : OUTPUTS : "l"(p));                            // WARNING: inline PTX 'ld.global.s32'
  asm(ELSEWHERE " %0, [%1];" : "=r"(v) : "l"(p));          // WARNING: inline PTX 'ELSEWHERE'
  ELSEWHERE_ASM("ld.global.s32 %0, [%1];" : "=r"(v) : "l"(p));  // WARNING: inline PTX 'ld.global.s32'
  asm(LOAD ELSEWHERE : "=r"(v) : "l"(p));                  // WARNING: inline PTX 'ld.global.s32'
  return v;
}
#define BINARY(op, d, a) asm(#op ".u64 %0, %0, %1;" : "+l"(d) : "l"(a))  // WARNING: inline PTX '#op'

// What is not assembly, or not NVIDIA's.
void of_the_host(int v) {
  asm volatile(PAUSE ::: "memory");
  asm volatile(BARRIER : "+r"(v));
  record("add.s32 %0", "r"(v));
  printf("ld.global.s32 %0, [%1];", v);
}
