// Copies of a project in different folders share the objects in a cache.
#include <filesystem>
#include <fstream>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

/// Two copies of a project, which use one cache.
struct Copies {
  Copies() { share_precompiled_headers(cache / "cache"); }

  /// Writes a file to both.
  void write(const std::string& name, const std::string& text) const {
    for (const auto* project : {&one, &two}) project->folder().write(name, text);
  }

  Finished build(const Project& project, const Words& more = {}) const {
    Words words{"-O0", "--cache-dir", (cache / "cache").string()};
    words.insert(words.end(), more.begin(), more.end());
    auto built = project.build(words);
    INFO(built.err);
    REQUIRE(built.exit_code == 0);
    return built;
  }

  /// The number of objects that are compiled in the second copy, after the first was built.
  unsigned compiled_in_second(const Words& more = {}) const {
    build(one, more);
    REQUIRE(one.statistics()["compiled"] == 1);
    build(two, more);
    return two.statistics()["compiled"];
  }

  std::string object(const Project& project) const { return read(project / "out/k.artifacts/hsaco/a.gfx1100.hsaco"); }

  Folder cache;
  Project one, two;
};

/// A kernel that uses VALUE.
std::string kernel_with(const std::string& lines) {
  return lines + "extern \"C\" __global__ void a(int* out) { out[threadIdx.x] = VALUE; }\n";
}

}  // namespace

// Headers of -isystem are not translated, so their content is not part of the key: only the entry says which ones were
// read.

TEST_CASE("copies of a project: an object is compiled once, with any kind of include") {
  const Copies copies;
  copies.write("src/a.cu", kernel_with("#include \"near.cuh\"\n#include \"../common/far.h\"\n#include <found.h>\n"));
  copies.write("src/near.cuh", "#include \"deep/near.h\"\n__device__ int twice(int x) { return 2 * x; }\n");
  copies.write("src/deep/near.h", "#define NEAR 1\n");
  copies.write("common/far.h", "#define FAR 2\n");
  copies.write("inc/found.h", "#include \"../system/value.h\"\n");
  copies.write("system/value.h", "#define VALUE (NEAR + FAR)\n");
  const bool are_absolute = GENERATE(false, true);
  const auto flags = [&](const Project& project) {
    const auto folder = are_absolute ? (project.path() / "").string() : std::string();
    return Words{"-I" + folder + "missing", "-isystem", folder + "inc"};
  };
  const auto in_one = flags(copies.one), in_two = flags(copies.two);
  copies.build(copies.one, in_one);
  CHECK(copies.one.statistics()["compiled"] == 1);
  copies.build(copies.two, in_two);
  CHECK(copies.two.statistics()["compiled"] == 0);
  // A compile gives the same bytes.
  const auto shared = copies.object(copies.two);
  fs::remove_all(copies.two / "out");
  auto again = in_two;
  again.emplace_back("--no-cache");
  copies.build(copies.two, again);
  CHECK(copies.object(copies.two) == shared);
  // Each header is watched where this copy has it.
  for (const std::string header : {"src/deep/near.h", "common/far.h", "inc/found.h", "system/value.h"}) {
    INFO(header);
    copies.two.folder().write(header, read(copies.two / header) + "// changed\n");
    copies.build(copies.two, in_two);
    CHECK(copies.two.statistics()["compiled"] == 1);
  }
}

TEST_CASE("copies of a project: an object is not shared if a header differs, is missing or hides another") {
  const Copies copies;
  copies.write("src/a.cu", kernel_with("#include <found.h>\n"));
  copies.write("first/other.h", "");
  copies.write("second/found.h", "#define VALUE 2\n");
  SECTION("other content") {
    copies.two.folder().write("second/found.h", "#define VALUE 3\n");
  }
  SECTION("the same content in a folder that is searched earlier, and other content later") {
    fs::rename(copies.two / "second/found.h", copies.two / "first/found.h");
    copies.two.folder().write("second/found.h", "#define VALUE 3\n");
  }
  SECTION("hidden") {
    copies.two.folder().write("first/found.h", "#define VALUE 3\n");
  }
  SECTION("one folder under two names") {
    fs::rename(copies.two / "second/found.h", copies.two / "first/found.h");
    fs::remove(copies.two / "second");
    fs::create_directory_symlink("first", copies.two / "second");
  }
  SECTION("a header of HIP is hidden, and the headers are precompiled") {
    fs::remove_all(copies.cache / "cache");
    for (const auto* project : {&copies.one, &copies.two}) {
      project->source("b.cu", kernel_source("b"));
      project->source("c.cu", kernel_source("c"));
    }
    copies.two.folder().write("first/hip/hip_version.h", read("/usr/include/hip/hip_version.h") + "//\n");
    copies.build(copies.one, {"-isystem", "first", "-isystem", "second"});
    REQUIRE(copies.one.statistics()["precompiled"] == 1);
    copies.build(copies.two, {"-isystem", "first", "-isystem", "second"});
    CHECK(copies.two.statistics()["compiled"] == 3);
    return;
  }
  CHECK(copies.compiled_in_second({"-isystem", "first", "-isystem", "second"}) == 1);
}

TEST_CASE("copies of a project: with precompiled headers") {
  const Copies copies;
  fs::remove_all(copies.cache / "cache");
  for (const auto* project : {&copies.one, &copies.two})
    for (const std::string name : {"a", "b", "c"}) project->source(name + ".cu", kernel_source(name));
  copies.build(copies.one, {"-Iinc"});
  CHECK(copies.one.statistics()["precompiled"] == 1);
  copies.build(copies.two, {"-Iinc"});
  CHECK(copies.two.statistics()["compiled"] == 0);
  // The records of the second copy watch the paths where its own headers would hide those of HIP.
  copies.two.folder().write("inc/hip/hip_version.h", read("/usr/include/hip/hip_version.h") + "//\n");
  copies.build(copies.two, {"-Iinc"});
  CHECK(copies.two.statistics()["compiled"] == 3);
}

TEST_CASE("copies of a project: a folder inside the sources and one elsewhere are not confused") {
  const Copies copies;
  copies.write("src/a.cu", kernel_with("#include <name.h>\n"));
  copies.write("src/name.h", "#include \"inc/found.h\"\n");
  copies.write("src/inc/found.h", "#define VALUE 2\n");
  // In the second copy, the flag names another folder with the same header, and the header that is read differs.
  copies.two.folder().write("src/inc/found.h", "#define VALUE 3\n");
  copies.two.folder().write("elsewhere/found.h", "#define VALUE 2\n");
  const auto flags = [](const Project& project, const std::string& folder) {
    return Words{"-isystem", (project / "src").string(), "-isystem", (project / folder).string()};
  };
  copies.build(copies.one, flags(copies.one, "src/inc"));
  copies.build(copies.two, flags(copies.two, "elsewhere"));
  CHECK(copies.two.statistics()["compiled"] == 1);
}

TEST_CASE("copies of a project: links that lead elsewhere in one copy are followed") {
  const Copies copies;
  copies.write("src/a.cu", kernel_with("#include <start.h>\n"));
  copies.write("inc/found.h", "#define VALUE 2\n");
  SECTION("a folder that is left by \"..\"") {
    copies.write("inc/start.h", "#include \"sub/../found.h\"\n");
    fs::create_directories(copies.one / "inc/sub");
    copies.two.folder().write("elsewhere/found.h", "#define VALUE 3\n");
    fs::create_directories(copies.two / "elsewhere/sub");
    fs::create_directory_symlink("../elsewhere/sub", copies.two / "inc/sub");
  }
  SECTION("a file that is one with another") {
    copies.write("inc/start.h", "#include \"x.h\"\n#include \"y.h\"\n#define VALUE COUNT\n");
    const std::string counting =
        "#pragma once\n#ifdef COUNT\n#undef COUNT\n#define COUNT 2\n#else\n#define COUNT 1\n#endif\n";
    copies.write("inc/x.h", counting);
    fs::create_symlink("x.h", copies.one / "inc/y.h");
    copies.two.folder().write("inc/y.h", counting);
  }
  CHECK(copies.compiled_in_second({"-isystem", "inc"}) == 1);
}

TEST_CASE("copies of a project: absolute paths lead to the files that they name") {
  const Copies copies;
  const auto header = (copies.one / "inc/found.h").string();
  copies.write("src/a.cu", kernel_with("#include <start.h>\n"));
  copies.write("inc/found.h", "#define VALUE 2\n");
  Words flags{"-isystem", "inc"};
  SECTION("in a directive") {
    copies.write("inc/start.h", "#include \"" + header + "\"\n");
  }
  SECTION("in a directive, composed") {
    copies.write("inc/start.h", "#define TEXT_(x) #x\n#define TEXT(x) TEXT_(x)\n#define PLACE " +
                                    copies.one.path().string() + "\n#include TEXT(PLACE/inc/found.h)\n");
  }
  SECTION("in a flag") {
    copies.write("inc/start.h", "");
    flags.insert(flags.end(), {"-include", header});
  }
  copies.build(copies.one, flags);
  // The second copy also reads the header of the first one, which has changed since.
  copies.one.folder().write("inc/found.h", "#define VALUE 3\n");
  copies.build(copies.two, flags);
  CHECK(copies.two.statistics()["compiled"] == 1);
  // In the first copy, the result is found again.
  copies.one.folder().write("inc/found.h", "#define VALUE 2\n");
  fs::remove_all(copies.one / "out");
  copies.build(copies.one, flags);
  CHECK(copies.one.statistics()["cache_hits"] == 1);
}

TEST_CASE("copies of a project: a file that a flag names") {
  const Copies copies;
  copies.write("src/a.cu", kernel_with("#define VALUE 1\n"));
  copies.write("list.txt", "[always]\n");
  const Words flags{"-fxray-attr-list=" + (copies.one / "list.txt").string()};
  copies.build(copies.one, flags);
  copies.one.folder().write("list.txt", "[never]\n");
  copies.build(copies.two, flags);
  CHECK(copies.two.statistics()["compiled"] == 1);
}

TEST_CASE("copies of a project: flags with relative paths, if the path of the source is absolute") {
  const Copies copies;
  // The sources are those of the first copy in both builds, and only the current folders differ.
  copies.one.source("a.cu", kernel_with("#ifndef VALUE\n#define VALUE 1\n#endif\n"));
  copies.one.folder().write("own/value.h", "#define VALUE 2\n");
  copies.two.folder().write("own/value.h", "#define VALUE 3\n");
  copies.one.folder().write("list.txt", "[always]\n");
  copies.two.folder().write("list.txt", "[never]\n");
  for (const Words& flags :
       {Words{"-includeown/value.h"}, {"-include", "own/value.h"}, {"-fxray-attr-list=list.txt"}}) {
    CAPTURE(flags.front());
    for (const auto* project : {&copies.one, &copies.two}) {
      fs::remove_all(*project / "out");
      Words words{tool(),       "build",       (copies.one / "src").string(),
                  "-o",         "out/k.hpp",   "--arch",
                  "gfx1100",    "-O0",         "--stats",
                  "stats.json", "--cache-dir", (copies.cache / "cache").string()};
      words.insert(words.end(), flags.begin(), flags.end());
      const auto built = run(words, {project->path(), tool_environment()});
      INFO(built.err);
      REQUIRE(built.exit_code == 0);
      CHECK(project->statistics()["compiled"] == 1);
    }
  }
}

TEST_CASE("copies of a project: paths in the code and in debug information") {
  const Copies copies;
  copies.write("src/a.cu",
               "#include <cassert>\n#include <cstdio>\n#include \"../common/far.h\"\n"
               "extern \"C\" __global__ void a(int* out) {\n"
               "  assert(out != nullptr);\n"
               "  printf(\"%s %s\\n\", __FILE__, far_file());\n"
               "}\n");
  copies.write("common/far.h", "__device__ inline const char* far_file() { return __FILE__; }\n");
  // The sources are named by their absolute paths.
  const auto build = [&](const Project& project, const Words& more) {
    Words words{tool(),
                "build",
                (project / "src").string(),
                "-o",
                (project / "out/k.hpp").string(),
                "--arch",
                "gfx1100",
                "--stats",
                (project / "stats.json").string(),
                "--cache-dir",
                (copies.cache / "cache").string()};
    words.insert(words.end(), more.begin(), more.end());
    const auto built = run(words, {project.path(), tool_environment()});
    INFO(built.err);
    REQUIRE(built.exit_code == 0);
  };
  for (const Words& flags : {Words{}, {"-g"}, {"-gline-tables-only"}}) {
    CAPTURE(flags.size());
    build(copies.one, flags);
    build(copies.two, flags);
    CHECK(copies.two.statistics()["compiled"] == 0);
    const auto shared = copies.object(copies.two);
    CHECK(shared.find(copies.one.path().string()) == std::string::npos);
    fs::remove_all(copies.two / "out");
    auto again = flags;
    again.emplace_back("--no-cache");
    build(copies.two, again);
    CHECK(copies.object(copies.two) == shared);
    for (const auto* project : {&copies.one, &copies.two}) fs::remove_all(*project / "out");
  }
}

TEST_CASE("copies of a project: a macro with the path of the project") {
  const Copies copies;
  copies.write("src/a.cu", "#include <cstdio>\nextern \"C\" __global__ void a() { printf(PLACE); }\n");
  copies.build(copies.one, {"-DPLACE=\"" + copies.one.path().string() + "\""});
  copies.build(copies.two, {"-DPLACE=\"" + copies.two.path().string() + "\""});
  CHECK(copies.two.statistics()["compiled"] == 1);
}

TEST_CASE("copies of a project: an object with the time in it is not shared, unless the warning about it is off") {
  const Copies copies;
  copies.write("src/a.cu", kernel_with("#define VALUE int(sizeof __DATE__)\n"));
  CHECK(copies.compiled_in_second() == 1);
  copies.write("src/a.cu", kernel_with("#define VALUE int(sizeof __DATE__) + 1\n"));
  CHECK(copies.compiled_in_second({"-Wno-date-time"}) == 0);
}

TEST_CASE("copies of a project: messages name the files of the copy") {
  const Copies copies;
  copies.write("src/a.cu", kernel_with("#include \"near.h\"\n#define VALUE 1\n"));
  copies.write("src/near.h", "#warning \"as a reminder\"\n");
  for (const auto* project : {&copies.one, &copies.two}) {
    const auto built =
        run({tool(), "build", (*project / "src").string(), "-o", (*project / "out/k.hpp").string(), "--arch", "gfx1100",
             "--stats", (*project / "stats.json").string(), "--cache-dir", (copies.cache / "cache").string()},
            {project->path(), tool_environment()});
    REQUIRE(built.exit_code == 0);
    CHECK_THAT(built.err, Catch::Contains((*project / "src/near.h:1:2: warning: \"as a reminder\"").string()));
  }
  CHECK(copies.two.statistics()["compiled"] == 0);
}

TEST_CASE("copies of a project: another current folder, if all paths are absolute") {
  const Copies copies;
  copies.write("src/a.cu", kernel_with("#include <found.h>\n"));
  copies.write("inc/found.h", "#define VALUE 2\n");
  for (const auto& [project, folder] : {std::pair(&copies.one, "build"), std::pair(&copies.two, "src/other")}) {
    fs::create_directories(*project / folder);
    const auto built = run({tool(), "build", (*project / "src").string(), "-o", (*project / "out/k.hpp").string(),
                            "--arch", "gfx1100", "-isystem", (*project / "inc").string(), "--stats",
                            (*project / "stats.json").string(), "--cache-dir", (copies.cache / "cache").string()},
                           {*project / folder, tool_environment()});
    INFO(built.err);
    REQUIRE(built.exit_code == 0);
  }
  CHECK(copies.two.statistics()["compiled"] == 0);
}

TEST_CASE("copies of a project: a current folder that is reached through a link") {
  const Copies copies;
  copies.write("src/a.cu", kernel_with("#include <found.h>\n"));
  copies.write("second/found.h", "#define VALUE 2\n");
  copies.two.folder().write("first/found.h", "#define VALUE 3\n");
  for (const auto* project : {&copies.one, &copies.two}) {
    const auto link = copies.cache / project->path().filename();
    fs::create_directory_symlink(project->path(), link);
    auto words =
        project->command({"-isystem", "first", "-isystem", "second", "--cache-dir", (copies.cache / "cache").string()});
    auto environment = tool_environment();
    environment["PWD"] = link.string();
    REQUIRE(run(words, {link, environment}).exit_code == 0);
  }
  CHECK(copies.two.statistics()["compiled"] == 1);
}

TEST_CASE("copies of a project: a cache that has been moved") {
  const Copies copies;
  copies.write("src/a.cu", kernel_with("#define VALUE 1\n"));
  // Debian has no device library for this target, so it is generated in the cache.
  copies.build(copies.one);
  fs::rename(copies.cache / "cache", copies.cache / "moved");
  auto words = copies.two.command({"-O0", "--cache-dir", (copies.cache / "moved").string()});
  REQUIRE(run(words, {copies.two.path(), tool_environment()}).exit_code == 0);
  CHECK(copies.two.statistics()["compiled"] == 0);
}
