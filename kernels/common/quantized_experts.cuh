// Products of inputs with the weights of the experts that are selected for them; a thread block computes one result at
// a time. Used by indexed_moe_forward_* (quantized.cu), and by view_quantized.cu with checked ids.
//
// The threads of a thread block share a row's spans of 32 elements, and neighbouring threads read neighbouring spans.
// The partial sums are added in a fixed order. The loop over results and the choice of the expert are block-uniform, so
// all threads reach the barriers of the sum.
#pragma once

#include "block_reduce.cuh"
#include "quantized_products.cuh"

// The result of ExpertOf for an id that selects no expert.
constexpr size_t kNoExpert = ~size_t{0};

// Accepts every id without a check.
struct AnyExpert {
  __device__ __forceinline__ size_t operator()(uint32_t id) const { return id; }
};

// dst[task * rows + row] = row of the task's expert times the task's input. There is a task for each row of the batch
// and each of the `topk` experts that are selected for that row. The result of a task without an expert is 0. ExpertOf
// maps an id to an expert.
template <class Format, class ExpertOf>
struct ExpertsMatVec {
  using RowWeights = Weights<Format, SumOf::kCodes>;

  WeightMatrix<Format> matrix;  // the weights of all experts, one after the other
  ExpertOf expert_of;
  const uint8_t* inputs;
  const uint32_t* ids;
  float* dst;
  size_t rows;           // rows of each expert
  size_t batch;          // rows of the batch
  size_t topk;           // experts that are selected for each row of the batch
  size_t input_bytes;    // from one input to the next
  bool input_per_batch;  // whether the tasks of a row of the batch share an input; if not, each task has its own

  __device__ __forceinline__ void run() const {
    const ThreadGrid grid = this_thread_in_grid();
    const size_t items = rows * batch * topk;
#pragma unroll 1
    for (size_t item = grid.block; item < items; item += grid.blocks) {
      const size_t task = item / rows;
      const size_t expert = expert_of(ids[task]);
      float part = 0;
      if (expert != kNoExpert) {
        const size_t input = input_per_batch ? task / topk : task;
        part = part_of(grid, matrix.row(expert * rows + item % rows), inputs + input * input_bytes);
      }
      const float sum = reduce_block(grid, part, Plus{});
      if (grid.block_thread == 0) dst[item] = sum;
    }
  }

 private:
  __device__ __forceinline__ float part_of(const ThreadGrid& grid, const uint8_t* row, const uint8_t* input) const {
    float sum = 0;
#pragma unroll 1
    for (size_t span = grid.block_thread; span < matrix.spans(); span += grid.block_threads) {
      RowWeights weights;
      weights.load(row, span);
      Activations activations;
      activations.load(input + span * Q8Block::kBytes);
      sum += weights.times(activations);
    }
    return sum;
  }
};
