// If several kernels of a source have the same code, it is compiled once; the code object has the names of all of them.
#include <map>
#include <regex>

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

/// A template for three types, two of which are the same.
constexpr char kTwins[] =
    "#include <cuda_runtime.h>\n"
    "typedef float real;\n"
    "template <class T> __device__ void fill(T* p, T x) { p[threadIdx.x] = x; }\n"
    "#define FILL(NAME, T) extern \"C\" __global__ void NAME(T* p, T x) { fill<T>(p, x); }\n"
    "FILL(fill_float, float)\nFILL(fill_double, double)\nFILL(fill_real, real)\n";

std::string object(const Project& project, const std::string& module) {
  return (project / ("out/k.artifacts/hsaco/" + module + ".gfx1100.hsaco")).string();
}

/// The addresses of kernels and their descriptors by name.
std::map<std::string, std::string> addresses(const std::string& object) {
  const auto listed = run({"llvm-readelf-19", "--dyn-syms", "-W", object});
  REQUIRE(listed.exit_code == 0);
  std::map<std::string, std::string> all;
  const std::regex descriptor(".*\\.kd");
  std::istringstream lines(listed.out);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string number, value, size, type, binding, visibility, section, name;
    words >> number >> value >> size >> type >> binding >> visibility >> section >> name;
    if (type == "FUNC" || (type == "OBJECT" && std::regex_match(name, descriptor)))
      all[name] = value + " " + size + " " + type + " " + binding + " " + visibility;
  }
  return all;
}

nlohmann::json kernels(const std::string& object) {
  const auto inspected = run({tool(), "inspect", "--json", object});
  INFO(inspected.err);
  REQUIRE(inspected.exit_code == 0);
  auto objects = nlohmann::json::parse(inspected.out);
  nlohmann::json by_name;
  for (auto& one : objects[0]["kernels"]) {
    const auto name = one["name"].get<std::string>();
    one.erase("name");
    by_name[name] = one;
  }
  return by_name;
}

}  // namespace

TEST_CASE("merge: kernels with the same code share it and keep their names") {
  Project project;
  project.source("twins.cu", kTwins);
  const auto built = project.build();
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  const auto merged = addresses(object(project, "twins"));
  REQUIRE(merged.size() == 6);  // three kernels and their descriptors
  CHECK(merged.at("fill_real") == merged.at("fill_float"));
  CHECK(merged.at("fill_real.kd") == merged.at("fill_float.kd"));
  CHECK(merged.at("fill_double") != merged.at("fill_float"));
  const auto shown = kernels(object(project, "twins"));
  REQUIRE(shown.size() == 3);
  CHECK(shown["fill_real"] == shown["fill_float"]);
  CHECK(shown["fill_double"] != shown["fill_float"]);

  // With flags that ask for it, or with debug information, which distinguishes the kernels, each has its own code.
  for (const auto* flag : {"--no-merge", "-g"}) {
    INFO(flag);
    REQUIRE(project.build({flag}).exit_code == 0);
    const auto all = addresses(object(project, "twins"));
    CHECK(all.size() == 6);
    CHECK(all.at("fill_real") != all.at("fill_float"));
    CHECK(all.at("fill_real.kd") != all.at("fill_float.kd"));
    CHECK(kernels(object(project, "twins"))["fill_real"]["vgprs"] == shown["fill_real"]["vgprs"]);
  }
}

TEST_CASE("merge: a source whose kernels are all different gives the same bytes as without merging") {
  Project project;
  project.source("alone.cu", kernel_source("a") + "extern \"C\" __global__ void b(int* p) { *p = 1; }\n");
  REQUIRE(project.build().exit_code == 0);
  const auto merged = project.outputs();
  fs::remove_all(project / "out");
  REQUIRE(project.build({"--no-merge"}).exit_code == 0);
  CHECK(differences(merged, project.outputs()).empty());
}

TEST_CASE("merge: kernels with the same code share it in a source that is split too") {
  Project project;
  std::string text(kTwins);
  // 12 * 500 statements have more instructions than one back-end job gets (kInstructionsPerGroup in
  // split_by_kernel.cpp). The distance between the numbers that a kernel reads is k % 11 + 1, so k0 and k11 have the
  // same code.
  for (unsigned k = 0; k < 12; ++k) {
    text += "extern \"C\" __global__ void k" + std::to_string(k) + "(float* p, int n) {\n  float x = 0;\n";
    for (unsigned i = 0; i < 500; ++i) text += "  x += p[n + " + std::to_string(i * (k % 11 + 1)) + "];\n";
    text += "  p[n] = x;\n}\n";
  }
  project.source("large.cu", text);
  const auto built = project.build({"-O1"});
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  unsigned parts = 0;
  const auto statistics = project.statistics();
  for (const auto& job : statistics["jobs"])
    if (job["stage"] == "compile") parts = job["parts"];
  CHECK(parts >= 2);
  const auto merged = addresses(object(project, "large"));
  CHECK(merged.size() == 30);  // 12 + 3 kernels and their descriptors
  CHECK(merged.at("k11") == merged.at("k0"));
  CHECK(merged.at("k11") != merged.at("k1"));
  CHECK(merged.at("fill_real.kd") == merged.at("fill_float.kd"));
  CHECK(kernels(object(project, "large")).size() == 15);
}

TEST_CASE("merge: kernels that number their format strings are not merged") {
  Project project;
  project.source("says.cu",
                 "#include <cstdio>\n"
                 "extern \"C\" __device__ __attribute__((used)) void* __printf_alloc(unsigned) { return nullptr; }\n"
                 "__device__ void say(int x) { printf(\"x = %d\\n\", x); }\n"
                 "extern \"C\" __global__ void says(int x) { say(x); }\n"
                 "extern \"C\" __global__ void says_too(int x) { say(x); }\n");
  const auto built = project.build({"-mprintf-kind=buffered"});
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  const auto all = addresses(object(project, "says"));
  CHECK(all.at("says") != all.at("says_too"));
  CHECK(kernels(object(project, "says")).size() == 2);
  CHECK_THAT(run({"llvm-readelf-19", "--notes", object(project, "says")}).out, Catch::Contains("x = %d"));
}
