// Numbers of LLVM 19's AMDGPU backend that its installed headers do not have: MCInstrDesc::TSFlags, operand types and
// source modifiers (llvm/lib/Target/AMDGPU/SIDefines.h). tests/runtime/emulator/decode checks them against the
// disassembly.
#pragma once

#include <cstdint>

namespace rocm_bindgen::emulator::llvm_facts {

// MCInstrDesc::TSFlags
constexpr std::uint64_t kVop1 = 1u << 7, kVop2 = 1u << 8, kVopc = 1u << 9, kVop3 = 1u << 10, kVop3p = 1u << 12;
constexpr std::uint64_t kMubuf = 1u << 17, kSmrd = 1u << 19, kFlat = 1u << 24, kDs = 1u << 25;
constexpr std::uint64_t kSopk = 1u << 5, kSopp = 1u << 6;
constexpr std::uint64_t kVectorAlu = 1u << 1, kScalarAlu = 1u << 0;

// MCOperandInfo::OperandType
constexpr unsigned kImmediate = 1;     ///< MCOI::OPERAND_IMMEDIATE: offsets, policies, selectors
constexpr unsigned kFirstTarget = 12;  ///< from here on a register or a constant of some type
constexpr unsigned kInputModifiers = 54;
constexpr unsigned kInlineInt16 = 28, kInlineInt64 = 30;  ///< sources of integer SDWA instructions lie between

// Source modifiers
constexpr unsigned kNegate = 1, kSignExtend = 1, kAbsolute = 2, kNegateHigh = 2;
constexpr unsigned kOpSel = 4, kOpSelHigh = 8, kDestinationOpSel = 8;

}  // namespace rocm_bindgen::emulator::llvm_facts
