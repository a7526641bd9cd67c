// Tests convolutions of random tensors against their definition.
#include "runtime/ops/convolutions.hpp"
#include "runtime/ops/refusal.hpp"

namespace {

using namespace rocm_bindgen;
using namespace test;

constexpr DType kTypes[] = {DType::bf16, DType::f16, DType::f32, DType::f64, DType::u8, DType::u32};

Problem random_problem(int round, std::mt19937& random) {
  const auto from_1_to = [&](std::uint32_t n) { return 1 + static_cast<std::int64_t>(random() % n); };
  Problem problem;
  problem.lines = round % 4 >= 2;
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
    const auto tap_span = how.dilation.*axis * (problem.taps.*axis - 1) + 1;
    // The result has at least one element.
    problem.in.*axis = tap_span + 2 * (how.padding.*axis) + from_1_to(6) - 1;
    problem.out.*axis = (problem.in.*axis + 2 * (how.padding.*axis) - tap_span) / (how.stride.*axis) + 1;
    // A transposed convolution also has output padding: the random number, which is less than the stride.
    if (problem.transposed)
      problem.out.*axis = (problem.in.*axis - 1) * (how.stride.*axis) - 2 * (how.padding.*axis) + tap_span +
                          static_cast<std::int64_t>(random()) % (how.stride.*axis);
  };
  choose_axis(&ops::ImageExtent::columns);
  if (!problem.lines) choose_axis(&ops::ImageExtent::rows);
  return problem;
}

void run(Stream& stream, const Problem& problem, const TensorView& in, const TensorView& weights,
         const TensorView& out) {
  const auto op = problem.lines        ? problem.transposed ? ops::conv_transpose1d : ops::conv1d
                  : problem.transposed ? ops::conv_transpose2d
                                       : ops::conv2d;
  op(stream, in, weights, problem.how, out);
}

template <class T, class LayoutOf>
void check_convolution(Stream& stream, DType dtype, const Problem& problem, std::mt19937& random,
                       const LayoutOf& layout) {
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

}  // namespace

TEST_CASE("ops: convolutions and transposed convolutions of lines and images are right for all groups and strides") {
  Stream stream(device());
  for (const auto dtype : kTypes)
    with_type(dtype, [&](auto type) {
      using T = typename decltype(type)::type;
      std::mt19937 random(static_cast<std::uint32_t>(dtype) + 3);
      for (int round = 0; round < 16; ++round) {
        const auto problem = random_problem(round, random);
        INFO(name_of(dtype) << ", round " << round);
        check_convolution<T>(stream, dtype, problem, random,
                             [&](const Dims& dims) { return round < 4 ? dense(dims) : random_layout(random, dims); });
      }
    });
}

TEST_CASE("ops: convolutions with as many channels as matrix units multiply at once are right") {
  Stream stream(device());
  for (const auto dtype : kTypes)
    with_type(dtype, [&](auto type) {
      std::mt19937 random(static_cast<std::uint32_t>(dtype) + 7);
      Problem problem;
      problem.batches = 2;
      problem.in_channels = 16;
      problem.out_channels = 20;
      // With stride 2, padding {1, 0} and dilation {1, 2}, the result has (5 + 2 - 3) / 2 + 1 = 3 rows and
      // (9 - 5) / 2 + 1 = 3 columns.
      problem.in = {5, 9};
      problem.taps = problem.out = {3, 3};
      problem.how = {{2, 2}, {1, 0}, {1, 2}};
      for (const bool lines : {false, true}) {
        INFO(name_of(dtype) << (lines ? ", lines" : ", images"));
        problem.lines = lines;
        if (lines) problem.in.rows = problem.taps.rows = problem.out.rows = 1;
        if (lines) problem.how.padding.rows = 0;
        check_convolution<typename decltype(type)::type>(stream, dtype, problem, random, dense);
      }
    });
}

TEST_CASE("ops: convolutions without channels or batches are right") {
  Stream stream(device());
  auto memory = Buffer<float>::from(device(), std::vector<float>(64, 5));
  float* const at = memory.data();
  // Without input channels, the four results are 0. Without batches, nothing is written, and the memory keeps its 5s.
  ops::conv1d(stream, TensorView(at, DType::f32, {1, 0, 4}), TensorView(at, DType::f32, {2, 0, 3}), {},
              TensorView(at + 32, DType::f32, {1, 2, 2}));
  ops::conv2d(stream, TensorView(at, DType::f32, {0, 1, 4, 4}), TensorView(at, DType::f32, {2, 1, 3, 3}), {},
              TensorView(at + 40, DType::f32, {0, 2, 2, 2}));
  stream.synchronize();
  const auto all = memory.to_vector();
  CHECK(std::vector<float>(all.begin() + 32, all.begin() + 41) == std::vector<float>{0, 0, 0, 0, 5, 5, 5, 5, 5});
}

TEST_CASE("ops: operands of convolutions that do not match are refused") {
  Stream stream(device());
  Buffer<float> memory(device(), 256);
  float* const at = memory.data();
  const TensorView in(at, DType::f32, {1, 2, 4, 4}), weights(at + 64, DType::f32, {3, 2, 3, 3}),
      out(at + 128, DType::f32, {1, 3, 2, 2});
  const auto refusal_of = [&](const TensorView& from, const TensorView& by, const ops::Convolution& how,
                              const TensorView& to) {
    return refusal([&] { ops::conv2d(stream, from, by, how, to); });
  };
  CHECK(refusal_of(in, weights, {}, out) == "nothing");
  CHECK(refusal_of(in, weights, {}, TensorView(at + 128, DType::f32, {1, 3, 3, 2})) ==
        "conv2d: out: has 3 positions along an axis instead of the 2 from 3 taps over 4 positions");
  CHECK(refusal_of(in, TensorView(at + 64, DType::f32, {3, 1, 3, 3}), {}, out) ==
        "conv2d: weights: f32 {3, 1, 3, 3} are not the weights of 3 channels by 2");
  CHECK(refusal_of(in, weights, {{0, 1}}, out) ==
        "conv2d: 3 taps cannot be applied to 4 positions with stride 0, padding 0 and dilation 1");
  CHECK(refusal_of(in, weights, {{1, 1}, {0, 0}, {1, 1}, 2}, out) ==
        "conv2d: in: 2 channels and the result's 3 cannot be divided into 2 groups");
  CHECK(refusal_of(in, weights, {}, TensorView(at + 128, DType::f32, {2, 3, 2, 2})) ==
        "conv2d: out: f32 {2, 3, 2, 2} does not have the batches of in, f32 {1, 2, 4, 4}");
  CHECK(refusal_of(in, weights, {}, TensorView(at + 128, DType::f32, {3, 2, 2})) ==
        "conv2d: out: f32 {3, 2, 2} does not have rank 4");
  CHECK(refusal_of(in, TensorView(at + 64, DType::f16, {3, 2, 3, 3}), {}, out) ==
        "conv2d: weights: has type f16, not f32");
  CHECK(refusal_of(in, weights, {}, TensorView(at, DType::f32, {1, 3, 2, 2})).find("conv2d: in: overlaps out") == 0);
  CHECK(refusal_of(in, weights, {}, TensorView(at + 70, DType::f32, {1, 3, 2, 2}))
            .find("conv2d: weights: overlaps out") == 0);
  const TensorView bytes(at, DType::f8e4m3, {1, 1, 4, 4});
  CHECK(refusal_of(bytes, bytes, {}, TensorView(at + 128, DType::f8e4m3, {1, 1, 1, 1})) ==
        "conv2d: out: has type f8e4m3; there are kernels for bf16, f16, f32, f64, u8 and u32");
  const TensorView lines(at, DType::f32, {1, 2, 4}), taps(at + 64, DType::f32, {2, 3, 3});
  const auto transposed = [&](std::int64_t positions) {
    return refusal([&] {
      ops::conv_transpose1d(stream, lines, taps, {{1, 2}}, TensorView(at + 128, DType::f32, {1, 3, positions}));
    });
  };
  // (4 - 1) * 2 + 3 = 9 positions, and output padding of less than the stride, 2.
  CHECK(transposed(9) == "nothing");
  CHECK(transposed(10) == "nothing");
  CHECK(transposed(11) ==
        "conv_transpose1d: out: has 11 positions along an axis instead of the 9 to 10 from 3 taps over 4 positions");
}
