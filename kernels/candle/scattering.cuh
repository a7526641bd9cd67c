// Writing by ids into an existing tensor, seen as [left][rows][right]. A thread owns a column (l, r) and goes through
// the source in order: no two threads meet, the last write wins, and sums come out the same each time.
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
  size_t lines;  // of the source, and of `ids` if each element has its own
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
  // Several lines' ids and elements are read before the first is written: what a write waits for is its place alone.
  static constexpr int kAhead = 8;

  __device__ __forceinline__ Id id_of(size_t first_id, size_t j) const {
    return id_per_element ? ids[first_id + j * right] : ids[j];
  }

  __device__ __forceinline__ void scatter_column(const T* from, T* to, size_t first_id) const {
    size_t j = 0;
#pragma unroll 1
    for (; j + kAhead <= lines; j += kAhead) {
      Id id[kAhead];
      T element[kAhead];
#pragma unroll
      for (int k = 0; k < kAhead; ++k) {
        id[k] = id_of(first_id, j + static_cast<size_t>(k));
        element[k] = from[(j + static_cast<size_t>(k)) * right];
      }
#pragma unroll
      for (int k = 0; k < kAhead; ++k) put(id[k], element[k], to);
    }
#pragma unroll 1
    for (; j < lines; ++j) put(id_of(first_id, j), from[j * right], to);
  }

  __device__ __forceinline__ void put(Id id, T element, T* to) const {
    const size_t row = row_of(id, rows);
    if (row == kNoRow) return;
    T& place = to[row * right];
    place = update(place, element);
  }
};
