#include <algorithm>
#include <filesystem>
#include <fstream>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

/// The number of code objects by their origin: Counts{2, 0, 1} are 2 compiled ones, none from the cache, and 1 that was
/// up to date.
struct Counts {
  unsigned compiled = 0;
  unsigned cache_hits = 0;
  unsigned up_to_date = 0;

  friend bool operator==(const Counts& a, const Counts& b) {
    return a.compiled == b.compiled && a.cache_hits == b.cache_hits && a.up_to_date == b.up_to_date;
  }
  friend std::ostream& operator<<(std::ostream& stream, const Counts& counts) {
    return stream << counts.compiled << " compiled, " << counts.cache_hits << " from the cache, " << counts.up_to_date
                  << " up to date";
  }
};

/// A project with its own cache, built without optimization.
struct Cached {
  Cached() {
    project.uses_cache = true;
    share_precompiled_headers(project / "cache");
  }

  Counts build(const Words& more = {}, const std::string& tool = test::tool()) const {
    fs::remove(project / "stats.json");
    auto words = more;
    words.insert(words.begin(), {"--cache-dir", "cache", "-O0"});
    words = project.command(words);
    words.front() = tool;
    const auto built = run(words, {project.path(), tool_environment()});
    INFO(built.err);
    REQUIRE(built.exit_code == 0);
    const auto statistics = project.statistics();
    return {statistics["compiled"], statistics["cache_hits"], statistics["up_to_date"]};
  }

  Project project;
};

const Counts kCompiled{1, 0, 0};
const Counts kFromCache{0, 1, 0};
const Counts kUpToDate{0, 0, 1};

/// Checks that a change of `file` to `text` causes a compile, and that undoing it gives the previous result from the
/// cache.
void check_causes_compile(const Cached& cached, const Words& flags, const fs::path& file, const std::string& text) {
  INFO(file);
  const bool existed = fs::exists(file);
  const auto before = existed ? read(file) : std::string();
  REQUIRE(text != before);
  CHECK(cached.build(flags) == kUpToDate);
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
  CHECK(cached.build(flags) == kCompiled);
  if (existed) {
    std::ofstream(file, std::ios::binary) << before;
  } else {
    fs::remove(file);
  }
  CHECK(cached.build(flags) == kFromCache);
}

void check_causes_no_compile(const Cached& cached, const Words& flags, const fs::path& file, const std::string& text) {
  INFO(file);
  REQUIRE(text != read(file));
  CHECK(cached.build(flags) == kUpToDate);
  std::ofstream(file, std::ios::binary) << text;
  CHECK(cached.build(flags) == kUpToDate);
}

fs::path installed_libraries() {
  return "/usr/lib/x86_64-linux-gnu/amdgcn/bitcode";
}

}  // namespace

TEST_CASE("cache key: a header three includes deep causes a compile of only its users") {
  Cached cached;
  const auto& project = cached.project;
  project.source("a.cu", "#include \"one.cuh\"\n" + kernel_source("a"));
  project.source("b.cu", "#include \"two.cuh\"\n" + kernel_source("b"));
  project.source("c.cu", "#include \"other.cuh\"\n" + kernel_source("c"));
  project.source("d.cu", kernel_source("d"));
  project.source("one.cuh", "#include \"two.cuh\"\n");
  project.source("two.cuh", "#include \"deep/three.cuh\"\n");
  project.source("other.cuh", "// other\n");
  project.source("deep/three.cuh", "#define THREE 1\n");
  CHECK(cached.build() == Counts{4, 0, 0});

  project.source("deep/three.cuh", "#define THREE 2\n");
  CHECK(cached.build() == Counts{2, 0, 2});
  CHECK(project.compiled() == Words{"a gfx1100", "b gfx1100"});
  project.source("deep/three.cuh", "#define THREE 1\n");
  CHECK(cached.build() == Counts{0, 2, 2});

  // Time stamps have no influence.
  for (const auto& entry : fs::recursive_directory_iterator(project / "src"))
    fs::last_write_time(entry.path(), fs::file_time_type::clock::now() + std::chrono::hours(1));
  CHECK(cached.build() == Counts{0, 0, 4});
  CHECK(project.statistics()["hipified"] == 0);
}

TEST_CASE("cache key: flags that affect the compiled code cause a compile", "[slow]") {
  Cached cached;
  // The source has a launch, because --hip-kernel-execution-syntax changes how launches are translated.
  cached.project.source("a.cu", kernel_source("a") + "void launch(float* out) { a<<<1, 32>>>(out); }\n");
  cached.project.folder().write("include/more.h", "#define MORE 1\n");
  CHECK(cached.build() == kCompiled);
  for (const Words& flags : {Words{"-DVALUE=1"},
                             {"-O1"},
                             {"-std=c++20"},
                             {"-ffast-math"},
                             {"-Iinclude"},
                             {"-include", "include/more.h"},
                             {"-mllvm", "-amdgpu-early-inline-all"},
                             {"--code-object-version", "4"},
                             {"--cuda-arch-compat", "700"},
                             {"--hip-kernel-execution-syntax"},
                             {"--no-merge"},
                             // If a source is large enough to be split, the bytes change.
                             {"--no-split"}}) {
    INFO(flags.front());
    CHECK(cached.build(flags) == kCompiled);
    CHECK(cached.build() == kFromCache);
    CHECK(cached.build(flags) == kFromCache);
    CHECK(cached.build() == kFromCache);
  }
  // In another order, the flags may have another effect.
  CHECK(cached.build({"-DVALUE=1", "-UVALUE"}) == kCompiled);
  CHECK(cached.build({"-UVALUE", "-DVALUE=1"}) == kCompiled);
}

TEST_CASE("cache key: flags that affect only the process or the use of the result cause no compile") {
  Cached cached;
  cached.project.source("a.cu", kernel_source("a"));
  CHECK(cached.build() == kCompiled);
  const auto object = cached.project / "out/k.artifacts/hsaco/a.gfx1100.hsaco";
  const auto bytes = read(object);
  for (const Words& flags : {Words{"--no-pch"},
                             {"-j1"},
                             {"-j8"},
                             {"-k1"},
                             {"--timeout", "100"},
                             {"--max-memory", "8GB"},
                             {"--cache-size", "1GB"},
                             {"-q"},
                             {"--message-format", "json"},
                             {"-fcolor-diagnostics"},
                             {"-fdiagnostics-color=never"},
                             {"-Werror=lost-kernels"},
                             {"--namespace", "other"},
                             {"--compress", "none"},
                             {"--no-inline-runtime"},
                             {"--bundle"},
                             {"-MD", "-MF", "k.d"}}) {
    INFO(flags.front());
    CHECK(cached.build(flags) == kUpToDate);
  }
  // Checks that a new compile gives the same bytes.
  fs::remove_all(cached.project / "out");
  CHECK(cached.build({"--no-pch", "-j8", "--no-cache"}) == kCompiled);
  CHECK(read(object) == bytes);
}

TEST_CASE("cache key: another architecture or feature causes a compile") {
  Cached cached;
  cached.project.source("a.cu", kernel_source("a"));
  CHECK(cached.build({"--arch", "gfx90a"}) == kCompiled);
  CHECK(cached.build({"--arch", "gfx90a:xnack-"}) == kCompiled);
  CHECK(cached.build({"--arch", "gfx90a,gfx1030"}) == Counts{1, 0, 1});
  CHECK(cached.project.compiled() == Words{"a gfx1030"});
  CHECK(cached.build({"--arch", "gfx90a:xnack-,gfx1030"}) == Counts{0, 0, 2});
}

TEST_CASE("cache key: a change of a linked device library causes a compile") {
  Cached cached;
  const auto& project = cached.project;
  project.source("a.cu", kernel_source("a"));
  fs::copy(installed_libraries(), project / "bitcode", fs::copy_options::recursive);
  const auto library = [&](const std::string& isa) { return project / ("bitcode/oclc_isa_version_" + isa + ".bc"); };
  const auto other_library = read(library("1036"));

  const Words folder{"--rocm-device-lib-path", "bitcode", "--arch"};

  const Words gfx1030{folder[0], folder[1], folder[2], "gfx1030"};
  CHECK(cached.build(gfx1030) == kCompiled);
  check_causes_compile(cached, gfx1030, library("1030"), other_library);
  check_causes_no_compile(cached, gfx1030, library("600"), other_library);  // is not linked for gfx1030

  // A device library that the tool generates unless one is installed.
  const Words gfx1100{folder[0], folder[1], folder[2], "gfx1100"};
  CHECK(cached.build(gfx1100) == kCompiled);
  REQUIRE_FALSE(fs::exists(library("1100")));
  check_causes_compile(cached, gfx1100, library("1100"), other_library);
}

TEST_CASE("cache key: a change of the HIP headers that are read causes a compile") {
  Cached cached;
  const auto& project = cached.project;
  project.source("a.cu", kernel_source("a"));
  for (const fs::path part : {"include/hip", "share/hip"}) {
    fs::create_directories((project / "rocm" / part).parent_path());
    fs::copy("/usr" / part, project / "rocm" / part, fs::copy_options::recursive);
  }
  const Words flags{"--rocm-path", "rocm"};
  CHECK(cached.build(flags) == kCompiled);
  const auto vectors = project / "rocm/include/hip/amd_detail/amd_hip_vector_types.h";
  check_causes_compile(cached, flags, vectors, read(vectors) + "// edited\n");
  const auto not_read = project / "rocm/include/hip/hiprtc.h";
  check_causes_no_compile(cached, flags, not_read, read(not_read) + "// edited\n");
  // The same headers in another folder count as another installation.
  fs::rename(project / "rocm", project / "rocm2");
  CHECK(cached.build({"--rocm-path", "rocm2"}) == kCompiled);
}

TEST_CASE("cache key: a header that appears where it was searched for causes a compile") {
  Cached cached;
  const auto& project = cached.project;
  project.source("a.cu", "#include <found.h>\n" + kernel_source("a"));
  project.folder().write("second/found.h", "#define FOUND 2\n");
  fs::create_directories(project / "first/hip");
  const Words flags{"-Ifirst", "-Isecond"};
  CHECK(cached.build(flags) == kCompiled);
  check_causes_compile(cached, flags, project / "first/found.h", "#define FOUND 1\n");
  // The new header may also hide one of HIP's headers, which every source reads before its first line.
  check_causes_compile(cached, flags, project / "first/hip/hip_version.h",
                       read("/usr/include/hip/hip_version.h") + "//\n");
}

TEST_CASE("cache key: a new HIP header is read by sources that share precompiled headers") {
  Cached cached;
  const auto& project = cached.project;
  fs::remove_all(project / "cache");
  project.source("a.cu", kernel_source("a"));
  project.source("b.cu", kernel_source("b"));
  const Words flags{"-Iown"};
  CHECK(cached.build(flags) == Counts{2, 0, 0});
  CHECK(project.statistics()["precompiled"] == 1);
  project.folder().write("own/hip/hip_version.h", "#error \"mine was read\"\n");
  auto words = project.command({"--cache-dir", "cache", "-O0", "-Iown"});
  const auto refused = run(words, {project.path(), tool_environment()});
  CHECK(refused.exit_code == 1);
  CHECK_THAT(refused.err, Catch::Contains("own/hip/hip_version.h:1:2: error: \"mine was read\""));
  fs::remove_all(project / "own");
  CHECK(cached.build(flags) == Counts{0, 0, 2});
}

TEST_CASE("cache key: another version of the external compiler causes a compile", "[slow]") {
  Cached cached;
  const auto& project = cached.project;
  project.source("a.cu", "extern \"C\" __global__ void a(float* out) { out[threadIdx.x] = 1.0f; }\n");
  const auto compiler = project / "clang++";
  const auto script = [](const std::string& version) {
    return "#!/bin/sh\n[ \"$1\" = --version ] && echo 'clang version " + version +
           "' && exit\nexec clang++-19 \"$@\"\n";
  };
  project.folder().write("clang++", script("1"));
  fs::permissions(compiler, fs::perms(0755));
  const Words flags{"--compiler", compiler.string()};
  CHECK(cached.build() == kCompiled);
  CHECK(cached.build(flags) == kCompiled);
  check_causes_compile(cached, flags, compiler, script("2"));
  CHECK(cached.build() == kFromCache);
}

TEST_CASE("cache key: another version of the tool causes a compile") {
  Cached cached;
  const auto& project = cached.project;
  project.source("a.cu", kernel_source("a"));
  CHECK(cached.build() == kCompiled);
  const auto copy = copy_tool(project / "copy").string();
  CHECK(cached.build({}, copy) == kUpToDate);
  // This changes the hash of the program that compiles, but not what it does.
  std::ofstream(compiler_of(copy), std::ios::binary | std::ios::app) << 'x';
  CHECK(cached.build({}, copy) == kCompiled);
  CHECK(project.statistics()["hipified"] == 1);
  CHECK(cached.build() == kFromCache);
}

TEST_CASE("cache key: a change of a device library that an external compiler links causes a compile", "[slow]") {
  Cached cached;
  const auto& project = cached.project;
  project.source("a.cu", kernel_source("a"));
  fs::copy(installed_libraries(), project / "bitcode", fs::copy_options::recursive);
  const Words flags{"--compiler", "/usr/bin/clang++-19", "--rocm-device-lib-path", "bitcode", "--arch", "gfx1030"};
  CHECK(cached.build(flags) == kCompiled);
  const auto library = project / "bitcode/oclc_isa_version_1030.bc";
  check_causes_compile(cached, flags, library, read(project / "bitcode/oclc_isa_version_1036.bc"));
  check_causes_no_compile(cached, flags, project / "bitcode/oclc_isa_version_600.bc", read(library));
}
