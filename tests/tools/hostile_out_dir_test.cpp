// A folder of artifacts that came with a checkout: its contents must not cause changes of files elsewhere.
#include <filesystem>
#include <memory>
#include <set>

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

const std::string kArtifacts = "out/k.artifacts/";

std::string manifest_of(const std::vector<std::string>& files) {
  return nlohmann::json{
      {"schema", 1}, {"generator", "rocm-bindgen 0.1.0"}, {"modules", nlohmann::json::array()}, {"files", files}}
      .dump();
}

struct Checkout {
  Checkout() {
    project.source("a.cu", kernel_source("a"));
    project.folder().write("elsewhere/precious", "precious");
    project.folder().write("elsewhere/a.cu", "precious source");
    project.folder().write("elsewhere/more/precious", "precious");
  }

  /// Checks that the build succeeds or fails with a normal error, and that everything else is unchanged.
  Finished check_harmless() const {
    const auto before = tree(project / "elsewhere");
    auto built = project.build();
    INFO(built.err);
    CHECK((built.exit_code == 0 || built.exit_code == 4));
    CHECK(tree(project / "elsewhere") == before);
    return built;
  }

  Project project;
};

}  // namespace

TEST_CASE("hostile out-dir: a manifest that lists files outside causes no removal") {
  const Checkout checkout;
  const auto precious = (checkout.project / "elsewhere/precious").string();
  fs::create_directories(checkout.project / kArtifacts);
  fs::create_directory_symlink("../../elsewhere", checkout.project / kArtifacts / "link");
  fs::create_directory_symlink(checkout.project / "elsewhere", checkout.project / kArtifacts / "absolute");
  checkout.project.folder().write(
      kArtifacts + "manifest.json",
      manifest_of({precious, "../../elsewhere/precious", "hip/../../../elsewhere/precious", "link/precious",
                   "absolute/more/precious", "./link/../link/precious", "//" + precious, "", ".", "..", "link/."}));
  CHECK(checkout.check_harmless().exit_code == 0);
  CHECK(fs::is_symlink(checkout.project / kArtifacts / "link"));
}

TEST_CASE("hostile out-dir: a folder that is a link is not followed for writing") {
  for (const std::string folder : {"hip", "hsaco", ".rocm-bindgen"}) {
    INFO(folder);
    const Checkout checkout;
    fs::create_directories(checkout.project / kArtifacts);
    fs::create_directory_symlink("../../elsewhere", checkout.project / kArtifacts / folder);
    const auto refused = checkout.check_harmless();
    CHECK(refused.exit_code == 4);
    CHECK_THAT(refused.err, Catch::Contains("k.artifacts/" + folder + "' is a link") && Catch::Contains("help: "));
  }
}

TEST_CASE("hostile out-dir: a file that is a link is replaced and its target is unchanged") {
  const Checkout checkout;
  for (const std::string name :
       {"hip/a.cu", "hsaco/a.gfx1100.hsaco", "manifest.json", ".rocm-bindgen/a.hip.record",
        ".rocm-bindgen/a.gfx1100.record", ".rocm-bindgen/build.stamp", ".rocm-bindgen/outputs"}) {
    const auto link_path = checkout.project / kArtifacts / name;
    fs::create_directories(link_path.parent_path());
    // The manifest's link is dangling: an existing target would be another program's file, which is refused with an
    // error.
    fs::create_symlink(checkout.project / "elsewhere" / (name == "manifest.json" ? "none" : "precious"), link_path);
  }
  CHECK(checkout.check_harmless().exit_code == 0);
  for (const auto* name : {"hip/a.cu", "hsaco/a.gfx1100.hsaco", "manifest.json"})
    CHECK(fs::is_regular_file(fs::symlink_status(checkout.project / kArtifacts / name)));
  CHECK_FALSE(fs::exists(checkout.project / "elsewhere/none"));
}

TEST_CASE("hostile out-dir: the file next to the header is not written through a link") {
  const Checkout checkout;
  fs::create_directories(checkout.project / "out");
  fs::create_symlink("../elsewhere/none", checkout.project / "out/k.S");
  const auto built = checkout.project.build({"--embed", "incbin"});
  INFO(built.err);
  CHECK(built.exit_code == 0);
  CHECK_FALSE(fs::exists(checkout.project / "elsewhere/none"));
}

TEST_CASE("hostile out-dir: a journal that names files outside removes nothing there") {
  const Checkout checkout;
  const auto temporary = "elsewhere/precious.tmp-abc123";
  checkout.project.folder().write(temporary, "precious, too");
  checkout.project.folder().write(kArtifacts + "hip/old.cu.tmp-abc123", "left by a build that was killed");
  checkout.project.folder().write("out/k.hpp.tmp-abc123", "left by a build that was killed");
  std::string journal;
  for (const auto& name :
       {(checkout.project / "elsewhere/precious").string(), std::string("elsewhere/precious"),
        (checkout.project / kArtifacts / "../../elsewhere/precious").string(),
        (checkout.project / kArtifacts / "hip/old.cu").string(), (checkout.project / "out/k.hpp").string()})
    journal += name + '\0';
  checkout.project.folder().write(kArtifacts + ".rocm-bindgen/outputs", journal);
  CHECK(checkout.check_harmless().exit_code == 0);
  CHECK(read(checkout.project / temporary) == "precious, too");
  CHECK_FALSE(fs::exists(checkout.project / kArtifacts / "hip/old.cu.tmp-abc123"));
  CHECK_FALSE(fs::exists(checkout.project / "out/k.hpp.tmp-abc123"));
}

TEST_CASE("hostile out-dir: scripts of failed jobs are not written or removed through a link") {
  const Checkout checkout;
  checkout.project.folder().write("elsewhere/a.gfx1100/precious", "precious");
  checkout.project.folder().write("elsewhere/a.gfx1100.sh", "precious");
  fs::create_directories(checkout.project / kArtifacts / ".rocm-bindgen");
  fs::create_directory_symlink("../../../elsewhere", checkout.project / kArtifacts / ".rocm-bindgen/reproducers");
  CHECK(checkout.check_harmless().exit_code == 0);
  checkout.project.source("a.cu", "extern \"C\" __global__ void a(float* out) { out[0] = wrong; }\n");
  const auto before = tree(checkout.project / "elsewhere");
  CHECK(checkout.project.build().exit_code == 1);
  CHECK(tree(checkout.project / "elsewhere") == before);
}

TEST_CASE("hostile out-dir: after simultaneous builds with the same --out-dir, its manifest lists every file") {
  Folder folder;
  constexpr unsigned kBuilds = 4;
  std::vector<std::unique_ptr<Background>> builds;
  for (unsigned i = 0; i < kBuilds; ++i) {
    const auto name = "k" + std::to_string(i);
    folder.write(name + "/" + name + ".cu", kernel_source(name));
    builds.push_back(
        std::make_unique<Background>(std::vector<std::string>{tool(), "build", name, "-o", name + ".hpp", "--out-dir",
                                                              "shared", "--arch", "gfx1100", "-O0", "--no-cache", "-q"},
                                     RunOptions{folder.path(), tool_environment()}));
  }
  for (auto& build : builds) {
    const auto built = build->wait();
    INFO(built.err);
    CHECK(built.exit_code == 0);
  }
  const auto manifest = nlohmann::json::parse(read(folder / "shared/manifest.json"));
  std::set<std::string> listed{"manifest.json"}, present;
  for (const auto& file : manifest.at("files")) listed.insert(file.get<std::string>());
  for (const auto& [name, bytes] : tree(folder / "shared"))
    if (name.find(".rocm-bindgen/") != 0) present.insert(name);
  CHECK(present == listed);
}
