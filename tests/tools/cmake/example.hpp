// A copy of an example, and an installation that it uses.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/process.hpp"

namespace test {

/// 2 * x + y, for 1, 2, ... and 10, 20, ...
inline const std::string kResult = "emulated gfx1100: 12 24 36 48 60\n";

/// A copy of an example and a moved installation, and the environment variables that a user would set for it.
class Example {
 public:
  explicit Example(const std::string& name) {
    std::filesystem::copy(std::filesystem::path(ROCM_BINDGEN_SOURCE_DIR) / "docs/examples" / name, source(),
                          std::filesystem::copy_options::recursive);
    succeed({"cmake", "--install", ROCM_BINDGEN_BUILD_DIR, "--prefix", (folder_ / "installed").string()});
    std::filesystem::rename(folder_ / "installed", prefix());
  }

  std::filesystem::path source() const { return folder_ / "example"; }
  std::filesystem::path prefix() const { return folder_ / "prefix"; }

  Finished execute(const std::vector<std::string>& command) const {
    return run(command, {source(),
                         {{"XDG_CACHE_HOME", ROCM_BINDGEN_TEST_CACHE},
                          {"PATH", (prefix() / "bin").string() + ":" + std::getenv("PATH")},
                          {"PKG_CONFIG_PATH", (prefix() / "lib/pkgconfig").string()},
                          {"LD_LIBRARY_PATH", (prefix() / "lib").string()},
                          {"MAKEFLAGS", ""},
                          {"ROCM_BINDGEN_DRIVER", "emulated:gfx1100"},
                          {"ROCM_BINDGEN_EMULATOR_LIBRARY", ""}}});
  }

  std::string succeed(const std::vector<std::string>& command) const {
    const auto finished = execute(command);
    INFO(command[0] << ": " << finished.out << finished.err);
    REQUIRE(finished.exit_code == 0);
    return finished.out;
  }

  /// Replaces `old` in a file of the example.
  void edit(const std::string& file, const std::string& old, const std::string& replacement) const {
    auto text = read(source() / file);
    const auto at = text.find(old);
    REQUIRE(at != std::string::npos);
    folder_.write("example/" + file, text.replace(at, old.size(), replacement));
  }

  /// Writes a file next to the example; returns its path.
  std::filesystem::path write_next_to_example(const std::string& file, const std::string& text) const {
    return folder_.write(file, text);
  }

  void change_kernel() const {
    const auto path = source() / "kernels/saxpy.cu";
    folder_.write("example/kernels/saxpy.cu", read(path) + "// changed\n");
  }

 private:
  Folder folder_;
};

}  // namespace test
