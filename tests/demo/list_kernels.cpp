// What a program gets from one include: every module, its kernels and its code objects.
#include <cstdio>

#include "kernels.hpp"

int main() {
  for (const auto* module : kernels::ALL_MODULES) {
    std::printf("%s: %zu kernels, first %s\n", module->name, module->kernel_count, module->kernels[0].name);
    for (std::size_t i = 0; i < module->code_object_count; ++i) {
      const auto& object = module->code_objects[i];
      std::printf("  %-8s %7zu bytes, %6zu embedded\n", object.target, object.image_size, object.stored_size);
    }
  }
}
