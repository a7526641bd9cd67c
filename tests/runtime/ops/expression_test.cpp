// Tests expressions that are compiled at run time against the same C++ on the host. They need hipRTC or NVRTC.
#include "rocm_bindgen/ops/expression.hpp"

#include <cmath>
#include <cstring>
#include <limits>

#include "rocm_bindgen/runtime.hpp"
#include "runtime/ops/can_compile.hpp"
#include "runtime/ops/random_tensors.hpp"
#include "runtime/ops/refusal.hpp"

namespace {

using namespace rocm_bindgen;
using namespace test;

/// Replaces random elements by integers from 0 to 6, so that all arithmetic on them is exact in every type.
template <class T>
void make_small(std::vector<std::uint8_t>& bytes) {
  for (std::size_t i = 0; i < bytes.size() / sizeof(T); ++i) {
    const int x = static_cast<int>(bytes[i * sizeof(T)] % 7);
    set_element<T>(bytes, static_cast<std::int64_t>(i),
                   kIsFloat<T> ? Element<T>::nearest(static_cast<Real>(x)) : static_cast<T>(x));
  }
}

}  // namespace

TEST_CASE("ops: expressions of broadcast, strided and unaligned tensors are right for all types") {
  if (!can_compile()) return;
  Stream stream(device());
  std::mt19937 random(5);
  for (const auto dtype : kAllDTypes)
    with_type(dtype, [&](auto type) {
      using T = typename decltype(type)::type;
      for (int round = 0; round < 6; ++round) {
        INFO(name_of(dtype) << ", round " << round);
        const auto dims = round == 0 ? Dims{1000} : random_dims(random);
        const auto layout = [&] { return round == 0 ? dense(dims) : random_layout(random, dims); };
        Tensor x(device(), dtype, layout(), random), y(device(), DType::i16, layout(), random);
        Tensor z(device(), DType::f32, dense(dims.empty() ? Dims{} : Dims{dims.back()}), random);
        Tensor out(device(), dtype, layout(), random);
        make_small<T>(x.bytes());
        make_small<std::int16_t>(y.bytes());
        make_small<float>(z.bytes());
        for (auto* tensor : {&x, &y, &z, &out}) tensor->upload();
        ops::elementwise(stream, "x * y + (z - third) * 2",
                         {{"x", x.view()}, {"third", 3}, {"y", y.view()}, {"z", z.view()}}, out.view());
        stream.synchronize();
        check<T>(out, [&](std::int64_t i, T got) {
          const auto of_x = Element<T>::value(element<T>(x.bytes(), x.layout().offset(i)));
          const auto of_y = element<std::int16_t>(y.bytes(), y.layout().offset(i));
          const auto of_z = element<float>(z.bytes(), operand_offset(z.layout(), out.layout(), i));
          const Real wanted = static_cast<Real>(of_x) * of_y + (static_cast<Real>(of_z) - 3) * 2;
          if constexpr (kIsFloat<T>) {
            return Element<T>::value(got) == Element<T>::value(Element<T>::nearest(wanted));
          } else {
            return got == Element<T>::nearest(wanted);
          }
        });
      }
    });
}

TEST_CASE("ops: expressions convert 16-bit and 8-bit floats as the kernels do") {
  if (!can_compile()) return;
  Stream stream(device());
  std::mt19937 random(9);
  for (const auto dtype : {DType::f16, DType::bf16, DType::f8e4m3}) {
    INFO(name_of(dtype));
    with_float_type(dtype, [&](auto type) {
      using T = typename decltype(type)::type;
      // All bit patterns of the type. The limit of 2 bytes is for wider types, for which this is compiled but not run.
      const auto all = dense({std::int64_t{1} << 8 * std::min(sizeof(T), std::size_t{2})});
      Tensor patterns(device(), dtype, all, random), wide(device(), DType::f32, all, random);
      for (std::int64_t i = 0; i < all.numel(); ++i)
        std::memcpy(patterns.bytes().data() + static_cast<std::size_t>(i) * sizeof(T), &i, sizeof(T));
      patterns.upload();
      wide.upload();
      ops::elementwise(stream, "x", {{"x", patterns.view()}}, wide.view());
      stream.synchronize();
      check<float>(wide, [&](std::int64_t i, float got) {
        return same(got, static_cast<float>(Element<T>::value(element<T>(patterns.bytes(), i))));
      });

      // The first half of the inputs are at or next to the midpoints between neighbouring values; the others are
      // random.
      const auto many = dense({40000});
      Tensor in(device(), DType::f32, many, random), out(device(), dtype, many, random);
      for (std::int64_t i = 0; i < 20000; ++i) {
        const auto at = static_cast<std::int64_t>(random() % (all.numel() - 1));
        const auto low = static_cast<float>(Element<T>::value(element<T>(patterns.bytes(), at)));
        const auto high = static_cast<float>(Element<T>::value(element<T>(patterns.bytes(), at + 1)));
        const float middle = low + (high - low) / 2;
        set_element<float>(in.bytes(), i,
                           i % 3 == 0   ? middle
                           : i % 3 == 1 ? std::nextafter(middle, high)
                                        : std::nextafter(middle, low));
      }
      in.upload();
      out.upload();
      ops::elementwise(stream, "x", {{"x", in.view()}}, out.view());
      stream.synchronize();
      check<T>(out, [&](std::int64_t i, T got) {
        return same(got, Element<T>::nearest(static_cast<Real>(element<float>(in.bytes(), i))));
      });
    });
  }
}

TEST_CASE("ops: expressions accept numbers of four types, math functions and the result's own elements") {
  if (!can_compile()) return;
  Stream stream(device());
  auto memory = Buffer<float>::from(device(), std::vector<float>{1, 4, 9, 16, 25, 36});
  const TensorView x(memory.data(), DType::f32, {2, 3});
  ops::elementwise(stream, "sqrtf(x) * a + b + c\n + d",
                   {{"x", x}, {"a", 2.0f}, {"b", 0.5}, {"c", 3}, {"d", std::int64_t{-1}}}, x);
  stream.synchronize();
  // 2 sqrt(x) + 0.5 + 3 - 1
  CHECK(memory.to_vector() == std::vector<float>{4.5, 6.5, 8.5, 10.5, 12.5, 14.5});
  // This expression has no tensor, and its names are also used in the kernel. 1 + 2.5 is more than 3.
  ops::elementwise(stream, "view + out > 3 ? here : j", {{"view", 1}, {"out", 2.5f}, {"here", 7}, {"j", 8}}, x);
  stream.synchronize();
  CHECK(memory.to_vector() == std::vector<float>(6, 7));
  // These names are also used in the kernel's headers.
  ops::elementwise(stream, "f16 + Element + value + run", {{"f16", x}, {"Element", x}, {"value", 1}, {"run", 2}}, x);
  stream.synchronize();
  // 7 + 7 + 1 + 2
  CHECK(memory.to_vector() == std::vector<float>(6, 17));
  const TensorView none(memory.data(), DType::f32, {0, 3});
  ops::elementwise(stream, "1", {}, none);
}

TEST_CASE("ops: invalid expressions are refused with the position of the error") {
  Stream stream(device());
  Buffer<float> memory(device(), 64);
  const TensorView x(memory.data(), DType::f32, {2, 3}), out(memory.data() + 32, DType::f32, {2, 3});
  const auto run = [&](std::string_view expression, std::initializer_list<ops::Variable> variables,
                       const TensorView& to) { ops::elementwise(stream, expression, variables, to); };
  CHECK(refusal([&] { run(" ", {{"x", x}}, out); }) == "elementwise: expression: is empty");
  CHECK(refusal([&] { run("x", {{"x", x}, {"x", 1}}, out); }) == "elementwise: x: occurs twice");
  CHECK(refusal([&] { run("1", {{"2x", x}}, out); }) == "elementwise: 2x: is not a valid name in C++");
  CHECK(refusal([&] { run("1", {{"float", x}}, out); }) == "elementwise: float: is not a valid name in C++");
  CHECK(refusal([&] { run("1", {{"x)", x}}, out); }) == "elementwise: x): is not a valid name in C++");
  CHECK(refusal([&] {
          run("a", {{"a", x}, {"b", x}, {"c", x}, {"d", x}, {"e", x}, {"f", x}, {"g", x}, {"h", x}}, out);
        }) == "elementwise: variables: are 8 tensors; the limit is 7");
  CHECK(refusal([&] { run("x", {{"x", x}}, TensorView(memory.data() + 32, DType::f32, {3, 3})); }) ==
        "elementwise: x: f32 {2, 3} cannot be broadcast to out, f32 {3, 3}");
  CHECK(refusal([&] { run("x", {{"x", x}}, TensorView(memory.data() + 1, DType::f32, {2, 3})); }) ==
        "elementwise: x: overlaps out without being identical to it");
  if (!can_compile()) return;
  for (const auto& [wrong, line] : {std::pair{"x +\n  y", "2"}, {"x; float z", "1"}}) {
    try {
      run(wrong, {{"x", x}}, out);
      FAIL(wrong);
    } catch (const Error& error) {
      INFO(error.what());
      CHECK(error.code() == ErrorCode::compile_failed);
      const std::string message = error.what();
      // The alternatives are the formats of clang and NVRTC.
      CHECK((message.find(std::string("expression:") + line) != std::string::npos ||
             message.find(std::string("expression(") + line) != std::string::npos));
    }
  }
}

TEST_CASE("ops: results of expressions beyond the range of an integer type become the nearest value of the type") {
  if (!can_compile()) return;
  Stream stream(device());
  const float inf = std::numeric_limits<float>::infinity();
  auto in = Buffer<float>::from(device(), std::vector<float>{-inf, -3e20f, -129.5f, -1.5f, 0.75f, 130.75f, 70000.5f,
                                                             3e9f, 3e20f, inf, std::nanf("")});
  const TensorView x(in.data(), DType::f32, {11});
  for (const auto dtype : {DType::u8, DType::u32, DType::i16, DType::i32, DType::i64})
    with_type(dtype, [&](auto type) {
      using T = typename decltype(type)::type;
      if constexpr (!kIsFloat<T>) {
        INFO(name_of(dtype));
        Buffer<T> out(device(), 11);
        ops::elementwise(stream, "x", {{"x", x}}, TensorView(out.data(), dtype, {11}));
        stream.synchronize();
        std::vector<T> wanted;
        for (const float value : in.to_vector()) wanted.push_back(Element<T>::nearest(static_cast<Real>(value)));
        CHECK(out.to_vector() == wanted);
        // The same conversion from double.
        ops::elementwise(stream, "x * 1.0", {{"x", x}}, TensorView(out.data(), dtype, {11}));
        stream.synchronize();
        CHECK(out.to_vector() == wanted);
      }
    });
}

TEST_CASE("ops: comparisons in expressions give 1 and 0 in every type") {
  if (!can_compile()) return;
  Stream stream(device());
  auto in = Buffer<float>::from(device(), std::vector<float>{1, 2, 3, 4, 5});
  const TensorView x(in.data(), DType::f32, {5});
  for (const auto dtype : kAllDTypes)
    with_type(dtype, [&](auto type) {
      using T = typename decltype(type)::type;
      INFO(name_of(dtype));
      Buffer<T> out(device(), 5);
      ops::elementwise(stream, "x > 2 && !(x > 4)", {{"x", x}}, TensorView(out.data(), dtype, {5}));
      stream.synchronize();
      std::vector<Real> got;
      for (const T truth : out.to_vector()) got.push_back(Element<T>::value(truth));
      CHECK(got == std::vector<Real>{0, 0, 1, 1, 0});
    });
}

TEST_CASE("ops: expressions of a single type are right in packs of all sizes") {
  if (!can_compile()) return;
  Stream stream(device());
  std::mt19937 random(15);
  for (const auto dtype : kAllDTypes)
    with_type(dtype, [&](auto type) {
      using T = typename decltype(type)::type;
      for (int round = 0; round < 5; ++round) {
        INFO(name_of(dtype) << ", round " << round);
        const auto dims = round < 2 ? Dims{1003} : random_dims(random);
        Tensor x(device(), dtype, round == 0 ? dense(dims) : random_operand(random, dims), random);
        Tensor out(device(), dtype, round == 0 ? dense(dims) : random_layout(random, dims), random);
        make_small<T>(x.bytes());
        x.upload();
        out.upload();
        ops::elementwise(stream, "x + x", {{"x", x.view()}}, out.view());
        stream.synchronize();
        check<T>(out, [&](std::int64_t i, T got) {
          const auto at = operand_offset(x.layout(), out.layout(), i);
          return Element<T>::value(got) == 2 * Element<T>::value(element<T>(x.bytes(), at));
        });
      }
    });
}

TEST_CASE("ops: expressions of wide numbers are rounded once") {
  if (!can_compile()) return;
  Stream stream(device());
  std::mt19937 random(19);
  const auto many = dense({3000});
  Tensor wide(device(), DType::f64, many, random), integers(device(), DType::i64, many, random);
  for (std::int64_t i = 0; i < many.numel(); ++i) {
    // A float between 2^-15 and 2^15 whose lowest 12 of 23 mantissa bits are 0: it is a half (10 mantissa bits) or the
    // midpoint of two. Two thirds of the numbers are more or less than that by so little that a conversion to float
    // would lose the difference, and the midpoint would be rounded in the wrong direction.
    const auto bits = (std::uint32_t{0x38000000} + (random() % 0x0f000000)) & ~0xfffu;
    float near = 0;
    std::memcpy(&near, &bits, sizeof near);
    const double little = std::ldexp(near, -30 - static_cast<int>(random() % 8));
    set_element<double>(wide.bytes(), i, near + (i % 3 == 0 ? 0 : i % 3 == 1 ? little : -little));
    // An integer of ten significant bits, and 1 more or less than that, which a conversion to float may lose, too.
    const auto top = static_cast<std::int64_t>(random() % 512 + 512) << 53;
    const auto around = (i % 2 == 0 ? top : top >> (random() % 40)) + static_cast<std::int64_t>(random() % 3) - 1;
    set_element<std::int64_t>(integers.bytes(), i, i % 5 == 0 ? -around : around);
  }
  wide.upload();
  integers.upload();
  for (const auto dtype : {DType::f16, DType::bf16, DType::f8e4m3})
    with_float_type(dtype, [&](auto type) {
      using T = typename decltype(type)::type;
      INFO(name_of(dtype));
      Tensor out(device(), dtype, many, random);
      out.upload();
      ops::elementwise(stream, "x", {{"x", wide.view()}}, out.view());
      stream.synchronize();
      check<T>(out, [&](std::int64_t i, T got) {
        return same(got, Element<T>::nearest(static_cast<Real>(element<double>(wide.bytes(), i))));
      });
      ops::elementwise(stream, "x", {{"x", integers.view()}}, out.view());
      stream.synchronize();
      check<T>(out, [&](std::int64_t i, T got) {
        return same(got, Element<T>::nearest(static_cast<Real>(element<std::int64_t>(integers.bytes(), i))));
      });
    });
}
