// Tests rotary embedding of random tensors against long double.
#include "rocm_bindgen/ops/rope.hpp"

#include "kernels/near.hpp"
#include "runtime/ops/random_tensors.hpp"
#include "runtime/ops/refusal.hpp"

namespace {

using namespace rocm_bindgen;
using namespace test;

struct Scene {
  Layout in, out, angles;
};

/// The first rounds have the usual layouts of tables, the others random ones.
Scene scene_of(int round, std::mt19937& random) {
  switch (round) {
    case 0:  // (batch, head, step, depth), with one table for all batches and heads
      return {dense({2, 3, 5, 64}), dense({2, 3, 5, 64}), dense({5, 32})};
    case 1:  // (batch, step, head, depth), with one table for all batches and heads
      return {dense({2, 5, 3, 32}), dense({2, 5, 3, 32}), dense({5, 1, 16})};
    case 2:  // (batch, head, step, depth), with a table for each batch
      return {dense({2, 3, 5, 12}), dense({2, 3, 5, 12}), dense({2, 1, 5, 6})};
    default:
      break;
  }
  auto dims = random_dims(random);
  if (dims.empty()) dims = {2};
  for (auto& extent : dims) extent = std::max<std::int64_t>(extent, 1);
  auto half = dims;
  dims.back() *= 2;
  return {random_layout(random, dims), random_layout(random, dims), random_operand(random, half)};
}

template <class T>
void check_rope(DType dtype, ops::RopePairs pairs) {
  Stream stream(device());
  std::mt19937 random(static_cast<std::uint32_t>(dtype));
  const auto small = [&](Tensor& tensor) {
    for (std::int64_t i = 0; i < tensor.layout().extent; ++i)
      set_element<T>(tensor.bytes(), i, Element<T>::nearest(static_cast<Real>(random() % 257) / 64 - 2));
    tensor.upload();
  };
  for (int round = 0; round < 16; ++round) {
    INFO(name_of(dtype) << ", round " << round);
    const auto scene = scene_of(round, random);
    Tensor in(device(), dtype, scene.in, random), other(device(), dtype, scene.out, random);
    Tensor cosines(device(), dtype, scene.angles, random), sines(device(), dtype, scene.angles, random);
    for (auto* const tensor : {&in, &other, &cosines, &sines}) small(*tensor);
    // Every fourth round works in place.
    auto& out = round % 4 == 3 ? in : other;
    ops::rope(stream, pairs, in.view(), cosines.view(), sines.view(), out.view());
    stream.synchronize();
    const auto before = in.bytes();
    const auto depth = scene.in.dims.back(), half = depth / 2;
    auto halved = scene.in;
    halved.dims.back() = half;
    check<T>(out, [&](std::int64_t i, T got) {
      const auto row = i / depth, at = i % depth;
      const bool by_halves = pairs == ops::RopePairs::halves;
      const auto pair = by_halves ? at % half : at / 2;
      const bool second = by_halves ? at >= half : at % 2 == 1;
      const auto first_at = row * depth + (by_halves ? pair : 2 * pair);
      const auto second_at = first_at + (by_halves ? half : 1);
      const auto value = [&](const std::vector<std::uint8_t>& bytes, std::int64_t offset) {
        return Element<T>::value(element<T>(bytes, offset));
      };
      const Real a = value(before, scene.in.offset(first_at)), b = value(before, scene.in.offset(second_at));
      const auto angle = operand_offset(scene.angles, halved, row * half + pair);
      const Real c = value(cosines.bytes(), angle), s = value(sines.bytes(), angle);
      const Real slack = 8 * host::compute_epsilon<T>() * (std::fabs(a) + std::fabs(b)) * (std::fabs(c) + std::fabs(s));
      return host::is_near(got, second ? a * s + b * c : a * c - b * s, slack);
    });
  }
}

}  // namespace

TEST_CASE("ops: rotary embedding is right with tables for any dimensions") {
  for (const auto dtype : {DType::bf16, DType::f16, DType::f32, DType::f64})
    for (const auto pairs : {ops::RopePairs::halves, ops::RopePairs::neighbours})
      with_float_type(dtype, [&](auto type) { check_rope<typename decltype(type)::type>(dtype, pairs); });
}

TEST_CASE("ops: operands of rotary embedding that do not match are refused") {
  Stream stream(device());
  Buffer<float> memory(device(), 256);
  const TensorView in(memory.data(), DType::f32, {2, 6}), out(memory.data() + 64, DType::f32, {2, 6});
  const TensorView table(memory.data() + 128, DType::f32, {3}), odd(memory.data(), DType::f32, {2, 3});
  const auto rope = [&](const TensorView& from, const TensorView& angles, const TensorView& to) {
    return refusal([&] { ops::rope(stream, ops::RopePairs::halves, from, angles, table, to); });
  };
  CHECK(rope(odd, table, out) == "rope: in: f32 {2, 3} has no pairs: its innermost dim is not even");
  CHECK(rope(in, table, odd) == "rope: out: f32 {2, 3} does not have the shape of in, f32 {2, 6}");
  CHECK(rope(in, TensorView(memory.data() + 128, DType::f32, {4}), out) ==
        "rope: cosines: f32 {4} cannot be broadcast to half of out, f32 {2, 3}");
  CHECK(rope(in, table, TensorView(memory.data() + 4, DType::f32, {2, 6})) ==
        "rope: in: overlaps out without being identical to it");
  const TensorView bytes(memory.data(), DType::u8, {2, 6});
  CHECK(rope(bytes, table, out) == "rope: in: has type u8; there are kernels for bf16, f16, f32 and f64");
}
