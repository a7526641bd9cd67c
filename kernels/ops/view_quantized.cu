// Quantized blocks to floats of every type and back, rows of them by ids, and products with floats and of experts;
// sizes and ids are checked. What ops launch, beside the kernels of quantized.cu.
#include "../common/dequantize.cuh"
#include "../common/quantized_experts.cuh"
#include "../common/quantized_mat_vec.cuh"
#include "../common/row_ids.cuh"
#include "quantize_together.cuh"
#include "view.cuh"

#define KERNEL extern "C" __global__ void __launch_bounds__(kViewBlock)

struct CheckedExpert {
  size_t experts;
  __device__ __forceinline__ size_t operator()(uint32_t id) const {
    static_assert(kNoRow == kNoExpert, "no row is no expert");
    return row_of(id, experts);
  }
};

KERNEL view_take_id_out_of_range(uint32_t* out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) *out = atomicExch(&id_out_of_range, 0u);
}

// A row for each id: blockIdx.x says which, blockIdx.y and the block's threads share it. One without a row is 0.
template <class Format, class T>
__device__ __forceinline__ void get_checked_row(const void* src, const uint32_t* ids, T* dst, size_t columns,
                                                size_t rows) {
  const PickedRow place = PickedRow::of_this_thread();
  const size_t row = row_of(ids[place.id_index], rows);
  T* const to = dst + place.id_index * columns;
  if (row == kNoRow) {
#pragma unroll 1
    for (size_t i = place.thread; i < columns; i += place.threads) to[i] = Numeric<T>::narrow(0.0f);
    return;
  }
  const size_t row_bytes = columns / Format::kElements * Format::kBytes;
  Dequantize<Format, T>::run(static_cast<const uint8_t*>(src) + row * row_bytes, to, columns, place.thread,
                             place.threads);
}

template <class T>
__device__ __forceinline__ void quantize_all(const T* in, void* blocks, size_t count) {
  using Together = QuantizeTogether<T>;
  const ThreadGrid grid = this_thread_in_grid();
  const size_t step = grid.threads / Together::kThreads;
#pragma unroll 1
  for (size_t first = grid.block_first / Together::kThreads; first < count; first += step) {
    const size_t mine = first + grid.lane / Together::kThreads;
    const size_t b = mine < count ? mine : count - 1;
    Together::quantize(in + b * Q8Block::kElements, static_cast<uint8_t*>(blocks) + b * Q8Block::kBytes, mine < count);
  }
}

#define VIEW_FLOATS(SUFFIX, T, NAME, FORMAT)                                                                    \
  KERNEL view_dequantize_##NAME##_##SUFFIX(const void* blocks, T* out, const size_t elements) {                 \
    dequantize<FORMAT>(blocks, out, elements);                                                                  \
  }                                                                                                             \
  KERNEL view_get_rows_##NAME##_##SUFFIX(const void* blocks, const uint32_t* ids, T* out, const size_t columns, \
                                         const size_t rows) {                                                   \
    get_checked_row<FORMAT>(blocks, ids, out, columns, rows);                                                   \
  }

#define VIEW_PRODUCTS(SUFFIX, T, NAME, FORMAT)                                                                  \
  VIEW_FLOATS(SUFFIX, T, NAME, FORMAT)                                                                          \
  KERNEL view_mat_vec_##NAME##_##SUFFIX(const void* weights, const T* vector, float* out, const size_t columns, \
                                        const size_t rows) {                                                    \
    DequantizingMatVec<FORMAT, T>{{weights, columns}, vector, out}.run(rows);                                   \
  }

#define VIEW_EXPERTS(NAME, FORMAT)                                                                              \
  KERNEL view_experts_##NAME(const void* weights, const void* inputs, const uint32_t* ids, float* out,          \
                             const size_t columns, const size_t rows, const size_t experts, const size_t batch, \
                             const size_t topk, const bool input_per_batch) {                                   \
    ExpertsMatVec<FORMAT, CheckedExpert>{{weights, columns},                                                    \
                                         {experts},                                                             \
                                         static_cast<const uint8_t*>(inputs),                                   \
                                         ids,                                                                   \
                                         out,                                                                   \
                                         rows,                                                                  \
                                         batch,                                                                 \
                                         topk,                                                                  \
                                         columns / Q8Block::kElements * Q8Block::kBytes,                        \
                                         input_per_batch}                                                       \
        .run();                                                                                                 \
  }

#define VIEW_FORMAT(NAME, FORMAT)                  \
  VIEW_PRODUCTS(f32, float, NAME, FORMAT)          \
  VIEW_PRODUCTS(f16, __half, NAME, FORMAT)         \
  VIEW_PRODUCTS(bf16, __nv_bfloat16, NAME, FORMAT) \
  VIEW_EXPERTS(NAME, FORMAT)

VIEW_FORMAT(q4_0, Q4_0)
VIEW_FORMAT(q4_1, Q4_1)
VIEW_FORMAT(q5_0, Q5_0)
VIEW_FORMAT(q5_1, Q5_1)
VIEW_FORMAT(q8_0, Q8_0)
VIEW_FORMAT(q2_K, Q2_K)
VIEW_FORMAT(q3_K, Q3_K)
VIEW_FORMAT(q4_K, Q4_K)
VIEW_FORMAT(q5_K, Q5_K)
VIEW_FORMAT(q6_K, Q6_K)

// What activations and a file's intermediate sums are in: not multiplied as weights.
VIEW_FLOATS(f32, float, q8_1, Q8_1)
VIEW_FLOATS(f16, __half, q8_1, Q8_1)
VIEW_FLOATS(bf16, __nv_bfloat16, q8_1, Q8_1)
VIEW_FLOATS(f32, float, q8_K, Q8_K)
VIEW_FLOATS(f16, __half, q8_K, Q8_K)
VIEW_FLOATS(bf16, __nv_bfloat16, q8_K, Q8_K)

#define VIEW_QUANTIZE(SUFFIX, T)                                                            \
  KERNEL view_quantize_q8_1_##SUFFIX(const T* in, void* blocks, const size_t block_count) { \
    quantize_all(in, blocks, block_count);                                                  \
  }
VIEW_QUANTIZE(f32, float)
VIEW_QUANTIZE(f16, __half)
VIEW_QUANTIZE(bf16, __nv_bfloat16)
