// What generated code and the host share while a wave runs in native code. Generated code accesses the members by their
// offsets, so the structure has a standard layout.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace rocm_bindgen::emulator {

struct Instruction;
class Wave;

/// A range of global memory that a launch may access. An empty range contains no address.
struct NativeRange {
  std::uint64_t begin = 0, bytes = 0;
};

/// Each memory instruction of a region uses one of this many entries, by its number modulo this count. The first one
/// differs from region to region, so that the regions of a kernel use different entries.
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
  // What differs from process to process in the region that is executed, so that its code does not.
  const Instruction* const* instructions = nullptr;  ///< its instructions, in the order of its blocks
  std::uint64_t begin = 0;                           ///< the address of its first block
  std::uint32_t first_range = 0;                     ///< below kNativeRanges: the first entry that it uses
  /// The allocations that memory instructions accessed last. Reads and writes have separate entries, because an
  /// allocation may be read-only.
  std::array<NativeRange, 2 * kNativeRanges> reads{}, writes{};
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

/// The code of a region. It is freed with the object, unless the process is about to end.
class CompiledRegion {
 public:
  virtual ~CompiledRegion() = default;

  /// Must be called before `function` with this context.
  void enter(NativeContext& context) const {
    context.instructions = instructions.data();
    context.begin = begin;
    context.first_range = first_range;
  }

  NativeFunction function = nullptr;
  // See NativeContext.
  std::vector<const Instruction*> instructions;
  std::uint64_t begin = 0;
  std::uint32_t first_range = 0;
};

}  // namespace rocm_bindgen::emulator
