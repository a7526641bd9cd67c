#include <functional>

#include "../../kernels/candle/indexing.cu"
#include "host_launch.hpp"
#include "random_values.hpp"

namespace {

using reference::Element;

// A tensor [left][rows][right], of which ids name rows, and one of the shape [left][lines][right], whose elements are
// read from the first tensor's rows or written to them. There is one id per line (index_select, index_add) or one per
// element (gather, scatter).
struct Shape {
  size_t left;
  size_t rows;
  size_t lines;
  size_t right;
  size_t start = 0;  // offset of the result in its memory
};

const Shape kShapes[] = {{1, 1, 1, 1},     {1, 7, 5, 1},       {2, 9, 4, 3},  {3, 100, 17, 16, 1},
                         {2, 255, 33, 64}, {1, 300, 2, 33, 3}, {4, 5, 19, 8}, {0, 4, 3, 2},
                         {2, 3, 0, 4},     {1, 2, 40, 1, 2},   {5, 11, 3, 7}, {3, 40, 100, 37}};

// An id is valid (it names a row), the id type's maximum (it names no row, which is allowed) or out of range (an error,
// which the kernel reports in its module's flag). With some_out_of_range, some ids are the maximum as well.
enum class Ids { all_valid, some_maximum, some_out_of_range };

template <class Id>
constexpr Id kNoRowId = std::numeric_limits<Id>::max();

template <class Id>
std::vector<Id> ids_for(size_t count, size_t rows, Ids kind) {
  host::Random random(count + rows);
  // Narrow ids cannot name all rows.
  const size_t nameable_rows = std::min<size_t>(rows, static_cast<size_t>(kNoRowId<Id>));
  std::vector<Id> ids(count);
  for (size_t i = 0; i < count; ++i) {
    ids[i] = static_cast<Id>(random.below(nameable_rows));
    if (kind != Ids::all_valid && i % 5 == 3) ids[i] = kNoRowId<Id>;
    if (kind == Ids::some_out_of_range && i % 7 == 2 && rows < kNoRowId<Id>) ids[i] = static_cast<Id>(rows);
    if (kind == Ids::some_out_of_range && i % 7 == 4 && std::is_signed_v<Id>) ids[i] = static_cast<Id>(-1);
    if (kind == Ids::some_out_of_range && i % 7 == 6 && rows < kNoRowId<Id>) ids[i] = static_cast<Id>(kNoRowId<Id> - 1);
  }
  return ids;
}

// The row that an id names, or SIZE_MAX if there is none.
template <class Id>
size_t row_named(Id id, size_t rows) {
  const bool exists = id != kNoRowId<Id> && !(std::is_signed_v<Id> && id < 0) && static_cast<uint64_t>(id) < rows;
  return exists ? static_cast<size_t>(id) : SIZE_MAX;
}

template <class Id>
bool any_out_of_range(const std::vector<Id>& ids, size_t rows) {
  return std::any_of(ids.begin(), ids.end(),
                     [&](Id id) { return id != kNoRowId<Id> && row_named(id, rows) == SIZE_MAX; });
}

// Reads and clears the module's flag, as a host does after launches.
bool take_out_of_range_flag() {
  std::vector<uint32_t> flag{7};  // neither 0 nor 1, so that a kernel that writes nothing is noticed
  launcher::run("take_id_out_of_range", take_id_out_of_range, launcher::geometries({1, 1, 1}, 1).front(),
                {launcher::region(flag, true)}, flag.data());
  CHECK(flag[0] <= 1);
  return flag[0] == 1;
}

template <class T>
T zero() {
  return Element<T>::nearest(0);
}

// Adds as the element type does, rounded once.
template <class T>
T sum(T x, T y) {
  if constexpr (Element<T>::kFloat) return Element<T>::nearest(Element<T>::value(x) + Element<T>::value(y));
  return static_cast<T>(static_cast<uint64_t>(x) + static_cast<uint64_t>(y));
}

template <class T>
void check_memory(const host::Output<T>& out, const std::vector<T>& expected, int64_t ulps) {
  auto copy = out;
  host::check_result(copy, ulps, [&](size_t i) { return expected[i]; }, [](size_t) { return std::vector<double>{}; });
}

template <class Id, class T>
using SelectKernel = void (*)(size_t, size_t, const size_t*, const Id*, const T*, T*, size_t, size_t, size_t, size_t);

// How the kernel finds the ids in memory.
struct IdsView {
  const char* name;
  bool null;                                // passes null instead of `info`
  std::function<host::Sizes(size_t)> info;  // from the number of ids: dims, then strides
  std::function<size_t(size_t)> offset;     // of the j-th id, in elements
  size_t spread;                            // elements of memory per id
};

const IdsView kIdsViews[] = {
    {"dense, no info", true, [](size_t) { return host::Sizes{}; }, [](size_t j) { return j; }, 1},
    {"dense", false, [](size_t n) { return host::Sizes{n, 1}; }, [](size_t j) { return j; }, 1},
    {"a column", false, [](size_t n) { return host::Sizes{n, 3}; }, [](size_t j) { return 3 * j; }, 3},
    {"a column of a matrix", false, [](size_t n) { return host::Sizes{n, 1, 4, 9}; }, [](size_t j) { return 4 * j; },
     4},
    // 0, 2, 4, ..., 1, 3, 5, ... if the number of ids is even, otherwise dense. The offset depends on that number, so
    // offset_by() computes it.
    {"even positions, then odd ones", false,
     [](size_t n) { return n % 2 == 0 ? host::Sizes{2, n / 2, 1, 2} : host::Sizes{n, 1}; }, nullptr, 1},
};

size_t offset_by(const IdsView& view, size_t n, size_t j) {
  if (view.offset) return view.offset(j);
  return n % 2 == 0 ? j / (n / 2) + 2 * (j % (n / 2)) : j;
}

template <class Id, class T>
void check_select(const std::string& name, SelectKernel<Id, T> kernel) {
  for (const Shape& shape : kShapes)
    for (const IdsView& view : kIdsViews)
      for (const Ids kind : {Ids::all_valid, Ids::some_maximum, Ids::some_out_of_range}) {
        const auto ids = ids_for<Id>(shape.lines * view.spread, shape.rows, kind);
        const auto inp = host::any_values<T>(shape.left * shape.rows * shape.right, 3);
        const size_t numel = shape.left * shape.lines * shape.right;
        std::vector<T> expected;
        std::vector<Id> selected_ids;
        for (size_t j = 0; j < shape.lines; ++j) selected_ids.push_back(ids[offset_by(view, shape.lines, j)]);
        for (size_t l = 0; l < shape.left; ++l)
          for (const Id id : selected_ids)
            for (size_t r = 0; r < shape.right; ++r) {
              const size_t row = row_named(id, shape.rows);
              expected.push_back(row == SIZE_MAX ? zero<T>() : inp[(l * shape.rows + row) * shape.right + r]);
            }
        const host::Sizes info = view.info(shape.lines);
        const size_t rank = view.null ? 0 : info.size() / 2;
        for (const auto& geometry : host::geometries_and_large_grid<T>({3, 2, 1}, numel)) {
          INFO(name << ", ids " << view.name << ", " << shape.left << 'x' << shape.rows << 'x' << shape.right << ", "
                    << host::described(geometry));
          host::Output<T> out(shape.start, numel);
          launcher::run(name, kernel, geometry,
                        {launcher::region(ids), launcher::region(inp), launcher::region(info), out.region()}, numel,
                        rank, view.null ? nullptr : info.data(), ids.data(), inp.data(), out.data(), shape.left,
                        shape.rows, shape.lines, shape.right);
          check_memory(out, expected, reference::kBits);
          CHECK(take_out_of_range_flag() == (numel != 0 && any_out_of_range(selected_ids, shape.rows)));
        }
      }
}

template <class Id, class T>
using GatherKernel = void (*)(size_t, const Id*, const T*, T*, size_t, size_t, size_t, size_t);

template <class Id, class T>
void check_gather(const std::string& name, GatherKernel<Id, T> kernel) {
  for (const Shape& shape : kShapes)
    // The ids are as wide as the source after the indexed dimension, or narrower.
    for (const size_t ids_right : {shape.right, (shape.right + 1) / 2})
      for (const Ids kind : {Ids::all_valid, Ids::some_maximum, Ids::some_out_of_range}) {
        const size_t numel = shape.left * shape.lines * ids_right;
        const auto ids = ids_for<Id>(numel, shape.rows, kind);
        const auto inp = host::any_values<T>(shape.left * shape.rows * shape.right, 4);
        std::vector<T> expected;
        for (size_t i = 0; i < numel; ++i) {
          const size_t l = i / (shape.lines * ids_right);
          const size_t row = row_named(ids[i], shape.rows);
          expected.push_back(row == SIZE_MAX ? zero<T>() : inp[(l * shape.rows + row) * shape.right + i % ids_right]);
        }
        for (const auto& geometry : host::geometries_and_large_grid<T>({3, 2, 1}, numel)) {
          INFO(name << ", " << shape.left << 'x' << shape.rows << 'x' << shape.right << " by " << shape.lines << 'x'
                    << ids_right << ", " << host::described(geometry));
          host::Output<T> out(shape.start, numel);
          launcher::run(name, kernel, geometry, {launcher::region(ids), launcher::region(inp), out.region()}, numel,
                        ids.data(), inp.data(), out.data(), shape.left, shape.rows, shape.lines, shape.right);
          check_memory(out, expected, reference::kBits);
          CHECK(take_out_of_range_flag() == any_out_of_range(ids, shape.rows));
        }
      }
}

// Computes the expected result: replaces elements of `out` by update(element of out, element of source), for the
// elements of the source in order.
template <class Id, class T, class Update>
std::vector<T> scattered(const Shape& shape, const std::vector<Id>& ids, bool id_per_element, std::vector<T> out,
                         const std::vector<T>& source, Update update) {
  for (size_t l = 0; l < shape.left; ++l)
    for (size_t j = 0; j < shape.lines; ++j)
      for (size_t r = 0; r < shape.right; ++r) {
        const size_t from = (l * shape.lines + j) * shape.right + r;
        const size_t row = row_named(ids[id_per_element ? from : j], shape.rows);
        if (row == SIZE_MAX) continue;
        T& element = out[(l * shape.rows + row) * shape.right + r];
        element = update(element, source[from]);
      }
  return out;
}

template <class Id, class T, class Update, class Launch>
void check_scatter(const std::string& name, bool id_per_element, Update update, Launch launch) {
  for (const Shape& shape : kShapes)
    for (const Ids kind : {Ids::all_valid, Ids::some_maximum, Ids::some_out_of_range}) {
      const size_t count = shape.left * shape.lines * shape.right;
      const auto ids = ids_for<Id>(id_per_element ? count : shape.lines, shape.rows, kind);
      const auto source = host::small_values<T>(count, 5);
      const size_t numel = shape.left * shape.rows * shape.right;
      const auto before = host::small_values<T>(numel, 6);
      const auto expected = scattered(shape, ids, id_per_element, before, source, update);
      for (const auto& geometry : launcher::geometries({3, 2, 1}, shape.left * shape.right)) {
        INFO(name << ", " << shape.left << 'x' << shape.rows << 'x' << shape.right << " from " << shape.lines << ", "
                  << host::described(geometry));
        host::Output<T> out(shape.start, numel);
        std::copy(before.begin(), before.end(), out.data());
        launch(geometry, shape, ids, source, out);
        check_memory(out, expected, 0);
        CHECK(take_out_of_range_flag() == (count != 0 && any_out_of_range(ids, shape.rows)));
      }
    }
}

template <class Id, class T>
void check_index_add(const std::string& name,
                     void (*kernel)(const Id*, size_t, const T*, T*, size_t, size_t, size_t, size_t)) {
  check_scatter<Id, T>(name, false, sum<T>,
                       [&](const launcher::Geometry& geometry, const Shape& shape, const std::vector<Id>& ids,
                           const std::vector<T>& source, host::Output<T>& out) {
                         launcher::run(name, kernel, geometry,
                                       {launcher::region(ids), launcher::region(source), out.region()}, ids.data(),
                                       shape.lines, source.data(), out.data(), shape.left, shape.lines, shape.rows,
                                       shape.right);
                       });
}

template <class Id, class T, class Update>
void check_per_element(const std::string& name, void (*kernel)(const Id*, const T*, T*, size_t, size_t, size_t, size_t),
                       Update update) {
  check_scatter<Id, T>(name, true, update,
                       [&](const launcher::Geometry& geometry, const Shape& shape, const std::vector<Id>& ids,
                           const std::vector<T>& source, host::Output<T>& out) {
                         launcher::run(name, kernel, geometry,
                                       {launcher::region(ids), launcher::region(source), out.region()}, ids.data(),
                                       source.data(), out.data(), shape.left, shape.lines, shape.rows, shape.right);
                       });
}

#define CHECK_READS_AND_SUMS(NAME, ID, T)              \
  check_select<ID, T>("is_" #NAME, is_##NAME);         \
  check_gather<ID, T>("gather_" #NAME, gather_##NAME); \
  check_index_add<ID, T>("ia_" #NAME, ia_##NAME);      \
  check_per_element<ID, T>("sa_" #NAME, sa_##NAME, sum<T>)
#define CHECK_ALL(NAME, ID, T)       \
  CHECK_READS_AND_SUMS(NAME, ID, T); \
  check_per_element<ID, T>("s_" #NAME, s_##NAME, [](T, T y) { return y; })
#define INDEXING_TEST(SUFFIX, T)            \
  TEST_CASE("indexing kernels, " #SUFFIX) { \
    CHECK_ALL(u8_##SUFFIX, uint8_t, T);     \
    CHECK_ALL(u32_##SUFFIX, uint32_t, T);   \
    CHECK_ALL(i64_##SUFFIX, int64_t, T);    \
  }

INDEXING_TEST(bf16, __nv_bfloat16)
INDEXING_TEST(f16, __half)
INDEXING_TEST(f32, float)
INDEXING_TEST(f64, double)
INDEXING_TEST(u8, uint8_t)
INDEXING_TEST(u32, uint32_t)
INDEXING_TEST(i16, int16_t)
INDEXING_TEST(i32, int32_t)
INDEXING_TEST(i64, int64_t)
// Each e4m3 kernel exists under two names (docs/kernels.md).
INDEXING_TEST(f8_e4m3, __nv_fp8_e4m3)
INDEXING_TEST(f8e4m3, __nv_fp8_e4m3)

// candle-kernels, whose kernels these replace, has ids of these types for e4m3 only, and no scatter (s_*) for them.
TEST_CASE("indexing kernels, e4m3 by i16 and i32 ids") {
  CHECK_READS_AND_SUMS(i16_f8_e4m3, int16_t, __nv_fp8_e4m3);
  CHECK_READS_AND_SUMS(i32_f8_e4m3, int32_t, __nv_fp8_e4m3);
  CHECK_READS_AND_SUMS(i16_f8e4m3, int16_t, __nv_fp8_e4m3);
  CHECK_READS_AND_SUMS(i32_f8e4m3, int32_t, __nv_fp8_e4m3);
}

}  // namespace
