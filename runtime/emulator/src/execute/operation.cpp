#include "execute/operation.hpp"

#include <unordered_map>

namespace rocm_bindgen::emulator {
namespace {

std::unordered_map<std::string_view, const Operation*> indexed() {
  std::unordered_map<std::string_view, const Operation*> index;
  for (const auto& table :
       {scalar_operations(), control_operations(), scalar_memory_operations(), integer_operations(), carry_operations(),
        lane_operations(), float_operations(), half_operations(), transcendental_operations(), division_operations(),
        conversion_operations(), comparison_operations(), packed_operations(), dot_operations(), matrix_operations(),
        local_memory_operations(), flat_operations(), buffer_operations()})
    for (const auto& operation : table) index.emplace(operation.name, &operation);
  return index;
}

}  // namespace

const Operation* find_operation(std::string_view name) {
  static const auto index = indexed();
  const auto found = index.find(name);
  return found == index.end() ? nullptr : found->second;
}

}  // namespace rocm_bindgen::emulator
