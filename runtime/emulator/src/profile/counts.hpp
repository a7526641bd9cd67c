// What a profile counts, for one instruction of a kernel or for several together.
//
// Every count follows from the instructions and the addresses that they used. No count depends on time, on caches or on
// the number of host threads.
#pragma once

#include <array>
#include <cstdint>

#include "memory/access.hpp"

namespace rocm_bindgen::emulator {

/// The unit that executes an instruction.
enum class InstructionClass : std::uint8_t {
  valu,
  salu,
  matrix,         ///< MFMA, WMMA and their sparse forms
  global_memory,  ///< FLAT, GLOBAL and BUFFER, unless all of its accesses are to scratch
  scratch,
  lds,  ///< DS, including those that only move values between lanes
  scalar_memory,
  other  ///< branches, barriers, waits, cache control and the like
};
constexpr std::size_t kInstructionClasses = 8;

/// The accesses of one kind (see Access) to global memory.
struct GlobalTraffic {
  std::uint64_t requests = 0;        ///< instructions of which at least one lane accessed memory
  std::uint64_t bytes = 0;           ///< the bytes that the lanes asked for, added up
  std::uint64_t distinct_bytes = 0;  ///< the bytes that at least one lane asked for, added up over instructions
  std::uint64_t sectors_64 = 0;      ///< aligned blocks of 64 bytes that each instruction touched, added up
  std::uint64_t sectors_128 = 0;     ///< the same for 128 bytes
};

/// The accesses of one kind to LDS.
struct LocalTraffic {
  std::uint64_t requests = 0;         ///< instructions of which at least one lane accessed LDS
  std::uint64_t bytes = 0;            ///< the bytes that the lanes asked for, added up
  std::uint64_t cycles = 0;           ///< by the rule in bank_conflicts.hpp, including the following
  std::uint64_t conflict_cycles = 0;  ///< the cycles that bank conflicts add
};

struct Counts {
  std::array<std::uint64_t, kInstructionClasses> instructions{};  ///< executed by waves, by InstructionClass
  std::uint64_t vector_instructions = 0;  ///< the instructions that have lanes: VALU, matrix, memory, scratch, LDS
  std::uint64_t active_lanes = 0;         ///< of the vector instructions, added up
  std::uint64_t idle_lanes = 0;           ///< the other lanes of the same waves
  std::uint64_t barriers = 0;             ///< instructions that wait at a barrier
  std::uint64_t waits = 0;                ///< instructions that wait for memory: s_waitcnt and s_wait_*
  std::array<GlobalTraffic, 3> global{};  ///< by Access
  std::array<LocalTraffic, 3> local{};    ///< by Access
  std::array<std::uint64_t, 3> scratch_bytes{};  ///< by Access; the bytes that the lanes asked for
  std::uint64_t scalar_bytes = 0;                ///< that scalar instructions read from memory

  Counts& operator+=(const Counts& other);
};

}  // namespace rocm_bindgen::emulator
