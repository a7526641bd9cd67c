#include "../../kernels/candle/cast.cu"
#include "host_launch.hpp"

namespace {

using reference::edge_values;
using reference::Element;
using reference::kBits;
using reference::Real;

// Casts all edge values (for types of up to 16 bits, all values) in each scene and geometry. Only casts to the same
// type must keep every bit; in the results of others, all NaNs are equal, and so are zeros of both signs.
template <class From, class To>
void check(const char* name, void (*kernel)(size_t, size_t, const size_t*, const From*, To*)) {
  const std::vector<From> values = edge_values<From>();
  std::vector<To> results;
  for (const From x : values) results.push_back(reference::converted<From, To>(x));
  const auto check_scene = [&](const host::Scene& scene) {
    const size_t numel = scene.numel();
    const std::vector<uint32_t> choice = host::choice(scene.reach(0), values.size(), 0);
    const std::vector<From> in = host::chosen(choice, values);
    const host::Sizes info = scene.info(1);
    const auto operand = [&](size_t i) { return choice[scene.offsets[0][i]]; };
    constexpr int64_t kUlps = std::is_same_v<From, To> ? kBits : 0;
    for (const launcher::Geometry& geometry : launcher::geometries(scene.grid, numel)) {
      host::Output<To> out(scene.out_start, numel);
      launcher::run(name, kernel, geometry, {launcher::region(in), launcher::region(info), out.region()}, numel,
                    scene.dims.size(), scene.info_pointer(info), in.data() + scene.start(0), out.data());
      INFO(name << ": " << scene.name << ", " << host::described(geometry));
      host::check_result(
          out, kUlps, [&](size_t i) { return results[operand(i)]; },
          [&](size_t i) { return std::vector<double>{static_cast<double>(Element<From>::value(values[operand(i)]))}; });
    }
  };
  check_scene(host::all_of(values.size()));
  for (const host::Scene& scene : host::scenes()) check_scene(scene);
}

}  // namespace

TEST_CASE("cast kernels") {
  check<uint8_t, uint8_t>("cast_u8_u8", cast_u8_u8);
  check<uint8_t, uint32_t>("cast_u8_u32", cast_u8_u32);
  check<uint8_t, int64_t>("cast_u8_i64", cast_u8_i64);
  check<uint8_t, __nv_bfloat16>("cast_u8_bf16", cast_u8_bf16);
  check<uint8_t, __half>("cast_u8_f16", cast_u8_f16);
  check<uint8_t, float>("cast_u8_f32", cast_u8_f32);
  check<uint8_t, double>("cast_u8_f64", cast_u8_f64);
  check<uint32_t, uint8_t>("cast_u32_u8", cast_u32_u8);
  check<uint32_t, uint32_t>("cast_u32_u32", cast_u32_u32);
  check<uint32_t, int64_t>("cast_u32_i64", cast_u32_i64);
  check<uint32_t, __nv_bfloat16>("cast_u32_bf16", cast_u32_bf16);
  check<uint32_t, __half>("cast_u32_f16", cast_u32_f16);
  check<uint32_t, float>("cast_u32_f32", cast_u32_f32);
  check<uint32_t, double>("cast_u32_f64", cast_u32_f64);
  check<int64_t, uint8_t>("cast_i64_u8", cast_i64_u8);
  check<int64_t, uint32_t>("cast_i64_u32", cast_i64_u32);
  check<int64_t, int64_t>("cast_i64_i64", cast_i64_i64);
  check<int64_t, float>("cast_i64_f32", cast_i64_f32);
  check<int64_t, double>("cast_i64_f64", cast_i64_f64);
  check<__nv_bfloat16, uint8_t>("cast_bf16_u8", cast_bf16_u8);
  check<__nv_bfloat16, uint32_t>("cast_bf16_u32", cast_bf16_u32);
  check<__nv_bfloat16, __nv_bfloat16>("cast_bf16_bf16", cast_bf16_bf16);
  check<__nv_bfloat16, __half>("cast_bf16_f16", cast_bf16_f16);
  check<__nv_bfloat16, float>("cast_bf16_f32", cast_bf16_f32);
  check<__nv_bfloat16, double>("cast_bf16_f64", cast_bf16_f64);
  check<__half, uint8_t>("cast_f16_u8", cast_f16_u8);
  check<__half, uint32_t>("cast_f16_u32", cast_f16_u32);
  check<__half, __nv_bfloat16>("cast_f16_bf16", cast_f16_bf16);
  check<__half, __half>("cast_f16_f16", cast_f16_f16);
  check<__half, float>("cast_f16_f32", cast_f16_f32);
  check<__half, double>("cast_f16_f64", cast_f16_f64);
  check<float, uint8_t>("cast_f32_u8", cast_f32_u8);
  check<float, uint32_t>("cast_f32_u32", cast_f32_u32);
  check<float, int64_t>("cast_f32_i64", cast_f32_i64);
  check<float, __nv_bfloat16>("cast_f32_bf16", cast_f32_bf16);
  check<float, __half>("cast_f32_f16", cast_f32_f16);
  check<float, float>("cast_f32_f32", cast_f32_f32);
  check<float, double>("cast_f32_f64", cast_f32_f64);
  check<double, uint8_t>("cast_f64_u8", cast_f64_u8);
  check<double, uint32_t>("cast_f64_u32", cast_f64_u32);
  check<double, int64_t>("cast_f64_i64", cast_f64_i64);
  check<double, __nv_bfloat16>("cast_f64_bf16", cast_f64_bf16);
  check<double, __half>("cast_f64_f16", cast_f64_f16);
  check<double, float>("cast_f64_f32", cast_f64_f32);
  check<double, double>("cast_f64_f64", cast_f64_f64);
  check<uint8_t, __nv_fp8_e4m3>("cast_u8_f8_e4m3", cast_u8_f8_e4m3);
  check<int32_t, __nv_fp8_e4m3>("cast_i32_f8_e4m3", cast_i32_f8_e4m3);
  check<__nv_bfloat16, __nv_fp8_e4m3>("cast_bf16_f8_e4m3", cast_bf16_f8_e4m3);
  check<__half, __nv_fp8_e4m3>("cast_f16_f8_e4m3", cast_f16_f8_e4m3);
  check<float, __nv_fp8_e4m3>("cast_f32_f8_e4m3", cast_f32_f8_e4m3);
  check<double, __nv_fp8_e4m3>("cast_f64_f8_e4m3", cast_f64_f8_e4m3);
  check<__nv_fp8_e4m3, uint8_t>("cast_f8_e4m3_u8", cast_f8_e4m3_u8);
  check<__nv_fp8_e4m3, int32_t>("cast_f8_e4m3_i32", cast_f8_e4m3_i32);
  check<__nv_fp8_e4m3, __nv_bfloat16>("cast_f8_e4m3_bf16", cast_f8_e4m3_bf16);
  check<__nv_fp8_e4m3, __half>("cast_f8_e4m3_f16", cast_f8_e4m3_f16);
  check<__nv_fp8_e4m3, float>("cast_f8_e4m3_f32", cast_f8_e4m3_f32);
  check<__nv_fp8_e4m3, double>("cast_f8_e4m3_f64", cast_f8_e4m3_f64);
  check<__nv_fp8_e4m3, __nv_fp8_e4m3>("cast_f8_e4m3_f8_e4m3", cast_f8_e4m3_f8_e4m3);
  check<uint8_t, __nv_fp8_e4m3>("cast_u8_f8e4m3", cast_u8_f8e4m3);
  check<int32_t, __nv_fp8_e4m3>("cast_i32_f8e4m3", cast_i32_f8e4m3);
  check<__nv_bfloat16, __nv_fp8_e4m3>("cast_bf16_f8e4m3", cast_bf16_f8e4m3);
  check<__half, __nv_fp8_e4m3>("cast_f16_f8e4m3", cast_f16_f8e4m3);
  check<float, __nv_fp8_e4m3>("cast_f32_f8e4m3", cast_f32_f8e4m3);
  check<double, __nv_fp8_e4m3>("cast_f64_f8e4m3", cast_f64_f8e4m3);
  check<__nv_fp8_e4m3, uint8_t>("cast_f8e4m3_u8", cast_f8e4m3_u8);
  check<__nv_fp8_e4m3, int32_t>("cast_f8e4m3_i32", cast_f8e4m3_i32);
  check<__nv_fp8_e4m3, __nv_bfloat16>("cast_f8e4m3_bf16", cast_f8e4m3_bf16);
  check<__nv_fp8_e4m3, __half>("cast_f8e4m3_f16", cast_f8e4m3_f16);
  check<__nv_fp8_e4m3, float>("cast_f8e4m3_f32", cast_f8e4m3_f32);
  check<__nv_fp8_e4m3, double>("cast_f8e4m3_f64", cast_f8e4m3_f64);
  check<__nv_fp8_e4m3, __nv_fp8_e4m3>("cast_f8e4m3_f8e4m3", cast_f8e4m3_f8e4m3);
}
