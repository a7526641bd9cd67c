// Code objects that the program loads itself.
#include <fstream>
#include <iterator>
#include <string>

#include "cases.hpp"
#include "check.hpp"
#include "code.hpp"

void modules() {
  std::ifstream file(code_file(), std::ios::binary);
  const std::string image((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  hipModule_t first = nullptr, second = nullptr, none = nullptr;
  HIP_CHECK(hipModuleLoadData(&first, image.data()));
  HIP_CHECK(hipModuleLoadDataEx(&second, image.data(), 0, nullptr, nullptr));
  CHECK(first != second);
  HIP_FAILS(hipErrorInvalidValue, hipModuleLoadDataEx(&none, nullptr, 0, nullptr, nullptr));
  HIP_FAILS(hipErrorInvalidImage,
            hipModuleLoadDataEx(&none, "this is neither a code object nor a bundle", 0, nullptr, nullptr));
  CHECK(none == nullptr);

  // Each module has its own variables.
  hipDeviceptr_t first_offset = nullptr, second_offset = nullptr;
  size_t bytes = 0;
  HIP_CHECK(hipModuleGetGlobal(&first_offset, &bytes, first, "offset"));
  CHECK(bytes == sizeof(int));
  HIP_CHECK(hipModuleGetGlobal(&second_offset, nullptr, second, "offset"));
  CHECK(first_offset != second_offset);
  HIP_CHECK(hipModuleGetGlobal(nullptr, &bytes, second, "unused"));
  CHECK(bytes == 3 * sizeof(double));
  HIP_FAILS(hipErrorNotFound, hipModuleGetGlobal(&second_offset, &bytes, second, "no_variable"));
  HIP_FAILS(hipErrorInvalidValue, hipModuleGetGlobal(nullptr, nullptr, second, "offset"));
  const int changed = 100;
  HIP_CHECK(hipMemcpyDtoD(first_offset, second_offset, sizeof changed));
  HIP_CHECK(hipMemcpy(second_offset, &changed, sizeof changed, hipMemcpyHostToDevice));
  int *data = managed<int>(4), value = 1;
  void* arguments[] = {&data, &value};
  HIP_CHECK(hipModuleLaunchKernel(function_of(first, "add_offset"), 1, 1, 1, 4, 1, 1, 0, nullptr, arguments, nullptr));
  HIP_CHECK(hipModuleLaunchKernel(function_of(second, "add_offset"), 1, 1, 1, 2, 1, 1, 0, nullptr, arguments, nullptr));
  HIP_CHECK(hipDeviceSynchronize());
  // The first module adds 1 + 5 to four elements, the second 1 + 100 to two.
  CHECK(data[0] == 107 && data[1] == 107 && data[2] == 6 && data[3] == 6);

  // The functions and variables of an unloaded module are invalid; the other module is not affected.
  const auto function = function_of(first, "add_offset");
  HIP_CHECK(hipModuleUnload(first));
  HIP_FAILS(hipErrorInvalidHandle, hipModuleUnload(first));
  HIP_FAILS(hipErrorInvalidHandle, hipModuleLaunchKernel(function, 1, 1, 1, 4, 1, 1, 0, nullptr, arguments, nullptr));
  HIP_FAILS(hipErrorInvalidHandle, hipModuleGetGlobal(&first_offset, &bytes, first, "offset"));
  HIP_CHECK(hipModuleLaunchKernel(function_of(second, "add_offset"), 1, 1, 1, 4, 1, 1, 0, nullptr, arguments, nullptr));
  HIP_CHECK(hipDeviceSynchronize());
  CHECK(data[3] == 107);
  HIP_CHECK(hipModuleUnload(second));
}
