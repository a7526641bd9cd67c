#include "pipeline/records/build_records.hpp"

#include "pipeline/records/sealed_record.hpp"
#include "support/catch.hpp"
#include "support/files.hpp"

using namespace rocm_bindgen::build;
using Json = nlohmann::json;

namespace {

HipSource some_source(const test::Folder& folder) {
  HipSource hip;
  hip.source.path = folder.write("a.cu", "text");
  hip.source.module = "a";
  HipFile file;
  file.original = hip.source.path;
  file.relative = "a.cu";
  file.text = "translated";
  hip.files.push_back(file);
  return hip;
}

/// Values of several types; a field is replaced by those whose type differs from its own.
const std::vector<Json> kValues{Json(1), Json("x"), Json::array({1}), Json::object({{"x", 1}}), Json()};

}  // namespace

TEST_CASE("sealed record: reading returns what was written or, if it is damaged, nothing") {
  const test::Folder folder;
  const Json value{{"bytes", "\xff\x00"}, {"list", {1, 2}}};
  REQUIRE(write_sealed(folder / "r", value));
  CHECK(read_sealed(folder / "r") == value);
  CHECK(read_sealed(folder / "none").is_null());
  const auto bytes = test::read(folder / "r");
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    auto damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    folder.write("r", damaged);
    CHECK(read_sealed(folder / "r").is_null());
    folder.write("r", bytes.substr(0, i));
    CHECK(read_sealed(folder / "r").is_null());
  }
}

TEST_CASE("sealed record: a value with bytes is read as it was written or, if it is damaged, not at all") {
  const test::Folder folder;
  const Json value{{"a", 1}};
  for (const auto& more : {std::string(), std::string("\0bytes\xff", 7)}) {
    REQUIRE(write_sealed_record(folder / "r", value, more));
    const auto whole = read_sealed_record(folder / "r");
    CHECK(whole.value == value);
    CHECK(whole.bytes == more);
    const auto bytes = test::read(folder / "r");
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      auto damaged = bytes;
      damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
      folder.write("r", damaged);
      CHECK(read_sealed_record(folder / "r").value.is_null());
      folder.write("r", bytes.substr(0, i));
      CHECK(read_sealed_record(folder / "r").value.is_null());
    }
  }
  CHECK(read_sealed_record(folder / "none").value.is_null());
}

TEST_CASE("build records: a record with invalid fields counts as missing") {
  const test::Folder folder;
  const auto hip = some_source(folder);
  SeenFiles seen;  // made after the source, because a file that is written later counts as changed during the build
  BuildRecords records(folder / "records", seen);
  REQUIRE(records.store(hip, "key"));
  REQUIRE(records.find_hip_source(hip.source, "key"));
  CHECK_FALSE(records.find_hip_source(hip.source, "another key"));
  const auto path = folder / "records/a.hip.record";
  const auto valid = read_sealed_record(path).value;
  REQUIRE(valid.is_object());
  for (const auto& [field, ignored] : valid.items())
    for (const auto& other : kValues) {
      if (other.type() == valid[field].type()) continue;
      auto damaged = valid;
      damaged[field] = other;
      INFO(field << " = " << other.dump());
      REQUIRE(write_sealed_record(path, damaged, ""));
      CHECK_FALSE(records.find_hip_source(hip.source, "key"));
    }
}

TEST_CASE("build records: a code object's record with invalid fields counts as missing") {
  const test::Folder folder;
  const auto hip = some_source(folder);
  SeenFiles seen;  // made after the source, because a file that is written later counts as changed during the build
  BuildRecords records(folder / "records", seen);
  const TargetId target{"gfx1100", "gfx1100"};
  FinishedObject object{{}, "image", "compressed"};
  object.result.succeeded = true;
  object.result.dependencies = {hip.source.path.string()};
  REQUIRE(records.store(hip.source, target, object, "key", 1.5));
  const auto found = records.find_object(hip.source, target, "key");
  REQUIRE(found);
  CHECK(found->image == "image");
  CHECK(found->compressed == "compressed");
  CHECK(records.last_seconds(hip.source, target) == 1.5);
  const auto path = folder / "records/a.gfx1100.record";
  const auto [valid, bytes] = read_sealed_record(path);
  CHECK(bytes == "imagecompressed");
  for (const auto& [field, ignored] : valid.items())
    for (const auto& other : kValues) {
      // find_object() does not read "seconds". Another number is a possible size.
      if (other.type() == valid[field].type() || field == "seconds") continue;
      if (field == "image_size" && other.is_number()) continue;
      auto damaged = valid;
      damaged[field] = other;
      INFO(field << " = " << other.dump());
      REQUIRE(write_sealed_record(path, damaged, bytes));
      CHECK_FALSE(records.find_object(hip.source, target, "key"));
    }
}
