#include "../../kernels/candle/conv.cu"
#include "images.hpp"

namespace {

using host::Accumulated;
using host::ImageView;
using host::Sizes;

struct Case {
  size_t batches;
  size_t in_channels;
  size_t out_channels;
  size_t height;
  size_t width;
  size_t tap_rows;
  size_t tap_columns;
  size_t stride;
  size_t padding;
  size_t dilation;
  size_t out_padding = 0;
  bool permuted = false;  // input channels are innermost in memory, in the source and in the kernel
};

const Case kCases[] = {{1, 1, 1, 1, 1, 1, 1, 1, 0, 1},      {2, 3, 4, 7, 5, 3, 2, 1, 0, 1},
                       {1, 2, 3, 9, 8, 3, 3, 2, 1, 1, 1},   {2, 2, 2, 11, 12, 3, 2, 1, 2, 3, 0, true},
                       {1, 3, 2, 13, 10, 2, 3, 3, 1, 2, 2}, {1, 1, 2, 6, 17, 1, 5, 4, 0, 1, 0, true},
                       {0, 2, 2, 5, 5, 2, 2, 1, 0, 1},      {1, 4, 1, 8, 9, 4, 4, 2, 3, 2, 1, true}};

size_t convolved(size_t in, size_t taps, const Case& c) {
  return (in + 2 * c.padding - c.dilation * (taps - 1) - 1) / c.stride + 1;
}
size_t transposed(size_t in, size_t taps, const Case& c) {
  return (in - 1) * c.stride + c.dilation * (taps - 1) + c.out_padding + 1 - 2 * c.padding;
}
// Padding removes elements of a transposed convolution's result; at least one must remain.
bool fits_transposed(const Case& c, size_t in, size_t taps) {
  return (in - 1) * c.stride + c.dilation * (taps - 1) + c.out_padding + 1 > 2 * c.padding;
}

// A dense layout. If permuted, the dimension of the input channels is the innermost in memory.
ImageView view_of(const Sizes& dims, bool permuted, size_t in_channels) {
  Sizes order;
  for (size_t d = 0; d < dims.size(); ++d)
    if (!permuted || d != in_channels) order.push_back(d);
  if (permuted) order.push_back(in_channels);
  return host::laid_out(dims, order);
}

// A convolution in two dimensions or, without rows, in one.
template <class T>
struct Problem {
  Case c;
  bool is_2d;
  bool transposed_form;
  ImageView src;
  ImageView kernel;
  std::vector<T> source;
  std::vector<T> weights;
  size_t rows;
  size_t columns;

  Problem(const Case& from, bool is_2d_problem, bool is_transposed)
      : c(from), is_2d(is_2d_problem), transposed_form(is_transposed) {
    if (!is_2d) c.height = c.tap_rows = 1;
    const Sizes channels =
        transposed_form ? Sizes{c.in_channels, c.out_channels} : Sizes{c.out_channels, c.in_channels};
    src = view_of(is_2d ? Sizes{c.batches, c.in_channels, c.height, c.width} : Sizes{c.batches, c.in_channels, c.width},
                  c.permuted, 1);
    kernel = view_of(is_2d ? Sizes{channels[0], channels[1], c.tap_rows, c.tap_columns}
                           : Sizes{channels[0], channels[1], c.tap_columns},
                     c.permuted, transposed_form ? 0 : 1);
    source = host::small_values<T>(src.reach(), 71);
    weights = host::small_values<T>(kernel.reach(), 72);
    const auto size = transposed_form ? transposed : convolved;
    rows = is_2d ? size(c.height, c.tap_rows, c) : 1;
    columns = size(c.width, c.tap_columns, c);
  }

  Sizes info() const {
    Sizes info;
    src.append_to(info);
    kernel.append_to(info);
    return info;
  }
  size_t numel() const { return c.batches * c.out_channels * rows * columns; }
  T source_at(size_t b, size_t channel, size_t y, size_t x) const {
    return source[is_2d ? src.at(b, channel, y, x) : src.at(b, channel, x)];
  }
  T weight_at(size_t first, size_t second, size_t ky, size_t kx) const {
    return weights[is_2d ? kernel.at(first, second, ky, kx) : kernel.at(first, second, kx)];
  }

  // Computes the results from the definition, for every input position and every tap.
  std::vector<Accumulated<T>> results() const {
    std::vector<Accumulated<T>> all(numel());
    const auto pad_y = static_cast<int64_t>(is_2d ? c.padding : 0);
    const auto pad_x = static_cast<int64_t>(c.padding);
    const auto step = static_cast<int64_t>(c.stride);
    for (size_t b = 0; b < c.batches; ++b)
      for (size_t ci = 0; ci < c.in_channels; ++ci)
        for (size_t co = 0; co < c.out_channels; ++co)
          for (size_t y = 0; y < c.height; ++y)
            for (size_t x = 0; x < c.width; ++x)
              for (size_t ky = 0; ky < c.tap_rows; ++ky)
                for (size_t kx = 0; kx < c.tap_columns; ++kx) {
                  const auto tap_y = static_cast<int64_t>(ky * c.dilation);
                  const auto tap_x = static_cast<int64_t>(kx * c.dilation);
                  int64_t out_y = 0;
                  int64_t out_x = 0;
                  if (transposed_form) {
                    out_y = static_cast<int64_t>(y) * (is_2d ? step : 1) + tap_y - pad_y;
                    out_x = static_cast<int64_t>(x) * step + tap_x - pad_x;
                  } else {
                    const int64_t at_y = static_cast<int64_t>(y) + pad_y - tap_y;
                    const int64_t at_x = static_cast<int64_t>(x) + pad_x - tap_x;
                    if (at_y < 0 || at_x < 0 || (is_2d && at_y % step != 0) || at_x % step != 0) continue;
                    out_y = is_2d ? at_y / step : at_y;
                    out_x = at_x / step;
                  }
                  if (out_y < 0 || out_x < 0 || out_y >= static_cast<int64_t>(rows) ||
                      out_x >= static_cast<int64_t>(columns))
                    continue;
                  const size_t at = ((b * c.out_channels + co) * rows + static_cast<size_t>(out_y)) * columns +
                                    static_cast<size_t>(out_x);
                  all[at].add(source_at(b, ci, y, x),
                              transposed_form ? weight_at(ci, co, ky, kx) : weight_at(co, ci, ky, kx));
                }
    return all;
  }
};

template <class T, class Launch>
void check(const std::string& name, const Problem<T>& problem, Launch launch) {
  const auto expected = problem.results();
  const Sizes info = problem.info();
  INFO(name << ": " << problem.c.height << 'x' << problem.c.width << " by " << problem.c.tap_rows << 'x'
            << problem.c.tap_columns << ", stride " << problem.c.stride << " padding " << problem.c.padding
            << " dilation " << problem.c.dilation);
  host::check_image<T>(
      problem.numel(),
      [&](const launcher::Geometry& geometry, host::Output<T>& out) {
        launch(geometry,
               std::vector<launcher::Region>{launcher::region(info), launcher::region(problem.source),
                                             launcher::region(problem.weights), out.region()},
               info.data(), problem.source.data(), problem.weights.data(), out.data());
      },
      [&](size_t i) { return expected[i].expected(); }, [&](size_t i) { return expected[i].slack(); });
}

template <class T, class One, class Two, class TransposedOne, class TransposedTwo>
void check_all(const std::string& suffix, One conv1d, Two conv2d, TransposedOne conv_transpose1d,
               TransposedTwo conv_transpose2d) {
  for (const Case& c : kCases) {
    const Problem<T> one(c, false, false);
    check<T>("conv1d_" + suffix, one, [&](const auto& geometry, const auto& regions, auto... pointers) {
      launcher::run("conv1d_" + suffix, conv1d, geometry, regions, one.src.numel(), one.columns, c.stride, c.padding,
                    c.dilation, pointers...);
    });
    const Problem<T> two(c, true, false);
    check<T>("conv2d_" + suffix, two, [&](const auto& geometry, const auto& regions, auto... pointers) {
      launcher::run("conv2d_" + suffix, conv2d, geometry, regions, two.src.numel(), two.columns, two.rows, c.stride,
                    c.padding, c.dilation, pointers...);
    });
    if (!fits_transposed(c, c.width, c.tap_columns)) continue;
    const Problem<T> back_one(c, false, true);
    check<T>("conv_transpose1d_" + suffix, back_one, [&](const auto& geometry, const auto& regions, auto... pointers) {
      launcher::run("conv_transpose1d_" + suffix, conv_transpose1d, geometry, regions, back_one.src.numel(),
                    back_one.columns, c.stride, c.padding, c.out_padding, c.dilation, pointers...);
    });
    if (!fits_transposed(c, c.height, c.tap_rows)) continue;
    const Problem<T> back_two(c, true, true);
    check<T>("conv_transpose2d_" + suffix, back_two, [&](const auto& geometry, const auto& regions, auto... pointers) {
      launcher::run("conv_transpose2d_" + suffix, conv_transpose2d, geometry, regions, back_two.src.numel(),
                    back_two.columns, back_two.rows, c.stride, c.padding, c.out_padding, c.dilation, pointers...);
    });
  }
}

#define CONV_TEST(SUFFIX, T)                                                                                       \
  TEST_CASE("conv kernels: convolutions, " #SUFFIX) {                                                              \
    check_all<T>(#SUFFIX, conv1d_##SUFFIX, conv2d_##SUFFIX, conv_transpose1d_##SUFFIX, conv_transpose2d_##SUFFIX); \
  }

CONV_TEST(bf16, __nv_bfloat16)
CONV_TEST(f16, __half)
CONV_TEST(f32, float)
CONV_TEST(f64, double)
CONV_TEST(u8, uint8_t)
CONV_TEST(u32, uint32_t)

}  // namespace
