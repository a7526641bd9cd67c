// A reduction with more elements than the kernels' counters permit is divided into launches for parts of the results or
// of the terms. These tests use small limits. A place is what one thread processes (kernels/ops/view.hpp).
#include "reduction_plan.hpp"

#include "launch_reduction.hpp"
#include "runtime/ops/reduced.hpp"

namespace {

using namespace rocm_bindgen;
using namespace test;

ops::ReductionWalk walk_of(const Reduction& reduction, const Tensor& in, const Tensor& out) {
  ops::ReductionWalk walk;
  walk.finds_positions = true;
  const auto address = [](const Tensor& tensor) {
    return ops::WalkOperand{reinterpret_cast<std::uintptr_t>(tensor.view().data), sizeof(std::uint32_t), {}};
  };
  walk.results.operands = {address(in), address(out)};
  walk.terms.operands = {address(in)};
  auto out_dim = out.layout().dims.size();
  for (std::size_t d = in.layout().dims.size(); d-- != 0;) {
    const auto extent = in.layout().dims[d], stride = in.layout().strides[d];
    if (reduction.reduced[d]) {
      walk.terms.extents[walk.terms.axes] = extent;
      walk.terms.operands[0].strides[walk.terms.axes++] = stride;
    } else {
      walk.results.extents[walk.results.axes] = extent;
      walk.results.operands[0].strides[walk.results.axes] = stride;
      walk.results.operands[1].strides[walk.results.axes++] = out.layout().strides[--out_dim];
    }
  }
  return walk;
}

/// Checks that every launch is within the limit and that the result is the same as without one.
void check_in_parts(const Reduction& reduction, std::uint32_t compute_units, std::int64_t limit) {
  std::mt19937 random(5);
  Tensor in(device(), DType::i32, reduction.in, random), out(device(), DType::u32, {{}, {}, 0, 1}, random);
  out = Tensor(device(), DType::u32, random_layout(random, reduction.out_dims()), random);
  // There are many equal extremes, of which the first counts.
  for (std::size_t i = 0; i < in.bytes().size(); ++i)
    if (i % 4 != 0) in.bytes()[i] = 0;
  in.upload();
  out.upload();
  const auto plan = ops::plan_reduction(walk_of(reduction, in, out), {compute_units, 256}, limit);
  for (const auto& launch : plan.launches) {
    CHECK(launch.view.results.place_count <= limit);
    CHECK(launch.view.terms.place_count <= limit);
  }
  Stream stream(device());
  ops::Workspace workspace(device());
  ops::launch_reduction(stream, ops::Reduction::argmax, DType::i32, plan, workspace);
  stream.synchronize();
  const auto terms = reduction.terms<std::int32_t>(in.bytes());
  check<std::uint32_t>(out, [&](std::int64_t i, std::uint32_t got) {
    return got == extreme_of(terms[static_cast<std::size_t>(i)], true);
  });
}

}  // namespace

TEST_CASE("ops: reductions divided into parts are right") {
  const Reduction all{line(5003, 1, 1), {true}};
  const Reduction rows{{{70, 130}, {131, 1}, 0, 70 * 131}, {false, true}};
  const Reduction packs{{{3, 4, 64}, {64, 192, 1}, 0, 12 * 64}, {false, true, true}};
  const Reduction columns{{{500, 70}, {70, 1}, 0, 500 * 70}, {true, false}};
  const Reduction apart{{{9, 50, 20}, {1, 9, 450}, 0, 9000}, {false, true, true}};
  for (const auto& reduction : {all, rows, packs, columns, apart})
    for (const std::int64_t limit : {64, 100, 1000})
      for (const std::uint32_t compute_units : {1u, 60u}) {
        INFO("rank " << reduction.in.dims.size() << ", limit " << limit << ", " << compute_units << " compute units");
        check_in_parts(reduction, compute_units, limit);
      }
}

TEST_CASE("ops: reductions are split only if there are too few results to fill the GPU") {
  const auto plan_of = [](std::int64_t rows, std::int64_t columns) {
    ops::ReductionWalk walk;
    walk.results.axes = walk.terms.axes = 1;
    walk.results.extents[0] = rows;
    walk.terms.extents[0] = columns;
    const ops::WalkOperand memory{1 << 20, 4, {}};
    walk.results.operands = {memory, memory};
    walk.terms.operands = {memory};
    walk.results.operands[0].strides[0] = columns;
    walk.results.operands[1].strides[0] = walk.terms.operands[0].strides[0] = 1;
    return ops::plan_reduction(walk, {100, 256});
  };
  // 100 compute units run four workgroups each.
  const auto one = plan_of(1, 1 << 26);
  REQUIRE(one.launches.size() == 2);
  CHECK(one.launches[0].splits == 400);
  CHECK(one.launches[0].workgroups == 1);
  CHECK(one.launches[1].kernel == ops::ReductionKernel::finalize);
  CHECK(one.partial_bytes >= 400 * 4);
  // A row of 8192 floats is 2048 accesses. With 16 accesses per thread, 128 threads share a row, so a workgroup reduces
  // two rows.
  const auto many = plan_of(32768, 8192);
  REQUIRE(many.launches.size() == 1);
  CHECK(many.launches[0].workgroups == 32768 / 2);
  CHECK(many.partial_bytes == 0);
  // AMD's grids have fewer than 2^32 work-items.
  for (const auto& launch : plan_of(std::int64_t{1} << 28, 36).launches)
    CHECK(std::uint64_t{launch.workgroups} * 256 < std::uint64_t{1} << 32);
  // In a short row, each thread has one access: 8 threads share a row, so a workgroup reduces 32 rows.
  CHECK(plan_of(1 << 20, 32).launches[0].workgroups == (1 << 20) / 32);
}
