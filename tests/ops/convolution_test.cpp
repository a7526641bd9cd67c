// Convolutions of random tensors, against their definition.
#include "rocm_bindgen/ops/convolution.hpp"

#include "random_tensors.hpp"
#include "refusal.hpp"

namespace {

using namespace rocm_bindgen;
using namespace test;

constexpr DType kTypes[] = {DType::bf16, DType::f16, DType::f32, DType::f64, DType::u8, DType::u32};

/// Of images or lines, which have one row.
struct Problem {
  bool transposed = false;
  bool lines = false;
  std::int64_t batches = 1, in_channels = 1, out_channels = 1;
  ops::ImageExtent in{1, 1}, taps{1, 1}, out{1, 1};
  ops::Convolution how;

  Dims dims(std::int64_t first, std::int64_t second, const ops::ImageExtent& extent) const {
    return lines ? Dims{first, second, extent.columns} : Dims{first, second, extent.rows, extent.columns};
  }
  Dims in_dims() const { return dims(batches, in_channels, in); }
  Dims out_dims() const { return dims(batches, out_channels, out); }
  Dims weight_dims() const {
    return transposed ? dims(in_channels, out_channels / how.groups, taps)
                      : dims(out_channels, in_channels / how.groups, taps);
  }
};

Problem random_problem(int round, std::mt19937& random) {
  const auto from_1_to = [&](std::uint32_t n) { return 1 + static_cast<std::int64_t>(random() % n); };
  Problem problem;
  problem.lines = round % 4 == 3;
  problem.transposed = round % 2 == 1;
  problem.how.groups = round % 3 == 0 ? from_1_to(3) : 1;
  problem.batches = from_1_to(2);
  problem.in_channels = problem.how.groups * from_1_to(4);
  problem.out_channels = problem.how.groups * from_1_to(6);
  const auto choose_axis = [&](std::int64_t ops::ImageExtent::* axis) {
    auto& how = problem.how;
    how.stride.*axis = from_1_to(3);
    how.padding.*axis = from_1_to(3) - 1;
    how.dilation.*axis = from_1_to(2);
    problem.taps.*axis = from_1_to(3);
    const auto reach = how.dilation.*axis * (problem.taps.*axis - 1) + 1;
    // At least a place of the result.
    problem.in.*axis = reach + 2 * (how.padding.*axis) + from_1_to(6) - 1;
    problem.out.*axis = (problem.in.*axis + 2 * (how.padding.*axis) - reach) / (how.stride.*axis) + 1;
    if (problem.transposed)
      problem.out.*axis = (problem.in.*axis - 1) * (how.stride.*axis) - 2 * (how.padding.*axis) + reach +
                          static_cast<std::int64_t>(random()) % (how.stride.*axis);
  };
  choose_axis(&ops::ImageExtent::columns);
  if (!problem.lines) choose_axis(&ops::ImageExtent::rows);
  return problem;
}

/// Eighths between -2 and 2, or small integers: all products and sums are exact.
template <class T>
void make_small(Tensor& tensor, std::mt19937& random) {
  for (std::int64_t i = 0; i < tensor.layout().extent; ++i) {
    const auto x = static_cast<int>(random() % 33);
    set_element<T>(tensor.bytes(), i,
                   kIsFloat<T> ? Element<T>::nearest(static_cast<Real>(x - 16) / 8) : static_cast<T>(x));
  }
}

/// In the order of indices; every input place, every tap, and where the two meet.
template <class T>
std::vector<Real> results(const Problem& p, Tensor& in, Tensor& weights) {
  const auto in_group = p.in_channels / p.how.groups, out_group = p.out_channels / p.how.groups;
  std::vector<Real> sums(static_cast<std::size_t>(p.batches * p.out_channels * p.out.rows * p.out.columns));
  const auto index = [](std::int64_t a, std::int64_t b, std::int64_t channels, const ops::ImageExtent& extent,
                        std::int64_t y,
                        std::int64_t x) { return ((a * channels + b) * extent.rows + y) * extent.columns + x; };
  const auto at = [](Tensor& tensor, std::int64_t i) {
    return Element<T>::value(element<T>(tensor.bytes(), tensor.layout().offset(i)));
  };
  for (std::int64_t b = 0; b < p.batches; ++b)
    for (std::int64_t o = 0; o < p.out_channels; ++o)
      for (std::int64_t c = 0; c < in_group; ++c)
        for (std::int64_t ky = 0; ky < p.taps.rows; ++ky)
          for (std::int64_t kx = 0; kx < p.taps.columns; ++kx) {
            const auto group = o / out_group, channel = group * in_group + c;
            const Real weight = p.transposed ? at(weights, index(channel, o % out_group, out_group, p.taps, ky, kx))
                                             : at(weights, index(o, c, in_group, p.taps, ky, kx));
            // Places that meet: of the result and the input, the other way round if it is transposed.
            const auto& coarse = p.transposed ? p.in : p.out;
            const auto& fine = p.transposed ? p.out : p.in;
            for (std::int64_t y = 0; y < coarse.rows; ++y)
              for (std::int64_t x = 0; x < coarse.columns; ++x) {
                const auto fine_y = y * p.how.stride.rows + ky * p.how.dilation.rows - p.how.padding.rows;
                const auto fine_x = x * p.how.stride.columns + kx * p.how.dilation.columns - p.how.padding.columns;
                if (fine_y < 0 || fine_x < 0 || fine_y >= fine.rows || fine_x >= fine.columns) continue;
                const auto to = p.transposed ? index(b, o, p.out_channels, p.out, fine_y, fine_x)
                                             : index(b, o, p.out_channels, p.out, y, x);
                const auto from = p.transposed ? index(b, channel, p.in_channels, p.in, y, x)
                                               : index(b, channel, p.in_channels, p.in, fine_y, fine_x);
                sums[static_cast<std::size_t>(to)] += weight * at(in, from);
              }
          }
  return sums;
}

void run(Stream& stream, const Problem& problem, const TensorView& in, const TensorView& weights,
         const TensorView& out) {
  const auto op = problem.lines        ? problem.transposed ? ops::conv_transpose1d : ops::conv1d
                  : problem.transposed ? ops::conv_transpose2d
                                       : ops::conv2d;
  op(stream, in, weights, problem.how, out);
}

}  // namespace

TEST_CASE("ops: convolutions and transposed ones, of lines and images, in groups, of any strides") {
  Stream stream(device());
  for (const auto dtype : kTypes)
    with_type(dtype, [&](auto type) {
      using T = typename decltype(type)::type;
      std::mt19937 random(static_cast<std::uint32_t>(dtype) + 3);
      for (int round = 0; round < 16; ++round) {
        const auto problem = random_problem(round, random);
        INFO(name_of(dtype) << ", round " << round);
        const auto layout = [&](const Dims& dims) { return round < 4 ? dense(dims) : random_layout(random, dims); };
        Tensor in(device(), dtype, layout(problem.in_dims()), random);
        Tensor weights(device(), dtype, layout(problem.weight_dims()), random);
        Tensor out(device(), dtype, layout(problem.out_dims()), random);
        make_small<T>(in, random);
        make_small<T>(weights, random);
        for (auto* tensor : {&in, &weights, &out}) tensor->upload();
        run(stream, problem, in.view(), weights.view(), out.view());
        stream.synchronize();
        const auto wanted = results<T>(problem, in, weights);
        check<T>(out, [&](std::int64_t i, T got) {
          const auto sum = wanted[static_cast<std::size_t>(i)];
          if constexpr (kIsFloat<T>) {
            return Element<T>::value(got) == Element<T>::value(Element<T>::nearest(sum));
          } else {
            return got == static_cast<T>(static_cast<std::uint64_t>(sum));
          }
        });
      }
    });
}

TEST_CASE("ops: convolutions of nothing") {
  Stream stream(device());
  auto memory = Buffer<float>::from(device(), std::vector<float>(64, 5));
  float* const at = memory.data();
  // No input channels: sums of nothing. No batches: nothing at all.
  ops::conv1d(stream, TensorView(at, DType::f32, {1, 0, 4}), TensorView(at, DType::f32, {2, 0, 3}), {},
              TensorView(at + 32, DType::f32, {1, 2, 2}));
  ops::conv2d(stream, TensorView(at, DType::f32, {0, 1, 4, 4}), TensorView(at, DType::f32, {2, 1, 3, 3}), {},
              TensorView(at + 40, DType::f32, {0, 2, 2, 2}));
  stream.synchronize();
  const auto all = memory.to_vector();
  CHECK(std::vector<float>(all.begin() + 32, all.begin() + 41) == std::vector<float>{0, 0, 0, 0, 5, 5, 5, 5, 5});
}

TEST_CASE("ops: convolutions that do not fit together") {
  Stream stream(device());
  Buffer<float> memory(device(), 256);
  float* const at = memory.data();
  const TensorView in(at, DType::f32, {1, 2, 4, 4}), weights(at + 64, DType::f32, {3, 2, 3, 3}),
      out(at + 128, DType::f32, {1, 3, 2, 2});
  const auto said = [&](const TensorView& from, const TensorView& by, const ops::Convolution& how,
                        const TensorView& to) { return refusal([&] { ops::conv2d(stream, from, by, how, to); }); };
  CHECK(said(in, weights, {}, out) == "nothing");
  CHECK(said(in, weights, {}, TensorView(at + 128, DType::f32, {1, 3, 3, 2})) ==
        "conv2d: out: 3 places along an axis are not the 2 of 3 taps over 4 places");
  CHECK(said(in, TensorView(at + 64, DType::f32, {3, 1, 3, 3}), {}, out) ==
        "conv2d: weights: f32 {3, 1, 3, 3} are not those of 3 channels by 2");
  CHECK(said(in, weights, {{0, 1}}, out) ==
        "conv2d: 3 taps cannot go over 4 places by stride 0, padding 0 and dilation 1");
  CHECK(said(in, weights, {{1, 1}, {0, 0}, {1, 1}, 2}, out) ==
        "conv2d: in: 2 channels, and the result's 3, are not 2 groups");
  CHECK(said(in, weights, {}, TensorView(at + 128, DType::f32, {2, 3, 2, 2})) ==
        "conv2d: out: f32 {2, 3, 2, 2} does not have the batches of in, f32 {1, 2, 4, 4}");
  CHECK(said(in, weights, {}, TensorView(at + 128, DType::f32, {3, 2, 2})) ==
        "conv2d: out: f32 {3, 2, 2} is not of rank 4");
  CHECK(said(in, TensorView(at + 64, DType::f16, {3, 2, 3, 3}), {}, out) == "conv2d: weights: is of f16, not of f32");
  CHECK(said(in, weights, {}, TensorView(at, DType::f32, {1, 3, 2, 2})).find("conv2d: in: overlaps out") == 0);
  CHECK(said(in, weights, {}, TensorView(at + 70, DType::f32, {1, 3, 2, 2})).find("conv2d: weights: overlaps out") ==
        0);
  const TensorView bytes(at, DType::f8e4m3, {1, 1, 4, 4});
  CHECK(said(bytes, bytes, {}, TensorView(at + 128, DType::f8e4m3, {1, 1, 1, 1})) ==
        "conv2d: out: is of f8e4m3; there are kernels for bf16, f16, f32, f64, u8 and u32");
  const TensorView lines(at, DType::f32, {1, 2, 4}), taps(at + 64, DType::f32, {2, 3, 3});
  const auto transposed = [&](std::int64_t places) {
    return refusal([&] {
      ops::conv_transpose1d(stream, lines, taps, {{1, 2}}, TensorView(at + 128, DType::f32, {1, 3, places}));
    });
  };
  CHECK(transposed(9) == "nothing");
  CHECK(transposed(10) == "nothing");
  CHECK(transposed(11) == "conv_transpose1d: out: 11 places along an axis are not the 9 to 10 of 3 taps over 4 places");
}
