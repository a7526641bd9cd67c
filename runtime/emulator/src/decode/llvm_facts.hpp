// Constants of LLVM 19's AMDGPU backend that its installed headers do not contain: bits of MCInstrDesc::TSFlags,
// operand types and source modifiers (llvm/lib/Target/AMDGPU/SIDefines.h). The tests in tests/runtime/emulator/decode
// compare them with the disassembly.
#pragma once

#include <cstdint>

namespace rocm_bindgen::emulator::llvm_facts {

// Bits of MCInstrDesc::TSFlags.
constexpr std::uint64_t kVop1 = 1u << 7, kVop2 = 1u << 8, kVopc = 1u << 9, kVop3 = 1u << 10, kVop3p = 1u << 12;
constexpr std::uint64_t kMubuf = 1u << 17, kSmrd = 1u << 19, kFlat = 1u << 24, kDs = 1u << 25;
constexpr std::uint64_t kSopk = 1u << 5, kSopp = 1u << 6;
constexpr std::uint64_t kVectorAlu = 1u << 1, kScalarAlu = 1u << 0;

// Values of MCOperandInfo::OperandType.
constexpr unsigned kImmediate = 1;     ///< MCOI::OPERAND_IMMEDIATE: offsets, cache policies and selectors
constexpr unsigned kFirstTarget = 12;  ///< the first type that a target defines; its sources have types from here on
constexpr unsigned kInputModifiers = 54;
constexpr unsigned kInlineInt16 = 28, kInlineInt64 = 30;  ///< the range of types of integer SDWA sources

// Bits of the source modifiers. The class of the instruction determines which meaning a bit has: integer SDWA sources
// have sext where floats have neg, and packed instructions have neg_hi where others have abs.
constexpr unsigned kNegate = 1, kSignExtend = 1, kAbsolute = 2, kNegateHigh = 2;
constexpr unsigned kOpSel = 4, kOpSelHigh = 8, kDestinationOpSel = 8;

}  // namespace rocm_bindgen::emulator::llvm_facts
