// --bundle: clang's container for code objects, as clang's own bundler and the tool read it.
#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;

namespace {

const std::string kBundler = "clang-offload-bundler-19";
const std::string kDevice = "hipv4-amdgcn-amd-amdhsa--";

/// The 64-bit number (little endian) that begins at byte `at`, in decimal.
std::string number(const std::string& bytes, std::size_t at) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < sizeof value; ++i)
    value |= std::uint64_t(static_cast<unsigned char>(bytes.at(at + i))) << 8 * i;
  return std::to_string(value);
}

}  // namespace

TEST_CASE("build --bundle: clang's bundler lists the targets and extracts the same code objects") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  const std::vector<std::string> targets{"gfx1100", "gfx90a:xnack-", "gfx90a:xnack+", "gfx11-generic"};
  const std::vector<std::string> words{"--arch", "gfx1100,gfx90a:xnack-,gfx90a:xnack+,gfx11-generic", "-O0"};
  auto bundling = words;
  bundling.push_back("--bundle");
  REQUIRE(project.build(bundling).exit_code == 0);
  const auto bundle = (project / "out/k.artifacts/bundle/a.hipfb").string();
  const auto listed = run({kBundler, "--type=o", "--list", "--input=" + bundle});
  INFO(listed.err);
  REQUIRE(listed.exit_code == 0);
  for (const auto& target : targets) {
    INFO(target);
    CHECK_THAT(listed.out, Catch::Contains(kDevice + target + "\n"));
    const auto image = (project / "image").string();
    REQUIRE(run({kBundler, "--type=o", "--unbundle", "--input=" + bundle, "--output=" + image,
                 "--targets=" + kDevice + target})
                .exit_code == 0);
    CHECK((read(image) == read(project / ("out/k.artifacts/hsaco/a." + target + ".hsaco"))));
  }
  // A build without --bundle removes the bundles and compiles nothing.
  REQUIRE(project.build(words).exit_code == 0);
  CHECK(project.statistics()["compiled"] == 0);
  CHECK(project.outputs().count("k.artifacts/bundle/a.hipfb") == 0);
}

TEST_CASE("build --bundle: entries are like hipcc's with an empty host entry first and each code object page-aligned") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  REQUIRE(project.build({"--arch", "gfx1100,gfx90a", "-O0", "--bundle"}).exit_code == 0);
  const auto bytes = read(project / "out/k.artifacts/bundle/a.hipfb");
  REQUIRE(bytes.rfind("__CLANG_OFFLOAD_BUNDLE__", 0) == 0);
  // The number of entries (8 bytes) follows the magic text of 24 bytes. An entry has the offset and the size of its
  // code object and the length of its ID (8 bytes each), and the ID.
  CHECK(number(bytes, 24) == "3");
  std::size_t at = 32;
  for (const auto& id : {std::string("host-x86_64-unknown-linux--"), kDevice + "gfx1100", kDevice + "gfx90a"}) {
    INFO(id);
    CHECK(std::stoul(number(bytes, at)) % 4096 == 0);
    CHECK((number(bytes, at + 8) == "0") == (id.rfind("host", 0) == 0));
    REQUIRE(number(bytes, at + 16) == std::to_string(id.size()));
    CHECK(bytes.substr(at + 24, id.size()) == id);
    at += 24 + id.size();
  }
}

TEST_CASE("inspect: a bundle is shown as the code objects in it") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  REQUIRE(project.build({"--arch", "gfx1100,gfx90a:xnack+", "-O0", "--bundle"}).exit_code == 0);
  const auto inspect = [&](const std::string& file) {
    const auto finished = rocm_bindgen({"inspect", "--json", file}, {project.path(), {}});
    INFO(finished.err);
    REQUIRE(finished.exit_code == 0);
    auto objects = nlohmann::json::parse(finished.out);
    for (auto& object : objects) object.erase("file");
    return objects;
  };
  const std::string bundle = "out/k.artifacts/bundle/a.hipfb";
  const auto objects = inspect(bundle);
  CHECK(objects.size() == 2);
  CHECK(objects == inspect("out/k.artifacts/manifest.json"));
  const auto table = rocm_bindgen({"inspect", bundle}, {project.path(), {}});
  CHECK_THAT(table.out, Catch::StartsWith(bundle + " (gfx1100): gfx1100, code object version 5, 1 kernels\n") &&
                            Catch::Contains(bundle + " (gfx90a:xnack+): gfx90a:xnack+, "));

  const auto bytes = read(project / bundle);
  // Bundles that end in the head (32 bytes), in an entry (from byte 32 on), and in the first code object (from byte
  // 4096 on).
  for (const std::size_t length : {24, 31, 32, 55, 60, 100, 130, 5000}) {
    const auto truncated = project.folder().write("cut.hipfb", bytes.substr(0, length));
    const auto finished = rocm_bindgen({"inspect", truncated.string()});
    INFO(length << " bytes: " << finished.err);
    CHECK(finished.exit_code == 1);
    CHECK_THAT(finished.err, Catch::Contains("cut.hipfb: error: not a valid AMDGPU code object: ") &&
                                 Catch::Contains("offload bundle"));
  }
}
