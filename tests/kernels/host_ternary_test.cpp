#include "../../kernels/candle/ternary.cu"
#include "host_launch.hpp"
#include "random_values.hpp"

namespace {

template <class Cond, class T>
using Kernel = void (*)(size_t, size_t, const size_t*, const Cond*, const T*, const T*, T*);

// The view of the third operand, for which scenes have none. It has the scene's dimensions, the first of which is
// innermost in memory; every third one is broadcast. The view begins at element 1 of the buffer.
host::View last_view(const host::Scene& scene) {
  host::View view{{}, 1};
  size_t stride = 1;
  for (size_t d = 0; d < scene.dims.size(); ++d) {
    view.strides.push_back(d % 3 == 1 ? 0 : stride);
    if (d % 3 != 1) stride *= scene.dims[d];
  }
  return view;
}

// The offset of each element of the third operand in its memory.
host::Sizes last_offsets(const host::Scene& scene) {
  host::Sizes offsets = scene.offsets[0];
  if (scene.views.empty()) return offsets;
  const host::View view = last_view(scene);
  for (size_t i = 0; i < offsets.size(); ++i) {
    size_t rest = i;
    offsets[i] = view.start;
    for (size_t d = scene.dims.size(); d-- != 0; rest /= scene.dims[d])
      offsets[i] += rest % scene.dims[d] * view.strides[d];
  }
  return offsets;
}

template <class Cond>
std::vector<Cond> conditions(size_t count) {
  // The values are zero, one and the highest bit alone; every value except zero is true.
  std::vector<Cond> values(count);
  host::Random random(count);
  for (Cond& value : values) {
    const uint64_t kind = random.below(4);
    value = kind == 0 ? Cond{1} : kind == 1 ? static_cast<Cond>(Cond{1} << (8 * sizeof(Cond) - 1)) : Cond{0};
  }
  return values;
}

template <class Cond, class T, class GeometriesOf>
void check(const char* name, Kernel<Cond, T> kernel, const std::vector<host::Scene>& scenes,
           const GeometriesOf& geometries_of) {
  for (const host::Scene& scene : scenes) {
    const size_t numel = scene.numel();
    const auto cond = conditions<Cond>(scene.reach(0));
    const auto t = host::any_values<T>(scene.reach(1), 1);
    const host::Sizes last = last_offsets(scene);
    // Without elements, the operand still has two, because its view begins at element 1.
    const auto f = host::any_values<T>(last.empty() ? 2 : *std::max_element(last.begin(), last.end()) + 1, 2);
    host::Sizes info = scene.info(2);
    if (!scene.views.empty()) {
      const host::Sizes strides = last_view(scene).strides;
      info.insert(info.end(), strides.begin(), strides.end());
    }
    for (const launcher::Geometry& geometry : geometries_of(scene)) {
      host::Output<T> out(scene.out_start, numel);
      launcher::run(
          name, kernel, geometry,
          {launcher::region(cond), launcher::region(t), launcher::region(f), launcher::region(info), out.region()},
          numel, scene.dims.size(), scene.info_pointer(info), cond.data() + scene.start(0), t.data() + scene.start(1),
          f.data() + (scene.views.empty() ? scene.out_start : last_view(scene).start), out.data());
      INFO(name << ": " << scene.name << ", " << host::described(geometry));
      host::check_result(
          out, reference::kBits,
          [&](size_t i) { return cond[scene.offsets[0][i]] != 0 ? t[scene.offsets[1][i]] : f[last[i]]; },
          [&](size_t i) { return std::vector<double>{static_cast<double>(cond[scene.offsets[0][i]])}; });
    }
  }
}

template <class Cond, class T>
void check(const char* name, Kernel<Cond, T> kernel) {
  check(name, kernel, host::scenes(),
        [](const host::Scene& scene) { return launcher::geometries(scene.grid, scene.numel()); });
}

#define CHECK_WHERE(NAME, COND, T) check<COND, T>(#NAME, NAME)
#define TERNARY_TEST(SUFFIX, T)                   \
  TEST_CASE("ternary kernels, " #SUFFIX) {        \
    CHECK_WHERE(where_u8_##SUFFIX, uint8_t, T);   \
    CHECK_WHERE(where_u32_##SUFFIX, uint32_t, T); \
    CHECK_WHERE(where_i64_##SUFFIX, int64_t, T);  \
  }

TERNARY_TEST(bf16, __nv_bfloat16)
TERNARY_TEST(f16, __half)
TERNARY_TEST(f32, float)
TERNARY_TEST(f64, double)
TERNARY_TEST(u8, uint8_t)
TERNARY_TEST(u32, uint32_t)
TERNARY_TEST(i16, int16_t)
TERNARY_TEST(i32, int32_t)
TERNARY_TEST(i64, int64_t)
// Each e4m3 kernel exists under two names (docs/kernels.md).
TERNARY_TEST(fp8_e4m3, __nv_fp8_e4m3)
TERNARY_TEST(f8e4m3, __nv_fp8_e4m3)

TEST_CASE("ternary kernels, e4m3 by i16 and i32 conditions") {
  CHECK_WHERE(where_i16_fp8_e4m3, int16_t, __nv_fp8_e4m3);
  CHECK_WHERE(where_i32_fp8_e4m3, int32_t, __nv_fp8_e4m3);
  CHECK_WHERE(where_i16_f8e4m3, int16_t, __nv_fp8_e4m3);
  CHECK_WHERE(where_i32_f8e4m3, int32_t, __nv_fp8_e4m3);
}

TEST_CASE("ternary kernels: large grids in which few blocks work") {
  check("where_u8_f32", where_u8_f32, host::scenes_of_large_grids(),
        [](const host::Scene& scene) { return host::large_grids(4, scene.views.empty()); });
}

}  // namespace
