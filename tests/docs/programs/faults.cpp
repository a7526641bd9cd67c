// Launches each kernel of faults.cu and prints how its fault is reported: the message without the description of the
// launch, with which it begins.
#include "faults.hpp"

#include <cstdio>
#include <string>
#include <vector>

#include "rocm_bindgen/runtime.hpp"

using namespace rocm_bindgen;

namespace {

template <class Launch>
void print_fault_of(const Launch& launch) {
  try {
    launch();
    std::puts("no fault\n");
  } catch (const Error& error) {
    const std::string message = error.what();
    std::printf("%s\n\n", message.substr(message.find("): kernel '") + 3).c_str());
  }
}

}  // namespace

int main() try {
  const auto device = Device::open();
  Stream stream(device);
  const auto zeros = Buffer<int>::zeros(device, 1000);
  const auto in = Buffer<float>::zeros(device, 1000);
  const Buffer<float> out(device, 1024);
  print_fault_of([&] { kernels::faults::no_tail_check(stream, {{4}, {256}}, in.data(), out.data()); });

  int* freed = nullptr;
  {
    const auto buffer = Buffer<int>::zeros(device, 256);
    freed = buffer.data();
  }
  print_fault_of([&] { kernels::faults::twice(stream, {{1}, {256}}, freed); });
  print_fault_of([&] { kernels::faults::null_pointer(stream, {{1}, {256}}, nullptr); });
  print_fault_of([&] { kernels::faults::lds_overrun(stream, {{1}, {64}}, zeros.data()); });
  const auto index = Buffer<unsigned>::from(device, std::vector<unsigned>{1, 4000});
  print_fault_of([&] { kernels::faults::scratch_overrun(stream, {{1}, {32}}, index.data(), zeros.data()); });
  print_fault_of([&] { kernels::faults::no_barrier(stream, {{1}, {256}}, zeros.data(), zeros.data()); });
  print_fault_of([&] { kernels::faults::divergent_barrier(stream, {{1}, {256}}, zeros.data()); });
  const Buffer<int> unwritten(device, 256);
  print_fault_of([&] { kernels::faults::twice(stream, {{1}, {256}}, unwritten.data()); });
  print_fault_of([&] { kernels::faults::uninitialised_lds(stream, {{1}, {256}}, zeros.data(), 32); });
  const auto bytes = Buffer<char>::from(device, std::vector<char>(64));
  print_fault_of([&] { kernels::faults::misaligned_atomic(stream, {{1}, {1}}, bytes.data()); });
  print_fault_of([&] { kernels::faults::trap(stream, {{1}, {32}}); });
  const auto flag = Buffer<int>::zeros(device, 1);
  print_fault_of([&] { kernels::faults::endless(stream, {{1}, {1}}, flag.data()); });
  print_fault_of([&] { kernels::faults::damaged(stream, {{1}, {32}}); });
} catch (const Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
