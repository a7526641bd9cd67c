#include <filesystem>
#include <fstream>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

using Jobs = std::vector<std::string>;

/// Builds and returns the compiled jobs.
Jobs build(const Project& project, const std::vector<std::string>& more = {}) {
  const auto built = project.build(more);
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  return project.compiled();
}

void write_two_sources(const Project& project) {
  project.source("a.cu", "#include \"a.cuh\"\n" + kernel_source("a"));
  project.source("a.cuh", "// first\n");
  project.source("b.cu", kernel_source("b"));
}

}  // namespace

TEST_CASE("incremental: only what changed is compiled", "[slow]") {
  Project project;
  project.compiles_anew = true;
  write_two_sources(project);
  CHECK(build(project) == Jobs{"a gfx1100", "b gfx1100"});
  const auto first = project.outputs();
  const auto header_time = fs::last_write_time(project / "out/k.hpp");

  // Nothing has changed, so nothing is done and outputs keep their time stamps.
  CHECK(build(project) == Jobs{});
  CHECK(project.statistics()["compiled"] == 0);
  CHECK(project.statistics()["hipified"] == 0);
  CHECK(project.statistics()["up_to_date"] == 2);
  CHECK(differences(first, project.outputs()) == Jobs{});
  CHECK(fs::last_write_time(project / "out/k.hpp") == header_time);

  // New time stamps with unchanged contents.
  for (const auto* file : {"a.cu", "a.cuh", "b.cu"})
    fs::last_write_time(project / "src" / file, fs::file_time_type::clock::now());
  CHECK(build(project) == Jobs{});

  // A header that one of the sources includes.
  project.source("a.cuh", "// second\n");
  CHECK(build(project) == Jobs{"a gfx1100"});
  CHECK(project.statistics()["up_to_date"] == 1);

  // One more arch.
  CHECK(build(project, {"--arch", "gfx1100,gfx90a"}) == Jobs{"a gfx90a", "b gfx90a"});
  CHECK(fs::exists(project / "out/k.artifacts/hsaco/a.gfx90a.hsaco"));

  // One arch less: its files are removed.
  CHECK(build(project) == Jobs{});
  CHECK_FALSE(fs::exists(project / "out/k.artifacts/hsaco/a.gfx90a.hsaco"));

  // Another macro may change every source.
  CHECK(build(project, {"-DOTHER=1"}) == Jobs{"a gfx1100", "b gfx1100"});
}

TEST_CASE("incremental: a removed source removes only its own artifacts") {
  Project project;
  write_two_sources(project);
  project.folder().write("out/k.artifacts/hsaco/mine.hsaco", "foreign");
  project.folder().write("out/k.artifacts/notes.txt", "foreign");
  build(project);
  REQUIRE(fs::exists(project / "out/k.artifacts/hip/a.cuh"));
  fs::remove(project / "src/a.cu");
  CHECK(build(project) == Jobs{});
  Jobs names;
  for (const auto& [name, content] : project.outputs()) names.push_back(name);
  CHECK(names == Jobs{"k.artifacts/hip/b.cu", "k.artifacts/hsaco/b.gfx1100.hsaco", "k.artifacts/hsaco/mine.hsaco",
                      "k.artifacts/manifest.json", "k.artifacts/notes.txt", "k.hpp"});
  CHECK_THAT(read(project / "out/k.hpp"), !Catch::Contains("Module A"));
}

TEST_CASE("incremental: outputs that were changed or deleted are restored without compiling") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  build(project);
  const auto first = project.outputs();
  project.folder().write("out/k.hpp", "edited");
  project.folder().write("out/k.artifacts/hsaco/a.gfx1100.hsaco", "edited");
  fs::remove(project / "out/k.artifacts/manifest.json");
  CHECK(build(project) == Jobs{});
  CHECK(differences(first, project.outputs()) == Jobs{});
}

TEST_CASE("incremental: a damaged record counts as missing", "[slow]") {
  Project project;
  project.compiles_anew = true;
  project.source("a.cu", kernel_source("a"));
  build(project);
  const auto first = project.outputs();
  const auto records = project / "out/k.artifacts/.rocm-bindgen";
  const auto text = read(records / "a.gfx1100.record");
  REQUIRE(text.size() > 100);

  const auto rebuilds_after_writing = [&](const std::string& file, const std::string& bytes) {
    INFO(file << " with " << bytes.size() << " bytes: " << bytes.substr(0, 60));
    std::ofstream(records / file, std::ios::binary) << bytes;
    fs::remove(records / "build.stamp");  // with the stamp, the records would not be read
    CHECK(build(project) == Jobs{"a gfx1100"});
    CHECK(differences(first, project.outputs()) == Jobs{});
  };
  rebuilds_after_writing("a.gfx1100.record", text.substr(0, text.size() / 2));
  rebuilds_after_writing("a.gfx1100.record", "");
  for (const std::size_t position : {std::size_t{0}, text.size() / 2, text.size() - 1}) {
    auto flipped = text;
    flipped[position] = static_cast<char>(flipped[position] ^ 1);
    rebuilds_after_writing("a.gfx1100.record", flipped);
  }
}

TEST_CASE("incremental: a damaged hipify record counts as missing") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  build(project);
  const auto record = project / "out/k.artifacts/.rocm-bindgen/a.hip.record";
  const auto original = read(record);
  for (const auto& damaged : {std::string(), original.substr(0, original.size() / 2), original + "x"}) {
    INFO("a record of " << damaged.size() << " bytes");
    std::ofstream(record, std::ios::binary) << damaged;
    fs::remove(record.parent_path() / "build.stamp");  // with the stamp, the records would not be read
    CHECK(build(project) == Jobs{});
    CHECK(project.statistics()["hipified"] == 1);
  }
}

TEST_CASE("incremental: the same command in another folder builds the sources there") {
  Folder folder;
  folder.write("p/src/a.cu", kernel_source("of_p"));
  folder.write("q/src/a.cu", kernel_source("of_q"));
  const auto header = (folder / "k.hpp").string();
  for (const std::string name : {"p", "q"}) {
    const auto built = rocm_bindgen({"build", "-o", header, "--arch", "gfx1100"}, {folder / name, {}});
    INFO(built.err);
    REQUIRE(built.exit_code == 0);
    CHECK(read(header).find("of_" + name) != std::string::npos);
  }
}

TEST_CASE("incremental: a file that appears where it was searched for is translated and causes a rebuild") {
  Folder folder;
  folder.write("a.cu", "#if __has_include(\"opt.cuh\")\n#include \"opt.cuh\"\n#endif\n" + kernel_source("a"));
  const auto build_header = [&] {
    const auto built = rocm_bindgen({"build", "a.cu", "-o", "out/k.hpp", "--arch", "gfx1100"}, {folder.path(), {}});
    INFO(built.err);
    REQUIRE(built.exit_code == 0);
    return read(folder / "out/k.hpp");
  };
  CHECK(build_header().find("optional") == std::string::npos);
  folder.write("opt.cuh", "#include <cuda_fp16.h>\nextern \"C\" __global__ void optional(__half) {}\n");
  CHECK(build_header().find("optional") != std::string::npos);
}

TEST_CASE("incremental: a change of a header whose path has a link and '..' causes a compile") {
  Folder folder;
  folder.write("real/kern/a.cu",
               "#include \"../common/c.cuh\"\nextern \"C\" __global__ void a(float* p) { *p = VALUE; }\n");
  folder.write("real/common/c.cuh", "#define VALUE 1.0f\n");
  std::filesystem::create_directories(folder / "project");
  std::filesystem::create_directory_symlink("../real/kern", folder / "project/kern");
  const auto build_header = [&] {
    const auto built =
        rocm_bindgen({"build", "project/kern", "-o", "out/k.hpp", "--arch", "gfx1100"}, {folder.path(), {}});
    INFO(built.err);
    REQUIRE(built.exit_code == 0);
    return read(folder / "out/k.hpp");
  };
  const auto first = build_header();
  folder.write("real/common/c.cuh", "#define VALUE 2.0f\n");
  CHECK(build_header() != first);
}

TEST_CASE("incremental: a link with a new target is another header") {
  Project project;
  project.uses_cache = true;
  const auto& folder = project.folder();
  project.source("a.cu",
                 "#include \"cfg.cuh\"\n#include <b.cuh>\n#include <v.cuh>\n"
                 "extern \"C\" __global__ void a(float* p) { *p = CFG + VERSION; }\n");
  folder.write("src/cfg_1.cuh", "#define CFG 1.0f\n");
  folder.write("src/cfg_2.cuh", "#define CFG 2.0f\n");
  for (const std::string version : {"v1", "v2"}) {
    folder.write("deps/" + version + "/include/b.cuh", "#include \"../common/c.cuh\"\n");
    folder.write("deps/" + version + "/common/c.cuh", "// " + version + "\n");
    folder.write("deps/" + version + "/include/v.cuh", "#define VERSION " + version.substr(1) + "\n");
  }
  const auto set_link = [&](const std::string& link, const std::string& target) {
    fs::remove(project / link);
    fs::create_symlink(target, project / link);
  };
  set_link("src/cfg.cuh", "cfg_1.cuh");
  set_link("deps/current", "v1");
  const std::vector<std::string> flags{"-isystem", "deps/current/include", "--cache-dir", "cache"};
  CHECK(build(project, flags) == Jobs{"a gfx1100"});
  const auto first = project.outputs();
  CHECK(build(project, flags) == Jobs{});
  set_link("src/cfg.cuh", "cfg_2.cuh");
  CHECK(build(project, flags) == Jobs{"a gfx1100"});
  set_link("deps/current", "v2");
  CHECK(build(project, flags) == Jobs{"a gfx1100"});
  const auto last = project.outputs();
  CHECK(differences(first, last) != Jobs{});
  // The previous target is in the cache.
  set_link("src/cfg.cuh", "cfg_1.cuh");
  set_link("deps/current", "v1");
  CHECK(build(project, flags) == Jobs{});
  CHECK(differences(first, project.outputs()) == Jobs{});
}

TEST_CASE("incremental: a header found nearby and a nearer one that appears later are used") {
  Project project;
  project.source("a.cu", "#include \"value.cuh\"\nextern \"C\" __global__ void a(float* p) { *p = VALUE; }\n");
  check_refused(project, 1, {"'value.cuh' file not found"});
  // Nothing changes except that the file exists.
  project.folder().write("common/value.cuh", "#define VALUE 1.0f\n");
  CHECK(build(project) == Jobs{"a gfx1100"});
  const auto first = project.outputs();
  CHECK(build(project) == Jobs{});
  project.folder().write("include/value.cuh", "#define VALUE 2.0f\n");
  CHECK(build(project) == Jobs{"a gfx1100"});
  CHECK(differences(first, project.outputs()) != Jobs{});
}
