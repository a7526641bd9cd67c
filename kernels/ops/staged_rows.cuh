// Brings rows of quantized blocks into shared memory; used by staged_mat_vec.cuh. A thread block reads steps of
// several rows as whole aligned units of 16 bytes, because no thread can read a block of 18 or 210 bytes in one access.
// In shared memory, each row of a step has kUnits units, the first of which may begin with bytes before the step.
#pragma once

#include "../common/pack.cuh"
#include "../common/quantized_products.cuh"
#include "staged_block.cuh"

// A step consists of 32 spans of each of kRows rows. Threads access consecutive units, except where rows change.
template <class Format, int kRows, int kThreads>
struct StagedRows {
  static constexpr uint32_t kSpansPerBlock = Format::kElements / Q8Block::kElements;
  static constexpr uint32_t kSpans = 32;
  static constexpr uint32_t kStepBytes = kSpans / kSpansPerBlock * Format::kBytes;
  // The most bytes from the beginning of a unit to that of a step. Steps may begin at any even offset in a unit, unless
  // blocks consist of whole units.
  static constexpr uint32_t kMaxLead = Format::kBytes % kAccessBytes == 0 ? 0 : kAccessBytes - 2;
  static constexpr uint32_t kUnits = (kStepBytes + kMaxLead + kAccessBytes - 1) / kAccessBytes;
  static constexpr uint32_t kRowBytes = kUnits * kAccessBytes;
  static constexpr int kThreadUnits = (kRows * kUnits + kThreads - 1) / kThreads;
  using Unit = Pack<uint32_t, 4>;

  // A step in shared memory.
  struct Memory {
    UnsignedOf<kAccessBytes>::type units[kRows * kUnits];
  };

  const uint8_t* base;            // an aligned address, that of the thread block's first row or a little before it
  uint32_t last;                  // offset of the last unit of the matrix from there, in bytes
  uint32_t offset[kThreadUnits];  // offsets of this thread's units of the next step, in bytes, unaligned
  Unit unit[kThreadUnits];

  // `matrix` must be aligned to units and consist of whole units; `row_bytes` times kRows must fit in 32 bits.
  __device__ __forceinline__ StagedRows(const uint8_t* matrix, uint32_t row_bytes, size_t rows, size_t first_row) {
    const size_t begin = first_row * row_bytes;
    const uint32_t before = static_cast<uint32_t>(begin) % kAccessBytes;
    base = matrix + (begin - before);
    const size_t rest = rows * row_bytes - (begin - before) - kAccessBytes;
    // Offsets have 32 bits; 0xfffffff0 is the largest one of a unit.
    last = rest < 0xfffffff0u ? static_cast<uint32_t>(rest) : 0xfffffff0u;
#pragma unroll
    for (int i = 0; i < kThreadUnits; ++i) {
      const uint32_t index = static_cast<uint32_t>(i * kThreads) + threadIdx.x;
      offset[i] = before + index / kUnits * row_bytes + index % kUnits * kAccessBytes;
    }
  }

  // Loads the next step into registers. Nothing is read after the end of the matrix: its last unit is read instead.
  __device__ __forceinline__ void fetch() {
#pragma unroll
    for (int i = 0; i < kThreadUnits; ++i) {
      const uint32_t aligned = offset[i] & ~(kAccessBytes - 1u);
      unit[i].load(reinterpret_cast<const uint32_t*>(base + (aligned < last ? aligned : last)));
      offset[i] += kStepBytes;
    }
  }

  __device__ __forceinline__ void store(Memory& memory) const {
#pragma unroll
    for (int i = 0; i < kThreadUnits; ++i) {
      const uint32_t index = static_cast<uint32_t>(i * kThreads) + threadIdx.x;
      if (static_cast<uint32_t>(i + 1) * kThreads <= kRows * kUnits || index < kRows * kUnits)
        unit[i].store(reinterpret_cast<uint32_t*>(&memory.units[index]));
    }
  }

  // Returns block `block` of a step in row `row` of the thread block's rows. `before` is the distance of the step's
  // first byte from the beginning of its unit.
  __device__ __forceinline__ static StagedBlock block(const Memory& memory, uint32_t row, uint32_t before,
                                                      uint32_t block) {
    const uint8_t* const units = reinterpret_cast<const uint8_t*>(memory.units);
    return StagedBlock(units, row * kRowBytes + before + block * Format::kBytes);
  }
};
