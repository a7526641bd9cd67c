// Runs probe kernels on the device that the runtime finds: an emulated one (ROCM_BINDGEN_DRIVER=emulated:gfx1100) or a
// GPU. The kernels that ran are recorded, as are those that cannot run, with the reasons.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "rocm_bindgen/runtime.hpp"

namespace probe {

/// Device 0, which is opened once.
const rocm_bindgen::Device& device();

/// The device's processor without features: "gfx90a", "sm_90".
const std::string& processor();
bool is_any_of(std::initializer_list<std::string_view> processors);
bool is_amd();

/// Returns a kernel of any module in the folder of artifacts. Throws if there is no kernel of this name.
rocm_bindgen::Kernel kernel(const std::string& name);

/// Returns the module that contains the kernel.
const rocm_bindgen::Module& module_of(const std::string& kernel);

/// The stream that probes use.
rocm_bindgen::Stream& stream();

/// Launches the kernel and waits for it.
template <class... Arguments>
void run(const std::string& name, const rocm_bindgen::LaunchConfig& config, const Arguments&... arguments) {
  kernel(name).launch(config, stream(), arguments...);
  stream().synchronize();
}

/// Returns a configuration with one thread for each of `count` elements, in blocks of 256. The last block may have more
/// threads than elements.
rocm_bindgen::LaunchConfig threads_for(std::size_t count);
/// Returns a configuration of `count` blocks of `size` threads.
inline rocm_bindgen::LaunchConfig blocks(std::uint32_t count, std::uint32_t size) {
  return {{count}, {size}};
}

/// Records a kernel that this device cannot run, and the reason.
void lacks(const std::string& name, const std::string& reason);

/// Returns a buffer with a copy of the values.
template <class T>
rocm_bindgen::Buffer<T> upload(const std::vector<T>& values) {
  return rocm_bindgen::Buffer<T>::from(device(), values);
}
/// Returns a buffer in which every byte is 0xcd, so that elements which a kernel does not write are recognizable.
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
