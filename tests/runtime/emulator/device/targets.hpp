// The targets for which the tests' kernels are built.
#pragma once

#include <string>
#include <vector>

namespace device_test {

inline const std::vector<std::string> kTargets{"gfx90a", "gfx942", "gfx1030", "gfx1100", "gfx1201"};

}  // namespace device_test
