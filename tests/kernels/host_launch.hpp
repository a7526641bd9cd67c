// Runs a kernel's body on the host, over every shape of operand and launch that the ABI allows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "cuda_runtime.h"
#include "reference.hpp"

namespace host {

// One thread per block; the blocks run one after the other.
template <class Body>
void launch(HostIndex grid, Body body) {
  gridDim = grid;
  for (blockIdx.z = 0; blockIdx.z < grid.z; ++blockIdx.z) {
    for (blockIdx.y = 0; blockIdx.y < grid.y; ++blockIdx.y) {
      for (blockIdx.x = 0; blockIdx.x < grid.x; ++blockIdx.x) body();
    }
  }
}

using Sizes = std::vector<size_t>;

// A view of a buffer: what one operand of a launch looks like.
struct View {
  Sizes strides;
  size_t start;  // elements before the view, so that it can begin at any alignment
};

// One launch. An empty `views` means that info is null: all operands dense from their start.
struct Scene {
  std::string name;
  Sizes dims;
  std::vector<View> views;
  size_t out_start;
  HostIndex grid;

  size_t numel() const {
    size_t n = 1;
    for (const size_t d : dims) n *= d;
    return n;
  }
  size_t offset(size_t operand, size_t index) const {
    const size_t start = views.empty() ? out_start : views[operand].start;
    if (views.empty()) return start + index;
    size_t offset = start;
    for (size_t d = dims.size(); d-- != 0;) {
      offset += index % dims[d] * views[operand].strides[d];
      index /= dims[d];
    }
    return offset;
  }
  size_t reach(size_t operand) const {
    size_t last = 0;
    for (size_t i = 0; i < numel(); ++i) last = std::max(last, offset(operand, i) + 1);
    return last;
  }
  // The launch's info buffer for the first `operands` views.
  Sizes info(size_t operands) const {
    Sizes info = dims;
    for (size_t k = 0; k < operands; ++k) {
      info.insert(info.end(), views[k].strides.begin(), views[k].strides.end());
    }
    return info;
  }
};

inline Scene dense(const std::string& name, size_t numel, size_t start, HostIndex grid) {
  return Scene{name, {numel}, {}, start, grid};
}

// Two operands' views each; kernels of one operand use the first.
inline std::vector<Scene> scenes() {
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
  // Ten axes of which no two merge: the strides of the dense tensor, reversed.
  Scene deep{"ten axes", Sizes(10, 2), {{{}, 0}, {{}, 1}}, 0, many};
  for (size_t d = 0; d < 10; ++d) {
    deep.views[0].strides.push_back(size_t{1} << d);
    deep.views[1].strides.push_back(size_t{1} << (9 - d));
  }
  all.push_back(deep);
  return all;
}

// Elements for operand buffers: the values in turn, from a place that depends on the operand.
template <class T>
std::vector<T> filled(size_t count, const std::vector<T>& values, size_t from) {
  // A step that is prime to any length here visits all values before repeating one.
  constexpr size_t kStep = 10007;
  std::vector<T> buffer(count);
  for (size_t i = 0; i < count; ++i) buffer[i] = values[(from + i * kStep) % values.size()];
  return buffer;
}

// An output buffer with guards around the result; `guards_intact` says whether a kernel wrote outside of it.
template <class T>
struct Output {
  static constexpr size_t kGuard = 32;
  static constexpr int kMark = 0x5a;
  std::vector<T> buffer;
  size_t start;
  size_t numel;

  // Vectors' storage is aligned to 16 bytes; whole multiples keep `start` the only misalignment.
  Output(size_t begin, size_t count) : buffer(kGuard + begin + count + kGuard), start(kGuard + begin), numel(count) {
    std::memset(static_cast<void*>(buffer.data()), kMark, buffer.size() * sizeof(T));
  }
  T* data() { return buffer.data() + start; }
  bool guards_intact() const {
    T mark;
    std::memset(static_cast<void*>(&mark), kMark, sizeof(T));
    for (size_t i = 0; i < buffer.size(); ++i) {
      const bool guard = i < start || i >= start + numel;
      if (guard && std::memcmp(&buffer[i], &mark, sizeof(T)) != 0) return false;
    }
    return true;
  }
};

}  // namespace host
