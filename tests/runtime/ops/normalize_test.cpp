// Tests softmax and norms of random tensors against long double.
#include "rocm_bindgen/ops/normalize.hpp"

#include "kernels/near.hpp"
#include "runtime/ops/reduced.hpp"
#include "runtime/ops/refusal.hpp"

namespace {

using namespace rocm_bindgen;
using namespace test;

constexpr DType kFloats[] = {DType::bf16, DType::f16, DType::f32, DType::f64};
constexpr Real kInfinity = std::numeric_limits<Real>::infinity();

struct Rows {
  Layout in, out;
  std::size_t dim;
};

/// The first rounds have rows of a certain kind, the others random ones.
Rows rows_of(int round, std::mt19937& random) {
  const auto dense = [](std::int64_t rows, std::int64_t columns, std::int64_t pitch, std::int64_t start) {
    return Layout{{rows, columns}, {pitch, 1}, start, start + rows * pitch};
  };
  switch (round) {
    case 0:  // rows that fit in registers, with gaps between the results' rows
      return {dense(5, 768, 768, 0), dense(5, 768, 1024, 0), 1};
    case 1:  // unaligned rows
      return {dense(3, 2001, 2001, 0), dense(3, 2001, 2001, 1), 1};
    case 2:  // rows that are too long for registers
      return {dense(2, 20000, 20000, 0), dense(2, 20000, 20000, 0), 1};
    case 3:  // strided rows, if they may be along another dim than the innermost
      return {dense(40, 33, 33, 0), dense(40, 33, 33, 0), 0};
    case 4:  // rows of one element
      return {dense(4, 1, 1, 0), dense(4, 1, 1, 0), 1};
    default:
      break;
  }
  auto dims = random_dims(random);
  if (dims.empty()) dims = {3, 5};
  return {random_layout(random, dims), random_layout(random, dims), random() % dims.size()};
}

/// Values between -8 and 8; in every third round, some far apart or -inf.
template <class T>
void fill_rows(std::vector<std::uint8_t>& bytes, int round, std::mt19937& random) {
  for (std::size_t i = 0; i < bytes.size() / sizeof(T); ++i) {
    Real x = static_cast<Real>(random() % 4097) / 256 - 8;
    if (round % 3 == 2 && random() % 7 == 0) x = random() % 2 == 0 ? -kInfinity : -30000;
    set_element<T>(bytes, static_cast<std::int64_t>(i), Element<T>::nearest(x));
  }
}

/// Calls run(stream, in, dim, out) and compares each row with expected(row). If `innermost`, the rows are along the
/// last dimension.
template <class T, class Run, class Expected>
void for_rows(DType dtype, bool innermost, const Run& run, const Expected& expected) {
  Stream stream(device());
  std::mt19937 random(static_cast<std::uint32_t>(dtype) + 7);
  for (int round = 0; round < 14; ++round) {
    INFO("round " << round);
    auto rows = rows_of(round, random);
    if (innermost) rows.dim = rows.in.dims.size() - 1;
    Tensor in(device(), dtype, rows.in, random), out(device(), dtype, rows.out, random);
    // The norms (`innermost`) get no infinities, which would make complete rows NaN, and no values far apart.
    fill_rows<T>(in.bytes(), innermost ? 0 : round, random);
    in.upload();
    out.upload();
    // Every fourth round works in place.
    auto& result = round % 4 == 3 ? in : out;
    std::vector<bool> along(rows.in.dims.size());
    along[rows.dim] = true;
    const Reduction reduction{rows.in, along};
    const auto terms = reduction.terms<T>(in.bytes());
    // Every second round counts the dimension from the end.
    const auto dim =
        static_cast<std::int64_t>(rows.dim) - (round % 2 == 0 ? static_cast<std::int64_t>(rows.in.dims.size()) : 0);
    run(stream, in.view(), dim, result.view());
    stream.synchronize();
    std::vector<std::vector<Real>> wanted, slack;
    for (const auto& row : terms) {
      auto& values = wanted.emplace_back();
      for (const T x : row) values.push_back(Element<T>::value(x));
      slack.push_back(expected(values));
    }
    check<T>(result, [&](std::int64_t i, T got) {
      // The row, and the position in it.
      std::int64_t rest = i, row = 0, stride = 1, at = 0;
      for (std::size_t d = rows.in.dims.size(); d-- != 0;) {
        const auto coordinate = rest % rows.in.dims[d];
        rest /= rows.in.dims[d];
        if (d == rows.dim) {
          at = coordinate;
        } else {
          row += coordinate * stride;
          stride *= rows.in.dims[d];
        }
      }
      const auto r = static_cast<std::size_t>(row), c = static_cast<std::size_t>(at);
      return host::is_near(got, wanted[r][c], slack[r][c]);
    });
  }
}

/// Replaces the row by its softmax; returns the permitted error of each element: the error of exp, that of its
/// argument, and that of the sum. Elements that are nearly 0 have an absolute error.
template <class T>
std::vector<Real> softmax_of(std::vector<Real>& row) {
  Real max = -kInfinity, sum = 0;
  for (const Real x : row) max = std::max(max, x);
  for (const Real x : row) sum += std::exp(x - max);
  std::vector<Real> slack;
  for (Real& x : row) {
    x = std::exp(x - max) / sum;
    slack.push_back(64 * host::compute_epsilon<T>() * x + Element<T>::smallest_normal() * 1e-3L);
  }
  return slack;
}

constexpr Real kEps = static_cast<Real>(1e-5f);

/// Replaces the row by its layer norm if `centred`, otherwise by its RMS norm. Returns the permitted error of each
/// element.
template <class T>
std::vector<Real> norm_of(std::vector<Real>& row, bool centred, const std::vector<T>* weight,
                          const std::vector<T>* bias) {
  const auto count = static_cast<Real>(row.size());
  Real mean = 0, square = 0, magnitude = 0;
  for (const Real x : row) mean += x / count;
  if (!centred) mean = 0;
  for (const Real x : row) {
    square += (x - mean) * (x - mean) / count;
    magnitude = std::max(magnitude, std::fabs(x));
  }
  const Real scale = 1 / std::sqrt(square + kEps);
  std::vector<Real> slack;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const Real factor = weight == nullptr ? 1 : Element<T>::value((*weight)[i]);
    const Real shift = bias == nullptr ? 0 : Element<T>::value((*bias)[i]);
    row[i] = (row[i] - mean) * scale * factor + shift;
    slack.push_back(64 * host::compute_epsilon<T>() *
                    ((magnitude + std::fabs(mean)) * scale * std::fabs(factor) + std::fabs(shift)));
  }
  return slack;
}

/// Weights for rows of up to 20000 elements, the longest of rows_of(), on the host and on the device.
template <class T>
struct Weights {
  explicit Weights(int seed) : host(20000), memory(device(), host.size() * sizeof(T)) {
    std::mt19937 random(static_cast<std::uint32_t>(seed));
    for (T& x : host) x = Element<T>::nearest(static_cast<Real>(random() % 512) / 128 - 2);
    memory.copy_from(reinterpret_cast<const std::uint8_t*>(host.data()), memory.size());
  }
  TensorView view(DType dtype, const TensorView& in) const { return {memory.data(), dtype, {in.dims[in.rank - 1]}}; }
  std::vector<T> host;
  Buffer<std::uint8_t> memory;
};

}  // namespace

TEST_CASE("ops: softmax is right along any dimension") {
  for (const auto dtype : kFloats) {
    INFO(name_of(dtype));
    with_float_type(dtype, [&](auto type) {
      using T = typename decltype(type)::type;
      for_rows<T>(
          dtype, false,
          [](Stream& stream, const TensorView& in, std::int64_t dim, const TensorView& out) {
            ops::softmax(stream, in, dim, out);
          },
          softmax_of<T>);
    });
  }
}

TEST_CASE("ops: norms with and without weights are right") {
  for (const auto dtype : kFloats)
    for (const bool weighted : {false, true}) {
      INFO(name_of(dtype) << (weighted ? ", weighted" : ""));
      with_float_type(dtype, [&](auto type) {
        using T = typename decltype(type)::type;
        const Weights<T> weight(1), bias(2);
        const auto* const factors = weighted ? &weight.host : nullptr;
        const auto* const shifts = weighted ? &bias.host : nullptr;
        const auto if_weighted = [&](const Weights<T>& weights, const TensorView& in) {
          return weighted ? std::optional(weights.view(dtype, in)) : std::nullopt;
        };
        for_rows<T>(
            dtype, true,
            [&](Stream& stream, const TensorView& in, std::int64_t, const TensorView& out) {
              ops::rms_norm(stream, in, if_weighted(weight, in), 1e-5, out);
            },
            [&](std::vector<Real>& row) { return norm_of<T>(row, false, factors, nullptr); });
        for_rows<T>(
            dtype, true,
            [&](Stream& stream, const TensorView& in, std::int64_t, const TensorView& out) {
              ops::layer_norm(stream, in, if_weighted(weight, in), if_weighted(bias, in), 1e-5, out);
            },
            [&](std::vector<Real>& row) { return norm_of<T>(row, true, factors, shifts); });
      });
    }
}

TEST_CASE("ops: operands of softmax and norms that do not match are refused") {
  Stream stream(device());
  Buffer<float> memory(device(), 64);
  const TensorView in(memory.data(), DType::f32, {2, 3}), out(memory.data() + 32, DType::f32, {2, 3});
  const TensorView other(memory.data() + 32, DType::f32, {3, 2}), bytes(memory.data(), DType::u8, {2, 3});
  const TensorView three(memory.data() + 8, DType::f32, {3}), two(memory.data() + 8, DType::f32, {2});
  CHECK(refusal([&] { ops::softmax(stream, in, 1, other); }) ==
        "softmax: out: f32 {3, 2} does not have the shape of in, f32 {2, 3}");
  CHECK(refusal([&] { ops::softmax(stream, in, -3, out); }) == "softmax: in: f32 {2, 3} has no dim -3");
  CHECK(refusal([&] { ops::softmax(stream, bytes, 0, out); }) ==
        "softmax: in: has type u8; there are kernels for bf16, f16, f32 and f64");
  CHECK(refusal([&] { ops::rms_norm(stream, in, two, 1e-5, out); }) ==
        "rms_norm: weight: f32 {2} is not a dense row of in, f32 {2, 3}");
  CHECK(refusal([&] { ops::layer_norm(stream, in, std::nullopt, out, 1e-5, out); }) ==
        "layer_norm: bias: f32 {2, 3} is not a dense row of in, f32 {2, 3}");
  CHECK(refusal([&] { ops::rms_norm(stream, in, TensorView(memory.data() + 33, DType::f32, {3}), 1e-5, out); }) ==
        "rms_norm: weight: overlaps out without being identical to it");
  ops::rms_norm(stream, in, three, 1e-5, out);
  stream.synchronize();
}
