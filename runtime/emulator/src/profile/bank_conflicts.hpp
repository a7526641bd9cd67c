// The cycles that LDS needs for one instruction.
//
// The rule, with its sources:
//
// - LDS has 32 banks of four bytes; bits 6:2 of an address select the bank. Each bank delivers one dword per cycle, and
//   any number of lanes may read that dword (AMD Accelerated Parallel Processing OpenCL Programming Guide, "Local
//   Memory (LDS) Optimizations"; "Vega" ISA, 11.1; RDNA 3 ISA, 12.1, where a workgroup processor has two such halves).
// - The lanes of a wave are served in groups, and only lanes of the same group conflict. A group asks for 128 bytes, if
//   all of its lanes are active: 32 lanes for up to four bytes per lane (the same guide: "Bank conflicts are determined
//   by what addresses are accessed on each half wavefront boundary"), 16 lanes for eight bytes (the same guide, on
//   float2), eight lanes for 16 bytes (Composable Kernel's documentation, "Understanding AMD GPU LDS and Bank
//   Conflicts"). Groups are neighbouring lanes, except that on gfx9 the groups of a read of 16 bytes are lanes 0-3 and
//   20-23, 4-7 and 16-19, 8-11 and 28-31, 12-15 and 24-27, and the same in the upper half of the wave (the same page).
// - A group takes as many cycles as its most used bank has to deliver different dwords. All but the first are
//   conflict cycles. A group without an active lane takes none.
// - Atomics on the same dword are executed one after the other ("Address conflict" in the ROCm Compute Profiler's
//   documentation of LDS), so each lane's atomic counts by itself.
//
// AMD documents the following nowhere, and the rule is an assumption: the order of lanes in groups from gfx10 on,
// groups of eight lanes for 12 bytes, writes of several lanes to one dword in one cycle, and that the two accesses of
// ds_read2, ds_write2 and ds_wrxchg2 are served one after the other.
#pragma once

#include <span>

#include "machine/target.hpp"
#include "memory/access_log.hpp"
#include "profile/counts.hpp"

namespace rocm_bindgen::emulator {

/// Adds the accesses of this kind to LDS that one instruction has made.
void count_local(std::span<const AccessLog::Entry> entries, Access access, Generation generation,
                 LocalTraffic& traffic);

}  // namespace rocm_bindgen::emulator
