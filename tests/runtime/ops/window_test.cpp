// Tests pools and resized images on random tensors against long double.
#include "rocm_bindgen/ops/window.hpp"

#include "kernels/near.hpp"
#include "runtime/ops/random_tensors.hpp"
#include "runtime/ops/refusal.hpp"

namespace {

using namespace rocm_bindgen;
using namespace test;

constexpr DType kTypes[] = {DType::bf16, DType::f16, DType::f32, DType::f64, DType::u8, DType::u32};

struct Images {
  Dims before;  ///< dimensions before rows and columns
  ops::ImageExtent extent;

  Dims with(const ops::ImageExtent& image) const {
    auto dims = before;
    dims.push_back(image.rows);
    dims.push_back(image.columns);
    return dims;
  }
};

Images random_images(int round, std::mt19937& random) {
  const auto below = [&](std::uint32_t n) { return static_cast<std::int64_t>(random() % n); };
  Images images{{1 + below(3), 1 + below(4)}, {1 + below(20), 1 + below(20)}};
  // Some rounds have one dimension before rows and columns, and some have none.
  if (round % 3 == 1) images.before.pop_back();
  if (round % 5 == 2) images.before.clear();
  return images;
}

/// Multiples of 1/8 between -4 and 4, or integers up to 64.
template <class T>
void make_small(Tensor& tensor, std::mt19937& random) {
  for (std::int64_t i = 0; i < tensor.layout().extent; ++i) {
    const auto x = static_cast<int>(random() % 65);
    set_element<T>(tensor.bytes(), i,
                   kIsFloat<T> ? Element<T>::nearest(static_cast<Real>(x - 32) / 8) : static_cast<T>(x));
  }
}

/// The row-major index of the element of `image` at y, x.
std::int64_t index_at(std::int64_t image, const ops::ImageExtent& extent, std::int64_t y, std::int64_t x) {
  return (image * extent.rows + y) * extent.columns + x;
}

template <class T>
void check_pools(DType dtype) {
  Stream stream(device());
  std::mt19937 random(static_cast<std::uint32_t>(dtype));
  for (int round = 0; round < 10; ++round)
    for (const bool largest : {true, false}) {
      INFO(name_of(dtype) << ", round " << round << (largest ? ", max" : ", mean"));
      const auto images = random_images(round, random);
      const auto& e = images.extent;
      const auto up_to = [&](std::int64_t n) {
        return 1 + static_cast<std::int64_t>(random() % static_cast<std::uint32_t>(n));
      };
      const ops::ImageExtent window{up_to(std::min<std::int64_t>(e.rows, 4)),
                                    up_to(std::min<std::int64_t>(e.columns, 4))};
      const ops::ImageExtent step{up_to(3), up_to(3)};
      const ops::ImageExtent positions{(e.rows - window.rows) / step.rows + 1,
                                       (e.columns - window.columns) / step.columns + 1};
      Tensor in(device(), dtype, random_layout(random, images.with(e)), random);
      Tensor out(device(), dtype, random_layout(random, images.with(positions)), random);
      make_small<T>(in, random);
      if (kIsFloat<T> && round % 2 == 1)
        set_element<T>(in.bytes(), in.layout().offset(0), Element<T>::nearest(std::numeric_limits<Real>::quiet_NaN()));
      in.upload();
      out.upload();
      (largest ? ops::max_pool2d : ops::avg_pool2d)(stream, in.view(), window, step, out.view());
      stream.synchronize();
      check<T>(out, [&](std::int64_t i, T got) {
        const auto x = i % positions.columns, y = i / positions.columns % positions.rows,
                   image = i / positions.columns / positions.rows;
        Real sum = 0, most = -std::numeric_limits<Real>::infinity(), magnitude = 0;
        for (std::int64_t dy = 0; dy < window.rows; ++dy)
          for (std::int64_t dx = 0; dx < window.columns; ++dx) {
            const auto at = index_at(image, e, y * step.rows + dy, x * step.columns + dx);
            const auto value = Element<T>::value(element<T>(in.bytes(), in.layout().offset(at)));
            sum += value;
            magnitude += std::fabs(value);
            // The maximum is NaN if any element is.
            most = std::isnan(value) || std::isnan(most) ? most + value : std::max(most, value);
          }
        const auto count = static_cast<Real>(window.rows * window.columns);
        if (largest) return host::is_near(got, most, 0);
        if (!kIsFloat<T>) return Element<T>::value(got) == std::floor(sum / count);
        // Windows have at most 4 x 4 elements, so a sum has at most 16 rounding errors.
        return host::is_near(got, sum / count, 32 * host::compute_epsilon<T>() * magnitude / count);
      });
    }
}

/// The source positions before and after a result's position, and the weight of the one after it.
struct Between {
  std::int64_t low, high;
  Real weight;
};
Between between(std::int64_t position, std::int64_t in, std::int64_t out, bool align,
                const std::optional<double>& factor) {
  const auto size = static_cast<Real>(in);
  Real exact = 0;
  if (align) {
    exact = out == 1 ? 0 : static_cast<Real>(position) * (size - 1) / static_cast<Real>(out - 1);
  } else {
    const Real scale = factor ? 1 / static_cast<Real>(*factor) : size / static_cast<Real>(out);
    exact = std::max<Real>(0, (static_cast<Real>(position) + 0.5L) * scale - 0.5L);
  }
  // A position that is nearly whole may be computed slightly below it.
  const auto low = std::min(static_cast<std::int64_t>(exact + 1e-12L), in - 1);
  return {low, std::min(low + 1, in - 1), std::max<Real>(0, exact - static_cast<Real>(low))};
}

template <class T>
void check_bilinear(DType dtype) {
  Stream stream(device());
  std::mt19937 random(static_cast<std::uint32_t>(dtype) + 9);
  for (int round = 0; round < 10; ++round) {
    INFO(name_of(dtype) << ", round " << round);
    const auto images = random_images(round, random);
    const auto& e = images.extent;
    const ops::ImageExtent other{1 + static_cast<std::int64_t>(random() % 33),
                                 1 + static_cast<std::int64_t>(random() % 33)};
    ops::Bilinear how;
    how.align_corners = round % 2 == 0;
    if (round % 4 == 1) how.row_factor = 1.75;
    if (round % 3 == 1) how.column_factor = 0.75;
    Tensor in(device(), dtype, random_layout(random, images.with(e)), random);
    Tensor out(device(), dtype, random_layout(random, images.with(other)), random);
    make_small<T>(in, random);
    in.upload();
    out.upload();
    ops::upsample_bilinear2d(stream, in.view(), how, out.view());
    stream.synchronize();
    check<T>(out, [&](std::int64_t i, T got) {
      const auto image = i / other.columns / other.rows;
      const auto x = between(i % other.columns, e.columns, other.columns, how.align_corners, how.column_factor);
      const auto y = between(i / other.columns % other.rows, e.rows, other.rows, how.align_corners, how.row_factor);
      const auto value = [&](std::int64_t row, std::int64_t column) {
        return Element<T>::value(element<T>(in.bytes(), in.layout().offset(index_at(image, e, row, column))));
      };
      const auto in_row = [&](std::int64_t row) {
        return value(row, x.low) * (1 - x.weight) + value(row, x.high) * x.weight;
      };
      const Real exact = in_row(y.low) * (1 - y.weight) + in_row(y.high) * y.weight;
      // The largest floats are 4. Integers are rounded towards zero, so 1e-5 decides only where the exact value is
      // nearly whole.
      return host::is_near(got, exact, kIsFloat<T> ? 64 * host::compute_epsilon<T>() * 4 : Real{1e-5L});
    });
  }
}

template <class T>
void check_nearest(Tensor& in, const ops::ImageExtent& from, Tensor& out, const ops::ImageExtent& to) {
  check<T>(out, [&](std::int64_t i, T got) {
    const auto y = i / to.columns % to.rows, x = i % to.columns;
    const auto at = index_at(i / to.columns / to.rows, from, y * from.rows / to.rows, x * from.columns / to.columns);
    const auto wanted = element<T>(in.bytes(), in.layout().offset(at));
    return std::memcmp(&wanted, &got, sizeof(T)) == 0;
  });
}

}  // namespace

TEST_CASE("ops: pools of any images are right") {
  for (const auto dtype : kTypes)
    with_type(dtype, [&](auto type) { check_pools<typename decltype(type)::type>(dtype); });
}

TEST_CASE("ops: images are resized by interpolation between four elements") {
  for (const auto dtype : kTypes)
    with_type(dtype, [&](auto type) { check_bilinear<typename decltype(type)::type>(dtype); });
}

TEST_CASE("ops: images are resized to the nearest element") {
  Stream stream(device());
  for (const auto dtype : {DType::u8, DType::bf16, DType::f32, DType::i64})
    with_type(dtype, [&](auto type) {
      using T = typename decltype(type)::type;
      std::mt19937 random(static_cast<std::uint32_t>(dtype) + 5);
      for (int round = 0; round < 10; ++round) {
        INFO(name_of(dtype) << ", round " << round);
        const auto images = random_images(round, random);
        const auto& e = images.extent;
        const ops::ImageExtent other{round % 2 == 0 ? e.rows : 1 + static_cast<std::int64_t>(random() % 33),
                                     1 + static_cast<std::int64_t>(random() % 33)};
        Tensor in(device(), dtype, random_layout(random, images.with(e)), random);
        Tensor out(device(), dtype, random_layout(random, images.with(other)), random);
        in.upload();
        out.upload();
        ops::upsample_nearest(stream, in.view(), out.view());
        stream.synchronize();
        check_nearest<T>(in, e, out, other);
      }
    });
}

TEST_CASE("ops: images are enlarged to the nearest element by whole factors") {
  struct Case {
    ops::ImageExtent in, times;
    bool gaps;          // after the source's elements
    bool is_unaligned;  // the result's packs
  };
  // From n = 49 on, 1 / n times n is not always 1 in f64.
  const Case cases[] = {{{3, 16}, {2, 2}, false, false}, {{3, 16}, {2, 2}, true, false},
                        {{3, 16}, {2, 2}, false, true},  {{2, 8}, {2, 2}, false, false},
                        {{1, 24}, {1, 2}, false, false}, {{4, 16}, {3, 3}, false, false},
                        {{5, 16}, {2, 1}, false, false}, {{1, 2}, {49, 49 * 8}, false, false},
                        {{2, 1}, {98, 98}, false, true}, {{3, 5}, {49, 49}, true, false}};
  Stream stream(device());
  for (const auto dtype : {DType::u8, DType::bf16, DType::f32, DType::i64})
    with_type(dtype, [&](auto type) {
      using T = typename decltype(type)::type;
      std::mt19937 random(static_cast<std::uint32_t>(dtype) + 6);
      for (const auto& [in_extent, times, gaps, is_unaligned] : cases) {
        const ops::ImageExtent out_extent{in_extent.rows * times.rows, in_extent.columns * times.columns};
        INFO(name_of(dtype) << ", " << in_extent.rows << " x " << in_extent.columns << " to " << out_extent.rows
                            << " x " << out_extent.columns << (gaps ? ", with gaps" : "")
                            << (is_unaligned ? ", not aligned" : ""));
        auto source = dense({2, 3, in_extent.rows, in_extent.columns});
        auto result = dense({2, 3, out_extent.rows, out_extent.columns});
        if (gaps) {
          for (auto& stride : source.strides) stride *= 3;
          source.extent *= 3;
        }
        result.start = is_unaligned ? 1 : 0;
        result.extent += result.start;
        Tensor in(device(), dtype, source, random);
        Tensor out(device(), dtype, result, random);
        in.upload();
        out.upload();
        ops::upsample_nearest(stream, in.view(), out.view());
        stream.synchronize();
        check_nearest<T>(in, in_extent, out, out_extent);
      }
    });
}

TEST_CASE("ops: windows and images that do not match are refused") {
  Stream stream(device());
  Buffer<float> memory(device(), 256);
  const TensorView in(memory.data(), DType::f32, {2, 6, 6}), out(memory.data() + 128, DType::f32, {2, 3, 3});
  const auto pool = [&](const TensorView& from, const ops::ImageExtent& window, const TensorView& to) {
    return refusal([&] { ops::max_pool2d(stream, from, window, {2, 2}, to); });
  };
  CHECK(pool(in, {3, 2}, out) ==
        "max_pool2d: out: f32 {2, 3, 3} does not have the 2 x 3 positions of a window of 3 x 2 in in, f32 {2, 6, 6}");
  CHECK(pool(in, {0, 2}, out) == "max_pool2d: a window of 0 x 2 cannot move by steps of 2 x 2");
  CHECK(pool(in, {2, 2}, TensorView(memory.data() + 128, DType::f32, {3, 3, 3})) ==
        "max_pool2d: out: f32 {3, 3, 3} does not have the images of in, f32 {2, 6, 6}");
  const TensorView longs(memory.data(), DType::i64, {2, 4, 4}), long_out(memory.data() + 128, DType::i64, {2, 2, 2});
  CHECK(pool(longs, {2, 2}, long_out) ==
        "max_pool2d: in: has type i64; there are kernels for bf16, f16, f32, f64, u8 and u32");
  const TensorView none(memory.data(), DType::f32, {2, 0, 6});
  CHECK(refusal([&] { ops::upsample_nearest(stream, none, out); }) ==
        "upsample_nearest: in: f32 {2, 0, 6} has no elements from which to compute an image");
}
