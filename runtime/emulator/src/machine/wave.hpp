// One wavefront: its registers, its program counter, and its access to memory.
//
// A vector register is a row of kMaxLanes dwords, so a handler processes the lanes of a register as an array. A 64-bit
// value is in two consecutive rows: the low dwords, then the high dwords. The scalar file is one array that also
// contains VCC, M0, EXEC and the other special registers (see ScalarIndex). The decoder has checked scalar indices, and
// WorkgroupRunner checks that the vector registers of an instruction exist before it executes it, so accesses here are
// not checked.
#pragma once

#include <array>
#include <cstdint>
#include <new>
#include <vector>

#include "fault.hpp"
#include "machine/instruction.hpp"
#include "machine/interrupts.hpp"
#include "machine/mode.hpp"
#include "machine/target.hpp"
#include "memory/address_space.hpp"
#include "memory/local_memory.hpp"
#include "memory/scratch.hpp"

namespace rocm_bindgen::emulator {

/// The length of a vector register's row, also in waves of 32 lanes.
constexpr unsigned kMaxLanes = 64;

/// Flat addresses with these upper 32 bits are LDS and scratch. They are above all addresses that the host allocates,
/// which have 47 bits.
constexpr std::uint64_t kSharedAperture = 0x0001'0000'0000'0000;
constexpr std::uint64_t kPrivateAperture = 0x0002'0000'0000'0000;
/// The base address of scratch in the private segment's buffer descriptor and in FLAT_SCRATCH. The host has no memory
/// at this address; accesses to it are redirected to Wave::scratch.
constexpr std::uint64_t kScratchBase = 0x0000'8000'0000'0000;

/// Rows of registers begin at the boundaries of the host's cache lines and vectors.
template <class Type>
struct RowAllocator {
  using value_type = Type;
  static constexpr std::align_val_t kAlignment{64};
  RowAllocator() = default;
  template <class Other>
  explicit RowAllocator(const RowAllocator<Other>&) {}
  Type* allocate(std::size_t count) { return static_cast<Type*>(::operator new(count * sizeof(Type), kAlignment)); }
  void deallocate(Type* memory, std::size_t) { ::operator delete(memory, kAlignment); }
  friend bool operator==(const RowAllocator&, const RowAllocator&) { return true; }
};

enum class WaveState : std::uint8_t { running, at_barrier, at_grid_barrier, ended };

/// Not thread safe: a wave is used only by the host thread that runs its workgroup.
class Wave {
 public:
  Wave(const Target& target, unsigned lanes, unsigned vectors, unsigned accumulators, GlobalMemory memory,
       LocalMemory& lds, Scratch scratch)
      : target(target),
        lanes(lanes),
        memory(std::move(memory)),
        lds(lds),
        scratch(std::move(scratch)),
        vectors_(vectors),
        accumulators_(accumulators),
        vector_file_(std::size_t{vectors} * kMaxLanes),
        accumulator_file_(std::size_t{accumulators} * kMaxLanes) {}

  const Target& target;
  const unsigned lanes;  ///< 32 or 64
  unsigned index = 0;    ///< the wave's number in its workgroup
  WaveState state = WaveState::running;
  bool host_vectors = false;  ///< handlers may use AVX2, FMA and F16C; set while native code runs, which needs them
  std::uint64_t pc = 0;
  /// The return addresses of the current calls, the outermost first. They are only used in messages.
  std::vector<std::uint64_t> calls;
  bool scc = false;
  Mode mode;
  std::array<std::uint32_t, kScalarRegisters> scalar{};
  GlobalMemory memory;
  LocalMemory& lds;
  Scratch scratch;
  Interrupts* interrupts = nullptr;  ///< null: the host serves no interrupts

  /// Prepares the wave for another workgroup. All registers become 0: the hardware does not guarantee this, but it
  /// makes runs repeatable.
  void reset();

  unsigned vectors() const { return vectors_; }
  unsigned accumulators() const { return accumulators_; }
  /// The kMaxLanes values of a vector register. `index` must be in range; the runner checks the registers of an
  /// instruction before it executes it.
  std::uint32_t* vector(unsigned index) { return &vector_file_[std::size_t{index} * kMaxLanes]; }
  std::uint32_t* accumulator(unsigned index) { return &accumulator_file_[std::size_t{index} * kMaxLanes]; }
  /// The row of register `operand.index + dword` in the operand's register file.
  std::uint32_t* row(const Operand& operand, unsigned dword = 0) {
    return operand.file == RegisterFile::accumulator ? accumulator(operand.index + dword)
                                                     : vector(operand.index + dword);
  }

  std::uint64_t all_lanes() const { return lanes == 64 ? ~std::uint64_t{0} : 0xffffffffu; }
  /// Masks have one bit per lane: 32 or 64.
  std::uint64_t exec() const { return mask(kExec); }
  void set_exec(std::uint64_t value) { set_mask(kExec, value); }
  std::uint64_t vcc() const { return mask(kVcc); }
  void set_vcc(std::uint64_t value) { set_mask(kVcc, value); }

  /// The mask in the scalar register `first` and, in waves of 64 lanes, the next one.
  std::uint64_t mask(unsigned first) const {
    return lanes == 64 ? scalar[first] | std::uint64_t{scalar[first + 1]} << 32 : scalar[first];
  }
  void set_mask(unsigned first, std::uint64_t value) {
    if (first == kNull) return;
    scalar[first] = static_cast<std::uint32_t>(value);
    if (lanes == 64) scalar[first + 1] = static_cast<std::uint32_t>(value >> 32);
  }
  std::uint64_t read_mask(const Operand& operand) const { return lanes == 64 ? read64(operand) : read32(operand); }
  void write_mask(const Operand& operand, std::uint64_t value) {
    if (operand.file == RegisterFile::scalar) set_mask(operand.index, value);
  }

  /// Values of scalar sources: registers, constants and special sources.
  std::uint32_t read32(const Operand& operand) const {
    switch (operand.file) {
      case RegisterFile::scalar:
        return scalar[operand.index];
      case RegisterFile::constant:
        return static_cast<std::uint32_t>(operand.value);
      case RegisterFile::special:
        return static_cast<std::uint32_t>(read_special(operand));
      default:
        return 0;
    }
  }
  std::uint64_t read64(const Operand& operand) const {
    switch (operand.file) {
      case RegisterFile::scalar:
        return operand.index == kNull ? 0 : scalar[operand.index] | std::uint64_t{scalar[operand.index + 1]} << 32;
      case RegisterFile::constant:
        return operand.value;
      case RegisterFile::special:
        return read_special(operand);
      default:
        return 0;
    }
  }
  void write32(const Operand& operand, std::uint32_t value) {
    if (operand.file == RegisterFile::scalar && operand.index != kNull) scalar[operand.index] = value;
  }
  void write64(const Operand& operand, std::uint64_t value) {
    if (operand.file != RegisterFile::scalar || operand.index == kNull) return;
    scalar[operand.index] = static_cast<std::uint32_t>(value);
    scalar[operand.index + 1] = static_cast<std::uint32_t>(value >> 32);
  }

 private:
  std::uint64_t read_special(const Operand& operand) const;

  unsigned vectors_, accumulators_;
  std::vector<std::uint32_t, RowAllocator<std::uint32_t>> vector_file_, accumulator_file_;
};

}  // namespace rocm_bindgen::emulator
