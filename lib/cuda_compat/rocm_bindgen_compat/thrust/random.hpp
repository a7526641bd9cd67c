// Thrust's distributions of random numbers for host and device, which are computed from an engine's values.
#pragma once

#include "rocm_bindgen_compat/thrust/random_engines.hpp"

namespace thrust {
namespace random {

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
  __host__ __device__ T min() const { return a_; }
  __host__ __device__ T max() const { return b_; }
  __host__ __device__ void reset() {}

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
  __host__ __device__ T min() const { return a_; }
  __host__ __device__ T max() const { return b_; }
  __host__ __device__ void reset() {}

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
    // The Box-Muller transform. `1.0 - real(engine)` is in (0, 1], so its logarithm is finite.
    constexpr double kTwoPi = 6.283185307179586;
    uniform_real_distribution<double> real;
    const double radius = ::sqrt(-2.0 * ::log(1.0 - real(engine)));
    return mean_ + stddev_ * static_cast<T>(radius * ::cos(kTwoPi * real(engine)));
  }
  __host__ __device__ T mean() const { return mean_; }
  __host__ __device__ T stddev() const { return stddev_; }
  __host__ __device__ void reset() {}

 private:
  T mean_, stddev_;
};

}  // namespace random

using random::normal_distribution;
using random::uniform_int_distribution;
using random::uniform_real_distribution;

}  // namespace thrust
