// Tests reductions of random tensors along random dimensions against sums and comparisons in long double.
#include "rocm_bindgen/ops/reduce.hpp"

#include "kernels/near.hpp"
#include "runtime/ops/reduced.hpp"
#include "runtime/ops/refusal.hpp"

namespace {

using namespace rocm_bindgen;
using namespace test;

/// Each way in which threads divide the work, then random tensors and dimensions. A row contains the terms of one
/// result; it may consist of several lines, which are contiguous in memory. A split is the part of a row that one
/// workgroup reduces.
Reduction reduction_of(int round, std::mt19937& random) {
  switch (round) {
    case 0:  // one result, in several splits
      return {line(150001, 1, 1), {true}};
    case 1:  // few adjacent results, in several splits
      return {{{1500, 48}, {48, 1}, 0, 1500 * 48}, {true, false}, true};
    case 2:  // the same, unaligned
      return {{{900, 21}, {21, 1}, 0, 900 * 21}, {true, false}};
    case 3:  // rows of several lines whose lengths are multiples of a pack
      return {{{3, 5, 64}, {64, 192, 1}, 0, 15 * 64}, {false, true, true}};
    case 4:  // adjacent results of few terms
      return {{{40, 3, 16}, {48, 16, 1}, 0, 40 * 48}, {false, true, false}};
    case 5:  // one term per result
      return {{{7, 33}, {33, 1}, 0, 7 * 33}, {false, false}};
    case 6:  // long rows
      return {{{5, 2100}, {2103, 1}, 2, 5 * 2103 + 2}, {false, true}};
    case 7:  // adjacent results, later terms unaligned
      return {{{300, 48}, {49, 1}, 0, 300 * 49}, {true, false}};
    case 8:  // rows of several lines, the first unaligned
      return {{{3, 5, 64}, {64, 192, 1}, 1, 15 * 64 + 1}, {false, true, true}};
    case 9:  // rows of several lines, the second unaligned
      return {{{3, 5, 64}, {65, 208, 1}, 0, 15 * 70}, {false, true, true}};
    case 10:  // rows of lines whose lengths are multiples of a pack, several packs at a time per thread
      return {{{2, 8, 256}, {256, 512, 1}, 0, 16 * 256}, {false, true, true}};
    case 11:  // the same, unaligned
      return {{{2, 8, 256}, {257, 515, 1}, 0, 16 * 260}, {false, true, true}};
    default:
      break;
  }
  auto dims = random_dims(random);
  for (auto& extent : dims) extent = std::max<std::int64_t>(extent, 1);
  std::vector<bool> reduced;
  for (std::size_t d = 0; d < dims.size(); ++d) reduced.push_back(random() % 2 == 0);
  return {random_layout(random, dims), reduced, random() % 2 == 0};
}

/// Calls values(bytes), which may change the operand; then run(stream, in, dims, out, workspace); then check_one(terms,
/// got) for each result.
template <class T, class Result, class Values, class Run, class Check>
void for_reductions(DType dtype, DType result, const Values& values, const Run& run, const Check& check_one) {
  Stream stream(device());
  ops::Workspace workspace(device());
  std::mt19937 random(static_cast<std::uint32_t>(dtype) + 77);
  for (int round = 0; round < 20; ++round) {
    INFO("round " << round);
    const auto reduction = reduction_of(round, random);
    Tensor in(device(), dtype, reduction.in, random);
    values(in.bytes());
    in.upload();
    Tensor out(device(), result, random_layout(random, reduction.out_dims()), random);
    out.upload();
    const auto named = reduction.named_dims();
    run(stream, in.view(), ops::Dims(named.data(), named.size()), out.view(), workspace);
    stream.synchronize();
    const auto terms = reduction.terms<T>(in.bytes());
    check<Result>(out, [&](std::int64_t i, Result got) { return check_one(terms[static_cast<std::size_t>(i)], got); });
  }
}

/// Multiples of 1/8 up to a few units, or small integers, so that sums stay in the range of every type.
template <class T>
void make_small(std::vector<std::uint8_t>& bytes) {
  for (std::size_t i = 0; i < bytes.size() / sizeof(T); ++i) {
    const int x = static_cast<int>(bytes[i * sizeof(T)] % 33) - 16;
    set_element<T>(bytes, static_cast<std::int64_t>(i),
                   kIsFloat<T> ? Element<T>::nearest(static_cast<Real>(x) / 8) : static_cast<T>(x));
  }
}

template <class T>
void check_sums(DType dtype, ops::Reduce op) {
  for_reductions<T, T>(
      dtype, dtype, make_small<T>,
      [&](Stream& stream, const TensorView& in, const ops::Dims& dims, const TensorView& out,
          ops::Workspace& workspace) { ops::reduce(stream, op, in, dims, out, workspace); },
      [&](const std::vector<T>& terms, T got) {
        if constexpr (kIsFloat<T>) {
          Real sum = 0, magnitude = 0;
          for (const T x : terms) {
            sum += Element<T>::value(x);
            magnitude += std::fabs(Element<T>::value(x));
          }
          const Real divisor = op == ops::Reduce::mean ? static_cast<Real>(terms.size()) : 1;
          // Few of the additions of a tree are in sequence, so 32 rounding errors suffice for any number of terms.
          return host::is_near(got, sum / divisor, 32 * host::compute_epsilon<T>() * magnitude / divisor);
        } else {
          std::uint64_t sum = 0;
          for (const T x : terms) sum += static_cast<std::uint64_t>(x);
          return got == static_cast<T>(sum);
        }
      });
}

}  // namespace

TEST_CASE("ops: sums and means along any dimensions are right") {
  for (const auto dtype : kAllDTypes) {
    INFO(name_of(dtype));
    with_type(dtype, [&](auto type) {
      using T = typename decltype(type)::type;
      check_sums<T>(dtype, ops::Reduce::sum);
      if constexpr (kIsFloat<T>) check_sums<T>(dtype, ops::Reduce::mean);
    });
  }
}

TEST_CASE("ops: minima and maxima along any dimensions are right") {
  for (const auto dtype : kAllDTypes)
    for (const auto op : {ops::Reduce::min, ops::Reduce::max}) {
      INFO(name_of(dtype) << (op == ops::Reduce::max ? " max" : " min"));
      with_type(dtype, [&](auto type) {
        using T = typename decltype(type)::type;
        for_reductions<T, T>(
            dtype, dtype, [](auto&) {},
            [&](Stream& stream, const TensorView& in, const ops::Dims& dims, const TensorView& out,
                ops::Workspace& workspace) { ops::reduce(stream, op, in, dims, out, workspace); },
            [&](const std::vector<T>& terms, T got) {
              const auto wanted = Element<T>::value(terms[extreme_of(terms, op == ops::Reduce::max)]);
              const auto value = Element<T>::value(got);
              return value == wanted || (std::isnan(value) && std::isnan(wanted));
            });
      });
    }
}

TEST_CASE("ops: the indices of the first minima and maxima along any dimensions are right") {
  for (const auto dtype : kAllDTypes)
    for (const auto op : {ops::ArgReduce::argmin, ops::ArgReduce::argmax})
      for (const bool many_equal : {false, true}) {
        INFO(name_of(dtype) << (op == ops::ArgReduce::argmax ? " argmax" : " argmin"));
        with_type(dtype, [&](auto type) {
          using T = typename decltype(type)::type;
          for_reductions<T, std::uint32_t>(
              dtype, DType::u32,
              [&](std::vector<std::uint8_t>& bytes) {
                if (many_equal) make_small<T>(bytes);
              },
              [&](Stream& stream, const TensorView& in, const ops::Dims& dims, const TensorView& out,
                  ops::Workspace& workspace) { ops::reduce(stream, op, in, dims, out, workspace); },
              [&](const std::vector<T>& terms, std::uint32_t got) {
                return got == extreme_of(terms, op == ops::ArgReduce::argmax);
              });
        });
      }
}

TEST_CASE("ops: reductions of all dimensions and of no elements are right") {
  Stream stream(device());
  ops::Workspace workspace(device());
  auto memory = Buffer<float>::from(device(), std::vector<float>{1, 2, 4, 8, 16, 32, -1, -1});
  const TensorView in(memory.data(), DType::f32, {2, 3}), none(memory.data(), DType::f32, {2, 0});
  const TensorView one(memory.data() + 6, DType::f32, {}), two(memory.data() + 6, DType::f32, {2});
  const auto results = [&] {
    const auto all = memory.to_vector();
    return std::vector<float>(all.begin() + 6, all.end());
  };
  ops::reduce(stream, ops::Reduce::mean, in, ops::Dims::all(), one, workspace);
  stream.synchronize();
  // (1 + 2 + 4 + 8 + 16 + 32) / 6
  CHECK(results() == std::vector<float>{10.5, -1});
  ops::reduce(stream, ops::Reduce::sum, none, {1}, two, workspace);
  stream.synchronize();
  CHECK(results() == std::vector<float>{0, 0});
  ops::reduce(stream, ops::Reduce::mean, none, {-1}, two, workspace);
  stream.synchronize();
  CHECK(std::isnan(results()[1]));
  CHECK(workspace.bytes() == 0);
}

TEST_CASE("ops: operands of reductions that do not match are refused") {
  Stream stream(device());
  ops::Workspace workspace(device());
  Buffer<float> memory(device(), 64);
  const TensorView in(memory.data(), DType::f32, {2, 3}), out(memory.data() + 32, DType::f32, {2});
  const auto sum = [&](const TensorView& from, const ops::Dims& dims, const TensorView& to) {
    return refusal([&] { ops::reduce(stream, ops::Reduce::sum, from, dims, to, workspace); });
  };
  CHECK(sum(in, {0}, out) == "sum: out: f32 {2} does not have the shape of in, f32 {2, 3}, without dims {0}");
  CHECK(sum(in, {2}, out) == "sum: in: f32 {2, 3} has no dim 2");
  CHECK(sum(in, {1, -1}, out) == "sum: dims: contain dim 1 twice");
  CHECK(sum(in, {1}, TensorView(memory.data() + 32, DType::f32, {2, 3})) ==
        "sum: out: f32 {2, 3} does not have the shape of in, f32 {2, 3}, without dims {1}");
  CHECK(sum(in, {1}, TensorView(memory.data() + 4, DType::f32, {2})) ==
        "sum: in: overlaps out without being identical to it");
  CHECK(sum(in, {1}, TensorView(memory.data() + 32, DType::i32, {2})) == "sum: out: has type i32, not f32");
  const TensorView none(memory.data(), DType::f32, {2, 0});
  CHECK(refusal([&] { ops::reduce(stream, ops::Reduce::max, none, {1}, out, workspace); }) ==
        "max: in: f32 {2, 0} has no elements along dims {1}");
  CHECK(refusal([&] { ops::reduce(stream, ops::ArgReduce::argmax, in, {1}, out, workspace); }) ==
        "argmax: out: has type f32, not u32");
  const TensorView ints(memory.data(), DType::i32, {2, 3}), mean(memory.data() + 32, DType::i32, {2});
  CHECK(refusal([&] { ops::reduce(stream, ops::Reduce::mean, ints, {1}, mean, workspace); }) ==
        "mean: in: has type i32; there are kernels for bf16, f16, f32, f64 and f8e4m3");
}
