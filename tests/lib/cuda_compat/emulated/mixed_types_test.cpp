// Checks arithmetic of complex numbers and operands of other types against the standard library, and atomic sums of
// vectors.
#include <algorithm>
#include <complex>

#include "rocm_bindgen_compat/vectors/vector_types.hpp"
#include "runtime/emulator/probes/compare.hpp"
#include "runtime/emulator/probes/probe.hpp"
#include "support/catch.hpp"

namespace {

using Complex = std::complex<double>;

void put(std::vector<double>& out, const Complex& z) {
  out.push_back(z.real());
  out.push_back(z.imag());
}
template <class A, class B>
void arithmetic(const A& a, const B& b, std::vector<double>& out) {
  put(out, a + b);
  put(out, a - b);
  put(out, a * b);
  put(out, a / b);
}
void check_near(const std::vector<double>& actual, const std::vector<double>& expected, double error) {
  REQUIRE(actual.size() == expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i) {
    INFO(i);
    CHECK(actual[i] == Approx(expected[i]).epsilon(error).margin(error));
  }
}

}  // namespace

TEST_CASE("complex numbers are combined with numbers of other types") {
  // In the order of mixed_types_complex(). Quotients of floats are rounded, by up to 6e-8 of their value in each step;
  // all other results are exact.
  const Complex a(3, -2), b(0.5, 4);
  const double f = 8;
  std::vector<double> expected;
  arithmetic(a, f, expected);
  arithmetic(f, a, expected);
  arithmetic(a, 2.0, expected);
  arithmetic(4.0, a, expected);
  arithmetic(a, 0.5, expected);
  arithmetic(b, f, expected);
  arithmetic(a, b, expected);
  arithmetic(b, a, expected);
  arithmetic(a, 8.0, expected);
  arithmetic(2.0, b, expected);
  put(expected, ((a + 1.0) * 2.0 - b) / 2.0);
  put(expected, {-3, 0});  // the real number 3, negated
  const auto out = probe::unwritten<double>(expected.size());
  probe::run("mixed_types_complex", probe::blocks(1, 1), probe::upload(std::vector<float>{3, -2, 0.5, 4, 8}), out);
  check_near(out.to_vector(), expected, 1e-6);
}

TEST_CASE("complex numbers are compared with numbers of other types") {
  const auto out = probe::unwritten<int>(12);
  probe::run("mixed_types_comparisons", probe::blocks(1, 1), probe::upload(std::vector<float>{2, 3}), out);
  // In the order of mixed_types_comparisons(), where a is 2 + 3i and `real` is 2.
  probe::check_equal("comparisons", out.to_vector(), {1, 1, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1});
}

TEST_CASE("functions of complex numbers accept numbers of other types") {
  const Complex a(1.5, -0.75);
  // In the order of mixed_types_functions().
  std::vector<double> expected;
  put(expected, a * a);  // the power with the integer 2
  put(expected, a * a);  // the power with the complex number 2
  put(expected, std::pow(2.0, a));
  put(expected, std::polar(1.5, 0.25));
  put(expected, {1.5, 0});  // polar coordinates without an angle
  put(expected, std::exp(a));
  put(expected, std::sqrt(a + 1.0));
  put(expected, std::norm(a) + std::conj(a));
  const auto out = probe::unwritten<double>(expected.size());
  probe::run("mixed_types_functions", probe::blocks(1, 1), probe::upload(std::vector<float>{1.5f, -0.75f}), out);
  // The functions compute some of the results in float, whose last place is 1e-7 of the value.
  check_near(out.to_vector(), expected, 1e-5);
}

TEST_CASE("atomic sums of vectors are right") {
  constexpr unsigned kBlocks = 3, kThreads = 50, kCount = kBlocks * kThreads;
  std::vector<float4> values;
  std::vector<float> total(4, 0.0f), of_blocks(4 * kBlocks, 0.0f);
  for (unsigned i = 0; i < kCount; ++i) {
    const auto x = static_cast<float>(i);
    values.push_back({x, 2 * x, x - 70, 1});
    const float components[] = {x, 2 * x, x - 70, 1};
    for (unsigned k = 0; k < 4; ++k) {
      total[k] += components[k];
      of_blocks[i / kThreads * 4 + k] += components[k];
    }
  }
  const auto fours = probe::zeros<float>(4 * (2 + kBlocks)), twos = probe::zeros<float>(4);
  const auto before = probe::unwritten<float>(kCount);
  probe::run("mixed_types_atomics", probe::blocks(kBlocks, kThreads), probe::upload(values), fours, twos, before);
  // The sum of all vectors by atomicAdd(), the same by atomicAdd_system(), and each block's sum by atomicAdd_block().
  auto expected = total;
  expected.insert(expected.end(), total.begin(), total.end());
  expected.insert(expected.end(), of_blocks.begin(), of_blocks.end());
  probe::check_equal("sums of four", fours.to_vector(), expected);
  probe::check_equal("sums of two", twos.to_vector(), total);
  // Every thread has added one to the last component, so each has found a different number there.
  auto found = before.to_vector();
  std::sort(found.begin(), found.end());
  std::vector<float> numbers;
  for (unsigned i = 0; i < kCount; ++i) numbers.push_back(static_cast<float>(i));
  probe::check_equal("before", found, numbers);
}
