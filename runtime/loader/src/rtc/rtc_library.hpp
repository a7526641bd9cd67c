// hipRTC and NVRTC, which differ in little but their names.
#pragma once

#include <string>
#include <vector>

#include "rocm_bindgen/device_info.hpp"
#include "rocm_bindgen/rtc.hpp"

namespace rocm_bindgen::runtime {

/// A compiler library; opened once per process and kept.
class RtcLibrary {
 public:
  /// The one for a device. Throws no_compiler with all that was tried, bad_driver for a library that lacks functions.
  static const RtcLibrary& of(const DeviceInfo& device);

  /// Changes with the compiler: path, version, and the file's size and time.
  const std::string& identity() const { return identity_; }

  /// The image of a code object for `device`. Throws compile_failed with what the compiler has printed. One thread at a
  /// time: the compilers have global state.
  std::string compile(const DeviceInfo& device, const std::string& source, const CompileOptions& options) const;

 private:
  struct Functions;
  struct Vendor;
  class Program;

  explicit RtcLibrary(const Vendor& vendor);

  const Vendor& vendor_;
  std::string path_;
  std::string identity_;
  std::string processors_;  ///< that it can compile for, with spaces around each; empty if it does not say
  const Functions* functions_;
};

}  // namespace rocm_bindgen::runtime
