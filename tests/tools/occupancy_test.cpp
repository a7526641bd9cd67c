#include <sstream>

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/project.hpp"
#include "support/tool.hpp"

using namespace test;

namespace {

/// OpenCL kernels that use the registers up to the one in their names, and no other resource. The numbers are on both
/// sides of those at which one wave fewer fits.
std::string kernels_source() {
  std::string source;
  for (const auto* last : {"v0", "v23", "v24", "v39", "v63", "v64", "v95", "v96", "v127", "v199", "v254", "s85", "s95"})
    source += std::string("__kernel void uses_") + last + "(__global int* p) { __asm__ volatile(\"\" ::: \"" + last +
              "\"); *p = 1; }\n";
  return source;
}

void compile(const Folder& folder, std::vector<std::string> words) {
  words.insert(words.begin(), {"clang-19", "-x", "cl", "--target=amdgcn-amd-amdhsa", "-nogpulib", "-O1", "k.cl"});
  RunOptions options;
  options.folder = folder.path();
  const auto finished = run(words, options);
  INFO(finished.err);
  REQUIRE(finished.exit_code == 0);
}

/// The waves per SIMD that LLVM writes into its assembly, in the order of the kernels.
std::vector<unsigned> by_llvm(const std::string& assembly) {
  std::vector<unsigned> waves;
  std::istringstream lines(assembly);
  const std::string mark = "; Occupancy: ";
  for (std::string line; std::getline(lines, line);)
    if (line.rfind(mark, 0) == 0) waves.push_back(static_cast<unsigned>(std::stoul(line.substr(mark.size()))));
  return waves;
}

}  // namespace

TEST_CASE("inspect: waves per SIMD are those that LLVM computes") {
  Folder folder;
  folder.write("k.cl", kernels_source());
  for (const std::vector<std::string>& target :
       std::vector<std::vector<std::string>>{{"-mcpu=gfx906"},
                                             {"-mcpu=gfx90a"},
                                             {"-mcpu=gfx942"},
                                             {"-mcpu=gfx1010"},
                                             {"-mcpu=gfx1030"},
                                             {"-mcpu=gfx1100"},
                                             {"-mcpu=gfx1102"},
                                             {"-mcpu=gfx1151"},
                                             {"-mcpu=gfx1200"},
                                             {"-mcpu=gfx1030", "-mwavefrontsize64"},
                                             {"-mcpu=gfx1100", "-mwavefrontsize64"}}) {
    INFO(target.front());
    auto words = target;
    words.insert(words.end(), {"-S", "-o", "k.s"});
    compile(folder, words);
    words = target;
    words.insert(words.end(), {"-o", "k.hsaco"});
    compile(folder, words);
    const auto expected = by_llvm(read(folder / "k.s"));
    REQUIRE(expected.size() == 13);  // the kernels of kernels_source()
    const auto inspected = rocm_bindgen({"inspect", "--json", (folder / "k.hsaco").string()});
    REQUIRE(inspected.exit_code == 0);
    const auto kernels = nlohmann::json::parse(inspected.out).at(0).at("kernels");
    REQUIRE(kernels.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      INFO(kernels[i]["name"]);
      CHECK(kernels[i]["waves_per_simd"] == expected[i]);
    }
  }
}

TEST_CASE("inspect --diff: lists the changes between two code objects and a worse kernel gives exit code 1") {
  Folder folder;
  for (const auto* last : {"v63", "v64"}) {
    folder.write("k.cl", std::string("__kernel void k(__global int* p) { __asm__ volatile(\"\" ::: \"") + last +
                             "\"); *p = 1; }\n__kernel void same(__global int* p) { *p = 1; }\n");
    compile(folder, {"-mcpu=gfx1030", "-o", std::string(last) + ".hsaco"});
  }
  const auto diff = [&](const std::string& a, const std::string& b, std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"inspect", "--diff", (folder / a).string(), (folder / b).string()});
    return rocm_bindgen(more);
  };
  // gfx1030 has 1024 VGPRs per lane, allocated in granules of 16, and at most 16 waves: 1024 / 64 = 16, and 65 VGPRs
  // take 80: 1024 / 80 = 12.
  const auto worse = diff("v63.hsaco", "v64.hsaco");
  CHECK(worse.exit_code == 1);
  CHECK_THAT(worse.out, Catch::StartsWith("worse    k gfx1030: VGPR 64 -> 65, ") &&
                            Catch::Contains("waves per SIMD 16 -> 12\n") && !Catch::Contains("same"));
  CHECK(diff("v64.hsaco", "v63.hsaco").exit_code == 0);
  CHECK(diff("v64.hsaco", "v64.hsaco").out.empty());
  const auto json = nlohmann::json::parse(diff("v63.hsaco", "v64.hsaco", {"--json"}).out);
  REQUIRE(json.size() == 1);
  CHECK(json[0]["kernel"] == "k");
  CHECK(json[0]["worse"] == true);
  CHECK(json[0]["before"]["vgprs"] == 64);
  CHECK(json[0]["after"]["waves_per_simd"] == 12);
  CHECK(rocm_bindgen({"inspect", "--diff", (folder / "v63.hsaco").string()}).exit_code == 2);
}

TEST_CASE("inspect --diff: modules whose names have dots are distinguished") {
  Project project;
  const auto source = [&](const std::string& name, bool wide) {
    project.source(name, std::string("extern \"C\" __global__ void init(int* p) { asm volatile(\"\" ::: \"") +
                             (wide ? "v200" : "v20") + "\"); *p = 1; }\n");
  };
  source("attn.bwd.cu", false);
  source("attn.fwd.cu", false);
  REQUIRE(project.build({"-o", "before/k.hpp"}).exit_code == 0);
  source("attn.bwd.cu", true);
  REQUIRE(project.build({"-o", "after/k.hpp"}).exit_code == 0);
  const auto diff = rocm_bindgen({"inspect", "--diff", (project / "before/k.artifacts/manifest.json").string(),
                                  (project / "after/k.artifacts/manifest.json").string()});
  CHECK(diff.exit_code == 1);
  CHECK_THAT(diff.out, Catch::StartsWith("worse   attn.bwd init gfx1100: "));
}
