#include "pipeline/cache/object_cache.hpp"

#include "pipeline/records/sealed_record.hpp"
#include "support/exact_bytes.hpp"
#include "support/own_files.hpp"
#include "support/parse_json.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

using Json = nlohmann::json;

/// Maximum number of entries under one key, that is, of different states of a source's headers. The oldest entries are
/// dropped. Any number above 1 lets a user switch between branches; a look-up may have to check every entry.
constexpr std::size_t kEntriesPerKey = 8;

}  // namespace

std::optional<FinishedObject> ObjectCache::find(const std::string& key) {
  for (const auto& entry : entries_of(key)) {
    if (!entry.is_object() || !entry.contains("object") || !entry["object"].is_string()) continue;
    const auto inputs = sets_.check(entry);
    if (!inputs) continue;
    const auto hash = entry["object"].get<std::string>();
    const auto bytes = read_own_file(object(hash));
    if (!bytes || content_hash(*bytes) != hash) continue;
    const auto json = parse_cbor(*bytes);
    try {
      FinishedObject found{json.at("result").get<CompileResult>(), json.at("image").get<std::string>(),
                           json.at("compressed").get<std::string>()};
      found.take_inputs(*inputs);
      // Trimming the cache removes the least recently used files first.
      touch_own_file(record(key));
      touch_own_file(object(hash));
      return found;
    } catch (const Json::exception&) {
      continue;  // another version of the tool wrote the object
    }
  }
  return std::nullopt;
}

Expected<Done> ObjectCache::store(const std::string& key, const FinishedObject& finished) {
  const auto bytes = exact_bytes(
      {{"result", finished.result_without_inputs()}, {"image", finished.image}, {"compressed", finished.compressed}});
  const auto hash = content_hash(bytes);
  // The record is written last, because its existence implies that the object exists.
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto stored, write_own_file(object(hash), bytes));
  stored_bytes_ += bytes.size();
  ROCM_BINDGEN_TRY(auto entry, sets_.witness(finished.inputs()));
  entry["object"] = hash;
  // The new entry replaces an old one for the same inputs.
  const auto has_same_inputs = [](const Json& one, const Json& other) {
    for (const auto* member : {"files", "absent", "set"})
      if (one.value(member, Json()) != other.value(member, Json())) return false;
    return true;
  };
  Json entries = Json::array({std::move(entry)});
  for (const auto& old : entries_of(key)) {
    if (entries.size() == kEntriesPerKey) break;
    if (old.is_object() && !has_same_inputs(old, entries.front())) entries.push_back(old);
  }
  return write_sealed(record(key), {{"key", key}, {"entries", std::move(entries)}});
}

Json ObjectCache::entries_of(const std::string& key) const {
  auto known = read_sealed(record(key));
  // The file contains its key, so that a file that was moved to the name of another one is not used for another source.
  if (!known.is_object() || known.value("key", Json()) != key || !known.contains("entries")) return Json::array();
  return known["entries"].is_array() ? std::move(known["entries"]) : Json::array();
}

}  // namespace rocm_bindgen::build
