#include <vector>

#include "execute/operation.hpp"
#include "execute/packed/packed_tables.hpp"

namespace rocm_bindgen::emulator {

Operations packed_operations() {
  static const std::vector<Operation> all = [] {
    std::vector<Operation> joined;
    for (const auto& part : {packed_integers(), packed_floats(), mixed_precision()})
      joined.insert(joined.end(), part.begin(), part.end());
    return joined;
  }();
  return all;
}

}  // namespace rocm_bindgen::emulator
