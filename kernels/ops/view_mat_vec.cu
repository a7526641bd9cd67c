// Products of quantized matrices, read through LDS, with one vector of Q8_1 blocks or of floats. Ops launch these
// kernels for weights that start at a multiple of 16 bytes and whose length is a multiple of 16 bytes. A workgroup
// computes 16 elements of the result.
#include "../tables/quantized.def"
#include "../tables/types.def"
#include "staged_mat_vec.cuh"

// NVIDIA's compiler needs the number of workgroups that must fit on a multiprocessor; AMD's compiler limits registers
// without it.
#ifdef __AMDGCN__
#define STAGED(WORKGROUPS) extern "C" __global__ void __launch_bounds__(kStagedThreads)
#else
#define STAGED(WORKGROUPS) extern "C" __global__ void __launch_bounds__(kStagedThreads, WORKGROUPS)
#endif

// The number of workgroups of the kernel for Q8_1 blocks that must fit on a multiprocessor. Of its 65536 registers, a
// thread then has at most 65536 / (4 * kStagedThreads) = 128, or 64 with 8 workgroups. Which formats have 8 affects
// only the speed.
template <class Format>
struct WorkgroupsAtOnce {
  static constexpr int kValue = 4;
};
template <>
struct WorkgroupsAtOnce<Q4_0> {
  static constexpr int kValue = 8;
};
template <>
struct WorkgroupsAtOnce<Q5_0> {
  static constexpr int kValue = 8;
};
template <>
struct WorkgroupsAtOnce<Q4_K> {
  static constexpr int kValue = 8;
};

#define VIEW_MAT_VEC(NAME, FORMAT, SYMBOL)                                                                      \
  STAGED(WorkgroupsAtOnce<FORMAT>::kValue)                                                                      \
  view_##SYMBOL(const void* weights, const void* vector, float* out, const size_t columns, const size_t rows) { \
    staged_mat_vec_of_bytes<FORMAT>(weights, vector, out, columns, rows);                                       \
  }
#define VIEW_FLOAT_MAT_VEC(SUFFIX, T, NAME, FORMAT, SYMBOL)                                                  \
  STAGED(4)                                                                                                  \
  view_##SYMBOL(const void* weights, const T* vector, float* out, const size_t columns, const size_t rows) { \
    staged_mat_vec_of_floats<FORMAT>(weights, vector, out, columns, rows);                                   \
  }
#define VIEW_FLOAT_MAT_VECS(SUFFIX, T, NAME, FORMAT) \
  ROCM_BINDGEN_STAGED_FLOAT_MAT_VECS(VIEW_FLOAT_MAT_VEC, SUFFIX, T, NAME, FORMAT)
#define VIEW_MAT_VECS(NAME, FORMAT)                        \
  ROCM_BINDGEN_STAGED_MAT_VECS(VIEW_MAT_VEC, NAME, FORMAT) \
  ROCM_BINDGEN_ACTIVATION_TYPES(VIEW_FLOAT_MAT_VECS, NAME, FORMAT)
ROCM_BINDGEN_WEIGHT_FORMATS(VIEW_MAT_VECS)
