// Writes by ids into an existing tensor, viewed as [left][rows][right]: scatter (s_*), scatter_add (sa_*) and index_add
// (ia_*). Used by indexing.cu.
//
// A thread owns a column (l, r) of the result and processes the source in order. So no two threads write the same
// element, the last write wins, and sums have the same bits each time. Neighbouring threads own neighbouring columns.
// Ops use atomics with an unspecified order instead: ops/scatter_atomics.cuh.
#pragma once

#include "../common/binary_ops.cuh"
#include "../common/division.cuh"
#include "../common/row_ids.cuh"
#include "../common/thread_grid.cuh"

struct Replace {
  template <class T>
  __device__ __forceinline__ T operator()(T, T y) const {
    return y;
  }
};

template <class Id, class T, class Update>
struct Scatter {
  const Id* ids;
  const T* inp;
  T* out;
  size_t left;
  size_t lines;  // lines of the source, and of `ids` if each element has its own id
  size_t rows;
  size_t right;
  bool id_per_element;
  Update update;

  __device__ __forceinline__ void run() const {
    const ThreadGrid grid = this_thread_in_grid();
    const size_t columns = left * right;
#pragma unroll 1
    for (size_t column = grid.thread(); column < columns; column += grid.threads) {
      const size_t l = quotient_of(column, right);
      const size_t r = column - l * right;
      scatter_column(inp + l * lines * right + r, out + l * rows * right + r, l * lines * right + r);
    }
  }

 private:
  // The ids and elements of several lines are read before the first is written, so that a write waits only for the
  // value at its destination.
  static constexpr int kLinesInFlight = 8;

  __device__ __forceinline__ Id id_of(size_t first_id, size_t j) const {
    return id_per_element ? ids[first_id + j * right] : ids[j];
  }

  __device__ __forceinline__ void scatter_column(const T* from, T* to, size_t first_id) const {
    size_t j = 0;
#pragma unroll 1
    for (; j + kLinesInFlight <= lines; j += kLinesInFlight) {
      Id id[kLinesInFlight];
      T element[kLinesInFlight];
#pragma unroll
      for (int k = 0; k < kLinesInFlight; ++k) {
        id[k] = id_of(first_id, j + static_cast<size_t>(k));
        element[k] = from[(j + static_cast<size_t>(k)) * right];
      }
#pragma unroll
      for (int k = 0; k < kLinesInFlight; ++k) put(id[k], element[k], to);
    }
#pragma unroll 1
    for (; j < lines; ++j) put(id_of(first_id, j), from[j * right], to);
  }

  __device__ __forceinline__ void put(Id id, T element, T* to) const {
    const size_t row = row_of(id, rows);
    if (row == kNoRow) return;
    T& target = to[row * right];
    target = update(target, element);
  }
};
