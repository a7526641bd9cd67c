// MTGP32 (Saito, Matsumoto, "Variants of Mersenne Twister suitable for graphic processors", 2013). All threads of a
// block, at most 256, share one state and must call the functions together.
//
// This header has the types of the parameter sets. hiprand_mtgp32_host.h declares the functions that create states from
// them, and hipRAND's library defines these functions and the sets.
#pragma once

#include "rocm_bindgen_compat/random/states.hpp"

namespace rocm_bindgen::random {

// The recurrence spans 11213 bits, which are 351 words. They are a window in a ring of 1024 words.
constexpr int kMtgpStateWords = 1024;
constexpr int kMtgpDegree = 351;
constexpr int kMtgpParameterSets = 200;
constexpr int kMtgpTable = 16;  // entries of each of a parameter set's tables

}  // namespace rocm_bindgen::random

struct mtgp32_params_fast {
  int mexp;
  int pos;
  int sh1;
  int sh2;
  unsigned int tbl[rocm_bindgen::random::kMtgpTable];
  unsigned int tmp_tbl[rocm_bindgen::random::kMtgpTable];
  unsigned int flt_tmp_tbl[rocm_bindgen::random::kMtgpTable];
  unsigned int mask;
  unsigned char poly_sha1[21];
};

struct mtgp32_kernel_params {
  unsigned int pos_tbl[rocm_bindgen::random::kMtgpParameterSets];
  unsigned int param_tbl[rocm_bindgen::random::kMtgpParameterSets][rocm_bindgen::random::kMtgpTable];
  unsigned int temper_tbl[rocm_bindgen::random::kMtgpParameterSets][rocm_bindgen::random::kMtgpTable];
  unsigned int single_temper_tbl[rocm_bindgen::random::kMtgpParameterSets][rocm_bindgen::random::kMtgpTable];
  unsigned int sh1_tbl[rocm_bindgen::random::kMtgpParameterSets];
  unsigned int sh2_tbl[rocm_bindgen::random::kMtgpParameterSets];
  unsigned int mask[1];
};

typedef struct mtgp32_params_fast mtgp32_params_fast_t;
typedef struct mtgp32_kernel_params mtgp32_kernel_params_t;

struct hiprandStateMtgp32 {
  using rocm_bindgen_random = rocm_bindgen::random::Traits<unsigned int, rocm_bindgen::random::ByQuantile>;

  unsigned int s[rocm_bindgen::random::kMtgpStateWords];
  int offset;
  int pIdx;
  mtgp32_kernel_params_t* k;
};

typedef struct hiprandStateMtgp32 hiprandStateMtgp32_t;

namespace rocm_bindgen::random {

// The number for the thread whose index in the block is `thread`. Writes that thread's next word of the state, but does
// not change `offset`, which other threads still read.
ROCM_BINDGEN_HOST_DEVICE inline uint32_t mtgp_number(hiprandStateMtgp32& state, unsigned int thread) {
  const mtgp32_kernel_params_t& parameters = *state.k;
  const int set = state.pIdx;
  const unsigned int index = thread + static_cast<unsigned int>(state.offset);
  const unsigned int middle = index + parameters.pos_tbl[set];
  const auto word = [&state](unsigned int i) -> unsigned int& { return state.s[i % kMtgpStateWords]; };

  uint32_t x = (word(index) & parameters.mask[0]) ^ word(index + 1);
  x ^= x << parameters.sh1_tbl[set];
  const uint32_t y = x ^ (word(middle) >> parameters.sh2_tbl[set]);
  const uint32_t fresh = y ^ parameters.param_tbl[set][y % kMtgpTable];
  word(index + kMtgpDegree) = fresh;

  uint32_t tempering = word(middle - 1);
  tempering ^= tempering >> 16u;
  tempering ^= tempering >> 8u;
  return fresh ^ parameters.temper_tbl[set][tempering % kMtgpTable];
}

#if defined(__HIP__)
// Returns the calling thread's number. All threads of the block must call it, because it contains barriers: one thread
// advances the state's offset by `threads` after all have used the old offset.
__device__ inline uint32_t next(hiprandStateMtgp32& state, unsigned int thread, unsigned int threads) {
  const uint32_t number = mtgp_number(state, thread);
  __syncthreads();
  if (thread == 0) state.offset = static_cast<int>((state.offset + threads) % kMtgpStateWords);
  __syncthreads();
  return number;
}

__device__ inline uint32_t next(hiprandStateMtgp32& state) {
  return next(state, (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x,
              blockDim.x * blockDim.y * blockDim.z);
}
#endif

}  // namespace rocm_bindgen::random
