// Rotary embedding. The kernels are compiled with host_reduce_test.cpp.
#include "host_launch.hpp"
#include "near.hpp"
#include "random_values.hpp"

#define DECLARE(SUFFIX, T)                                                                                     \
  void rope_i_##SUFFIX(const T* src, const T* cos, const T* sin, T* dst, const uint32_t bh, const uint32_t td, \
                       const uint32_t stride_b);                                                               \
  void rope_##SUFFIX(const T* src, const T* cos, const T* sin, T* dst, const uint32_t bh, const uint32_t td,   \
                     const uint32_t d, const uint32_t stride_b);                                               \
  void rope_thd_##SUFFIX(const T* src, const T* cos, const T* sin, T* dst, const uint32_t b, const uint32_t t, \
                         const uint32_t h, const uint32_t d, const uint32_t stride_b);
extern "C" {
DECLARE(bf16, __nv_bfloat16)
DECLARE(f16, __half)
DECLARE(f32, float)
DECLARE(f64, double)
}

namespace {

using reference::Element;
using reference::Real;

struct Shape {
  uint32_t b;  // batches
  uint32_t h;  // heads
  uint32_t t;  // steps
  uint32_t d;  // elements of a head
  bool tables_per_batch;
  size_t start;  // offset of every operand, which decides whether packs are aligned

  uint32_t per_batch() const { return h * t * d; }
  uint32_t stride_b() const { return tables_per_batch ? per_batch() : 0; }
  size_t numel() const { return size_t{b} * per_batch(); }
};
const Shape kShapes[] = {{1, 1, 1, 2, false, 0},  {2, 3, 5, 8, false, 0}, {2, 3, 5, 8, true, 1},
                         {1, 2, 7, 64, false, 0}, {3, 2, 4, 64, true, 0}, {2, 2, 3, 64, false, 1},
                         {2, 1, 9, 10, false, 0}};

// The two elements of the source that are rotated together, and the index of their angle in the tables.
struct Pair {
  size_t first;
  size_t second;
  size_t angle;
};

std::vector<Pair> interleaved(const Shape& s) {
  std::vector<Pair> pairs;
  for (size_t batch = 0; batch < s.b; ++batch)
    for (size_t head = 0; head < s.h; ++head)
      for (size_t i = 0; i < size_t{s.t} * s.d / 2; ++i) {
        const size_t at = (batch * s.h + head) * s.t * s.d + 2 * i;
        pairs.push_back({at, at + 1, i + (s.tables_per_batch ? batch * s.t * s.d / 2 : 0)});
      }
  return pairs;
}

// `at(batch, head, step)` returns the offset at which the head's elements begin.
template <class At>
std::vector<Pair> halves(const Shape& s, At at) {
  std::vector<Pair> pairs;
  for (size_t batch = 0; batch < s.b; ++batch)
    for (size_t head = 0; head < s.h; ++head)
      for (size_t step = 0; step < s.t; ++step)
        for (size_t j = 0; j < s.d / 2; ++j) {
          const size_t first = at(batch, head, step) + j;
          const size_t table = (s.tables_per_batch ? batch * s.t : 0) + step;
          pairs.push_back({first, first + s.d / 2, table * (s.d / 2) + j});
        }
  return pairs;
}

template <class T, class Launch>
void check(const std::string& name, const Shape& s, const std::vector<Pair>& pairs, Launch launch) {
  const size_t angles = size_t{s.t} * s.d / 2 * (s.tables_per_batch ? s.b : 1);
  const auto src = host::small_values<T>(s.start + s.numel(), 61);
  const auto cosines = host::small_values<T>(s.start + angles, 62);
  const auto sines = host::small_values<T>(s.start + angles, 63);
  const auto value = [&](const std::vector<T>& memory, size_t at) { return Element<T>::value(memory[s.start + at]); };
  for (const auto& geometry : host::geometries_and_large_grid<T>({3, 2, 1}, s.numel() / 2)) {
    INFO(name << ", " << s.b << 'x' << s.h << 'x' << s.t << 'x' << s.d << ", " << host::described(geometry));
    host::Output<T> out(s.start, s.numel());
    launch(geometry, {launcher::region(src), launcher::region(cosines), launcher::region(sines), out.region()},
           src.data() + s.start, cosines.data() + s.start, sines.data() + s.start, out.data());
    size_t right = 0;
    for (const Pair& pair : pairs) {
      const Real a = value(src, pair.first);
      const Real b = value(src, pair.second);
      const Real c = value(cosines, pair.angle);
      const Real d = value(sines, pair.angle);
      // A result is two products and a sum, so it has three rounding errors.
      const Real slack =
          4 * host::compute_epsilon<T>() * (std::fabs(a * c) + std::fabs(b * d) + std::fabs(a * d) + std::fabs(b * c));
      right += host::is_near(out.data()[pair.first], a * c - b * d, slack);
      right += host::is_near(out.data()[pair.second], a * d + b * c, slack);
    }
    CHECK(right == s.numel());
    CHECK(out.guards_intact());
  }
}

template <class T, class Kernel>
void check_interleaved(const std::string& name, Kernel kernel) {
  for (const Shape& s : kShapes)
    check<T>(name, s, interleaved(s),
             [&](const launcher::Geometry& geometry, const std::vector<launcher::Region>& regions, const T* src,
                 const T* cosines, const T* sines, T* out) {
               launcher::run(name, kernel, geometry, regions, src, cosines, sines, out, s.b * s.h, s.t * s.d,
                             s.stride_b());
             });
}

// The layout is [b][h][t][d].
template <class T, class Kernel>
void check_heads(const std::string& name, Kernel kernel) {
  for (const Shape& s : kShapes) {
    const auto at = [&](size_t batch, size_t head, size_t step) { return ((batch * s.h + head) * s.t + step) * s.d; };
    check<T>(name, s, halves(s, at),
             [&](const launcher::Geometry& geometry, const std::vector<launcher::Region>& regions, const T* src,
                 const T* cosines, const T* sines, T* out) {
               launcher::run(name, kernel, geometry, regions, src, cosines, sines, out, s.b * s.h, s.t * s.d, s.d,
                             s.stride_b());
             });
  }
}

// The layout is [b][t][h][d].
template <class T, class Kernel>
void check_steps(const std::string& name, Kernel kernel) {
  for (const Shape& s : kShapes) {
    const auto at = [&](size_t batch, size_t head, size_t step) { return ((batch * s.t + step) * s.h + head) * s.d; };
    check<T>(name, s, halves(s, at),
             [&](const launcher::Geometry& geometry, const std::vector<launcher::Region>& regions, const T* src,
                 const T* cosines, const T* sines, T* out) {
               launcher::run(name, kernel, geometry, regions, src, cosines, sines, out, s.b, s.t, s.h, s.d,
                             s.stride_b());
             });
  }
}

#define ROPE_TEST(SUFFIX, T)                                  \
  TEST_CASE("reduce kernels: rotary embedding, " #SUFFIX) {   \
    check_interleaved<T>("rope_i_" #SUFFIX, rope_i_##SUFFIX); \
    check_heads<T>("rope_" #SUFFIX, rope_##SUFFIX);           \
    check_steps<T>("rope_thd_" #SUFFIX, rope_thd_##SUFFIX);   \
  }

ROPE_TEST(bf16, __nv_bfloat16)
ROPE_TEST(f16, __half)
ROPE_TEST(f32, float)
ROPE_TEST(f64, double)

}  // namespace
