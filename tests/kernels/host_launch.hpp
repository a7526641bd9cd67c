// The launches that the tests of kernels share (shapes and strides of operands, and grids), and the comparison of their
// results.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "launcher.hpp"
#include "reference.hpp"
#include "support/catch.hpp"

namespace host {

using Sizes = std::vector<size_t>;

// The layout of one operand of a launch in its buffer.
struct View {
  Sizes strides;
  size_t start;  // elements before the view, which set its alignment
};

// A launch to test. If `views` is empty, info is null and all operands are dense.
struct Scene {
  std::string name;
  Sizes dims;
  std::vector<View> views;
  size_t out_start;
  HostIndex grid;
  // For each operand, the offset in its buffer that each element of the result reads.
  std::vector<Sizes> offsets = {};

  size_t numel() const {
    size_t n = 1;
    for (const size_t d : dims) n *= d;
    return n;
  }
  size_t start(size_t operand) const { return views.empty() ? out_start : views[operand].start; }
  // The number of elements that the operand's buffer must have: the highest offset that is read, plus 1.
  size_t reach(size_t operand) const {
    size_t last = 0;
    for (const size_t offset : offsets[operand]) last = std::max(last, offset + 1);
    return last;
  }
  // The launch's info buffer for the first `operands` views.
  Sizes info(size_t operands) const {
    Sizes info = dims;
    for (size_t k = 0; k < operands && !views.empty(); ++k) {
      info.insert(info.end(), views[k].strides.begin(), views[k].strides.end());
    }
    return info;
  }
  // Whether the scene is one of large_scenes(), for which some tests take too long with every kernel.
  bool large() const { return offsets[0].size() > 100000; }
  // The info pointer to pass to the kernel: null if all operands are dense.
  const size_t* info_pointer(const Sizes& info) const { return views.empty() ? nullptr : info.data(); }
};

inline size_t offset_of(const Scene& scene, size_t operand, size_t index) {
  size_t offset = scene.start(operand);
  if (scene.views.empty()) return offset + index;
  for (size_t d = scene.dims.size(); d-- != 0;) {
    offset += index % scene.dims[d] * scene.views[operand].strides[d];
    index /= scene.dims[d];
  }
  return offset;
}

inline std::vector<Scene> with_offsets(std::vector<Scene> scenes) {
  for (Scene& scene : scenes) {
    for (const size_t operand : {0, 1}) {
      Sizes offsets(scene.numel());
      for (size_t i = 0; i < offsets.size(); ++i) offsets[i] = offset_of(scene, operand, i);
      scene.offsets.push_back(offsets);
    }
  }
  return scenes;
}

inline Scene dense(const std::string& name, size_t numel, size_t start, HostIndex grid) {
  return Scene{name, {numel}, {}, start, grid};
}

// In large grids, kernels let only every n-th block work (common/work_partition.cuh). For each n that kernels use,
// returns a grid just below the size from which that is so, one just above it, and one of this size with two lines of
// blocks. `elements` is the number of elements of a pack. A block has few threads and therefore more than one pack per
// thread. The last two grids have blocks of 1024 threads, as many as programs usually launch, with which smaller grids
// are already large. On the CPU, where threads of a block cannot wait for each other, these two are returned only for
// dense operands, for which kernels have no barriers.
inline std::vector<launcher::Geometry> large_grids(unsigned elements, bool dense) {
  // kMinWorkingBlocks of work_partition.cuh, and the most packs per thread that a kernel passes to it.
  constexpr unsigned kWorkingBlocks = 256, kMostPacksPerThread = 32;
  const HostIndex block = launcher::runs_on_host() ? HostIndex{1, 1, 1} : HostIndex{16, 2, 1};
  std::vector<launcher::Geometry> grids;
  const unsigned smallest = kWorkingBlocks * elements;
  for (unsigned blocks = smallest; blocks <= smallest * kMostPacksPerThread; blocks *= 2) {
    for (const HostIndex& grid : {HostIndex{blocks - 1, 1, 1}, {blocks + 3, 1, 1}, {blocks, 1, 2}})
      grids.push_back({grid, block});
  }
  if (dense || !launcher::runs_on_host()) {
    for (const unsigned blocks : {smallest + 3, 2 * smallest}) grids.push_back({{blocks, 1, 1}, {1024, 1, 1}});
  }
  return grids;
}

// Returns a launch with dense operands of `count` elements, so that every edge value occurs once.
inline Scene all_of(size_t count) {
  return with_offsets({dense("all edge values", count, 0, {13, 1, 1})}).front();
}

inline std::vector<Scene> large_scenes() {
  const HostIndex grid{1000, 1, 1};
  // Two primes, so that rows and columns do not end at a pack or a block.
  constexpr size_t kRows = 1009;
  constexpr size_t kColumns = 997;
  const View by_rows{{kColumns, 1}, 0};
  return {
      dense("a million", 1000003, 0, grid),
      dense("a million, off by one element", 1000003, 1, grid),
      {"a million, operands not aligned like the result", {kRows, kColumns}, {{{kColumns, 1}, 1}, by_rows}, 0, grid},
      {"a million, transposed", {kRows, kColumns}, {{{1, kRows}, 0}, by_rows}, 0, grid},
      {"a million, row broadcast", {kRows, kColumns}, {{{0, 1}, 0}, by_rows}, 1, grid},
      {"a million, column broadcast", {kRows, kColumns}, {{{1, 0}, 0}, by_rows}, 0, grid},
      {"a million, rows of a wider matrix", {977, 1024}, {{{1040, 1}, 0}, {{1024, 1}, 0}}, 0, grid},
      {"a million, four axes permuted",
       {31, 33, 32, 31},
       {{{1, 31 * 31, 31 * 31 * 33, 31}, 0}, {{33 * 32 * 31, 32 * 31, 31, 1}, 3}},
       0,
       grid},
      // With these sizes a launch has so many blocks that idle_blocks_sm90.cuh applies, and more packs, even of bytes,
      // than one tile per thread.
      dense("four million and more", 4800007, 0, grid),
      dense("three million, off by one element", 3000017, 1, grid),
      {"three million, transposed", {1759, 1709}, {{{1, 1759}, 0}, {{1709, 1}, 0}}, 0, grid},
  };
}

// Views of two operands each; kernels of one operand use the first.
inline std::vector<Scene> small_scenes() {
  const HostIndex one{1, 1, 1};
  const HostIndex some{3, 2, 2};
  const HostIndex many{70, 1, 1};
  std::vector<Scene> all = {
      dense("no elements", 0, 0, some),
      dense("one element", 1, 0, one),
      dense("odd size, one thread", 37, 0, one),
      dense("odd size, off by one element", 67, 1, some),
      dense("odd size, off by three elements", 41, 3, many),
      {"dense by strides", {3, 4, 5}, {{{20, 5, 1}, 0}, {{20, 5, 1}, 0}}, 0, some},
      {"dense but for strides of size-1 dims", {1, 6, 1, 7}, {{{99, 7, 3, 1}, 0}, {{5, 7, 0, 1}, 0}}, 1, many},
      {"no dims", {}, {{{}, 2}, {{}, 1}}, 1, some},
      {"only dims of size 1", {1, 1}, {{{7, 3}, 1}, {{0, 5}, 0}}, 0, one},
      {"transposed", {9, 7}, {{{1, 9}, 0}, {{1, 9}, 1}}, 0, many},
      {"one transposed", {9, 7}, {{{1, 9}, 0}, {{7, 1}, 0}}, 2, some},
      {"permuted, three axes", {4, 5, 6}, {{{6, 24, 1}, 0}, {{30, 6, 1}, 3}}, 0, some},
      {"every second element", {40}, {{{2}, 1}, {{1}, 0}}, 0, some},
      {"long rows of a wider matrix", {3, 50}, {{{64, 1}, 0}, {{50, 1}, 0}}, 0, some},
      {"long aligned rows", {3, 64}, {{{128, 1}, 0}, {{64, 1}, 0}}, 0, many},
      {"short rows", {17, 3}, {{{8, 1}, 1}, {{3, 1}, 0}}, 1, many},
      {"row broadcast", {5, 32}, {{{32, 1}, 0}, {{0, 1}, 0}}, 0, some},
      {"column broadcast", {5, 33}, {{{33, 1}, 0}, {{1, 0}, 0}}, 0, some},
      {"scalar broadcast", {5, 33}, {{{0, 0}, 3}, {{33, 1}, 0}}, 0, many},
      {"both broadcast", {6, 10}, {{{0, 1}, 0}, {{1, 0}, 0}}, 0, some},
  };
  // Ten axes, none of which can be merged: the strides of the dense tensor in reverse order.
  Scene deep{"ten axes", Sizes(10, 2), {{{}, 0}, {{}, 1}}, 0, many};
  for (size_t d = 0; d < 10; ++d) {
    deep.views[0].strides.push_back(size_t{1} << d);
    deep.views[1].strides.push_back(size_t{1} << (9 - d));
  }
  all.push_back(deep);
  return all;
}

inline const std::vector<Scene>& scenes() {
  static const std::vector<Scene> all = [] {
    std::vector<Scene> scenes = small_scenes();
    if (launcher::has_time_for_large_sizes()) {
      for (const Scene& scene : large_scenes()) scenes.push_back(scene);
    }
    return with_offsets(scenes);
  }();
  return all;
}

// The usual geometries, and for elements of 4 bytes the smallest grid in which every eighth block works. (Index 4 of
// large_grids() is the second of the three grids for the second n.)
template <class T>
std::vector<launcher::Geometry> geometries_and_large_grid(HostIndex grid, size_t numel) {
  auto geometries = launcher::geometries(grid, numel);
  if (sizeof(T) == 4) geometries.push_back(large_grids(16 / sizeof(T), false)[4]);
  return geometries;
}

// The operands for large grids, which large_grids() returns. The operands are small to save time, but still have more
// packs than working threads.
inline std::vector<Scene> scenes_of_large_grids() {
  const HostIndex unused_grid{1, 1, 1};
  return with_offsets({dense("dense", 70001, 0, unused_grid),
                       dense("dense, off by one element", 1000, 1, unused_grid),
                       {"transposed", {90, 71}, {{{1, 90}, 0}, {{71, 1}, 1}}, 0, unused_grid}});
}

// Returns the index of the value at each position of an operand's buffer. It cycles through all `values`, from a start
// that depends on the operand.
inline std::vector<uint32_t> choice(size_t count, size_t values, size_t from) {
  // kStep is coprime to the number of values, so that all are used before one repeats.
  constexpr size_t kStep = 10007;
  std::vector<uint32_t> chosen(count);
  size_t at = from % values;
  for (uint32_t& index : chosen) {
    index = static_cast<uint32_t>(at);
    at += kStep % values;
    if (at >= values) at -= values;
  }
  return chosen;
}

// Returns the values that the indices from choice() select.
template <class T>
std::vector<T> chosen(const std::vector<uint32_t>& choice, const std::vector<T>& values) {
  std::vector<T> buffer(choice.size());
  for (size_t i = 0; i < choice.size(); ++i) buffer[i] = values[choice[i]];
  return buffer;
}

// An output buffer with guards around the result; `guards_intact` returns whether they are unchanged.
template <class T>
struct Output {
  static constexpr size_t kGuard = 32;
  static constexpr int kMark = 0x5a;
  std::vector<T> buffer;
  size_t start;
  size_t numel;

  // The storage of vectors is aligned to 16 bytes and kGuard is a multiple of that, so `start` alone sets the
  // alignment.
  Output(size_t begin, size_t count) : buffer(kGuard + begin + count + kGuard), start(kGuard + begin), numel(count) {
    std::memset(static_cast<void*>(buffer.data()), kMark, buffer.size() * sizeof(T));
  }
  T* data() { return buffer.data() + start; }
  launcher::Region region() const { return launcher::region(buffer, true); }
  bool guards_intact() const {
    T mark;
    std::memset(static_cast<void*>(&mark), kMark, sizeof(T));
    for (size_t i = 0; i < buffer.size(); ++i) {
      if (i == start) i += numel;
      if (std::memcmp(&buffer[i], &mark, sizeof(T)) != 0) return false;
    }
    return true;
  }
};

// Compares the result with `expected(i)`; reports the first wrong element, with `operands(i)` for the reader.
template <class T, class Expected, class Operands>
void check_result(Output<T>& out, int64_t ulps, Expected expected, Operands operands) {
  size_t first_wrong = 0;
  while (first_wrong < out.numel && reference::agrees(out.data()[first_wrong], expected(first_wrong), ulps))
    ++first_wrong;
  if (first_wrong < out.numel) {
    const double got = static_cast<double>(reference::Element<T>::value(out.data()[first_wrong]));
    const double wanted = static_cast<double>(reference::Element<T>::value(expected(first_wrong)));
    const std::vector<double> from = operands(first_wrong);
    CAPTURE(first_wrong, from, got, wanted);
    FAIL_CHECK("wrong element");
  }
  CHECK(first_wrong == out.numel);
  CHECK(out.guards_intact());
}

inline std::string described(const launcher::Geometry& geometry) {
  const auto text = [](const HostIndex& index) {
    return std::to_string(index.x) + "," + std::to_string(index.y) + "," + std::to_string(index.z);
  };
  return "grid " + text(geometry.grid) + " block " + text(geometry.block);
}

}  // namespace host
