// An emulated device at the level of users: selected by the environment, and used with the runtime's public API.
#pragma once

#include <deque>
#include <initializer_list>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "rocm_bindgen/runtime.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"

namespace device_test {

/// Environment variables without their prefix, and their values: "CHECKS" is ROCM_BINDGEN_EMULATOR_CHECKS.
using Options = std::vector<std::pair<std::string, std::string>>;

/// The environment in which an emulated device is opened. Options that are not listed are unset, except for ENGINE.
class EmulatorEnvironment {
 public:
  explicit EmulatorEnvironment(const std::string& target, const Options& options = {});

 private:
  std::deque<test::Environment> variables_;
};

/// All modules of a folder of artifacts, which is one of those in CMakeLists.txt: "faults", "launches4".
const std::deque<rocm_bindgen::Module>& modules_of(const std::string& artifacts);
/// The module that contains a kernel of this name.
const rocm_bindgen::Module& module_with(const std::string& artifacts, const std::string& kernel);

/// The parts that a fault's message must have. Tests pass them in braces to fault_of().
struct ExpectedFault {
  std::string workgroup;                ///< "3,0,0"
  std::string work_item = {};           ///< "232,0,0"; empty: the message must not name a lane
  std::string line = {};                ///< NAME of the comment "fault: NAME" at the line; empty: not checked
  std::vector<std::string> words = {};  ///< other required parts
};

/// A newly opened device, and a stream on it.
class Session {
 public:
  explicit Session(const std::string& target, const Options& options = {}, std::string artifacts = "faults")
      : environment_(target, options), artifacts_(std::move(artifacts)) {}

  const rocm_bindgen::Device& device() const { return device_; }
  rocm_bindgen::Stream& stream() { return stream_; }
  unsigned lanes() const { return device_.info().wavefront_size; }

  rocm_bindgen::Kernel kernel(const std::string& name) const {
    return device_.kernel(module_with(artifacts_, name), name);
  }

  template <class... Arguments>
  void run(const std::string& name, const rocm_bindgen::LaunchConfig& config, const Arguments&... arguments) {
    kernel(name).launch(config, stream_, arguments...);
    stream_.synchronize();
  }

  template <class T>
  rocm_bindgen::Buffer<T> upload(const std::vector<T>& values) const {
    return rocm_bindgen::Buffer<T>::from(device_, values);
  }
  template <class T>
  rocm_bindgen::Buffer<T> zeros(std::size_t count) const {
    return rocm_bindgen::Buffer<T>::zeros(device_, count);
  }

  /// Returns the message of the fault that the launch must end with. Checks that the message names the kernel and has
  /// the expected parts, and that the device still works.
  template <class... Arguments>
  std::string fault_of(const std::string& name, const ExpectedFault& expected, const rocm_bindgen::LaunchConfig& config,
                       const Arguments&... arguments) {
    return fault_of(kernel(name), expected, config, arguments...);
  }
  template <class... Arguments>
  std::string fault_of(const rocm_bindgen::Kernel& kernel, const ExpectedFault& expected,
                       const rocm_bindgen::LaunchConfig& config, const Arguments&... arguments) {
    std::string message;
    try {
      kernel.launch(config, stream_, arguments...);
      stream_.synchronize();
    } catch (const rocm_bindgen::Error& error) {
      message = error.what();
      CHECK(error.code() == rocm_bindgen::ErrorCode::device_lost);
    }
    INFO("kernel " << kernel.info().name << " on " << device_.info().arch << ":\n" << message);
    REQUIRE(!message.empty());
    check_message(message, kernel.info().name, expected);
    check_works();
    return message;
  }

  /// Checks that the device still works, by the results of a correct launch.
  void check_works();

 private:
  void check_message(const std::string& message, const std::string& kernel, const ExpectedFault& expected) const;

  EmulatorEnvironment environment_;
  std::string artifacts_;
  rocm_bindgen::Device device_ = rocm_bindgen::Device::open();
  rocm_bindgen::Stream stream_{device_};
};

/// Returns the error that `call` throws. Its message must contain all of `words`.
template <class Call>
rocm_bindgen::Error error_of(Call call, const std::vector<std::string>& words = {}) {
  try {
    call();
  } catch (const rocm_bindgen::Error& error) {
    const std::string message = error.what();
    for (const auto& word : words) CHECK_THAT(message, Catch::Contains(word));
    return error;
  }
  FAIL("no error was thrown");
  throw;  // not reached, because FAIL throws
}

/// Formats an address as messages do: "0x7f0012345678".
std::string hexadecimal(const void* address);

}  // namespace device_test
