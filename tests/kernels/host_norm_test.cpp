// Softmax and the norms of rows. The kernels are compiled with host_reduce_test.cpp.
#include "host_launch.hpp"
#include "near.hpp"
#include "random_values.hpp"

#define DECLARE(SUFFIX, T)                                                                                             \
  void softmax_##SUFFIX(const T* src, T* dst, const int n_cols);                                                       \
  void rmsnorm_##SUFFIX(const T* src, T* dst, const T* alpha, const int n_cols, const int block_size,                  \
                        const float eps);                                                                              \
  void layernorm_##SUFFIX(const T* src, T* dst, const T* alpha, const T* beta, const int n_cols, const int block_size, \
                          const float eps);
extern "C" {
DECLARE(bf16, __nv_bfloat16)
DECLARE(f16, __half)
DECLARE(f32, float)
DECLARE(f64, double)
}

namespace {

using reference::Element;
using reference::Real;

constexpr size_t kRows = 3;

// Rows of `columns` elements, and the offsets at which the source, the result and the other operands begin.
struct Shape {
  size_t columns;
  size_t src_start = 0;
  size_t dst_start = 0;
  size_t alpha_start = 0;
};
const Shape kShapes[] = {{1},
                         {2},
                         {7},
                         {8},
                         {16},
                         {32},
                         {64, 1, 0, 3},
                         {64, 0, 1, 3},
                         {100, 3, 3},
                         {1023, 0, 1},
                         {1024, 0, 3, 1},
                         {1024},
                         {4099, 1, 1, 1}};

template <class T>
std::vector<Real> row_of(const std::vector<T>& memory, size_t start, size_t columns, size_t row) {
  std::vector<Real> values;
  for (size_t i = 0; i < columns; ++i) values.push_back(Element<T>::value(memory[start + row * columns + i]));
  return values;
}

std::vector<Real> softmax_of(const std::vector<Real>& x) {
  Real max = -std::numeric_limits<Real>::infinity();
  for (const Real v : x) max = std::isnan(v) || std::isnan(max) ? max + v : std::max(max, v);
  Real sum = 0;
  for (const Real v : x) sum += std::exp(v - max);
  std::vector<Real> quotients;
  for (const Real v : x) quotients.push_back(std::exp(v - max) / sum);
  return quotients;
}

// Checks that each result is within `slack(row, i)` of `expected[row][i]`.
template <class T, class Slack>
void check_rows(host::Output<T>& out, const std::vector<std::vector<Real>>& expected, Slack slack) {
  const size_t columns = expected[0].size();
  size_t first_wrong = 0;
  const auto is_right = [&](size_t at) {
    return host::is_near(out.data()[at], expected[at / columns][at % columns], slack(at / columns, at % columns));
  };
  while (first_wrong < out.numel && is_right(first_wrong)) ++first_wrong;
  if (first_wrong < out.numel) {
    const Real got = Element<T>::value(out.data()[first_wrong]);
    const Real wanted = expected[first_wrong / columns][first_wrong % columns];
    CAPTURE(first_wrong, columns, got, wanted);
    FAIL_CHECK("wrong element");
  }
  CHECK(out.guards_intact());
}

// Kind 0: ordinary rows. Kind 1: rows with some -inf, with only -inf, and with +inf. Kind 2: a row with a NaN, and one
// with values far apart.
template <class T>
std::vector<T> softmax_source(const Shape& shape, int kind) {
  auto memory = host::small_values<T>(shape.src_start + kRows * shape.columns, 41);
  T* rows = memory.data() + shape.src_start;
  const auto set_value = [&](size_t row, size_t i, Real value) {
    rows[row * shape.columns + i % shape.columns] = Element<T>::nearest(value);
  };
  constexpr Real kInfinity = std::numeric_limits<Real>::infinity();
  if (kind == 1) {
    for (size_t i = 0; i < shape.columns; i += 2) set_value(0, i, -kInfinity);
    for (size_t i = 0; i < shape.columns; ++i) set_value(1, i, -kInfinity);
    set_value(2, shape.columns / 2, kInfinity);
  }
  if (kind == 2) {
    set_value(1, shape.columns - 1, std::numeric_limits<Real>::quiet_NaN());
    // The values are so far apart that e^(x - max) leaves the range of every type.
    for (size_t i = 0; i < shape.columns; ++i) set_value(2, i, i % 3 == 0 ? 30000 : -30000);
  }
  return memory;
}

template <class T>
void check_softmax(const std::string& name, void (*kernel)(const T*, T*, int)) {
  for (const Shape& shape : kShapes)
    for (const int kind : {0, 1, 2}) {
      const auto src = softmax_source<T>(shape, kind);
      std::vector<std::vector<Real>> expected;
      for (size_t row = 0; row < kRows; ++row)
        expected.push_back(softmax_of(row_of(src, shape.src_start, shape.columns, row)));
      for (const auto& geometry : launcher::row_geometries(kRows)) {
        INFO(name << " of " << shape.columns << " columns, kind " << kind << ", " << host::described(geometry));
        host::Output<T> out(shape.dst_start, kRows * shape.columns);
        launcher::run(name, kernel, geometry, {launcher::region(src), out.region()}, src.data() + shape.src_start,
                      out.data(), static_cast<int>(shape.columns));
        // The slack covers the rounding errors of exp, of its argument (8 for a difference of 8, the largest of kinds 0
        // and 1; those of kind 2 give 0), of the sum (32, as in host_reduce_test.cpp) and of the quotient.
        check_rows(out, expected, [&](size_t row, size_t i) {
          // Elements that are nearly 0 have an absolute error.
          return 64 * host::compute_epsilon<T>() * expected[row][i] + Element<T>::smallest_normal() * 1e-3L;
        });
      }
    }
}

// The kernels' parameter block_size, which the ABI has and the kernels do not use, is 32 in these tests; any other
// number would do.
struct Norms {
  bool has_alpha;
  bool has_beta;
  Real offset;  // added to the source to give it a large mean
};
const Norms kNorms[] = {{true, true, 0}, {false, false, 0}, {true, false, 100}, {false, true, 0}};

template <class T>
struct NormMemory {
  std::vector<T> src;
  std::vector<T> alpha;
  std::vector<T> beta;

  NormMemory(const Shape& shape, Real offset)
      : src(host::small_values<T>(shape.src_start + kRows * shape.columns, 51)),
        alpha(host::small_values<T>(shape.alpha_start + shape.columns, 52)),
        beta(host::small_values<T>(shape.alpha_start + shape.columns, 53)) {
    for (T& x : src) x = Element<T>::nearest(Element<T>::value(x) + offset);
  }
};

// The normalized row and the permitted error of its elements. Below, `centred` is true for a layer norm, which
// subtracts the mean, and false for an RMS norm.
struct NormedRow {
  std::vector<Real> values;
  std::vector<Real> slack;
};

template <class T>
NormedRow normed(const NormMemory<T>& memory, const Shape& shape, const Norms& norms, size_t row, bool centred,
                 Real eps) {
  const auto x = row_of(memory.src, shape.src_start, shape.columns, row);
  const Real count = static_cast<Real>(x.size());
  Real mean = 0;
  Real largest = 0;
  for (const Real v : x) {
    mean += v / count;
    largest = std::max(largest, std::fabs(v));
  }
  if (!centred) mean = 0;
  Real variance = 0;
  for (const Real v : x) variance += (v - mean) * (v - mean) / count;
  const Real scale = 1 / std::sqrt(variance + eps);
  NormedRow result;
  for (size_t i = 0; i < x.size(); ++i) {
    const Real factor = norms.has_alpha ? Element<T>::value(memory.alpha[shape.alpha_start + i]) : 1;
    const Real shift = centred && norms.has_beta ? Element<T>::value(memory.beta[shape.alpha_start + i]) : 0;
    const Real product = (x[i] - mean) * scale * factor;
    result.values.push_back(product + shift);
    // The slack is the error of the mean, scaled like the element, that of the scale, and the rounding of each
    // operation.
    const Real relative = std::fabs(product) + std::fabs(shift) + largest * scale * std::fabs(factor);
    result.slack.push_back(64 * host::compute_epsilon<T>() * relative);
  }
  return result;
}

template <class T, class Launch>
void check_norm(const std::string& name, bool centred, Launch launch) {
  constexpr float kEps = 1e-5f;
  for (const Shape& shape : kShapes)
    for (const Norms& norms : kNorms) {
      const NormMemory<T> memory(shape, norms.offset);
      std::vector<std::vector<Real>> expected;
      std::vector<std::vector<Real>> slack;
      for (size_t row = 0; row < kRows; ++row) {
        auto result = normed(memory, shape, norms, row, centred, static_cast<Real>(kEps));
        expected.push_back(result.values);
        slack.push_back(result.slack);
      }
      for (const auto& geometry : launcher::row_geometries(kRows)) {
        INFO(name << " of " << shape.columns << " columns, offset " << static_cast<double>(norms.offset) << ", "
                  << host::described(geometry));
        host::Output<T> out(shape.dst_start, kRows * shape.columns);
        launch(geometry, memory, norms.has_alpha ? memory.alpha.data() + shape.alpha_start : nullptr,
               norms.has_beta ? memory.beta.data() + shape.alpha_start : nullptr, shape, out, kEps);
        check_rows(out, expected, [&](size_t row, size_t i) { return slack[row][i]; });
      }
    }
}

template <class T>
void check_rms(const std::string& name, void (*kernel)(const T*, T*, const T*, int, int, float)) {
  check_norm<T>(name, false,
                [&](const launcher::Geometry& geometry, const NormMemory<T>& memory, const T* alpha, const T*,
                    const Shape& shape, host::Output<T>& out, float eps) {
                  launcher::run(name, kernel, geometry,
                                {launcher::region(memory.src), launcher::region(memory.alpha), out.region()},
                                memory.src.data() + shape.src_start, out.data(), alpha, static_cast<int>(shape.columns),
                                32, eps);
                });
}

template <class T>
void check_layer(const std::string& name, void (*kernel)(const T*, T*, const T*, const T*, int, int, float)) {
  check_norm<T>(
      name, true,
      [&](const launcher::Geometry& geometry, const NormMemory<T>& memory, const T* alpha, const T* beta,
          const Shape& shape, host::Output<T>& out, float eps) {
        launcher::run(
            name, kernel, geometry,
            {launcher::region(memory.src), launcher::region(memory.alpha), launcher::region(memory.beta), out.region()},
            memory.src.data() + shape.src_start, out.data(), alpha, beta, static_cast<int>(shape.columns), 32, eps);
      });
}

#define NORM_TEST(SUFFIX, T)                                  \
  TEST_CASE("reduce kernels: softmax and norms, " #SUFFIX) {  \
    check_softmax<T>("softmax_" #SUFFIX, softmax_##SUFFIX);   \
    check_rms<T>("rmsnorm_" #SUFFIX, rmsnorm_##SUFFIX);       \
    check_layer<T>("layernorm_" #SUFFIX, layernorm_##SUFFIX); \
  }

NORM_TEST(bf16, __nv_bfloat16)
NORM_TEST(f16, __half)
NORM_TEST(f32, float)
NORM_TEST(f64, double)

}  // namespace
