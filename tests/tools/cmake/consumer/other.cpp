#include <cstdio>

#include "other_kernels.hpp"

int main() {
  for (const auto* module : other::kernels::ALL_MODULES) std::printf("%s %zu\n", module->name, module->kernel_count);
}
