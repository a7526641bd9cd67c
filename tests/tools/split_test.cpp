#include <filesystem>

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

/// Kernels whose text is long enough for several back-end jobs, and which share variables of every kind.
std::string large_source(unsigned kernels, const std::string& extra = {}) {
  std::string text =
      "__device__ int counter = 5;\nstatic __device__ int hidden_counter = 6;\n__constant__ float scale = 2;\n"
      "static __constant__ int table[4] = {1, 2, 3, 4};\n"
      "template <class T> __device__ T once = 3;\n"
      "__device__ __noinline__ int shared(int x) { static __device__ int calls; return atomicAdd(&calls, x); }\n" +
      extra;
  for (unsigned k = 0; k < kernels; ++k) {
    const auto name = "k" + std::to_string(k);
    text += "extern \"C\" __global__ void " + name +
            "(float* p, int n) {\n"
            "  __shared__ float tile[64];\n  tile[threadIdx.x % 64] = p[n];\n  __syncthreads();\n"
            "  float x = scale + counter + hidden_counter + table[n & 3] + once<int> + shared(n);\n";
    for (unsigned i = 0; i < 250; ++i)
      text += "  x += p[n + " + std::to_string(i * 7) + "] * tile[(n + " + std::to_string(i) + ") % 64];\n";
    text += "  p[n] = x;\n  atomicAdd(&counter, 1); hidden_counter += n;\n}\n";
  }
  return text;
}

/// The number of back-end jobs for a module; 0 if it was not split.
unsigned parts(const Project& project, const std::string& module) {
  const auto statistics = project.statistics();
  for (const auto& job : statistics["jobs"])
    if (job["stage"] == "compile" && job["module"] == module) return job["parts"];
  return 0;
}

}  // namespace

TEST_CASE("split: a large source is several jobs and has the same bytes for any number of concurrent jobs", "[slow]") {
  Project project;
  project.compiles_anew = true;
  project.source("large.cu", large_source(12));
  project.source("small.cu", kernel_source("small"));
  std::map<std::string, std::string> first;
  for (const std::vector<std::string>& flags : {std::vector<std::string>{"-O1", "-j1"},
                                                {"-O1", "-j2"},
                                                {"-O1", "-j8"},
                                                {"-O1", "--no-pch"},
                                                {"-O1", "--max-memory", "4GB"}}) {
    fs::remove_all(project / "out");
    const auto built = project.build(flags);
    INFO(flags.front() << "\n" << built.err);
    REQUIRE(built.exit_code == 0);
    CHECK(parts(project, "large") >= 2);
    CHECK(parts(project, "small") == 0);
    CHECK(project.compiled() == std::vector<std::string>{"large gfx1100", "small gfx1100"});
    if (first.empty()) first = project.outputs();
    CHECK(differences(first, project.outputs()).empty());
  }
}

TEST_CASE("split: kernels and variables are those of the unsplit module", "[slow]") {
  Project project;
  project.compiles_anew = true;
  project.source("large.cu", large_source(12));
  const auto symbols = [&](const std::vector<std::string>& flags) {
    fs::remove_all(project / "out");
    const auto built = project.build(flags);
    INFO(built.err);
    REQUIRE(built.exit_code == 0);
    const auto listed =
        run({"llvm-readelf-19", "--dyn-syms", "-W", (project / "out/k.artifacts/hsaco/large.gfx1100.hsaco").string()});
    REQUIRE(listed.exit_code == 0);
    // Size, type, binding, visibility and name are compared; address and index are chosen by the linker.
    std::vector<std::string> lines;
    std::istringstream stream(listed.out);
    for (std::string line; std::getline(stream, line);) {
      std::istringstream words(line);
      std::string number, value, size, type, binding, visibility, section, name;
      words >> number >> value >> size >> type >> binding >> visibility >> section >> name;
      if (type == "OBJECT") lines.push_back(size + " " + type + " " + binding + " " + visibility + " " + name);
      if (type == "FUNC") lines.push_back(type + " " + binding + " " + visibility + " " + name);
    }
    std::sort(lines.begin(), lines.end());
    return lines;
  };
  const auto without_split = symbols({"-O1", "--no-split"});
  CHECK(parts(project, "large") == 0);
  CHECK(without_split.size() >= 2 * 12 + 2);  // 12 kernels and their descriptors, and the variables
  CHECK(symbols({"-O1"}) == without_split);
  CHECK(parts(project, "large") >= 2);
}

TEST_CASE("split: warnings and errors of the back end are those of the unsplit module at the same place", "[slow]") {
  Project project;
  project.compiles_anew = true;
  const std::string unroll =
      "__device__ int spin(int* p) { int s = 0;\n#pragma unroll\n  while (*(volatile int*)p) ++s;\n  return s; }\n"
      "extern \"C\" __global__ void spins(int* p) { *p = spin(p); }\n";
  project.source("large.cu", large_source(12, unroll));
  const auto without_split = project.build({"-O1", "--no-split", "-q"});
  REQUIRE(without_split.exit_code == 0);
  REQUIRE_THAT(without_split.err, Catch::Contains("warning: loop not unrolled"));
  fs::remove_all(project / "out");
  const auto split = project.build({"-O1", "-q"});
  CHECK(parts(project, "large") >= 2);
  CHECK(split.err == without_split.err);

  // If the source disables the warnings, there are none.
  project.source("large.cu", large_source(12,
                                          "#pragma clang diagnostic push\n"
                                          "#pragma clang diagnostic ignored \"-Wpass-failed\"\n" +
                                              unroll + "#pragma clang diagnostic pop\n"));
  fs::remove_all(project / "out");
  const auto silent = project.build({"-O1", "-q"});
  CHECK(parts(project, "large") >= 2);
  CHECK(silent.err.empty());
  project.source("large.cu", large_source(12, "extern \"C\" __global__ void wrong() { asm(\"v_wrong 1\"); }\n"));
  // Six lines of large_source() come before the extra kernel.
  const auto refused = check_refused(project, 1, {"error: invalid instruction", "src/large.cu:7:"}, {"-O1", "-q"});
  CHECK(refused.err == check_refused(project, 1, {"error: invalid instruction"}, {"-O1", "-q", "--no-split"}).err);
}

TEST_CASE("split: other machines and emit can use the code object of a source that was split", "[slow]") {
  Project project;
  project.source("large.cu", large_source(12));
  const auto build = [&](const std::string& cache) {
    fs::remove_all(project / "out");
    const auto built = project.build({"-O1", "--remote-cache", "file://" + (project / "shared").string(), "--cache-dir",
                                      (project / cache).string()});
    INFO(built.err);
    REQUIRE(built.exit_code == 0);
    CHECK(built.err.find("warning") == std::string::npos);
    return project.statistics();
  };
  CHECK(build("one")["compiled"] == 1);
  CHECK(parts(project, "large") >= 2);
  const auto outputs = project.outputs();
  const auto other = build("two");
  CHECK(other["compiled"] == 0);
  CHECK(other["remote_hits"] == 1);
  CHECK(differences(outputs, project.outputs()).empty());

  const auto compiled = rocm_bindgen({"compile", (project / "src/large.cu").string(), "-o", "large.rbo", "-O1",
                                      "--arch", "gfx1100", "--no-cache", "-j2"},
                                     {project.path(), {}});
  INFO(compiled.err);
  REQUIRE(compiled.exit_code == 0);
  const auto emitted = rocm_bindgen({"emit", "large.rbo", "-o", "emitted.hpp"}, {project.path(), {}});
  INFO(emitted.err);
  CHECK(emitted.exit_code == 0);
}
