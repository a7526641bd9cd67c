// Kernels that ops launch in addition to those of quantized.cu: they convert quantized blocks to floats of every type
// and back, select rows of quantized blocks by ids, and multiply quantized blocks with floats, also per expert. Sizes
// and ids are checked.
#include "../common/dequantize.cuh"
#include "../common/quantized_experts.cuh"
#include "../common/quantized_mat_vec.cuh"
#include "../common/row_ids.cuh"
#include "../tables/quantized.def"
#include "../tables/types.def"
#include "cooperative_quantize.cuh"
#include "view.cuh"

#define KERNEL extern "C" __global__ void __launch_bounds__(kViewBlock)

struct CheckedExpert {
  size_t experts;
  __device__ __forceinline__ size_t operator()(uint32_t id) const {
    static_assert(kNoRow == kNoExpert, "no row is no expert");
    return row_of(id, experts);
  }
};

// Does the same as in view_index.cu; each module that reads ids has its own flag.
KERNEL view_take_id_out_of_range(uint32_t* out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) *out = atomicExch(&id_out_of_range, 0u);
}

// Dequantizes the row that an id selects. blockIdx.x is the index of the id; the blocks along y and their threads share
// the row. If the id selects no row, the result is 0.
template <class Format, class T>
__device__ __forceinline__ void get_checked_row(const void* src, const uint32_t* ids, T* dst, size_t columns,
                                                size_t rows) {
  const SelectedRow part = SelectedRow::of_this_thread();
  const size_t row = row_of(ids[part.id_index], rows);
  T* const to = dst + part.id_index * columns;
  if (row == kNoRow) {
#pragma unroll 1
    for (size_t i = part.thread; i < columns; i += part.threads) to[i] = Numeric<T>::narrow(0.0f);
    return;
  }
  const size_t row_bytes = columns / Format::kElements * Format::kBytes;
  Dequantize<Format, T>::run(static_cast<const uint8_t*>(src) + row * row_bytes, to, columns, part.thread,
                             part.threads);
}

// Quantizes `count` blocks. All threads of a warp take part in each quantize(), so those without a block repeat the
// last one.
template <class T>
__device__ __forceinline__ void quantize_all(const T* in, void* blocks, size_t count) {
  using Quantizer = CooperativeQuantize<T>;
  const ThreadGrid grid = this_thread_in_grid();
  const size_t step = grid.threads / Quantizer::kThreads;
#pragma unroll 1
  for (size_t first = grid.block_first / Quantizer::kThreads; first < count; first += step) {
    const size_t mine = first + grid.block_thread / Quantizer::kThreads;
    const size_t b = mine < count ? mine : count - 1;
    Quantizer::quantize(in + b * Q8Block::kElements, static_cast<uint8_t*>(blocks) + b * Q8Block::kBytes, mine < count);
  }
}

#define VIEW_DEQUANTIZE(SUFFIX, T, NAME, FORMAT, SYMBOL)                    \
  KERNEL view_##SYMBOL(const void* blocks, T* out, const size_t elements) { \
    dequantize<FORMAT>(blocks, out, elements);                              \
  }
#define VIEW_GET_ROWS(SUFFIX, T, NAME, FORMAT, SYMBOL)                                                             \
  KERNEL view_##SYMBOL(const void* blocks, const uint32_t* ids, T* out, const size_t columns, const size_t rows) { \
    get_checked_row<FORMAT>(blocks, ids, out, columns, rows);                                                      \
  }
#define VIEW_MAT_VEC(SUFFIX, T, NAME, FORMAT, SYMBOL)                                                               \
  KERNEL view_##SYMBOL(const void* weights, const T* vector, float* out, const size_t columns, const size_t rows) { \
    DequantizingMatVec<FORMAT, T>{{weights, columns}, vector, out}.run(rows);                                       \
  }
#define VIEW_EXPERTS(NAME, FORMAT, SYMBOL)                                                                             \
  KERNEL view_##SYMBOL(const void* weights, const void* inputs, const uint32_t* ids, float* out, const size_t columns, \
                       const size_t rows, const size_t experts, const size_t batch, const size_t topk,                 \
                       const bool input_per_batch) {                                                                   \
    ExpertsMatVec<FORMAT, CheckedExpert>{{weights, columns},                                                           \
                                         {experts},                                                                    \
                                         static_cast<const uint8_t*>(inputs),                                          \
                                         ids,                                                                          \
                                         out,                                                                          \
                                         rows,                                                                         \
                                         batch,                                                                        \
                                         topk,                                                                         \
                                         columns / Q8Block::kElements * Q8Block::kBytes,                               \
                                         input_per_batch}                                                              \
        .run();                                                                                                        \
  }

#define VIEW_FLOATS(SUFFIX, T, NAME, FORMAT) \
  ROCM_BINDGEN_FLOATS_OF_BLOCKS(VIEW_DEQUANTIZE, VIEW_GET_ROWS, SUFFIX, T, NAME, FORMAT)
#define VIEW_FLOATS_AND_MAT_VEC(SUFFIX, T, NAME, FORMAT) \
  VIEW_FLOATS(SUFFIX, T, NAME, FORMAT)                   \
  ROCM_BINDGEN_FLOAT_MAT_VECS(VIEW_MAT_VEC, SUFFIX, T, NAME, FORMAT)
#define VIEW_WEIGHT_FORMAT(NAME, FORMAT)                               \
  ROCM_BINDGEN_ACTIVATION_TYPES(VIEW_FLOATS_AND_MAT_VEC, NAME, FORMAT) \
  ROCM_BINDGEN_EXPERTS(VIEW_EXPERTS, NAME, FORMAT)
#define VIEW_OTHER_FORMAT(NAME, FORMAT) ROCM_BINDGEN_ACTIVATION_TYPES(VIEW_FLOATS, NAME, FORMAT)
ROCM_BINDGEN_WEIGHT_FORMATS(VIEW_WEIGHT_FORMAT)
ROCM_BINDGEN_OTHER_FORMATS(VIEW_OTHER_FORMAT)

#define VIEW_QUANTIZE(SUFFIX, T, SYMBOL)                                      \
  KERNEL view_##SYMBOL(const T* in, void* blocks, const size_t block_count) { \
    quantize_all(in, blocks, block_count);                                    \
  }
#define VIEW_QUANTIZATIONS(SUFFIX, T, ...) ROCM_BINDGEN_QUANTIZATIONS(VIEW_QUANTIZE, SUFFIX, T)
ROCM_BINDGEN_ACTIVATION_TYPES(VIEW_QUANTIZATIONS, )
