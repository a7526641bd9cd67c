#include <cstdio>

#include "my_kernels.hpp"

int main() {
  for (const auto* module : kernels::ALL_MODULES)
    std::printf("%s %zu %zu\n", module->name, module->kernel_count, module->code_object_count);
}
