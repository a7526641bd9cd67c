// Splits LLVM's name of an opcode into the operation and its encoding.
#pragma once

#include <string>
#include <string_view>

namespace rocm_bindgen::emulator {

/// An operation, and the parts of its encoding that the suffixes of LLVM's name state.
struct OperationName {
  std::string operation;  ///< for "GLOBAL_LOAD_DWORDX2_SADDR_gfx11": "GLOBAL_LOAD_DWORDX2"
  // The following are set by suffixes.
  bool dpp = false, dpp8 = false, sdwa = false;
  bool offset_enabled = false, index_enabled = false;  ///< _OFFEN, _IDXEN; _BOTHEN sets both
  bool returns = false;                                ///< _RTN at the end
};

/// Removes suffixes from the end of `opcode` for as long as they are known ones; the rest is the operation.
OperationName operation_name(std::string_view opcode);

}  // namespace rocm_bindgen::emulator
