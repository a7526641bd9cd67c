#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocm_bindgen::build {

/// A client of GNU make's jobserver: how many jobs run, over all programs that make has started, is make's to say.
/// Every program may run one job without asking; each further one takes a token, and gives it back. Source: the GNU
/// make manual, "Sharing Job Slots with GNU make". Not thread safe. Tokens that are still held go back with the
/// destructor.
class Jobserver {
 public:
  /// From the value of MAKEFLAGS. Nothing if that names no jobserver, or one that this process cannot reach: make keeps
  /// its descriptors from programs that a recipe starts without `+` or $(MAKE).
  static std::optional<Jobserver> connect(std::string_view makeflags);
  /// From this process' environment.
  static std::optional<Jobserver> from_environment();

  Jobserver(Jobserver&& other) noexcept;
  Jobserver& operator=(Jobserver&&) = delete;
  ~Jobserver();

  /// Takes a token if one is there; never waits.
  bool acquire();
  /// Gives back the token that was taken last.
  void release();
  /// Becomes readable when there may be a token.
  int descriptor() const { return read_; }

 private:
  Jobserver(int read, int write) : read_(read), write_(write) {}

  int read_ = -1;             ///< of our own: reading from make's would block
  int write_ = -1;            ///< of our own
  std::vector<char> tokens_;  ///< what was read is what has to be written
};

}  // namespace rocm_bindgen::build
