// A few instructions in LLVM's assembly, executed on one wave whose registers the test sets and reads.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "machine/wave.hpp"

namespace rocm_bindgen::emulator {

/// Assembles with LLVM, decodes and executes with the emulator, until the last instruction is done. Fails the test,
/// with the text, if that cannot be assembled or an instruction is not known. Faults are thrown.
class Snippet {
 public:
  /// `lanes` 0: what compilers use for the processor, 64 on gfx9 and 32 from gfx10 on. 32 KiB of LDS, 1 KiB of scratch
  /// per lane, 256 vector registers, EXEC all ones, MODE as compute kernels have it (denormals kept, IEEE).
  Snippet(const std::string& processor, const std::string& assembly, unsigned lanes = 0, Checks checks = {});
  ~Snippet();

  Wave& wave();
  /// Global memory of the device, for addresses to put into registers; zeroed.
  void* allocate(std::uint64_t bytes);
  AddressSpace& space();
  Snippet& run();

  /// All lanes of v[reg], or of v[reg:reg+1]; lanes that `values` is too short for repeat it from the start.
  Snippet& set(unsigned reg, const std::vector<std::uint32_t>& values);
  Snippet& set64(unsigned reg, const std::vector<std::uint64_t>& values);
  Snippet& set_scalar(unsigned reg, std::uint32_t value);
  Snippet& set_scalar64(unsigned reg, std::uint64_t value);
  std::uint32_t get(unsigned reg, unsigned lane = 0);
  std::uint64_t get64(unsigned reg, unsigned lane = 0);
  std::uint32_t scalar(unsigned reg);
  std::uint64_t scalar64(unsigned reg);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace rocm_bindgen::emulator
