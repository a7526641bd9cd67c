// Tests reading and writing by ids on random tensors against loops on the host.
#include "rocm_bindgen/ops/index.hpp"

#include "runtime/ops/random_tensors.hpp"
#include "runtime/ops/refusal.hpp"

namespace {

using namespace rocm_bindgen;
using namespace test;

constexpr DType kIds[] = {DType::u8, DType::u32, DType::i64};

/// Makes ids below `rows`, some that mean "no row" (the largest value), and, if `beyond`, some that are out of range.
template <class Id>
void make_ids(std::vector<std::uint8_t>& bytes, std::int64_t rows, bool beyond, std::mt19937& random) {
  for (std::size_t i = 0; i < bytes.size() / sizeof(Id); ++i) {
    auto id = static_cast<Id>(random() % static_cast<std::uint32_t>(rows));
    if (random() % 9 == 0) id = std::numeric_limits<Id>::max();
    if (beyond && random() % 9 == 0) id = std::is_signed_v<Id> ? static_cast<Id>(-1) : static_cast<Id>(rows);
    set_element<Id>(bytes, static_cast<std::int64_t>(i), id);
  }
}

std::int64_t id_at(DType type, const std::vector<std::uint8_t>& bytes, std::int64_t offset) {
  std::int64_t id = 0;
  with_type(type, [&](auto id_type) {
    using Id = typename decltype(id_type)::type;
    if constexpr (!kIsFloat<Id>) id = static_cast<std::int64_t>(element<Id>(bytes, offset));
  });
  return id;
}

std::vector<std::int64_t> coordinates(const Dims& dims, std::int64_t index) {
  std::vector<std::int64_t> at(dims.size());
  for (std::size_t d = dims.size(); d-- != 0;) {
    at[d] = index % dims[d];
    index /= dims[d];
  }
  return at;
}

std::int64_t offset_at(const Layout& layout, const std::vector<std::int64_t>& at) {
  std::int64_t offset = layout.start;
  for (std::size_t d = 0; d < at.size(); ++d) offset += at[d] * layout.strides[d];
  return offset;
}

/// A table; a tensor whose elements are read from or written to the table at the ids, which index dimension `dim`; and
/// the ids, one per element or one per row.
struct Scene {
  Layout table, elements, ids;
  std::size_t dim = 0;
  bool by_row = false;

  std::int64_t id_offset(const std::vector<std::int64_t>& at) const {
    return by_row ? ids.start + at[dim] * ids.strides[0] : offset_at(ids, at);
  }
};

Scene scene_of(int round, bool by_row, std::mt19937& random) {
  const auto below = [&](std::int64_t n) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint32_t>(n));
  };
  Scene scene;
  scene.by_row = by_row;
  Dims dims, table;
  if (round < 3) {
    // Dense, indexed along the first dimension, the middle one, and the last.
    dims = {5, 7, 48};
    scene.dim = static_cast<std::size_t>(round);
    table = dims;
    table[scene.dim] = 11;
    scene.table = dense(table);
    scene.elements = dense(dims);
    scene.ids = by_row ? dense({dims[scene.dim]}) : dense(dims);
    return scene;
  }
  dims = random_dims(random);
  if (dims.empty()) dims = {4};
  for (auto& extent : dims) extent = std::max<std::int64_t>(extent, 1);
  scene.dim = random() % dims.size();
  table = dims;
  if (!by_row)
    for (auto& extent : table) extent += below(3);
  table[scene.dim] = 1 + below(100);
  scene.table = random_layout(random, table);
  scene.elements = random_layout(random, dims);
  scene.ids = random_layout(random, by_row ? Dims{dims[scene.dim]} : dims);
  return scene;
}

/// The tensors of a scene.
struct Operands {
  Tensor table, elements, ids;

  void upload() {
    for (auto* const tensor : {&table, &elements, &ids}) tensor->upload();
  }
};

template <class Body>
void for_scenes(DType dtype, DType id_type, bool by_row, const Body& body) {
  std::mt19937 random(static_cast<std::uint32_t>(dtype) * 7 + static_cast<std::uint32_t>(id_type));
  for (int round = 0; round < 8; ++round) {
    INFO("round " << round << ", ids " << name_of(id_type));
    const auto scene = scene_of(round, by_row, random);
    Operands operands{Tensor(device(), dtype, scene.table, random), Tensor(device(), dtype, scene.elements, random),
                      Tensor(device(), id_type, scene.ids, random)};
    with_type(id_type, [&](auto type) {
      using Id = typename decltype(type)::type;
      // Odd rounds have ids that are out of range.
      if constexpr (!kIsFloat<Id>)
        make_ids<Id>(operands.ids.bytes(), scene.table.dims[scene.dim], round % 2 == 1, random);
    });
    body(scene, operands, random);
  }
}

/// Returns the row that an element's id names, or -1. Sets `beyond` if the id is out of range.
std::int64_t row_of(const Scene& scene, DType id_type, Operands& operands, const std::vector<std::int64_t>& at,
                    bool& beyond) {
  const auto id = id_at(id_type, operands.ids.bytes(), scene.id_offset(at));
  const std::int64_t none = id_type == DType::u8    ? 255
                            : id_type == DType::u32 ? 0xFFFFFFFF
                                                    : std::numeric_limits<std::int64_t>::max();
  if (id == none) return -1;
  if (id >= 0 && id < scene.table.dims[scene.dim]) return id;
  beyond = true;
  return -1;
}

/// Checks that op(stream, in, dim, ids, out) writes in[.., id, ..] for each element.
template <class Op>
void check_reads(bool by_row, const Op& op) {
  Stream stream(device());
  ops::Workspace workspace(device());
  ops::take_id_out_of_range(stream, workspace);
  for (const auto dtype : {DType::u8, DType::f16, DType::f32, DType::i64})
    for (const auto id_type : kIds)
      with_type(dtype, [&](auto type) {
        using T = typename decltype(type)::type;
        for_scenes(dtype, id_type, by_row, [&](const Scene& scene, Operands& operands, std::mt19937&) {
          operands.upload();
          op(stream, operands.table.view(), static_cast<std::int64_t>(scene.dim), operands.ids.view(),
             operands.elements.view());
          stream.synchronize();
          bool beyond = false;
          check<T>(operands.elements, [&](std::int64_t i, T got) {
            auto at = coordinates(scene.elements.dims, i);
            const auto row = row_of(scene, id_type, operands, at, beyond);
            if (row < 0) {
              const T zero{};
              return std::memcmp(&zero, &got, sizeof(T)) == 0;
            }
            at[scene.dim] = row;
            const auto wanted = element<T>(operands.table.bytes(), offset_at(scene.table, at));
            return std::memcmp(&wanted, &got, sizeof(T)) == 0;
          });
          CHECK(ops::take_id_out_of_range(stream, workspace) == beyond);
          // Taking the flag clears it.
          CHECK_FALSE(ops::take_id_out_of_range(stream, workspace));
        });
      });
}

/// Rounds the size up to a multiple of 32 bits, as atomic operations on parts of a word require.
Layout in_whole_words(Layout layout) {
  layout.extent = (layout.extent + 3) / 4 * 4;
  return layout;
}

/// Checks that all elements are added to out[.., id, ..]. The elements and the table have small numbers, so that the
/// sums are exact in every type.
template <class Op>
void check_sums(bool by_row, const Op& op) {
  Stream stream(device());
  ops::Workspace workspace(device());
  ops::take_id_out_of_range(stream, workspace);
  for (const auto dtype : kAllDTypes)
    for (const auto id_type : kIds)
      with_type(dtype, [&](auto type) {
        using T = typename decltype(type)::type;
        for_scenes(dtype, id_type, by_row, [&](const Scene& scene, Operands& operands, std::mt19937& random) {
          operands.table = Tensor(device(), dtype, in_whole_words(scene.table), random);
          const auto set_all = [&](Tensor& tensor, const auto& value) {
            for (std::int64_t i = 0; i < tensor.layout().extent; ++i)
              set_element<T>(tensor.bytes(), i, Element<T>::nearest(static_cast<Real>(value())));
          };
          set_all(operands.table, [&] { return random() % 3; });
          // A few ones, so that sums stay small: e4m3 does not have all integers above 16.
          const std::uint32_t interval = dtype == DType::f8e4m3 ? 256 : 16;
          set_all(operands.elements, [&] { return random() % interval == 0 ? 1 : 0; });
          operands.upload();
          op(stream, operands.elements.view(), static_cast<std::int64_t>(scene.dim), operands.ids.view(),
             operands.table.view());
          stream.synchronize();
          auto wanted = operands.table.bytes();
          bool beyond = false;
          for (std::int64_t i = 0; i < scene.elements.numel(); ++i) {
            auto at = coordinates(scene.elements.dims, i);
            const auto row = row_of(scene, id_type, operands, at, beyond);
            if (row < 0) continue;
            const auto x = element<T>(operands.elements.bytes(), offset_at(scene.elements, at));
            at[scene.dim] = row;
            const auto to = offset_at(scene.table, at);
            const auto sum = Element<T>::value(element<T>(wanted, to)) + Element<T>::value(x);
            set_element<T>(wanted, to, Element<T>::nearest(sum));
          }
          check<T>(operands.table,
                   [&](std::int64_t i, T got) { return same(got, element<T>(wanted, scene.table.offset(i))); });
          CHECK(ops::take_id_out_of_range(stream, workspace) == beyond);
        });
      });
}

}  // namespace

TEST_CASE("ops: index_select and gather are right for all types of ids") {
  check_reads(true, ops::index_select);
  check_reads(false, ops::gather);
}

TEST_CASE("ops: scatter is right for all types of ids") {
  Stream stream(device());
  ops::Workspace workspace(device());
  ops::take_id_out_of_range(stream, workspace);
  for (const auto dtype : {DType::u8, DType::bf16, DType::f32, DType::f64})
    for (const auto id_type : kIds)
      with_type(dtype, [&](auto type) {
        using T = typename decltype(type)::type;
        for_scenes(dtype, id_type, false, [&](const Scene& scene, Operands& operands, std::mt19937&) {
          operands.upload();
          ops::scatter(stream, operands.elements.view(), static_cast<std::int64_t>(scene.dim), operands.ids.view(),
                       operands.table.view());
          stream.synchronize();
          // The permitted values of each element: which of several writes wins is unspecified.
          std::vector<std::vector<T>> wanted(static_cast<std::size_t>(scene.table.extent));
          bool beyond = false;
          for (std::int64_t i = 0; i < scene.elements.numel(); ++i) {
            auto at = coordinates(scene.elements.dims, i);
            const auto row = row_of(scene, id_type, operands, at, beyond);
            if (row < 0) continue;
            const auto x = element<T>(operands.elements.bytes(), offset_at(scene.elements, at));
            at[scene.dim] = row;
            wanted[static_cast<std::size_t>(offset_at(scene.table, at))].push_back(x);
          }
          check<T>(operands.table, [&](std::int64_t i, T got) {
            const auto offset = scene.table.offset(i);
            auto permitted = wanted[static_cast<std::size_t>(offset)];
            if (permitted.empty()) permitted.push_back(element<T>(operands.table.bytes(), offset));
            return std::any_of(permitted.begin(), permitted.end(),
                               [&](const T& x) { return std::memcmp(&x, &got, sizeof(T)) == 0; });
          });
          CHECK(ops::take_id_out_of_range(stream, workspace) == beyond);
        });
      });
}

TEST_CASE("ops: scatter_add and index_add are right for all types and ids") {
  check_sums(false, ops::scatter_add);
  check_sums(true, ops::index_add);
}

TEST_CASE("ops: reads with no ids, with one id for all elements and from a table without rows are right") {
  Stream stream(device());
  ops::Workspace workspace(device());
  ops::take_id_out_of_range(stream, workspace);
  auto memory = Buffer<float>::from(device(), std::vector<float>{1, 2, 3, 4, 5, 6, -1, -1, -1, -1});
  auto ids = Buffer<std::uint32_t>::from(device(), std::vector<std::uint32_t>{1, 0, 1});
  const TensorView table(memory.data(), DType::f32, {3, 2}), out(memory.data() + 6, DType::f32, {2, 2});
  const TensorView no_rows(nullptr, DType::f32, {0, 2}), no_out(memory.data() + 6, DType::f32, {0, 2});
  const TensorView two(ids.data(), DType::u32, {2}), none(ids.data(), DType::u32, {0});
  const TensorView same_id(ids.data() + 2, DType::u32, {2, 2}, {0, 0});
  const auto results = [&] {
    const auto all = memory.to_vector();
    return std::vector<float>(all.begin() + 6, all.end());
  };
  ops::index_select(stream, table, 0, none, no_out);
  stream.synchronize();
  CHECK(results() == std::vector<float>{-1, -1, -1, -1});
  ops::gather(stream, table, 0, same_id, out);
  stream.synchronize();
  // All four ids are 1, and row 1 of the table is {3, 4}.
  CHECK(results() == std::vector<float>{3, 4, 3, 4});
  CHECK_FALSE(ops::take_id_out_of_range(stream, workspace));
  ops::index_select(stream, no_rows, 0, two, out);
  stream.synchronize();
  // Every id is out of range, for which zeros are written.
  CHECK(results() == std::vector<float>{0, 0, 0, 0});
  CHECK(ops::take_id_out_of_range(stream, workspace));
}

TEST_CASE("ops: operands with ids that do not match are refused") {
  Stream stream(device());
  Buffer<float> memory(device(), 256);
  const TensorView table(memory.data(), DType::f32, {4, 3}), out(memory.data() + 64, DType::f32, {2, 3});
  const TensorView two(memory.data() + 128, DType::u32, {2}), three(memory.data() + 128, DType::u32, {3});
  const TensorView id_per_element(memory.data() + 128, DType::u32, {2, 3});
  const auto select = [&](const TensorView& in, std::int64_t dim, const TensorView& ids, const TensorView& to) {
    return refusal([&] { ops::index_select(stream, in, dim, ids, to); });
  };
  CHECK(select(table, 0, three, out) ==
        "index_select: ids: u32 {3} do not have one index per row of out, f32 {2, 3}, along dim 0");
  CHECK(select(table, 1, three, out) ==
        "index_select: out: f32 {2, 3} does not match in, f32 {4, 3}, apart from dim 1");
  CHECK(select(table, 2, two, out) == "index_select: in: f32 {4, 3} has no dim 2");
  const TensorView floats(memory.data() + 128, DType::f32, {2});
  CHECK(select(table, 0, floats, out) == "index_select: ids: have type f32; there are kernels for u8, u32 and i64");
  CHECK(select(out, 0, two, out) == "index_select: in: overlaps out");
  const TensorView shifted(memory.data() + 66, DType::f32, {4, 3});
  CHECK(select(shifted, 0, two, out) == "index_select: in: overlaps out without being identical to it");
  CHECK(refusal([&] { ops::gather(stream, table, 0, two, out); }) ==
        "gather: ids: u32 {2} do not have one index per element of out, f32 {2, 3}");
  const TensorView wide(memory.data() + 64, DType::f32, {2, 5}), wide_ids(memory.data() + 128, DType::u32, {2, 5});
  CHECK(refusal([&] { ops::gather(stream, table, 0, wide_ids, wide); }) ==
        "gather: out: f32 {2, 5} exceeds in, f32 {4, 3}, apart from dim 0");
  CHECK(refusal([&] { ops::scatter(stream, wide, 0, wide_ids, table); }) ==
        "scatter: in: f32 {2, 5} exceeds out, f32 {4, 3}, apart from dim 0");
  const TensorView twice(memory.data() + 64, DType::f32, {4, 3}, {0, 1});
  CHECK(refusal([&] { ops::scatter_add(stream, out, 0, id_per_element, twice); }) ==
        "scatter_add: out: has strides with which elements may overlap, and be written twice");
}
