#include <functional>
#include <utility>

#include "../../kernels/candle/affine.cu"
#include "../../kernels/candle/unary.cu"
#include "host_launch.hpp"

namespace {

using reference::edge_values;
using reference::Element;
using reference::kBits;
using reference::normcdf_of;
using reference::Real;
using reference::sigmoid_of;

// A kernel with its parameters bound, so that all kernels of one element type are called in the same way.
template <class T>
struct Case {
  using Run = std::function<void(const launcher::Geometry&, const std::vector<launcher::Region>&, size_t, size_t,
                                 const size_t*, const T*, T*)>;
  std::string name;
  Run run;
  std::function<T(T)> expected;
  int64_t ulps;
};

// The values of the operands and the expected result of each.
template <class T>
struct Table {
  std::vector<T> values;
  std::vector<T> expected;
};

template <class T>
void check_scene(const Case<T>& test, const host::Scene& scene, const Table<T>& table, bool in_place,
                 const std::vector<launcher::Geometry>& geometries) {
  const size_t numel = scene.numel();
  const std::vector<uint32_t> choice = host::choice(scene.reach(0), table.values.size(), 0);
  // It starts from another value than `in`, so that the two differ.
  const std::vector<uint32_t> choice_in_place = host::choice(numel, table.values.size(), 5);
  const std::vector<T> in = host::chosen(choice, table.values);
  const host::Sizes info = scene.info(1);
  const auto operand = [&](size_t i) { return in_place ? choice_in_place[i] : choice[scene.offsets[0][i]]; };
  for (const launcher::Geometry& geometry : geometries) {
    host::Output<T> out(scene.out_start, numel);
    // In place, the operand is the result's own buffer, in its own order.
    for (size_t i = 0; i < numel && in_place; ++i) out.data()[i] = table.values[operand(i)];
    test.run(geometry, {launcher::region(in), launcher::region(info), out.region()}, numel, scene.dims.size(),
             scene.info_pointer(info), in_place ? nullptr : in.data() + scene.start(0), out.data());
    INFO(test.name << ": " << scene.name << (in_place ? ", in place, " : ", ") << host::described(geometry));
    host::check_result(
        out, test.ulps, [&](size_t i) { return table.expected[operand(i)]; },
        [&](size_t i) {
          return std::vector<double>{static_cast<double>(Element<T>::value(table.values[operand(i)]))};
        });
  }
}

template <class T>
void check_scene(const Case<T>& test, const host::Scene& scene, const Table<T>& table, bool in_place) {
  check_scene(test, scene, table, in_place, launcher::geometries(scene.grid, scene.numel()));
}

template <class T>
Table<T> table_of(const Case<T>& test) {
  Table<T> table{edge_values<T>(), {}};
  for (const T x : table.values) table.expected.push_back(test.expected(x));
  return table;
}

template <class T>
void check_large_grids(const Case<T>& test) {
  for (const host::Scene& scene : host::scenes_of_large_grids())
    for (const bool in_place : {false, true})
      if (!in_place || scene.views.empty())
        check_scene(test, scene, table_of(test), in_place, host::large_grids(16 / sizeof(T), scene.views.empty()));
}

template <class T>
void check(const Case<T>& test) {
  const Table<T> table = table_of(test);
  check_scene(test, host::all_of(table.values.size()), table, false);
  // Large sizes run once per kernel, whatever the number of its parameters' values.
  static std::string last;
  const bool again = std::exchange(last, test.name) == test.name;
  for (const host::Scene& scene : host::scenes()) {
    if (scene.large() && again) continue;
    check_scene(test, scene, table, false);
    if (!scene.large() || scene.views.empty()) check_scene(test, scene, table, true);
  }
}

// Wraps a kernel as the `run` of a case. `pass_arguments` calls its first argument with the kernel's arguments: those
// of the launch, and any parameters in the position that the kernel's signature gives them.
template <class T, class... Parameters, class PassArguments>
typename Case<T>::Run bind(const std::string& name, void (*kernel)(Parameters...), PassArguments pass_arguments) {
  return [=](const launcher::Geometry& geometry, const std::vector<launcher::Region>& regions, size_t numel,
             size_t num_dims, const size_t* info, const T* in, T* out) {
    pass_arguments([&](auto... arguments) { launcher::run(name, kernel, geometry, regions, arguments...); }, numel,
                   num_dims, info, in, out);
  };
}
template <class T>
typename Case<T>::Run bind(const std::string& name, void (*kernel)(size_t, size_t, const size_t*, const T*, T*)) {
  return bind<T>(name, kernel, [](auto start, auto... arguments) { start(arguments...); });
}

template <class T>
struct Kernels {
  using Plain = void (*)(size_t, size_t, const size_t*, const T*, T*);
  using WithParam = void (*)(size_t, size_t, const size_t*, T, const T*, T*);

  struct PlainRow {
    const char* name;
    Plain kernel;
    Real (*expected)(Real);
    int64_t ulps_small;  // f16, bf16, e4m3: rounded once from float
    int64_t ulps_wide;   // f32, f64: the error of the C library, and what the formula amplifies
  };
  struct ParamRow {
    const char* name;
    WithParam kernel;
    Real (*expected)(Real x, Real param);
    std::vector<double> params;
    int64_t ulps_wide;
  };
};

// The limits that the contract gives for infinite operands.
Real weighted_by(Real x, Real weight) {
  return std::isinf(x) ? (x > 0 ? x : -0.0L) : x * weight;
}
Real gelu_of(Real x) {
  const Real u = std::sqrt(2 / std::acos(-1.0L)) * (x + 0.044715L * x * x * x);
  return weighted_by(x, sigmoid_of(2 * u));
}
Real sign_of(Real x) {
  return x > 0 ? 1 : x < 0 ? -1 : 0;
}

// Normcdf and both gelus may be wrong by 3000 units: for large negative x they amplify a rounding error of their
// argument, up to about 1500 times before the result becomes 0.
#define ROW(ROOT, SUFFIX, EXPECTED, SMALL, WIDE) \
  {#ROOT "_" #SUFFIX, ROOT##_##SUFFIX, [](Real x) -> Real { return EXPECTED; }, SMALL, WIDE}
#define PLAIN_ROWS(SUFFIX)                                            \
  {                                                                   \
      ROW(uneg, SUFFIX, -x, 0, 0),                                    \
      ROW(urecip, SUFFIX, 1 / x, 0, 0),                               \
      ROW(uexp, SUFFIX, std::exp(x), 1, 2),                           \
      ROW(ulog, SUFFIX, std::log(x), 1, 2),                           \
      ROW(usin, SUFFIX, std::sin(x), 1, 2),                           \
      ROW(ucos, SUFFIX, std::cos(x), 1, 2),                           \
      ROW(utanh, SUFFIX, std::tanh(x), 1, 3),                         \
      ROW(uerf, SUFFIX, std::erf(x), 1, 2),                           \
      ROW(uceil, SUFFIX, std::ceil(x), 0, 0),                         \
      ROW(ufloor, SUFFIX, std::floor(x), 0, 0),                       \
      ROW(uround, SUFFIX, std::round(x), 0, 0),                       \
      ROW(unormcdf, SUFFIX, normcdf_of(x), 1, 3000),                  \
      ROW(uabs, SUFFIX, std::fabs(x), 0, 0),                          \
      ROW(usqr, SUFFIX, x * x, 0, 0),                                 \
      ROW(usqrt, SUFFIX, std::sqrt(x), 0, 0),                         \
      ROW(ugelu, SUFFIX, gelu_of(x), 1, 3000),                        \
      ROW(ugelu_erf, SUFFIX, weighted_by(x, normcdf_of(x)), 1, 3000), \
      ROW(urelu, SUFFIX, x > 0 || std::isnan(x) ? x : 0, 0, 0),       \
      ROW(usilu, SUFFIX, weighted_by(x, sigmoid_of(x)), 1, 4),        \
      ROW(usign, SUFFIX, sign_of(x), 0, 0),                           \
      ROW(usigmoid, SUFFIX, sigmoid_of(x), 1, 4),                     \
  }
#define PARAM_ROWS(SUFFIX)                                                \
  {{"uelu_" #SUFFIX,                                                      \
    uelu_##SUFFIX,                                                        \
    [](Real x, Real p) -> Real { return x > 0 ? x : p * std::expm1(x); }, \
    {1.0, 0.5, -2.0},                                                     \
    3},                                                                   \
   {"upowf_" #SUFFIX,                                                     \
    upowf_##SUFFIX,                                                       \
    [](Real x, Real p) -> Real { return std::pow(x, p); },                \
    {2.0, 0.5, -1.5, 3.0, INFINITY, -INFINITY},                           \
    4}}

template <class T>
void check_rows(const std::vector<typename Kernels<T>::PlainRow>& rows,
                const std::vector<typename Kernels<T>::ParamRow>& param_rows) {
#define PLUS_ONE(...) +1
  REQUIRE(rows.size() == 0 ROCM_BINDGEN_UNARY_OPS(PLUS_ONE, , ));
  REQUIRE(param_rows.size() == 0 ROCM_BINDGEN_UNARY_OPS_WITH_NUMBER(PLUS_ONE, , ));
#undef PLUS_ONE
  for (const auto& row : rows) {
    const auto expected = [&row](T x) { return Element<T>::nearest(row.expected(Element<T>::value(x))); };
    // The reference of a double is itself rounded twice, first to long double.
    const int64_t wide = sizeof(T) == 8 ? std::max<int64_t>(row.ulps_wide, 1) : row.ulps_wide;
    check<T>({row.name, bind<T>(row.name, row.kernel), expected, sizeof(T) < 4 ? row.ulps_small : wide});
  }
  for (const auto& row : param_rows) {
    for (const double wanted : row.params) {
      const T param = Element<T>::nearest(wanted);
      const Real value = Element<T>::value(param);
      const auto run =
          bind<T>(row.name, row.kernel, [param](auto start, auto n, auto dims, auto info, auto in, auto out) {
            start(n, dims, info, param, in, out);
          });
      const auto expected = [&row, value](T x) {
        return Element<T>::nearest(row.expected(Element<T>::value(x), value));
      };
      check<T>({row.name, run, expected, sizeof(T) < 4 ? 1 : row.ulps_wide});
    }
  }
}

template <class T>
void check_copy(const std::string& name, typename Kernels<T>::Plain kernel) {
  check<T>({name, bind<T>(name, kernel), [](T x) { return x; }, kBits});
}

template <class T>
void check_affine(const std::string& name,
                  void (*kernel)(size_t, size_t, const size_t*, const T*, T*, const T, const T)) {
  const std::pair<double, double> factors_and_terms[] = {{0, 0},   {1, 0},    {0, 1},    {1, 1},      {3, -5},
                                                         {3, 0.3}, {-2, 0.3}, {-2, 200}, {0.75, 200}, {1e6, -5}};
  for (const auto& [m, a] : factors_and_terms) {
    const T mul = Element<T>::nearest(m);
    const T add = Element<T>::nearest(a);
    const auto run = bind<T>(name, kernel, [=](auto start, auto... arguments) { start(arguments..., mul, add); });
    const auto expected = [=](T x) {
      if constexpr (std::is_integral_v<T>) {
        return static_cast<T>(static_cast<uint64_t>(x) * static_cast<uint64_t>(mul) + static_cast<uint64_t>(add));
      } else {
        return Element<T>::nearest(Element<T>::value(x) * Element<T>::value(mul) + Element<T>::value(add));
      }
    };
    // One unit is permitted because the reference is rounded twice: to long double, and then to T.
    check<T>({name, run, expected, 1});
  }
}

}  // namespace

TEST_CASE("the reference agrees with the types' known values") {
  CHECK(reference::kHalf.value(0x7bff) == 65504);
  CHECK(reference::kBfloat16.value(0x0001) == std::ldexp(1.0L, -133));
  CHECK(reference::kE4m3.value(0x7e) == 448);
  CHECK(reference::kE4m3.value(0x01) == std::ldexp(1.0L, -9));
  CHECK(reference::kE4m3.nearest(464) == 0x7e);  // saturates at 448
  // 65520 is halfway between the largest half and 2^16, which is infinity; ties go to the even code.
  CHECK(reference::kHalf.nearest(65520) == 0x7c00);
  CHECK(reference::kHalf.nearest(65519.996L) == 0x7bff);
}

TEST_CASE("unary kernels, f32") {
  check_rows<float>(PLAIN_ROWS(f32), PARAM_ROWS(f32));
}
TEST_CASE("unary kernels, f64") {
  check_rows<double>(PLAIN_ROWS(f64), PARAM_ROWS(f64));
}
TEST_CASE("unary kernels, f16") {
  check_rows<__half>(PLAIN_ROWS(f16), PARAM_ROWS(f16));
}
TEST_CASE("unary kernels, bf16") {
  check_rows<__nv_bfloat16>(PLAIN_ROWS(bf16), PARAM_ROWS(bf16));
}
TEST_CASE("unary kernels, e4m3") {
  check_rows<__nv_fp8_e4m3>(PLAIN_ROWS(fp8_e4m3), PARAM_ROWS(fp8_e4m3));
}
TEST_CASE("unary kernels, e4m3 under the host's spelling") {
  check_rows<__nv_fp8_e4m3>(PLAIN_ROWS(f8e4m3), PARAM_ROWS(f8e4m3));
}

TEST_CASE("copies keep every bit") {
  check_copy<uint8_t>("ucopy_u8", ucopy_u8);
  check_copy<uint32_t>("ucopy_u32", ucopy_u32);
  check_copy<int64_t>("ucopy_i64", ucopy_i64);
  check_copy<__half>("ucopy_f16", ucopy_f16);
  check_copy<__nv_bfloat16>("ucopy_bf16", ucopy_bf16);
  check_copy<float>("ucopy_f32", ucopy_f32);
  check_copy<double>("ucopy_f64", ucopy_f64);
  check_copy<__nv_fp8_e4m3>("ucopy_f8_e4m3", ucopy_f8_e4m3);
  check_copy<__nv_fp8_e4m3>("ucopy_f8e4m3", ucopy_f8e4m3);
}

TEST_CASE("affine kernels") {
  check_affine<uint8_t>("affine_u8", affine_u8);
  check_affine<uint32_t>("affine_u32", affine_u32);
  check_affine<int16_t>("affine_i16", affine_i16);
  check_affine<int32_t>("affine_i32", affine_i32);
  check_affine<int64_t>("affine_i64", affine_i64);
  check_affine<__half>("affine_f16", affine_f16);
  check_affine<__nv_bfloat16>("affine_bf16", affine_bf16);
  check_affine<float>("affine_f32", affine_f32);
  check_affine<double>("affine_f64", affine_f64);
  check_affine<__nv_fp8_e4m3>("affine_f8_e4m3", affine_f8_e4m3);
  check_affine<__nv_fp8_e4m3>("affine_f8e4m3", affine_f8e4m3);
}

TEST_CASE("zeros keep their sign if the operation defines it") {
  const std::vector<float> zeros = {0.0f, -0.0f};
  std::vector<float> out(2);
  const std::vector<launcher::Region> regions = {launcher::region(zeros), launcher::region(out, true)};
  const launcher::Geometry one{{1, 1, 1}, {1, 1, 1}};
  launcher::run("uneg_f32", uneg_f32, one, regions, 2, 0, nullptr, zeros.data(), out.data());
  CHECK(std::signbit(out[0]));
  CHECK_FALSE(std::signbit(out[1]));
  launcher::run("uabs_f32", uabs_f32, one, regions, 2, 0, nullptr, zeros.data(), out.data());
  CHECK_FALSE(std::signbit(out[1]));
}

TEST_CASE("unary kernels: large grids in which few blocks work") {
  check_large_grids<uint8_t>({"ucopy_u8", bind<uint8_t>("ucopy_u8", ucopy_u8), [](uint8_t x) { return x; }, kBits});
  check_large_grids<double>({"ucopy_f64", bind<double>("ucopy_f64", ucopy_f64), [](double x) { return x; }, kBits});
  // The sine is long code, which has no separate loop for full tiles.
  const auto sine = [](double x) { return static_cast<double>(std::sin(static_cast<Real>(x))); };
  check_large_grids<double>({"usin_f64", bind<double>("usin_f64", usin_f64), sine, 1});
}

TEST_CASE("unary kernels: operations in place are right if only some threads of a block have work") {
  if (!launcher::runs_on_host() && !launcher::has_time_for_large_sizes()) return;
  // 2^20 threads (kMaxWorkingThreads) work, in blocks of 1000, so that only some threads of one block have work. There
  // are 17 * 2^16 packs of 16 bytes, more than working threads; the packs after those of a working thread belong to
  // other working threads.
  constexpr size_t kCount = 17 << 20;
  host::Output<uint8_t> out(0, kCount);
  const auto value_at = [](size_t i) { return static_cast<uint8_t>(i % 251); };
  for (size_t i = 0; i < kCount; ++i) out.data()[i] = value_at(i);
  const launcher::Geometry geometry{{2000, 1, 1}, {1000, 1, 1}};
  launcher::run("affine_u8", affine_u8, geometry, {out.region()}, kCount, 0, nullptr, nullptr, out.data(), 3, 1);
  host::check_result(
      out, kBits, [&](size_t i) { return static_cast<uint8_t>(3 * value_at(i) + 1); },
      [&](size_t i) { return std::vector<double>{static_cast<double>(value_at(i))}; });
}
