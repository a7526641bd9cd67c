// NVIDIA's assembly becomes C++ where every instruction of a statement is known; AMD's, and the host's, stays.
#include <cuda_runtime.h>  // HIP: #include <hip/hip_runtime.h>

__device__ unsigned translated(unsigned* p, unsigned lane) {
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  // HIP: [](auto& x0) { namespace ptx = rocm_bindgen::ptx; unsigned i0{}; ptx::put(i0, ptx::of<unsigned>(ptx::read_laneid())); ptx::put(x0, i0); }((lane));
  asm volatile("add.u32 %0, %0, 1;" : "+r"(lane));
  // HIP: [](auto& x0) { namespace ptx = rocm_bindgen::ptx; auto i0 = ptx::in<unsigned>(x0); ptx::put(i0, ptx::do_add(ptx::of<unsigned>(i0), static_cast<unsigned>(1ull))); ptx::put(x0, i0); }((lane));
  // Names in the operands' expressions are translated as elsewhere.
  asm volatile("membar.gl;" ::"r"((unsigned)cudaSuccess) : "memory");
  // HIP: [](auto) { __threadfence(); }(((unsigned)hipSuccess));
  asm volatile("{ .reg .pred p; setp.ne.u32 p, %0, 0; @p st.global.cs.u32 [%1+4], %0; }" ::"r"(lane), "l"(p));
  // HIP: [](auto x0, auto x1) { namespace ptx = rocm_bindgen::ptx; auto i0 = ptx::in<unsigned>(x0); auto i1 = ptx::in<unsigned long long>(x1); { bool v_p{}; ptx::put(v_p, ptx::is_ne(ptx::of<unsigned>(i0), static_cast<unsigned>(0ull))); if (ptx::of<bool>(v_p)) { ptx::do_store(ptx::generic_place<unsigned>(ptx::of<unsigned long long>(i1), static_cast<long long>(4ull)), ptx::of<unsigned>(i0)); } } }((lane),(p));
  asm("add.cc.u32 %0, %0, %0; addc.u32 %0, 0, 0;" : "+r"(lane));
  // HIP: [](auto& x0) { namespace ptx = rocm_bindgen::ptx; bool carry = false; auto i0 = ptx::in<unsigned>(x0); ptx::put(i0, ptx::do_add_carry(ptx::of<unsigned>(i0), ptx::of<unsigned>(i0), false, carry)); ptx::put(i0, ptx::do_add_carry(static_cast<unsigned>(0ull), static_cast<unsigned>(0ull), carry, ptx::Nothing())); ptx::put(x0, i0); }((lane));
  asm volatile("cp.async.commit_group;");
  // HIP: []() { namespace ptx = rocm_bindgen::ptx; ptx::do_nothing(); }();
  // Comments stay.
  asm volatile("membar.gl;"  // all of it
               :: "r"(lane)  /* who */ : "memory" /* what */);
  // HIP@-2: [](auto) { __threadfence(); }( // all of it
  // HIP@-2: (lane)) /* who */ /* what */;
  return lane;
}

__device__ unsigned reported(unsigned lane) {
  asm volatile("{\n add.u32 %0, %0, 1;\n\t"  // WARNING: inline PTX 'add.u32'
               "bra LOOP;\n\t}" : "+r"(lane));
  asm("addc.u32 %0, %0, 0;" : "+r"(lane));                // WARNING: inline PTX 'addc.u32'
  asm("add.cc.u32 %0, %0, 1;" : "+r"(lane));              // WARNING: inline PTX 'add.cc.u32'
  asm("slct.u32.s32 %0, %0, %0, %0;" : "+r"(lane));       // WARNING: inline PTX 'slct.u32.s32'
  asm("add.frob.u32 %0, %0, 1;" : "+r"(lane));            // WARNING: inline PTX 'add.frob.u32'
  asm("add.u32 %0, unknown, 1;" : "+r"(lane));            // WARNING: inline PTX 'add.u32'
  asm volatile("bar.sync 1, 64;");                        // WARNING: inline PTX 'bar.sync'
  asm volatile("bar.red.popc.u32 %0, 1, 1;" : "=r"(lane));  // WARNING: inline PTX 'bar.red
  asm("shf.l.wrap.f4e.b32 %0, %0, %0, %0;" : "+r"(lane));   // WARNING: inline PTX 'shf.l
  asm("griddepcontrol.wait;");                            // WARNING: inline PTX 'griddepcontrol.wait'
  asm("exit;");                                           // WARNING: inline PTX 'exit'
  asm(R"(
    bra.uni LOOP;
  )" : "+r"(lane));
  // WARNING@-3: inline PTX 'bra.uni'
  asm volatile("call.uni f;");                            // WARNING: inline PTX 'call.uni'
  asm volatile(                                           // WARNING: inline PTX 'add.u32'
#ifdef SLOW
      "add.u32 %0, %0, 1;"
#else
      "add.u32 %0, %0, 2;"
#endif
      : "+r"(lane));
  asm volatile("// no instruction\n\tbar.arrive 0, 32;");  // WARNING: inline PTX
  return lane;
}

__device__ void tensor_core(unsigned* d, const unsigned* a) {
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0}, {%1}, {%1}, {%0};" : "+r"(d[0]) : "r"(a[0]));
  // WARNING: 'mma.sync.aligned ... tensor cores
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(d[0]) : "r"(a[0]));
  // WARNING: 'ldmatrix.sync ... tensor cores
}

__device__ void wait_for_bulk_copies() {
  asm volatile("cp.async.bulk.wait_group 0;");  // WARNING: 'cp.async.bulk ... tensor memory accelerator
}

__device__ void of_amd(int v) { asm volatile("s_nop 0"); }  // SAME
void of_the_host() { asm volatile("nop" ::: "memory"); }    // SAME
void fence() { asm volatile("" ::: "memory"); }             // SAME
const char* text = "mov.u32 %0, %%laneid;";                 // SAME
