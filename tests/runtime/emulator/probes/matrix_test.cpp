// Matrix instructions, compared with plain products on the host. The numbers are chosen so that every product and sum
// is exact in any order.
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "runtime/emulator/probes/compare.hpp"
#include "runtime/emulator/probes/numbers.hpp"
#include "runtime/emulator/probes/probe.hpp"
#include "support/catch.hpp"

using namespace probe;

namespace {

using Bytes = std::vector<unsigned char>;

/// The type of a matrix's elements: the size in bytes, and how a small number is stored and loaded.
struct Element {
  std::size_t size;
  void (*store)(double value, unsigned char* to);
  double (*load)(const unsigned char* from);
  int largest;  ///< test values are integers from -largest to largest, times `step`
  double step;
};

template <class T, class U>
void put(T value, U* to) {
  std::memcpy(to, &value, sizeof value);
}
template <class T>
T get(const unsigned char* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

/// Decodes OCP's 8-bit floats, which gfx12 has.
double small_float(unsigned bits, int mantissa_bits, int bias) {
  const int exponent = static_cast<int>(bits >> mantissa_bits & (0x7fu >> mantissa_bits));
  const double fraction = bits & ((1u << mantissa_bits) - 1);
  const double size = exponent == 0 ? std::ldexp(fraction, 1 - bias - mantissa_bits)
                                    : std::ldexp(fraction + (1 << mantissa_bits), exponent - bias - mantissa_bits);
  return (bits & 0x80) != 0 ? -size : size;
}
template <int kMantissaBits, int kBias>
void store_small_float(double value, unsigned char* to) {
  for (unsigned bits = 0; bits < 256; ++bits)
    if (small_float(bits, kMantissaBits, kBias) == value) *to = static_cast<unsigned char>(bits);
}
template <int kMantissaBits, int kBias>
double load_small_float(const unsigned char* from) {
  return small_float(*from, kMantissaBits, kBias);
}

// f16 and bf16 are also the types of some sums. With bf16, a sum of up to 16 products of -1, 0 and 1 and one such
// number fits in the 8 bits of the significand.
const Element kF64{8, [](double v, unsigned char* to) { put(v, to); }, [](auto* p) { return get<double>(p); }, 100,
                   0.125};
const Element kF32{4, [](double v, unsigned char* to) { put(static_cast<float>(v), to); },
                   [](auto* p) { return static_cast<double>(get<float>(p)); }, 100, 0.125};
const Element kF16{2, [](double v, unsigned char* to) { put(half_bits(v), to); },
                   [](auto* p) { return static_cast<double>(half_value(get<std::uint16_t>(p))); }, 4, 0.5};
const Element kBf16{2, [](double v, unsigned char* to) { put(bfloat16_bits(v), to); },
                    [](auto* p) { return static_cast<double>(bfloat16_value(get<std::uint16_t>(p))); }, 1, 1};
const Element kI8{1, [](double v, unsigned char* to) { *to = static_cast<unsigned char>(static_cast<int>(v)); },
                  [](auto* p) { return static_cast<double>(static_cast<signed char>(*p)); }, 127, 1};
const Element kU8{1, kI8.store, [](auto* p) { return static_cast<double>(*p); }, 127, 1};
const Element kI32{4, [](double v, unsigned char* to) { put(static_cast<int>(v), to); },
                   [](auto* p) { return static_cast<double>(get<int>(p)); }, 1000000, 1};
const Element kFp8{1, store_small_float<3, 7>, load_small_float<3, 7>, 8, 0.25};
const Element kBf8{1, store_small_float<2, 15>, load_small_float<2, 15>, 4, 0.5};

Bytes numbers(const Element& element, std::size_t count, Random& random) {
  Bytes bytes(count * element.size);
  for (std::size_t i = 0; i < count; ++i)
    element.store(random.integer(-element.largest, element.largest) * element.step, &bytes[i * element.size]);
  return bytes;
}

double at(const Element& element, const Bytes& bytes, std::size_t index) {
  return element.load(&bytes[index * element.size]);
}

void check_results(const char* kernel, const Element& element, const Bytes& results,
                   const std::vector<double>& expected) {
  std::vector<double> actual;
  for (std::size_t i = 0; i < expected.size(); ++i) actual.push_back(at(element, results, i) + 0.0);  // -0 becomes +0
  check_equal(kernel, actual, expected);
}

struct Mfma {
  const char* kernel;
  std::size_t size, depth, blocks;
  const Element& element;
  const Element& sum;
  const char* only_on = "";  ///< the only processor that has it; empty if both have it
  /// Return the block whose A or B is used for a block.
  std::size_t (*a_block)(std::size_t) = [](std::size_t block) { return block; };
  std::size_t (*b_block)(std::size_t) = [](std::size_t block) { return block; };
};

const std::vector<Mfma> kMfma = {
    {"mfma_f32_32x32x1", 32, 1, 2, kF32, kF32},
    {"mfma_f32_16x16x1", 16, 1, 4, kF32, kF32},
    {"mfma_f32_4x4x1", 4, 1, 16, kF32, kF32},
    {"mfma_f32_32x32x2", 32, 2, 1, kF32, kF32},
    {"mfma_f32_16x16x4", 16, 4, 1, kF32, kF32},
    {"mfma_f16_32x32x4", 32, 4, 2, kF16, kF32},
    {"mfma_f16_16x16x4", 16, 4, 4, kF16, kF32},
    {"mfma_f16_4x4x4", 4, 4, 16, kF16, kF32},
    {"mfma_f16_32x32x8", 32, 8, 1, kF16, kF32},
    {"mfma_f16_16x16x16", 16, 16, 1, kF16, kF32},
    {"mfma_bf16_32x32x4", 32, 4, 2, kBf16, kF32},
    {"mfma_bf16_16x16x4", 16, 4, 4, kBf16, kF32},
    {"mfma_bf16_4x4x4", 4, 4, 16, kBf16, kF32},
    {"mfma_bf16_32x32x8", 32, 8, 1, kBf16, kF32},
    {"mfma_bf16_16x16x16", 16, 16, 1, kBf16, kF32},
    {"mfma_bf16_32x32x2", 32, 2, 2, kBf16, kF32, "gfx90a"},
    {"mfma_bf16_16x16x2", 16, 2, 4, kBf16, kF32, "gfx90a"},
    {"mfma_bf16_4x4x2", 4, 2, 16, kBf16, kF32, "gfx90a"},
    {"mfma_bf16_32x32x4_pairs", 32, 4, 1, kBf16, kF32, "gfx90a"},
    {"mfma_bf16_16x16x8", 16, 8, 1, kBf16, kF32, "gfx90a"},
    {"mfma_i8_32x32x4", 32, 4, 2, kI8, kI32},
    {"mfma_i8_16x16x4", 16, 4, 4, kI8, kI32},
    {"mfma_i8_4x4x4", 4, 4, 16, kI8, kI32},
    {"mfma_i8_32x32x8", 32, 8, 1, kI8, kI32, "gfx90a"},
    {"mfma_i8_16x16x16", 16, 16, 1, kI8, kI32, "gfx90a"},
    {"mfma_i8_32x32x16", 32, 16, 1, kI8, kI32, "gfx942"},
    {"mfma_i8_16x16x32", 16, 32, 1, kI8, kI32, "gfx942"},
    {"mfma_f64_16x16x4", 16, 4, 1, kF64, kF64},
    {"mfma_f64_4x4x4", 4, 4, 4, kF64, kF64},
    {"mfma_f32_32x32x1_broadcast", 32, 1, 2, kF32, kF32, "", [](std::size_t) { return std::size_t{1}; },
     [](std::size_t) { return std::size_t{0}; }},
    {"mfma_f32_4x4x1_broadcast", 4, 1, 16, kF32, kF32, "", [](std::size_t block) { return block / 4 * 4 + 3; }},
};

void check_mfma(const Mfma& mfma) {
  Random random(mfma.size * 1000 + mfma.depth);
  const std::size_t of_operand = mfma.size * mfma.depth, of_result = mfma.size * mfma.size;
  const auto a = numbers(mfma.element, mfma.blocks * of_operand, random);
  const auto b = numbers(mfma.element, mfma.blocks * of_operand, random);
  const auto c = numbers(mfma.sum, mfma.blocks * of_result, random);
  const auto d = unwritten<unsigned char>(c.size());
  run(mfma.kernel, blocks(1, 64), upload(a), upload(b), upload(c), d);
  std::vector<double> expected;
  for (std::size_t block = 0; block < mfma.blocks; ++block)
    for (std::size_t row = 0; row < mfma.size; ++row)
      for (std::size_t column = 0; column < mfma.size; ++column) {
        double sum = at(mfma.sum, c, expected.size());
        for (std::size_t k = 0; k < mfma.depth; ++k)
          sum += at(mfma.element, a, mfma.a_block(block) * of_operand + row * mfma.depth + k) *
                 at(mfma.element, b, mfma.b_block(block) * of_operand + k * mfma.size + column);
        expected.push_back(sum + 0.0);
      }
  check_results(mfma.kernel, mfma.sum, d.to_vector(), expected);
}

bool is_gfx12() {
  return is_any_of({"gfx1200", "gfx1201"});
}
bool has_wmma() {
  return is_gfx12() || processor().rfind("gfx11", 0) == 0;
}

}  // namespace

TEST_CASE("probe: MFMA products") {
  for (const auto& mfma : kMfma) {
    const bool has = is_any_of({"gfx90a", "gfx942"}) && (*mfma.only_on == 0 || processor() == mfma.only_on);
    if (has)
      check_mfma(mfma);
    else
      lacks(mfma.kernel, processor() + " has no such matrix instruction");
  }
}

namespace {

struct Wmma {
  const char* kernel;
  std::size_t depth;
  const Element& a;
  const Element& b;
  const Element& sum;
  bool only_on_gfx12 = false;
};

const std::vector<Wmma> kWmma = {
    {"wmma_f32_f16", 16, kF16, kF16, kF32},
    {"wmma_f32_bf16", 16, kBf16, kBf16, kF32},
    {"wmma_f16_f16", 16, kF16, kF16, kF16},
    {"wmma_bf16_bf16", 16, kBf16, kBf16, kBf16},
    {"wmma_i32_i8", 16, kI8, kI8, kI32},
    {"wmma_i32_i8_u8", 16, kI8, kU8, kI32},
    {"wmma_f32_fp8", 16, kFp8, kFp8, kF32, true},
    {"wmma_f32_bf8", 16, kBf8, kBf8, kF32, true},
    {"wmma_f32_fp8_bf8", 16, kFp8, kBf8, kF32, true},
};

/// Returns the sums plus the products of the rows of A and the columns of B. B is transposed: each of its columns is
/// stored as a row.
std::vector<double> wmma_product(std::size_t depth, const std::vector<double>& a, const std::vector<double>& b,
                                 std::vector<double> sums) {
  for (std::size_t row = 0; row < 16; ++row)
    for (std::size_t column = 0; column < 16; ++column)
      for (std::size_t k = 0; k < depth; ++k) sums[row * 16 + column] += a[row * depth + k] * b[column * depth + k];
  for (double& sum : sums) sum += 0.0;
  return sums;
}

std::vector<double> values(const Element& element, const Bytes& bytes) {
  std::vector<double> all;
  for (std::size_t i = 0; i < bytes.size() / element.size; ++i) all.push_back(at(element, bytes, i));
  return all;
}

void check_wmma(const Wmma& wmma) {
  Random random(wmma.depth);
  const auto a = numbers(wmma.a, 16 * wmma.depth, random), b = numbers(wmma.b, 16 * wmma.depth, random);
  const auto c = numbers(wmma.sum, 256, random);
  const auto d = unwritten<unsigned char>(c.size());
  run(wmma.kernel, blocks(1, 32), upload(a), upload(b), upload(c), d);
  check_results(wmma.kernel, wmma.sum, d.to_vector(),
                wmma_product(wmma.depth, values(wmma.a, a), values(wmma.b, b), values(wmma.sum, c)));
}

/// Each byte has two numbers of four bits, the first one in its low half.
std::vector<double> nibbles(const Bytes& bytes, bool has_sign) {
  std::vector<double> all;
  for (const unsigned char byte : bytes)
    for (const int nibble : {byte & 15, byte >> 4}) all.push_back(has_sign && nibble >= 8 ? nibble - 16 : nibble);
  return all;
}

void check_nibbles(const char* kernel, std::size_t depth, bool has_sign) {
  Random random(depth);
  const auto a = numbers(kI8, 8 * depth, random), b = numbers(kI8, 8 * depth, random), c = numbers(kI32, 256, random);
  const auto d = unwritten<unsigned char>(c.size());
  run(kernel, blocks(1, 32), upload(a), upload(b), upload(c), d);
  check_results(kernel, kI32, d.to_vector(),
                wmma_product(depth, nibbles(a, has_sign), nibbles(b, has_sign), values(kI32, c)));
}

/// Sums that exceed the range of int are clamped to it.
void check_clamped() {
  Random random(1);
  const auto a = numbers(kI8, 256, random), b = numbers(kI8, 256, random);
  Bytes c(256 * 4);
  for (std::size_t i = 0; i < 256; ++i)
    put(i % 2 == 0 ? INT32_MAX - random.integer(0, 50000) : INT32_MIN + random.integer(0, 50000), &c[4 * i]);
  const auto d = unwritten<unsigned char>(c.size());
  run("wmma_i32_i8_clamped", blocks(1, 32), upload(a), upload(b), upload(c), d);
  auto expected = wmma_product(16, values(kI8, a), values(kI8, b), values(kI32, c));
  for (double& sum : expected) sum = std::fmin(std::fmax(sum, INT32_MIN), INT32_MAX);
  check_results("wmma_i32_i8_clamped", kI32, d.to_vector(), expected);
}

}  // namespace

TEST_CASE("probe: WMMA products") {
  const auto if_it_has = [](const char* kernel, bool has, auto check) {
    if (has)
      check();
    else
      lacks(kernel, processor() + " has no such matrix instruction");
  };
  for (const auto& wmma : kWmma)
    if_it_has(wmma.kernel, wmma.only_on_gfx12 ? is_gfx12() : has_wmma(), [&] { check_wmma(wmma); });
  if_it_has("wmma_i32_i4", has_wmma(), [] { check_nibbles("wmma_i32_i4", 16, true); });
  if_it_has("wmma_i32_u4", has_wmma(), [] { check_nibbles("wmma_i32_u4", 16, false); });
  if_it_has("wmma_i32_i4_deep", is_gfx12(), [] { check_nibbles("wmma_i32_i4_deep", 32, true); });
  if_it_has("wmma_i32_i8_clamped", has_wmma(), check_clamped);
}
