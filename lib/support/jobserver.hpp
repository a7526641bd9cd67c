#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocm_bindgen::build {

/// A client of GNU make's jobserver, with which make limits the number of jobs of all programs that it has started.
/// Every program may run one job without a token; for each further job it takes a token and returns it afterwards.
/// Source: the GNU make manual, "Sharing Job Slots with GNU make". The destructor returns tokens that are still held.
/// Not thread safe.
class Jobserver {
 public:
  /// Connects to the jobserver named in a value of MAKEFLAGS. Returns nothing if it names none, or one that this
  /// process cannot reach: make does not pass its descriptors to programs that a recipe starts without `+` or $(MAKE).
  static std::optional<Jobserver> connect(std::string_view makeflags);
  /// Connects to the jobserver named in this process' environment.
  static std::optional<Jobserver> from_environment();

  Jobserver(Jobserver&& other) noexcept;
  Jobserver& operator=(Jobserver&&) = delete;
  ~Jobserver();

  /// Takes a token if one is available; never blocks.
  bool acquire();
  /// Returns the token that was taken last.
  void release();
  /// A descriptor that becomes readable when a token may be available.
  int descriptor() const { return read_; }

 private:
  Jobserver(int read, int write) : read_(read), write_(write) {}

  /// make's pipe or FIFO, opened again by this process for reading and for writing. Only these two descriptors have
  /// O_NONBLOCK; reading from the one that make passes would block.
  int read_ = -1;
  int write_ = -1;
  std::vector<char> tokens_;  ///< the bytes read, which must be written back unchanged
};

}  // namespace rocm_bindgen::build
