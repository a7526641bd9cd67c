// No room where temporary files go: an output that cannot be written, not a crash.
#include <filesystem>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

/// Runs the words after the first with $TMPDIR on a file system of that size, in a mount namespace of its own.
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

TEST_CASE("full TMPDIR: ends with the exit code of outputs, whatever did not fit") {
  auto alone = unshare();
  if (alone.empty()) return;  // nobody may mount here
  Project project;
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
  // The jobs' files go there where the out-dir's name would be changed by LLVM.
  check(build("4k", {"--out-dir", "out/%"}, true));
  // So does the cache where there is no other place: without room for it, the build does without.
  const auto uncached = build("4k", {}, false);
  INFO(uncached.err);
  CHECK(uncached.exit_code == 0);
  CHECK(fs::exists(project / "out/k.hpp"));
}
