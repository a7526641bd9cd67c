// What generated code and the host share while a wave runs in native code. Generated code accesses the members by their
// offsets, so the structure has a standard layout.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace rocm_bindgen::emulator {

class Wave;

/// A range of global memory that a launch may access. An empty range contains no address.
struct NativeRange {
  std::uint64_t begin = 0, bytes = 0;
};

/// Each memory instruction of the generated code uses one of these entries, by its number modulo this count.
constexpr unsigned kNativeRanges = 256;

struct NativeContext {
  std::uint32_t* vectors = nullptr;
  std::uint32_t* accumulators = nullptr;
  std::uint32_t* scalars = nullptr;
  bool* scc = nullptr;
  std::uint64_t* pc = nullptr;
  std::byte* lds = nullptr;
  std::uint64_t lds_bytes = 0;
  std::uint64_t budget = 0;             ///< the number of instructions that the wave may still execute in its turn
  std::uint64_t lane_instructions = 0;  ///< executed by active lanes
  Wave* wave = nullptr;
  void* failure = nullptr;               ///< a std::exception_ptr that receives what a handler has thrown
  std::uint64_t failed_instruction = 0;  ///< its address
  /// The allocations that memory instructions accessed last. Reads and writes have separate entries, because an
  /// allocation may be read-only.
  std::array<NativeRange, kNativeRanges> reads{}, writes{};
};

/// Why generated code returned.
enum class NativeExit : std::uint32_t {
  /// The wave continues at its program counter, in other code or with a new budget.
  left,
  /// The interpreter must execute the instruction at the program counter. All registers are as before it.
  declined,
  /// A handler has thrown. The program counter is after its instruction.
  failed
};

/// `entry` is the number of the block in its region.
using NativeFunction = std::uint32_t (*)(NativeContext*, std::uint32_t entry);

}  // namespace rocm_bindgen::emulator
