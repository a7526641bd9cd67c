// Tests walks: computes addresses from the arguments of the view_* kernels in the same way as the kernels do. A place
// is what one thread processes: a pack of elements (kernels/ops/view.hpp).
#include <map>
#include <random>

#include "operands.hpp"
#include "runtime/ops/tensors.hpp"
#include "support/catch.hpp"

namespace {

using namespace rocm_bindgen;
using namespace test;

std::uint32_t quotient(std::uint32_t x, const ViewAxis& axis) {
  const auto high = static_cast<std::uint32_t>(static_cast<std::uint64_t>(x) * axis.multiplier >> 32);
  return (high + x) >> axis.shift;
}

/// The offset of an operand's element. Axis 0 counts groups of `step` elements.
template <int kOperands>
std::int64_t offset_of(const View<kOperands>& view, int operand, std::uint32_t index, std::int64_t step) {
  std::int64_t offset = 0;
  for (std::uint32_t a = 0; a < view.axes; ++a) {
    const auto next = quotient(index, view.axis[a]);
    offset += (index - next * view.axis[a].extent) * step * static_cast<std::int64_t>(view.stride[operand][a]);
    index = next;
    step = 1;
  }
  return offset;
}

/// The address of element `j` of a place.
template <int kOperands>
std::uintptr_t address_of(const View<kOperands>& view, int operand, std::uintptr_t data, std::size_t bytes,
                          std::uint32_t place, std::uint32_t pack, std::uint32_t j) {
  const auto offset = view.is_packed != 0 ? offset_of(view, operand, place, pack) +
                                                j * static_cast<std::int64_t>(view.stride[operand][0])
                                          : offset_of(view, operand, place * pack + j, 1);
  return data + static_cast<std::uintptr_t>(offset) * bytes;
}

/// A tensor whose memory is never accessed.
TensorView view_of(const Layout& layout, DType dtype, std::uintptr_t memory) {
  TensorView view;
  view.data = reinterpret_cast<void*>(memory + static_cast<std::uintptr_t>(layout.start) * size_of(dtype));
  view.dtype = dtype;
  view.rank = static_cast<std::uint32_t>(layout.dims.size());
  std::copy(layout.dims.begin(), layout.dims.end(), view.dims.begin());
  std::copy(layout.strides.begin(), layout.strides.end(), view.strides.begin());
  return view;
}

/// Addresses of tensors that are never accessed, far apart.
constexpr std::uintptr_t kOut = std::uintptr_t{1} << 44, kIn = std::uintptr_t{1} << 45;

}  // namespace

TEST_CASE("walk: division is exact") {
  std::mt19937 random(1);
  std::vector<std::uint32_t> extents{1, 2, 3, 5, 7, 255, 256, 257, 65535, 65536, 65537, 0x7ffffffe, 0x7fffffff};
  for (int i = 0; i < 300; ++i) extents.push_back(1 + (random() >> (1 + random() % 31)));
  int wrong = 0;
  for (const auto extent : extents) {
    const auto axis = ops::view_axis(extent);
    for (int i = 0; i < 300; ++i) {
      // Values next to multiples are the critical ones.
      const auto multiple = static_cast<std::uint64_t>(random() % (0x7fffffff / extent + 1)) * extent;
      for (const std::uint64_t x : {multiple, multiple + extent - 1, multiple - 1, std::uint64_t{random()} / 2})
        if (x < 0x80000000u && quotient(static_cast<std::uint32_t>(x), axis) != x / extent) ++wrong;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE(
    "walk: each element of the result is visited once together with its operand's element and in packs if possible") {
  std::mt19937 random(2);
  int packed = 0, straddling = 0;
  for (int round = 0; round < 600; ++round) {
    Dims dims;
    for (auto rank = random() % 6; rank-- != 0;) dims.push_back(random() % 3 == 0 ? 16 : 1 + random() % 6);
    const auto out = random_layout(random, dims);
    const auto in = random_operand(random, dims);
    const auto out_view = view_of(out, DType::f16, kOut), in_view = view_of(in, DType::f32, kIn);
    constexpr std::uint32_t kPack = 4;
    const ops::Named tensors[] = {{"out", out_view}, {"in", in_view}};
    std::map<std::uintptr_t, std::uintptr_t> walked;
    ops::for_each_view(ops::walk_together("test", tensors), kPack, [&](const View<2>& view, const auto& data) {
      (view.is_packed != 0 ? packed : straddling)++;
      for (std::uint32_t place = 0; place < view.place_count; ++place) {
        const auto count = place + 1 == view.place_count ? view.last_count : kPack;
        std::uintptr_t first[2] = {};
        for (std::uint32_t j = 0; j < count; ++j) {
          const auto to = address_of(view, 0, reinterpret_cast<std::uintptr_t>(data[0]), 2, place, kPack, j);
          const auto from = address_of(view, 1, reinterpret_cast<std::uintptr_t>(data[1]), 4, place, kPack, j);
          REQUIRE(walked.emplace(to, from).second);
          if (j == 0) first[0] = to, first[1] = from;
          if (view.is_packed == 0 || count != kPack) continue;
          // The elements of a pack must be those that one wide access reads: four of 2 bytes, or four of 4 bytes.
          if (view.access[0] == AccessPattern::pack) REQUIRE((first[0] % 8 == 0 && to == first[0] + j * 2));
          if (view.access[1] == AccessPattern::pack) REQUIRE((first[1] % 16 == 0 && from == first[1] + j * 4));
          REQUIRE(view.access[0] != AccessPattern::one);
          if (view.access[1] == AccessPattern::one) REQUIRE(from == first[1]);
        }
      }
    });
    REQUIRE(walked.size() == static_cast<std::size_t>(out.numel()));
    for (std::int64_t i = 0; i < out.numel(); ++i) {
      const auto found = walked.find(kOut + static_cast<std::uintptr_t>(out.offset(i)) * 2);
      REQUIRE(found != walked.end());
      REQUIRE(found->second == kIn + static_cast<std::uintptr_t>(operand_offset(in, out, i)) * 4);
    }
  }
  // Both kinds of views were tested.
  CHECK(packed > 100);
  CHECK(straddling > 100);
}

TEST_CASE("walk: more than 2^31 places are walked in several launches") {
  std::mt19937 random(3);
  for (const Dims& dims : {Dims{std::int64_t{1} << 36}, Dims{3, (std::int64_t{1} << 33) + 8}, Dims{70000, 70001},
                           Dims{std::int64_t{1} << 20, 5, 1001}}) {
    Layout out{dims, Dims(dims.size()), 0, 1};
    for (std::size_t d = dims.size(); d-- != 0;) {
      out.strides[d] = out.extent;
      out.extent *= dims[d];
    }
    auto in = out;
    // The gap prevents the dimensions from being merged.
    in.strides[0] += dims.size() > 1 ? 7 : 0;
    const auto out_view = view_of(out, DType::u8, kOut), in_view = view_of(in, DType::u8, kIn);
    const ops::Named tensors[] = {{"out", out_view}, {"in", in_view}};
    constexpr std::uint32_t kPack = 16;
    std::int64_t walked = 0;
    int launches = 0;
    ops::for_each_view(ops::walk_together("test", tensors), kPack, [&](const View<2>& view, const auto& data) {
      ++launches;
      // The kernels' indices have 31 bits: of places, or of elements if packs may extend beyond an axis.
      REQUIRE(view.place_count < 0x80000000u);
      REQUIRE((view.is_packed != 0 || view.place_count <= 0x80000000u / kPack));
      walked += static_cast<std::int64_t>(view.place_count - 1) * kPack + view.last_count;
      for (int i = 0; i < 100; ++i) {
        const auto place = i == 0   ? 0
                           : i == 1 ? view.place_count - 1
                                    : static_cast<std::uint32_t>(random() % view.place_count);
        const auto to = address_of(view, 0, reinterpret_cast<std::uintptr_t>(data[0]), 1, place, kPack, 0);
        const auto from = address_of(view, 1, reinterpret_cast<std::uintptr_t>(data[1]), 1, place, kPack, 0);
        REQUIRE(from == kIn + static_cast<std::uintptr_t>(in.offset(static_cast<std::int64_t>(to - kOut))));
      }
    });
    CHECK(launches > 1);
    CHECK(walked == out.numel());
  }
}
