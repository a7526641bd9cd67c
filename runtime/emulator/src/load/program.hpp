// A code object in the device's memory.
//
// Loading copies the segments of the ELF file to device memory, applies the relocations, allocates managed variables,
// and reads the descriptor and the metadata of each kernel. Instructions are not decoded at load time: InstructionCache
// decodes each one when it is first executed. The code is read-only for kernels, so a decoded instruction stays valid
// for as long as the program.
//
// Code objects are untrusted input. A damaged one must cause std::runtime_error or a Fault, and must never end the
// process. LLVM's readers end the process for some kinds of damage; the comments in program.cpp and
// line_table_check.hpp list what is checked before LLVM reads it.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "decode/decoder.hpp"
#include "load/kernel_descriptor.hpp"
#include "load/kernel_metadata.hpp"
#include "load/managed_variables.hpp"
#include "machine/target.hpp"
#include "memory/address_space.hpp"

namespace rocm_bindgen::emulator {

/// A function of a code object: a kernel or a function that kernels call.
struct CodeFunction {
  std::string name;  ///< demangled; empty if there is no such function
  std::uint64_t begin = 0;
};

/// A kernel of a code object, with what a launch needs to know about it.
struct Kernel {
  KernelMetadata metadata;
  KernelDescriptor descriptor;
  std::uint64_t entry = 0;       ///< the address of the first instruction
  std::uint64_t code_bytes = 0;  ///< the size of its code; 0 if the code object has no symbol for it
};

/// The decoded instructions of a code object for one width of waves. Each instruction is decoded once, when it is first
/// executed. All functions are thread safe: at() reads the slot of an address without a lock, and a missing instruction
/// is decoded and published under the lock.
class InstructionCache {
 public:
  /// The base of what another part of the emulator derives from the instructions, such as native code.
  class Attachment {
   public:
    virtual ~Attachment() = default;
  };

  InstructionCache(const Target& target, unsigned lanes, std::uint64_t begin, std::uint64_t end);
  ~InstructionCache();

  /// Returns what `make` returned when this function was first called. The cache owns it, and destroys it before the
  /// instructions.
  Attachment* attached(const std::function<std::unique_ptr<Attachment>()>& make);

  /// Returns the instruction at `address`. Throws a Fault if the address is outside the code, and what
  /// Decoder::decode() throws.
  const Instruction& at(std::uint64_t address) {
    if (const auto* found = address - begin_ < end_ - begin_ ? slot(address).load(std::memory_order_acquire) : nullptr)
      return *found;
    return decode(address);
  }
  /// Loads the instruction at `address` to the host's cache if it has been decoded. The load takes about as long as the
  /// execution of one instruction, so it is requested before the previous instruction is executed.
  void prefetch(std::uint64_t address) {
    if (address - begin_ >= end_ - begin_) return;
    const auto* next = reinterpret_cast<const char*>(slot(address).load(std::memory_order_relaxed));
    if (next == nullptr) return;
    for (std::size_t at = 0; at < kPrefetched; at += kCacheLine) __builtin_prefetch(next + at);
  }
  /// Returns the instruction at `address` if it has been decoded, which means that it was executed; null if not.
  const Instruction* decoded(std::uint64_t address) {
    return address - begin_ < end_ - begin_ ? slot(address).load(std::memory_order_acquire) : nullptr;
  }
  std::uint64_t begin() const { return begin_; }
  std::uint64_t end() const { return end_; }
  /// Returns the assembly of the instruction at `address`, or an empty string if the address is outside the code.
  std::string text(std::uint64_t address);
  /// LLVM's names of all instructions decoded so far, which are those that were executed.
  std::set<std::string> executed() const;

 private:
  static constexpr std::size_t kCacheLine = 64;
  static constexpr std::size_t kPrefetched = 3 * kCacheLine;  ///< the operands are in these lines

  std::atomic<const Instruction*>& slot(std::uint64_t address) { return slots_[(address - begin_) / 4]; }
  const Instruction& decode(std::uint64_t address);

  std::uint64_t begin_, end_;
  std::vector<std::atomic<const Instruction*>> slots_;
  mutable std::mutex mutex_;  ///< protects decoder_, and writes to slots_
  Decoder decoder_;
  std::once_flag attaching_;
  std::unique_ptr<Attachment> attachment_;
};

/// All public functions are thread safe. The object must outlive every launch of its kernels.
class Program {
 public:
  /// Loads the ELF file `image`, which is copied. `space` must outlive this object. Throws std::runtime_error with the
  /// reason if the file is invalid or the device does not have enough memory.
  Program(const Target& target, AddressSpace& space, std::string_view image);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Returns null if the code object has no kernel of this name.
  const Kernel* find_kernel(const std::string& name) const;
  /// The memory of a variable; a null pointer if the code object defines no variable of that name. For a managed
  /// variable, it is the memory of the pointer to it (see ManagedVariables).
  struct Variable {
    void* memory = nullptr;
    std::uint64_t bytes = 0;
  };
  Variable find_variable(const std::string& name) const;
  /// The metadata's entries about formats of printf(); see PrintBuffer.
  const std::vector<std::string>& print_entries() const { return print_entries_; }
  InstructionCache& instructions(unsigned lanes) const;
  /// Returns the function that contains the instruction at this address.
  CodeFunction function_at(std::uint64_t address) const;
  /// Returns the source line of the instruction, as in "kernels/candle/unary.cu:33:5", followed by the lines at which
  /// it was inlined. Empty if there is no debug information.
  std::string source_line(std::uint64_t address) const;
  /// Returns whether the kernel's code, or a function that it may call, can change global memory with atomics. The
  /// kernel's results can then depend on the order of workgroups.
  bool uses_global_atomics(const Kernel& kernel) const;
  /// LLVM's names of the instructions executed so far.
  std::set<std::string> executed() const;

 private:
  struct Image;
  struct Symbols;
  void map_segments(const std::vector<char>& file);
  void relocate();
  /// Called after relocate(), because initial values may be addresses that relocations write.
  void allocate_managed(const Symbols& symbols);
  void read_kernels(const Symbols& symbols);
  void read_variables();
  /// Returns the device address of a range of the image. Throws std::runtime_error if the range is not inside the
  /// image; `what` names it in the message.
  void* in_image(std::uint64_t offset, std::uint64_t bytes, const char* what) const;

  Target target_;
  AddressSpace& space_;
  std::unique_ptr<Image> image_;
  ManagedVariables managed_;
  std::map<std::string, Kernel> kernels_;
  std::map<std::string, Variable> variables_;
  std::vector<std::string> print_entries_;
  std::uint64_t base_ = 0, code_begin_ = 0, code_end_ = 0;
  mutable std::mutex mutex_;
  mutable std::map<unsigned, std::unique_ptr<InstructionCache>> caches_;
  mutable std::map<std::uint64_t, bool> atomics_;  ///< by the address of the kernel's first instruction
};

}  // namespace rocm_bindgen::emulator
