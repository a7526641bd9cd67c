// Tests copies that transpose rows and columns.
#include "transpose.hpp"

#include "rocm_bindgen/ops/elementwise.hpp"
#include "runtime/ops/random_tensors.hpp"

namespace {

using namespace rocm_bindgen;
using namespace test;

/// `dims` with the memory order `order`, the first entry outermost.
Layout ordered(const Dims& dims, const std::vector<std::size_t>& order) {
  Layout layout{dims, Dims(dims.size()), 0, 1};
  for (std::size_t i = order.size(); i-- != 0;) {
    layout.strides[order[i]] = layout.extent;
    layout.extent *= dims[order[i]];
  }
  return layout;
}

Layout row_major(const Dims& dims) {
  std::vector<std::size_t> order(dims.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  return ordered(dims, order);
}

ops::Walk<2> walk_of(const Layout& out, const Layout& in, std::size_t bytes) {
  ops::Walk<2> walk;
  walk.axes = static_cast<std::uint32_t>(out.dims.size());
  for (std::uint32_t a = 0; a < walk.axes; ++a) {
    const auto d = walk.axes - 1 - a;
    walk.extents[a] = out.dims[d];
    walk.operands[0].strides[a] = out.strides[d];
    walk.operands[1].strides[a] = in.strides[d];
  }
  for (auto& operand : walk.operands) operand.element_bytes = bytes;
  ops::simplify(walk);
  return walk;
}

struct Case {
  Dims dims;
  std::vector<std::size_t> in_order;  ///< the memory order of the source; the result is row-major
  bool by_tiles;
};

const Case kCases[] = {
    {{100, 77}, {1, 0}, true},
    {{64, 128}, {1, 0}, true},
    {{3, 65, 2, 130}, {0, 3, 2, 1}, true},
    {{2, 33, 5, 40}, {3, 2, 0, 1}, true},
    // With an axis shorter than 16, most of a tile would be empty.
    {{100, 15}, {1, 0}, false},
    {{15, 100}, {1, 0}, false},
    // The innermost axis is the same on both sides.
    {{4, 5, 200}, {1, 0, 2}, false},
};

}  // namespace

TEST_CASE("ops: copies that transpose rows and columns are right for all types") {
  Stream stream(device());
  std::mt19937 random(5);
  for (const auto dtype : kAllDTypes)
    for (const auto& [dims, order, by_tiles] : kCases) {
      const auto out_layout = row_major(dims), in_layout = ordered(dims, order);
      CHECK(ops::as_transposition(walk_of(out_layout, in_layout, size_of(dtype))).has_value() == by_tiles);
      Tensor out(device(), dtype, out_layout, random), in(device(), dtype, in_layout, random);
      out.upload();
      in.upload();
      ops::copy(stream, in.view(), out.view());
      stream.synchronize();
      with_type(dtype, [&](auto type) {
        using T = typename decltype(type)::type;
        check<T>(out, [&](std::int64_t i, T got) {
          const auto x = operand<T>(in, out, i);
          return std::memcmp(&x, &got, sizeof(T)) == 0;
        });
      });
    }
}

TEST_CASE("ops: copies that are too large for tiles do not use them") {
  const std::int64_t large = std::int64_t{1} << 31;
  // An axis that is too long, or too many tiles.
  for (const auto& dims : {Dims{large, 20}, Dims{20, large}, Dims{1 << 20, 40000, 50000}}) {
    std::vector<std::size_t> order(dims.size());
    std::iota(order.rbegin(), order.rend(), std::size_t{0});
    CHECK_FALSE(ops::as_transposition(walk_of(row_major(dims), ordered(dims, order), 4)).has_value());
  }
}
