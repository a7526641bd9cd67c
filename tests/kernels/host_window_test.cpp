// Unfolding, folding, pools and resizing. The kernels are compiled with host_conv_test.cpp.
#include "images.hpp"

#define DECLARE(SUFFIX, T)                                                                                             \
  void im2col1d_##SUFFIX(const size_t dst_numel, const size_t l_out, const size_t l_k, const size_t stride,            \
                         const size_t padding, const size_t dilation, const size_t* info, const T* src, T* dst);       \
  void im2col_##SUFFIX(const size_t dst_numel, const size_t h_out, const size_t w_out, const size_t h_k,               \
                       const size_t w_k, const size_t stride, const size_t padding, const size_t dilation,             \
                       const size_t* info, const T* src, T* dst);                                                      \
  void col2im1d_##SUFFIX(const size_t dst_el, const size_t l_out, const size_t l_in, const size_t c_out,               \
                         const size_t k_size, const size_t stride, const T* src, T* dst);                              \
  void avg_pool2d_##SUFFIX(const size_t src_numel, const size_t w_k, const size_t h_k, const size_t w_stride,          \
                           const size_t h_stride, const size_t* info, const T* src, T* dst);                           \
  void max_pool2d_##SUFFIX(const size_t src_numel, const size_t w_k, const size_t h_k, const size_t w_stride,          \
                           const size_t h_stride, const size_t* info, const T* src, T* dst);                           \
  void upsample_nearest2d_##SUFFIX(const size_t w_out, const size_t h_out, const double w_scale, const double h_scale, \
                                   const size_t* info, const T* src, T* dst);                                          \
  void upsample_bilinear2d_##SUFFIX(const size_t w_out, const size_t h_out, const bool align_corners,                  \
                                    const bool has_scale_h, const double scale_h_factor, const bool has_scale_w,       \
                                    const double scale_w_factor, const size_t* info, const T* src, T* dst);
extern "C" {
DECLARE(bf16, __nv_bfloat16)
DECLARE(f16, __half)
DECLARE(f32, float)
DECLARE(f64, double)
DECLARE(u8, uint8_t)
DECLARE(u32, uint32_t)
}

namespace {

using host::ImageView;
using host::Sizes;
using reference::Element;
using reference::Real;

// The last two views are not in the usual order: channels are innermost; columns are outside rows.
const ImageView kImages[] = {host::laid_out({1, 1, 1, 1}, {0, 1, 2, 3}), host::laid_out({2, 3, 7, 5}, {0, 1, 2, 3}),
                             host::laid_out({1, 2, 9, 12}, {0, 2, 3, 1}), host::laid_out({2, 1, 6, 11}, {0, 1, 3, 2})};

const auto kExact = [](size_t) { return Real{0}; };

Sizes info_of(const ImageView& view) {
  Sizes info;
  view.append_to(info);
  return info;
}

struct Taps {
  size_t rows;
  size_t columns;
  size_t stride;
  size_t padding;
  size_t dilation;

  size_t window_count(size_t in, size_t taps) const {
    const size_t span = dilation * (taps - 1) + 1;
    return in + 2 * padding < span ? 0 : (in + 2 * padding - span) / stride + 1;
  }
};
const Taps kTaps[] = {{1, 1, 1, 0, 1}, {3, 2, 1, 1, 1}, {2, 3, 2, 2, 2}, {3, 3, 3, 0, 1}};

template <class T, class Kernel>
void check_unfold(const std::string& name, Kernel kernel) {
  for (const ImageView& view : kImages)
    for (const Taps& t : kTaps) {
      const size_t rows = t.window_count(view.dims[2], t.rows);
      const size_t columns = t.window_count(view.dims[3], t.columns);
      if (rows == 0 || columns == 0) continue;
      const auto memory = host::any_values<T>(view.reach(), 81);
      const Sizes info = info_of(view);
      const size_t numel = view.dims[0] * rows * columns * view.dims[1] * t.rows * t.columns;
      INFO(name << ": " << view.dims[2] << 'x' << view.dims[3] << " by " << t.rows << 'x' << t.columns);
      host::check_image<T>(
          numel,
          [&](const launcher::Geometry& geometry, host::Output<T>& out) {
            launcher::run(name, kernel, geometry, {launcher::region(info), launcher::region(memory), out.region()},
                          numel, rows, columns, t.rows, t.columns, t.stride, t.padding, t.dilation, info.data(),
                          memory.data(), out.data());
          },
          [&](size_t i) {
            const size_t kx = i % t.columns;
            const size_t ky = i / t.columns % t.rows;
            const size_t channel = i / (t.columns * t.rows) % view.dims[1];
            const size_t window = i / (t.columns * t.rows * view.dims[1]);
            const size_t x = window % columns * t.stride + kx * t.dilation - t.padding;
            const size_t y = window / columns % rows * t.stride + ky * t.dilation - t.padding;
            // Negative positions wrap around to large values: all padding is beyond the image.
            if (x >= view.dims[3] || y >= view.dims[2]) return Real{0};
            return Element<T>::value(memory[view.at(window / (columns * rows), channel, y, x)]);
          },
          kExact);
    }
}

template <class T, class Kernel>
void check_unfold_1d(const std::string& name, Kernel kernel) {
  for (const Sizes& order : {Sizes{0, 1, 2}, Sizes{0, 2, 1}})
    for (const Taps& t : kTaps) {
      const ImageView view = host::laid_out({2, 3, 9}, order);
      const size_t columns = t.window_count(view.dims[2], t.columns);
      const auto memory = host::any_values<T>(view.reach(), 82);
      const Sizes info = info_of(view);
      const size_t threads = view.dims[0] * columns * view.dims[1];
      INFO(name << ": by " << t.columns);
      host::check_image<T>(
          threads * t.columns,
          [&](const launcher::Geometry& geometry, host::Output<T>& out) {
            launcher::run(name, kernel, geometry, {launcher::region(info), launcher::region(memory), out.region()},
                          threads, columns, t.columns, t.stride, t.padding, t.dilation, info.data(), memory.data(),
                          out.data());
          },
          [&](size_t i) {
            const size_t channel = i / t.columns % view.dims[1];
            const size_t window = i / (t.columns * view.dims[1]);
            const size_t x = window % columns * t.stride + i % t.columns * t.dilation - t.padding;
            return x >= view.dims[2] ? Real{0} : Element<T>::value(memory[view.at(window / columns, channel, x)]);
          },
          kExact);
    }
}

template <class T, class Kernel>
void check_fold(const std::string& name, Kernel kernel) {
  constexpr size_t kBatches = 2;
  constexpr size_t kChannels = 3;
  for (const size_t windows : {1, 5, 8})
    for (const size_t taps : {1, 3, 4})
      for (const size_t stride : {1, 2, 5}) {
        const size_t columns = (windows - 1) * stride + taps;
        const auto src = host::small_values<T>(kBatches * windows * kChannels * taps, 83);
        std::vector<host::Accumulated<T>> expected(kBatches * kChannels * columns);
        const T one = Element<T>::nearest(1);
        for (size_t b = 0; b < kBatches; ++b)
          for (size_t window = 0; window < windows; ++window)
            for (size_t channel = 0; channel < kChannels; ++channel)
              for (size_t tap = 0; tap < taps; ++tap)
                expected[(b * kChannels + channel) * columns + window * stride + tap].add(
                    src[((b * windows + window) * kChannels + channel) * taps + tap], one);
        INFO(name << ": " << windows << " windows of " << taps << ", stride " << stride);
        host::check_image<T>(
            expected.size(),
            [&](const launcher::Geometry& geometry, host::Output<T>& out) {
              launcher::run(name, kernel, geometry, {launcher::region(src), out.region()}, expected.size(), columns,
                            windows, kChannels, taps, stride, src.data(), out.data());
            },
            [&](size_t i) { return expected[i].expected(); }, [&](size_t i) { return expected[i].slack(); });
      }
}

struct Window {
  size_t rows;
  size_t columns;
  size_t row_step;
  size_t column_step;
};
const Window kWindows[] = {{1, 1, 1, 1}, {2, 3, 2, 1}, {3, 2, 1, 4}, {6, 5, 3, 2}};

// `reduce(values)` returns the exact value of a window and the permitted error.
template <class T, class Kernel, class Reduce>
void check_pool(const std::string& name, Kernel kernel, bool with_nan, Reduce reduce) {
  for (const ImageView& view : kImages)
    for (const Window& w : kWindows) {
      if (view.dims[2] < w.rows || view.dims[3] < w.columns) continue;
      auto memory = host::small_values<T>(view.reach(), 84);
      if (with_nan && Element<T>::kFloat && memory.size() > 10)
        memory[memory.size() / 3] = Element<T>::nearest(std::numeric_limits<Real>::quiet_NaN());
      const size_t rows = (view.dims[2] - w.rows) / w.row_step + 1;
      const size_t columns = (view.dims[3] - w.columns) / w.column_step + 1;
      const Sizes info = info_of(view);
      const auto result = [&](size_t i) {
        std::vector<Real> values;
        for (size_t ky = 0; ky < w.rows; ++ky)
          for (size_t kx = 0; kx < w.columns; ++kx)
            values.push_back(Element<T>::value(
                memory[view.at(i / (rows * columns) / view.dims[1], i / (rows * columns) % view.dims[1],
                               i / columns % rows * w.row_step + ky, i % columns * w.column_step + kx)]));
        return reduce(values);
      };
      INFO(name << ": " << view.dims[2] << 'x' << view.dims[3] << " by " << w.rows << 'x' << w.columns);
      host::check_image<T>(
          view.dims[0] * view.dims[1] * rows * columns,
          [&](const launcher::Geometry& geometry, host::Output<T>& out) {
            // The kernels' parameters name the first of the two axes w.
            launcher::run(name, kernel, geometry, {launcher::region(info), launcher::region(memory), out.region()},
                          view.numel(), w.rows, w.columns, w.row_step, w.column_step, info.data(), memory.data(),
                          out.data());
          },
          [&](size_t i) { return result(i).first; }, [&](size_t i) { return result(i).second; });
    }
}

template <class T>
std::pair<Real, Real> largest(const std::vector<Real>& values) {
  Real max = values[0];
  for (const Real x : values) max = std::isnan(x) || std::isnan(max) ? max + x : std::max(max, x);
  return {max, 0};
}

template <class T>
std::pair<Real, Real> mean(const std::vector<Real>& values) {
  Real sum = 0;
  Real magnitude = 0;
  for (const Real x : values) {
    sum += x;
    magnitude += std::fabs(x);
  }
  const Real count = static_cast<Real>(values.size());
  if (!Element<T>::kFloat) return {std::trunc(sum / count), 0};
  // Windows have at most 6 x 5 elements (kWindows), so a sum has at most 30 rounding errors.
  return {sum / count, 32 * host::compute_epsilon<T>() * magnitude / count};
}

template <class T, class Kernel>
void check_nearest(const std::string& name, Kernel kernel) {
  for (const ImageView& view : kImages)
    for (const auto& [rows, columns] : {std::pair<size_t, size_t>{1, 1}, {13, 10}, {5, 24}, {9, 3}}) {
      const auto memory = host::any_values<T>(view.reach(), 85);
      const Sizes info = info_of(view);
      const double scale_y = static_cast<double>(view.dims[2]) / static_cast<double>(rows);
      const double scale_x = static_cast<double>(view.dims[3]) / static_cast<double>(columns);
      INFO(name << ": " << view.dims[2] << 'x' << view.dims[3] << " to " << rows << 'x' << columns);
      host::check_image<T>(
          view.dims[0] * view.dims[1] * rows * columns,
          [&, height = rows, width = columns](const launcher::Geometry& geometry, host::Output<T>& out) {
            launcher::run(name, kernel, geometry, {launcher::region(info), launcher::region(memory), out.region()},
                          height, width, scale_y, scale_x, info.data(), memory.data(), out.data());
          },
          [&, height = rows, width = columns](size_t i) {
            const size_t x = static_cast<size_t>(static_cast<double>(i % width) * scale_x);
            const size_t y = static_cast<size_t>(static_cast<double>(i / width % height) * scale_y);
            const size_t plane = i / (height * width);
            return Element<T>::value(memory[view.at(plane / view.dims[1], plane % view.dims[1],
                                                    std::min(y, view.dims[2] - 1), std::min(x, view.dims[3] - 1))]);
          },
          kExact);
    }
}

struct Resizing {
  size_t rows;
  size_t columns;
  bool align_corners;
  bool has_factor;
  double row_factor = 1;
  double column_factor = 1;
};
const Resizing kResizings[] = {{1, 1, true, false},    {1, 1, false, false},         {13, 10, true, false},
                               {13, 10, false, false}, {4, 24, false, true, 2, 2.5}, {9, 3, false, false}};

// The position of an element of the result between two of `in` elements, and the weight of the second one.
struct Between {
  size_t low;
  size_t high;
  Real weight;
};
Between between(size_t position, size_t in, size_t out, bool align_corners, bool has_factor, double factor) {
  const Real size = static_cast<Real>(in);
  Real exact = 0;
  if (align_corners) {
    exact = out == 1 ? 0 : static_cast<Real>(position) * ((size - 1) / (static_cast<Real>(out) - 1));
  } else {
    const Real scale = has_factor ? 1 / static_cast<Real>(factor) : size / static_cast<Real>(out);
    exact = std::max<Real>(0, (static_cast<Real>(position) + 0.5L) * scale - 0.5L);
  }
  // A position that is nearly whole may be computed slightly below it.
  const auto low = std::min(static_cast<size_t>(exact + 1e-12L), in - 1);
  return {low, std::min(low + 1, in - 1), std::max<Real>(0, exact - static_cast<Real>(low))};
}

template <class T, class Kernel>
void check_bilinear(const std::string& name, Kernel kernel) {
  for (const ImageView& view : kImages)
    for (const Resizing& r : kResizings) {
      const auto memory = host::small_values<T>(view.reach(), 86);
      const Sizes info = info_of(view);
      const auto result = [&](size_t i) {
        const size_t plane = i / (r.rows * r.columns);
        const auto value = [&](size_t y, size_t x) {
          return Element<T>::value(memory[view.at(plane / view.dims[1], plane % view.dims[1], y, x)]);
        };
        const Between x =
            between(i % r.columns, view.dims[3], r.columns, r.align_corners, r.has_factor, r.column_factor);
        const Between y =
            between(i / r.columns % r.rows, view.dims[2], r.rows, r.align_corners, r.has_factor, r.row_factor);
        const auto row = [&](size_t at) { return value(at, x.low) * (1 - x.weight) + value(at, x.high) * x.weight; };
        return row(y.low) * (1 - y.weight) + row(y.high) * y.weight;
      };
      INFO(name << ": " << view.dims[2] << 'x' << view.dims[3] << " to " << r.rows << 'x' << r.columns
                << (r.align_corners ? ", corners aligned" : ""));
      host::check_image<T>(
          view.dims[0] * view.dims[1] * r.rows * r.columns,
          [&](const launcher::Geometry& geometry, host::Output<T>& out) {
            launcher::run(name, kernel, geometry, {launcher::region(info), launcher::region(memory), out.region()},
                          r.columns, r.rows, r.align_corners, r.has_factor, r.row_factor, r.has_factor, r.column_factor,
                          info.data(), memory.data(), out.data());
          },
          // The largest floats are 4. Integers are rounded towards zero, so 1e-5 decides only where the exact value is
          // nearly whole.
          result, [&](size_t) { return Element<T>::kFloat ? 64 * host::compute_epsilon<T>() * 4 : Real{1e-5L}; });
    }
}

// The last of 50 results is 49/49 of the way, which must be exactly the last element, although 1 / 49 is not exact.
TEST_CASE("conv kernels: aligned corners end at the last element") {
  const ImageView view = host::laid_out({1, 1, 1, 2}, {0, 1, 2, 3});
  const Sizes info = info_of(view);
  const std::vector<uint8_t> memory{10, 20};
  const std::vector<float> floats{std::numeric_limits<float>::infinity(), 3};
  for (const auto& geometry : launcher::geometries({3, 2, 1}, 50)) {
    host::Output<uint8_t> out(0, 50);
    launcher::run("upsample_bilinear2d_u8", upsample_bilinear2d_u8, geometry,
                  {launcher::region(info), launcher::region(memory), out.region()}, 50, 1, true, false, 1.0, false, 1.0,
                  info.data(), memory.data(), out.data());
    CHECK(out.data()[49] == 20);
    host::Output<float> float_out(0, 50);
    launcher::run("upsample_bilinear2d_f32", upsample_bilinear2d_f32, geometry,
                  {launcher::region(info), launcher::region(floats), float_out.region()}, 50, 1, true, false, 1.0,
                  false, 1.0, info.data(), floats.data(), float_out.data());
    CHECK(float_out.data()[49] == 3);
  }
}

// An infinity at a corner affects that corner only, and a neighbour of weight 0 has no effect.
TEST_CASE("conv kernels: aligned corners do not spread infinities") {
  const ImageView view = host::laid_out({1, 1, 2, 2}, {0, 1, 2, 3});
  const Sizes info = info_of(view);
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const std::vector<float> memory{1, kInfinity, 2, 3};
  host::check_image<float>(
      4,
      [&](const launcher::Geometry& geometry, host::Output<float>& out) {
        launcher::run("upsample_bilinear2d_f32", upsample_bilinear2d_f32, geometry,
                      {launcher::region(info), launcher::region(memory), out.region()}, 2, 2, true, false, 1.0, false,
                      1.0, info.data(), memory.data(), out.data());
      },
      [&](size_t i) { return static_cast<Real>(memory[i]); }, kExact);
}

#define WINDOW_TEST(SUFFIX, T)                                                       \
  TEST_CASE("conv kernels: windows, " #SUFFIX) {                                     \
    check_unfold<T>("im2col_" #SUFFIX, im2col_##SUFFIX);                             \
    check_unfold_1d<T>("im2col1d_" #SUFFIX, im2col1d_##SUFFIX);                      \
    check_fold<T>("col2im1d_" #SUFFIX, col2im1d_##SUFFIX);                           \
    check_pool<T>("avg_pool2d_" #SUFFIX, avg_pool2d_##SUFFIX, false, mean<T>);       \
    check_pool<T>("max_pool2d_" #SUFFIX, max_pool2d_##SUFFIX, false, largest<T>);    \
    check_pool<T>("max_pool2d_" #SUFFIX, max_pool2d_##SUFFIX, true, largest<T>);     \
    check_nearest<T>("upsample_nearest2d_" #SUFFIX, upsample_nearest2d_##SUFFIX);    \
    check_bilinear<T>("upsample_bilinear2d_" #SUFFIX, upsample_bilinear2d_##SUFFIX); \
  }

WINDOW_TEST(bf16, __nv_bfloat16)
WINDOW_TEST(f16, __half)
WINDOW_TEST(f32, float)
WINDOW_TEST(f64, double)
WINDOW_TEST(u8, uint8_t)
WINDOW_TEST(u32, uint32_t)

}  // namespace
