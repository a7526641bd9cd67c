#include <filesystem>
#include <regex>
#include <set>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

/// Builds with the project's own cache; returns the number of precompiled headers that were made.
unsigned precompiled(const Project& project, std::vector<std::string> more = {}) {
  more.insert(more.end(), {"--cache-dir", (project / "cache").string()});
  const auto built = project.build(more);
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  return project.statistics()["precompiled"];
}

/// Removes the objects, so that all are compiled again with the existing precompiled headers.
void forget_objects(const Project& project) {
  fs::remove_all(project / "out");
  fs::remove_all(project / "cache/objects");
}

void write_sources(const Project& project) {
  project.source("plain.cu", kernel_source("plain"));
  project.source("library.cu",
                 "#include <cuda_fp16.h>\n#include <cooperative_groups.h>\n"
                 "__device__ float table[4] = {1, 2, 3, 4};\n__constant__ double scale;\n"
                 "template <class T> __global__ void power(T* p) { p[threadIdx.x] = pow(p[threadIdx.x], T(1.5)); }\n"
                 "template __global__ void power<float>(float*);\ntemplate __global__ void power<double>(double*);\n"
                 "__global__ void halves(__half2* p) { p[0] = __hfma2(p[1], p[2], p[3]); table[0] += scale; }\n"
                 "__global__ void told(int* p) { printf(\"%d %f\\n\", *p, table[1]); assert(*p > 0); }\n"
                 "__global__ void warps(int* p) { *p = __shfl_down_sync(~0u, *p, 3) + atomicAdd(p, 1); }\n");
  project.source("debug.cu", "#line 7 \"other.cu\"\n" + kernel_source("debug"));
}

}  // namespace

TEST_CASE("precompiled headers: the bytes are the same as without for each target and other flags", "[slow]") {
  Project project;
  project.uses_cache = false;
  write_sources(project);
  using Words = std::vector<std::string>;
  for (auto with :
       {Words{"--arch", "gfx1100,gfx90a"}, Words{"-O1", "-ffast-math"}, Words{"-O1", "-DNDEBUG"}, Words{"-O0"}}) {
    const unsigned targets = with.front() == "--arch" ? 2 : 1;
    CHECK(precompiled(project, with) == targets);
    const auto outputs = project.outputs();
    fs::remove_all(project / "out");
    with.push_back("--no-pch");
    CHECK(precompiled(project, with) == 0);
    CHECK(project.compiled().size() == 3 * targets);
    CHECK(differences(outputs, project.outputs()).empty());
    fs::remove_all(project / "out");
  }
}

TEST_CASE("precompiled headers: the bytes are the same as without for hipify's golden inputs", "[long]") {
  Project project;
  fs::copy(std::string(ROCM_BINDGEN_SOURCE_DIR) + "/tests/golden/hipify", project / "src", fs::copy_options::recursive);
  // Some inputs test only the translation and name libraries that are not installed. The first build finds them; the
  // second has the objects of the others from the first.
  std::vector<std::string> with{"--arch", "gfx1100", "-q"};
  const auto all = project.build({"--arch", "gfx1100", "-q", "--cache-dir", (project / "cache").string()});
  const std::regex failed("(\\w+\\.cu):\\d+:\\d+: (fatal )?error: ");
  std::set<std::string> names;
  for (auto at = std::sregex_iterator(all.err.begin(), all.err.end(), failed); at != std::sregex_iterator(); ++at)
    names.insert((*at)[1]);
  for (const auto& name : names) with.insert(with.end(), {"--exclude", name});
  CHECK(precompiled(project, with) == 0);
  CHECK_FALSE(fs::is_empty(project / "cache/prefixes"));
  CHECK(project.compiled().empty());
  const auto outputs = project.outputs();
  fs::remove_all(project / "out");
  with.insert(with.end(), {"--no-pch", "--no-cache"});
  CHECK(precompiled(project, with) == 0);
  CHECK(project.compiled().size() >= 30);  // most inputs are not excluded
  CHECK(differences(outputs, project.outputs()).empty());
}

TEST_CASE("precompiled headers: are not used with flags that ask for more than code", "[slow]") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  project.source("b.cu", kernel_source("b"));
  CHECK(precompiled(project, {"-g"}) == 0);
  CHECK(precompiled(project, {"-Xclang", "-fno-pch-timestamp"}) == 0);
  CHECK(precompiled(project, {"-g0"}) == 1);
}

TEST_CASE("precompiled headers: are made if two jobs share them and are then used by all", "[slow]") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  CHECK(precompiled(project) == 0);
  project.source("b.cu", kernel_source("b"));
  project.source("c.cu", kernel_source("c"));
  CHECK(precompiled(project) == 1);
  CHECK(project.compiled() == std::vector<std::string>{"b gfx1100", "c gfx1100"});
  forget_objects(project);
  CHECK(precompiled(project) == 0);
  CHECK(project.compiled().size() == 3);
  // Any change that may affect the contents of the headers makes new ones.
  forget_objects(project);
  CHECK(precompiled(project, {"-DOTHER"}) == 1);
  // Headers that a source includes itself do not.
  project.folder().write("src/more.h", "#define MORE 1\n");
  forget_objects(project);
  CHECK(precompiled(project, {"-include", (project / "src/more.h").string()}) == 0);
}

TEST_CASE("precompiled headers: are made for a single job if an earlier build wanted them too") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  CHECK(precompiled(project) == 0);
  forget_objects(project);
  CHECK(precompiled(project) == 1);
  forget_objects(project);
  CHECK(precompiled(project) == 0);
  CHECK(project.compiled().size() == 1);
}

TEST_CASE(
    "precompiled headers: projects with other folders use the same ones, unless a header there hides one of them") {
  Project first, second;
  first.source("a.cu", kernel_source("a"));
  first.source("b.cu", kernel_source("b"));
  REQUIRE(precompiled(first) == 1);
  second.source("c.cu", "#include <config.h>\n" + kernel_source("c"));
  second.folder().write("include/config.h", "#define CONFIG 1\n");
  const std::vector<std::string> flags{"-Iinclude", "--cache-dir", (first / "cache").string()};
  // The cache sets the time of a precompiled header when it makes or uses it.
  const auto last_use = [&] {
    for (const auto& entry : fs::directory_iterator(first / "cache/prefixes"))
      if (entry.path().extension() == ".pch") return entry.last_write_time();
    return fs::file_time_type::min();
  };
  const auto before = last_use();
  REQUIRE(second.build(flags).exit_code == 0);
  CHECK(second.statistics()["precompiled"] == 0);
  CHECK(last_use() > before);
  // HIP's headers include this one.
  second.folder().write("include/cmath", "#error \"not the standard library's\"\n");
  check_refused(second, 1, {"include/cmath:1:2: error: \"not the standard library's\""}, flags);
}

TEST_CASE("precompiled headers: damaged ones are replaced") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  project.source("b.cu", kernel_source("b"));
  REQUIRE(precompiled(project) == 1);
  const auto outputs = project.outputs();
  for (const auto& entry : fs::directory_iterator(project / "cache/prefixes")) {
    const auto bytes = read(entry.path());
    project.folder().write(fs::relative(entry.path(), project.path()), bytes.substr(0, bytes.size() - 5) + "12345");
  }
  forget_objects(project);
  CHECK(precompiled(project) == 1);
  CHECK(differences(outputs, project.outputs()).empty());
}

TEST_CASE("precompiled headers: errors are the same as without") {
  Project project;
  project.source("a.cu", "__global__ void a(int* p) { *p = missing; }\n");
  project.source("b.cu", kernel_source("b"));
  const auto with = check_refused(project, 1, {"src/a.cu:1:34: error: use of undeclared identifier 'missing'"}, {"-q"});
  const auto without = check_refused(project, 1, {"src/a.cu:1:34"}, {"-q", "--no-pch"});
  CHECK(with.err == without.err);
}

TEST_CASE("precompiled headers: a project with its own HIP headers reads those") {
  Project project;
  project.source("a.cu", "#include <hip/hip_runtime.h>\n" + kernel_source("a"));
  project.source("b.cu", kernel_source("b"));
  project.folder().write("own/hip/hip_fp16.h", "#error \"read\"\n");
  project.source("c.cu", "#include <cuda_fp16.h>\n" + kernel_source("c"));
  check_refused(project, 1, {"own/hip/hip_fp16.h:1:2: error: \"read\""}, {"-I" + (project / "own").string()});
}

TEST_CASE("precompiled headers: macros that the headers change keep the new values") {
  Project project;
  // glibc's headers set another value; HIP's define the macro that the flag undefines.
  const std::string look =
      "#include <cuda_runtime.h>\n#if _XOPEN_SOURCE != 700\n#error \"not glibc's value\"\n#endif\n"
      "#ifndef __HIP_PLATFORM_HCC__\n#error \"gone\"\n#endif\n#ifndef OWN\n#error \"no flag\"\n#endif\n";
  project.source("a.cu", look + kernel_source("a"));
  project.source("b.cu", look + kernel_source("b"));
  const std::vector<std::string> flags{"-D_XOPEN_SOURCE=600", "-U__HIP_PLATFORM_HCC__", "-D", "OWN=1", "-Werror"};
  CHECK(precompiled(project, flags) == 1);
  const auto outputs = project.outputs();
  fs::remove_all(project / "out");
  auto without = flags;
  without.push_back("--no-pch");
  CHECK(precompiled(project, without) == 0);
  CHECK(differences(outputs, project.outputs()).empty());
}
