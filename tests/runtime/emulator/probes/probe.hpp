// Runs probe kernels on the device that the runtime finds: an emulated one (ROCM_BINDGEN_DRIVER=emulated:gfx1100) or a
// GPU. What runs, and what cannot and why, is counted.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "rocm_bindgen/runtime.hpp"

namespace probe {

/// Device 0, opened once.
const rocm_bindgen::Device& device();

/// Its processor without features: "gfx90a", "sm_90".
const std::string& processor();
bool is_any_of(std::initializer_list<std::string_view> processors);
bool is_amd();

/// A kernel of any module in the folder of artifacts; throws if there is none of that name.
rocm_bindgen::Kernel kernel(const std::string& name);

/// The module that it is in.
const rocm_bindgen::Module& module_of(const std::string& kernel);

/// The stream that probes run on.
rocm_bindgen::Stream& stream();

/// Launches and waits.
template <class... Arguments>
void run(const std::string& name, const rocm_bindgen::LaunchConfig& config, const Arguments&... arguments) {
  kernel(name).launch(config, stream(), arguments...);
  stream().synchronize();
}

/// One work-item for each of `count`, in blocks of 256; the last may be partly beyond.
rocm_bindgen::LaunchConfig threads_for(std::size_t count);
inline rocm_bindgen::LaunchConfig blocks(std::uint32_t count, std::uint32_t size) {
  return {{count}, {size}};
}

/// A kernel that this device cannot run, and why; for the account at the end.
void lacks(const std::string& name, const std::string& reason);

template <class T>
rocm_bindgen::Buffer<T> upload(const std::vector<T>& values) {
  return rocm_bindgen::Buffer<T>::from(device(), values);
}
/// Every byte 0xcd, so that what a kernel does not write shows.
template <class T>
rocm_bindgen::Buffer<T> unwritten(std::size_t count) {
  const std::vector<unsigned char> bytes(count * sizeof(T), 0xcd);
  rocm_bindgen::Buffer<T> buffer(device(), count);
  buffer.copy_from(reinterpret_cast<const T*>(bytes.data()), count);
  return buffer;
}
template <class T>
rocm_bindgen::Buffer<T> zeros(std::size_t count) {
  return rocm_bindgen::Buffer<T>::zeros(device(), count);
}

}  // namespace probe
