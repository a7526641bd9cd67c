#include "rocm_bindgen/ops/reduce.hpp"

#include <limits>
#include <string>

#include "dims.hpp"
#include "launch_reduction.hpp"
#include "launch_view.hpp"
#include "operands.hpp"
#include "rocm_bindgen/ops/elementwise.hpp"

namespace rocm_bindgen::ops {
namespace {

/// The properties of a Reduce or ArgReduce operation.
struct Operation {
  std::string_view name;
  Reduction kernel = Reduction::sum;
  bool of_none = false;          ///< has a result if there are no elements
  bool finds_positions = false;  ///< the results are positions of elements
  bool divides = false;          ///< divides the sum by the number of elements
};

#define ROCM_BINDGEN_OPERATION(NAME, KERNEL) {#NAME, Reduction::KERNEL},
constexpr Operation kReductions[] = {ROCM_BINDGEN_REDUCE_OPS(ROCM_BINDGEN_OPERATION)};
constexpr Operation kArgReductions[] = {ROCM_BINDGEN_ARG_REDUCE_OPS(ROCM_BINDGEN_OPERATION)};
#undef ROCM_BINDGEN_OPERATION

template <class Op, std::size_t N>
Operation operation_of(Op op, const Operation (&operations)[N]) {
  const auto index = static_cast<std::size_t>(op);
  if (index >= N) refuse("reduce", "op", "is " + std::to_string(index) + ", which is no reduction");
  return operations[index];
}

/// Returns `out` with the dims of `in`, in which the reduced dims have the extent 1. Throws if its shape does not fit.
TensorView with_reduced_dims(const Operation& op, const TensorView& in, const DimMask& reduced, const TensorView& out) {
  auto expanded = in;
  expanded.data = out.data;
  expanded.dtype = out.dtype;
  std::uint32_t next = 0;
  const bool keeps_dims = out.rank == in.rank;
  bool fits = true;
  for (std::uint32_t d = 0; d < in.rank; ++d) {
    if (reduced[d]) {
      fits = fits && (!keeps_dims || out.dims[d] == 1);
      expanded.dims[d] = 1;
      expanded.strides[d] = 0;
      if (keeps_dims) ++next;
      continue;
    }
    fits = fits && next < out.rank && out.dims[next] == in.dims[d];
    if (!fits) break;
    expanded.strides[d] = out.strides[next++];
  }
  if (!fits || next != out.rank)
    refuse(
        op.name, "out",
        describe(out) + " does not have the shape of in, " + describe(in) + ", without " + describe(reduced, in.rank));
  return expanded;
}

/// Checks the tensors, and separates the dims that are kept from those that are reduced.
ReductionWalk walk_apart(const Operation& op, const TensorView& in, const DimMask& reduced, const TensorView& out) {
  const Named source{"in", in}, result{"out", out};
  check_tensor(op.name, source);
  check_result(op.name, result);
  const auto expanded = with_reduced_dims(op, in, reduced, out);
  const auto read = broadcast(op.name, source, source);
  const auto written = broadcast(op.name, {"out", expanded}, source);
  check_apart(op.name, {"out", expanded}, written, source, read);
  ReductionWalk walk;
  walk.finds_positions = op.finds_positions;
  walk.results.operands = {read, written};
  walk.terms.operands = {read};
  walk.results.operands[0].strides = walk.results.operands[1].strides = walk.terms.operands[0].strides = {};
  for (std::uint32_t a = 0; a < in.rank; ++a) {
    const auto d = in.rank - 1 - a;
    if (reduced[d]) {
      walk.terms.operands[0].strides[walk.terms.axes] = read.strides[a];
      walk.terms.extents[walk.terms.axes++] = in.dims[d];
    } else {
      walk.results.operands[0].strides[walk.results.axes] = read.strides[a];
      walk.results.operands[1].strides[walk.results.axes] = written.strides[a];
      walk.results.extents[walk.results.axes++] = in.dims[d];
    }
  }
  return walk;
}

void run(Stream& stream, const Operation& op, const TensorView& in, const Dims& dims, const TensorView& out,
         Workspace& workspace) {
  const auto reduced = mask_of(op.name, in, dims);
  auto walk = walk_apart(op, in, reduced, out);
  if (count_of(walk.results) == 0) return;
  const auto terms = count_of(walk.terms);
  if (terms == 0) {
    if (!op.of_none) refuse(op.name, "in", describe(in) + " has no elements along " + describe(reduced, in.rank));
    return fill(stream, out, op.divides ? std::numeric_limits<double>::quiet_NaN() : 0.0);
  }
  if (op.finds_positions && terms > std::int64_t{0xFFFFFFFF})
    refuse(op.name, "in",
           describe(in) + " has more positions along " + describe(reduced, in.rank) + " than u32 can represent");
  if (op.divides) walk.divisor = static_cast<std::uint64_t>(terms);
  const auto plan = plan_reduction(walk, {stream.device().info().compute_units, kViewWorkgroup});
  launch_reduction(stream, op.kernel, in.dtype, plan, workspace);
}

}  // namespace

void reduce(Stream& stream, Reduce op, const TensorView& in, const Dims& dims, const TensorView& out,
            Workspace& workspace) {
  auto operation = operation_of(op, kReductions);
  operation.divides = op == Reduce::mean;
  operation.of_none = op == Reduce::sum || op == Reduce::mean;
  check_dtype(operation.name, {"out", out}, in.dtype);
  if (operation.divides) check_float(operation.name, {"in", in});
  run(stream, operation, in, dims, out, workspace);
}

void reduce(Stream& stream, ArgReduce op, const TensorView& in, const Dims& dims, const TensorView& out,
            Workspace& workspace) {
  auto operation = operation_of(op, kArgReductions);
  operation.finds_positions = true;
  check_dtype(operation.name, {"out", out}, DType::u32);
  run(stream, operation, in, dims, out, workspace);
}

}  // namespace rocm_bindgen::ops
