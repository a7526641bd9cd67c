#include "rocm_bindgen/ops/rope.hpp"

#include <algorithm>
#include <string>

#include "kernel_tables.hpp"
#include "kernels/ops/rope_view.hpp"
#include "launch_view.hpp"
#include "operands.hpp"

namespace rocm_bindgen::ops {
namespace {

constexpr std::string_view kName = "rope";
/// The widest memory access of a thread.
constexpr std::size_t kThreadBytes = 16;

/// The first elements of all pairs, and the distance from each to its second element.
struct Firsts {
  TensorView view;
  std::int64_t second;
};

Firsts firsts_of(const TensorView& tensor, RopePairs pairs) {
  Firsts firsts{tensor, 0};
  const auto inner = tensor.rank - 1;
  auto& stride = firsts.view.strides[inner];
  firsts.view.dims[inner] /= 2;
  if (pairs == RopePairs::halves) {
    firsts.second = firsts.view.dims[inner] * stride;
  } else {
    firsts.second = stride;
    stride *= 2;
  }
  return firsts;
}

void check_types(const TensorView& in, const Named (&others)[3]) {
  check_float_above_8_bits(kName, {"in", in});
  for (const auto& other : others) check_dtype(kName, other, in.dtype);
}

}  // namespace

void rope(Stream& stream, RopePairs pairs, const TensorView& in, const TensorView& cosines, const TensorView& sines,
          const TensorView& out) {
  const Named source{"in", in}, result{"out", out};
  check_types(in, {{"cosines", cosines}, {"sines", sines}, result});
  check_tensor(kName, source);
  check_result(kName, result);
  if (in.rank == 0 || in.dims[in.rank - 1] % 2 != 0)
    refuse(kName, "in", describe(in) + " has no pairs: its innermost dim is not even");
  if (out.rank != in.rank || !std::equal(in.dims.begin(), in.dims.begin() + in.rank, out.dims.begin()))
    refuse(kName, "out", describe(out) + " does not have the shape of in, " + describe(in));
  if (std::find(in.dims.begin(), in.dims.begin() + in.rank, 0) != in.dims.begin() + in.rank) return;
  const auto written = broadcast(kName, result, result);
  for (const Named& operand : {source, Named{"cosines", cosines}, Named{"sines", sines}}) {
    check_tensor(kName, operand);
    check_apart(kName, result, written, operand, broadcast(kName, operand, operand));
  }
  const auto to = firsts_of(out, pairs), from = firsts_of(in, pairs);
  const Named tensors[] = {{"half of out", to.view}, {"half of in", from.view}, {"cosines", cosines}, {"sines", sines}};
  const auto walk = walk_together(kName, tensors);
  const auto pack = static_cast<std::uint32_t>(kThreadBytes / size_of(in.dtype));
  const auto kernel = bundled_kernel(stream.device(), kRopeKernels.find(in.dtype));
  for_each_view(walk, pack, [&](const View<4>& view, const std::array<void*, 4>& addresses) {
    RopeView rope_view{view, {static_cast<std::size_t>(to.second), static_cast<std::size_t>(from.second)}};
    // The second elements have the alignment of the first ones only if their distance is a multiple of the pack.
    if (to.second % pack != 0 && rope_view.pairs.access[0] == AccessPattern::pack)
      rope_view.pairs.access[0] = AccessPattern::elements;
    if (from.second % pack != 0 && rope_view.pairs.access[1] == AccessPattern::pack)
      rope_view.pairs.access[1] = AccessPattern::elements;
    kernel.launch(view_launch(kernel, BundledModule::rope, view.place_count), stream, rope_view, addresses[0],
                  addresses[1], addresses[2], addresses[3]);
  });
}

}  // namespace rocm_bindgen::ops
