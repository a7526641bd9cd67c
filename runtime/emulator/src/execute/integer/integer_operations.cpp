#include <vector>

#include "execute/integer/integer_tables.hpp"
#include "execute/operation.hpp"

namespace rocm_bindgen::emulator {

Operations integer_operations() {
  static const std::vector<Operation> all = [] {
    std::vector<Operation> joined;
    for (const auto& part :
         {integer_arithmetic(), integer_bits(), integer_selections(), integer_differences(), integer_moves()})
      joined.insert(joined.end(), part.begin(), part.end());
    return joined;
  }();
  return all;
}

}  // namespace rocm_bindgen::emulator
