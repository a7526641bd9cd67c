#include "pipeline/cache/remote_cache.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "pipeline/records/sealed_record.hpp"
#include "support/append.hpp"
#include "support/hash.hpp"
#include "support/own_files.hpp"

namespace rocm_bindgen::build {
namespace {

using Json = nlohmann::json;

/// Uploads of this many bytes are made at once, so that a build with many objects does not hold all of them in memory.
constexpr std::size_t kBatchBytes = std::size_t{64} << 20;

std::string record_name(const std::string& key) {
  return "ac/" + sha256_of("rocm-bindgen object " + key);
}

std::string content_name(const std::string& hash) {
  return "cas/" + hash;
}

Diagnostic not_used(const Failure& failure) {
  const auto& reason = failure.diagnostics.front();
  Diagnostic warning;
  warning.severity = Severity::warning;
  warning.text = fmt::format("the remote cache is not used: {}", reason.text);
  return warning;
}

/// Returns the hash by which an entry refers to a file; empty if it refers to none.
std::string reference(const Json& entry, const char* member) {
  const auto hashes = entry.find("sha256");
  if (hashes == entry.end() || !hashes->is_object()) return {};
  const auto hash = hashes->find(member);
  return hash != hashes->end() && hash->is_string() ? hash->get<std::string>() : std::string();
}

/// Writes the content of the items, and adds the hashes to their entries.
Expected<Done> put_content(RemoteStore& store, std::vector<Upload::Item>& items) {
  std::vector<RemoteStore::File> batch;
  std::set<std::string> sent;
  std::size_t bytes_in_batch = 0;
  const auto send = [&]() -> Expected<Done> {
    bytes_in_batch = 0;
    return batch.empty() ? Expected<Done>(Done{}) : store.put(std::exchange(batch, {}));
  };
  for (auto& item : items)
    for (const auto& [member, file] : {std::pair("object", item.object), std::pair("set", item.set)}) {
      if (file.empty()) continue;
      ROCM_BINDGEN_TRY(auto bytes, read_own_file(file));
      const auto hash = sha256_of(bytes);
      item.entry["sha256"][member] = hash;
      if (!sent.insert(hash).second) continue;
      bytes_in_batch += bytes.size();
      batch.push_back({content_name(hash), std::move(bytes)});
      if (bytes_in_batch < kBatchBytes) continue;
      ROCM_BINDGEN_TRY([[maybe_unused]] const auto done, send());
    }
  return send();
}

/// Adds the entries to those that the store has.
Expected<Done> put_records(RemoteStore& store, const std::vector<Upload::Item>& items) {
  std::vector<std::string> names;
  for (const auto& item : items) names.push_back(record_name(item.key));
  ROCM_BINDGEN_TRY(const auto known, store.get(names));
  std::vector<RemoteStore::File> records;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto old = known[i] ? ObjectCache::entries_in(unseal(*known[i]), items[i].key) : Json::array();
    records.push_back(
        {names[i], seal({{"key", items[i].key}, {"entries", ObjectCache::with_entry(items[i].entry, old)}})});
  }
  return store.put(records);
}

Expected<Done> put(const Upload& upload) {
  auto items = upload.items;
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto content, put_content(*upload.store, items));
  return put_records(*upload.store, items);
}

}  // namespace

std::vector<Diagnostic> upload(const Upload& upload) {
  if (upload.store == nullptr || upload.items.empty()) return {};
  const auto done = put(upload);
  if (done) return {};
  return {not_used(done.error())};
}

std::vector<std::optional<std::string>> RemoteCache::get(const std::vector<std::string>& names) {
  std::vector<std::optional<std::string>> contents(names.size());
  if (store_ == nullptr || names.empty()) return contents;
  auto got = store_->get(names);
  if (got) return std::move(got).value();
  warnings.push_back(not_used(got.error()));
  store_ = nullptr;
  return contents;
}

void RemoteCache::warn_of_damage(const std::string& name) {
  Diagnostic warning;
  warning.severity = Severity::warning;
  warning.text = fmt::format("'{}' in the remote cache is damaged, and is not used", name);
  warnings.push_back(std::move(warning));
}

std::map<std::string, std::string> RemoteCache::get_content(const std::vector<std::string>& hashes) {
  std::vector<std::string> names;
  for (const auto& hash : hashes) names.push_back(content_name(hash));
  auto contents = get(names);
  std::map<std::string, std::string> good;
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    if (!contents[i]) continue;
    if (sha256_of(*contents[i]) == hashes[i]) {
      good.emplace(hashes[i], std::move(*contents[i]));
    } else {
      warn_of_damage(names[i]);
    }
  }
  return good;
}

void RemoteCache::fetch_sets(const std::vector<Chosen>& candidates) {
  std::map<std::string, std::string> missing;  // hashes and names
  for (const auto& candidate : candidates)
    if (const auto hash = reference(candidate.entry, "set"); !hash.empty())
      if (const auto name = candidate.entry.value("set", Json()); name.is_string() && !local_.has_set(name))
        missing.emplace(hash, name.get<std::string>());
  std::vector<std::string> hashes;
  for (const auto& [hash, name] : missing) hashes.push_back(hash);
  for (const auto& [hash, bytes] : get_content(hashes))
    if (!local_.add_set(missing[hash], bytes)) warn_of_damage(content_name(hash));
}

std::vector<RemoteCache::Chosen> RemoteCache::choose(const std::vector<const CacheKey*>& keys) {
  std::vector<std::string> names;
  for (const auto* key : keys) names.push_back(record_name(key->key));
  const auto records = get(names);
  std::vector<Chosen> candidates;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (!records[i]) continue;
    const auto record = unseal(*records[i]);
    if (record.is_null()) warn_of_damage(names[i]);
    for (const auto& entry : ObjectCache::entries_in(record, keys[i]->key)) candidates.push_back({keys[i], entry});
  }
  fetch_sets(candidates);
  std::vector<Chosen> chosen;
  std::set<const CacheKey*> done;
  for (auto& candidate : candidates)
    if (done.count(candidate.key) == 0 && local_.is_valid(candidate.entry, candidate.key->roots)) {
      done.insert(candidate.key);
      chosen.push_back(std::move(candidate));
    }
  return chosen;
}

unsigned RemoteCache::fetch(const std::vector<const CacheKey*>& keys) {
  const auto chosen = choose(keys);
  std::set<std::string> hashes;
  for (const auto& [key, entry] : chosen)
    if (auto hash = reference(entry, "object"); !hash.empty()) hashes.insert(std::move(hash));
  const auto objects = get_content({hashes.begin(), hashes.end()});
  unsigned fetched = 0;
  for (const auto& [key, entry] : chosen) {
    const auto hash = reference(entry, "object");
    const auto bytes = objects.find(hash);
    if (bytes == objects.end()) continue;
    const auto added = local_.add_object(key->key, entry, bytes->second);
    if (added == ObjectCache::Added::damaged) warn_of_damage(content_name(hash));
    if (added == ObjectCache::Added::yes) ++fetched;
  }
  return fetched;
}

Upload RemoteCache::upload() const {
  Upload all{store_, {}};
  if (store_ == nullptr) return all;
  for (const auto& stored : local_.stored()) {
    const auto set = stored.entry.value("set", std::string());
    all.items.push_back({stored.key, stored.entry, local_.object(stored.entry.at("object").get<std::string>()),
                         set.empty() ? std::filesystem::path() : local_.set(set)});
  }
  return all;
}

}  // namespace rocm_bindgen::build
