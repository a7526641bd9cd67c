// Tests verify_package() on altered packages, with or without a matching bill of materials.
#include "package/package.hpp"

#include <functional>

#include <nlohmann/json.hpp>

#include "lib/package/made_archive.hpp"
#include "package/archive.hpp"
#include "package/digest.hpp"
#include "package/spdx.hpp"
#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/hash.hpp"

using namespace rocm_bindgen::build;
using nlohmann::json;

namespace {

const std::string kFolder = "k-1.2/", kBill = kFolder + "sbom.spdx.json", kManifest = kFolder + "manifest.json";
const std::string kSource = kFolder + "hip/scale.cu", kObject = kFolder + "hsaco/scale.gfx1100.hsaco";

/// A package of a build whose files were not made by a compiler: only their bytes matter here.
std::string made_package() {
  const test::Folder build;
  const std::string image(
      "\x7f"
      "ELF, or nearly\0\x01\xff",
      18);
  const json object{{"target", "gfx1100"},
                    {"file", "hsaco/scale.gfx1100.hsaco"},
                    {"bytes", image.size()},
                    {"blake3_128", content_hash(image)}};
  const json manifest{{"schema", 1},
                      {"generator", "rocm-bindgen 0.1.0"},
                      {"modules", {{{"source", "scale.cu"}, {"code_objects", {object}}}}},
                      {"files", {"hip/scale.cu", "hsaco/scale.gfx1100.hsaco"}}};
  build.write("k.artifacts/manifest.json", manifest.dump());
  build.write("k.artifacts/hip/scale.cu", "__global__ void scale() {}\n");
  build.write("k.artifacts/hsaco/scale.gfx1100.hsaco", image);
  build.write("k.hpp", "#pragma once\n");
  build.write("LICENSE", "Do as you like.\n");
  const auto package =
      make_package({build / "k.hpp", build / "k.artifacts", {build / "LICENSE"}, "Apache-2.0", "k", "1.2", ""});
  REQUIRE(package);
  return package->bytes;
}

ArchiveFiles unpacked(const std::string& package) {
  return read_archive(unpack_frame(package).value()).value();
}

std::string packed(const ArchiveFiles& files) {
  return pack_frame(write_archive(files).value());
}

/// The reason why a package is refused; empty if it is not.
std::string package_refusal(const std::string& package) {
  const auto summary = verify_package(package);
  if (summary) return "";
  CHECK(summary.error().code() == ExitCode::source_error);
  return render(summary.error().diagnostics.front());
}

/// Writes a bill of materials that matches the files, whatever they are.
void renew_bill(ArchiveFiles& files) {
  files.erase(kBill);
  ArchiveFiles below;
  for (const auto& [path, bytes] : files) below.emplace(path.substr(kFolder.size()), bytes);
  files[kBill] = emit_spdx(below, {"k", "1.2", "", "1970-01-01T00:00:00Z", {}});
}

/// Checks that the package is refused with this message after `change` is applied to the bill of materials.
void check_bill_refused(const std::function<void(json&)>& change, const std::string& message) {
  auto files = unpacked(made_package());
  auto bill = json::parse(files.at(kBill));
  change(bill);
  files[kBill] = bill.dump();
  INFO(message);
  CHECK_THAT(package_refusal(packed(files)), Catch::Contains(message));
}

/// Does the same for the manifest; the bill of materials matches it.
void check_manifest_refused(const std::function<void(json&)>& change, const std::string& message) {
  auto files = unpacked(made_package());
  auto manifest = json::parse(files.at(kManifest));
  change(manifest);
  files[kManifest] = manifest.dump();
  renew_bill(files);
  INFO(message);
  CHECK_THAT(package_refusal(packed(files)), Catch::Contains(message));
}

}  // namespace

TEST_CASE("package: an unchanged package is accepted, also when it is packed again") {
  const auto package = made_package();
  const auto summary = verify_package(package);
  REQUIRE(summary);
  CHECK(summary->folder == "k-1.2");
  CHECK(summary->files == 6);  // manifest, source, code object, header, licence, bill of materials
  auto files = unpacked(package);
  CHECK(packed(files) == package);
  renew_bill(files);
  CHECK(package_refusal(packed(files)).empty());
}

TEST_CASE("package: a package truncated at any byte before or after compression is refused") {
  const auto package = made_package();
  for (std::size_t length = 0; length < package.size(); ++length) {
    INFO(length << " bytes");
    CHECK(!package_refusal(std::string(package, 0, length)).empty());
  }
  const auto archive = unpack_frame(package).value();
  for (std::size_t length = 0; length < archive.size(); length += 64) {
    INFO(length << " bytes of the archive");
    CHECK(!package_refusal(pack_frame(std::string_view(archive).substr(0, length))).empty());
  }
}

TEST_CASE("package: an altered byte is noticed or leaves the content unchanged") {
  const auto package = made_package();
  const auto content = verify_package(package).value().content_hash;
  for (std::size_t at = 0; at < package.size(); ++at) {
    INFO("byte " << at);
    auto damaged = package;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    const auto summary = verify_package(damaged);
    if (summary)
      CHECK(summary->content_hash == content);
    else
      CHECK(summary.error().code() == ExitCode::source_error);
  }
}

TEST_CASE("package: a file that is altered, longer, removed, renamed or added is refused") {
  const auto files = unpacked(made_package());
  for (const auto& [path, bytes] : files) {
    if (path == kBill) continue;
    INFO(path);
    const auto name = "'" + path.substr(kFolder.size()) + "'";
    for (std::size_t at = 0; at < bytes.size(); at += 1 + bytes.size() / 8) {
      auto altered = files;
      altered[path][at] = static_cast<char>(bytes[at] ^ 1);
      CHECK_THAT(package_refusal(packed(altered)), Catch::Contains(name + " differs from sbom.spdx.json"));
    }
    auto longer = files;
    longer[path] += ' ';
    CHECK_THAT(package_refusal(packed(longer)), Catch::Contains(name + " differs from sbom.spdx.json"));
    auto removed = files;
    removed.erase(path);
    const auto missing = path == kManifest ? "no manifest.json" : "which does not exist";
    CHECK_THAT(package_refusal(packed(removed)), Catch::Contains(missing));
    removed[path + "x"] = bytes;
    CHECK_THAT(package_refusal(packed(removed)), Catch::Contains(missing));
    auto added = files;
    added[path + "x"] = bytes;
    CHECK_THAT(package_refusal(packed(added)), Catch::Contains(name.substr(0, name.size() - 1) + "x' is not listed"));
  }
  auto without = files;
  without.erase(kBill);
  CHECK_THAT(package_refusal(packed(without)), Catch::Contains("no sbom.spdx.json"));
}

TEST_CASE("package: a wrong size of a file in the archive is refused") {
  const auto package = made_package();
  const auto files = unpacked(package);
  // Nothing, one byte less or more, up to the end of the padding, beyond it, and the largest number of 11 octal digits.
  for (const auto& [path, bytes] : files)
    for (const auto size : {std::size_t{0}, bytes.size() - 1, bytes.size() + 1, (bytes.size() + 511) / 512 * 512,
                            bytes.size() + 4096, std::size_t{0x1ffffffff}}) {
      if (size == bytes.size()) continue;
      INFO(path << " of " << bytes.size() << " bytes is said to have " << size);
      std::string archive;
      for (const auto& [each, content] : files) {
        test::Entry entry{each, content};
        if (each == path) entry.size = test::Entry::octal(size, 11);
        archive += entry.bytes();
      }
      CHECK(!package_refusal(pack_frame(archive + test::kArchiveEnd)).empty());
    }
}

TEST_CASE("package: folders other than the declared one are refused") {
  const auto files = unpacked(made_package());
  const auto refusal_in = [&](const std::string& folder) {
    ArchiveFiles others;
    for (const auto& [path, bytes] : files) others.emplace(folder + path.substr(kFolder.size()), bytes);
    return package_refusal(packed(others));
  };
  CHECK_THAT(refusal_in("k-1.3/"), Catch::Contains("not for package 'k-1.3'"));
  CHECK_THAT(refusal_in(""), Catch::Contains("not in the package's folder"));
  CHECK_THAT(refusal_in("k-1.2/k-1.2/"), Catch::Contains("no sbom.spdx.json"));
  auto two = files;
  two.emplace("k-1.20/more", "");
  CHECK_THAT(package_refusal(packed(two)), Catch::Contains("'k-1.20/more' is not in the package's folder 'k-1.2'"));
  CHECK_THAT(package_refusal(packed({})), Catch::Contains("the package is empty"));
}

TEST_CASE("package: bills of materials that do not match the files are refused") {
  const auto source = [](json& bill) -> json& {
    for (auto& file : bill["files"])
      if (file["fileName"] == "./hip/scale.cu") return file;
    throw std::logic_error("no such file");
  };
  check_bill_refused([](json& bill) { bill["files"].push_back(bill["files"][0]); }, "twice");
  check_bill_refused([](json& bill) { bill["files"].erase(0); }, "is not listed");
  check_bill_refused([](json& bill) { bill["files"] = json::array(); }, "is not listed");
  for (const std::string name : {"", ".", "./", "hip/scale.cu", "xxhip/scale.cu", "./../hip/scale.cu",
                                 "./hip/./scale.cu", "./HIP/scale.cu", "/hip/scale.cu"})
    check_bill_refused([&](json& bill) { source(bill)["fileName"] = name; }, "'" + name + "', which does not exist");

  const json wrong{{"algorithm", "SHA256"}, {"checksumValue", std::string(64, '0')}};
  const std::string differs = "'hip/scale.cu' differs from sbom.spdx.json: ";
  check_bill_refused([&](json& bill) { source(bill)["checksums"].push_back(wrong); }, differs + "SHA256");
  check_bill_refused([&](json& bill) { source(bill)["checksums"].insert(source(bill)["checksums"].begin(), wrong); },
                     differs + "SHA256");
  check_bill_refused([&](json& bill) { source(bill)["checksums"][0]["checksumValue"] = std::string(40, '0'); },
                     differs + "SHA1");
  check_bill_refused([&](json& bill) { source(bill)["checksums"].erase(1); }, "no SHA256 of 'hip/scale.cu'");
  check_bill_refused([&](json& bill) { source(bill)["checksums"] = json::array(); }, "no SHA256 of 'hip/scale.cu'");

  check_bill_refused([](json& bill) { bill["name"] = "k-1.3"; }, "not for package 'k-1.2'");
  check_bill_refused(
      [](json& bill) { bill["documentNamespace"] = "https://spdx.org/spdxdocs/k-1.2-" + std::string(64, '0'); },
      "a different content hash");
  check_bill_refused(
      [](json& bill) {
        bill["packages"][0]["packageVerificationCode"]["packageVerificationCodeValue"] = std::string(40, '0');
      },
      "a different verification code");
  check_bill_refused([](json& bill) { bill["packages"] = json::array(); }, "a different verification code");
}

TEST_CASE("package: malformed bills of materials and manifests are refused") {
  const std::string deep(200'000, '['), unreadable = " cannot be read: ";
  for (const auto& path : {kBill, kManifest}) {
    auto files = unpacked(made_package());
    files[path] += std::string("\0 more", 6);
    if (path == kManifest) renew_bill(files);
    CHECK_THAT(package_refusal(packed(files)),
               Catch::Contains(path.substr(kFolder.size()) + unreadable + "it contains a zero byte"));
  }
  for (const auto& text :
       {std::string(), std::string("{"), std::string("[]"), std::string("null"), std::string("1e999"),
        std::string("\"\xff\""), deep, deep + std::string(deep.size(), ']'), std::string(100, '\0')}) {
    INFO(text.substr(0, 20));
    auto files = unpacked(made_package());
    files[kBill] = text;
    CHECK_THAT(package_refusal(packed(files)), Catch::Contains("sbom.spdx.json" + unreadable));
    files[kManifest] = text;
    renew_bill(files);
    CHECK_THAT(package_refusal(packed(files)), Catch::Contains("manifest.json" + unreadable));
  }
  for (const json& value : {json(nullptr), json(1), json("text"), json::array({1}), json{{"a", 1}}}) {
    INFO(value.dump());
    for (const char* member : {"files", "packages", "documentNamespace"}) {
      INFO(member);
      auto files = unpacked(made_package());
      auto bill = json::parse(files.at(kBill));
      bill[member] = value;
      files[kBill] = bill.dump();
      CHECK(!package_refusal(packed(files)).empty());
    }
    if (!value.is_null()) check_manifest_refused([&](json& manifest) { manifest["files"] = value; }, "manifest.json");
  }
}

TEST_CASE("package: a null as the manifest's list of files is accepted like an empty list") {
  auto files = unpacked(made_package());
  auto manifest = json::parse(files.at(kManifest));
  manifest["files"] = nullptr;
  files[kManifest] = manifest.dump();
  renew_bill(files);
  CHECK(package_refusal(packed(files)).empty());
}

TEST_CASE("package: a manifest that contradicts the code objects is refused") {
  const auto object = [](json& manifest) -> json& { return manifest["modules"][0]["code_objects"][0]; };
  const std::string other = "'hsaco/scale.gfx1100.hsaco' differs from manifest.json: ";
  // The code object has 18 bytes.
  check_manifest_refused([&](json& manifest) { object(manifest)["bytes"] = 17; }, other + "its size differs");
  check_manifest_refused([&](json& manifest) { object(manifest)["bytes"] = "18"; }, other + "its size differs");
  check_manifest_refused([&](json& manifest) { object(manifest)["bytes"] = -18; }, other + "its size differs");
  check_manifest_refused([&](json& manifest) { object(manifest)["blake3_128"] = std::string(32, '0'); },
                         other + "its hash differs");
  check_manifest_refused([&](json& manifest) { object(manifest)["blake3_128"] = nullptr; }, other + "its hash differs");
  check_manifest_refused([&](json& manifest) { object(manifest).erase("blake3_128"); }, "manifest.json cannot be read");
  for (const std::string path : {"../scale.hsaco", "/etc/passwd", "", "hsaco"})
    check_manifest_refused([&](json& manifest) { object(manifest)["file"] = path; },
                           "'" + path + "' differs from manifest.json: the file is missing");
  check_manifest_refused([](json& manifest) { manifest["files"].push_back("hsaco/more.hsaco"); },
                         "'hsaco/more.hsaco' differs from manifest.json: the file is missing");
  check_manifest_refused([](json& manifest) { manifest["schema"] = 2; }, "an unsupported version");
  check_manifest_refused([](json& manifest) { manifest["schema"] = "1"; }, "an unsupported version");

  // The code object itself is altered, with a matching bill of materials.
  auto files = unpacked(made_package());
  files[kObject].back() = static_cast<char>(files[kObject].back() ^ 1);
  renew_bill(files);
  CHECK_THAT(package_refusal(packed(files)), Catch::Contains(other + "its hash differs"));
}
