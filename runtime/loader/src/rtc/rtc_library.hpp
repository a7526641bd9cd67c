// One interface to hipRTC and NVRTC, which hardly differ apart from the names of functions and options.
#pragma once

#include <string>
#include <vector>

#include "rocm_bindgen/device_info.hpp"
#include "rocm_bindgen/rtc.hpp"

namespace rocm_bindgen::runtime {

/// A compiler library. It is opened once per process and never closed.
class RtcLibrary {
 public:
  /// The library for a device. Throws Error: no_compiler with everything that was tried, or bad_driver if the library
  /// lacks functions.
  static const RtcLibrary& of(const DeviceInfo& device);

  /// Identifies the compiler for the cache: library name, version, path, and the file's size and time.
  const std::string& identity() const { return identity_; }

  /// Compiles a source to the image of a code object for `device`. Throws Error(compile_failed) with the compiler's
  /// messages, or Error(no_compiler) if the library does not support the device. Only one thread compiles at a time,
  /// because the compilers have global state.
  std::string compile(const DeviceInfo& device, const std::string& source, const CompileOptions& options) const;

 private:
  struct Functions;
  struct Vendor;
  class Program;

  explicit RtcLibrary(const Vendor& vendor);

  const Vendor& vendor_;
  std::string path_;
  std::string identity_;
  /// The processors that comgr supports, in the form of Comgr::processors; empty if they are not known.
  std::string processors_;
  const Functions* functions_;
};

}  // namespace rocm_bindgen::runtime
