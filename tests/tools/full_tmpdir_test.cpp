// Without space for temporary files, an output error is reported instead of a crash.
#include <filesystem>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

/// Runs the words after the first with $TMPDIR on a file system of that size, in a separate mount namespace.
constexpr const char* kSmallDisk =
    "set -e\n"
    "mkdir -p small\n"
    "mount -t tmpfs -o size=$1 tmpfs small\n"
    "shift\n"
    "TMPDIR=$PWD/small exec \"$@\"\n";

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

TEST_CASE("full TMPDIR: the exit code is that of outputs whichever file did not fit") {
  auto alone = unshare();
  if (alone.empty()) return;  // this process may not mount
  Project project;
  project.uses_cache = false;
  project.source("a.cu", kernel_source("a"));
  project.source("b.cu", kernel_source("b"));
  alone.insert(alone.end(), {"sh", "-c", kSmallDisk, "sh"});
  const auto build = [&](const std::string& size, const std::vector<std::string>& more, bool has_home) {
    auto words = alone;
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
  check(build("4k", {"--bundle"}, true));
  // The jobs' files are in $TMPDIR if LLVM would modify the name of the out-dir.
  check(build("4k", {"--out-dir", "out/%"}, true));
  // The cache is also there if no other folder is available; without space for it, the build does without a cache.
  const auto uncached = build("4k", {}, false);
  INFO(uncached.err);
  CHECK(uncached.exit_code == 0);
  CHECK(fs::exists(project / "out/k.hpp"));
}
