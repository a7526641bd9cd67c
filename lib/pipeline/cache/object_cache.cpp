#include "pipeline/cache/object_cache.hpp"

#include <algorithm>
#include <array>
#include <functional>

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

/// The key of results that hold only in this copy of the project, and with this current folder, to which relative paths
/// in flags refer.
std::string key_here(const CacheKey& key) {
  std::error_code error;
  return content_hash({"here", key.key, key.roots.places(), fs::current_path(error).string()});
}

/// Replaces each string in `json` by what `change` returns for it. Returns false if a call returned nothing.
bool change_strings(Json& json, const std::function<std::optional<std::string>(const std::string&)>& change) {
  if (json.is_string()) {
    auto changed = change(json.get_ref<const std::string&>());
    if (changed) json = std::move(*changed);
    return changed.has_value();
  }
  return !json.is_structured() ||
         std::all_of(json.begin(), json.end(), [&](Json& member) { return change_strings(member, change); });
}

std::optional<FinishedObject> parse_object(const std::string& bytes, const PathRoots* roots) {
  auto json = parse_cbor(bytes);
  try {
    if (roots != nullptr &&
        !change_strings(json.at("result"), [&](const std::string& text) { return roots->read_text(text); }))
      return std::nullopt;
    return FinishedObject{json.at("result").get<CompileResult>(), json.at("image").get<std::string>(),
                          json.at("compressed").get<std::string>()};
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

}  // namespace

std::optional<FinishedObject> ObjectCache::object_in(const std::string& bytes, const PathRoots& roots) {
  return parse_object(bytes, &roots);
}

std::optional<FinishedObject> ObjectCache::find(const CacheKey& key) {
  auto found = find_entry(key.key, &key.roots);
  return found ? std::move(found) : find_entry(key_here(key), nullptr);
}

std::optional<FinishedObject> ObjectCache::find_entry(const std::string& key, const PathRoots* roots) {
  for (const auto& entry : entries_of(key)) {
    if (!entry.is_object() || !entry.contains("object") || !entry["object"].is_string()) continue;
    const auto inputs = sets_.check(entry, roots);
    if (!inputs) continue;
    const auto hash = entry["object"].get<std::string>();
    const auto bytes = read_own_file(object(hash));
    if (!bytes || content_hash(*bytes) != hash) continue;
    auto found = parse_object(*bytes, roots);
    if (!found) continue;  // another version of the tool wrote the object
    found->take_inputs(*inputs);
    // Trimming the cache removes the least recently used files first.
    touch_own_file(record(key));
    touch_own_file(object(hash));
    return found;
  }
  return std::nullopt;
}

Expected<Done> ObjectCache::store(const CacheKey& key, const FinishedObject& finished) {
  const bool is_portable = !finished.result.depends_on_place && !key.roots.occur_in(finished.image);
  return is_portable ? store_entry(key.key, &key.roots, finished) : store_entry(key_here(key), nullptr, finished);
}

Expected<Done> ObjectCache::store_entry(const std::string& key, const PathRoots* roots,
                                        const FinishedObject& finished) {
  Json result = finished.result_without_inputs();
  if (roots != nullptr) change_strings(result, [&](const std::string& text) { return roots->write_text(text); });
  const auto bytes = exact_bytes({{"result", result}, {"image", finished.image}, {"compressed", finished.compressed}});
  const auto hash = content_hash(bytes);
  // The record is written last, because its existence implies that the object exists.
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto stored, write_own_file(object(hash), bytes));
  stored_bytes_ += bytes.size();
  ROCM_BINDGEN_TRY(auto entry, sets_.witness(finished.inputs(), roots));
  entry["object"] = hash;
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto written, write_entry(key, entry));
  if (roots != nullptr) stored_.push_back({key, std::move(entry)});
  return Done{};
}

bool ObjectCache::add_object(const std::string& key, const Json& entry, const std::string& bytes) {
  if (!write_own_file(object(content_hash(bytes)), bytes) || !write_entry(key, entry)) return false;
  stored_bytes_ += bytes.size();
  return true;
}

Json ObjectCache::with_entry(const Json& entry, const Json& others) {
  const auto has_same_inputs = [&](const Json& other) {
    constexpr std::array kInputs{"files", "links", "absent", "folders", "relations", "set"};
    return std::all_of(kInputs.begin(), kInputs.end(),
                       [&](const char* member) { return entry.value(member, Json()) == other.value(member, Json()); });
  };
  Json entries = Json::array({entry});
  for (const auto& other : others) {
    if (entries.size() == kEntriesPerKey) break;
    if (other.is_object() && !has_same_inputs(other)) entries.push_back(other);
  }
  return entries;
}

Expected<Done> ObjectCache::write_entry(const std::string& key, const Json& entry) const {
  return write_sealed(record(key), {{"key", key}, {"entries", with_entry(entry, entries_of(key))}});
}

Json ObjectCache::entries_in(const Json& record, const std::string& key) {
  // The record contains its key, so that one that was moved to the name of another is not used for another source.
  if (!record.is_object() || record.value("key", Json()) != key || !record.contains("entries")) return Json::array();
  return record["entries"].is_array() ? record["entries"] : Json::array();
}

Json ObjectCache::entries_of(const std::string& key) const {
  return entries_in(read_sealed(record(key)), key);
}

}  // namespace rocm_bindgen::build
