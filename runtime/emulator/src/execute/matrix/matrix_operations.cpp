#include <vector>

#include "execute/lanes/lanes.hpp"
#include "execute/matrix/matrix_tables.hpp"

namespace rocm_bindgen::emulator {
namespace {

using value::U32;

/// Moves between VGPRs and AGPRs respect EXEC, unlike matrix instructions.
constexpr Handler kMove = lane_wise<U32(U32), [](const Mode&, std::uint32_t dword) { return dword; }>;

constexpr std::array kAccumulatorMoves = std::to_array<Operation>({
    {"V_ACCVGPR_READ_B32", kMove},
    {"V_ACCVGPR_WRITE_B32", kMove},
    {"V_ACCVGPR_MOV_B32", kMove},
});

}  // namespace

Operations matrix_operations() {
  static const std::vector<Operation> all = [] {
    std::vector<Operation> joined(kAccumulatorMoves.begin(), kAccumulatorMoves.end());
    for (const auto& part : {mfma_operations(), wmma_operations()})
      joined.insert(joined.end(), part.begin(), part.end());
    return joined;
  }();
  return all;
}

}  // namespace rocm_bindgen::emulator
