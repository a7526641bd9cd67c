// Closed streams, removed folders, circular links, outputs that are streams, and times in sources.
#include <filesystem>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

/// Runs the project's build in a shell with `redirections`.
Finished build_with(const Project& project, const std::string& redirections, const std::string& words) {
  return run({"sh", "-c", "\"$0\" build src --arch gfx1100 " + words + " " + redirections, tool()},
             {project.path(), tool_environment()});
}

}  // namespace

TEST_CASE("odd surroundings: closed standard streams cause no wrong output", "[slow]") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  REQUIRE(build_with(project, "", "-o usual/k.hpp").exit_code == 0);
  const auto usual = tree(project / "usual");
  for (const std::string closed : {"<&-", ">&-", "2>&-", "<&- >&-", "<&- 2>&-", ">&- 2>&-", "<&- >&- 2>&-"}) {
    fs::remove_all(project / "odd");
    const auto built = build_with(project, closed, "-o odd/k.hpp --stats odd/stats --no-cache");
    INFO(closed << built.out << built.err);
    CHECK(built.exit_code == 0);
    for (const auto& [name, text] : usual)
      if (name.find(".rocm-bindgen/") == std::string::npos) CHECK(read(project / "odd" / name) == text);
    CHECK_NOTHROW(nlohmann::json::parse(read(project / "odd/stats")));
    const auto packed =
        run({"sh", "-c", "\"$0\" package odd/k.hpp -o odd/k.tar.zst " + closed, tool()}, {project.path(), {}});
    CHECK(packed.exit_code == 0);
    CHECK(rocm_bindgen({"package", "--verify", "odd/k.tar.zst"}, {project.path(), {}}).exit_code == 0);
  }
  // These commands print their result. Without standard output it is lost, which is an error.
  for (const std::string words : {"inspect usual/k.artifacts/manifest.json", "targets", "hipify src/a.cu"}) {
    const auto printed = run({"sh", "-c", "\"$0\" " + words + " >&-", tool()}, {project.path(), {}});
    INFO(words << printed.err);
    CHECK(printed.exit_code == 4);
    CHECK_FALSE(printed.err.empty());
  }
}

TEST_CASE("odd surroundings: a current folder that was removed is reported") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  fs::create_directories(project / "gone");
  const auto source = (project / "src/a.cu").string(), output = (project / "k.hpp").string();
  for (const std::string& words : {"build " + source + " -o " + output, std::string("hipify ") + source,
                                   std::string("inspect x"), std::string("package x -o y")}) {
    fs::create_directories(project / "gone");
    const auto finished =
        run({"sh", "-c", "rmdir \"$PWD\"; \"$0\" " + words, tool()}, {project / "gone", tool_environment()});
    INFO(words << finished.err);
    CHECK(finished.exit_code == 2);
    CHECK(finished.err ==
          "rocm-bindgen: error: the current folder cannot be found: No such file or directory\n"
          "  help: it was removed or renamed: change to an existing folder\n");
  }
}

TEST_CASE("odd surroundings: links as outputs are followed or refused") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  fs::create_symlink("circle", project / "circle");
  fs::create_symlink("two", project / "one");
  fs::create_symlink("one", project / "two");
  for (const std::string name : {"circle", "one", "two"}) {
    check_refused(
        project, 4,
        {"cannot write '" + name + "': Too many levels of symbolic links", "help: its symbolic links form a cycle"},
        {"-o", name, "--out-dir", "artifacts"});
    CHECK(fs::is_symlink(project / name));
  }
  const auto dependency_file_refused = project.build({"-MD", "-MF", "circle"});
  CHECK(dependency_file_refused.exit_code == 4);
  CHECK(fs::is_symlink(project / "circle"));
  // A link to a file that does not exist yet also remains a link.
  fs::create_symlink("real/new.hpp", project / "link.hpp");
  REQUIRE(project.build({"-o", "link.hpp"}).exit_code == 0);
  CHECK(fs::is_symlink(project / "link.hpp"));
  CHECK_THAT(read(project / "real/new.hpp"), Catch::Contains("::rocm_bindgen::Module A"));
}

TEST_CASE("odd surroundings: a header to standard output is the only text there") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  REQUIRE(build_with(project, "", "-o usual.hpp --out-dir out").exit_code == 0);
  for (const std::string name : {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}) {
    const auto built = build_with(project, "", "-o " + name + " --out-dir out");
    INFO(built.err);
    REQUIRE(built.exit_code == 0);
    CHECK_THAT(built.out, Catch::StartsWith("// Made by rocm-bindgen"));
    CHECK_THAT(built.out, !Catch::Contains("code objects compiled"));
    CHECK_THAT(built.err, Catch::Contains("code objects compiled"));
    project.folder().write("printed.hpp", built.out);
    CHECK(run({"g++", "-std=c++17", "-fsyntax-only", "-x", "c++", "printed.hpp"}, {project.path(), {}}).exit_code == 0);
  }
  // A file that the shell appends to keeps its content each time.
  project.folder().write("log", "first\n");
  for (int times = 1; times <= 2; ++times) {
    REQUIRE(build_with(project, ">>log 2>/dev/null", "-o /dev/stdout --out-dir out --emit json").exit_code == 0);
    const auto log = read(project / "log");
    CHECK_THAT(log, Catch::StartsWith("first\n{"));
    std::size_t found = 0;
    for (auto at = log.find("\"schema\""); at != std::string::npos; at = log.find("\"schema\"", at + 1)) ++found;
    CHECK(found == static_cast<std::size_t>(times));
  }
  const auto without_out_dir = build_with(project, "", "-o /dev/stdout");
  CHECK(without_out_dir.exit_code == 2);
  CHECK_THAT(without_out_dir.err, Catch::Contains("'/dev/stdout' has no folder for the artifacts") &&
                                      Catch::Contains("help: pass one with --out-dir"));
  const auto packed =
      rocm_bindgen({"package", "usual.hpp", "--artifacts", "out", "-o", "/dev/stdout"}, {project.path(), {}});
  CHECK(packed.exit_code == 0);
  project.folder().write("k.tar.zst", packed.out);
  CHECK(rocm_bindgen({"package", "--verify", "k.tar.zst"}, {project.path(), {}}).exit_code == 0);
}

TEST_CASE("odd surroundings: hipify --inplace loses no text in repeated runs") {
  const Folder folder;
  const auto run_in_place = [&] {
    const auto done = rocm_bindgen({"hipify", "--inplace", "a.cu"}, {folder.path(), {}});
    INFO(done.err);
    REQUIRE(done.exit_code == 0);
  };
  const std::vector<std::string> texts{"cudaError_t first;\n", "cudaError_t second;\n", "cudaError_t third;\n"};
  const std::vector<std::string> backups{"a.cu.prehip", "a.cu.prehip.2", "a.cu.prehip.3"};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    folder.write("a.cu", texts[i]);
    run_in_place();
    CHECK_THAT(read(folder / "a.cu"), Catch::Contains("hipError_t"));
    for (std::size_t k = 0; k <= i; ++k) CHECK(read(folder / backups[k]) == texts[k]);
    // A second run has nothing to translate and makes no copy.
    run_in_place();
    CHECK(tree(folder.path()).size() == i + 2);  // a.cu and i + 1 copies
  }
  // A text that has a copy already is not copied again.
  folder.write("a.cu", texts[1]);
  run_in_place();
  CHECK(tree(folder.path()).size() == 4);  // a.cu and three copies
  // A link, even a dangling one, is not replaced by the copy, which gets another name.
  folder.write("b.cu", texts[0]);
  fs::create_symlink("elsewhere", folder / "b.cu.prehip");
  REQUIRE(rocm_bindgen({"hipify", "--inplace", "b.cu"}, {folder.path(), {}}).exit_code == 0);
  CHECK(read(folder / "b.cu.prehip.2") == texts[0]);
  CHECK_FALSE(fs::exists(folder / "elsewhere"));
}

TEST_CASE("odd surroundings: date and time in a source cause a warning", "[slow]") {
  Project project;
  for (const std::string macro : {"__TIME__", "__DATE__", "__TIMESTAMP__"}) {
    project.source("a.cu", "__device__ const char* built() { return " + macro + "; }\n" + kernel_source("a"));
    const auto built = project.build();
    INFO(built.err);
    CHECK(built.exit_code == 0);
    CHECK_THAT(built.err,
               Catch::Contains("src/a.cu:1:41: warning: expansion of date or time macro is not reproducible"));
    CHECK_THAT(built.err, Catch::Contains("help: with this macro, the same input gives different bytes each time"));
    // The message is repeated from the records of the previous build.
    CHECK_THAT(project.build().err, Catch::Contains("is not reproducible"));
    CHECK_THAT(project.build({"-Wno-date-time"}).err, !Catch::Contains("is not reproducible"));
    CHECK(project.build({"-Werror"}).exit_code == 1);
  }
  project.source("a.cu", "#include \"a.cuh\"\n" + kernel_source("a"));
  project.source("a.cuh", "#define WHEN __DATE__ \" \" __TIME__\n__device__ const char* when() { return WHEN; }\n");
  CHECK_THAT(project.build().err, Catch::Contains("src/a.cuh:2:"));
  project.source("a.cuh", "#define WHEN __DATE__\n");
  CHECK_THAT(project.build().err, !Catch::Contains("is not reproducible"));
}
