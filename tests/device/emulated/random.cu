// States and numbers of every generator; each thread is one of `count` cases.
#include <hiprand/hiprand.h>
#include <hiprand/hiprand_kernel.h>

namespace random_tests {

// A case's seed, subsequence and offset.
struct Start {
  unsigned long long seed, subsequence, offset;
};

constexpr int kReals = 6;

template <class State>
__device__ void take_all(State* state, double* out) {
  out[0] = hiprand_uniform(state);
  out[1] = hiprand_uniform_double(state);
  out[2] = hiprand_normal(state);
  out[3] = hiprand_normal_double(state);
  out[4] = hiprand_log_normal(state, 0.5f, 0.25f);
  out[5] = hiprand_log_normal_double(state, 0.5, 0.25);
}

template <class State>
__device__ void start_and_take(State* states, const Start* starts, unsigned int* bits, double* reals, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  hiprand_init(starts[i].seed, starts[i].subsequence, starts[i].offset, &states[i]);
  State state = states[i];
  bits[i] = hiprand(&state);
  take_all(&state, reals + i * kReals);
  states[i] = state;
}

}  // namespace random_tests

extern "C" __global__ void random_xorwow(hiprandState_t* states, const random_tests::Start* starts, unsigned int* bits,
                                         double* reals, int count) {
  random_tests::start_and_take(states, starts, bits, reals, count);
}

extern "C" __global__ void random_philox(hiprandStatePhilox4_32_10_t* states, const random_tests::Start* starts,
                                         unsigned int* bits, double* reals, int count) {
  random_tests::start_and_take(states, starts, bits, reals, count);
}

extern "C" __global__ void random_mrg32k3a(hiprandStateMRG32k3a_t* states, const random_tests::Start* starts,
                                           unsigned int* bits, double* reals, int count) {
  random_tests::start_and_take(states, starts, bits, reals, count);
}

extern "C" __global__ void random_sobol(unsigned int* vectors, unsigned long long* vectors64, double* reals,
                                        int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  hiprandStateScrambledSobol32_t state;
  hiprand_init(vectors, 77u, i * 1000u, &state);
  random_tests::take_all(&state, reals + 2 * i * random_tests::kReals);
  hiprandStateSobol64_t state64;
  hiprand_init(vectors64, i * 1000ull, &state64);
  random_tests::take_all(&state64, reals + (2 * i + 1) * random_tests::kReals);
}

// Means of few, some and many events; the state is in shared memory.
extern "C" __global__ void random_poisson(const double* means, uint4* out, int count) {
  __shared__ hiprandStatePhilox4_32_10_t states[64];
  const int i = threadIdx.x;
  if (i >= count) return;
  hiprand_init(5, i, 0, &states[i]);
  out[i] = hiprand_poisson4(&states[i], means[i]);
}

// One block whose threads share a state.
extern "C" __global__ void random_mtgp32(hiprandStateMtgp32_t* state, unsigned int* out, int rounds) {
  for (int round = 0; round < rounds; ++round) out[round * blockDim.x + threadIdx.x] = hiprand(state);
}
