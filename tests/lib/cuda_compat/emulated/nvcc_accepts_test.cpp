#include <cmath>
#include <vector>

#include "runtime/emulator/probes/compare.hpp"
#include "runtime/emulator/probes/probe.hpp"
#include "support/catch.hpp"

using namespace probe;

namespace {

constexpr unsigned kThreads = 64;

std::vector<int> counted(int first) {
  std::vector<int> numbers;
  for (unsigned i = 0; i < kThreads; ++i) numbers.push_back(first + static_cast<int>(i));
  return numbers;
}

}  // namespace

TEST_CASE("a definition has the execution space of its declaration") {
  const auto out = zeros<float>(10);
  run("nvcc_accepts_inherited", blocks(1, 1), out, 3);
  // 3 * 3 + 2 * 2, 4 * 4 + 3 * 3, 7, 3 * 10, 3 + 4, 3 - 4, 3, 2 * 3, 3 * 1.5, 30 * 3
  check_equal("inherited", out.to_vector(), {13, 25, 7, 30, 7, -1, 3, 6, 4.5f, 90});
}

TEST_CASE("shared variables with constructors hold the values stored in them") {
  const auto in = counted(10);
  const auto out = zeros<int>(kThreads), bytes = zeros<int>(3);
  run("nvcc_accepts_shared", blocks(1, kThreads), upload(in), out, bytes);
  // The 11 is the sum of the two members that thread 0 sets, 5 and 6.
  std::vector<int> expected;
  for (unsigned i = 0; i < kThreads; ++i)
    expected.push_back(in[kThreads - 1 - i] + 1000 * in[(i + 1) % kThreads] + 100000 * 11);
  check_equal("shared", out.to_vector(), expected);
  // sizeof(one), sizeof(many), and the address of `many` modulo its alignment of 16.
  check_equal("sizes", bytes.to_vector(), {8, 4 * static_cast<int>(kThreads), 0});
}

TEST_CASE("host device functions that call host functions work in kernels that do not reach the calls") {
  const auto in = counted(0);
  const auto out = zeros<int>(kThreads);
  run("nvcc_accepts_host_calls", blocks(1, kThreads), upload(in), out);
  std::vector<int> expected;
  for (const int x : in) expected.push_back(x + x + x + (x > 50 ? 50 : x) + 2 * x);
  check_equal("host calls", out.to_vector(), expected);
}

TEST_CASE("template arguments in attributes of kernels and types are applied") {
  const auto out = zeros<int>(2);
  run("nvcc_accepts_bounds", blocks(1, kThreads), out);
  // The alignment is 8 * 4.
  check_equal("bounds", out.to_vector(), {32, 9});
  // 8 * 100 + 4, and then 16 * 1000 + 4.
  run("bounds_one_8_4", blocks(1, 2), out);
  check_equal("one", out.to_vector(), {804, 804});
  run("bounds_two_16_4", blocks(1, 2), out);
  check_equal("two", out.to_vector(), {16004, 16004});
}

TEST_CASE("assembly whose text is passed through macros computes its result") {
  const auto in = counted(100);
  auto with_end = in;
  with_end.push_back(1000);
  std::vector<float> floats(kThreads);
  for (unsigned i = 0; i < kThreads; ++i) floats[i] = static_cast<float>(i) / 4;
  floats[3] = std::nanf("");  // `set.geu` is true for a NaN
  const auto out = zeros<int>(kThreads);
  run("nvcc_accepts_assembly", blocks(1, kThreads), upload(with_end), upload(floats), out);
  std::vector<int> expected;
  for (unsigned i = 0; i < kThreads; ++i) expected.push_back(floats[i] < 2 ? -with_end[i + 1] : with_end[i]);
  check_equal("assembly", out.to_vector(), expected);
}
