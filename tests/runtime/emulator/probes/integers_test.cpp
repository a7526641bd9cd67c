// Bits, multiplication and division of integers, compared with the host's results, in 128 bits if necessary.
#include <algorithm>
#include <string>
#include <vector>

#include "runtime/emulator/probes/compare.hpp"
#include "runtime/emulator/probes/numbers.hpp"
#include "runtime/emulator/probes/probe.hpp"
#include "support/catch.hpp"

using namespace probe;

namespace {

using Long = long long;
using Unsigned = unsigned long long;
__extension__ using Wide = __int128;
__extension__ using UnsignedWide = unsigned __int128;

/// A third of the values have 64 random bits; the others are narrower.
std::vector<Unsigned> any_bits(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  return filled(std::vector<Unsigned>{0, 1, ~Unsigned{0}, Unsigned{1} << 63, Unsigned{1} << 31, 0xffffffff, 0x100000000,
                                      0x7fffffff, INT64_MAX},
                count, [&] {
                  const Unsigned bits = random.bits();
                  return bits % 3 == 0 ? bits : bits >> random.integer(0, 63);
                });
}

std::vector<Long> any_signed(std::size_t count, std::uint64_t seed) {
  std::vector<Long> values;
  Random random(seed);
  for (const Unsigned bits : any_bits(count, seed)) {
    const auto value = static_cast<Long>(bits);
    values.push_back(random.integer(0, 1) != 0 && value != INT64_MIN ? -value : value);
  }
  return values;
}

std::vector<unsigned> words(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  return filled<unsigned>(count, [&] { return random.word(); });
}

/// Compares the columns of a kernel's results, one after the other, with functions of two operands.
template <class T, class Y>
class Columns {
 public:
  Columns(std::vector<T> all, std::vector<T> x, std::vector<Y> y)
      : all_(std::move(all)), x_(std::move(x)), y_(std::move(y)) {}

  template <class Function>
  void check(const char* name, Function function) {
    std::vector<T> expected;
    for (std::size_t i = 0; i < x_.size(); ++i) expected.push_back(static_cast<T>(function(x_[i], y_[i])));
    check_equal(name, column(all_, next_++, x_.size()), expected,
                [&](std::size_t i) { return text_of(x_[i]) + ", " + text_of(y_[i]); });
  }

 private:
  std::vector<T> all_, x_;
  std::vector<Y> y_;
  std::size_t next_ = 0;
};

unsigned low(Unsigned x) {
  return static_cast<unsigned>(x);
}
unsigned high(Unsigned x) {
  return static_cast<unsigned>(x >> 32);
}

template <class T>
T reversed(T x) {
  T result = 0;
  for (unsigned i = 0; i < 8 * sizeof(T); ++i)
    if ((x >> i & 1) != 0) result |= T{1} << (8 * sizeof(T) - 1 - i);
  return result;
}
template <class T>
int ones(T x) {
  int count = 0;
  for (; x != 0; x &= x - 1) ++count;
  return count;
}
/// Returns 1 for the lowest bit, and 0 if no bit is set.
template <class T>
int first_bit(T x) {
  for (unsigned i = 0; i < 8 * sizeof(T); ++i)
    if ((x >> i & 1) != 0) return static_cast<int>(i) + 1;
  return 0;
}
template <class T>
int leading_zeros(T x) {
  int zeros = static_cast<int>(8 * sizeof(T));
  for (; x != 0; x >>= 1) --zeros;
  return zeros;
}

/// Returns the bytes whose numbers are the selector's last four hexadecimal digits (__byte_perm).
unsigned picked(Unsigned bytes, unsigned selector) {
  unsigned result = 0;
  for (unsigned i = 0; i < 4; ++i) result |= static_cast<unsigned>(bytes >> 8 * (selector >> 4 * i & 7) & 255) << 8 * i;
  return result;
}

}  // namespace

TEST_CASE("probe: bit counts") {
  const auto in = any_bits(1000, 1);
  const auto out = unwritten<Unsigned>(8 * in.size());
  run("bit_counts", threads_for(in.size()), static_cast<unsigned>(in.size()), upload(in), out);
  Columns<Unsigned, Unsigned> columns(out.to_vector(), in, in);
  columns.check("popc", [](Unsigned x, Unsigned) { return ones(low(x)); });
  columns.check("popcll", [](Unsigned x, Unsigned) { return ones(x); });
  columns.check("clz", [](Unsigned x, Unsigned) { return leading_zeros(low(x)); });
  columns.check("clzll", [](Unsigned x, Unsigned) { return leading_zeros(x); });
  columns.check("ffs", [](Unsigned x, Unsigned) { return first_bit(low(x)); });
  columns.check("ffsll", [](Unsigned x, Unsigned) { return first_bit(x); });
  columns.check("brev", [](Unsigned x, Unsigned) { return reversed(low(x)); });
  columns.check("brevll", [](Unsigned x, Unsigned) { return reversed(x); });
}

TEST_CASE("probe: shifts") {
  const auto in = any_bits(1500, 2);
  auto by = words(1500, 3);
  // Half of the shifts are by 0 to 69 bits, so that all widths and some larger numbers occur.
  for (std::size_t i = 0; i < by.size(); i += 2) by[i] = static_cast<unsigned>(i / 2 % 70);
  const auto out = unwritten<Unsigned>(14 * in.size());
  run("shifts", threads_for(in.size()), static_cast<unsigned>(in.size()), upload(in), upload(by), out);
  Columns<Unsigned, unsigned> columns(out.to_vector(), in, by);
  columns.check("32 left", [](Unsigned x, unsigned n) { return low(x) << (n & 31); });
  columns.check("32 right", [](Unsigned x, unsigned n) { return low(x) >> (n & 31); });
  columns.check("32 right, signed",
                [](Unsigned x, unsigned n) { return static_cast<unsigned>(static_cast<int>(low(x)) >> (n & 31)); });
  columns.check("64 left", [](Unsigned x, unsigned n) { return x << (n & 63); });
  columns.check("64 right", [](Unsigned x, unsigned n) { return x >> (n & 63); });
  columns.check("64 right, signed", [](Unsigned x, unsigned n) { return static_cast<Long>(x) >> (n & 63); });
  columns.check("16 left", [](Unsigned x, unsigned n) { return static_cast<unsigned short>(x << (n & 15)); });
  columns.check("16 right", [](Unsigned x, unsigned n) { return static_cast<unsigned short>(x) >> (n & 15); });
  columns.check("funnel left", [](Unsigned x, unsigned n) { return high(x << (n & 31)); });
  columns.check("funnel right", [](Unsigned x, unsigned n) { return low(x >> (n & 31)); });
  columns.check("funnel left, clamped", [](Unsigned x, unsigned n) { return n >= 32 ? low(x) : high(x << n); });
  columns.check("funnel right, clamped", [](Unsigned x, unsigned n) { return n >= 32 ? high(x) : low(x >> n); });
  columns.check("32 rotated", [](Unsigned x, unsigned n) {
    const Unsigned twice = static_cast<Unsigned>(low(x)) << 32 | low(x);
    return high(twice << (n & 31));
  });
  columns.check("64 rotated", [](Unsigned x, unsigned n) {
    const UnsignedWide twice = static_cast<UnsignedWide>(x) << 64 | x;
    return static_cast<Unsigned>(twice << (n & 63) >> 64);
  });
}

TEST_CASE("probe: fields and bytes") {
  const auto in = any_bits(1500, 4);
  const auto by = words(1500, 5);
  const auto out = unwritten<Unsigned>(15 * in.size());
  run("fields_and_bytes", threads_for(in.size()), static_cast<unsigned>(in.size()), upload(in), upload(by), out);
  Columns<Unsigned, unsigned> columns(out.to_vector(), in, by);
  columns.check("field", [](Unsigned x, unsigned n) {
    return (static_cast<Unsigned>(low(x)) >> (n & 31)) % (Unsigned{1} << (n >> 8 & 31));
  });
  columns.check("signed field", [](Unsigned x, unsigned) {
    const int field = static_cast<int>(low(x) >> 9 & 0xfff);
    return static_cast<Long>(field >= 0x800 ? field - 0x1000 : field);
  });
  columns.check("wide field", [](Unsigned x, unsigned) { return x / 8192 % 1048576; });
  columns.check("masked", [](Unsigned x, unsigned) { return (low(x) & 0x00ff00ff) | (high(x) & 0xff00ff00); });
  columns.check("xor, and", [](Unsigned x, unsigned n) { return (low(x) ^ high(x)) & n; });
  columns.check("nor", [](Unsigned x, unsigned) { return static_cast<unsigned>(~(low(x) | high(x))); });
  columns.check("and not", [](Unsigned x, unsigned n) { return low(x) & ~n; });
  columns.check("xnor", [](Unsigned x, unsigned n) { return static_cast<unsigned>(~(low(x) ^ n)); });
  columns.check("bytes", [](Unsigned x, unsigned n) { return picked(x, n); });
  columns.check("bytes reversed", [](Unsigned x, unsigned) { return picked(x, 0x0123); });
  columns.check("even bytes", [](Unsigned x, unsigned) { return picked(x, 0x6420); });
  columns.check("shift, or", [](Unsigned x, unsigned) { return low(x) << 8 | high(x); });
  columns.check("nibbles", [](Unsigned x, unsigned) { return (low(x) & 15) * 16 + (high(x) & 15); });
  columns.check("add, shift", [](Unsigned x, unsigned) { return (low(x) + high(x)) * 8; });
  columns.check("shift, add", [](Unsigned x, unsigned) { return low(x) * 32 + high(x); });
}

TEST_CASE("probe: products and their high halves") {
  const auto x = any_signed(1500, 6), y = any_signed(1500, 7);
  const auto out = unwritten<Long>(13 * x.size());
  run("multiply", threads_for(x.size()), static_cast<unsigned>(x.size()), upload(x), upload(y), out);
  Columns<Long, Long> columns(out.to_vector(), x, y);
  const auto word = [](Long v) { return static_cast<Wide>(static_cast<int>(v)); };
  const auto unsigned_word = [](Long v) { return static_cast<Wide>(static_cast<unsigned>(v)); };
  const auto bits = [](Long v) { return static_cast<UnsignedWide>(static_cast<Unsigned>(v)); };
  columns.check("32", [&](Long a, Long b) { return static_cast<unsigned>(word(a) * word(b)); });
  columns.check("mulhi", [&](Long a, Long b) { return word(a) * word(b) >> 32; });
  columns.check("umulhi", [&](Long a, Long b) { return unsigned_word(a) * unsigned_word(b) >> 32; });
  columns.check("mul24", [&](Long a, Long b) { return static_cast<int>((word(a) >> 9) * (word(b) >> 9)); });
  columns.check("umul24", [&](Long a, Long b) {
    return static_cast<unsigned>((unsigned_word(a) >> 8) * (unsigned_word(b) >> 8));
  });
  columns.check("64", [&](Long a, Long b) { return bits(a) * bits(b); });
  columns.check("mul64hi", [](Long a, Long b) { return static_cast<Wide>(a) * b >> 64; });
  columns.check("umul64hi", [&](Long a, Long b) { return bits(a) * bits(b) >> 64; });
  columns.check("32 by 32", [&](Long a, Long b) { return word(a) * word(b); });
  columns.check("32 by 32, unsigned", [&](Long a, Long b) { return unsigned_word(a) * unsigned_word(b); });
  columns.check("16 by 16", [](Long a, Long b) { return static_cast<short>(a) * static_cast<short>(b) + 7; });
  columns.check("16", [](Long a, Long b) { return static_cast<unsigned short>(a * 5 + b); });
  columns.check("32 by 32 and 64", [&](Long a, Long b) {
    return static_cast<UnsignedWide>(unsigned_word(a) * unsigned_word(b)) + bits(a);
  });
}

namespace {

template <class Int>
void check_quotients(Columns<Long, Long>& columns, const char* name) {
  // The kernel replaces 0 and -1 in the same way, because some quotients by them are undefined.
  const auto divisor = [](Long y) {
    const auto value = static_cast<Int>(y);
    return value == 0 || value == static_cast<Int>(-1) ? Int{3} : value;
  };
  columns.check(name, [&](Long x, Long y) { return static_cast<Wide>(static_cast<Int>(x)) / divisor(y); });
  columns.check(name, [&](Long x, Long y) { return static_cast<Wide>(static_cast<Int>(x)) % divisor(y); });
}

}  // namespace

TEST_CASE("probe: quotients and remainders") {
  const auto x = any_signed(1500, 8), y = any_signed(1500, 9);
  const auto out = unwritten<Long>(16 * x.size());
  run("divide", threads_for(x.size()), static_cast<unsigned>(x.size()), upload(x), upload(y), out);
  Columns<Long, Long> columns(out.to_vector(), x, y);
  check_quotients<signed char>(columns, "signed char");
  check_quotients<unsigned char>(columns, "unsigned char");
  check_quotients<short>(columns, "short");
  check_quotients<unsigned short>(columns, "unsigned short");
  check_quotients<int>(columns, "int");
  check_quotients<unsigned>(columns, "unsigned");
  check_quotients<Long>(columns, "long long");
  check_quotients<Unsigned>(columns, "unsigned long long");
}

TEST_CASE("probe: division by constants") {
  const auto x = any_signed(1500, 10);
  const auto out = unwritten<Long>(9 * x.size());
  run("divide_by_constants", threads_for(x.size()), static_cast<unsigned>(x.size()), upload(x), out);
  Columns<Long, Long> columns(out.to_vector(), x, x);
  // The divisor is in memory, so that the host's compiler does not replace the division.
  const auto by = [](Long divisor) {
    volatile Long stored = divisor;
    return stored;
  };
  columns.check("int / 7", [&](Long v, Long) { return static_cast<int>(v) / by(7); });
  columns.check("int % 10", [&](Long v, Long) { return static_cast<int>(v) % by(10); });
  columns.check("unsigned / 641", [&](Long v, Long) { return static_cast<unsigned>(v) / by(641); });
  columns.check("long long / 1000000007", [&](Long v, Long) { return v / by(1000000007); });
  columns.check("long long % 10", [&](Long v, Long) { return v % by(10); });
  columns.check("unsigned long long / 3",
                [&](Long v, Long) { return static_cast<Unsigned>(v) / static_cast<Unsigned>(by(3)); });
  columns.check("unsigned long long % 255",
                [&](Long v, Long) { return static_cast<Unsigned>(v) % static_cast<Unsigned>(by(255)); });
  columns.check("int / 16", [&](Long v, Long) { return static_cast<int>(v) / by(16); });
  columns.check("long long / -4096", [&](Long v, Long) { return v / by(-4096); });
}

TEST_CASE("probe: 128-bit integers") {
  const auto x = any_bits(600, 11), y = any_bits(600, 12);
  const auto out = unwritten<Unsigned>(16 * x.size());
  run("wide_integers", threads_for(x.size()), static_cast<unsigned>(x.size()), upload(x), upload(y), out);
  Columns<Unsigned, Unsigned> columns(out.to_vector(), x, y);
  const auto first = [](Unsigned a, Unsigned b) { return static_cast<UnsignedWide>(a) << 64 | ~b; };
  const auto second = [](Unsigned a, Unsigned b) { return static_cast<UnsignedWide>(b) << 61 | a; };
  const auto both_halves = [&](const char* name, auto operation) {
    const auto result = [&](Unsigned a, Unsigned b) -> UnsignedWide {
      return operation(first(a, b), second(a, b), a, b);
    };
    columns.check(name, [&](Unsigned a, Unsigned b) { return result(a, b); });
    columns.check(name, [&](Unsigned a, Unsigned b) { return result(a, b) >> 64; });
  };
  using U = UnsignedWide;
  both_halves("+", [](U a, U b, Unsigned, Unsigned) { return a + b; });
  both_halves("-", [](U a, U b, Unsigned, Unsigned) { return a - b; });
  both_halves("*", [](U a, U b, Unsigned, Unsigned) { return a * b; });
  both_halves(">>", [](U a, U, Unsigned p, Unsigned) { return static_cast<U>(static_cast<Wide>(a) >> (p & 127)); });
  both_halves("<<", [](U a, U, Unsigned, Unsigned q) { return a << (q & 127); });
  both_halves("/", [](U a, U b, Unsigned, Unsigned) { return a / (b | 1); });
  both_halves("%", [](U a, U b, Unsigned, Unsigned) { return a % (b | 1); });
  columns.check("<", [&](Unsigned a, Unsigned b) { return first(a, b) < second(a, b); });
  columns.check("<, signed", [&](Unsigned a, Unsigned b) {
    return static_cast<Wide>(first(a, b)) < static_cast<Wide>(second(a, b));
  });
}

TEST_CASE("probe: clamps and differences") {
  const auto x = any_signed(1500, 13), y = any_signed(1500, 14);
  const auto out = unwritten<Long>(19 * x.size());
  run("clamps_and_differences", threads_for(x.size()), static_cast<unsigned>(x.size()), upload(x), upload(y), out);
  Columns<Long, Long> columns(out.to_vector(), x, y);
  const auto word = [](Long v) { return static_cast<Long>(static_cast<int>(v)); };
  const auto unsigned_word = [](Long v) { return static_cast<Long>(static_cast<unsigned>(v)); };
  columns.check("min", [&](Long a, Long b) { return std::min(word(a), word(b)); });
  columns.check("max", [&](Long a, Long b) { return std::max(word(a), word(b)); });
  columns.check("unsigned min", [&](Long a, Long b) { return std::min(unsigned_word(a), unsigned_word(b)); });
  columns.check("unsigned max", [&](Long a, Long b) { return std::max(unsigned_word(a), unsigned_word(b)); });
  columns.check("long long min", [](Long a, Long b) { return std::min(a, b); });
  columns.check("long long max", [](Long a, Long b) { return std::max(a, b); });
  columns.check("clamp", [&](Long a, Long) { return std::clamp<Long>(word(a), -1000, 1000); });
  columns.check("min, max", [&](Long a, Long b) { return std::max<Long>(std::min(word(a), word(b)), 5); });
  columns.check("unsigned clamp", [&](Long a, Long) { return std::clamp<Long>(unsigned_word(a), 9, 99999); });
  columns.check("max of three", [&](Long a, Long b) { return std::max<Long>({word(a), word(b), 77}); });
  columns.check("abs", [&](Long a, Long) { return static_cast<unsigned>(std::abs(word(a))); });
  columns.check("long long abs", [](Long a, Long) { return a == INT64_MIN ? a : std::abs(a); });
  columns.check("usad", [&](Long a, Long b) {
    return static_cast<unsigned>(std::abs(unsigned_word(a) - unsigned_word(b)) + 17);
  });
  columns.check("sad",
                [&](Long a, Long b) { return static_cast<unsigned>(std::abs((word(a) >> 2) - (word(b) >> 2)) + 3); });
  columns.check("add of three", [&](Long a, Long b) { return static_cast<unsigned>(a + b + 1000); });
  columns.check("selected", [&](Long a, Long b) { return word(a) > word(b) ? word(a) : a > b ? 1 : 2; });
  columns.check("within 100", [&](Long a, Long b) { return static_cast<unsigned>(a - b) < 100; });
  columns.check("short min", [](Long a, Long b) { return std::min(static_cast<short>(a), static_cast<short>(b)); });
  columns.check("unsigned short max", [](Long a, Long b) {
    return std::max(static_cast<unsigned short>(a), static_cast<unsigned short>(b));
  });
}

TEST_CASE("probe: dot products of bytes") {
  const auto a = words(1500, 15), b = words(1500, 16), c = words(1500, 17);
  const auto as_int = [](const std::vector<unsigned>& values) {
    return std::vector<int>(values.begin(), values.end());
  };
  const auto x = as_int(a), y = as_int(b), z = as_int(c);
  const auto out = unwritten<int>(4 * x.size());
  run("byte_dot_products", threads_for(x.size()), static_cast<unsigned>(x.size()), upload(x), upload(y), upload(z),
      out);
  const auto byte = [](int value, int index) {
    return static_cast<Long>(static_cast<signed char>(value >> 8 * index));
  };
  const auto unsigned_byte = [](int value, int index) { return static_cast<Long>(value >> 8 * index & 255); };
  std::vector<int> expected(4 * x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Long first = static_cast<short>(x[i]), second = x[i] >> 16;
    Long signed_sum = z[i], unsigned_sum = z[i];
    for (int k = 0; k < 4; ++k) {
      signed_sum += byte(x[i], k) * byte(y[i], k);
      unsigned_sum += unsigned_byte(x[i], k) * unsigned_byte(y[i], k);
    }
    expected[i] = static_cast<int>(signed_sum);
    expected[i + x.size()] = static_cast<int>(z[i] + first * byte(y[i], 0) + second * byte(y[i], 1));
    expected[i + 2 * x.size()] = static_cast<int>(z[i] + first * byte(y[i], 2) + second * byte(y[i], 3));
    expected[i + 3 * x.size()] = static_cast<int>(unsigned_sum);
  }
  check_equal("dp4a, dp2a_lo, dp2a_hi, unsigned dp4a", out.to_vector(), expected);
}
