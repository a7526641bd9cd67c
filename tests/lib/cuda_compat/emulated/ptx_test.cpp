// Compares inline PTX with plain arithmetic, in four warps and with waves of either size.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/emulator/probes/compare.hpp"
#include "runtime/emulator/probes/numbers.hpp"
#include "runtime/emulator/probes/probe.hpp"
#include "support/catch.hpp"

using namespace probe;

namespace {

constexpr unsigned kThreads = 128;
using Column = std::function<unsigned(unsigned)>;

template <class In>
void check_columns(const std::string& kernel, const std::vector<In>& in,
                   const std::vector<std::pair<const char*, Column>>& expected) {
  const auto out = unwritten<unsigned>(expected.size() * kThreads);
  run(kernel, blocks(1, kThreads), upload(in), out);
  const auto results = out.to_vector();
  for (std::size_t c = 0; c < expected.size(); ++c) {
    std::vector<unsigned> column_expected;
    for (unsigned i = 0; i < kThreads; ++i) column_expected.push_back(expected[c].second(i));
    check_equal(kernel + ": " + expected[c].first, column(results, c, kThreads), column_expected);
  }
}

unsigned bits_of(float value) {
  unsigned bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

unsigned field(unsigned a, unsigned position, unsigned length) {
  return static_cast<unsigned>((a >> position) & ((1ull << length) - 1));
}
unsigned signed_field(unsigned a, unsigned position, unsigned length) {
  if (length == 0) return 0;
  // The sign is extended beyond the highest bit.
  const auto wide = static_cast<long long>(static_cast<int>(a)) >> position;
  const auto value = static_cast<long long>(static_cast<unsigned long long>(wide) << (64 - length)) >> (64 - length);
  return static_cast<unsigned>(value);
}
unsigned distances(unsigned a, unsigned b) {
  unsigned sum = 0;
  for (unsigned byte = 0; byte < 32; byte += 8)
    sum += static_cast<unsigned>(std::abs(static_cast<int>(a >> byte & 0xffu) - static_cast<int>(b >> byte & 0xffu)));
  return sum;
}

}  // namespace

TEST_CASE("PTX of integers equals C++") {
  Random random(5);
  std::vector<unsigned> in(3 * kThreads);
  for (auto& word : in) word = random.word();
  const auto a = [&](unsigned i) { return in[i]; };
  const auto b = [&](unsigned i) { return in[i + kThreads]; };
  const auto c = [&](unsigned i) { return in[i + 2 * kThreads]; };
  using U64 = std::uint64_t;
  const auto both = [&](unsigned i) { return U64{b(i)} << 32 | a(i); };
  __extension__ using U128 = unsigned __int128;
  const auto sum = [&](unsigned i) { return static_cast<U128>(both(i)) + (U64{c(i)} << 32 | b(i)); };
  const auto highest = [&](unsigned i) {
    const unsigned x = a(i) >> (b(i) & 31);
    return x == 0 ? ~0u : 31u - static_cast<unsigned>(__builtin_clz(x));
  };
  check_columns(
      "ptx_integers", in,
      {
          {"bfe", [&](unsigned i) { return field(a(i), 5, 9); }},
          {"bfe.s32", [&](unsigned i) { return signed_field(a(i), b(i) & 31, c(i) & 31); }},
          {"bfi", [&](unsigned i) { return (b(i) & ~0xfff00u) | field(a(i), 0, 12) << 8; }},
          {"prmt", [&](unsigned i) { return (a(i) & 0xffffu) | b(i) << 16; }},
          // The table 0xE8 is the majority of three bits.
          {"lop3", [&](unsigned i) { return (a(i) & b(i)) | (a(i) & c(i)) | (b(i) & c(i)); }},
          {"shf", [&](unsigned i) { return static_cast<unsigned>(both(i) << (c(i) & 31) >> 32); }},
          {"two instructions", [&](unsigned i) { return (a(i) + b(i)) * 3; }},
          {"mad", [&](unsigned i) { return a(i) * b(i) + c(i); }},
          {"mul.wide", [&](unsigned i) { return static_cast<unsigned>(U64{a(i)} * b(i) >> 32); }},
          {"taken apart", [&](unsigned i) { return static_cast<unsigned>((U64{a(i)} * b(i) >> 32) ^ (a(i) * b(i))); }},
          {"joined", [&](unsigned i) { return static_cast<unsigned>(both(i) >> 16); }},
          {"add.cc", [&](unsigned i) { return static_cast<unsigned>(sum(i)); }},
          {"addc.cc", [&](unsigned i) { return static_cast<unsigned>(sum(i) >> 32); }},
          {"addc", [&](unsigned i) { return static_cast<unsigned>(sum(i) >> 64); }},
          {"guarded", [&](unsigned i) { return a(i) < b(i) ? 7u : 109u; }},
          // PTX clamps the kernel's shift by 40, which leaves only copies of the sign.
          {"shr.s32", [&](unsigned i) { return a(i) >> 31 != 0 ? ~0u : 0u; }},
          {"bfind", highest},
          {"by name", [&](unsigned i) { return highest(i) + c(i); }},
          {"if and else", [&](unsigned i) { return a(i) > b(i) ? ~a(i) : 0u - b(i); }},
          {"vabsdiff4", [&](unsigned i) { return distances(a(i), b(i)) + c(i); }},
          {"mul.hi", [&](unsigned i) { return static_cast<unsigned>(U64{a(i)} * b(i) >> 32); }},
          {"in a macro", [&](unsigned i) { return a(i) ^ b(i) ^ 3u; }},
      });
}

TEST_CASE("PTX of warps and memory equals C++") {
  Random random(6);
  std::vector<unsigned> in(kThreads + 4);
  for (auto& word : in) word = random.word();
  const auto ballot = [&](unsigned i) {
    unsigned bits = 0;
    for (unsigned lane = 0; lane < 32; ++lane) bits |= (in[(i & ~31u) + lane] & 1u) << lane;
    return bits;
  };
  check_columns("ptx_warp", in,
                {
                    {"laneid", [](unsigned i) { return i & 31u; }},
                    {"lanemask_lt", [](unsigned i) { return (1u << (i & 31u)) - 1; }},
                    {"shfl.down", [&](unsigned i) { return (i & 31u) < 29 ? in[i + 3] : 5u; }},
                    {"shfl.idx of 4", [&](unsigned i) { return in[(i & ~3u) + 2]; }},
                    {"vote.ballot", ballot},
                    {"st.shared", [&](unsigned i) { return in[i ^ 1] + 1; }},
                    {"cp.async", [&](unsigned i) { return in[i ^ 3]; }},
                    {"ld.nc", [&](unsigned i) { return in[i + 1]; }},
                    {"ld.v4",
                     [&](unsigned i) {
                       const auto* four = &in[i & ~3u];
                       return four[0] + 3 * four[1] + 5 * four[2] + 7 * four[3];
                     }},
                    {"ld.acquire", [&](unsigned i) { return in[i]; }},
                    {"atom and red", [&](unsigned i) { return std::max(3 + in[i], in[i] & 0xffu) - 3; }},
                    {"cp.async with ignore-src", [&](unsigned i) { return (i & 1) != 0 ? 0u : in[i]; }},
                    {"cp.async with src-size", [&](unsigned i) { return in[i] & 0xffffu; }},
                    {"createpolicy", [&](unsigned) { return 7u; }},
                });
}

TEST_CASE("PTX of floating point equals C++") {
  Random random(7);
  std::vector<float> in(kThreads);
  for (auto& value : in) value = static_cast<float>(random.any_size(1e-3, 1e4));
  in[0] = 3e9f;
  in[1] = -3e9f;
  in[2] = std::nanf("");
  in[3] = 2.5f;
  const auto half = [&](unsigned i) { return half_bits(in[i]); };
  const auto clamped = [&](double value, double low, double high) {
    return static_cast<long long>(std::isnan(value) ? 0.0 : std::min(std::max(value, low), high));
  };
  const auto is_number = [&](unsigned i) { return i != 2; };
  check_columns(
      "ptx_floats", in,
      {
          {"add", [&](unsigned i) { return is_number(i) ? bits_of(in[i] + 1.0f) : 1u; }},
          {"fma.rz",
           [&](unsigned i) {
             const double exact = static_cast<double>(in[i]) * in[i] + in[i];
             auto nearest = static_cast<float>(exact);
             if (std::fabs(nearest) > std::fabs(exact)) nearest = std::nextafter(nearest, 0.0f);
             return is_number(i) ? bits_of(nearest) : 1u;
           }},
          {"cvt.rni.s32",
           [&](unsigned i) { return static_cast<unsigned>(clamped(std::nearbyint(in[i]), -0x1p31, 0x1p31 - 1)); }},
          {"cvt.rzi.u32", [&](unsigned i) { return static_cast<unsigned>(clamped(std::trunc(in[i]), 0, 0x1p32 - 1)); }},
          // A NaN becomes the number whose highest bit alone is set, because one of the two types has 64 bits.
          {"cvt.rzi.s64, high",
           [&](unsigned i) {
             return is_number(i) ? static_cast<unsigned>(static_cast<long long>(in[i]) >> 32) : 0x80000000u;
           }},
          {"cvt.rzi.s64, low",
           [&](unsigned i) { return is_number(i) ? static_cast<unsigned>(static_cast<long long>(in[i])) : 0u; }},
          {"cvt.rzi.s32.f64",
           [&](unsigned i) {
             const double value = in[i];
             return is_number(i) ? static_cast<unsigned>(clamped(std::trunc(value), -0x1p31, 0x1p31 - 1)) : 0x80000000u;
           }},
          {"cvt.f16", [&](unsigned i) { return is_number(i) ? half(i) : 1u; }},
          {"cvt.f32.f16",
           [&](unsigned i) { return is_number(i) ? bits_of(static_cast<float>(half_value(half(i)))) : 1u; }},
          {"f16x2", [&](unsigned i) { return is_number(i) ? unsigned{half(i)} << 16 | half_bits(2.0L) : 1u; }},
          {"max", [&](unsigned i) { return bits_of(in[i] > 0.5f ? in[i] : 0.5f); }},
          {"mov", [&](unsigned i) { return bits_of(in[i]); }},
          {"sat", [&](unsigned i) { return bits_of(is_number(i) ? std::min(std::max(in[i], 0.0f), 1.0f) : 0.0f); }},
      });
}
