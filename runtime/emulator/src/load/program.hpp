// A code object in the device's memory: its image relocated, its kernels known, its instructions decoded as they are
// met.
#pragma once

#include <atomic>
#include <cstdint>
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

/// A function of a code object, kernel or not.
struct CodeFunction {
  std::string name;  ///< demangled; empty: there is none
  std::uint64_t begin = 0;
};

struct Kernel {
  KernelMetadata metadata;
  KernelDescriptor descriptor;
  std::uint64_t entry = 0;  ///< address of its first instruction
  std::uint64_t code_bytes = 0;
};

/// The instructions of a code object for one width of waves, decoded once each. Thread safe.
class InstructionCache {
 public:
  InstructionCache(const Target& target, unsigned lanes, std::uint64_t begin, std::uint64_t end);
  ~InstructionCache();

  /// Throws a Fault for an address outside the code, and what Decoder::decode() throws.
  const Instruction& at(std::uint64_t address) {
    if (const auto* found = address - begin_ < end_ - begin_ ? slot(address).load(std::memory_order_acquire) : nullptr)
      return *found;
    return decode(address);
  }
  std::string text(std::uint64_t address);
  /// LLVM's names of all instructions decoded so far: those that were executed.
  std::set<std::string> executed() const;

 private:
  std::atomic<const Instruction*>& slot(std::uint64_t address) { return slots_[(address - begin_) / 4]; }
  const Instruction& decode(std::uint64_t address);

  std::uint64_t begin_, end_;
  std::vector<std::atomic<const Instruction*>> slots_;
  mutable std::mutex mutex_;  ///< of the decoder, and for filling slots
  Decoder decoder_;
};

class Program {
 public:
  /// Loads the ELF file `image`, which is copied. Throws std::runtime_error with what is wrong with it.
  Program(const Target& target, AddressSpace& space, std::string_view image);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Null if there is none of that name.
  const Kernel* find_kernel(const std::string& name) const;
  InstructionCache& instructions(unsigned lanes) const;
  /// The one that has the instruction at this address.
  CodeFunction function_at(std::uint64_t address) const;
  /// "kernels/candle/unary.cu:33:5"; empty without debug information.
  std::string source_line(std::uint64_t address) const;
  /// Can the kernel's code, with what it may call, change global memory with atomics? Then the order of workgroups can
  /// be seen in its results.
  bool uses_global_atomics(const Kernel& kernel) const;
  /// LLVM's names of the instructions executed so far.
  std::set<std::string> executed() const;

 private:
  struct Image;
  struct Symbols;
  void map_segments(const std::vector<char>& file);
  void relocate();
  /// After relocate(): initial values may be addresses.
  void allocate_managed(const Symbols& symbols);
  void read_kernels(const Symbols& symbols);
  /// Throws std::runtime_error if the range is not inside the image.
  void* in_image(std::uint64_t offset, std::uint64_t bytes, const char* what) const;

  Target target_;
  AddressSpace& space_;
  std::unique_ptr<Image> image_;
  ManagedVariables managed_;
  std::map<std::string, Kernel> kernels_;
  std::uint64_t base_ = 0, code_begin_ = 0, code_end_ = 0;
  mutable std::mutex mutex_;
  mutable std::map<unsigned, std::unique_ptr<InstructionCache>> caches_;
  mutable std::map<std::uint64_t, bool> atomics_;  ///< by a kernel's entry
};

}  // namespace rocm_bindgen::emulator
