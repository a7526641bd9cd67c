// The C library on the device, compared with the host's in long double. Each bound is the larger of the one that NVIDIA
// documents (CUDA C++ Programming Guide, "Mathematical Functions") and the one that OpenCL requires of AMD's library.
#include <cmath>
#include <string>
#include <vector>

#include "runtime/emulator/probes/compare.hpp"
#include "runtime/emulator/probes/math_reference.hpp"
#include "runtime/emulator/probes/numbers.hpp"
#include "runtime/emulator/probes/probe.hpp"
#include "support/catch.hpp"

using namespace probe;

namespace {

using Real = long double;

/// A function that a kernel evaluates, and its bounds for float and double.
struct Function {
  const char* name;
  Real (*reference)(Real);
  double ulps32;
  double ulps64;
  bool (*defined)(Real) = [](Real) { return true; };  ///< where the function is compared
};

template <class T>
std::string suffixed(const char* name) {
  return std::string(name) + (sizeof(T) == 4 ? "_f32" : "_f64");
}

template <class T>
double bound(const Function& function) {
  return sizeof(T) == 4 ? function.ulps32 : function.ulps64;
}

/// Runs `kernel` on the inputs and compares each of its columns.
template <class T>
void check_functions(const char* kernel, const std::vector<T>& inputs, const std::vector<Function>& functions) {
  const auto in = upload(inputs);
  const auto out = unwritten<T>(inputs.size() * functions.size());
  run(suffixed<T>(kernel), threads_for(inputs.size()), static_cast<unsigned>(inputs.size()), in, out);
  const auto results = out.to_vector();
  for (std::size_t f = 0; f < functions.size(); ++f) {
    std::vector<Real> actual, expected;
    std::vector<T> arguments;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const Real x = inputs[i];
      if (!functions[f].defined(x)) continue;
      arguments.push_back(inputs[i]);
      actual.push_back(results[f * inputs.size() + i]);
      expected.push_back(functions[f].reference(x));
    }
    check_close(functions[f].name, actual, expected, format_of<T>(), bound<T>(functions[f]),
                [&](std::size_t i) { return text_of(arguments[i]); });
  }
}

constexpr std::size_t kCount = 1500;

}  // namespace

#define FOR_BOTH_WIDTHS(NAME) TEMPLATE_TEST_CASE(NAME, "", float, double)

FOR_BOTH_WIDTHS("probe: exponentials") {
  using T = TestType;
  Random random(1);
  const double limit = sizeof(T) == 4 ? 110 : 760;  // exp() is infinite above the limit, and 0 below -limit
  auto inputs = filled(special_values<T>(), kCount, [&] { return random.uniform(-limit, limit); });
  inputs = filled(inputs, 2 * kCount, [&] { return random.any_size(1e-12, limit); });
  check_functions<T>("exponentials", inputs,
                     {{"exp", [](Real x) { return std::exp(x); }, 2, 2},
                      {"exp2", [](Real x) { return std::exp2(x); }, 2, 2},
                      {"exp10", [](Real x) { return std::pow(10.0L, x); }, 2, 2},
                      {"expm1", [](Real x) { return std::expm1(x); }, 3, 3},
                      {"sinh", [](Real x) { return std::sinh(x); }, 4, 4},
                      {"cosh", [](Real x) { return std::cosh(x); }, 4, 4},
                      {"tanh", [](Real x) { return std::tanh(x); }, 5, 5}});
}

FOR_BOTH_WIDTHS("probe: logarithms and roots") {
  using T = TestType;
  Random random(2);
  const double largest = sizeof(T) == 4 ? 1e38 : 1e300;
  auto inputs = filled(special_values<T>(), kCount, [&] { return std::fabs(random.any_size(1 / largest, largest)); });
  inputs = filled(inputs, 2 * kCount, [&] { return random.uniform(0.5, 2); });
  inputs = filled(inputs, 2 * kCount + 300, [&] { return random.any_size(1e-10, 100); });
  check_functions<T>("logarithms", inputs,
                     // sqrt() is rounded correctly, so it is off by up to half a unit. The reference is rounded too.
                     {{"log", [](Real x) { return std::log(x); }, 3, 3},
                      {"log2", [](Real x) { return std::log2(x); }, 3, 3},
                      {"log10", [](Real x) { return std::log10(x); }, 3, 3},
                      {"log1p", [](Real x) { return std::log1p(x); }, 2, 2},
                      {"sqrt", [](Real x) { return std::sqrt(x); }, 0.5001, 0.5001},
                      {"rsqrt", [](Real x) { return 1 / std::sqrt(x); }, 2, 2},
                      {"cbrt", [](Real x) { return std::cbrt(x); }, 2, 2},
                      {"rcbrt", [](Real x) { return 1 / std::cbrt(x); }, 2, 2},
                      {"asinh", [](Real x) { return std::asinh(x); }, 4, 4},
                      {"acosh", [](Real x) { return std::acosh(x); }, 4, 4}});
}

FOR_BOTH_WIDTHS("probe: trigonometry with large arguments") {
  using T = TestType;
  Random random(3);
  const double largest = sizeof(T) == 4 ? 3e38 : 1e308;
  auto inputs = filled(special_values<T>(), kCount, [&] { return random.any_size(1, largest); });
  // The double that is closest to a multiple of a quarter turn is not tested, because AMD's library reduces with only
  // 159 bits of 2/pi.
  for (const double x : {1e10, 1e300, 1e22, 3.0e38, 1.5707963267948966, 3.141592653589793})
    if (x < largest) inputs.push_back(static_cast<T>(x));
  inputs = filled(inputs, 2 * kCount, [&] { return random.uniform(-100, 100); });
  inputs = filled(inputs, 2 * kCount + 500, [&] { return random.any_size(1e-10, 1e5); });
  check_functions<T>("trigonometry", inputs,
                     {{"sin", [](Real x) { return std::sin(x); }, 2, 2},
                      {"cos", [](Real x) { return std::cos(x); }, 2, 2},
                      {"tan", [](Real x) { return std::tan(x); }, 5, 5},
                      {"sincos: sine", [](Real x) { return std::sin(x); }, 2, 2},
                      {"sincos: cosine", [](Real x) { return std::cos(x); }, 2, 2},
                      {"sinpi", sinpi, 2, 2},
                      {"cospi", cospi, 2, 2},
                      {"sincospi: sine", sinpi, 2, 2},
                      {"sincospi: cosine", cospi, 2, 2}});
}

FOR_BOTH_WIDTHS("probe: inverse functions") {
  using T = TestType;
  Random random(4);
  auto inputs = filled(special_values<T>(), kCount, [&] { return random.uniform(-1, 1); });
  inputs = filled(inputs, kCount + 300, [&] { return random.any_size(1e-8, 1); });
  inputs = filled(inputs, kCount + 600, [&] { return 1 - std::fabs(random.any_size(1e-16, 0.1)); });
  inputs = filled(inputs, kCount + 900, [&] { return random.any_size(1, 1e20); });
  check_functions<T>("inverse_trigonometry", inputs,
                     {{"asin", [](Real x) { return std::asin(x); }, 4, 4},
                      {"acos", [](Real x) { return std::acos(x); }, 4, 4},
                      {"atan", [](Real x) { return std::atan(x); }, 5, 5},
                      {"atanh", [](Real x) { return std::atanh(x); }, 5, 5},
                      {"erfinv", erfinv, 8, 8}});
}

FOR_BOTH_WIDTHS("probe: error and gamma functions") {
  using T = TestType;
  Random random(5);
  const double limit = sizeof(T) == 4 ? 36 : 180;  // tgamma() of larger numbers is infinite
  auto inputs = filled(special_values<T>(), kCount, [&] { return random.uniform(-8, 8); });
  inputs = filled(inputs, kCount + 600, [&] { return random.uniform(0, limit); });
  inputs = filled(inputs, kCount + 900, [&] { return random.any_size(1e-8, 30); });
  // lgamma() is 0 at 1, at 2 and between its poles. Close to a zero, no bound in units of the result holds.
  const auto away_from_zeros = [](Real x) { return x > 3 || (x >= 0 && x < 0.75L) || std::isnan(x); };
  const auto no_pole = [](Real x) { return !(x <= 0) || (x > -20 && x != std::floor(x)); };
  check_functions<T>("special_functions", inputs,
                     {{"erf", [](Real x) { return std::erf(x); }, 16, 16},
                      {"erfc", [](Real x) { return std::erfc(x); }, 16, 16},
                      {"lgamma", [](Real x) { return std::lgamma(x); }, 6, 6, away_from_zeros},
                      // In float, AMD's library loses this much by powers of a rounded sum for negative arguments.
                      {"tgamma", [](Real x) { return std::tgamma(x); }, 32, 16, no_pole},
                      {"normcdf", normcdf, 16, 16}});
}

FOR_BOTH_WIDTHS("probe: powers and lengths") {
  using T = TestType;
  Random random(6);
  std::vector<T> left, right;
  for (const T x : special_values<T>())
    for (const T y : special_values<T>()) {
      left.push_back(x);
      right.push_back(y);
    }
  left = filled(left, 3000, [&] { return random.any_size(1e-6, 1e6); });
  right = filled(right, 3000, [&] { return random.uniform(-7, 7); });
  left = filled(left, 3500, [&] { return random.any_size(1e-30, 1e30); });
  right = filled(right, 3500, [&] { return random.any_size(1e-30, 1e30); });
  const std::size_t count = left.size();
  const auto out = unwritten<T>(5 * count);
  run(suffixed<T>("two_operands"), threads_for(count), static_cast<unsigned>(count), upload(left), upload(right), out);
  const auto results = out.to_vector();
  struct {
    const char* name;
    Real (*reference)(Real, Real);
    double ulps;
  } const functions[] = {
      {"pow", [](Real x, Real y) { return std::pow(std::fabs(x), y); }, 16},
      {"atan2", [](Real x, Real y) { return std::atan2(x, y); }, 6},
      {"hypot", [](Real x, Real y) { return std::hypot(x, y); }, 4},
      {"rhypot", [](Real x, Real y) { return 1 / std::hypot(x, y); }, 4},
      {"norm3d", [](Real x, Real y) { return std::hypot(std::hypot(x, y), 1.0L); }, 4},
  };
  for (std::size_t f = 0; f < 5; ++f) {
    std::vector<Real> expected;
    for (std::size_t i = 0; i < count; ++i) expected.push_back(functions[f].reference(left[i], right[i]));
    check_close(functions[f].name, widened(column(results, f, count)), expected, format_of<T>(), functions[f].ulps,
                [&](std::size_t i) { return text_of(left[i]) + ", " + text_of(right[i]); });
  }
}

FOR_BOTH_WIDTHS("probe: operations that are exact or rounded once") {
  using T = TestType;
  Random random(7);
  std::vector<T> left, right;
  for (const T x : special_values<T>())
    for (const T y : special_values<T>()) {
      left.push_back(x);
      right.push_back(y);
    }
  const double largest = sizeof(T) == 4 ? 1e37 : 1e300;
  left = filled(left, 2500, [&] { return random.any_size(1 / largest, largest); });
  right = filled(right, 2500, [&] { return random.any_size(1 / largest, largest); });
  left = filled(left, 4000, [&] { return random.any_size(0.01, 100); });
  right = filled(right, 4000, [&] { return random.any_size(0.01, 100); });
  const std::size_t count = left.size();
  using Binary = T (*)(T, T);
  // fmax() and fmin() of two zeros, and nextafter() of the smallest number, may be a zero of either sign.
  const auto plus_zero = [](T x) { return x == 0 ? T(0) : x; };
  const std::vector<std::pair<const char*, Binary>> functions = {
      {"+", [](T x, T y) { return x + y; }},
      {"-", [](T x, T y) { return x - y; }},
      {"*", [](T x, T y) { return x * y; }},
      {"/", [](T x, T y) { return x / y; }},
      {"fma", [](T x, T y) { return std::fma(x, y, x); }},
      {"sqrt", [](T x, T) { return std::sqrt(std::fabs(x)); }},
      {"fmod", [](T x, T y) { return std::fmod(x, y); }},
      {"remainder", [](T x, T y) { return std::remainder(x, y); }},
      {"fdim", [](T x, T y) { return std::fdim(x, y); }},
      {"fmax", [](T x, T y) { return std::fmax(x, y); }},
      {"fmin", [](T x, T y) { return std::fmin(x, y); }},
      {"copysign", [](T x, T y) { return std::copysign(x, y); }},
      {"nextafter", [](T x, T y) { return std::nextafter(x, y); }},
      {"logb", [](T x, T) { return std::logb(x); }},
      {"<", [](T x, T y) { return T(x < y); }},
      {"<=", [](T x, T y) { return T(x <= y); }},
      {"==", [](T x, T y) { return T(x == y); }},
      {"!=", [](T x, T y) { return T(x != y); }},
      {"not <", [](T x, T y) { return T(!(x < y)); }},
  };
  const auto out = unwritten<T>(functions.size() * count);
  run(suffixed<T>("exact_operations"), threads_for(count), static_cast<unsigned>(count), upload(left), upload(right),
      out);
  const auto results = out.to_vector();
  for (std::size_t f = 0; f < functions.size(); ++f) {
    auto actual = column(results, f, count);
    std::vector<T> expected;
    for (std::size_t i = 0; i < count; ++i) expected.push_back(functions[f].second(left[i], right[i]));
    if (const std::string name = functions[f].first; name == "fmax" || name == "fmin" || name == "nextafter") {
      for (auto& value : actual) value = plus_zero(value);
      for (auto& value : expected) value = plus_zero(value);
    }
    check_equal(functions[f].first, actual, expected,
                [&](std::size_t i) { return text_of(left[i]) + ", " + text_of(right[i]); });
  }
}

FOR_BOTH_WIDTHS("probe: rounding and parts of numbers") {
  using T = TestType;
  Random random(8);
  std::vector<T> inputs;
  for (const T x : special_values<T>())
    if (std::isfinite(x)) inputs.push_back(x);
  for (int i = -21; i <= 21; ++i) inputs.push_back(T(i) / 2);
  inputs = filled(inputs, 600, [&] { return random.uniform(-50, 50); });
  inputs = filled(inputs, 1200, [&] { return random.any_size(sizeof(T) == 4 ? 1e-44 : 1e-320, 1e30); });
  const std::size_t count = inputs.size();
  const auto whole = [](T x) {
    T part;
    std::modf(x, &part);
    return part;
  };
  const auto fraction = [](T x) {
    T part;
    return std::modf(x, &part);
  };
  // Only the sign and the lowest three bits of remquo()'s quotient are specified.
  const auto quotient = [](T x) {
    int value;
    std::remquo(x, T(0.75), &value);
    return value;
  };
  const auto exponent = [](T x) {
    int value;
    std::frexp(x, &value);
    return value;
  };
  const auto mantissa = [](T x) {
    int value;
    return std::frexp(x, &value);
  };
  const std::vector<std::pair<const char*, std::function<T(T)>>> functions = {
      {"floor", [](T x) { return std::floor(x); }},
      {"ceil", [](T x) { return std::ceil(x); }},
      {"trunc", [](T x) { return std::trunc(x); }},
      {"rint", [](T x) { return std::rint(x); }},
      {"nearbyint", [](T x) { return std::nearbyint(x); }},
      {"round", [](T x) { return std::round(x); }},
      {"frexp", mantissa},
      {"frexp's exponent", [&](T x) { return T(exponent(x)); }},
      {"modf", fraction},
      {"modf's whole", whole},
      {"ldexp 3", [](T x) { return std::ldexp(x, 3); }},
      {"ldexp -70", [](T x) { return std::ldexp(x, -70); }},
      {"ldexp, denormal", [&](T x) { return std::ldexp(mantissa(x), sizeof(T) == 4 ? -140 : -1060); }},
      {"remquo", [](T x) { return std::remainder(x, T(0.75)); }},
      {"remquo's quotient", [&](T x) { return T(std::abs(quotient(x)) & 7); }},
      {"remquo's sign", [&](T x) { return T(quotient(x) < 0 && (quotient(x) & 7) != 0); }},
      {"ilogb", [](T x) { return T(std::ilogb(x)); }},
  };
  const auto out = unwritten<T>(functions.size() * count);
  run(suffixed<T>("rounding_and_parts"), threads_for(count), static_cast<unsigned>(count), upload(inputs), out);
  const auto results = out.to_vector();
  for (std::size_t f = 0; f < functions.size(); ++f) {
    auto actual = column(results, f, count);
    std::vector<T> expected;
    for (std::size_t i = 0; i < count; ++i) expected.push_back(functions[f].second(inputs[i]));
    // ilogb(0) is FP_ILOGB0, which may differ between libraries.
    if (functions[f].first == std::string("ilogb"))
      for (std::size_t i = 0; i < count; ++i)
        if (inputs[i] == 0) actual[i] = expected[i] = 0;
    check_equal(functions[f].first, actual, expected, [&](std::size_t i) { return text_of(inputs[i]); });
  }
}

TEST_CASE("probe: fast approximations") {
  Random random(9);
  const auto inputs = filled<float>(2000, [&] { return std::fabs(random.any_size(0.01, 30)); });
  const std::size_t count = inputs.size();
  // Where the CUDA C++ Programming Guide ("Intrinsic Functions") has a bound, the one here is not smaller. The error of
  // __expf, for example, grows with its argument: it may be 37 units in the last place for 30, the largest argument
  // here.
  struct {
    const char* name;
    Real (*reference)(Real);
    Real relative, absolute;  ///< one of the bounds must be met
    Real largest = 1000;      ///< the largest argument with a bound
  } const functions[] = {
      {"__expf", [](Real x) { return std::exp(x); }, 0x1p-17L, 0},
      {"__exp10f", [](Real x) { return std::pow(10.0L, x); }, 0x1p-16L, 0},
      {"__logf", [](Real x) { return std::log(x); }, 0x1p-21L, 0x1p-20L},
      {"__log2f", [](Real x) { return std::log2(x); }, 0x1p-21L, 0x1p-20L},
      {"__log10f", [](Real x) { return std::log10(x); }, 0x1p-21L, 0x1p-20L},
      {"__sinf", [](Real x) { return std::sin(x); }, 0, 0x1p-20L, 3.14L},
      {"__cosf", [](Real x) { return std::cos(x); }, 0, 0x1p-20L, 3.14L},
      {"__fdividef", [](Real x) { return 1 / x; }, 0x1p-21L, 0},
      {"__powf", [](Real x) { return std::pow(x, 1.5L); }, 0x1p-17L, 0},
      {"__frsqrt_rn", [](Real x) { return 1 / std::sqrt(x); }, 0x1p-22L, 0},
  };
  const auto out = unwritten<float>(10 * count);
  run("fast_math", threads_for(count), static_cast<unsigned>(count), upload(inputs), out);
  const auto results = out.to_vector();
  for (std::size_t f = 0; f < 10; ++f) {
    std::vector<Real> actual, expected, allowed;
    for (std::size_t i = 0; i < count; ++i) {
      if (inputs[i] > functions[f].largest) continue;
      const Real value = functions[f].reference(inputs[i]);
      actual.push_back(results[f * count + i]);
      expected.push_back(value);
      allowed.push_back(std::max(functions[f].relative * std::fabs(value), functions[f].absolute));
    }
    check_within(functions[f].name, actual, expected, allowed);
  }
}
