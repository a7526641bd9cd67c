// The part of matrix_unit.cuh for NVIDIA. It is in a file that only NVIDIA's compiler opens, because no other target
// has a counterpart of ldmatrix and mma.sync.
#pragma once

#include "../common/numeric.cuh"
#include "../common/pack.cuh"

constexpr int kUnitLanes = 32;
constexpr int kUnitSums = 8;

#define MATRIX_UNIT_LOAD(INSTRUCTION, WORDS, AT)                                \
  asm volatile(INSTRUCTION " {%0,%1,%2,%3}, [%4];"                              \
               : "=r"(WORDS[0]), "=r"(WORDS[1]), "=r"(WORDS[2]), "=r"(WORDS[3]) \
               : "r"(AT)                                                        \
               : "memory")

// A register has two neighbours of the depth. A lane has the pairs at depth 2 * (lane % 4), and at depth
// 2 * (lane % 4) + 8. ldmatrix loads four matrices of 8 x 8 at once; for this, each lane provides the address of one of
// their rows.
template <class T>
struct UnitOperand {
  uint32_t words[4];
  // `at` is the address in shared memory of the row that the lane provides.
  __device__ __forceinline__ void load_rows(uint32_t at) {
    MATRIX_UNIT_LOAD("ldmatrix.sync.aligned.m8n8.x4.shared.b16", words, at);
  }
  // Provides row `row`, from depth `depth` on.
  __device__ __forceinline__ void load_matrices(const T* rows, int pitch, int row, int depth) {
    load_rows(static_cast<uint32_t>(__cvta_generic_to_shared(rows + row * pitch + depth)));
  }
};
#undef MATRIX_UNIT_LOAD

// The four matrices are rows 0 to 7 and rows 8 to 15 at depths 0 to 7; then the same rows at depths 8 to 15.
template <class T>
struct UnitLeft : UnitOperand<T> {
  __device__ __forceinline__ void load(const T* rows, int pitch, int lane) {
    this->load_matrices(rows, pitch, lane % 16, lane / 16 * 8);
  }
};
// The four matrices are columns 0 to 7 at depths 0 to 7 and 8 to 15; then columns 8 to 15 at the same depths.
template <class T>
struct UnitRight : UnitOperand<T> {
  __device__ __forceinline__ void load(const T* rows, int pitch, int lane) {
    this->load_matrices(rows, pitch, lane / 16 * 8 + lane % 8, lane / 8 % 2 * 8);
  }
};

__device__ __forceinline__ int unit_row(int lane, int s) {
  return lane / 4 + s % 4 / 2 * 8;
}
__device__ __forceinline__ int unit_column(int lane, int s) {
  return s / 4 * 8 + lane % 4 * 2 + s % 2;
}

#define MATRIX_UNIT_MULTIPLY(T, INSTRUCTION)                                                                    \
  __device__ __forceinline__ void unit_multiply(const UnitLeft<T>& left, const UnitRight<T>& right,             \
                                                float(&sums)[kUnitSums]) {                                      \
    _Pragma("unroll") for (int h = 0; h < 2; ++h) {                                                             \
      MATRIX_UNIT_ASM(INSTRUCTION " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(sums[4 * h]), \
                      "+f"(sums[4 * h + 1]), "+f"(sums[4 * h + 2]), "+f"(sums[4 * h + 3]) : "r"(left.words[0]), \
                      "r"(left.words[1]), "r"(left.words[2]), "r"(left.words[3]), "r"(right.words[2 * h]),      \
                      "r"(right.words[2 * h + 1]));                                                             \
    }                                                                                                           \
  }
MATRIX_UNIT_MULTIPLY(__half, "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32")
MATRIX_UNIT_MULTIPLY(__nv_bfloat16, "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32")
#undef MATRIX_UNIT_MULTIPLY
