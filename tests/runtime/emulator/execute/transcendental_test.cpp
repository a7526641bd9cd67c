// Exponentials, logarithms, reciprocals, roots, sines and cosines, compared with the host's functions in long double.
#include "runtime/emulator/execute/float_cases.hpp"

namespace rocm_bindgen::emulator {
namespace {

using namespace cases;

const std::vector<std::string> kProcessors = {"gfx90a", "gfx1100"};

constexpr long double kPi = 3.14159265358979323846264338327950288L;

long double sine(long double turns) {
  return std::sin(2 * kPi * std::fmod(turns, 1.0L));
}
long double cosine(long double turns) {
  return std::cos(2 * kPi * std::fmod(turns, 1.0L));
}
long double reciprocal(long double x) {
  return 1 / x;
}
long double reciprocal_root(long double x) {
  return 1 / std::sqrt(x);
}
long double exponential(long double x) {
  return std::exp2(x);
}
long double logarithm(long double x) {
  return std::log2(x);
}
long double root(long double x) {
  return std::sqrt(x);
}

struct Function {
  std::string name;
  long double (*exact)(long double);
  bool flushes;  ///< subnormal f32 numbers are flushed
};

const std::vector<Function> kFunctions = {
    {"exp", exponential, true}, {"log", logarithm, true}, {"rcp", reciprocal, true}, {"rsq", reciprocal_root, true},
    {"sqrt", root, true},       {"sin", sine, false},     {"cos", cosine, false},
};

float without_denormal(float x) {
  return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0f, x) : x;
}

/// Accepts an error of one unit in the last place or, if that is less, half of the smallest number.
bool is_close(float found, long double exact) {
  const auto nearest = static_cast<float>(exact);
  if (found == nearest) return true;
  if (!std::isfinite(found) || !std::isfinite(nearest)) return false;
  const long double unit = std::fabs(std::nextafter(nearest, INFINITY) - static_cast<long double>(nearest));
  return std::fabs(found - exact) <= unit;
}

std::vector<Words> many32() {
  std::vector<Words> columns = {edges32()};
  append(columns, random_columns<std::uint32_t>(1, 8192));
  // Arguments for which the functions are neither zero nor infinite. Most quotients by 29 are inexact.
  for (int n = -4096; n < 4096; ++n) columns[0].push_back(bits(static_cast<float>(n) / 29));
  for (const float x : {-126.0f, -126.5f, -127.0f, -149.0f, -150.0f, 127.99999f, 128.0f, 0.25f, 0.5f, 0.75f, 1.0f,
                        -0.25f, -0.5f, 255.5f, 256.25f, 1000.25f, 1e30f})
    columns[0].push_back(bits(x));
  return columns;
}

}  // namespace

TEST_CASE("transcendental: f32 results are within one unit in the last place", "[transcendental]") {
  const auto columns = many32();
  for (const auto& processor : kProcessors)
    for (const auto& function : kFunctions) {
      const auto found = results<std::uint32_t>(processor, "v_" + function.name + "_f32 v0, v1", columns);
      check_each(processor + " " + function.name, columns, found, [&](std::size_t row) {
        float x = f32(columns[0][row]);
        if (std::isnan(x)) return found[row] == nan32({columns[0][row]});
        if (function.flushes) x = without_denormal(x);
        const auto exact = function.exact(x);
        if (std::isnan(exact)) return found[row] == kInvalid32;
        const float result = f32(found[row]);
        if (function.flushes && std::fabs(exact) < 0x1p-126L)
          return without_denormal(result) == result && std::fabs(result) <= 0x1p-126f;
        // The host's result for quarter turns is not exactly 0, because their values in radians are rounded.
        if (std::fabs(exact) < 0x1p-60L && !function.flushes && std::fabs(x) >= 0.25f) return result == 0;
        return is_close(result, exact);
      });
    }
}

TEST_CASE("transcendental: f32 results are exact at the edges", "[transcendental]") {
  // The functional examples of the ISA documents, except for the sign of NaNs: -inf, -1, -0, 0, 1, inf, 4 and -2.
  const Words x = {0xff800000, 0xbf800000, 0x80000000, 0x00000000, 0x3f800000, 0x7f800000, 0x40800000, 0xc0000000};
  const std::vector<std::pair<std::string, Words>> expected = {
      {"exp", {0x00000000, 0x3f000000, 0x3f800000, 0x3f800000, 0x40000000, 0x7f800000, 0x41800000, 0x3e800000}},
      {"log", {kInvalid32, kInvalid32, 0xff800000, 0xff800000, 0x00000000, 0x7f800000, 0x40000000, kInvalid32}},
      {"rcp", {0x80000000, 0xbf800000, 0xff800000, 0x7f800000, 0x3f800000, 0x00000000, 0x3e800000, 0xbf000000}},
      {"rcp_iflag", {0x80000000, 0xbf800000, 0xff800000, 0x7f800000, 0x3f800000, 0x00000000, 0x3e800000, 0xbf000000}},
      {"rsq", {kInvalid32, kInvalid32, 0xff800000, 0x7f800000, 0x3f800000, 0x00000000, 0x3f000000, kInvalid32}},
      {"sqrt", {kInvalid32, kInvalid32, 0x80000000, 0x00000000, 0x3f800000, 0x7f800000, 0x40000000, kInvalid32}},
      {"sin", {kInvalid32, 0x00000000, 0x80000000, 0x00000000, 0x00000000, kInvalid32, 0x00000000, 0x00000000}},
      {"cos", {kInvalid32, 0x3f800000, 0x3f800000, 0x3f800000, 0x3f800000, kInvalid32, 0x3f800000, 0x3f800000}}};
  const Words quarters = {bits(0.25f),   bits(0.5f),      bits(0.75f), bits(-0.25f),
                          bits(255.25f), bits(-1000.75f), 0xff7fffff};
  for (const auto& processor : kProcessors) {
    for (const auto& [name, values] : expected) {
      INFO(processor << " " << name);
      CHECK(results<std::uint32_t>(processor, "v_" + name + "_f32 v0, v1", std::vector<Words>{x}) == values);
    }
    CHECK(results<std::uint32_t>(processor, "v_sin_f32 v0, v1", std::vector<Words>{quarters}) ==
          Words{0x3f800000, 0x00000000, 0xbf800000, 0xbf800000, 0x3f800000, 0x3f800000, 0x00000000});
    CHECK(results<std::uint32_t>(processor, "v_cos_f32 v0, v1", std::vector<Words>{quarters}) ==
          Words{0x00000000, 0xbf800000, 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x3f800000});
  }
}

TEST_CASE("transcendental: f32 flushes subnormal numbers in every mode, except for sines", "[transcendental]") {
  // The smallest number, the largest subnormal one, negative, and 2^127 and -2^127, whose reciprocals are subnormal.
  const std::vector<Words> columns = {{0x00000001, 0x807fffff, 0x7f000000, 0xff000000}};
  for (const auto& processor : kProcessors) {
    const auto run = [&](const std::string& name) {
      return results<std::uint32_t>(processor, "v_" + name + "_f32 v0, v1", columns);
    };
    CHECK(run("rcp") == Words{0x7f800000, 0xff800000, 0x00000000, 0x80000000});
    CHECK(run("rsq")[0] == 0x7f800000);
    CHECK(run("rsq")[1] == 0xff800000);
    CHECK(run("sqrt")[0] == 0x00000000);
    CHECK(run("sqrt")[1] == 0x80000000);
    CHECK(run("log")[0] == 0xff800000);
    CHECK(run("sin")[0] == 0x00000006);  // 2 pi times the smallest number
    CHECK(results<std::uint32_t>(processor, "v_exp_f32 v0, v1", std::vector<Words>{{bits(-127.0f), bits(-126.0f)}}) ==
          Words{0x00000000, 0x00800000});
  }
}

TEST_CASE("transcendental: f16 results of every half are within one unit", "[transcendental]") {
  std::vector<Words> columns(1);
  for (std::uint32_t half = 0; half < 0x10000; ++half) columns[0].push_back(half);
  for (const auto& processor : kProcessors)
    for (const auto& function : kFunctions) {
      const auto found = results<std::uint32_t>(processor, "v_" + function.name + "_f16 v0, v1", columns);
      check_each(processor + " " + function.name, columns, found, [&](std::size_t row) {
        const auto half = columns[0][row], result = found[row] & 0xffff;
        if (is_nan16(half)) return result == nan16({half});
        auto exact = function.exact(f16(half));
        if (std::isnan(exact)) return result == kInvalid16;
        // The host's sines and cosines of quarter turns are not exactly 0. The sine of -0 (0x8000) is -0.
        if (std::fabs(exact) < 0x1p-60L && !function.flushes && half != 0x8000) exact = 0;
        // The result is the nearest half or one of its neighbours, or, if it is 0, a zero of either sign. Neighbours of
        // the same sign differ by 1 as integers.
        const auto nearest = rounded_half(exact);
        return result == nearest || (((result ^ nearest) & 0x8000) == 0 && std::abs(int(result) - int(nearest)) <= 1) ||
               ((result & 0x7fff) == 0 && (nearest & 0x7fff) == 0 && exact == 0);
      });
    }
}

TEST_CASE("transcendental: f64 results are within one unit", "[transcendental]") {
  std::vector<Longs> columns = {edges64()};
  append(columns, random_columns<std::uint64_t>(1, 8192));
  for (const auto& processor : kProcessors)
    for (const auto& [name, exact] : std::vector<std::pair<std::string, long double (*)(long double)>>{
             {"rcp", reciprocal}, {"rsq", reciprocal_root}, {"sqrt", root}}) {
      const auto found = results<std::uint64_t>(processor, "v_" + name + "_f64 v[0:1], v[2:3]", columns);
      check_each(processor + " " + name, columns, found, [&, function = exact](std::size_t row) {
        const auto result = function(f64(columns[0][row]));
        if (std::isnan(result)) return found[row] == nan64({columns[0][row]});
        const auto nearest = static_cast<double>(result);
        return f64(found[row]) == nearest || f64(found[row]) == std::nextafter(nearest, -INFINITY) ||
               f64(found[row]) == std::nextafter(nearest, INFINITY);
      });
    }
}

TEST_CASE("transcendental: Newton's steps of the device libraries' square root find the nearest double",
          "[transcendental]") {
  // The steps are s = x * rsq(x), h = rsq(x) / 2, and two corrections.
  const std::string assembly =
      "v_rsq_f64 v[8:9], v[2:3]\n"
      "v_mul_f64 v[10:11], v[2:3], v[8:9]\n"
      "v_mul_f64 v[8:9], v[8:9], 0.5\n"
      "v_fma_f64 v[12:13], -v[8:9], v[10:11], 0.5\n"
      "v_fma_f64 v[10:11], v[10:11], v[12:13], v[10:11]\n"
      "v_fma_f64 v[8:9], v[8:9], v[12:13], v[8:9]\n"
      "v_fma_f64 v[12:13], -v[10:11], v[10:11], v[2:3]\n"
      "v_fma_f64 v[0:1], v[12:13], v[8:9], v[10:11]";
  auto columns = random_columns<std::uint64_t>(1, 4096);
  for (auto& x : columns[0]) x = (x & 0x0fffffffffffffff) | 0x3000000000000000;  // positive, 2^-255 to 2
  for (const auto& processor : kProcessors)
    check_bits(processor, columns, results<std::uint64_t>(processor, assembly, columns),
               [](std::uint64_t x) { return bits(std::sqrt(f64(x))); });
}

TEST_CASE("transcendental: gfx12 computes on scalar registers independently of EXEC", "[transcendental]") {
  const auto run = [](const std::string& text, std::uint32_t source) {
    Snippet snippet("gfx1201", text);
    snippet.set_scalar(2, source).set_scalar(1, kOld).wave().set_exec(0);
    return snippet.run().scalar(1);
  };
  CHECK(run("v_s_exp_f32 s1, s2", bits(3.0f)) == bits(8.0f));
  CHECK(run("v_s_log_f32 s1, s2", bits(0.125f)) == bits(-3.0f));
  CHECK(run("v_s_rcp_f32 s1, -|s2|", bits(4.0f)) == bits(-0.25f));
  CHECK(run("v_s_rcp_f32 s1, s2 mul:2", bits(4.0f)) == bits(0.5f));
  CHECK(run("v_s_rsq_f32 s1, s2", bits(16.0f)) == bits(0.25f));
  CHECK(run("v_s_sqrt_f32 s1, s2", bits(-1.0f)) == kInvalid32);
  CHECK(run("v_s_sqrt_f32 s1, s2", 0x00000001) == 0);
  // The same on halves: 2^3 (the upper half of the source is ignored), log2(1/8), 1/4, 1/sqrt(16), sqrt(16).
  CHECK(run("v_s_exp_f16 s1, s2", 0x55554200) == 0x4800);
  CHECK(run("v_s_log_f16 s1, s2", 0x3000) == 0xc200);
  CHECK(run("v_s_rcp_f16 s1, s2", 0x4400) == 0x3400);
  CHECK(run("v_s_rsq_f16 s1, s2", 0x4c00) == 0x3400);
  CHECK(run("v_s_sqrt_f16 s1, s2", 0x4c00) == 0x4400);
}

}  // namespace rocm_bindgen::emulator
