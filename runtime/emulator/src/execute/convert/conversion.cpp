#include <vector>

#include "execute/convert/conversion_tables.hpp"

namespace rocm_bindgen::emulator {

Operations conversion_operations() {
  static const auto all = [] {
    std::vector<Operation> operations;
    for (const auto& part : {number_conversions(), pack_conversions(), float8_conversions()})
      operations.insert(operations.end(), part.begin(), part.end());
    return operations;
  }();
  return all;
}

}  // namespace rocm_bindgen::emulator
