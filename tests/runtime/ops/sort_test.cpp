// Tests sorting of random tensors along random dimensions against std::stable_sort.
#include "rocm_bindgen/ops/sort.hpp"

#include <numeric>

#include "runtime/ops/reduced.hpp"
#include "runtime/ops/refusal.hpp"

namespace {

using namespace rocm_bindgen;
using namespace test;

struct Scene {
  Layout in;
  std::size_t dim;
};

Scene scene_of(int round, std::mt19937& random) {
  switch (round) {
    case 0:  // contiguous rows
      return {dense({3, 700}), 1};
    case 1:  // rows that are copied first, because they are not contiguous
      return {dense({40, 5}), 0};
    case 2:  // more than the 8192 elements for which the kernel uses LDS
      return {dense({1, 9000}), 1};
    default:
      break;
  }
  auto dims = random_dims(random);
  if (dims.empty()) dims = {3};
  return {random_layout(random, dims), random() % dims.size()};
}

/// The indices of a row's elements in sorted order.
template <class T>
std::vector<std::uint32_t> order_of(const std::vector<T>& row, ops::SortOrder order) {
  std::vector<std::uint32_t> places(row.size());
  std::iota(places.begin(), places.end(), 0u);
  std::stable_sort(places.begin(), places.end(), [&](std::uint32_t a, std::uint32_t b) {
    const auto x = Element<T>::value(row[a]), y = Element<T>::value(row[b]);
    if (std::isnan(x) || std::isnan(y)) return !std::isnan(x) && std::isnan(y);
    return order == ops::SortOrder::ascending ? x < y : x > y;
  });
  return places;
}

/// Where element `i` of a tensor is. A row consists of the elements along `dim`; `row` is the row's number, in
/// row-major order of the other dimensions, and `at` the index of the element in its row.
struct InRow {
  std::size_t row, at;
};
InRow in_row(const Dims& dims, std::size_t dim, std::int64_t i) {
  InRow found{0, 0};
  std::size_t stride = 1;
  for (std::size_t d = dims.size(); d-- != 0;) {
    const auto coordinate = static_cast<std::size_t>(i % dims[d]);
    i /= dims[d];
    if (d == dim) {
      found.at = coordinate;
    } else {
      found.row += coordinate * stride;
      stride *= static_cast<std::size_t>(dims[d]);
    }
  }
  return found;
}

/// Checks argsort, sort and topk of the same tensor.
template <class T>
void check_sorts(DType dtype, ops::SortOrder order) {
  Stream stream(device());
  ops::Workspace workspace(device());
  std::mt19937 random(static_cast<std::uint32_t>(dtype) + 3);
  for (int round = 0; round < 9; ++round) {
    INFO(name_of(dtype) << ", round " << round);
    const auto scene = scene_of(round, random);
    const auto& dims = scene.in.dims;
    Tensor in(device(), dtype, scene.in, random);
    // Every second round has many equal elements.
    if (round % 2 == 0)
      for (auto& byte : in.bytes()) byte = byte % 3 == 0 ? byte : 0;
    in.upload();
    auto top_dims = dims;
    top_dims[scene.dim] = (top_dims[scene.dim] + 2) / 3;
    Tensor places(device(), DType::u32, random_layout(random, dims), random);
    Tensor sorted(device(), dtype, random_layout(random, dims), random);
    Tensor top(device(), dtype, random_layout(random, top_dims), random);
    Tensor top_places(device(), DType::u32, random_layout(random, top_dims), random);
    for (auto* const tensor : {&places, &sorted, &top, &top_places}) tensor->upload();
    const auto dim = static_cast<std::int64_t>(scene.dim);
    ops::argsort(stream, in.view(), dim, order, places.view(), workspace);
    // This dim is the same one, counted from the end.
    ops::sort(stream, in.view(), dim - static_cast<std::int64_t>(dims.size()), order, sorted.view(), workspace);
    ops::topk(stream, in.view(), dim, order, top.view(), top_places.view(), workspace);
    stream.synchronize();
    std::vector<bool> along(dims.size());
    along[scene.dim] = true;
    // The terms of a reduction along a dimension are the rows along it.
    const auto rows = Reduction{scene.in, along}.template terms<T>(in.bytes());
    std::vector<std::vector<std::uint32_t>> orders;
    for (const auto& row : rows) orders.push_back(order_of(row, order));
    const auto place_at = [&](const Dims& of, std::int64_t i) {
      const auto found = in_row(of, scene.dim, i);
      return orders[found.row][found.at];
    };
    const auto element_at = [&](const Dims& of, std::int64_t i) {
      return rows[in_row(of, scene.dim, i).row][place_at(of, i)];
    };
    const auto same_bits = [](T a, T b) { return std::memcmp(&a, &b, sizeof(T)) == 0; };
    check<std::uint32_t>(places, [&](std::int64_t i, std::uint32_t got) { return got == place_at(dims, i); });
    check<T>(sorted, [&](std::int64_t i, T got) { return same_bits(got, element_at(dims, i)); });
    check<std::uint32_t>(top_places, [&](std::int64_t i, std::uint32_t got) { return got == place_at(top_dims, i); });
    check<T>(top, [&](std::int64_t i, T got) { return same_bits(got, element_at(top_dims, i)); });
  }
}

}  // namespace

TEST_CASE("ops: argsort, sort and topk are right along any dimension for all types") {
  for (const auto dtype : kAllDTypes)
    for (const auto order : {ops::SortOrder::ascending, ops::SortOrder::descending})
      with_type(dtype, [&](auto type) { check_sorts<typename decltype(type)::type>(dtype, order); });
}

TEST_CASE("ops: operands of sorting that do not match are refused") {
  Stream stream(device());
  ops::Workspace workspace(device());
  Buffer<float> memory(device(), 256);
  const TensorView in(memory.data(), DType::f32, {2, 6}), out(memory.data() + 64, DType::f32, {2, 6});
  const TensorView places(memory.data() + 128, DType::u32, {2, 6}), too_long(memory.data() + 64, DType::f32, {2, 7});
  constexpr auto kUp = ops::SortOrder::ascending;
  CHECK(refusal([&] { ops::argsort(stream, in, 1, kUp, out, workspace); }) == "argsort: out: has type f32, not u32");
  CHECK(refusal([&] { ops::sort(stream, in, 2, kUp, out, workspace); }) == "sort: in: f32 {2, 6} has no dim 2");
  CHECK(refusal([&] { ops::sort(stream, in, 1, kUp, in, workspace); }) == "sort: in: overlaps out");
  CHECK(refusal([&] { ops::topk(stream, in, 1, kUp, too_long, places, workspace); }) ==
        "topk: values: f32 {2, 7} does not have the shape of in, f32 {2, 6}; only dim 1 may be smaller");
  CHECK(refusal([&] { ops::topk(stream, in, 0, kUp, out, TensorView(places.data, DType::u32, {1, 6}), workspace); }) ==
        "topk: places: u32 {1, 6} does not have the shape of f32 {2, 6}");
  CHECK(refusal([&] { ops::topk(stream, in, 0, kUp, out, TensorView(out.data, DType::u32, {2, 6}), workspace); }) ==
        "topk: places: overlaps values");
  const TensorView one(memory.data(), DType::f32, {}), one_place(memory.data() + 128, DType::u32, {});
  CHECK(refusal([&] { ops::argsort(stream, one, 0, kUp, one_place, workspace); }) ==
        "argsort: in: f32 {} has no dim 0");
}
