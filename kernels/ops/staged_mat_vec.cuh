// A matrix of quantized weights times one vector, through shared memory; used by view_staged_mat_vec_*
// (view_mat_vec.cu). Each group of 32 threads has a few rows, and what it reads from the vector serves all of these.
// The matrix must begin at a multiple of 16 bytes and consist of whole units of 16 bytes. common/quantized_mat_vec.cuh
// does not have these restrictions.
//
// A thread block of kStagedThreads threads computes kBlockRows rows. It processes steps of 32 spans; each thread of a
// group multiplies one span of a step. The next step is loaded into registers while the current one is multiplied.
// The loop over steps is block-uniform, so all threads reach its barriers. The sum of a row is formed by shuffles in
// its group.
#pragma once

#include "../common/block_reduce.cuh"
#include "staged_rows.cuh"

constexpr int kStagedThreads = 128;

// The matrix, and what products with both kinds of vectors have in common.
template <class Format>
struct StagedMatrix {
  static constexpr uint32_t kRows = 4;
  static constexpr uint32_t kGroups = kStagedThreads / kGroup;
  static constexpr uint32_t kBlockRows = kRows * kGroups;
  using Rows = StagedRows<Format, kBlockRows, kStagedThreads>;

  const uint8_t* blocks;
  uint32_t row_blocks;
  size_t rows;

  __device__ __forceinline__ StagedMatrix(const void* memory, size_t columns, size_t row_count)
      : blocks(static_cast<const uint8_t*>(memory)),
        row_blocks(static_cast<uint32_t>(columns / Format::kElements)),
        rows(row_count) {}

  __device__ __forceinline__ uint32_t row_bytes() const { return row_blocks * Format::kBytes; }
  __device__ __forceinline__ uint32_t spans() const { return row_blocks * Rows::kSpansPerBlock; }
  __device__ __forceinline__ size_t first_row() const { return blockIdx.x * size_t{kBlockRows}; }

  // Returns the block with span `span` of a step, from row `r` of this thread's rows.
  __device__ __forceinline__ StagedBlock block(const typename Rows::Memory& memory, uint32_t r, uint32_t step,
                                               uint32_t span) const {
    const uint32_t row = static_cast<uint32_t>(first_row()) + row_of_block(r);
    const uint32_t before = (row * row_bytes() + step * Rows::kStepBytes) % kAccessBytes;
    return Rows::block(memory, row_of_block(r), before, span / Rows::kSpansPerBlock);
  }

  // The vector's fetch() loads its part of the next step, its store() puts that into shared memory, and
  // multiply(matrix, memory, step, sums) adds this thread's part of the products.
  template <class Vector>
  __device__ __forceinline__ void run(float* dst, Vector& vector) const {
    __shared__ typename Rows::Memory memory;
    Rows staged(blocks, row_bytes(), rows, first_row());
    float sums[kRows] = {};
    const uint32_t steps = (spans() + Rows::kSpans - 1) / Rows::kSpans;
    staged.fetch();
    vector.fetch();
#pragma unroll 1
    for (uint32_t step = 0; step < steps; ++step) {
      staged.store(memory);
      vector.store();
      __syncthreads();
      if (step + 1 < steps) {
        staged.fetch();
        vector.fetch();
      }
      vector.multiply(*this, memory, step, sums);
      __syncthreads();
    }
    store(dst, sums);
  }

 private:
  __device__ __forceinline__ static uint32_t row_of_block(uint32_t r) { return threadIdx.x / kGroup * kRows + r; }

  __device__ __forceinline__ void store(float* dst, const float (&sums)[kRows]) const {
#pragma unroll
    for (uint32_t r = 0; r < kRows; ++r) {
      float sum = sums[r];
#pragma unroll
      for (uint32_t distance = kGroup / 2; distance != 0; distance /= 2)
        sum += Shuffle<float>::down(~0u, sum, distance);
      const size_t row = first_row() + row_of_block(r);
      if (threadIdx.x % kGroup == 0 && row < rows) dst[row] = sum;
    }
  }
};

// A vector of Q8_1 blocks, 32 for each step, which also go through shared memory.
template <class Format>
struct StagedActivations {
  using Matrix = StagedMatrix<Format>;
  using Rows = typename Matrix::Rows;
  // The same choice as in quantized_mat_vec.cuh.
  using RowWeights = Weights<Format, Format::kPart == 32 && Format::kElements == 32 ? SumOf::kStored : SumOf::kCodes>;
  static constexpr uint32_t kWords = Rows::kSpans * Q8Block::kBytes / 4;
  static constexpr int kThreadWords = (kWords + kStagedThreads - 1) / kStagedThreads;

  const uint32_t* from;
  uint32_t last;  // index of the vector's last word
  uint32_t* lds;
  uint32_t next;  // index of this thread's first word of the next step
  uint32_t words[kThreadWords];

  __device__ __forceinline__ StagedActivations(const void* blocks, uint32_t spans, uint32_t* memory)
      : from(static_cast<const uint32_t*>(blocks)),
        last(spans * (Q8Block::kBytes / 4) - 1),
        lds(memory),
        next(threadIdx.x) {}

  __device__ __forceinline__ void fetch() {
#pragma unroll
    for (int i = 0; i < kThreadWords; ++i) {
      const uint32_t word = next + static_cast<uint32_t>(i * kStagedThreads);
      words[i] = from[word < last ? word : last];  // after the vector's end: any word, which is not used
    }
    next += kWords;
  }
  __device__ __forceinline__ void store() const {
#pragma unroll
    for (int i = 0; i < kThreadWords; ++i) {
      const uint32_t word = threadIdx.x + static_cast<uint32_t>(i * kStagedThreads);
      if (word < kWords) lds[word] = words[i];
    }
  }
  __device__ __forceinline__ void multiply(const Matrix& matrix, const typename Rows::Memory& memory, uint32_t step,
                                           float (&sums)[Matrix::kRows]) const {
    const uint32_t span = threadIdx.x % kGroup;
    if (step * Rows::kSpans + span >= matrix.spans()) return;
    Activations activations;
    activations.load(reinterpret_cast<const uint8_t*>(lds) + span * Q8Block::kBytes);
    if constexpr (RowWeights::kNeedsStoredSum) activations.replace_infinite_sum();
#pragma unroll
    for (uint32_t r = 0; r < Matrix::kRows; ++r) {
      RowWeights weights;
      weights.load_within(matrix.block(memory, r, step, span), span % Rows::kSpansPerBlock);
      sums[r] += weights.times(activations);
    }
  }
};

// A vector of floats, of which a step has 32 spans. In shared memory, they are f32: first the first four elements of
// each span, then the second four of each span, and so on, so that neighbouring threads read neighbouring fours.
template <class Format, class T>
struct StagedFloats {
  using Matrix = StagedMatrix<Format>;
  using Rows = typename Matrix::Rows;
  using Four = Pack<float, 4>;
  static constexpr uint32_t kFours = Q8Block::kElements / 4;
  static constexpr int kThreadFours = kFours * Rows::kSpans / kStagedThreads;
  // One more four per row spreads the fours of a span over the banks.
  static constexpr uint32_t kPitch = Rows::kSpans + 1;
  static constexpr uint32_t kMemory = kFours * kPitch;
  using Memory = UnsignedOf<kAccessBytes>::type;

  const T* from;
  uint32_t last;  // index of the vector's last four elements
  Memory* lds;
  uint32_t next;  // index of this thread's first four elements of the next step
  Pack<T, 4> fours[kThreadFours];

  __device__ __forceinline__ StagedFloats(const T* vector, uint32_t spans, Memory* memory)
      : from(vector), last(spans * kFours - 1), lds(memory), next(threadIdx.x) {}

  __device__ __forceinline__ void fetch() {
#pragma unroll
    for (int i = 0; i < kThreadFours; ++i) {
      const uint32_t four = next + static_cast<uint32_t>(i * kStagedThreads);
      fours[i].load(from + 4 * size_t{four < last ? four : last});  // after the vector's end: any four, not used
    }
    next += kFours * Rows::kSpans;
  }
  __device__ __forceinline__ void store() const {
#pragma unroll
    for (int i = 0; i < kThreadFours; ++i) {
      const uint32_t four = threadIdx.x + static_cast<uint32_t>(i * kStagedThreads);
      Four wide;
#pragma unroll
      for (int j = 0; j < 4; ++j) wide.set(j, Numeric<T>::widen(fours[i].get(j)));
      wide.store(reinterpret_cast<float*>(&lds[four % kFours * kPitch + four / kFours]));
    }
  }
  __device__ __forceinline__ void multiply(const Matrix& matrix, const typename Rows::Memory& memory, uint32_t step,
                                           float (&sums)[Matrix::kRows]) const {
    const uint32_t span = threadIdx.x % kGroup;
    if (step * Rows::kSpans + span >= matrix.spans()) return;
#pragma unroll
    for (uint32_t p = 0; p < kParts; ++p) {
      float code_sums[Matrix::kRows] = {};
      float value_sum = 0;
#pragma unroll
      for (uint32_t f = p * kFoursOfPart; f < (p + 1) * kFoursOfPart; ++f) {
        Four values;
        values.load(reinterpret_cast<const float*>(&lds[f * kPitch + span]));
#pragma unroll
        for (int j = 0; j < 4; ++j) value_sum += values.get(j);
#pragma unroll
        for (uint32_t r = 0; r < Matrix::kRows; ++r) {
          const uint32_t codes = signed_codes<Format>(matrix.block(memory, r, step, span), in_block(span, f));
#pragma unroll
          for (int j = 0; j < 4; ++j) code_sums[r] += code_of(codes, j) * values.get(j);
        }
      }
#pragma unroll
      for (uint32_t r = 0; r < Matrix::kRows; ++r) {
        const PartScale scale =
            Format::scale(matrix.block(memory, r, step, span), in_block(span, p * kFoursOfPart) * 4 / Format::kPart);
        sums[r] += scale.scale * code_sums[r];
        if constexpr (Format::kHasOffset) sums[r] += scale.offset * value_sum;
      }
    }
  }

 private:
  static constexpr uint32_t kParts = Weights<Format, SumOf::kCodes>::kParts;
  static constexpr uint32_t kFoursOfPart = kFours / kParts;

  // Returns the index of the span's `f`-th four elements in the format's block, counted in fours.
  __device__ __forceinline__ static uint32_t in_block(uint32_t span, uint32_t f) {
    return span % Rows::kSpansPerBlock * kFours + f;
  }
};

template <class Format>
__device__ __forceinline__ void staged_mat_vec_of_bytes(const void* weights, const void* blocks, float* dst,
                                                        size_t columns, size_t rows) {
  using Vector = StagedActivations<Format>;
  __shared__ uint32_t memory[Vector::kWords];
  const StagedMatrix<Format> matrix(weights, columns, rows);
  Vector vector(blocks, matrix.spans(), memory);
  matrix.run(dst, vector);
}

template <class Format, class T>
__device__ __forceinline__ void staged_mat_vec_of_floats(const void* weights, const T* in, float* dst, size_t columns,
                                                         size_t rows) {
  using Vector = StagedFloats<Format, T>;
  __shared__ typename Vector::Memory memory[Vector::kMemory];
  const StagedMatrix<Format> matrix(weights, columns, rows);
  Vector vector(in, matrix.spans(), memory);
  matrix.run(dst, vector);
}
