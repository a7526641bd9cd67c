// Tests the 3x3 convolutions that load patches for matrix units: their plans on any device, and their results on a
// device with these kernels. kernels/ops/convolution_view.hpp explains strips, tiles, lines and places.
#include "patch_convolution.hpp"

#include "kernel_tables.hpp"
#include "launch_view.hpp"
#include "matrix_convolution.hpp"
#include "runtime/ops/matrix_convolutions.hpp"

namespace {

using namespace rocm_bindgen;
using namespace test;

constexpr std::uint32_t kNoAddress = 0;  // plans depend on nothing but the alignment of the result's address

DeviceInfo hopper(std::uint32_t compute_units) {
  DeviceInfo info;
  info.arch = "sm_90";
  info.compute_units = compute_units;
  info.max_lds_bytes = 227 * 1024;
  return info;
}

TensorView view_at_0(const Dims& dims) {
  return {nullptr, DType::f16, {dims[0], dims[1], dims[2], dims[3]}};
}

MatrixConvolutionView product_at_0(const Problem& problem) {
  return ops::product_of(view_at_0(problem.in_dims()), view_at_0(problem.weight_dims()), problem.how,
                         view_at_0(problem.out_dims()));
}

std::optional<ops::PatchLaunch> plan(const Problem& problem, const DeviceInfo& info, std::uintptr_t out = kNoAddress) {
  return ops::plan_patches(product_at_0(problem), static_cast<std::uint32_t>(problem.how.groups), out, info);
}

/// With stride 1 and padding 1, the result of 3 x 3 taps has the extent of the image.
const ops::Convolution kSame{{1, 1}, {1, 1}};

/// The largest number of places that any tile reads, found by counting the lines of each tile.
std::uint32_t max_places(const Problem& problem, const PatchConvolutionView& view) {
  const auto strip_columns = std::int64_t{view.strip.extent};
  std::int64_t most = 0;
  for (std::int64_t first = 0; first < view.pixels; first += kPatchPixels) {
    const auto line_of = [&](std::int64_t pixel) {
      const auto row = pixel / strip_columns;
      return row / problem.out.rows * view.lines.extent + row % problem.out.rows * problem.how.stride.rows;
    };
    const auto last = std::min<std::int64_t>(first + kPatchPixels, view.pixels) - 1;
    most = std::max(most, line_of(last) + 2 * problem.how.dilation.rows + 1 - line_of(first));
  }
  return static_cast<std::uint32_t>(most * view.patch_columns.extent);
}

template <class T>
void check_problem(DType dtype, const Problem& problem, const Layouts& layouts, std::uint32_t compute_units) {
  Stream stream(device());
  std::mt19937 random(static_cast<std::uint32_t>(dtype));
  auto [in, weights, out] = make_operands<T>(dtype, layouts, random);
  for (auto* tensor : {&in, &weights, &out}) tensor->upload();
  auto info = device().info();
  info.compute_units = compute_units;
  const auto to = out.view(), from = in.view(), by = weights.view();
  const auto patches =
      ops::plan_patches(ops::product_of(from, by, problem.how, to), static_cast<std::uint32_t>(problem.how.groups),
                        reinterpret_cast<std::uintptr_t>(to.data), info);
  REQUIRE(patches.has_value());
  ops::bundled_kernel(device(), ops::kMatrixConvolutionKernels.find(ops::MatrixConvolution::patch, dtype))
      .launch(patches->config, stream, patches->view, to.data, static_cast<const void*>(from.data),
              static_cast<const void*>(by.data));
  stream.synchronize();
  check_results<T>(problem, in, weights, out);
}

/// With few compute units, a workgroup processes several tiles.
void check_types(const Problem& problem, const Layouts& layouts, std::uint32_t compute_units = 3) {
  check_problem<__half>(DType::f16, problem, layouts, compute_units);
  check_problem<__nv_bfloat16>(DType::bf16, problem, layouts, compute_units);
}

/// Whether the device has these kernels and enough LDS for them.
bool has_patches() {
  auto info = device().info();
  info.compute_units = 1;
  if (plan(images(1, 16, 128, {20, 20}, {3, 3}, kSame), info)) return true;
  WARN(info.arch << " has no such kernels, or too little LDS");
  return false;
}

}  // namespace

TEST_CASE("ops: patches have room for all source positions of any tile and strips cover the result") {
  std::mt19937 random(11);
  const auto from_1_to = [&](std::uint32_t n) { return 1 + static_cast<std::int64_t>(random() % n); };
  int planned = 0;
  for (int round = 0; round < 2000; ++round) {
    const ops::Convolution how{
        {from_1_to(3), from_1_to(2)}, {from_1_to(3) - 1, from_1_to(3) - 1}, {from_1_to(3), from_1_to(3)}};
    const ops::ImageExtent in{6 + from_1_to(40), 6 + from_1_to(round % 2 == 0 ? 20 : 300)};
    const auto problem = images(from_1_to(4), 16, 128, in, {3, 3}, how);
    const auto patches = plan(problem, hopper(4));
    if (!patches) continue;
    ++planned;
    const auto& view = patches->view;
    CAPTURE(round, problem.out.rows, problem.out.columns, view.strip.extent);
    CHECK(view.max_places >= max_places(problem, view));
    CHECK(patches->config.lds_bytes == patch_lds_bytes(view.max_places));
    CHECK(view.strips * view.strip.extent >= problem.out.columns);
    CHECK((view.strips - 1) * view.strip.extent < problem.out.columns);
    CHECK(view.tiles.extent * kPatchPixels >= view.pixels);
    CHECK(view.pixels == problem.batches * problem.out.rows * view.strip.extent);
    CHECK(patches->config.grid.x % view.channel_tiles == 0);
  }
  CHECK(planned > 1000);  // most of the problems are supported, so this test has checked something
}

TEST_CASE("ops: results of patches are written in packs if they are contiguous and aligned") {
  const auto is_by_pack = [](const Problem& problem, std::uintptr_t out = kNoAddress) {
    const auto patches = plan(problem, hopper(1), out);
    REQUIRE(patches.has_value());
    return patches->view.is_out_packed != 0;
  };
  const auto of = [](std::int64_t rows, std::int64_t columns) {
    return images(2, 16, 128, {rows, columns}, {3, 3}, kSame);
  };
  CHECK(is_by_pack(of(8, 16)));
  // If there is one strip, only the size of an image must be a multiple of a pack: 8 * 17 is, 7 * 17 is not.
  CHECK(is_by_pack(of(8, 17)));
  CHECK_FALSE(is_by_pack(of(7, 17)));
  // More than 128 columns are several strips, so the number of columns must be a multiple of a pack.
  CHECK(is_by_pack(of(7, 200)));
  CHECK_FALSE(is_by_pack(of(8, 201)));
  // A pack has 16 bytes, so the result must be aligned to 16 bytes.
  CHECK(is_by_pack(of(8, 16), 16));
  CHECK_FALSE(is_by_pack(of(8, 16), 8));
}

TEST_CASE("ops: convolutions that patches do not support are not planned") {
  const auto problem = images(4, 32, 128, {40, 40}, {3, 3}, kSame);
  CHECK(plan(problem, hopper(10)));
  for (const auto* const arch : {"gfx90a", "gfx942", "gfx1100"}) {
    auto info = hopper(10);
    info.arch = arch;
    CHECK_FALSE(plan(problem, info));
  }
  // The buffers for weights and results alone need 166 KiB of LDS; an A100 has 163 KiB.
  auto little_lds = hopper(10);
  little_lds.max_lds_bytes = 163 * 1024;
  CHECK_FALSE(plan(problem, little_lds));
  // There are 4 * 40 * 40 / 256 = 25 tiles, which must be at least a quarter of the number of compute units.
  CHECK(plan(problem, hopper(100)));
  CHECK_FALSE(plan(problem, hopper(101)));
  // A tile with 64 instead of 128 channels counts as half a tile.
  CHECK_FALSE(plan(images(4, 32, 64, {40, 40}, {3, 3}, kSame), hopper(100)));
  // The number of input channels must be a multiple of 16.
  CHECK_FALSE(plan(images(4, 24, 128, {40, 40}, {3, 3}, kSame), hopper(10)));
  // There must be 3 x 3 taps.
  CHECK_FALSE(plan(images(4, 32, 128, {40, 40}, {1, 3}, kSame), hopper(10)));
  CHECK_FALSE(plan(images(4, 32, 128, {40, 40}, {3, 1}, kSame), hopper(10)));
  // With a stride of 2, the patch of a tile needs too much LDS.
  CHECK_FALSE(plan(images(4, 32, 128, {80, 80}, {3, 3}, {{2, 2}, {1, 1}}), hopper(10)));
  // Each image has one result, so a tile reads three lines of each of 256 images, which need too much LDS.
  CHECK_FALSE(plan(images(600, 32, 128, {3, 3}, {3, 3}, {}), hopper(1)));
  // Eight weights must be readable in one access.
  auto product = product_at_0(problem);
  product.is_packed = 0;
  CHECK_FALSE(ops::plan_patches(product, 1, kNoAddress, hopper(10)));
}

TEST_CASE("ops: convolutions by patches match the definition") {
  if (!has_patches()) return;
  struct Named {
    const char* name;
    Problem problem;
  };
  const Named problems[] = {
      {"tiles that end in rows and images", images(3, 16, 130, {19, 23}, {3, 3}, kSame)},
      {"several steps", images(1, 80, 128, {16, 16}, {3, 3}, kSame)},
      {"images smaller than a tile", images(9, 32, 128, {7, 7}, {3, 3}, kSame)},
      {"several strips", images(1, 16, 128, {5, 300}, {3, 3}, {{1, 1}, {0, 1}})},
      {"several strips of whole packs", images(1, 16, 128, {5, 304}, {3, 3}, kSame)},
      {"dilation and padding beyond it", images(2, 16, 128, {12, 14}, {3, 3}, {{1, 1}, {4, 3}, {3, 2}})},
      {"a stride of rows", images(2, 16, 128, {30, 9}, {3, 3}, {{2, 1}, {1, 1}})},
      {"a stride of columns", images(2, 16, 128, {9, 30}, {3, 3}, {{1, 2}, {1, 1}})},
      {"groups of few channels", images(2, 16 * 3, 40 * 3, {10, 11}, {3, 3}, {{1, 1}, {1, 1}, {1, 1}, 3})},
      {"channels that do not fill a unit", images(4, 16, 67, {16, 16}, {3, 3}, kSame)},
  };
  for (const auto& [name, problem] : problems) {
    INFO(name);
    check_types(problem, dense_layouts(problem));
  }
  INFO("a workgroup processes all tiles");
  check_types(problems[0].problem, dense_layouts(problems[0].problem), 1);
}

TEST_CASE("ops: convolutions by patches are right for tensors with gaps and in another order") {
  if (!has_patches()) return;
  const auto problem = images(2, 16, 128, {15, 17}, {3, 3}, kSame);
  auto layouts = dense_layouts(problem);
  layouts.in = channels_last(problem.in_dims());
  layouts.out = channels_last(problem.out_dims());
  check_types(problem, layouts);
  layouts.in = apart(dense(problem.in_dims()));
  layouts.out = apart(dense(problem.out_dims()));
  check_types(problem, layouts);
}

TEST_CASE("ops: images that are large enough use patches") {
  if (!has_patches()) return;
  const auto problem = images(8, 16, 128, {44, 44}, {3, 3}, kSame);
  const auto layouts = dense_layouts(problem);
  Stream stream(device());
  std::mt19937 random(3);
  auto [in, weights, out] = make_operands<__half>(DType::f16, layouts, random);
  for (auto* tensor : {&in, &weights, &out}) tensor->upload();
  const auto to = out.view();
  REQUIRE(ops::plan_patches(ops::product_of(in.view(), weights.view(), problem.how, to), 1,
                            reinterpret_cast<std::uintptr_t>(to.data), device().info()));
  ops::conv2d(stream, in.view(), weights.view(), problem.how, to);
  stream.synchronize();
  check_results<__half>(problem, in, weights, out);
}
