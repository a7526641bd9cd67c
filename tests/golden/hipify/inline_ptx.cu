// NVIDIA's assembly cannot be translated; AMD's, and the host's, need not be.
#include <cuda_runtime.h>  // HIP: #include <hip/hip_runtime.h>

__device__ unsigned lane_id() {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));        // WARNING: inline PTX 'mov.u32'
  asm volatile("add.u32 %0, %0, 1;" : "+r"(lane));  // WARNING: inline PTX 'add.u32'
  asm volatile("bfe.u32 %0, %1, 1, 2;\n\t"          // WARNING: inline PTX 'bfe.u32'
               "add.s32 %0, %0, 1;" : "=r"(lane) : "r"(lane));
  asm volatile("{\n .reg .pred p;\n setp.ne.u32 p, %0, 0;\n}" ::"r"(lane));  // WARNING: inline PTX
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(lane), "l"(&lane));
  // WARNING: inline PTX 'cp.async.ca.shared.global'
  asm("rem.u32 %0, %0, 3;" : "+r"(lane));                                    // WARNING: inline PTX 'rem.u32'
  asm("selp.b32 %0, 1, %0, 1;" : "+r"(lane));                                // WARNING: inline PTX 'selp.b32'
  asm("sad.u32 %0, %0, 1, 2;" : "+r"(lane));                                 // WARNING: inline PTX 'sad.u32'
  asm("tanh.approx.f32 %0, %0;" : "+f"(lane));                               // WARNING: inline PTX 'tanh.approx.f32'
  asm("griddepcontrol.wait;");                                            // WARNING: inline PTX 'griddepcontrol.wait'
  asm("exit;");                                                              // WARNING: inline PTX 'exit'
  asm volatile("trap;");                                                     // WARNING: inline PTX 'trap'
  asm(R"(
    add.u32 %0, %0, 2;
  )" : "+r"(lane));
  // WARNING@-3: inline PTX 'add.u32'
  asm volatile("// no instruction\n\tbar.sync 0;");  // WARNING: inline PTX
  return lane;
}

__device__ void tensor_core(unsigned* d, const unsigned* a) {
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0}, {%1}, {%1}, {%0};" : "+r"(d[0]) : "r"(a[0]));
  // WARNING: 'mma.sync.aligned
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(d[0]) : "r"(a[0]));
  // WARNING: 'ldmatrix.sync
}

__device__ void of_amd(int v) { asm volatile("s_nop 0"); }  // SAME
void of_the_host() { asm volatile("nop" ::: "memory"); }    // SAME
void fence() { asm volatile("" ::: "memory"); }             // SAME
const char* text = "mov.u32 %0, %%laneid;";                 // SAME
