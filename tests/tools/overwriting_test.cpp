// No output replaces a user's file that the same command reads, and no two outputs are one file, whatever their names
// are.
#include <chrono>
#include <filesystem>
#include <thread>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

const std::string kSameFile = " are the same file";

/// A project with a source, a header that it includes, and other files that a build reads.
struct Guarded : Project {
  Guarded() {
    source("a.cu", "#include \"a.cuh\"\n" + kernel_source("a"));
    source("a.cuh", "// the user's\n");
    folder().write("page.mustache", "{{> part}}");
    folder().write("part.mustache", "{{namespace}}");
    folder().write("before.h", "// the user's\n");
    folder().write("LICENSE", "Do as you like.\n");
  }

  Finished run_tool(std::vector<std::string> words) const { return rocm_bindgen(words, {path(), {}}); }

  /// Checks that the command is refused with exit code 2 and all of `messages`, and that only the tool's own records
  /// have changed.
  void refused(const std::vector<std::string>& words, const std::vector<std::string>& messages) const {
    const auto before = tree(path());
    const auto finished = run_tool(words);
    std::string line;
    for (const auto& word : words) line += word + " ";
    INFO(line << finished.out << finished.err);
    CHECK(finished.exit_code == 2);
    for (const auto& message : messages) CHECK_THAT(finished.err, Catch::Contains(message));
    for (const auto& name : differences(before, tree(path()))) CHECK_THAT(name, Catch::Contains(".rocm-bindgen/"));
  }

  void build_refused(const std::vector<std::string>& more, const std::vector<std::string>& messages) const {
    std::vector<std::string> words{"build", "src", "--arch", "gfx1100", "-q"};
    words.insert(words.end(), more.begin(), more.end());
    refused(words, messages);
  }
};

}  // namespace

TEST_CASE("overwriting: outputs of build must not be files that it reads") {
  const Guarded project;
  const std::string input = " is an input of this build and cannot be its output: it is ";
  for (const std::string name : {"src/a.cu", "src/../src/a.cu", "src/a.cuh"}) {
    project.build_refused({"-o", "k.hpp", "--stats", name}, {"--stats '" + name + "'" + input});
    project.build_refused({"-o", "k.hpp", "-MD", "-MF", name}, {"-MF '" + name + "'" + input});
    project.build_refused({"-o", name, "--out-dir", "out"}, {"-o '" + name + "'" + input});
  }
  fs::create_symlink("src/a.cu", project / "link");
  fs::create_symlink("src/a.cuh", project / "second");
  fs::create_hard_link(project / "src/a.cu", project / "hard");
  for (const std::string name : {"link", "second", "hard"})
    project.build_refused({"-o", "k.hpp", "--stats", name}, {"--stats '" + name + "'" + input});
  project.build_refused({"-o", "before.h", "--out-dir", "out", "-include", "before.h"},
                        {"it is a header of -include 'before.h'"});
  project.build_refused({"-o", "k.txt", "--template", "page.mustache", "--stats", "part.mustache"},
                        {"it is a part of the template, 'part.mustache'", "--stats 'part.mustache'"});
  project.build_refused({"-o", "page.mustache", "--out-dir", "out", "--template", "page.mustache"}, {input});
  project.folder().write("k.json", R"({"build": {"inputs": "src", "output": "k.hpp"}})");
  project.build_refused({"--config", "k.json", "--stats", "k.json"}, {"it is the file of --config, 'k.json'"});
}

TEST_CASE("overwriting: outputs of build must differ from each other") {
  const Guarded project;
  project.build_refused({"-o", "k.hpp", "--stats", "k.hpp"}, {"-o 'k.hpp' and --stats 'k.hpp'" + kSameFile});
  project.build_refused({"-o", "k.hpp", "--stats", "x", "-MF", "x"}, {"-MF 'x' and --stats 'x'" + kSameFile});
  project.build_refused({"-o", "k.hpp", "-MF", "./k.hpp"}, {"-o 'k.hpp' and -MF './k.hpp'" + kSameFile});
  project.build_refused({"-o", "out/manifest.json", "--out-dir", "out"},
                        {"-o 'out/manifest.json' and the manifest 'out/manifest.json'" + kSameFile});
  project.build_refused({"-o", "k.hpp", "--stats", "k.artifacts/manifest.json"}, {kSameFile});
  project.build_refused({"-o", "k.hpp", "--stats", "k.artifacts/hip/a.cu"}, {"the artifact", kSameFile});
  project.build_refused({"-o", "k.artifacts/hsaco/a.gfx1100.hsaco", "--out-dir", "k.artifacts"}, {kSameFile});
  project.build_refused({"-o", "k.hpp", "--embed", "incbin", "--stats", "k.S"}, {"--embed 'k.S' and --stats 'k.S'"});
  project.build_refused({"-o", "k.hpp", "--stats", "k.artifacts/.rocm-bindgen/build.stamp"},
                        {"is among the build's own records"});
  fs::create_symlink("new", project / "one");
  project.build_refused({"-o", "new", "--out-dir", "out", "--stats", "one"},
                        {"-o 'new' and --stats 'one'" + kSameFile});
}

TEST_CASE("overwriting: artifacts must not be sources") {
  const Guarded project;
  // The artifact of hip/b.cu below "." would be hip/b.cu, which is the source.
  project.folder().write("hip/b.cu", kernel_source("b"));
  project.refused({"build", "hip", "-o", "k.hpp", "--arch", "gfx1100", "--out-dir", "."},
                  {"is an input of this build and cannot be its output", "the artifact './hip/b.cu'"});
  // An artifact of an earlier build that has become a source is not removed.
  project.source("sub/x.cu", kernel_source("x"));
  REQUIRE(project.run_tool({"build", "src", "-o", "k.hpp", "--arch", "gfx1100"}).exit_code == 0);
  fs::remove(project / "src/sub/x.cu");
  const auto built = project.run_tool({"build", "src", "k.artifacts/hip/sub/x.cu", "-o", "k.hpp", "--arch", "gfx1100"});
  INFO(built.err);
  CHECK(built.exit_code == 0);
  CHECK(fs::exists(project / "k.artifacts/hip/sub/x.cu"));
  CHECK(fs::exists(project / "k.artifacts/hip/x.cu"));  // its translation
}

TEST_CASE("overwriting: a build without work still checks --stats") {
  const Guarded project;
  const std::vector<std::string> build{"build", "src", "-o", "k.hpp", "--arch", "gfx1100", "-q", "--stats"};
  const auto with = [&](const std::string& name) {
    auto words = build;
    words.push_back(name);
    return words;
  };
  // The second build finds inputs that are older than its start by more than the clock's inaccuracy of 50 ms, and
  // writes a stamp, by which the third one is skipped.
  REQUIRE(project.run_tool(with("stats")).exit_code == 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  REQUIRE(project.run_tool(with("stats")).exit_code == 0);
  REQUIRE(project.run_tool(with("stats")).exit_code == 0);
  project.refused(with("src/a.cuh"), {"--stats 'src/a.cuh' is an input of this build"});
  project.refused(with("k.artifacts/hip/a.cuh"), {"--stats 'k.artifacts/hip/a.cuh'"});
}

TEST_CASE("overwriting: package, inspect and hipify do not overwrite what they read") {
  const Guarded project;
  REQUIRE(project.run_tool({"build", "src", "-o", "k.hpp", "--arch", "gfx1100", "--stats", "stats"}).exit_code == 0);
  for (const std::string name : {"k.hpp", "k.artifacts/manifest.json", "LICENSE", "k.artifacts/hip/a.cu",
                                 "k.artifacts/hsaco/a.gfx1100.hsaco", "./k.artifacts/../LICENSE"})
    project.refused({"package", "k.hpp", "-o", name, "--license", "LICENSE"},
                    {"-o '" + name + "' is an input of this package and cannot be its output"});
  const std::string manifest = "k.artifacts/manifest.json", object = "k.artifacts/hsaco/a.gfx1100.hsaco";
  project.refused({"inspect", "--html", manifest, manifest}, {"--html '" + manifest + "' is an input of this page"});
  project.refused({"inspect", "--html", object, object}, {"is an input of this page"});
  project.refused({"inspect", "--html", object, manifest}, {"it is a code object, '"});
  project.refused({"inspect", "--html", "stats", "--stats", "stats", manifest}, {"it is the file of --stats, 'stats'"});
  project.refused({"inspect", "--diff", "--html", manifest, manifest, manifest}, {"is an input of this page"});

  const auto database = project.folder().write(
      "compile_commands.json", R"([{"directory": ".", "file": "src/a.cu", "arguments": ["nvcc", "-c", "src/a.cu"]}])");
  project.refused({"hipify", "src/a.cu", "-o", "src/a.cu"}, {"'src/a.cu' would be overwritten"});
  project.refused({"hipify", "src/a.cu", "-p", ".", "-o", "compile_commands.json"},
                  {"it is the file of -p, './compile_commands.json'"});
  project.refused({"hipify", "src", "-o", "src"}, {"would be overwritten"});
}

TEST_CASE("overwriting: flags that make the compiler write files are refused and write nothing") {
  const Guarded project;
  for (const auto& flags :
       std::vector<std::vector<std::string>>{{"-Xclang", "-dependency-file", "-Xclang", "src/a.cuh"},
                                             {"-Xclang", "-serialize-diagnostic-file", "-Xclang", "src/a.cuh"},
                                             {"-foptimization-record-file=src/a.cuh"},
                                             {"-Xclang", "-split-dwarf-output", "-Xclang", "src/a.cuh"},
                                             {"-mllvm", "-ir-dump-directory=src/dump"},
                                             {"-ftime-trace=src/a.cuh"},
                                             {"-Xclang", "-o", "-Xclang", "src/a.cuh"},
                                             {"-MJ", "src/a.cuh"},
                                             {"-save-temps"},
                                             {"-Xclang", "-stats-file=src/a.cuh"},
                                             {"-fcrash-diagnostics-dir=src"}}) {
    auto words = flags;
    words.insert(words.end(), {"-o", "k.hpp"});
    project.build_refused(words, {"is refused: it makes the compiler write a file", "help: run the compiler by hand"});
    auto hipify = flags;
    hipify.insert(hipify.begin(), "hipify");
    hipify.push_back("src/a.cu");
    project.refused(hipify, {"is refused"});
  }
  project.folder().write("k.json", R"({"build": {"inputs": "src", "output": "k.hpp",
    "compile-options": ["-Xclang", "-dependency-file", "-Xclang", "x"]}})");
  project.refused({"build", "--config", "k.json"}, {"k.json:2: error: 'compile-options'", "is refused"});
  for (const auto& flags : std::vector<std::vector<std::string>>{
           {"-fplugin=no.so"}, {"-Xclang", "-load", "-Xclang", "no.so"}, {"-Xclang", "-add-plugin", "-Xclang", "x"}}) {
    auto words = flags;
    words.insert(words.end(), {"-o", "k.hpp"});
    project.build_refused(words, {"is refused: the built-in compiler loads no plugins", "--compiler"});
  }
}

TEST_CASE("overwriting: environment variables that make compilers write files are ignored") {
  const Guarded project;
  std::map<std::string, std::string> variables;
  for (const std::string name : {"CC_PRINT_OPTIONS", "CC_PRINT_HEADERS", "CC_LOG_DIAGNOSTICS", "CC_PRINT_PROC_STAT"}) {
    variables[name] = "1";
    variables[name + "_FILE"] = (project / "written").string();
  }
  variables["DEPENDENCIES_OUTPUT"] = variables["SUNPRO_DEPENDENCIES"] = (project / "written").string();
  for (const auto& more : std::vector<std::vector<std::string>>{{}, {"--compiler", "/usr/bin/clang++-19"}}) {
    std::vector<std::string> words{"build", "src", "-o", "k.hpp", "--arch", "gfx1100", "--no-cache"};
    words.insert(words.end(), more.begin(), more.end());
    const auto built = rocm_bindgen(words, {project.path(), variables});
    INFO(built.err);
    CHECK(built.exit_code == 0);
    CHECK_FALSE(fs::exists(project / "written"));
  }
}
