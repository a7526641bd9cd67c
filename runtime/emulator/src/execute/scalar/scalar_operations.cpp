#include <vector>

#include "execute/operation.hpp"
#include "execute/scalar/scalar_tables.hpp"

namespace rocm_bindgen::emulator {

Operations scalar_operations() {
  static const std::vector<Operation> all = [] {
    std::vector<Operation> joined;
    for (const auto& part : {scalar_arithmetic(), scalar_bits(), scalar_compares(), scalar_moves(),
                             scalar_execution_masks(), scalar_floats(), scalar_hardware_registers()})
      joined.insert(joined.end(), part.begin(), part.end());
    return joined;
  }();
  return all;
}

}  // namespace rocm_bindgen::emulator
