#include <filesystem>
#include <sys/stat.h>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

const std::vector<std::string> kPack = {"package",   "out/k.hpp",         "-o",
                                        "k.tar.zst", "--package-version", "1.2",
                                        "--license", "LICENSE",           "--license-expression",
                                        "Apache-2.0"};

/// Builds a project with two modules.
void build_two(const Project& project) {
  project.source("scale.cu", kernel_source("scale"));
  project.source("below/shift.cu", kernel_source("shift"));
  project.folder().write("LICENSE", "Do as you like.\n");
  const auto built = project.build({"--bundle"});
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
}

Finished in(const Project& project, const std::vector<std::string>& words,
            const std::map<std::string, std::string>& environment = {}) {
  return rocm_bindgen(words, {project.path(), environment});
}

Finished verify(const Project& project, const std::string& file) {
  return in(project, {"package", "--verify", file});
}

/// The line of `out` that begins with `name`.
std::string line_of(const std::string& out, const std::string& name) {
  const auto start = out.find("\n" + name);
  return start == std::string::npos ? "" : out.substr(start + 1, out.find('\n', start + 1) - start - 1);
}

/// Unpacks k.tar.zst with the system's tar, runs `script` in its folder, and packs it again to bad.tar.zst, in
/// the same format as the tool.
void repack(const Project& project, const std::string& script) {
  const auto done =
      run({"bash", "-ec",
           "rm -rf t && mkdir t && tar -C t --zstd -xf k.tar.zst && cd t && " + script +
               " && find * -type f | LC_ALL=C sort | tar --format=ustar --no-recursion --owner=0 --group=0 "
               "--numeric-owner --mode=0644 --mtime=@0 --blocking-factor=1 -cf - -T - | zstd -q -f -o ../bad.tar.zst"},
          {project.path(), {}});
  INFO(done.err);
  REQUIRE(done.exit_code == 0);
}

void check_repacked_refused(const Project& project, const std::string& script, const std::string& message) {
  repack(project, script);
  const auto finished = verify(project, "bad.tar.zst");
  INFO(script << ": " << finished.out << finished.err);
  CHECK(finished.exit_code == 1);
  CHECK(finished.out.empty());
  CHECK_THAT(finished.err, Catch::Contains("bad.tar.zst: error: ") && Catch::Contains(message));
}

}  // namespace

TEST_CASE("package: its content can be read with tar and sha256sum") {
  Project project;
  build_two(project);
  const auto packed = in(project, kPack);
  INFO(packed.out << packed.err);
  REQUIRE(packed.exit_code == 0);
  CHECK_THAT(packed.out, Catch::StartsWith("k.tar.zst: k-1.2, "));

  const auto unpacked = run({"tar", "--zstd", "-xf", "k.tar.zst"}, {project.path(), {}});
  INFO(unpacked.err);
  REQUIRE(unpacked.exit_code == 0);
  auto files = tree(project / "k-1.2");
  CHECK(files.at("include/k.hpp") == read(project / "out/k.hpp"));
  CHECK(files.at("licenses/LICENSE") == "Do as you like.\n");
  for (const auto& [path, bytes] : tree(project / "out/k.artifacts"))
    if (path.rfind(".rocm-bindgen/", 0) != 0) CHECK(files.at(path) == bytes);

  // Both hashes are those that the usual programs compute.
  const auto sum = run({"sha256sum", "k.tar.zst"}, {project.path(), {}}).out.substr(0, 64);
  CHECK(line_of(packed.out, "sha256") == "sha256   " + sum);
  const auto content = run({"bash", "-c", "find * -type f | LC_ALL=C sort | xargs -d '\\n' sha256sum | sha256sum"},
                           {project / "k-1.2", {}});
  CHECK(line_of(packed.out, "content") == "content  " + content.out.substr(0, 64));

  const auto verified = verify(project, "k.tar.zst");
  INFO(verified.err);
  CHECK(verified.exit_code == 0);
  CHECK(verified.out == packed.out);
}

TEST_CASE("package: the bill of materials is SPDX 2.3") {
  Project project;
  build_two(project);
  REQUIRE(in(project, kPack, {{"SOURCE_DATE_EPOCH", "86400"}}).exit_code == 0);
  REQUIRE(run({"tar", "--zstd", "-xf", "k.tar.zst"}, {project.path(), {}}).exit_code == 0);
  auto files = tree(project / "k-1.2");
  const auto bill = nlohmann::json::parse(files.at("sbom.spdx.json"));
  CHECK(bill.at("spdxVersion") == "SPDX-2.3");
  CHECK(bill.at("dataLicense") == "CC0-1.0");
  CHECK(bill.at("SPDXID") == "SPDXRef-DOCUMENT");
  CHECK(bill.at("name") == "k-1.2");
  CHECK(bill.at("documentNamespace").get<std::string>().size() > 64);  // it contains a SHA-256
  CHECK(bill.at("creationInfo").at("created") == "1970-01-02T00:00:00Z");
  CHECK(bill.at("creationInfo").at("creators").is_array());
  const auto& package = bill.at("packages").at(0);
  CHECK(package.at("versionInfo") == "1.2");
  CHECK(package.at("licenseDeclared") == "Apache-2.0");
  CHECK(package.at("packageVerificationCode").at("packageVerificationCodeValue").get<std::string>().size() ==
        40);  // the digits of a SHA-1
  CHECK(package.at("packageVerificationCode").at("packageVerificationCodeExcludedFiles") ==
        nlohmann::json::array({"./sbom.spdx.json"}));

  std::map<std::string, std::string> ids;
  for (const auto& file : bill.at("files")) {
    const auto path = file.at("fileName").get<std::string>().substr(2);
    CHECK(files.count(path) == 1);
    ids[file.at("SPDXID")] = path;
    REQUIRE(file.at("checksums").size() == 2);
    CHECK(file.at("checksums").at(0).at("algorithm") == "SHA1");
    const auto sum = run({"sha1sum", (project / "k-1.2" / path).string()}).out.substr(0, 40);
    CHECK(file.at("checksums").at(0).at("checksumValue") == sum);
    CHECK(file.at("licenseInfoInFiles") == nlohmann::json::array({"NOASSERTION"}));
    CHECK(file.at("fileTypes").is_array());
  }
  CHECK(ids.size() == files.size() - 1);  // the bill does not list itself

  std::map<std::string, int> counts;
  std::map<std::string, std::string> generated_from;
  for (const auto& relation : bill.at("relationships")) {
    ++counts[relation.at("relationshipType")];
    if (relation.at("relationshipType") == "GENERATED_FROM")
      generated_from[ids.at(relation.at("spdxElementId"))] = ids.at(relation.at("relatedSpdxElement"));
  }
  CHECK(counts["DESCRIBES"] == 1);
  CHECK(counts["CONTAINS"] == static_cast<int>(ids.size()));
  CHECK(generated_from == std::map<std::string, std::string>{{"hsaco/scale.gfx1100.hsaco", "hip/scale.cu"},
                                                             {"hsaco/shift.gfx1100.hsaco", "hip/below/shift.cu"}});
}

TEST_CASE("package: folder, time, umask, home and user do not change the bytes") {
  Project first, second;
  build_two(first);
  REQUIRE(in(first, kPack).exit_code == 0);

  // The second build has another user, home, umask, time zone and cache, and older files.
  second.source("scale.cu", kernel_source("scale"));
  second.source("below/shift.cu", kernel_source("shift"));
  second.folder().write("LICENSE", "Do as you like.\n");
  for (const auto& entry : fs::recursive_directory_iterator(second.path()))
    if (entry.is_regular_file())
      fs::last_write_time(entry.path(), fs::file_time_type::clock::now() - std::chrono::hours(9999));
  fs::permissions(second.path(), fs::perms::all);
  fs::create_directories(second / "home");
  fs::permissions(second / "home", fs::perms::all);
  // The unprivileged user may have no access to the checkout, so the tool is copied into the folder.
  const auto copy = copy_tool(second / "tool");
  auto words = as_unprivileged();
  words.insert(words.end(), {"bash", "-ec",
                             "umask 077; \"$0\" build src -o out/k.hpp --arch gfx1100 --bundle -q --no-cache\n"
                             "exec \"$0\" \"$@\"",
                             copy.string()});
  words.insert(words.end(), kPack.begin(), kPack.end());
  const auto home = (second / "home").string();
  const auto packed =
      run(words, {second.path(),
                  {{"HOME", home}, {"XDG_CACHE_HOME", home}, {"TMPDIR", home}, {"TZ", "Asia/Tokyo"}, {"LC_ALL", "C"}}});
  INFO(packed.out << packed.err);
  REQUIRE(packed.exit_code == 0);
  const bool same = read(first / "k.tar.zst") == read(second / "k.tar.zst");
  CHECK(same);
}

TEST_CASE("package: missing or stale files are refused and the earlier package remains") {
  Project project;
  build_two(project);
  project.folder().write("k.tar.zst", "earlier");
  const auto refused = [&](int code, const std::vector<std::string>& words, const std::string& message) {
    const auto finished = in(project, words);
    INFO(finished.out << finished.err);
    CHECK(finished.exit_code == code);
    CHECK_THAT(finished.err, Catch::Contains(message));
    CHECK(read(project / "k.tar.zst") == "earlier");
  };
  refused(2, {"package", "out/k.hpp"}, "--output");
  refused(2, {"package", "out/k.hpp", "-o", "k.tar.zst", "--name", "../k"}, "'../k' cannot be");
  refused(1, {"package", "out/absent.hpp", "-o", "k.tar.zst"}, "absent.artifacts/manifest.json");
  refused(1, {"package", "out/k.hpp", "-o", "k.tar.zst", "--license", "absent"}, "absent");
  const auto object = project / "out/k.artifacts/hsaco/scale.gfx1100.hsaco";
  auto bytes = read(object);
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  project.folder().write("out/k.artifacts/hsaco/scale.gfx1100.hsaco", bytes);
  refused(1, kPack, "'hsaco/scale.gfx1100.hsaco' differs from manifest.json: its hash differs");
  fs::remove(object);
  refused(1, kPack, "scale.gfx1100.hsaco");
}

TEST_CASE("package: broken packages are refused with a message", "[slow]") {
  Project project;
  build_two(project);
  const auto packed = in(project, kPack);
  REQUIRE(packed.exit_code == 0);
  const auto bytes = read(project / "k.tar.zst");
  const auto content = line_of(packed.out, "content");

  // Truncated at several places.
  for (std::size_t length = 0; length < bytes.size(); length += 1 + bytes.size() / 20) {
    project.folder().write("bad.tar.zst", bytes.substr(0, length));
    CHECK(verify(project, "bad.tar.zst").exit_code == 1);
  }
  // A package altered anywhere is refused, or its content is unchanged.
  for (std::size_t at = 0; at < bytes.size(); at += 1 + bytes.size() / 40) {
    auto damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x11);
    project.folder().write("bad.tar.zst", damaged);
    const auto finished = verify(project, "bad.tar.zst");
    INFO("byte " << at << ": " << finished.out << finished.err);
    if (finished.exit_code == 0)
      CHECK(line_of(finished.out, "content") == content);
    else
      CHECK(finished.exit_code == 1);
  }
  for (const auto& more : {std::string("x"), bytes}) {
    project.folder().write("bad.tar.zst", bytes + more);
    const auto finished = verify(project, "bad.tar.zst");
    CHECK(finished.exit_code == 1);
    CHECK_THAT(finished.err, Catch::Contains("follow the zstd frame"));
  }

  // Packed again without changes, the package is another file with the same content.
  repack(project, "true");
  const auto again = verify(project, "bad.tar.zst");
  INFO(again.err);
  CHECK(again.exit_code == 0);
  CHECK(line_of(again.out, "content") == content);

  check_repacked_refused(project, "echo >>k-1.2/include/k.hpp", "'include/k.hpp' differs from sbom.spdx.json");
  check_repacked_refused(project, "echo >k-1.2/more", "'more' is not listed");
  check_repacked_refused(project, "rm k-1.2/licenses/LICENSE", "'./licenses/LICENSE', which does not exist");
  check_repacked_refused(project, "rm k-1.2/sbom.spdx.json", "no sbom.spdx.json");
  check_repacked_refused(project, "echo '{' >k-1.2/sbom.spdx.json", "sbom.spdx.json cannot be read");
  check_repacked_refused(project, "echo >other", "not in the package's folder");
  check_repacked_refused(project, "mv k-1.2 k-1.3", "sbom.spdx.json is not for package 'k-1.3'");
}

TEST_CASE("package: links, paths that lead outside, duplicates and compression bombs are refused", "[slow]") {
  Project project;
  const auto refused = [&](const std::string& script, const std::string& message) {
    const auto made = run({"bash", "-ec", script}, {project.path(), {}});
    INFO(script << ": " << made.err);
    REQUIRE(made.exit_code == 0);
    const auto finished = verify(project, "bad.tar.zst");
    INFO(finished.err);
    CHECK(finished.exit_code == 1);
    CHECK_THAT(finished.err, Catch::Contains(message));
  };
  const std::string pack = " | zstd -q -f -o bad.tar.zst";
  refused("ln -s /etc/passwd link; tar --format=ustar -cf - link" + pack, "not a plain file");
  refused("echo >file; tar --format=ustar -P --transform=s,^,../, -cf - file" + pack, "leads out");
  refused("tar --format=ustar -P --transform=s,^,/tmp/, -cf - file" + pack, "leads out");
  refused("tar --format=ustar --hard-dereference -cf - file file" + pack, "twice");
  refused("tar --format=ustar -cf - file" + pack, "does not have the format of packages");
  refused("head -c 3G /dev/zero" + pack, "bytes unpacked");  // the limit is 2 GiB
}

TEST_CASE("package: a header whose code objects are in files next to it is refused") {
  for (const std::string form : {"incbin", "embed", "none"}) {
    INFO(form);
    const Project project;
    project.source("scale.cu", kernel_source("scale"));
    REQUIRE(project.build({"--embed", form}).exit_code == 0);
    const auto refused = rocm_bindgen({"package", "out/k.hpp", "-o", "k.tar.zst"}, {project.path(), {}});
    CHECK(refused.exit_code == 2);
    CHECK_THAT(refused.err,
               Catch::Contains("'out/k.hpp' refers to files next to it") && Catch::Contains("--embed literal"));
    CHECK_FALSE(std::filesystem::exists(project / "k.tar.zst"));
  }
}
