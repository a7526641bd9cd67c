// Thrust's random number engines for host and device. Those that the standard library also has give the same numbers,
// except ranlux48 and its base (see subtract_with_carry_engine::seed).
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
  // A step is the affine map x -> factor * x + added (mod M). The composition of the map of 2^k steps with itself is
  // that of 2^(k+1) steps.
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

// Each number is the difference of two earlier ones and a carry. Bits is the width of a number; Short and Long are the
// distances to the earlier ones.
template <class T, size_t Bits, size_t Short, size_t Long>
class subtract_with_carry_engine {
  static constexpr T kMask = static_cast<T>(~T{0}) >> (8 * sizeof(T) - Bits);

 public:
  using result_type = T;
  static constexpr size_t word_size = Bits, short_lag = Short, long_lag = Long;
  static constexpr T min = 0, max = kMask;
  static constexpr T default_seed = 19780503u;

  __host__ __device__ explicit subtract_with_carry_engine(T value = default_seed) { seed(value); }
  __host__ __device__ void seed(T value = default_seed) {
    linear_congruential_engine<uint32_t, 40014u, 0u, 2147483563u> words(
        static_cast<uint32_t>(value == 0 ? default_seed : value));
    // Thrust fills each number from one 32-bit word, whatever its width. The standard library uses two words for 48
    // bits, so its ranlux48 gives different numbers.
    for (T& x : x_) x = static_cast<T>(words()) & kMask;
    next_ = 0;
    carry_ = x_[Long - 1] == 0 ? 1 : 0;
  }
  __host__ __device__ T operator()() {
    const T minuend = x_[(next_ + Long - Short) % Long];
    const T subtrahend = x_[next_] + carry_;
    carry_ = minuend < subtrahend ? 1 : 0;
    const T made = (minuend - subtrahend) & kMask;
    x_[next_] = made;
    next_ = (next_ + 1) % Long;
    return made;
  }
  __host__ __device__ void discard(unsigned long long n) {
    for (; n > 0; --n) (*this)();
  }
  friend __host__ __device__ bool operator==(const subtract_with_carry_engine& a, const subtract_with_carry_engine& b) {
    if (a.carry_ != b.carry_) return false;
    for (size_t i = 0; i < Long; ++i)
      if (a.x_[(a.next_ + i) % Long] != b.x_[(b.next_ + i) % Long]) return false;
    return true;
  }

 private:
  T x_[Long];
  size_t next_;
  T carry_;
};

// Uses the first Used numbers of each Block numbers of an engine.
template <class Engine, size_t Block, size_t Used>
class discard_block_engine {
 public:
  using base_type = Engine;
  using result_type = typename Engine::result_type;
  static constexpr size_t block_size = Block, used_block = Used;
  static constexpr result_type min = Engine::min, max = Engine::max;

  __host__ __device__ discard_block_engine() = default;
  __host__ __device__ explicit discard_block_engine(const Engine& engine) : engine_(engine) {}
  __host__ __device__ explicit discard_block_engine(result_type value) : engine_(value) {}
  __host__ __device__ void seed() {
    engine_.seed();
    used_ = 0;
  }
  __host__ __device__ void seed(result_type value) {
    engine_.seed(value);
    used_ = 0;
  }
  __host__ __device__ result_type operator()() {
    if (used_ == Used) {
      engine_.discard(Block - Used);
      used_ = 0;
    }
    ++used_;
    return engine_();
  }
  __host__ __device__ void discard(unsigned long long n) {
    for (; n > 0; --n) (*this)();
  }
  __host__ __device__ const Engine& base() const { return engine_; }
  friend __host__ __device__ bool operator==(const discard_block_engine& a, const discard_block_engine& b) {
    return a.used_ == b.used_ && a.engine_ == b.engine_;
  }

 private:
  Engine engine_;
  size_t used_ = 0;
};

// Tausworthe's generator: a shift register of Size bits with feedback from bit Tap, shifted by Shift per number. The
// register is in the upper Size bits of a word of Bits bits.
template <class T, size_t Bits, size_t Size, size_t Tap, size_t Shift>
class linear_feedback_shift_engine {
  static constexpr T kMask = static_cast<T>(~T{0}) >> (8 * sizeof(T) - Bits);

 public:
  using result_type = T;
  static constexpr size_t word_size = Bits, exponent1 = Size, exponent2 = Tap, step_size = Shift;
  static constexpr T min = 0, max = kMask;
  static constexpr T default_seed = 341u;

  __host__ __device__ explicit linear_feedback_shift_engine(T value = default_seed) : x_(value) {}
  __host__ __device__ void seed(T value = default_seed) { x_ = value; }
  __host__ __device__ T operator()() {
    const T fed_back = (((x_ << Tap) ^ x_) & kMask) >> (Size - Shift);
    const T kept = (kMask << (Bits - Size)) & kMask & x_;
    x_ = ((kept << Shift) & kMask) ^ fed_back;
    return x_;
  }
  __host__ __device__ void discard(unsigned long long n) {
    for (; n > 0; --n) (*this)();
  }
  friend __host__ __device__ bool operator==(const linear_feedback_shift_engine& a,
                                             const linear_feedback_shift_engine& b) {
    return a.x_ == b.x_;
  }

 private:
  T x_;
};

// Combines the numbers of two engines, each shifted to the left, by an exclusive or.
template <class First, size_t FirstShift, class Second, size_t SecondShift = 0>
class xor_combine_engine {
  // Sets all bits below the highest bit of x.
  template <class T>
  static constexpr T filled(T x) {
    for (size_t distance = 1; distance < 8 * sizeof(T); distance *= 2) x |= x >> distance;
    return x;
  }

 public:
  using base1_type = First;
  using base2_type = Second;
  using result_type = std::conditional_t<(sizeof(typename Second::result_type) > sizeof(typename First::result_type)),
                                         typename Second::result_type, typename First::result_type>;
  static constexpr size_t shift1 = FirstShift, shift2 = SecondShift;
  static constexpr result_type min = 0, max = filled(static_cast<result_type>(result_type{First::max} << FirstShift |
                                                                              result_type{Second::max} << SecondShift));

  __host__ __device__ xor_combine_engine() = default;
  __host__ __device__ xor_combine_engine(const First& first, const Second& second) : first_(first), second_(second) {}
  __host__ __device__ explicit xor_combine_engine(result_type value) : first_(value), second_(value) {}
  __host__ __device__ void seed() {
    first_.seed();
    second_.seed();
  }
  __host__ __device__ void seed(result_type value) {
    first_.seed(value);
    second_.seed(value);
  }
  __host__ __device__ result_type operator()() {
    const result_type first = static_cast<result_type>(first_()) << FirstShift;
    return first ^ static_cast<result_type>(second_()) << SecondShift;
  }
  __host__ __device__ void discard(unsigned long long n) {
    for (; n > 0; --n) (*this)();
  }
  __host__ __device__ const First& base1() const { return first_; }
  __host__ __device__ const Second& base2() const { return second_; }
  friend __host__ __device__ bool operator==(const xor_combine_engine& a, const xor_combine_engine& b) {
    return a.first_ == b.first_ && a.second_ == b.second_;
  }

 private:
  First first_;
  Second second_;
};

using minstd_rand0 = linear_congruential_engine<uint32_t, 16807, 0, 2147483647>;
using minstd_rand = linear_congruential_engine<uint32_t, 48271, 0, 2147483647>;
using default_random_engine = minstd_rand;
using ranlux24_base = subtract_with_carry_engine<uint32_t, 24, 10, 24>;
using ranlux48_base = subtract_with_carry_engine<uint64_t, 48, 5, 12>;
using ranlux24 = discard_block_engine<ranlux24_base, 223, 23>;
using ranlux48 = discard_block_engine<ranlux48_base, 389, 11>;
using taus88 = xor_combine_engine<linear_feedback_shift_engine<uint32_t, 32, 31, 13, 12>, 0,
                                  xor_combine_engine<linear_feedback_shift_engine<uint32_t, 32, 29, 2, 4>, 0,
                                                     linear_feedback_shift_engine<uint32_t, 32, 28, 3, 17>, 0>,
                                  0>;

}  // namespace random

using random::default_random_engine;
using random::discard_block_engine;
using random::linear_congruential_engine;
using random::linear_feedback_shift_engine;
using random::minstd_rand;
using random::minstd_rand0;
using random::ranlux24;
using random::ranlux24_base;
using random::ranlux48;
using random::ranlux48_base;
using random::subtract_with_carry_engine;
using random::taus88;
using random::xor_combine_engine;

}  // namespace thrust
