#include "runtime/emulator/probes/account.hpp"

namespace {

/// The number of kernels that a processor cannot run: those for matrix instructions of other processors and, for
/// NVIDIA's, all kernels for instructions that only AMD has. If a probe reports a kernel as lacking by mistake, the
/// number that emulator-probes counts differs from this one.
const std::map<std::string, std::size_t> kLacking{{"gfx1030", 44}, {"gfx1100", 35}, {"gfx1201", 31},
                                                  {"gfx90a", 15},  {"gfx942", 20},  {"sm_90", 53}};

}  // namespace

std::optional<std::size_t> probe::kernels_not_for(const std::string& processor) {
  const auto expected = kLacking.find(processor);
  return expected == kLacking.end() ? std::nullopt : std::optional(expected->second);
}
