#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/tool.hpp"

using namespace test;

namespace {

/// A build for gfx1100, and its manifest.
struct Built {
  Finished finished;
  nlohmann::json module;
};

Built build(const Folder& folder, std::vector<std::string> more = {}) {
  more.insert(more.begin(), {"build", "a.cu", "-o", "k.hpp", "--arch", "gfx1100"});
  Built built{rocm_bindgen(more, {folder.path(), {}}), {}};
  INFO(built.finished.err);
  REQUIRE(built.finished.exit_code == 0);
  built.module = nlohmann::json::parse(read(folder / "k.artifacts/manifest.json"))["modules"][0];
  return built;
}

std::vector<std::string> names(const nlohmann::json& kernels) {
  std::vector<std::string> all;
  for (const auto& kernel : kernels) all.push_back(kernel["name"]);
  return all;
}

}  // namespace

TEST_CASE("build --cuda-arch-compat: auto skips a value that does not compile, reports it and keeps no trial files") {
  Folder folder;
  folder.write("a.cu",
               "#if __CUDA_ARCH__ >= 900\n#error only on Hopper\n#endif\n"
               "extern \"C\" __global__ void k(int* p) { *p = __CUDA_ARCH__; }\n");
  const auto built = build(folder);
  CHECK(built.module["code_objects"][0]["cuda_arch"] == 800);
  CHECK_THAT(built.finished.err,
             Catch::Contains(
                 "a.cu: note: __CUDA_ARCH__ is 800: the source does not compile with 900 (a.cu:2: only on Hopper)"));
  CHECK_THAT(built.finished.err, Catch::Contains("--cuda-arch-compat=N selects another value"));
  // The names of trial files contain the value that is tried.
  for (const auto& [name, text] : tree(folder.path())) CHECK_THAT(name, !Catch::Contains(".800"));
}

TEST_CASE("build --cuda-arch-compat: auto takes the highest of equally good values and N is used unchanged", "[slow]") {
  Folder folder;
  folder.write("a.cu",
               "#if __CUDA_ARCH__ >= 900\nextern \"C\" __global__ void newer(int* p) { *p = 1; }\n"
               "#else\nextern \"C\" __global__ void older(int* p) { *p = 2; }\n#endif\n");
  const auto chosen = build(folder);
  CHECK(chosen.module["code_objects"][0]["cuda_arch"] == 900);
  CHECK(names(chosen.module["kernels"]) == std::vector<std::string>{"newer"});
  CHECK(names(chosen.module["lost_kernels"]) == std::vector<std::string>{"older"});
  CHECK_THAT(chosen.finished.err, !Catch::Contains("__CUDA_ARCH__ is"));

  const auto fixed = build(folder, {"--cuda-arch-compat=700"});
  CHECK(fixed.module["code_objects"][0]["cuda_arch"] == 700);
  CHECK(names(fixed.module["kernels"]) == std::vector<std::string>{"older"});
  CHECK(names(fixed.module["lost_kernels"]) == std::vector<std::string>{"newer"});
}

TEST_CASE("hipify: the device header names the __CUDA_ARCH__ with the fewest NVIDIA-only places") {
  const auto header_of = [](const std::string& text) {
    Folder folder;
    folder.write("a.cu", text);
    const auto finished = rocm_bindgen({"hipify", "a.cu"}, {folder.path(), {}});
    CHECK(finished.exit_code == 0);
    const auto begin = finished.out.find("<rocm_bindgen_compat/");
    return finished.out.substr(begin, finished.out.find('\n', begin) - begin);
  };
  const std::string wgmma = "asm volatile(\"wgmma.fence.sync.aligned;\");\n";
  const auto guarded = [&](const std::string& condition) {
    return "__global__ void k(int* p) {\n#if " + condition + "\n" + wgmma + "#else\n*p = 1;\n#endif\n}\n";
  };
  CHECK(header_of(guarded("__CUDA_ARCH__ >= 900")) == "<rocm_bindgen_compat/device_cc80.hpp>");
  CHECK(header_of(guarded("__CUDA_ARCH__ >= 800")) == "<rocm_bindgen_compat/device_cc70.hpp>");
  CHECK(header_of(guarded("defined(__CUDA_ARCH__)")) == "<rocm_bindgen_compat/device_cc0.hpp>");
  CHECK(header_of(guarded("__CUDA_ARCH__ < 900")) == "<rocm_bindgen_compat/device.hpp>");
  CHECK(header_of("__global__ void k() {" + wgmma + "}\n") == "<rocm_bindgen_compat/device.hpp>");
}

TEST_CASE("build: assumptions about warps are reported only if waves have 64 lanes") {
  Folder folder;
  folder.write("a.cu", "__global__ void k(int* p) { p[threadIdx.x % 32] = 1; }\n");
  const auto messages_for = [&](const std::string& arch) {
    const auto built = rocm_bindgen({"build", "a.cu", "-o", "k.hpp", "--arch", arch}, {folder.path(), {}});
    CHECK(built.exit_code == 0);
    return built.err;
  };
  CHECK_THAT(messages_for("gfx1100"), !Catch::Contains("this code assumes a warp of 32 lanes"));
  CHECK_THAT(messages_for("gfx1100,gfx90a"),
             Catch::Contains("a.cu:1:43: warning: this code assumes a warp of 32 lanes"));
}
