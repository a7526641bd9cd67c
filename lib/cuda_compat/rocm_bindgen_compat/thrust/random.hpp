// Thrust's random numbers for host and device: engines, and distributions that are computed from their values.
#pragma once

#include <stdint.h>
#include <type_traits>

#include <hip/hip_runtime.h>

namespace thrust {
namespace random {

template <class T, T A, T C, T M>
class linear_congruential_engine {
 public:
  using result_type = T;
  static constexpr T multiplier = A, increment = C, modulus = M;
  static constexpr T min = C == 0 ? 1 : 0, max = M - 1;
  static constexpr T default_seed = 1;

  __host__ __device__ explicit linear_congruential_engine(T value = default_seed) { seed(value); }
  __host__ __device__ void seed(T value = default_seed) { x_ = C % M == 0 && value % M == 0 ? T{1} : value % M; }
  __host__ __device__ T operator()() {
    x_ = static_cast<T>((uint64_t{A} * x_ + C) % M);
    return x_;
  }
  // A step is an affine map, so 2^k steps follow by squaring 2^(k-1) steps.
  __host__ __device__ void discard(unsigned long long n) {
    uint64_t factor = A, added = C;
    for (; n > 0; n /= 2) {
      if (n % 2 == 1) x_ = static_cast<T>((factor * x_ + added) % M);
      added = (factor * added + added) % M;
      factor = factor * factor % M;
    }
  }
  friend __host__ __device__ bool operator==(const linear_congruential_engine& a, const linear_congruential_engine& b) {
    return a.x_ == b.x_;
  }

 private:
  T x_;
};

using minstd_rand0 = linear_congruential_engine<uint32_t, 16807, 0, 2147483647>;
using minstd_rand = linear_congruential_engine<uint32_t, 48271, 0, 2147483647>;
using default_random_engine = minstd_rand;

template <class T = double>
class uniform_real_distribution {
 public:
  using result_type = T;
  __host__ __device__ explicit uniform_real_distribution(T a = T(0), T b = T(1)) : a_(a), b_(b) {}
  template <class Engine>
  __host__ __device__ T operator()(Engine& engine) {
    const T value = static_cast<T>(engine() - Engine::min);
    const T values = static_cast<T>(Engine::max - Engine::min) + T(1);
    return value / values * (b_ - a_) + a_;
  }
  __host__ __device__ T a() const { return a_; }
  __host__ __device__ T b() const { return b_; }

 private:
  T a_, b_;
};

template <class T = int>
class uniform_int_distribution {
 public:
  using result_type = T;
  __host__ __device__ explicit uniform_int_distribution(T a = 0, T b = T(~std::make_unsigned_t<T>(0) >> 1))
      : a_(a), b_(b) {}
  template <class Engine>
  __host__ __device__ T operator()(Engine& engine) {
    uniform_real_distribution<double> real(static_cast<double>(a_), static_cast<double>(b_) + 1.0);
    return static_cast<T>(::floor(real(engine)));
  }
  __host__ __device__ T a() const { return a_; }
  __host__ __device__ T b() const { return b_; }

 private:
  T a_, b_;
};

template <class T = double>
class normal_distribution {
 public:
  using result_type = T;
  __host__ __device__ explicit normal_distribution(T mean = T(0), T stddev = T(1)) : mean_(mean), stddev_(stddev) {}
  template <class Engine>
  __host__ __device__ T operator()(Engine& engine) {
    constexpr double kTwoPi = 6.283185307179586;
    uniform_real_distribution<double> real;
    const double radius = ::sqrt(-2.0 * ::log(1.0 - real(engine)));
    return mean_ + stddev_ * static_cast<T>(radius * ::cos(kTwoPi * real(engine)));
  }

 private:
  T mean_, stddev_;
};

}  // namespace random

using random::default_random_engine;
using random::linear_congruential_engine;
using random::minstd_rand;
using random::minstd_rand0;
using random::normal_distribution;
using random::uniform_int_distribution;
using random::uniform_real_distribution;

}  // namespace thrust
