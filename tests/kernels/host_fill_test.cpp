#include "../../kernels/candle/fill.cu"
#include "host_launch.hpp"
#include "random_values.hpp"

namespace {

template <class T>
struct Kernels {
  std::string suffix;
  void (*fill)(T*, T, size_t);
  void (*copy2d)(const T*, T*, uint32_t, uint32_t, uint32_t, uint32_t);
  void (*const_set)(size_t, size_t, const size_t*, T, T*);
};

// Memory in which a kernel may change only the elements at given offsets; all others must keep their initial value.
template <class T>
struct Memory {
  std::vector<T> buffer;

  explicit Memory(size_t count) : buffer(count) {
    std::memset(static_cast<void*>(buffer.data()), 0x5a, count * sizeof(T));
  }
  launcher::Region region() const { return launcher::region(buffer, true); }
  void check(const std::vector<T>& expected) const {
    size_t first_wrong = 0;
    while (first_wrong < buffer.size() && std::memcmp(&buffer[first_wrong], &expected[first_wrong], sizeof(T)) == 0)
      ++first_wrong;
    CAPTURE(first_wrong, buffer.size());
    CHECK(first_wrong == buffer.size());
  }
};

template <class T>
void check_fill(const Kernels<T>& kernels) {
  const T value = host::any_values<T>(1, 7)[0];
  for (const size_t numel : {0, 1, 2, 7, 16, 31, 67, 4099}) {
    for (const size_t start : {0, 1, 3, 16}) {
      for (const launcher::Geometry& geometry : launcher::geometries({3, 2, 1}, numel)) {
        INFO("fill_" << kernels.suffix << " of " << numel << " at " << start << ", " << host::described(geometry));
        // The 32 elements after the result must keep their value, as those before it.
        Memory<T> memory(start + numel + 32);
        auto expected = memory.buffer;
        for (size_t i = 0; i < numel; ++i) expected[start + i] = value;
        launcher::run("fill_" + kernels.suffix, kernels.fill, geometry, {memory.region()}, memory.buffer.data() + start,
                      value, numel);
        memory.check(expected);
      }
    }
  }
}

template <class T>
void check_const_set(const Kernels<T>& kernels, const host::Scene& scene,
                     const std::vector<launcher::Geometry>& geometries) {
  const T value = host::any_values<T>(1, 9)[0];
  const host::Sizes info = scene.info(1);
  for (const launcher::Geometry& geometry : geometries) {
    INFO("const_set_" << kernels.suffix << ": " << scene.name << ", " << host::described(geometry));
    Memory<T> memory(scene.reach(0) + 32);
    auto expected = memory.buffer;
    for (const size_t offset : scene.offsets[0]) expected[offset] = value;
    launcher::run("const_set_" + kernels.suffix, kernels.const_set, geometry, {launcher::region(info), memory.region()},
                  scene.numel(), scene.dims.size(), scene.info_pointer(info), value,
                  memory.buffer.data() + scene.start(0));
    memory.check(expected);
  }
}

template <class T>
void check_const_set(const Kernels<T>& kernels) {
  for (const host::Scene& scene : host::scenes())
    check_const_set(kernels, scene, launcher::geometries(scene.grid, scene.numel()));
}

template <class T>
void check_large_grids(const Kernels<T>& kernels) {
  for (const host::Scene& scene : host::scenes_of_large_grids())
    // const_set processes single elements of a view.
    check_const_set(kernels, scene, host::large_grids(1, scene.views.empty()));
  const T value = host::any_values<T>(1, 5)[0];
  for (const launcher::Geometry& geometry : host::large_grids(16 / sizeof(T), true)) {
    for (const size_t start : {0, 1}) {
      constexpr size_t kCount = 5003;  // odd, so that the last pack is incomplete
      INFO("fill_" << kernels.suffix << " at " << start << ", " << host::described(geometry));
      Memory<T> memory(start + kCount + 32);
      auto expected = memory.buffer;
      for (size_t i = 0; i < kCount; ++i) expected[start + i] = value;
      launcher::run("fill_" + kernels.suffix, kernels.fill, geometry, {memory.region()}, memory.buffer.data() + start,
                    value, kCount);
      memory.check(expected);
    }
  }
}

struct Rows {
  uint32_t rows;
  uint32_t columns;
  uint32_t src_pitch;  // elements from the start of a source row to the next
  uint32_t dst_pitch;
  size_t src_start;
  size_t dst_start;
};

template <class T>
void check_copy2d(const Kernels<T>& kernels) {
  for (const Rows& c :
       {Rows{0, 5, 5, 5, 0, 0}, Rows{5, 0, 5, 5, 0, 0}, Rows{1, 1, 1, 1, 0, 0}, Rows{3, 64, 64, 64, 0, 0},
        Rows{5, 33, 40, 48, 0, 0}, Rows{7, 19, 23, 19, 1, 0}, Rows{4, 100, 101, 103, 3, 2}, Rows{17, 2, 2, 9, 0, 5}}) {
    const auto source = host::any_values<T>(c.src_start + size_t{c.rows} * c.src_pitch + c.columns + 1, 3);
    for (const launcher::Geometry& geometry : launcher::geometries({3, 2, 1}, size_t{c.rows} * c.columns)) {
      INFO("copy2d_" << kernels.suffix << ": " << c.rows << " rows of " << c.columns << " from " << c.src_pitch
                     << " to " << c.dst_pitch << ", " << host::described(geometry));
      Memory<T> memory(c.dst_start + size_t{c.rows} * c.dst_pitch + c.columns + 32);
      auto expected = memory.buffer;
      for (size_t row = 0; row < c.rows; ++row)
        for (size_t column = 0; column < c.columns; ++column)
          expected[c.dst_start + row * c.dst_pitch + column] = source[c.src_start + row * c.src_pitch + column];
      launcher::run("copy2d_" + kernels.suffix, kernels.copy2d, geometry, {launcher::region(source), memory.region()},
                    source.data() + c.src_start, memory.buffer.data() + c.dst_start, c.rows, c.columns, c.src_pitch,
                    c.dst_pitch);
      memory.check(expected);
    }
  }
}

#define FILL_TEST(SUFFIX, T)                                                               \
  TEST_CASE("fill kernels, " #SUFFIX) {                                                    \
    const Kernels<T> kernels{#SUFFIX, fill_##SUFFIX, copy2d_##SUFFIX, const_set_##SUFFIX}; \
    check_fill(kernels);                                                                   \
    check_const_set(kernels);                                                              \
    check_copy2d(kernels);                                                                 \
  }

FILL_TEST(bf16, __nv_bfloat16)
FILL_TEST(f16, __half)
FILL_TEST(f32, float)
FILL_TEST(f64, double)
FILL_TEST(u8, uint8_t)
FILL_TEST(u32, uint32_t)
FILL_TEST(i16, int16_t)
FILL_TEST(i32, int32_t)
FILL_TEST(i64, int64_t)
// Each e4m3 kernel exists under two names (docs/kernels.md).
FILL_TEST(f8_e4m3, __nv_fp8_e4m3)
FILL_TEST(f8e4m3, __nv_fp8_e4m3)

TEST_CASE("fill kernels: large grids in which few blocks work") {
  check_large_grids(Kernels<uint8_t>{"u8", fill_u8, copy2d_u8, const_set_u8});
  check_large_grids(Kernels<double>{"f64", fill_f64, copy2d_f64, const_set_f64});
}

}  // namespace
