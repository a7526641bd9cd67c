// The tables of operations: for each class of instructions, which function executes which operation.
//
// The decoder looks an operation up once per decoded instruction, by LLVM's name without encoding and generation. A
// table entry therefore serves all encodings and all generations that use the name. If generations have different
// semantics under one name, the handler tests the target. An instruction whose name is in no table is reported as not
// emulated.
//
// Handlers obtain their operands through the classes in lanes/, scalar/ and memory/, which implement modifiers, EXEC
// and the checks of memory accesses, so that a handler contains only what is specific to its operation.
#pragma once

#include <span>
#include <string_view>

#include "machine/instruction.hpp"

namespace rocm_bindgen::emulator {

/// An operation and its handler, for all encodings: "V_ADD_F32" covers e32, e64, DPP and SDWA.
struct Operation {
  const char* name;
  Handler execute;
};

using Operations = std::span<const Operation>;

Operations scalar_operations();          // SOP1, SOP2, SOPC, SOPK
Operations control_operations();         // SOPP, and jumps and calls
Operations scalar_memory_operations();   // SMEM
Operations integer_operations();         // VOP1, VOP2, VOP3 on integers and bits
Operations carry_operations();           // additions and subtractions with carry, 64-bit multiply-adds
Operations lane_operations();            // v_readlane, v_permlane, v_mbcnt, ...
Operations float_operations();           // VOP1, VOP2, VOP3 on f32 and f64
Operations half_operations();            // VOP1, VOP2, VOP3 on f16
Operations transcendental_operations();  // v_exp, v_log, v_sin, v_rcp, v_rsq, v_sqrt, ...
Operations division_operations();        // div_scale, div_fmas, div_fixup, trig_preop, ldexp, frexp
Operations conversion_operations();      // v_cvt_*
Operations comparison_operations();      // VOPC
Operations packed_operations();          // VOP3P
Operations dot_operations();             // v_dot*
Operations matrix_operations();          // MFMA, WMMA, SWMMAC, AGPR moves
Operations local_memory_operations();    // DS
Operations flat_operations();            // FLAT, GLOBAL, SCRATCH
Operations buffer_operations();          // MUBUF

/// Returns null if no table contains the name. Thread safe.
const Operation* find_operation(std::string_view name);

}  // namespace rocm_bindgen::emulator
