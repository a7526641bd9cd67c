// States and numbers of every generator. With an argument `count`, each thread computes one of `count` cases.
#include <curand.h>
#include <curand_kernel.h>

namespace random_tests {

// The seed, subsequence and offset of a case.
struct Start {
  unsigned long long seed, subsequence, offset;
};

constexpr int kReals = 6;

template <class State>
__device__ void take_all(State* state, double* out) {
  out[0] = curand_uniform(state);
  out[1] = curand_uniform_double(state);
  out[2] = curand_normal(state);
  out[3] = curand_normal_double(state);
  out[4] = curand_log_normal(state, 0.5f, 0.25f);
  out[5] = curand_log_normal_double(state, 0.5, 0.25);
}

template <class State>
__device__ void start_and_take(State* states, const Start* starts, unsigned int* bits, double* reals, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  curand_init(starts[i].seed, starts[i].subsequence, starts[i].offset, &states[i]);
  State state = states[i];
  bits[i] = curand(&state);
  take_all(&state, reals + i * kReals);
  states[i] = state;
}

}  // namespace random_tests

extern "C" __global__ void random_xorwow(curandState_t* states, const random_tests::Start* starts, unsigned int* bits,
                                         double* reals, int count) {
  random_tests::start_and_take(states, starts, bits, reals, count);
}

extern "C" __global__ void random_philox(curandStatePhilox4_32_10_t* states, const random_tests::Start* starts,
                                         unsigned int* bits, double* reals, int count) {
  random_tests::start_and_take(states, starts, bits, reals, count);
}

extern "C" __global__ void random_mrg32k3a(curandStateMRG32k3a_t* states, const random_tests::Start* starts,
                                           unsigned int* bits, double* reals, int count) {
  random_tests::start_and_take(states, starts, bits, reals, count);
}

extern "C" __global__ void random_sobol(unsigned int* vectors, unsigned long long* vectors64, double* reals,
                                        int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  curandStateScrambledSobol32_t state;
  curand_init(vectors, 77u, i * 1000u, &state);
  random_tests::take_all(&state, reals + 2 * i * random_tests::kReals);
  curandStateSobol64_t state64;
  curand_init(vectors64, i * 1000ull, &state64);
  random_tests::take_all(&state64, reals + (2 * i + 1) * random_tests::kReals);
}

// Distributions with small, medium and large means; the state is in shared memory.
extern "C" __global__ void random_poisson(const double* means, uint4* out, int count) {
  __shared__ curandStatePhilox4_32_10_t states[64];
  const int i = threadIdx.x;
  if (i >= count) return;
  curand_init(5, i, 0, &states[i]);
  out[i] = curand_poisson4(&states[i], means[i]);
}

// The threads of one block share a state.
extern "C" __global__ void random_mtgp32(curandStateMtgp32_t* state, unsigned int* out, int rounds) {
  for (int round = 0; round < rounds; ++round) out[round * blockDim.x + threadIdx.x] = curand(state);
}
