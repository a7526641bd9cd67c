#include "rocm_bindgen/ops/normalize.hpp"

#include <algorithm>
#include <string>

#include "dims.hpp"
#include "kernel_tables.hpp"
#include "kernels/ops/rows_view.hpp"
#include "launch_view.hpp"
#include "operands.hpp"

namespace rocm_bindgen::ops {
namespace {

/// The part of a row that a kernel keeps in a thread's registers: this number of elements for softmax (fewer for f64),
/// 64 bytes for the norms (Softmax and RegisterRow in kernels/common/).
constexpr std::size_t kSoftmaxInRegisters = 16, kSoftmaxInRegistersF64 = 8, kNormRegisterBytes = 64;
/// The largest workgroup for which the kernels are compiled.
constexpr std::uint32_t kMaxThreads = 1024;

/// Rows of a result and an operand, along one dim.
struct Rows {
  Walk<2> walk;
  std::int64_t columns = 0;
  std::int64_t step[2] = {};
};

Rows rows_of(std::string_view name, const TensorView& in, std::int64_t along, const TensorView& out) {
  const Named tensors[] = {{"out", out}, {"in", in}};
  check_tensor(name, tensors[1]);
  check_float_above_8_bits(name, tensors[1]);
  check_dtype(name, tensors[0], in.dtype);
  const auto dim = dim_of(name, in, along);
  if (out.rank != in.rank || !std::equal(in.dims.begin(), in.dims.begin() + in.rank, out.dims.begin()))
    refuse(name, "out", describe(out) + " does not have the shape of in, " + describe(in));
  auto walk = walk_of(name, tensors);
  const auto axis = in.rank - 1 - dim;
  Rows rows;
  rows.columns = walk.extents[axis];
  for (int k = 0; k < 2; ++k) rows.step[k] = walk.operands[at(k)].strides[axis];
  // The stride of a row of one element is unspecified. 1 marks the row as contiguous.
  if (rows.columns == 1) rows.step[0] = rows.step[1] = 1;
  if (rows.columns > std::int64_t{0xFFFFFFFF}) refuse(name, "in", describe(in) + " has rows of 2^32 elements or more");
  // The walk is over the rows, so the axis along them gets the extent 1, or 0 if they are empty.
  walk.extents[axis] = std::min<std::int64_t>(rows.columns, 1);
  simplify(walk);
  rows.walk = walk;
  return rows;
}

std::uint32_t threads_for(const Device& device, const Kernel& kernel, std::int64_t columns, std::size_t in_registers) {
  const auto wanted = (static_cast<std::uint64_t>(columns) - 1) / in_registers + 1;
  std::uint32_t threads = device.info().wavefront_size;
  while (threads < wanted && threads < kMaxThreads) threads *= 2;
  return std::min(threads, kernel.max_workgroup_size());
}

/// `extra` are the kernel's arguments after the result and the operand.
template <class... Extra>
void launch_rows(Stream& stream, Normalization op, const TensorView& in, const Rows& rows, std::size_t in_registers,
                 const Extra&... extra) {
  const auto kernel = bundled_kernel(stream.device(), kNormalizeKernels.find(op, in.dtype));
  if (rows.columns == 0) return;
  const auto threads = threads_for(stream.device(), kernel, rows.columns, in_registers);
  // AMD's grids have fewer than 2^32 work-items.
  for_each_view(
      rows.walk, 1,
      [&](const View<2>& view, const std::array<void*, 2>& addresses) {
        RowsView of{view, static_cast<std::uint32_t>(rows.columns), {}};
        for (int k = 0; k < 2; ++k) of.step[k] = static_cast<std::size_t>(rows.step[k]);
        kernel.launch({Dim3{view.place_count}, Dim3{threads}, 0}, stream, of, addresses[0], addresses[1], extra...);
      },
      std::min(kMaxPlaces, std::int64_t{0xFFFFFFFF} / threads));
}

const void* weights(std::string_view name, std::string_view operand, const std::optional<TensorView>& view,
                    const TensorView& in, const TensorView& out) {
  if (!view) return nullptr;
  const Named named{operand, *view};
  check_tensor(name, named);
  check_dtype(name, named, in.dtype);
  if (view->rank != 1 || view->dims[0] != in.dims[in.rank - 1] || (view->dims[0] > 1 && view->strides[0] != 1))
    refuse(name, operand, describe(*view) + " is not a dense row of in, " + describe(in));
  const Named result{"out", out};
  check_apart(name, result, broadcast(name, result, result), named, broadcast(name, named, named));
  return view->data;
}

}  // namespace

void softmax(Stream& stream, const TensorView& in, std::int64_t dim, const TensorView& out) {
  const auto rows = rows_of("softmax", in, dim, out);
  launch_rows(stream, Normalization::softmax, in, rows,
              in.dtype == DType::f64 ? kSoftmaxInRegistersF64 : kSoftmaxInRegisters);
}

void rms_norm(Stream& stream, const TensorView& in, const std::optional<TensorView>& weight, double eps,
              const TensorView& out) {
  const auto rows = rows_of("rms_norm", in, -1, out);
  const auto* const alpha = weights("rms_norm", "weight", weight, in, out);
  launch_rows(stream, Normalization::rms_norm, in, rows, kNormRegisterBytes / size_of(in.dtype), alpha,
              static_cast<float>(eps));
}

void layer_norm(Stream& stream, const TensorView& in, const std::optional<TensorView>& weight,
                const std::optional<TensorView>& bias, double eps, const TensorView& out) {
  const auto rows = rows_of("layer_norm", in, -1, out);
  const auto* const alpha = weights("layer_norm", "weight", weight, in, out);
  const auto* const beta = weights("layer_norm", "bias", bias, in, out);
  launch_rows(stream, Normalization::layer_norm, in, rows, kNormRegisterBytes / size_of(in.dtype), alpha, beta,
              static_cast<float>(eps));
}

}  // namespace rocm_bindgen::ops
