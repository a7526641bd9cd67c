#include <filesystem>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

/// Writes sources with everything that makes a compiler store the folder in which it ran: __FILE__, assert() and nested
/// headers. Builds with -g add debug information.
void write_tree(const Folder& folder, const fs::path& place) {
  folder.write(place / "src/deep/where.cu",
               "#include <cassert>\n"
               "#include \"../where.cuh\"\n"
               "#include <far.cuh>\n"
               "extern \"C\" __global__ void where(char* out, const float* in) {\n"
               "  assert(in[0] > 0.0f);\n"
               "  const char name[] = __FILE__;\n"
               "  for (unsigned i = 0; i < sizeof name; ++i) out[i] = name[i];\n"
               "  near(out);\n"
               "  far(out);\n"
               "}\n");
  folder.write(place / "src/where.cuh",
               "__device__ inline void near(char* out) {\n"
               "  const char name[] = __FILE__;\n"
               "  for (unsigned i = 0; i < sizeof name; ++i) out[i] ^= name[i];\n"
               "}\n");
  folder.write(place / "include/far.cuh",
               "__device__ inline void far(char* out) {\n"
               "  const char name[] = __FILE__;\n"
               "  for (unsigned i = 0; i < sizeof name; ++i) out[i] += name[i];\n"
               "}\n");
}

/// Builds with these words in `working_folder`, and returns all output files except the build's own records.
std::map<std::string, std::string> artifacts(const Folder& folder, const std::vector<std::string>& words,
                                             const fs::path& working_folder, const fs::path& out) {
  auto arguments = words;
  arguments.insert(arguments.begin(), "build");
  arguments.insert(arguments.end(), {"-o", (out / "k.hpp").string(), "--arch", "gfx1100", "-g", "--no-cache"});
  const auto built = rocm_bindgen(arguments, {folder / working_folder, {}});
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  auto files = tree(out);
  for (auto file = files.begin(); file != files.end();)
    file = file->first.find("/.rocm-bindgen/") != std::string::npos ? files.erase(file) : std::next(file);
  return files;
}

}  // namespace

TEST_CASE("reproducible: the folder and the spelling of paths do not change any artifact", "[slow]") {
  Folder folder;
  write_tree(folder, "here");
  write_tree(folder, "a/much longer/place/there");
  const auto there = folder / "a/much longer/place/there";
  const auto first = artifacts(folder, {"src", "-Iinclude"}, "here", folder / "out1");
  REQUIRE(first.size() == 6);  // header, manifest, code object, three translated files
  const auto check_same = [&](const std::string& what, const std::map<std::string, std::string>& second) {
    INFO(what);
    CHECK(differences(first, second) == std::vector<std::string>{});
  };
  check_same("another folder, absolute paths",
             artifacts(folder, {(there / "src").string(), "-I", (there / "include").string()}, ".", folder / "out2"));
  check_same("from inside the sources", artifacts(folder, {".", "-I../include"}, "here/src", folder / "out4"));
  check_same("from another folder, by paths with ..",
             artifacts(folder, {".././here/src/", "-I", "../here//include/"}, "out1", folder / "out5"));
  for (const auto& [name, content] : first) {
    INFO(name);
    CHECK_THAT(content, !Catch::Contains(folder.path().string()));
  }
}

TEST_CASE("reproducible: the number of jobs does not change any artifact") {
  Project project;
  project.compiles_anew = true;
  for (const std::string name : {"a", "b"}) project.source(name + ".cu", kernel_source(name));
  REQUIRE(project.build({"-j1"}).exit_code == 0);
  const auto first = project.outputs();
  fs::remove_all(project / "out");
  REQUIRE(project.build({"-j8"}).exit_code == 0);
  CHECK(project.statistics()["compiled"] == 2);
  CHECK(differences(first, project.outputs()) == std::vector<std::string>{});
}
