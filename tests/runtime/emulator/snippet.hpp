// Executes a few instructions in LLVM's assembly on one wave, whose registers the test sets and reads.
//
// This is the lowest level at which instructions are tested: no code object, dispatch or runtime is involved. A test
// computes the expected results on the host, independently of the emulator's own functions. The emulator finds an
// instruction by its operation, whatever its encoding. Many tests therefore use only gfx90a and gfx1100, which have the
// older and the newer names.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "machine/wave.hpp"

namespace rocm_bindgen::emulator {

/// Assembles the text with LLVM, decodes and executes it with the emulator, and stops after the last instruction. The
/// test fails, with the text, if the text cannot be assembled or an instruction is not emulated. Faults are thrown.
class Snippet {
 public:
  /// If `lanes` is 0, the wave has the number of lanes that compilers choose: 64 on gfx9, and 32 from gfx10 on. The
  /// wave has 32 KiB of LDS, 1 KiB of scratch per lane and 256 vector registers. EXEC is all ones, and MODE is that of
  /// compute kernels (subnormal numbers are kept, IEEE).
  Snippet(const std::string& processor, const std::string& assembly, unsigned lanes = 0, Checks checks = {});
  ~Snippet();

  Wave& wave();
  /// Allocates zeroed global memory, whose address can be set in registers.
  void* allocate(std::uint64_t bytes);
  /// The device's memory.
  AddressSpace& space();
  /// Executes the text from the start. A test may call it several times.
  Snippet& run();

  /// set() writes all lanes of v[reg], and set64() those of v[reg:reg+1]. If there are fewer values than lanes, the
  /// values repeat.
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
