// Operands that do not match are refused before anything is queued, with a message that names the operand.
#include "rocm_bindgen/ops/elementwise.hpp"
#include "rocm_bindgen/runtime.hpp"
#include "runtime/ops/refusal.hpp"
#include "runtime/ops/tensors.hpp"

using namespace rocm_bindgen;
using Catch::Contains;
using test::refusal;

TEST_CASE("ops: operands whose shapes and types do not match are refused") {
  Stream stream(test::device());
  Buffer<float> memory(test::device(), 4096);
  float* const at = memory.data();
  const TensorView a(at, DType::f32, {2, 3}), b(at + 64, DType::f32, {4}), out(at + 128, DType::f32, {2, 3});
  CHECK(refusal([&] { ops::binary(stream, ops::Binary::add, a, b, out); }) ==
        "add: rhs: f32 {4} cannot be broadcast to out, f32 {2, 3}");
  const TensorView deep(at + 64, DType::f32, {1, 2, 3});
  CHECK_THAT(refusal([&] { ops::copy(stream, deep, out); }), Contains("in: f32 {1, 2, 3} cannot be broadcast"));
  const TensorView ints(at + 64, DType::i32, {2, 3});
  CHECK(refusal([&] { ops::binary(stream, ops::Binary::add, a, ints, out); }) == "add: rhs: has type i32, not f32");
  CHECK(refusal([&] { ops::compare(stream, ops::Compare::lt, a, a, out); }) == "lt: out: has type f32, not u8");
  CHECK(refusal([&] { ops::unary(stream, ops::Unary::exp, ints, ints); }) ==
        "exp: in: has type i32; there are kernels for bf16, f16, f32, f64 and f8e4m3");
  CHECK(refusal([&] { ops::where(stream, a, a, a, out); }) ==
        "where: condition: has type f32; there are kernels for u8, u32 and i64");
  const TensorView negative(at + 64, DType::f32, {2, -3});
  CHECK(refusal([&] { ops::fill(stream, negative, 0); }) == "fill: out: dim 1 is -3");
  const TensorView huge(at + 64, DType::f32, {std::int64_t{1} << 40, std::int64_t{1} << 40});
  CHECK_THAT(refusal([&] { ops::fill(stream, huge, 0); }), Contains("exceeds the address space"));
  const TensorView many(at, DType::f32, {1, 1, 1, 1, 1, 1, 1, 1, 1});
  CHECK_THAT(refusal([&] { ops::fill(stream, many, 0); }), Contains("more than 8 dims"));
  const TensorView uneven(at, DType::f32, {2, 3}, {1});
  CHECK_THAT(refusal([&] { ops::fill(stream, uneven, 0); }), Contains("a different number of strides"));
}

TEST_CASE("ops: overlapping, missing or misaligned memory is refused") {
  Stream stream(test::device());
  auto memory = Buffer<float>::zeros(test::device(), 4096);
  float* const at = memory.data();
  const TensorView null(nullptr, DType::f32, {2});
  CHECK(refusal([&] { ops::fill(stream, null, 0); }) == "fill: out: has a null pointer");
  const TensorView odd(reinterpret_cast<char*>(at) + 2, DType::f32, {2});
  CHECK_THAT(refusal([&] { ops::fill(stream, odd, 0); }), Contains("not aligned to its elements of 4 bytes"));
  // A stride of 0; rows that begin before the previous one ends; elements (0, 0) and (1, 1) at the same address.
  for (const auto& twice : {TensorView(at, DType::f32, {4, 3}, {0, 1}), TensorView(at, DType::f32, {4, 3}, {2, 1}),
                            TensorView(at, DType::f32, {2, 2}, {1, -1})})
    CHECK_THAT(refusal([&] { ops::fill(stream, twice, 0); }),
               Contains("out: has strides with which elements may overlap"));
  const TensorView out(at, DType::f32, {16});
  // One element later; the last element; the same elements in reverse order; the first element.
  for (const auto& near : {TensorView(at + 1, DType::f32, {16}), TensorView(at + 15, DType::f32, {1}),
                           TensorView(at + 15, DType::f32, {16}, {-1}), TensorView(at, DType::f32, {1})})
    CHECK(refusal([&] { ops::copy(stream, near, out); }) == "copy: in: overlaps out without being identical to it");
  // The same memory, and memory that does not overlap, are accepted.
  ops::unary(stream, ops::Unary::cos, out, out);
  ops::copy(stream, TensorView(at + 16, DType::f32, {16}), out);
  ops::copy(stream, TensorView(at + 31, DType::f32, {16}, {-1}), out);
  // Without elements, no memory is needed.
  ops::copy(stream, TensorView(nullptr, DType::f32, {0, 5}), TensorView(nullptr, DType::f32, {0, 5}));
  stream.synchronize();
}
