#include <filesystem>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

/// Characters with a meaning in shells, C and compilers, and a leading dash. These builds write no dependency file,
/// which could not contain the ';'.
const std::string kName = "-a b'\"$#:%&;()\\ü";
/// The characters that a name between the quotes of an #include may have.
const std::string kHeaderName = "-a b'$#:%&;()ü.cuh";

Finished build_in(const Folder& folder, std::vector<std::string> words) {
  words.insert(words.begin(), {"build", "--arch", "gfx1100"});
  return rocm_bindgen(words, {folder.path(), {}});
}

}  // namespace

TEST_CASE("names: any character works in folders, sources, headers, -I and outputs") {
  Folder folder;
  const fs::path project = kName;
  folder.write(project / "src" / kName / (kName + ".cu"),
               "#include \"" + kHeaderName + "\"\n#include <from/" + kHeaderName + ">\n" + kernel_source("k"));
  folder.write(project / "src" / kName / kHeaderName, "#define HERE 1\n");
  folder.write(project / "include" / "from" / kHeaderName, "static_assert(HERE == 1, \"\");\n");
  const auto built = build_in(folder, {"--output=" + kName + "/out/" + kName + ".hpp", "-I", kName + "/include",
                                       "--stats=" + kName + "/stats", "--", kName + "/src"});
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  const auto artifacts = folder / project / "out" / (kName + ".artifacts");
  CHECK(fs::exists(artifacts / "hip" / kName / (kName + ".cu")));
  CHECK(fs::exists(artifacts / "hip" / kName / kHeaderName));
  CHECK(fs::exists(artifacts / "hip/include/from" / kHeaderName));
  CHECK(fs::exists(artifacts / "hsaco" / (kName + ".gfx1100.hsaco")));
  CHECK(fs::exists(folder / project / "stats"));

  const auto header = folder / project / "out" / (kName + ".hpp");
  const auto compiled = run({"g++", "-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", "-x",
                             "c++", header.string()});
  INFO(compiled.err);
  CHECK(compiled.exit_code == 0);

  const auto inspected = rocm_bindgen({"inspect", (artifacts / "manifest.json").string()});
  INFO(inspected.err);
  CHECK(inspected.exit_code == 0);
}

TEST_CASE("names: an error in a file of any name is reported with that name") {
  Folder folder;
  folder.write("src/" + kName + ".cu", "int wrong\n");
  const auto built = build_in(folder, {"src", "-o", "k.hpp"});
  CHECK(built.exit_code == 1);
  CHECK_THAT(built.err, Catch::Contains("src/" + kName + ".cu:1:10: error: expected ';'"));
}

TEST_CASE("names: sources with a leading dash are accepted") {
  Folder folder;
  folder.write("-a.cu", kernel_source("a"));
  const auto built = build_in(folder, {"-o", "k.hpp", "--", "-a.cu"});
  INFO(built.err);
  CHECK(built.exit_code == 0);
  const auto hipified = rocm_bindgen({"hipify", "--", "-a.cu"}, {folder.path(), {}});
  CHECK(hipified.exit_code == 0);
  CHECK_THAT(hipified.out, Catch::Contains("hip/hip_runtime.h"));
}

TEST_CASE("names: a newline in the name of a source or of its folder is refused, and the message shows the name") {
  const std::pair<std::string, std::string> names[] = {{"a\nb.cu", "src/a?b.cu"},
                                                       {"fol\nder/a.cu", "src/fol?der/a.cu"}};
  for (const auto& [name, shown] : names) {
    Project project;
    project.source(name, kernel_source("a"));
    check_refused(
        project, 1,
        {shown + ": error: a newline in a file name cannot be written to a dependency file", "help: rename the file"});
  }
}

TEST_CASE("names: a newline in the name of a header is refused, and the message shows the name") {
  Project project;
  project.source("a.cu", "#include <h.cuh>\n" + kernel_source("a"));
  project.folder().write("in\nclude/h.cuh", "");
  check_refused(project, 1,
                {"in?clude/h.cuh: error: a newline in a file name cannot be written to a dependency file",
                 "help: rename the file"},
                {"-Iin\nclude"});
}

TEST_CASE("names: a newline in the name of an output is refused, and the message shows the name") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  check_refused(project, 2,
                {"out/new?line.hpp: error: a newline in a file name cannot be written to a dependency file"},
                {"-o", "out/new\nline.hpp"});
}
