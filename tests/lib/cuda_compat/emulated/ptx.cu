// Inline PTX that hipify translates to C++. ptx_test.cpp computes the expected columns, in the same order.
#include <cuda_runtime.h>

// Results of one thread, one column after the other.
struct PtxColumns {
  unsigned* next;
  __device__ explicit PtxColumns(unsigned* out) : next(out + threadIdx.x) {}
  __device__ void put(unsigned value) {
    *next = value;
    next += blockDim.x;
  }
};

#define PTX_XOR3(result, a, b) \
  asm volatile(                \
      "xor.b32 %0, %1, %2;\n"  \
      "xor.b32 %0, %0, 3;"     \
      : "=r"(result)           \
      : "r"(a), "r"(b))

__device__ unsigned ptx_lane() {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}

extern "C" __global__ void ptx_integers(const unsigned* in, unsigned* out) {
  PtxColumns columns(out);
  const unsigned a = in[threadIdx.x], b = in[threadIdx.x + blockDim.x], c = in[threadIdx.x + 2 * blockDim.x];
  unsigned r;
  int s;
  asm("bfe.u32 %0, %1, 5, 9;" : "=r"(r) : "r"(a));
  columns.put(r);
  asm("bfe.s32 %0, %1, %2, %3;" : "=r"(s) : "r"(a), "r"(b & 31), "r"(c & 31));
  columns.put(s);
  asm("bfi.b32 %0, %1, %2, 8, 12;" : "=r"(r) : "r"(a), "r"(b));
  columns.put(r);
  asm("prmt.b32 %0, %1, %2, 0x5410;" : "=r"(r) : "r"(a), "r"(b));
  columns.put(r);
  asm("lop3.b32 %0, %1, %2, %3, 0xE8;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
  columns.put(r);
  asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
  columns.put(r);
  asm("{\n\t.reg .u32 t;\n\t"
      "add.u32 t, %1, %2;\n\t"    // a sum
      "mul.lo.u32 %0, t, 3;\n\t"  // times three
      "}"
      : "=r"(r)
      : "r"(a), "r"(b));
  columns.put(r);
  asm("mad.lo.s32 %0, %1, %2, %3;" : "=r"(s) : "r"((int)a), "r"((int)b), "r"((int)c));
  columns.put(s);
  unsigned long long wide;
  asm("mul.wide.u32 %0, %1, %2;" : "=l"(wide) : "r"(a), "r"(b));
  columns.put(wide >> 32);
  unsigned lo, hi;
  asm("mov.b64 {%0, %1}, %2;" : "=r"(lo), "=r"(hi) : "l"(wide));
  columns.put(lo ^ hi);
  asm("mov.b64 %0, {%1, %2};" : "=l"(wide) : "r"(a), "r"(b));
  columns.put((wide >> 16) & 0xffffffff);
  asm("add.cc.u32 %0, %3, %5;\n\t"
      "addc.cc.u32 %1, %4, %6;\n\t"
      "addc.u32 %2, 0, 0;"
      : "=r"(lo), "=r"(hi), "=r"(r)
      : "r"(a), "r"(b), "r"(b), "r"(c));
  columns.put(lo);
  columns.put(hi);
  columns.put(r);
  asm("{.reg .pred p; setp.lt.u32 p, %1, %2; selp.u32 %0, 7, 9, p; @!p add.u32 %0, %0, 100; }"
      : "=r"(r)
      : "r"(a), "r"(b));
  columns.put(r);
  asm("shr.s32 %0, %1, 40;" : "=r"(s) : "r"(a));
  columns.put(s);
  asm("bfind.u32 %0, %1;" : "=r"(r) : "r"(a >> (b & 31)));
  columns.put(r);
  asm("add.u32 %[sum], %[sum], %[more];" : [sum] "+r"(r) : [more] "r"(c));
  columns.put(r);
  if (a > b)
    asm("not.b32 %0, %1;" : "=r"(r) : "r"(a));
  else
    asm("neg.s32 %0, %1;" : "=r"(r) : "r"(b));
  columns.put(r);
  asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
  columns.put(r);
  asm("mul.hi.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  columns.put(r);
  PTX_XOR3(r, a, b);
  columns.put(r);
}

extern "C" __global__ void ptx_warp(const unsigned* in, unsigned* out) {
  PtxColumns columns(out);
  __shared__ unsigned shared[128];
  const unsigned a = in[threadIdx.x];
  unsigned r;
  columns.put(ptx_lane());
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(r));
  columns.put(r);
  asm volatile("{ .reg .pred p; shfl.sync.down.b32 %0|p, %1, 3, 0x1f, 0xffffffff; @!p mov.u32 %0, 5; }"
               : "=r"(r)
               : "r"(a));
  columns.put(r);
  // 0x1c1f: segments of 4 lanes.
  asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1c1f, 0xffffffff;" : "=r"(r) : "r"(a), "r"(2));
  columns.put(r);
  asm volatile("{ .reg .pred q; setp.ne.u32 q, %1, 0; vote.sync.ballot.b32 %0, q, 0xffffffff; }"
               : "=r"(r)
               : "r"(a & 1));
  columns.put(r);
  const unsigned address = (unsigned)__cvta_generic_to_shared(&shared[threadIdx.x]);
  asm volatile("st.shared.u32 [%0], %1;" ::"r"(address), "r"(a + 1) : "memory");
  asm volatile("bar.sync 0;");
  columns.put(shared[threadIdx.x ^ 1]);
  __syncthreads();
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;\n" ::"r"(address), "l"(in + (threadIdx.x ^ 3)));
  asm volatile("cp.async.commit_group;\n cp.async.wait_group %0;" ::"n"(0));
  asm("ld.shared.u32 %0, [%1];" : "=r"(r) : "r"(address));
  columns.put(r);
  asm("ld.global.nc.L1::no_allocate.u32 %0, [%1+4];" : "=r"(r) : "l"(in + threadIdx.x));
  columns.put(r);
  uint4 all;
  asm("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
      : "=r"(all.x), "=r"(all.y), "=r"(all.z), "=r"(all.w)
      : "l"(in + threadIdx.x / 4 * 4));
  columns.put(all.x + 3 * all.y + 5 * all.z + 7 * all.w);
  asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(r) : "l"(in + threadIdx.x) : "memory");
  columns.put(r);
  shared[threadIdx.x] = 3;
  asm volatile("atom.shared.add.u32 %0, [%1], %2;" : "=r"(r) : "r"(address), "r"(a));
  asm volatile("red.shared.max.u32 [%0], %1;" ::"r"(address), "r"(a & 0xff));
  columns.put(shared[threadIdx.x] - r);
  // With the predicate `ignored`, zeros are written instead of the source, and without it all bytes of the source.
  shared[threadIdx.x] = 3;
  asm volatile(
      "{ .reg .pred ignored; setp.ne.u32 ignored, %2, 0;\n"
      "cp.async.ca.shared.global [%0], [%1], 4, ignored; }\n" ::"r"(address),
      "l"(in + threadIdx.x), "r"(threadIdx.x & 1));
  asm volatile("cp.async.wait_all;" ::: "memory");
  columns.put(shared[threadIdx.x]);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;\n" ::"r"(address), "l"(in + threadIdx.x), "r"(2));
  asm volatile("cp.async.wait_all;" ::: "memory");
  columns.put(shared[threadIdx.x]);
  // The policy's value is unspecified, but reading it must not be undefined.
  unsigned long long policy;
  asm volatile("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
  columns.put((policy ^ policy) + 7);
}

extern "C" __global__ void ptx_floats(const float* in, unsigned* out) {
  PtxColumns columns(out);
  const float a = in[threadIdx.x];
  float r;
  int s;
  unsigned u;
  asm("add.rn.f32 %0, %1, 0f3F800000;" : "=f"(r) : "f"(a));
  // The bits of a NaN differ between GPUs, so a NaN is written as 1, here and below.
  columns.put(a == a ? __float_as_uint(r) : 1);
  asm("fma.rz.f32 %0, %1, %1, %1;" : "=f"(r) : "f"(a));
  columns.put(a == a ? __float_as_uint(r) : 1);
  asm("cvt.rni.s32.f32 %0, %1;" : "=r"(s) : "f"(a));
  columns.put(s);
  asm("cvt.rzi.u32.f32 %0, %1;" : "=r"(u) : "f"(a));
  columns.put(u);
  long long wide;
  asm("cvt.rzi.s64.f32 %0, %1;" : "=l"(wide) : "f"(a));
  columns.put(static_cast<unsigned>(wide >> 32));
  columns.put(static_cast<unsigned>(wide));
  asm("cvt.rzi.s32.f64 %0, %1;" : "=r"(s) : "d"(static_cast<double>(a)));
  columns.put(s);
  unsigned short h;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(a));
  columns.put(a == a ? h : 1);
  asm("{.reg .b16 t; mov.b16 t, %1; cvt.f32.f16 %0, t;}" : "=f"(r) : "h"(h));
  columns.put(a == a ? __float_as_uint(r) : 1);
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(u) : "f"(a), "f"(2.0f));
  columns.put(a == a ? u : 1);
  asm("max.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(0.5f));
  columns.put(__float_as_uint(r));
  asm("mov.b32 %0, %1;" : "=r"(u) : "f"(a));
  columns.put(u);
  asm("cvt.sat.f32.f32 %0, %1;" : "=f"(r) : "f"(a));
  columns.put(__float_as_uint(r));
}
