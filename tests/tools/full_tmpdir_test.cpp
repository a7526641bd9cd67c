// A $TMPDIR without space for temporary files causes an error and no crash.
#include <filesystem>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

/// A shell script: the first argument is the size of a file system for $TMPDIR, and the others are the command to run.
/// It must run in a separate mount namespace.
constexpr const char* kSmallDisk =
    "set -e\n"
    "mkdir -p small\n"
    "mount -t tmpfs -o size=$1 tmpfs small\n"
    "shift\n"
    "TMPDIR=$PWD/small exec \"$@\"\n";

/// The words before a command that give it a separate mount namespace; empty if this process may not mount.
std::vector<std::string> unshare() {
  for (const auto& words :
       {std::vector<std::string>{"unshare", "-m"}, std::vector<std::string>{"unshare", "-r", "-m"}}) {
    auto tried = words;
    tried.insert(tried.end(), {"mount", "-t", "tmpfs", "tmpfs", "/mnt"});
    if (run(tried).exit_code == 0) return words;
  }
  return {};
}

}  // namespace

TEST_CASE("full TMPDIR: the exit code is that of output errors, whichever file does not fit") {
  auto with_small_disk = unshare();
  if (with_small_disk.empty()) return;  // this process may not mount
  Project project;
  project.uses_cache = false;
  project.source("a.cu", kernel_source("a"));
  project.source("b.cu", kernel_source("b"));
  with_small_disk.insert(with_small_disk.end(), {"sh", "-c", kSmallDisk, "sh"});
  const auto build = [&](const std::string& size, const std::vector<std::string>& more, bool has_home) {
    auto words = with_small_disk;
    words.push_back(size);
    const auto command = project.command(more);
    words.insert(words.end(), command.begin(), command.end());
    auto environment = tool_environment();
    if (!has_home) environment["XDG_CACHE_HOME"] = environment["HOME"] = "";
    return run(words, {project.path(), environment});
  };
  const auto check = [&](const Finished& finished) {
    INFO(finished.err);
    CHECK(finished.exit_code == 4);
    CHECK_THAT(finished.err, Catch::Contains("No space left on device"));
    CHECK_FALSE(fs::exists(project / "out/k.hpp"));
  };
  // 4 KiB are less than any of the files needs.
  check(build("4k", {"--bundle"}, /*has_home=*/true));
  // The jobs' files are in $TMPDIR if LLVM would modify the name of the out-dir.
  check(build("4k", {"--out-dir", "out/%"}, /*has_home=*/true));
  // Without a home folder, the cache is in $TMPDIR too. If it does not fit, the build does not use it.
  const auto uncached = build("4k", {}, /*has_home=*/false);
  INFO(uncached.err);
  CHECK(uncached.exit_code == 0);
  CHECK(fs::exists(project / "out/k.hpp"));
}
