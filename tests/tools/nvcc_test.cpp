#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <regex>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

using Jobs = std::vector<std::string>;

/// Whether the tool finds an nvcc that works; if not, prints the tool's message.
bool has_nvcc() {
  const auto doctor = rocm_bindgen({"doctor"}).out;
  std::smatch said;
  REQUIRE(std::regex_search(doctor, said, std::regex("nvcc \\(optional\\) +(.*)")));
  if (std::isdigit(static_cast<unsigned char>(said[1].str().front()))) return true;
  WARN("skipped, because this machine has no nvcc that works: " << said[1]);
  return false;
}

const std::string kScale =
    "#include \"scale.cuh\"\n"
    "extern \"C\" __global__ void scale(float* out, const float* in, double factor, short n, Shape shape) {\n"
    "  if (threadIdx.x < n) out[threadIdx.x] = in[threadIdx.x] * factor + shape.size[2];\n"
    "}\n";

void write_scale(const Project& project) {
  project.source("scale.cu", kScale);
  project.source("scale.cuh", "struct Shape { long size[3]; };\n");
}

void check_builds(const Project& project, const std::vector<std::string>& options) {
  const auto built = project.build(options);
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
}

nlohmann::json inspect(const Project& project, const std::string& file) {
  const auto inspected = rocm_bindgen({"inspect", "--json", file}, {project.path(), {}});
  INFO(inspected.err);
  REQUIRE(inspected.exit_code == 0);
  return nlohmann::json::parse(inspected.out);
}

}  // namespace

TEST_CASE("nvcc: an AMD and two NVIDIA architectures are in one module") {
  if (!has_nvcc()) return;
  Project project;
  write_scale(project);
  check_builds(project, {"--arch", "sm_90,gfx1100,sm_90a"});

  const auto manifest = nlohmann::json::parse(read(project / "out/k.artifacts/manifest.json"));
  const auto& module = manifest["modules"].at(0);
  REQUIRE(module["code_objects"].size() == 3);
  CHECK(module["code_objects"][0]["target"] == "sm_90");
  CHECK(module["code_objects"][0]["file"] == "cubin/scale.sm_90.cubin");
  CHECK(module["code_objects"][1]["file"] == "hsaco/scale.gfx1100.hsaco");
  CHECK(module["code_objects"][2]["target"] == "sm_90a");
  REQUIRE(module["kernels"].size() == 1);
  // The parameters before it are two pointers, a double and a short; the struct is aligned to 8 bytes.
  CHECK(module["kernels"][0]["parameters"].at(4)["offset"] == 32);

  const auto cubin = read(project / "out/k.artifacts/cubin/scale.sm_90.cubin");
  CHECK(cubin.substr(1, 3) == "ELF");
  CHECK(static_cast<unsigned char>(cubin.at(18)) == 190);  // e_machine is EM_CUDA
  const auto header = read(project / "out/k.hpp");
  for (const std::string target : {"sm_90", "sm_90a", "gfx1100"})
    CHECK_THAT(header, Catch::Contains("{\"" + target + "\", scale_" + target + ","));
  const auto compiled =
      run({"g++", "-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", "-x", "c++", "out/k.hpp"},
          {project.path(), {}});
  INFO(compiled.err);
  CHECK(compiled.exit_code == 0);
}

TEST_CASE("nvcc: inspect shows a cubin's kernels, their parameters and registers") {
  if (!has_nvcc()) return;
  Project project;
  write_scale(project);
  check_builds(project, {"--arch", "sm_90a"});
  const std::string file = "out/k.artifacts/cubin/scale.sm_90a.cubin";
  const auto info = inspect(project, file).at(0);
  CHECK(info["target"] == "sm_90a");
  REQUIRE(info["kernels"].size() == 1);
  const auto& kernel = info["kernels"][0];
  CHECK(kernel["name"] == "scale");
  CHECK(kernel["registers"] > 0);
  std::vector<int> sizes;
  for (const auto& argument : kernel["arguments"]) sizes.push_back(argument["size"]);
  CHECK(sizes == std::vector<int>{8, 8, 8, 2, 24});
  const auto table = rocm_bindgen({"inspect", file}, {project.path(), {}});
  CHECK_THAT(table.out, Catch::StartsWith(file + ": sm_90a, cubin of ABI version") && Catch::Contains("by_value@24:2"));

  const auto bytes = read(project / file);
  for (std::size_t length = 20; length < bytes.size(); length += 1 + bytes.size() / 40) {
    const auto truncated = project.folder().write("cut.cubin", bytes.substr(0, length));
    const auto refused = rocm_bindgen({"inspect", truncated.string()});
    INFO(length << " bytes; " << refused.err);
    CHECK(refused.exit_code == 1);
    CHECK_THAT(refused.err, Catch::Contains("cut.cubin: error: not a valid cubin: "));
  }
}

TEST_CASE("nvcc: a build for NVIDIA alone works with every kind of kernel that both compilers name alike") {
  if (!has_nvcc()) return;
  Project project;
  project.source("kinds.cu",
                 "#include <cuda_fp16.h>\n"
                 "namespace ns { template <class T> __global__ void fill(T* out, T value) { *out = value; } }\n"
                 "template __global__ void ns::fill<__half>(__half*, __half);\n"
                 "void host(int* p) { ns::fill<<<1, 1>>>(p, 3); }\n"
                 "__global__ void plain(const unsigned char* in, bool flag) {}\n"
                 "struct Wide { char bytes[5000]; };\n"
                 "extern \"C\" __global__ void wide(Wide value, char* out) { *out = value.bytes[4999]; }\n"
                 "struct alignas(64) Line { char bytes[64]; };\n"
                 "extern \"C\" __global__ void line(char first, Line value, char* out) { *out = value.bytes[first]; }\n"
                 "extern \"C\" __global__ void bare() {}\n");
  check_builds(project, {"--arch", "sm_90,sm_100"});
  CHECK(project.compiled() == Jobs{"kinds sm_100", "kinds sm_90"});
  CHECK_FALSE(fs::exists(project / "out/k.artifacts/hsaco"));
  for (const auto& object : inspect(project, "out/k.artifacts/manifest.json")) {
    Jobs names;
    for (const auto& kernel : object["kernels"]) names.push_back(kernel["name"]);
    CHECK(names ==
          Jobs{"_Z5plainPKhb", "_ZN2ns4fillI6__halfEEvPT_S2_", "_ZN2ns4fillIiEEvPT_S1_", "bare", "line", "wide"});
  }
}

TEST_CASE("nvcc: only what changed is compiled", "[slow]") {
  if (!has_nvcc()) return;
  Project project;
  write_scale(project);
  project.source("other.cu", kernel_source("other"));
  const std::vector<std::string> options{"--arch", "gfx1100,sm_90", "-MD", "-MF", "k.d"};
  check_builds(project, options);
  CHECK(project.compiled() == Jobs{"other gfx1100", "other sm_90", "scale gfx1100", "scale sm_90"});
  CHECK_THAT(read(project / "k.d"), Catch::Contains("src/scale.cuh") && Catch::Contains("/crt/host_config.h"));
  const auto first = project.outputs();

  check_builds(project, options);
  CHECK(project.compiled() == Jobs{});
  CHECK(project.statistics()["up_to_date"] == 4);
  CHECK(differences(first, project.outputs()) == Jobs{});

  project.source("scale.cuh", "struct Shape { long size[3]; }; // changed\n");
  check_builds(project, options);
  CHECK(project.compiled() == Jobs{"scale gfx1100", "scale sm_90"});

  check_builds(project, {"--arch", "gfx1100", "-MD", "-MF", "k.d"});
  CHECK(project.compiled() == Jobs{});
  CHECK_FALSE(fs::exists(project / "out/k.artifacts/cubin/scale.sm_90.cubin"));
}

TEST_CASE("nvcc: a header that only nvcc reads is a dependency") {
  if (!has_nvcc()) return;
  Project project;
  project.source("a.cu",
                 "#ifndef __HIP__\n#include \"value.cuh\"\n#else\n#define VALUE 0\n#endif\n"
                 "extern \"C\" __global__ void a(int* p) { *p = VALUE; }\n");
  project.source("value.cuh", "#define VALUE 1\n");
  check_builds(project, {"--arch", "sm_90"});
  const auto first = project.outputs();
  project.source("value.cuh", "#define VALUE 2\n");
  check_builds(project, {"--arch", "sm_90"});
  CHECK(project.compiled() == Jobs{"a sm_90"});
  CHECK(differences(first, project.outputs()).size() >= 2);
}

TEST_CASE("nvcc: another nvcc causes a new compile for NVIDIA only") {
  if (!has_nvcc()) return;
  Project project;
  project.source("a.cu", kernel_source("a"));
  // A wrapper at another path that reports another version and runs the real nvcc, whose path is the first word that
  // -### prints.
  const auto real = rocm_bindgen({"build", "src", "-o", "k.hpp", "--arch", "sm_90", "-###"}, {project.path(), {}}).err;
  const auto program = real.substr(2, real.find('"', 2) - 2);
  const auto wrapper = project.folder().write(
      "toolkit/bin/nvcc",
      "#!/bin/sh\nif [ \"$1\" = --version ]; then echo 'release 98.7'; else exec '" + program + "' \"$@\"; fi\n");
  fs::permissions(wrapper, fs::perms(0755));
  check_builds(project, {"--arch", "gfx1100,sm_90"});
  check_builds(project, {"--arch", "gfx1100,sm_90", "--cuda-path", "toolkit"});
  CHECK(project.compiled() == Jobs{"a sm_90"});
  CHECK_THAT(rocm_bindgen({"doctor", "--cuda-path", "toolkit"}, {project.path(), {}}).out,
             Catch::Contains("nvcc (optional)       98.7 in "));
}

TEST_CASE("nvcc: a cubin does not depend on the folder of the sources", "[slow]") {
  if (!has_nvcc()) return;
  const std::string source =
      "#include <cassert>\n#include <far.cuh>\n"
      "namespace { __device__ int counter; __global__ void hidden(int* p) { *p = ++counter; } }\n"
      "void host(int* p) { hidden<<<1, 1>>>(p); }\n"
      "extern \"C\" __global__ void where(const char** out, int* in) {\n"
      "  assert(in[0] > 0);\n"
      "  out[0] = __FILE__;\n"
      "  out[1] = far();\n"
      "}\n";
  Folder folder;
  std::vector<std::string> cubins;
  const fs::path other = "a much longer; (place) & there's one";
  for (const auto& place : {fs::path("here"), other}) {
    folder.write(place / "src/deep/where.cu", source);
    folder.write(place / "include/far.cuh", "__device__ inline const char* far() { return __FILE__; }\n");
  }
  const auto build = [&](const fs::path& working_folder, std::vector<std::string> words, const std::string& out) {
    words.insert(words.begin(), "build");
    words.insert(words.end(), {"-q", "-g", "--arch", "sm_90", "-o", (folder / out / "k.hpp").string()});
    const auto built = rocm_bindgen(words, {folder / working_folder, {}});
    INFO(built.err);
    REQUIRE(built.exit_code == 0);
    cubins.push_back(read(folder / out / "k.artifacts/cubin/where.sm_90.cubin"));
  };
  build("here", {"src", "-Iinclude"}, "out1");
  build(".", {(folder / "here/src").string(), "-I", (folder / "here/include/").string()}, "out2");
  build(other, {"src", "-Iinclude"}, "out3");
  CHECK(cubins[0] == cubins[1]);
  CHECK(cubins[0] == cubins[2]);
  CHECK_THAT(cubins[0], Catch::Contains("/deep/where.cu") && !Catch::Contains(folder.path().string()));
}

TEST_CASE("nvcc: only flags that mean the same for nvcc are passed on") {
  if (!has_nvcc()) return;
  Project project;
  project.source("flags.cu",
                 "#include <from_i.cuh>\n#include <from_isystem.cuh>\n#include \"from_iquote.cuh\"\n"
                 "#if I + ISYSTEM + IQUOTE + INCLUDE != 4 || defined(GONE) || __cplusplus < 202002L\n"
                 "#error a flag is missing\n#endif\n"
                 "SIGNATURE(flags, float* out) { *out = sizeof TEXT; }\n");
  for (const std::string name : {"i", "isystem", "iquote", "include"}) {
    auto macro = name;
    std::transform(macro.begin(), macro.end(), macro.begin(), [](unsigned char c) { return std::toupper(c); });
    project.folder().write(name + "/from_" + name + ".cuh", "#define " + macro + " 1\n");
  }
  const std::vector<std::string> options{"--arch",
                                         "sm_90",
                                         "-Ii",
                                         "-isystem",
                                         "isystem",
                                         "-iquote",
                                         "iquote",
                                         "-include",
                                         "include/from_include.cuh",
                                         "-DSIGNATURE(name,argument)=extern \"C\" __global__ void name(argument)",
                                         "-DTEXT=\"a, b\"",
                                         "-DGONE",
                                         "-UGONE",
                                         "-std=c++14",
                                         "-std=gnu++20",
                                         "-O1",
                                         "-ffast-math",
                                         "-mllvm",
                                         "-x=1",
                                         "-Wall",
                                         "-g"};
  auto printing = options;
  printing.push_back("-###");
  const auto printed = project.build(printing);
  CHECK(printed.exit_code == 0);
  CHECK_THAT(printed.err, Catch::Contains("/nvcc\" \"-cubin\" \"-arch=sm_90\"") && Catch::Contains("\"-std=c++20\"") &&
                              Catch::Contains("\"-Xptxas\" \"-O1\"") && Catch::Contains("\"-UGONE\""));
  for (const std::string flag : {"-ffast-math", "-mllvm", "-x=1", "-Wall", "\"-g\"", "c++14"})
    CHECK_THAT(printed.err, !Catch::Contains(flag));
  // The source is also parsed by clang, which refuses "-mllvm -x=1", because LLVM has no option -x.
  auto building = options;
  building.erase(std::find(building.begin(), building.end(), "-mllvm"), building.end() - 2);
  check_builds(project, building);
}

TEST_CASE("nvcc: names that nvcc's shell would misread are refused", "[slow]") {
  if (!has_nvcc()) return;
  Project project;
  project.source("a.cu", kernel_source("a"));
  check_refused(project, 2, {"error: nvcc cannot handle 'X=$(touch touched)': it contains one of $ ` \\"},
                {"--arch", "sm_90", "-DX=$(touch touched)"});
  check_refused(project, 2, {"error: nvcc cannot handle 'a,b': it contains one of ,"}, {"--arch", "sm_90", "-Ia,b"});
  project.source("$(touch touched).cu", kernel_source("b"));
  check_refused(project, 2, {"error: nvcc cannot handle 'src/$(touch touched).cu'"}, {"--arch", "sm_90"});
  CHECK_FALSE(fs::exists(project / "touched"));
}

TEST_CASE("nvcc: errors and warnings of nvcc are reported with file and line", "[slow]") {
  if (!has_nvcc()) return;
  Project project;
  project.source("warned.cu", "extern \"C\" __global__ void w(float* p) {\n  int unused;\n  *p = 1;\n}\n");
  const auto warned = project.build({"--arch", "sm_90"});
  CHECK(warned.exit_code == 0);
  CHECK_THAT(warned.err, Catch::Contains("src/warned.cu:2: warning: variable \"unused\" was declared but never") &&
                             Catch::Contains("    int unused;"));
  // They are also printed if the object is up to date.
  CHECK_THAT(project.build({"--arch", "sm_90"}).err, Catch::Contains("src/warned.cu:2: warning: variable \"unused\""));

  project.source("front.cu", "#include \"front.cuh\"\n");
  project.source("front.cuh", "extern \"C\" __global__ void f(float* p) {\n  missing(p);\n}\n");
  project.source("host.cu", "\n#include \"nowhere.cuh\"\n");
  project.source("assembler.cu", "extern \"C\" __global__ void a(float* p) { asm(\"bogus %0;\" : \"=f\"(*p)); }\n");
  check_refused(project, 1,
                {"src/front.cuh:2: error: identifier \"missing\" is undefined [sm_90]",
                 "src/host.cu:2:10: error: nowhere.cuh: No such file or directory [sm_90]",
                 "src/assembler.cu: error: ptxas: Not a name of any known instruction: 'bogus' [sm_90]"},
                {"--arch", "sm_90"});
}

TEST_CASE("nvcc: a kernel inside an #if that this architecture skips is reported with its condition") {
  if (!has_nvcc()) return;
  Project project;
  project.source("a.cu",
                 "#if __CUDA_ARCH__ >= 1000\n" + kernel_source("modern") + "#endif\n" + kernel_source("always"));
  const auto built = project.build({"--arch", "sm_90,sm_100"});
  CHECK(built.exit_code == 0);
  CHECK_THAT(built.err, Catch::Contains("src/a.cu:3: warning: kernel 'modern' is not compiled: the preprocessor skips "
                                        "it at '#if __CUDA_ARCH__ >= 1000' [-Wlost-kernels] [sm_90]\n"));
  CHECK(inspect(project, "out/k.artifacts/cubin/a.sm_100.cubin")[0]["kernels"].size() == 2);
  const auto manifest = nlohmann::json::parse(read(project / "out/k.artifacts/manifest.json"));
  CHECK(manifest["modules"][0]["lost_kernels"][0]["name"] == "modern");
  check_refused(project, 1, {"src/a.cu:3: error: kernel 'modern' is not compiled"},
                {"--arch", "sm_90", "-Werror=lost-kernels"});
}

TEST_CASE("nvcc: a kernel that is in only one view of the source is an error") {
  if (!has_nvcc()) return;
  Project project;
  project.source("a.cu", "#ifndef __HIP__\n" + kernel_source("nvidia") + "#else\n" + kernel_source("amd") + "#endif\n");
  // kernel_source() has four lines, the second of which defines the kernel, so `amd` is in line 1 + 4 + 1 + 2 = 8.
  check_refused(project, 1,
                {"src/a.cu:8: error: kernel 'amd' is defined here but missing from the code object [sm_90]",
                 "src/a.cu: error: the code object has a kernel 'nvidia' that the source does not define [sm_90]"},
                {"--arch", "sm_90"});
}

TEST_CASE("nvcc: parameters that differ between the views of the source are an error") {
  if (!has_nvcc()) return;
  Project project;
  project.source("a.cu",
                 "#ifndef __HIP__\nusing Size = long;\nstruct Extra { int n; };\n#else\nusing Size = int;\n#endif\n"
                 "extern \"C\" __global__ void sized(float* p, Size n) {}\n"
                 "extern \"C\" __global__ void counted(float* p\n#ifndef __HIP__\n, int n\n#endif\n) {}\n");
  check_refused(project, 1,
                {"src/a.cu:7: error: parameter 2 ('n') of kernel 'sized' is 4 bytes in the source and 8 in the code "
                 "object [sm_90]",
                 "src/a.cu:8: error: kernel 'counted' has 1 parameters in the source and 2 in the code object [sm_90]"},
                {"--arch", "sm_90"});
}

TEST_CASE("nvcc: parts of the source that clang did not understand are reported only when it matters") {
  if (!has_nvcc()) return;
  Project project;
  const std::string assembly = "extern \"C\" __global__ void a(short* p) { asm(\"mov.u16 %0, 1;\" : \"=h\"(*p)); }\n";
  project.source("a.cu", assembly);
  const auto built = project.build({"--arch", "sm_90"});
  INFO(built.err);
  CHECK(built.exit_code == 0);
  CHECK_THAT(built.err, !Catch::Contains("error"));

  project.source("a.cu", "#ifndef __HIP__\nstruct Known {};\n#endif\nextern \"C\" __global__ void b(Known k) {}\n");
  check_refused(project, 1,
                {"src/a.cu:4:30: error: unknown type name 'Known' [sm_90]",
                 "error: the code object has a kernel 'b' that the source does not define [sm_90]"},
                {"--arch", "sm_90"});
}

TEST_CASE("nvcc: a kernel with internal linkage causes a warning, because it cannot be launched") {
  if (!has_nvcc()) return;
  Project project;
  project.source("a.cu",
                 "namespace { __global__ void hidden(int* p) { *p = 1; } }\n"
                 "void host(int* p) { hidden<<<1, 1>>>(p); }\n");
  const auto built = project.build({"--arch", "sm_90"});
  CHECK(built.exit_code == 0);
  CHECK_THAT(built.err, Catch::Contains("src/a.cu:1: warning: kernel 'hidden' has internal linkage"));
}

TEST_CASE("nvcc: the error for a missing nvcc lists what was tried and a remedy") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  const auto refused = check_refused(
      project, 3,
      {"error: nvcc was not found; it is needed for sm_ architectures", "tried empty/bin/nvcc",
       "help: install the CUDA toolkit, or pass its folder (the one that contains bin/nvcc) with --cuda-path"},
      {"--arch", "gfx1100,sm_90", "--cuda-path", "empty"});
  CHECK_THAT(refused.err, !Catch::Contains("hipify"));
  const auto doctor = rocm_bindgen({"doctor", "--cuda-path", "empty"});
  CHECK(doctor.exit_code == 0);
  CHECK_THAT(doctor.out, Catch::Contains("nvcc (optional)       nvcc was not found"));
  // It is not needed for AMD alone.
  CHECK(project.build({"--cuda-path", "empty"}).exit_code == 0);
}

TEST_CASE("nvcc: is searched for in the documented order") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  std::map<std::string, std::string> environment;
  for (const std::string name : {"path", "home", "on_path"}) {
    const auto bin = name == "on_path" ? "on_path/nvcc" : name + "/bin/nvcc";
    fs::permissions(project.folder().write(bin, "#!/bin/sh\necho release 1.0\n"), fs::perms(0755));
  }
  const auto found = [&](const std::map<std::string, std::string>& variables) {
    const auto doctor = rocm_bindgen({"doctor"}, {project.path(), variables}).out;
    const auto start = doctor.find("1.0 in ") + 7;
    return fs::relative(doctor.substr(start, doctor.find('\n', start) - start), project.path()).string();
  };
  const auto at = [&](const char* below) { return (project / below).string(); };
  const auto path = at("on_path") + ":" + std::getenv("PATH");
  CHECK(found({{"CUDA_PATH", at("path")}, {"CUDA_HOME", at("home")}, {"PATH", path}}) == "path/bin/nvcc");
  CHECK(found({{"CUDA_PATH", at("nothing")}, {"CUDA_HOME", at("home")}, {"PATH", path}}) == "home/bin/nvcc");
  CHECK(found({{"CUDA_PATH", ""}, {"CUDA_HOME", ""}, {"PATH", path}}) == "on_path/nvcc");
}

TEST_CASE("nvcc: a program that does not answer like nvcc is refused") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  const auto fake = project.folder().write("fake/bin/nvcc", "#!/bin/sh\necho 'no licence'; exit 3\n");
  fs::permissions(fake, fs::perms(0755));
  check_refused(project, 3, {"fake/bin/nvcc --version' is not that of nvcc: no licence"},
                {"--arch", "sm_90", "--cuda-path", "fake"});
  project.folder().write("fake/bin/nvcc", "no program at all");
  check_refused(project, 3, {"error: cannot start '", "fake/bin/nvcc': Exec format error"},
                {"--arch", "sm_90", "--cuda-path", "fake"});
}

TEST_CASE("nvcc: an architecture that nvcc does not know is refused with nvcc's message") {
  if (!has_nvcc()) return;
  Project project;
  project.source("a.cu", kernel_source("a"));
  check_refused(project, 2, {"cannot build for 'sm_10': nvcc fatal", "--list-gpu-code` lists the supported ones"},
                {"--arch", "sm_10"});
}

TEST_CASE("nvcc: a job that takes too long ends with all of its processes", "[slow]") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  // Like nvcc, this program starts others, which must end too.
  const auto slow =
      project.folder().write("slow/bin/nvcc",
                             "#!/bin/sh\ncase \"$1\" in --version) echo release 1.0; exit;; --dryrun) exit;; esac\n"
                             "sleep 600 & echo $! > '" +
                                 (project / "pid").string() + "'\nsleep 600\n");
  fs::permissions(slow, fs::perms(0755));
  // Before it starts nvcc, the job finds the kernels, which takes seconds on a busy machine.
  const auto finished = project.build({"--arch", "sm_90", "--cuda-path", "slow", "--timeout", "20"});
  INFO(finished.err);
  CHECK(finished.exit_code == 5);
  CHECK_THAT(finished.err,
             Catch::Contains("the compile job of module 'a' exceeded its time limit (--timeout) [sm_90]"));
  REQUIRE(fs::exists(project / "pid"));
  const auto process = std::stoi(read(project / "pid"));
  CHECK(wait_until([&] { return !is_running(process); }, std::chrono::seconds(10)));
}
