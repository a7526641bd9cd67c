// Divergence, loops, jumps and calls of all kinds.
#include <string>
#include <vector>

#include "runtime/emulator/probes/compare.hpp"
#include "runtime/emulator/probes/numbers.hpp"
#include "runtime/emulator/probes/probe.hpp"
#include "support/catch.hpp"

using namespace probe;

namespace {

constexpr unsigned kBlocks = 3, kSize = 96, kCount = kBlocks * kSize;

std::vector<int> numbers(std::uint64_t seed) {
  Random random(seed);
  return filled<int>(kCount, [&] { return random.integer(-99, 99); });
}

/// Runs a kernel that computes one result per input, and compares the results with those of `function`.
template <class Out = int, class Function>
void check_each(const std::string& kernel, const std::vector<int>& in, Function function) {
  const auto out = unwritten<Out>(in.size());
  run(kernel, blocks(kBlocks, kSize), upload(in), out);
  std::vector<Out> expected;
  for (unsigned i = 0; i < in.size(); ++i) expected.push_back(function(in[i], i));
  check_equal(kernel, out.to_vector(), expected, [&](std::size_t i) { return text_of(in[i]); });
}

}  // namespace

TEST_CASE("probe: early returns") {
  check_each("early_returns", numbers(1), [](int x, unsigned i) {
    if (x < -50) return -1;
    if (x % 2 != 0 && x > 50) return -2;
    if (x % 2 == 0 && i % 7 == 0) return -2;
    const int value = x % 2 != 0 ? x * 3 : x;
    return value % 3 == 0 ? value + 1000 : value;
  });
}

TEST_CASE("probe: loops of all lengths") {
  constexpr unsigned kNumbers = 1000;
  const auto out = unwritten<unsigned>(kNumbers);
  run("collatz", threads_for(kNumbers), kNumbers, out);
  std::vector<unsigned> expected;
  for (unsigned i = 1; i <= kNumbers; ++i) {
    unsigned steps = 0;
    for (unsigned long long n = i; n != 1; ++steps) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    expected.push_back(steps);
  }
  check_equal("steps", out.to_vector(), expected);
}

TEST_CASE("probe: nested loops with break and continue") {
  check_each("nested_loops", numbers(2), [](int input, unsigned) {
    const int x = input & 31;
    int sum = 0;
    for (int a = 0; a < x && sum <= 20000; ++a) {
      if (a == 20) continue;
      for (int b = a; b < 40 && b * a <= 300; b += 3) {
        int c = b;
        while (c > a) c -= (x & 3) + 1;
        sum += c * (a + 1);
      }
    }
    return sum;
  });
}

TEST_CASE("probe: switches") {
  check_each("switches", numbers(3), [](int input, unsigned) {
    // `wrapped` returns the low 32 bits, so no int overflows on the host.
    int x = input, state = x & 7;
    const auto wrapped = [](long long value) { return static_cast<int>(static_cast<unsigned>(value)); };
    for (int step = 0; step < 12 && state != 9; ++step) {
      if (state == 0) {
        x = wrapped(x + 5ll);
        state = 3;
      } else if (state == 1) {
        x ^= 0x55;
        state = (x & 1) != 0 ? 4 : 2;
      } else if (state == 2 || state == 3) {
        if (state == 2) x = wrapped(x * 3ll);
        x = wrapped(x - 1ll);
        state = (x >> 1 & 3) + 4;
      } else if (state == 4) {
        x = wrapped(-static_cast<long long>(x));
        state = 7;
      } else if (state == 5) {
        x = wrapped(x * 2ll);
        state = 0;
      } else if (state == 6) {
        x = wrapped(static_cast<long long>(x) * x) % 1009;
        state = x % 3;
      } else if (state == 7) {
        x = wrapped(static_cast<long long>(x) + step);
        state = x % 5 == 0 ? 9 : 6;
      } else {
        x = 7777;
        state = 9;
      }
    }
    return wrapped(x * 10ll + state);
  });
}

TEST_CASE("probe: a loop with two entries") {
  check_each("jumps", numbers(4), [](int x, unsigned) {
    int rounds = 0;
    bool odd = x % 2 != 0;
    for (;;) {
      if (odd) {
        x = x * 5 + 1;
        if (++rounds > 20) break;
      }
      x /= 2;
      rounds += 2;
      if (rounds > 20 || x % 3 == 0) break;
      odd = x % 2 != 0;
    }
    return x + rounds * 100000;
  });
}

TEST_CASE("probe: barriers in loops") {
  std::vector<int> in = numbers(5), values;
  in.resize(96);
  values = in;
  const auto out = unwritten<int>(96);
  run("barriers_in_loops", blocks(1, 96), upload(in), out);
  const int rounds = (in[0] & 7) + 3;
  for (int round = 0; round < rounds; ++round) {
    auto next = values;
    for (unsigned i = 0; i < 96; ++i)
      if (i % 2 == static_cast<unsigned>(round) % 2) next[i] += values[(i + 1) % 96] & 0xff;
    for (unsigned i = 0; i < 96; ++i)
      if (i < 64 || round > 1) values[i] = next[i];
  }
  check_equal("values", out.to_vector(), values);
}

TEST_CASE("probe: calls") {
  check_each<double>("direct_calls", numbers(6),
                     [](int x, unsigned) { return x > 0 ? x * 0.5 + x * 0.5 + x * 1e10 + x + (x * x + 2) : 2.0 * x; });
}

TEST_CASE("probe: arguments on the stack") {
  constexpr unsigned kThreads = 64;
  auto in = numbers(7);
  in.resize(kThreads);
  const auto out = unwritten<long long>(kThreads);
  run("stacked_arguments", blocks(1, kThreads), upload(in), out);
  std::vector<long long> expected;
  for (unsigned i = 0; i < kThreads; ++i) {
    const long long x = in[i];
    long long sum = 0;
    for (int k = 0; k < 10; ++k) sum += (k + 1) * (x + k);
    sum += -4 * x;                               // w - 2w + 3w - ... - 8w
    sum += x + (x + 3) * 2 + 5 * x * 3 + 4 * x;  // the vectors of integers
    sum += 2 * x + 2 + 3 + 4 * x;                // the vectors of doubles
    expected.push_back(sum + 3 * (x * 3000000000ll) + i);
  }
  check_equal("weighted", out.to_vector(), expected);
}

TEST_CASE("probe: function pointers") {
  check_each("function_pointers", numbers(8), [](int x, unsigned) {
    const auto function = [](int which, int value) {
      switch (which & 3) {
        case 1:
          return value * value + 2;
        case 2:
          return -value;
        default:
          return 2 * value;
      }
    };
    return function(x, x) + function(x + 1, 7);
  });
}

TEST_CASE("probe: recursion") {
  constexpr unsigned kThreads = 96;
  const auto out = unwritten<unsigned>(kThreads);
  run("recursion", blocks(1, kThreads), out);
  const unsigned fibonacci[] = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55};
  std::vector<unsigned> expected;
  for (unsigned i = 0; i < kThreads; ++i) expected.push_back(fibonacci[i % 11] * 2 + (i % 23 % 2 == 0 ? 1 : 0));
  check_equal("numbers", out.to_vector(), expected);
}

TEST_CASE("probe: virtual functions") {
  constexpr unsigned kThreads = 96;
  const auto out = unwritten<float>(kThreads);
  run("virtual_functions", blocks(1, kThreads), out);
  std::vector<float> expected;
  for (unsigned i = 0; i < kThreads; ++i) {
    const unsigned by = i % 3, square = i * i, circle = 3 * (i + 1) * (i + 1);
    expected.push_back(static_cast<float>(i % 5 < 2 ? square + square * by : circle + circle * by * by));
  }
  check_equal("areas", out.to_vector(), expected);
}
