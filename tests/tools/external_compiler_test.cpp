// --compiler: the same jobs with Debian's clang-16 in place of the built-in compiler.
#include <algorithm>
#include <filesystem>
#include <fstream>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

const std::string kCompiler = "/usr/bin/clang++-16";
const std::vector<std::string> kExternal{"--compiler", kCompiler, "-O1"};

std::vector<std::string> with(std::vector<std::string> words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// Names, offsets and sizes of the parameters in the manifest's code objects.
nlohmann::json signatures(const Project& project, const std::string& manifest) {
  const auto inspected = rocm_bindgen({"inspect", "--json", manifest}, {project.path(), {}});
  INFO(inspected.err);
  REQUIRE(inspected.exit_code == 0);
  auto found = nlohmann::json::array();
  for (const auto& object : nlohmann::json::parse(inspected.out))
    for (const auto& kernel : object.at("kernels"))
      found.push_back({object.at("target"), kernel.at("name"), kernel.at("arguments")});
  return found;
}

/// Writes a compiler that runs `script` on the arguments and then clang-16.
std::string write_wrapper(const Project& project, const std::string& script) {
  const auto wrapper = project.folder().write("my clang", "#!/bin/sh\n" + script + "\nexec " + kCompiler + " \"$@\"\n");
  fs::permissions(wrapper, fs::perms(0755));
  return wrapper.string();
}

/// The beginning of a `case` for a wrapper, whose commands are executed if the compiler is called to compile, and not
/// for a query such as --version.
const std::string kIfCompiling = "case \"$*\" in *-ivfsoverlay*) ";

unsigned compiled(const Project& project) {
  return project.statistics().at("compiled").get<unsigned>();
}

}  // namespace

TEST_CASE(
    "external compiler: its code objects have the kernels of the built-in compiler's and follow changes of headers",
    "[slow]") {
  Project project;
  // The includes go through a link, to the source's folder, and to folders with a space; each is translated.
  project.folder().write("in clude/linked.cuh",
                         "__device__ inline float linked(float x) { return __shfl_sync(~0u, x, 0); }\n");
  fs::create_symlink("in clude", project / "link");
  project.source("a folder/beside.cuh",
                 "#include <cuda_runtime.h>\ninline cudaError_t nothing() { return cudaSuccess; }\n");
  project.source("a folder/a.cu",
                 "#include \"beside.cuh\"\n#include \"linked.cuh\"\n#include <cuda_fp16.h>\n"
                 "template <class T> __global__ void twice(T* p) { p[threadIdx.x] *= T(2); }\n"
                 "template __global__ void twice<__half>(__half*);\n"
                 "#ifdef __gfx90a__\nextern \"C\" __global__ void only_there(int* p) { *p = 1; }\n#endif\n"
                 "extern \"C\" __global__ void a(float* out, double scale, short n) {\n"
                 "  if (threadIdx.x < n) out[threadIdx.x] = linked(sinf(out[0])) * scale;\n}\n");
  const std::vector<std::string> words{"--arch", "gfx1100,gfx90a", "-I", "link"};
  const auto built = project.build(with(words, kExternal));
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  CHECK(compiled(project) == 2);
  CHECK(project.statistics()["precompiled"] == 0);
  for (const auto& [name, bytes] : project.outputs())
    if (name.find(".hsaco") != std::string::npos) {
      INFO(name);
      CHECK(bytes.find("clang version 16.") != std::string::npos);
      CHECK(bytes.find("clang version 19.") == std::string::npos);
    }

  REQUIRE(project.build(with(words, kExternal)).exit_code == 0);
  CHECK(compiled(project) == 0);
  project.folder().write("in clude/linked.cuh", "__device__ inline float linked(float x) { return x; }\n");
  REQUIRE(project.build(with(words, kExternal)).exit_code == 0);
  CHECK(project.compiled() == std::vector<std::string>{"a gfx1100", "a gfx90a"});

  const auto external = signatures(project, "out/k.artifacts/manifest.json");
  CHECK(external.size() == 5);  // two kernels for gfx1100, and three for gfx90a: the same ones and only_there
  REQUIRE(project.build(with(words, {"-O1"})).exit_code == 0);
  CHECK(compiled(project) == 2);
  CHECK(external == signatures(project, "out/k.artifacts/manifest.json"));
}

TEST_CASE("external compiler: its messages refer to the .cu files and are printed once for all archs", "[slow]") {
  Project project;
  project.source("warned.cuh",
                 "\n__device__ inline int warned() {\n  int value = 1;\n  value == 2;\n  return value;\n}\n");
  project.source("warned.cu", "#include \"warned.cuh\"\nextern \"C\" __global__ void w(int* p) { *p = warned(); }\n");
  const std::vector<std::string> words{"--arch", "gfx1030,gfx1100", "-q"};
  const auto warned = project.build(with(words, kExternal));
  INFO(warned.err);
  CHECK(warned.exit_code == 0);
  const std::string warning_line = "src/warned.cuh:4:9: warning: equality comparison result unused";
  CHECK_THAT(warned.err, Catch::StartsWith(warning_line) && Catch::Contains("[gfx1030, gfx1100]") &&
                             Catch::Contains("  value == 2;\n"));
  // Without its first character, the text no longer contains the first copy of the warning. A second copy would be
  // found.
  CHECK_THAT(warned.err.substr(1), !Catch::Contains(warning_line) && !Catch::Contains("generated when compiling"));

  project.source("bad.cu",
                 "#include <cuda_runtime.h>\n\n__global__ void bad(float* p) {\n  cudaDeviceSynchronise();\n}\n");
  const auto finished = check_refused(
      project, 1, {"src/bad.cu:4:3: error: use of undeclared identifier 'cudaDeviceSynchronise'", "[gfx1030, gfx1100]"},
      with(words, kExternal));
  // The reproducer script gives the same message about the translated file.
  const auto script = project / "out/k.artifacts/.rocm-bindgen/reproducers/bad.gfx1030.sh";
  REQUIRE(fs::exists(script));
  const auto again = run({"sh", script.string()});
  CHECK(again.exit_code == 1);
  CHECK_THAT(again.err, Catch::Contains("bad.cu:4:3: error: use of undeclared identifier 'cudaDeviceSynchronise'"));
  CHECK_THAT(read(script), Catch::Contains("exec \\\n  '" + kCompiler + "' \\\n"));
}

TEST_CASE("external compiler: an unknown arch is bad usage and a program that is not clang is a broken toolchain") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  check_refused(project, 2, {"error: '" + kCompiler + "' cannot build for 'gfx942': ", "invalid target ID 'gfx942'"},
                with({"--arch", "gfx90a,gfx942"}, kExternal));
  check_refused(project, 2, {"error: '" + kCompiler + "' cannot build for 'gfx11-generic': "},
                with({"--arch", "gfx11-generic"}, kExternal));
  check_refused(project, 3,
                {"error: '/nowhere/clang++' is not a program", "help: --compiler requires the path of a clang++"},
                {"--compiler", "/nowhere/clang++"});
  check_refused(project, 3, {"error: 'src' is not a program"}, {"--compiler", "src"});
  check_refused(project, 3, {"error: 'src/a.cu' is not a program"}, {"--compiler", "src/a.cu"});
  check_refused(project, 3, {"/bin/true --version' is not that of clang"}, {"--compiler", "/bin/true"});
}

TEST_CASE("external compiler: another compiler at the same path causes a new compile") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  const auto build = [&](const std::string& script) {
    const auto built = project.build({"--compiler", write_wrapper(project, script), "-O1"});
    INFO(built.err);
    REQUIRE(built.exit_code == 0);
    return compiled(project);
  };
  CHECK(build("# one") == 1);
  CHECK(build("# one") == 0);
  CHECK(build("# two") == 1);
}

TEST_CASE("external compiler: --timeout ends it and the processes that it has started", "[slow]") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  const auto compiler =
      write_wrapper(project, kIfCompiling + "sleep 1000 & echo $! >'" + (project / "pid").string() + "'; wait;; esac");
  // The limit is long enough for a busy machine to start the compiler.
  check_refused(project, 5, {"src/a.cu: error: the compile job of module 'a' ", "[gfx1100]"},
                {"--compiler", compiler, "--timeout", "8"});
  const auto pid = read(project / "pid");
  REQUIRE_FALSE(pid.empty());
  CHECK(wait_until([&] { return !is_running(std::stoi(pid)); }));
}

TEST_CASE("external compiler: a crash is reported as that of the job and does not affect other jobs") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  project.source("bad.cu", "#if __clang_major__ == 16\n#pragma clang __debug crash\n#endif\n" + kernel_source("bad"));
  const auto finished = check_refused(
      project, 5,
      {"src/bad.cu: error: '", "' was killed by signal ", "[gfx1100]", "bad.gfx1100.sh' runs the compiler alone"},
      kExternal);
  CHECK_THAT(finished.err, Catch::Contains("Stack dump:"));
  fs::remove(project / "src/bad.cu");
  REQUIRE(project.build(kExternal).exit_code == 0);
  CHECK(compiled(project) == 0);
}

TEST_CASE("external compiler: -### shows its command and doctor shows the architectures that it supports") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  const auto shown = project.build(with({"-###"}, kExternal));
  CHECK(shown.exit_code == 0);
  CHECK_THAT(shown.err, Catch::StartsWith(" \"" + kCompiler + "\" ") &&
                            Catch::Contains(" \"--offload-arch=gfx1100\" ") && Catch::EndsWith("\"src/a.cu\"\n") &&
                            !Catch::Contains("-resource-dir") && !Catch::Contains("/rocm-bindgen-embedded/"));

  const auto with_clang = rocm_bindgen({"doctor", "--compiler", kCompiler});
  INFO(with_clang.out);
  CHECK(with_clang.exit_code == 0);
  CHECK_THAT(
      with_clang.out,
      Catch::Contains("  ok       --compiler            Debian clang version 16.") &&
          Catch::Contains(" for every architecture except gfx941, gfx942, gfx1150, gfx1151, gfx1152, gfx1200, gfx1201, "
                          "gfx9-generic, gfx10-1-generic, gfx10-3-generic, gfx11-generic, gfx12-generic\n"));
  const auto with_other = rocm_bindgen({"doctor", "--compiler", "/bin/true"});
  CHECK(with_other.exit_code == 3);
  CHECK_THAT(with_other.out, Catch::Contains("MISSING  --compiler") && Catch::Contains("is not that of clang"));
}
