// Tests convolutions by matrix units against the definition. Devices without matrix units must refuse the same tensors.
#include "matrix_convolution.hpp"

#include "runtime/ops/matrix_convolutions.hpp"

namespace {

using namespace rocm_bindgen;
using namespace test;

bool has_units() {
  return ops::has_matrix_units(device().info().arch);
}

/// `change` modifies the input before it is copied to the device.
template <class T, class Change>
void check_problem(DType dtype, const Problem& problem, const Layouts& layouts, const Change& change) {
  Stream stream(device());
  std::mt19937 random(static_cast<std::uint32_t>(dtype));
  auto [in, weights, out] = make_operands<T>(dtype, layouts, random);
  change(in);
  for (auto* tensor : {&in, &weights, &out}) tensor->upload();
  const bool queued = ops::convolve_by_matrix(stream, in.view(), weights.view(), problem.how, out.view());
  CHECK(queued == has_units());
  if (!queued) return;
  stream.synchronize();
  check_results<T>(problem, in, weights, out);
}

template <class Change>
void check_types(const Problem& problem, const Layouts& layouts, const Change& change) {
  check_problem<__half>(DType::f16, problem, layouts, change);
  check_problem<__nv_bfloat16>(DType::bf16, problem, layouts, change);
}

void check_types(const Problem& problem, const Layouts& layouts) {
  check_types(problem, layouts, [](Tensor&) {});
}

}  // namespace

TEST_CASE("ops: convolutions by matrix units are right for any taps, strides, padding and dilation") {
  struct Named {
    const char* name;
    Problem problem;
  };
  const Named problems[] = {
      {"odd sizes and a depth that is not a multiple of a pack", images(2, 5, 20, {9, 11}, {3, 3}, {{1, 1}, {1, 1}})},
      {"tiles that are not full, and stride 2", images(1, 16, 70, {23, 13}, {3, 3}, {{2, 2}, {1, 2}})},
      {"dilation", images(3, 8, 33, {9, 12}, {3, 2}, {{1, 2}, {2, 0}, {2, 3}})},
      {"one tap", images(2, 64, 16, {4, 5}, {1, 1}, {})},
      {"one pixel of each of many images", images(17, 4, 18, {3, 3}, {3, 3}, {})},
      {"more padding than image", images(1, 16, 16, {2, 3}, {2, 2}, {{1, 3}, {4, 5}})},
      // The rows and columns of the taps, here 2 and 29, may add up to kMaxTaps.
      {"the most rows and columns of taps", images(1, 1, 16, {16, 30}, {2, 29}, {{1, 1}, {0, 3}})},
      {"lines", images(2, 6, 17, {1, 40}, {1, 5}, {{1, 2}, {0, 2}})},
      {"groups", images(2, 8 * 3, 20 * 3, {5, 6}, {3, 3}, {{1, 1}, {1, 1}, {1, 1}, 3})},
  };
  for (const auto& [name, problem] : problems) {
    INFO(name);
    check_types(problem, dense_layouts(problem));
  }
}

TEST_CASE("ops: convolutions by matrix units are right in tiles of many channels") {
  // 65 channels are one more than the smaller tiles have. One group per compute unit gives a tile to each; with fewer
  // tiles, the op would use the smaller ones.
  const std::int64_t groups = device().info().compute_units;
  const auto problem = images(1, 2 * groups, 65 * groups, {4, 4}, {3, 3}, {{1, 1}, {1, 1}, {1, 1}, groups});
  check_types(problem, dense_layouts(problem));
  // Kernels process the depth of the product, here 40 channels of one tap, in steps of 32.
  const auto two_steps = images(1, 40 * groups, 65 * groups, {4, 4}, {1, 1}, {{1, 1}, {0, 0}, {1, 1}, groups});
  check_types(two_steps, dense_layouts(two_steps));
}

TEST_CASE("ops: convolutions by matrix units are right for tensors with gaps and in another order") {
  const auto problem = images(2, 8, 17, {5, 7}, {3, 3}, {{1, 1}, {1, 1}});
  auto layouts = dense_layouts(problem);
  layouts.in = channels_last(problem.in_dims());
  layouts.out = channels_last(problem.out_dims());
  check_types(problem, layouts);
  layouts.in = apart(dense(problem.in_dims()));
  layouts.out = apart(dense(problem.out_dims()));
  // This makes the rows of the weights unaligned.
  layouts.weights.strides[0] += 1;
  layouts.weights.extent += problem.out_channels - 1;
  check_types(problem, layouts);
}

TEST_CASE("ops: with matrix units too, NaN and infinity affect only the results whose taps read them") {
  const auto problem = images(2, 8, 16, {5, 6}, {3, 3}, {{1, 1}, {1, 1}});
  check_types(problem, dense_layouts(problem), [](Tensor& in) {
    const auto set = [&](std::int64_t at, Real value) {
      if (in.view().dtype == DType::f16) {
        set_element<__half>(in.bytes(), at, Element<__half>::nearest(value));
      } else {
        set_element<__nv_bfloat16>(in.bytes(), at, Element<__nv_bfloat16>::nearest(value));
      }
    };
    set(0, kNaN);
    set(in.layout().extent - 1, std::numeric_limits<Real>::infinity());
  });
}

TEST_CASE("ops: convolve_by_matrix queues nothing if matrix units do not support the tensors") {
  Stream stream(device());
  Buffer<std::uint16_t> memory(device(), 1 << 16);
  auto* const at = memory.data();
  const auto queued = [&](const Problem& problem, DType dtype, std::int64_t weight_column = 1,
                          std::int64_t in_column = 1) {
    auto weights = TensorView(at + (1 << 14), dtype, {problem.weight_dims()[0], problem.weight_dims()[1], 3, 3});
    weights.strides[3] = weight_column;
    auto in = TensorView(at, dtype, {1, 4, 6, 6});
    // With a negative stride, element 0 is the last of the six in memory.
    if (in_column < 0) in.data = at + 5;
    in.strides[3] = in_column;
    const auto dims = problem.out_dims();
    return ops::convolve_by_matrix(stream, in, weights, problem.how,
                                   {at + (1 << 15), dtype, {dims[0], dims[1], dims[2], dims[3]}});
  };
  const auto of = [](std::int64_t channels) { return images(1, 4, channels, {6, 6}, {3, 3}, {}); };
  CHECK(queued(of(16), DType::f16) == has_units());
  CHECK(queued(of(16), DType::bf16) == has_units());
  CHECK_FALSE(queued(of(16), DType::f32));         // not a 16-bit type
  CHECK_FALSE(queued(of(15), DType::f16));         // too few output channels
  CHECK_FALSE(queued(of(16), DType::f16, 2));      // weights with gaps
  CHECK_FALSE(queued(of(16), DType::f16, 1, -1));  // a negative stride
  stream.synchronize();
}

TEST_CASE("ops: has_matrix_units knows the devices with matrix units") {
  for (const auto* const arch :
       {"gfx90a:sramecc+:xnack-", "gfx942", "gfx950", "gfx1100", "gfx1151", "gfx1201", "sm_80", "sm_90", "sm_120"}) {
    INFO(arch);
    CHECK(ops::has_matrix_units(arch));
  }
  for (const auto* const arch : {"gfx900", "gfx906", "gfx908", "gfx90c", "gfx1010", "gfx1030", "sm_75", "sm_", ""}) {
    INFO(arch);
    CHECK_FALSE(ops::has_matrix_units(arch));
  }
}
