// Compares the generators on a device with the same headers in plain C++, which tests/lib/cuda_compat/random_test.cpp
// compares with cuRAND.
#include "lib/cuda_compat/random_host.hpp"
#include "runtime/emulator/probes/compare.hpp"
#include "runtime/emulator/probes/probe.hpp"
#include "support/catch.hpp"

namespace {

struct Start {
  unsigned long long seed, subsequence, offset;
};

// The draws of each case, and the permitted error relative to the larger of 1 and the number. Uniform numbers are
// exact. The others are results of a device's functions, whose errors are a few units in the last place of a float
// (1e-7) or of a double (2e-16).
constexpr int kReals = 6;
constexpr double kAllowed[kReals] = {0, 0, 1e-6, 1e-14, 1e-6, 1e-14};

template <class State>
void take_all(State* state, std::vector<double>& out) {
  out.push_back(hiprand_uniform(state));
  out.push_back(hiprand_uniform_double(state));
  out.push_back(hiprand_normal(state));
  out.push_back(hiprand_normal_double(state));
  out.push_back(hiprand_log_normal(state, 0.5f, 0.25f));
  out.push_back(hiprand_log_normal_double(state, 0.5, 0.25));
}

void check_reals(const std::vector<double>& got, const std::vector<double>& expected) {
  std::vector<long double> allowed;
  for (std::size_t i = 0; i < expected.size(); ++i)
    allowed.push_back(kAllowed[i % kReals] * std::fmax(1.0, std::fabs(expected[i])));
  probe::check_within("numbers", {got.begin(), got.end()}, {expected.begin(), expected.end()}, allowed);
}

template <class State>
void check_generator(const std::string& kernel) {
  // 70 subsequences, more than the lanes of a wave; and a start with a seed of more than 32 bits and long skips.
  std::vector<Start> starts;
  for (unsigned long long i = 0; i < 70; ++i) starts.push_back({1234, i, i % 3});
  starts.push_back({0x123456789abcdef, 1000003, 1000000007});
  const int count = static_cast<int>(starts.size());

  const auto states = probe::unwritten<State>(starts.size());
  const auto bits = probe::unwritten<unsigned>(starts.size());
  const auto reals = probe::unwritten<double>(starts.size() * kReals);
  probe::run(kernel, probe::threads_for(starts.size()), states, probe::upload(starts), bits, reals, count);

  std::vector<unsigned> expected_bits, expected_state, got_state;
  std::vector<double> expected;
  const std::vector<State> left = states.to_vector();
  for (std::size_t i = 0; i < starts.size(); ++i) {
    State state;
    hiprand_init(starts[i].seed, starts[i].subsequence, starts[i].offset, &state);
    expected_bits.push_back(hiprand(&state));
    take_all(&state, expected);
    State on_device = left[i];
    expected_state.push_back(hiprand(&state));
    got_state.push_back(hiprand(&on_device));
  }
  probe::check_equal("bits", bits.to_vector(), expected_bits);
  probe::check_equal("what the states left in memory give next", got_state, expected_state);
  check_reals(reals.to_vector(), expected);
}

}  // namespace

TEST_CASE("XORWOW on a device gives the host's numbers") {
  check_generator<hiprandStateXORWOW_t>("random_xorwow");
}

TEST_CASE("Philox on a device gives the host's numbers") {
  check_generator<hiprandStatePhilox4_32_10_t>("random_philox");
}

TEST_CASE("MRG32k3a on a device gives the host's numbers") {
  check_generator<hiprandStateMRG32k3a_t>("random_mrg32k3a");
}

TEST_CASE("Sobol's sequences on a device are the host's") {
  std::vector<unsigned> vectors;
  std::vector<unsigned long long> vectors64;
  for (unsigned i = 0; i < 32; ++i) vectors.push_back((2 * i + 1) * 2654435761u);
  for (unsigned long long i = 0; i < 64; ++i) vectors64.push_back((2 * i + 1) * 11400714819323198485ull);
  constexpr int kCount = 40;
  const auto reals = probe::unwritten<double>(2 * kCount * kReals);
  probe::run("random_sobol", probe::threads_for(kCount), probe::upload(vectors), probe::upload(vectors64), reals,
             kCount);
  std::vector<double> expected;
  for (unsigned i = 0; i < kCount; ++i) {
    hiprandStateScrambledSobol32_t state;
    hiprand_init(vectors.data(), 77, i * 1000, &state);
    take_all(&state, expected);
    hiprandStateSobol64_t state64;
    hiprand_init(vectors64.data(), i * 1000, &state64);
    take_all(&state64, expected);
  }
  check_reals(reals.to_vector(), expected);
}

TEST_CASE("Poisson's numbers on a device are the host's with states in shared memory") {
  // The method changes at the means 64 and 4000.
  std::vector<double> means;
  for (const double mean : {0.5, 3.0, 63.5, 64.0, 1000.0, 4000.0, 5000.0}) means.insert(means.end(), 8, mean);
  const int count = static_cast<int>(means.size());
  const auto out = probe::unwritten<uint4>(means.size());
  probe::run("random_poisson", probe::blocks(1, 64), probe::upload(means), out, count);
  const std::vector<uint4> drawn = out.to_vector();
  std::vector<unsigned> got, expected;
  for (std::size_t i = 0; i < means.size(); ++i) {
    hiprandStatePhilox4_32_10_t state;
    hiprand_init(5, i, 0, &state);
    const uint4 host = hiprand_poisson4(&state, means[i]);
    expected.insert(expected.end(), {host.x, host.y, host.z, host.w});
    got.insert(got.end(), {drawn[i].x, drawn[i].y, drawn[i].z, drawn[i].w});
  }
  probe::check_equal("counts", got, expected);
}

TEST_CASE("a block shares a state of MTGP32") {
  // 8 * 192 numbers are more than the 1024 words of the state, so the state wraps.
  constexpr unsigned kThreads = 192;
  constexpr int kRounds = 8, kSet = 1;
  // The parameters and the state are arbitrary: the device and the host use the same ones.
  std::vector<mtgp32_kernel_params_t> parameters(1);
  parameters[0].mask[0] = 0xfff80000;
  parameters[0].pos_tbl[kSet] = 88;
  parameters[0].sh1_tbl[kSet] = 19;
  parameters[0].sh2_tbl[kSet] = 5;
  for (unsigned i = 0; i < 16; ++i) {
    parameters[0].param_tbl[kSet][i] = i * 0x71588353u;
    parameters[0].temper_tbl[kSet][i] = i * 0x0c0f1e2du;
  }
  const auto on_device = probe::upload(parameters);
  std::vector<hiprandStateMtgp32_t> state(1);
  for (unsigned i = 0; i < 1024; ++i) state[0].s[i] = i * 2654435761u;
  state[0].pIdx = kSet;
  state[0].k = on_device.data();
  const auto states = probe::upload(state);
  const auto out = probe::unwritten<unsigned>(kThreads * kRounds);
  probe::run("random_mtgp32", probe::blocks(1, kThreads), states, out, kRounds);

  state[0].k = parameters.data();
  std::vector<unsigned> expected;
  for (int round = 0; round < kRounds; ++round) {
    for (unsigned thread = 0; thread < kThreads; ++thread)
      expected.push_back(rocm_bindgen::random::mtgp_number(state[0], thread));
    state[0].offset = static_cast<int>((state[0].offset + kThreads) % 1024);
  }
  probe::check_equal("numbers", out.to_vector(), expected);
}
