// Compares functions of cuda::std on a device with those of std on the host, and containers, tuples and function
// objects with values calculated by hand.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "runtime/emulator/probes/compare.hpp"
#include "runtime/emulator/probes/probe.hpp"
#include "support/catch.hpp"

TEST_CASE("cuda::std's containers work") {
  // 3 + 1 + 4 + 2, 7 + 7 + 4, digits of `values`, 3 + 4, 1 + 2 + 4, 4 + 1 + 3 + 2,
  // (2 + 3 + 4) * 100 + (1 + 2) * 10 + 5, 50 + 5 * 4, 1 + 5 + 3 + 1, 9, 5, 2 * 10 + 1 + 2 + 90, 2 + 3
  const std::vector<int> expected{10, 18, 4132, 7, 7, 10, 935, 70, 10, 9, 5, 113, 5};
  const auto out = probe::unwritten<int>(expected.size());
  probe::run("cuda_std_containers", probe::blocks(1, 1), out);
  probe::check_equal("containers", out.to_vector(), expected);
}

TEST_CASE("cuda::std's tuples work") {
  // 1 + 10 + 3, 2 + 4, 35 + 3, 9 / 2, 5 * 10 + 2, 1 * 100 + 10 + 3, 7 * 10 + 7, 4 * 100 + 3 + 1, the swapped 10
  const std::vector<int> expected{14, 6, 38, 4, 52, 113, 77, 404, 10};
  const auto out = probe::unwritten<int>(expected.size());
  probe::run("cuda_std_tuples", probe::blocks(1, 1), out);
  probe::check_equal("tuples", out.to_vector(), expected);
}

TEST_CASE("nvstd::function and cuda::std's clocks work") {
  const auto out = probe::unwritten<int>(5);
  probe::run("cuda_std_functions", probe::blocks(1, 1), 40, out);
  // 3 + 40, 5 * 3 * 100 + 5 + 40, 1 + 2, 0 + 1 + 2 + 3 + 4, true
  probe::check_equal("functions", out.to_vector(), {43, 1545, 3, 10, 1});
}

TEST_CASE("cuda::std's algorithms work") {
  std::vector<int> in;
  for (int i = 0; i < 23; ++i) in.push_back(i * 37 % 61);
  in.push_back(30);
  const int count = static_cast<int>(in.size());

  std::vector<int> sorted = in, by_digit = in, tripled, sums(in.size());
  std::sort(sorted.begin(), sorted.end());
  std::stable_sort(by_digit.begin(), by_digit.end(), [](int left, int right) { return left % 10 < right % 10; });
  for (auto value = in.rbegin(); value != in.rend(); ++value) tripled.push_back(3 * *value);
  std::partial_sum(in.begin(), in.end(), sums.begin());
  std::vector<int> expected;
  for (const auto* part : {&sorted, &by_digit, &tripled, &sums})
    expected.insert(expected.end(), part->begin(), part->end());
  const auto position = [](const auto& values, auto found) { return static_cast<int>(found - values.begin()); };
  const int squares = std::inner_product(in.begin(), in.end(), in.begin(), 0);
  const auto even = std::count_if(in.begin(), in.end(), [](int value) { return value % 2 == 0; });
  // The last ones: `sorted` is sorted and `in` is not, 20 + 3 + 6, 5 * 3 + 1 + 2.
  for (const int value : {std::accumulate(in.begin(), in.end(), 10), squares,
                          position(sorted, std::lower_bound(sorted.begin(), sorted.end(), 30)),
                          position(sorted, std::upper_bound(sorted.begin(), sorted.end(), 30)), 1,
                          position(in, std::max_element(in.begin(), in.end())),
                          position(in, std::min_element(in.begin(), in.end())), static_cast<int>(even), 1, 29, 18})
    expected.push_back(value);

  const auto out = probe::unwritten<int>(expected.size());
  probe::run("cuda_std_algorithms", probe::blocks(1, 1), probe::upload(in), count, out);
  probe::check_equal("algorithms", out.to_vector(), expected);
}

TEST_CASE("cuda::std's bit functions work") {
  const std::vector<unsigned> in{0, 1, 0xffffffffu, 0x80000000u, 0x1234567fu, 0x00ff00ffu, 64};
  std::vector<int> expected;
  for (const unsigned value : in) {
    const auto narrow = static_cast<unsigned char>(value);
    for (const int result : {std::popcount(value), std::countl_zero(value), std::countr_zero(value),
                             std::countl_zero(narrow), std::countr_one(narrow), static_cast<int>(std::rotl(value, 5)),
                             static_cast<int>(std::rotr(narrow, 3)), static_cast<int>(std::bit_width(value)),
                             static_cast<int>(std::bit_floor(value)), static_cast<int>(std::has_single_bit(value))})
      expected.push_back(result);
  }
  const auto out = probe::unwritten<int>(expected.size());
  probe::run("cuda_std_bits", probe::blocks(1, static_cast<std::uint32_t>(in.size())), probe::upload(in), out);
  probe::check_equal("bits", out.to_vector(), expected);
}

TEST_CASE("cuda::std's numeric functions work") {
  const double x = 2.25, y = -1.5;
  const std::vector<double> expected{std::sqrt(x) + std::floor(y),
                                     std::fma(x, y, 1.0),
                                     x,
                                     std::numeric_limits<float>::max(),
                                     std::numeric_limits<int>::lowest(),
                                     std::numbers::pi,
                                     x * x + y * y + 1,
                                     2,
                                     3 + 1200,
                                     y + 100 * x,
                                     std::nextafter(x, 3.0),
                                     1};
  const auto out = probe::unwritten<double>(expected.size());
  probe::run("cuda_std_numbers", probe::blocks(1, 1), probe::upload<double>({x, y}), out);
  probe::check_equal("numbers", out.to_vector(), expected);
}

TEST_CASE("names of C++20 and C++23 are in cuda::std of C++17") {
  // In the order of cuda_std_later_standards(): identity returns its argument. Midpoints of integers are rounded toward
  // the first argument: -1 and -2 relative to the largest int, and -1 between the smallest and the largest. The
  // midpoint of the largest float and itself does not overflow, and that of 2 and 5, times 10, is 35. Then come the
  // middle one of the numbers 1 to 5, the second one, their count, and the enumerator. The others have a bit per call:
  // -1 and 0xffffffff are not equal; -1 is less than 1, 1 is greater than -1, and 1 is at most `large`; 255 fits in a
  // byte.
  const std::vector<int> expected{1, -1, -2, -1, 1, 35, 3, 2, 5, 7, 2, 1 + 4 + 16, 2};
  const auto out = probe::unwritten<int>(expected.size());
  probe::run("cuda_std_later_standards", probe::blocks(1, 1), std::numeric_limits<int>::max(), out);
  probe::check_equal("later standards", out.to_vector(), expected);
}
