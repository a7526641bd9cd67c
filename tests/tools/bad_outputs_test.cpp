#include <filesystem>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

/// A shell script that runs its arguments with a full disk below out/: a tmpfs in a separate mount namespace, which
/// gets a copy of out/ and is then filled up by a file. Its size is 300 KiB; any size that holds out/ would do. The
/// contents of out/ before and after the run are copied to before/ and after/, which are visible outside of the
/// namespace.
constexpr const char* kFillDisk =
    "set -e\n"
    "cp -a out before\n"
    "mount -t tmpfs -o size=300k tmpfs out\n"
    "cp -a before/. out\n"
    "cat /dev/zero >out/filler 2>/dev/null || true\n"
    "code=0\n"
    "\"$@\" || code=$?\n"
    "rm out/filler\n"
    "cp -a out after\n"
    "exit $code\n";

/// A limit for the size of files in bytes. The header and the records are larger. Code objects are smaller, and so are
/// the messages, which the test directs to a file.
constexpr const char* kSmallFiles = "--fsize=8000";

bool can_mount(std::vector<std::string> unshare) {
  unshare.insert(unshare.end(), {"mount", "-t", "tmpfs", "tmpfs", "/mnt"});
  return run(unshare).exit_code == 0;
}

/// Runs `words` with the command of the project's build as their last arguments.
Finished run_build_after(std::vector<std::string> words, const Project& project) {
  const auto command = project.command();
  words.insert(words.end(), command.begin(), command.end());
  return run(words, {project.path(), tool_environment()});
}

}  // namespace

// The builds of the following two tests run as another user, because root may write everywhere. "hipify" would be in
// the messages of a build that has begun to translate sources.
TEST_CASE("bad outputs: a folder without write permission is reported before anything is compiled") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  const auto finished = check_refused(project, 4,
                                      {"rocm-bindgen: error: cannot write 'out/k.hpp': Permission denied",
                                       "help: choose a writable place with -o or --out-dir"},
                                      [&] {
                                        fs::permissions(project / "out", fs::perms(0555));
                                        return project.build_unprivileged();
                                      });
  CHECK_THAT(finished.err, !Catch::Contains("hipify"));
  fs::permissions(project / "out", fs::perms(0755));
}

TEST_CASE("bad outputs: an artifacts folder without write permission is reported before anything is compiled") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  const auto finished =
      check_refused(project, 4, {"cannot write 'out/k.artifacts/manifest.json': Permission denied"}, [&] {
        fs::permissions(project / "out", fs::perms(0777));  // so that only the folder of artifacts is refused
        fs::permissions(project / "out/k.artifacts", fs::perms(0555));
        return project.build_unprivileged();
      });
  CHECK_THAT(finished.err, !Catch::Contains("hipify"));
  fs::permissions(project / "out/k.artifacts", fs::perms(0755));
}

TEST_CASE("bad outputs: a folder as output file is refused") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  check_refused(project, 4, {"error: cannot write 'out/k.artifacts': Is a directory", "help: -o requires a file name"},
                {"-o", "out/k.artifacts"});
}

TEST_CASE("bad outputs: an output below a file is refused") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  check_refused(project, 4, {"error: cannot write 'out/k.hpp/new.hpp': Not a directory"},
                {"-o", "out/k.hpp/new.hpp", "--out-dir", "out/k.artifacts"});
}

TEST_CASE("bad outputs: a full disk is reported") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  // The first of these that may mount is used: an ordinary user needs a user namespace (-U), and root does not.
  for (const auto& unshare : {std::vector<std::string>{"unshare", "-Urm"}, {"unshare", "-m"}}) {
    if (!can_mount(unshare)) continue;
    WARN("the disk was full as a tmpfs in `" << unshare[0] << ' ' << unshare[1] << '`');
    check_refused(project, 4,
                  {"error: cannot write 'out/k.artifacts/", "No space left on device", "help: free some space"}, [&] {
                    auto words = unshare;
                    words.insert(words.end(), {"sh", "-c", kFillDisk, "fill-disk"});
                    return run_build_after(words, project);
                  });
    // New records of the build may be below .rocm-bindgen/, but the output must not have changed.
    const auto before = tree(project / "before");
    REQUIRE(before.size() == 4);  // the earlier outputs, which check_refused() writes by pretend_built()
    for (const auto& name : differences(before, tree(project / "after")))
      CHECK_THAT(name, Catch::Contains("/.rocm-bindgen/"));
    return;
  }
  REQUIRE(has_program("prlimit"));
  WARN("no tmpfs could be mounted; the disk was full as a file size limit");
  check_refused(project, 4, {"error: cannot write 'out/k.artifacts/", "File too large"},
                [&] { return run_build_after({"prlimit", kSmallFiles}, project); });
}

TEST_CASE("bad outputs: a file size limit is reported") {
  REQUIRE(has_program("prlimit"));
  Project project;
  project.source("a.cu", kernel_source("a"));
  check_refused(project, 4, {"File too large", "help: the file size limit (ulimit -f) is too small"},
                [&] { return run_build_after({"prlimit", kSmallFiles}, project); });
}

TEST_CASE("bad outputs: a pipe gets the bytes and stays a pipe") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  REQUIRE(run({"mkfifo", (project / "pipe").string()}).exit_code == 0);
  Background reader({"cat", (project / "pipe").string()});
  REQUIRE(project.build({"-o", "pipe", "--out-dir", "out"}).exit_code == 0);
  CHECK_THAT(reader.wait().out, Catch::Contains("::rocm_bindgen::Module A"));
  CHECK(fs::is_fifo(project / "pipe"));
}

TEST_CASE("bad outputs: a reader that closes its pipe early is no internal error") {
  // The reader `:` ends at once. The tool starts 0.3 s later, so that its first write finds no reader.
  const auto finished =
      run({"sh", "-c", "{ sleep 0.3; \"$0\" targets; echo \"exit code $?\" >&2; } | :", ROCM_BINDGEN_TOOL});
  CHECK(finished.err == "exit code 4\n");
}

TEST_CASE("bad outputs: a failed write to standard output is reported") {
  const auto finished = run({"sh", "-c", "exec \"$0\" targets >/dev/full", ROCM_BINDGEN_TOOL});
  CHECK(finished.exit_code == 4);
  CHECK(finished.err == "rocm-bindgen: error: cannot write the output: No space left on device\n");
}

TEST_CASE("bad outputs: a link to a header stays a link") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  project.folder().write("real/k.hpp", "old");
  std::filesystem::create_directories(project / "out");
  std::filesystem::create_symlink("../real/k.hpp", project / "out/k.hpp");
  REQUIRE(project.build().exit_code == 0);
  CHECK(fs::is_symlink(project / "out/k.hpp"));
  CHECK_THAT(read(project / "real/k.hpp"), Catch::Contains("::rocm_bindgen::Module A"));
}
