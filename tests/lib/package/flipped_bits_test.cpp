// Every bit of a package is protected: by a hash, by a comparison with the rewritten archive, or by a report that the
// frame differs.
#include <filesystem>
#include <functional>

#include <nlohmann/json.hpp>

#include "package/archive.hpp"
#include "package/package.hpp"
#include "package/spdx.hpp"
#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/hash.hpp"

using namespace rocm_bindgen::build;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const std::string kBillPath = "k-1.2/sbom.spdx.json";

/// A build of one source, whose files were not made by a compiler.
struct Build {
  Build() {
    const std::string image = "no code";
    const json object{{"target", "gfx1100"},
                      {"file", "hsaco/a.gfx1100.hsaco"},
                      {"bytes", image.size()},
                      {"blake3_128", content_hash(image)}};
    const json manifest{{"schema", 1},
                        {"generator", "rocm-bindgen 0.1.0"},
                        {"modules", {{{"source", "a.cu"}, {"code_objects", {object}}}}},
                        {"files", {"hip/a.cu", "hsaco/a.gfx1100.hsaco"}}};
    folder.write("k.artifacts/manifest.json", manifest.dump());
    folder.write("k.artifacts/hip/a.cu", "__global__ void a() {}\n");
    folder.write("k.artifacts/hsaco/a.gfx1100.hsaco", image);
    folder.write("k.hpp", "#pragma once\n");
  }
  Expected<Package> pack() const {
    // The last member is the creation time in seconds: 1970-01-02.
    return make_package({folder / "k.hpp", folder / "k.artifacts", {}, "MIT OR Apache-2.0", "k", "1.2", "86400"});
  }
  test::Folder folder;
};

std::string with_bit_flipped(std::string bytes, std::size_t bit) {
  bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << (bit % 8)));
  return bytes;
}

}  // namespace

TEST_CASE("flipped bits: flips in the bill of materials and in the archive are noticed") {
  const auto package = Build().pack().value().bytes;
  const auto archive = unpack_frame(package).value();
  const auto files = read_archive(archive).value();
  const auto bill = files.at(kBillPath);
  // Each step is odd, so that every bit of a byte is flipped at some position.
  for (std::size_t bit = 0; bit < bill.size() * 8; bit += 61) {
    auto altered = files;
    altered[kBillPath] = with_bit_flipped(bill, bit);
    const auto verified = verify_package(pack_frame(write_archive(altered).value()));
    INFO("bit " << bit % 8 << " of byte " << bit / 8);
    if (verified) FAIL("accepted");
  }
  // Headers and padding are covered as well; the first header is tested more densely.
  for (std::size_t bit = 0; bit < archive.size() * 8; bit += bit < 512 * 8 ? 13 : 401) {
    const auto verified = verify_package(pack_frame(with_bit_flipped(archive, bit)));
    INFO("bit " << bit % 8 << " of byte " << bit / 8);
    if (verified) FAIL("accepted");
  }
}

TEST_CASE("flipped bits: each bit of the package is covered or changes only the compression, which is reported") {
  const auto package = Build().pack().value().bytes;
  const auto intact = verify_package(package);
  REQUIRE(intact);
  CHECK(intact->is_own_frame);
  std::size_t accepted = 0;
  for (std::size_t bit = 0; bit < package.size() * 8; ++bit) {
    const auto verified = verify_package(with_bit_flipped(package, bit));
    if (!verified) continue;
    INFO("bit " << bit % 8 << " of byte " << bit / 8);
    ++accepted;
    CHECK_FALSE(verified->is_own_frame);
    CHECK(verified->content_hash == intact->content_hash);
    CHECK(verified->sha256 != intact->sha256);
  }
  // zstd ignores a few bits; 64 is a generous bound.
  CHECK(accepted < 64);
}

TEST_CASE("flipped bits: a bill of materials with any other text is refused, even an equivalent one") {
  const auto files = read_archive(unpack_frame(Build().pack().value().bytes).value()).value();
  const auto refused = [&](const std::string& text) {
    auto altered = files;
    altered[kBillPath] = text;
    const auto verified = verify_package(pack_frame(write_archive(altered).value()));
    REQUIRE_FALSE(verified);
    CHECK_THAT(verified.error().diagnostics.front().text, Catch::Contains("sbom.spdx.json differs from what"));
  };
  const auto bill = nlohmann::ordered_json::parse(files.at(kBillPath));
  refused(bill.dump());   // on one line
  refused(bill.dump(2));  // without the final newline
  refused(files.at(kBillPath) + " ");
  const auto changed = [&](const std::function<void(nlohmann::ordered_json&)>& change) {
    auto other = bill;
    change(other);
    refused(other.dump(2) + "\n");
  };
  changed([](auto& other) { other["creationInfo"]["created"] = "2000-01-02T00:00:00Z"; });
  changed([](auto& other) { other["packages"][0]["licenseDeclared"] = "GPL-3.0-only"; });
  changed([](auto& other) { other["packages"][1]["versionInfo"] = "9.9"; });
  changed([](auto& other) { other["annotation"] = "more"; });
  changed([](auto& other) { other["files"][0]["licenseConcluded"] = "MIT"; });
  changed([](auto& other) { other["relationships"].erase(0); });
}

TEST_CASE("package: links inside the artifacts folder are refused and links to it are followed") {
  const test::Folder outside;
  outside.write("secret", "no code");
  outside.write("hsaco/a.gfx1100.hsaco", "no code");
  const auto refused = [](const Build& build, const std::string& name) {
    const auto packed = build.pack();
    REQUIRE_FALSE(packed);
    CHECK(packed.error().code() == ExitCode::source_error);
    CHECK_THAT(packed.error().diagnostics.front().text,
               Catch::Contains(name + "' is a link: a package must not contain files"));
  };
  {
    const Build build;
    fs::remove(build.folder / "k.artifacts/hip/a.cu");
    fs::create_symlink(outside / "secret", build.folder / "k.artifacts/hip/a.cu");
    refused(build, "k.artifacts/hip/a.cu");
  }
  {
    const Build build;
    fs::remove_all(build.folder / "k.artifacts/hsaco");
    fs::create_symlink(outside / "hsaco", build.folder / "k.artifacts/hsaco");
    refused(build, "k.artifacts/hsaco");
  }
  {
    const Build build;
    fs::rename(build.folder / "k.artifacts/manifest.json", build.folder / "manifest.json");
    fs::create_symlink("../manifest.json", build.folder / "k.artifacts/manifest.json");
    refused(build, "k.artifacts/manifest.json");
  }
  {
    // Links in paths that the user names are followed.
    const Build build;
    fs::rename(build.folder / "k.hpp", build.folder / "real.hpp");
    fs::create_symlink("real.hpp", build.folder / "k.hpp");
    fs::rename(build.folder / "k.artifacts", build.folder / "real");
    fs::create_symlink("real", build.folder / "k.artifacts");
    CHECK(build.pack());
  }
}
