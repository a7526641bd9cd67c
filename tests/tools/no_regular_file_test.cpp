// Inputs that are not regular files, have no end, or have too many paths cause an error soon. Each run has a time
// limit, so that a run that hangs is a failure.
#include <filesystem>
#include <fstream>
#include <sys/stat.h>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

/// In seconds; a run takes a fraction of this.
const std::string kLimit = "60";
constexpr int kRanPastLimit = 124;

Finished run_in_time(std::vector<std::string> words, const fs::path& folder) {
  words.insert(words.begin(), {"timeout", "--signal=KILL", kLimit});
  auto finished = run(words, {folder, tool_environment()});
  CHECK(finished.exit_code != kRanPastLimit);
  CHECK(finished.signal == 0);
  return finished;
}

Finished tool_in_time(const fs::path& folder, std::vector<std::string> words) {
  words.insert(words.begin(), tool());
  return run_in_time(words, folder);
}

Finished build_in_time(const Project& project, const std::vector<std::string>& more = {}) {
  return run_in_time(project.command(more), project.path());
}

void make_pipe(const fs::path& path) {
  fs::create_directories(path.parent_path());
  std::error_code ignored;
  fs::remove(path, ignored);
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
}

void check_refused_in_time(const Finished& finished, int exit_code, const std::string& message) {
  INFO(finished.err);
  CHECK(finished.exit_code == exit_code);
  CHECK_THAT(finished.err, Catch::Contains(message));
}

}  // namespace

TEST_CASE("no regular file: sources are refused") {
  Project project;
  make_pipe(project / "src/pipe.cu");
  check_refused_in_time(build_in_time(project), 1,
                        "src/pipe.cu: error: cannot read the source: it is not a regular file");
  for (const auto* device : {"/dev/zero", "/dev/null", "/dev/stdin"})
    check_refused_in_time(tool_in_time(project.path(), {"build", device, "-o", "k.hpp"}), 1,
                          "it is not a regular file");
  fs::remove(project / "src/pipe.cu");
  fs::create_symlink("/dev/zero", project / "src/zero.cu");
  check_refused_in_time(build_in_time(project), 1,
                        "src/zero.cu: error: cannot read the source: it is not a regular file");
  check_refused_in_time(tool_in_time(project.path(), {"hipify", "src/zero.cu"}), 1, "it is not a regular file");
}

TEST_CASE("no regular file: headers are refused", "[slow]") {
  Project project;
  make_pipe(project / "src/pipe.cuh");
  fs::create_symlink("/dev/zero", project / "src/link.cuh");
  for (const std::string name : {"\"/dev/zero\"", "\"link.cuh\"", "\"pipe.cuh\""}) {
    INFO(name);
    project.source("a.cu", "#include " + name + "\n" + kernel_source("a"));
    check_refused_in_time(build_in_time(project), 1, "not a regular file");
  }
  project.source("a.cu", "#define NAME \"pipe.cuh\"\n#include NAME\n" + kernel_source("a"));
  check_refused_in_time(build_in_time(project), 1, "not a regular file");
  project.source("a.cu", "#if __has_include(\"pipe.cuh\")\n#include \"pipe.cuh\"\n#endif\n" + kernel_source("a"));
  check_refused_in_time(build_in_time(project), 1, "not a regular file");
  project.source("a.cu", "__device__ const char bytes[] = {\n#embed \"/dev/zero\"\n};\n" + kernel_source("a"));
  CHECK(build_in_time(project).exit_code == 1);
  project.source("a.cu", kernel_source("a"));
  check_refused_in_time(build_in_time(project, {"-include", "src/pipe.cuh"}), 1, "not a regular file");
  // Other compilers would wait for data.
  project.source("a.cu", "#include \"pipe.cuh\"\n" + kernel_source("a"));
  check_refused_in_time(build_in_time(project, {"--compiler", "/usr/bin/clang++-16", "-O1"}), 1, "not a regular file");
}

TEST_CASE("no regular file: the state of earlier builds is not read") {
  Project project;
  project.uses_cache = true;
  project.source("a.cu", kernel_source("a"));
  const std::vector<std::string> words{"--cache-dir", "cache"};
  REQUIRE(build_in_time(project, words).exit_code == 0);
  const auto first = project.outputs();
  std::vector<fs::path> state;
  for (const auto* folder : {"cache", "out/k.artifacts/.rocm-bindgen"})
    for (const auto& entry : fs::recursive_directory_iterator(project / folder))
      if (entry.is_regular_file() && entry.path().string().find("device-") == std::string::npos)
        state.push_back(entry.path());
  CHECK(state.size() > 6);  // the records of the build and the entries of the cache were found
  for (const auto& file : state) make_pipe(file);
  const auto again = build_in_time(project, words);
  INFO(again.err);
  CHECK(again.exit_code == 0);
  CHECK(differences(first, project.outputs()) == std::vector<std::string>{});
  for (const auto* name : {"counters", "counters.lock", "CACHEDIR.TAG"}) make_pipe(project / "cache" / name);
  CHECK(tool_in_time(project.path(), {"cache", "--cache-dir", "cache"}).exit_code == 0);
  tool_in_time(project.path(), {"cache", "--cache-dir", "cache", "--clear"});
}

TEST_CASE("no regular file: manifests, configurations, templates, databases and packages are refused") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  REQUIRE(build_in_time(project).exit_code == 0);
  make_pipe(project / "pipe.json");
  make_pipe(project / "pipe");
  const auto check = [&](int exit_code, const std::vector<std::string>& words) {
    INFO(words.at(0) << " " << words.at(1));
    check_refused_in_time(tool_in_time(project.path(), words), exit_code, "it is not a regular file");
  };
  check(2, {"build", "--config", "pipe.json", "src", "-o", "k.hpp"});
  check(2, {"build", "src", "-o", "k.hpp", "--template", "pipe"});
  check(1, {"inspect", "pipe.json"});
  check(1, {"inspect", "/dev/zero"});
  check(1, {"package", "--verify", "/dev/zero"});
  check(1, {"package", "--verify", "pipe"});
  check(1, {"package", "out/k.hpp", "-o", "k.tar.zst", "--license", "pipe"});
  CHECK(tool_in_time(project.path(), {"hipify", "-p", "pipe.json", "src/a.cu"}).exit_code == 2);
  make_pipe(project / "out/k.artifacts/manifest.json");
  project.source("b.cu", kernel_source("b"));
  check_refused_in_time(build_in_time(project), 4, "it is not a regular file");
  check(1, {"package", "out/k.hpp", "-o", "k.tar.zst"});
  check(1, {"inspect", "out/k.artifacts/manifest.json"});
}

TEST_CASE("no regular file: JSON with endless nesting is refused") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  project.folder().write("deep.json", std::string(100'000'000, '['));
  check_refused_in_time(tool_in_time(project.path(), {"inspect", "deep.json"}), 1, "is not a rocm-bindgen manifest");
  check_refused_in_time(tool_in_time(project.path(), {"build", "--config", "deep.json"}), 2, "nested too deeply");
  CHECK(tool_in_time(project.path(), {"hipify", "-p", "deep.json", "src/a.cu"}).exit_code == 2);
  fs::create_directories(project / "out/k.artifacts");
  fs::rename(project / "deep.json", project / "out/k.artifacts/manifest.json");
  check_refused_in_time(build_in_time(project), 4, "is not a manifest of rocm-bindgen");
}

TEST_CASE("no regular file: folders with too many paths are refused") {
  Project project;
  auto at = project / "src";
  // Each level has a folder and a link to it, so the source at the end has 2^23 paths.
  for (int level = 0; level < 23; ++level) {
    fs::create_directories(at / "next");
    fs::create_directory_symlink("next", at / "other");
    at /= "next";
  }
  std::ofstream(at / "a.cu") << kernel_source("a");
  const auto built = build_in_time(project);
  INFO(built.err);
  CHECK(built.exit_code == 0);
  CHECK(project.compiled() == std::vector<std::string>{"a gfx1100"});
  // If --exclude distinguishes the paths, each must be walked, and their number is limited.
  std::ofstream(at / "b.cu") << kernel_source("b");
  check_refused_in_time(build_in_time(project, {"--exclude", "*/b.cu"}), 1, "more than 1000 folders");
}

TEST_CASE("no regular file: a folder that is excluded by one path is found by another") {
  Project project;
  project.source("old/a.cu", kernel_source("a"));
  fs::create_directory_symlink("old", project / "src/used");
  const auto built = build_in_time(project, {"--exclude", "old/*"});
  INFO(built.err);
  CHECK(built.exit_code == 0);
  CHECK(project.compiled() == std::vector<std::string>{"a gfx1100"});
}

TEST_CASE("no regular file: folders of the kernel are refused") {
  Project project;
  for (const auto* folder : {"/proc", "/proc/self", "/sys"})
    check_refused_in_time(tool_in_time(project.path(), {"build", folder, "-o", "k.hpp"}), 1,
                          "contains only files that the kernel generates");
  project.source("a.cu", kernel_source("a"));
  fs::create_directory_symlink("/proc", project / "src/proc");
  CHECK(build_in_time(project).exit_code == 0);
}

TEST_CASE("no regular file: texts that exhaust the compiler's time or stack are refused") {
  Project project;
  // Null bytes before a kernel.
  project.source("a.cu", std::string(1'000'000, '\0') + kernel_source("a"));
  const auto zeros = build_in_time(project);
  CHECK(zeros.err.size() < 200'000);  // less than one message per null byte
  std::string lines;
  for (int i = 0; i < 500'000; ++i) lines += "\\\n";
  for (const std::string before : {"", "#define A ", "// ", "int x", "\"", "/"}) {
    INFO(before);
    project.source("a.cu", before + lines + "\n" + kernel_source("a"));
    check_refused_in_time(build_in_time(project), 1, "consecutive line continuations");
  }
  project.source("a.cu", "#include \"lines.cuh\"\n" + kernel_source("a"));
  project.source("lines.cuh", "#define A " + lines + "\n");
  check_refused_in_time(build_in_time(project), 1,
                        "src/lines.cuh:10001: error: more than 10000 consecutive line continuations");
  // Real programs have this many continued lines, but with other text between the continuations.
  std::string macro = "#define A";
  for (int i = 0; i < 20'000; ++i) macro += " \\\n 1";
  project.source("lines.cuh", macro + "\n");
  CHECK(build_in_time(project).exit_code == 0);
}

TEST_CASE("no regular file: pragmas that stop clang are reported", "[slow]") {
  Project project;
  project.source("a.cu", "\n#pragma clang __debug overflow_stack\n" + kernel_source("a"));
  check_refused_in_time(build_in_time(project), 1, "src/a.cu:2:1: error: this kind of '#pragma clang __debug'");
  for (const std::string what : {"crash", "parser_crash"}) {
    INFO(what);
    project.source("a.cu", "\n#pragma clang __debug " + what + "\n" + kernel_source("a"));
    check_refused_in_time(build_in_time(project), 5, "src/a.cu: error: the compile job of module 'a' was killed");
  }
  project.source("a.cu", "_Pragma(\"clang __debug overflow_stack\")\n" + kernel_source("a"));
  check_refused_in_time(build_in_time(project), 1, "exists for clang's own tests");
  // The translation has to call a preprocessor for this.
  project.source("a.cu",
                 "#define NAME \"b.cuh\"\n#pragma clang __debug overflow_stack\n#include NAME\n" + kernel_source("a"));
  project.source("b.cuh", "");
  check_refused_in_time(build_in_time(project), 1, "exists for clang's own tests");
  check_refused_in_time(build_in_time(project, {"--compiler", "/usr/bin/clang++-16", "-O1"}), 1,
                        "exists for clang's own tests");
}

TEST_CASE("no regular file: compilers that do not answer are stopped", "[slow]") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  const auto compiler = [&](const std::string& script) {
    const auto path = project.folder().write("clang", "#!/bin/sh\n" + script + "\n");
    fs::permissions(path, fs::perms(0755));
    return std::vector<std::string>{"--compiler", path.string(), "-O1"};
  };
  check_refused_in_time(build_in_time(project, compiler("sleep 1000")), 3, "did not finish within 5 seconds");
  check_refused_in_time(
      build_in_time(project,
                    compiler("case \"$*\" in *--version*) exec /usr/bin/clang++-16 \"$@\";; esac\nsleep 1000")),
      3, "did not finish within 5 seconds");
  const auto doctor = tool_in_time(project.path(), {"doctor", "--compiler", (project / "clang").string()});
  CHECK(doctor.exit_code == 3);
  CHECK_THAT(doctor.out, Catch::Contains("did not finish within 5 seconds"));
  // This compiler leaves behind a program that keeps its output open.
  const auto leaves = build_in_time(project, compiler("sleep 1000 &\nexec /usr/bin/clang++-16 \"$@\""));
  INFO(leaves.err);
  CHECK(leaves.exit_code == 0);
}
