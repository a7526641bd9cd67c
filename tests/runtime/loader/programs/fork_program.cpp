// Forks before the first use of a device: parent and child must both work. Exits with 0 if they do.
#include <cstdio>
#include <sys/wait.h>
#include <unistd.h>

#include "rocm_bindgen/runtime.hpp"

namespace {

int use_a_device() {
  try {
    const auto device = rocm_bindgen::Device::open();
    const std::vector<int> values{1, 2, 3};
    return rocm_bindgen::Buffer<int>::from(device, values).to_vector() == values ? 0 : 1;
  } catch (const rocm_bindgen::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}

}  // namespace

int main() {
  const pid_t child = fork();
  if (child == 0) return use_a_device();
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) return 3;
  return WEXITSTATUS(status) != 0 ? 10 + WEXITSTATUS(status) : use_a_device();
}
