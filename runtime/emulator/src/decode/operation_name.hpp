// What LLVM's name of an opcode says: the operation, and in which encoding.
#pragma once

#include <string>
#include <string_view>

namespace rocm_bindgen::emulator {

struct OperationName {
  std::string operation;  ///< "GLOBAL_LOAD_DWORDX2" of "GLOBAL_LOAD_DWORDX2_SADDR_gfx11"
  // The suffixes that matter.
  bool dpp = false, dpp8 = false, sdwa = false, vop3 = false;
  bool scalar_address = false;             ///< _SADDR
  bool no_address = false;                 ///< _ST: scratch without any address register
  bool vector_and_scalar_address = false;  ///< _SVS
  bool offset_enabled = false, index_enabled = false;
  bool returns = false;  ///< _RTN at the end
};

OperationName operation_name(std::string_view opcode);

}  // namespace rocm_bindgen::emulator
