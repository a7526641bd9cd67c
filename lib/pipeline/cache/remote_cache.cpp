#include "pipeline/cache/remote_cache.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "pipeline/records/sealed_record.hpp"
#include "support/append.hpp"
#include "support/exact_bytes.hpp"
#include "support/hash.hpp"
#include "support/own_files.hpp"
#include "support/parse_json.hpp"
#include "support/worker.hpp"

namespace rocm_bindgen::build {
namespace {

using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;

/// Uploads of this many bytes are made at once, so that a build with many objects does not hold all of them in memory.
constexpr std::size_t kBatchBytes = std::size_t{64} << 20;

std::string record_name(const std::string& key) {
  return "ac/" + sha256_of("rocm-bindgen object " + key);
}

std::string content_name(const std::string& hash) {
  return "cas/" + hash;
}

Diagnostic warning_of(std::string text) {
  Diagnostic warning;
  warning.severity = Severity::warning;
  warning.text = std::move(text);
  return warning;
}

Diagnostic not_used(const std::string& reason) {
  return warning_of(fmt::format("the remote cache is not used: {}", reason));
}

/// Returns the hash of SHA-256 by which an entry refers to a file; empty if there is none. It becomes part of a URL.
std::string reference(const Json& entry, const char* member) {
  const auto hashes = entry.find("sha256");
  if (hashes == entry.end() || !hashes->is_object()) return {};
  const auto hash = hashes->find(member);
  if (hash == hashes->end() || !hash->is_string()) return {};
  const auto& text = hash->get_ref<const std::string&>();
  const bool is_hash =
      text.size() == sha256_of("").size() && text.find_first_not_of("0123456789abcdef") == std::string::npos;
  return is_hash ? text : std::string();
}

/// Calls `transfer` in a worker. Its result is an object with the text `failure`, and has nothing else if the worker
/// died or the user stopped the build.
Json in_worker(const std::function<Json()>& transfer) {
  std::vector<WorkerTask> tasks{{"use the remote cache", [&] { return exact_bytes(transfer()); }}};
  WorkerLimits limits;
  // The stores end earlier. This limit is for what they cannot stop, for example a file server that hangs.
  limits.timeout = std::chrono::minutes(1);
  const auto ended = run_workers(tasks, limits, [](std::size_t, const WorkerResult&) { return true; }).front();
  auto result = ended.end == WorkerResult::End::finished ? parse_cbor(ended.payload) : Json();
  return result.is_object() ? result : Json{{"failure", "the transfer " + describe_end(ended)}};
}

Json to_json(const RemoteStore::Received& received) {
  Json contents = Json::array();
  for (const auto& content : received.contents) contents.push_back(content ? Json(*content) : Json());
  return {{"contents", std::move(contents)}, {"failure", received.failure}};
}

RemoteStore::Received receive(RemoteStore& store, const std::vector<std::string>& names, Patience patience) {
  const auto json = in_worker([&] { return to_json(store.get(names, patience)); });
  RemoteStore::Received received{std::vector<std::optional<std::string>>(names.size()), json["failure"]};
  const auto contents = json.value("contents", Json::array());
  for (std::size_t i = 0; i < contents.size() && i < names.size(); ++i)
    if (contents[i].is_string()) received.contents[i] = contents[i].get<std::string>();
  return received;
}

/// A build waits for the store once in all, however many transfers it makes: takes from the patience what a transfer
/// that began at `start` took beyond what its files have earned.
void spend(Patience& patience, Clock::time_point start, std::size_t files, std::size_t bytes) {
  const auto waited = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start);
  patience.base -= std::max(std::chrono::milliseconds(), waited - Patience::earned_by(files, bytes));
}

RemoteStore::Received receive_within(RemoteStore& store, const std::vector<std::string>& names, Patience& patience) {
  const auto start = Clock::now();
  auto received = receive(store, names, patience);
  std::size_t files = 0, bytes = 0;
  for (const auto& content : received.contents)
    if (content) {
      ++files;
      bytes += content->size();
    }
  spend(patience, start, files, bytes);
  return received;
}

RemoteStore::Sent send_within(RemoteStore& store, const std::vector<RemoteStore::File>& files, Patience& patience) {
  if (files.empty()) return {};
  const auto start = Clock::now();
  const auto json = in_worker([&] {
    const auto sent = store.put(files, patience);
    return Json{{"done", sent.done}, {"failure", sent.failure}};
  });
  RemoteStore::Sent sent{json.value("done", std::vector<bool>(files.size())), json["failure"]};
  std::size_t written = 0, bytes = 0;
  for (std::size_t i = 0; i < files.size() && i < sent.done.size(); ++i)
    if (sent.done[i]) {
      ++written;
      bytes += files[i].bytes.size();
    }
  spend(patience, start, written, bytes);
  return sent;
}

/// Writes the files of items and then their records.
class Uploader {
 public:
  Uploader(RemoteStore& store, Patience patience) : store_(store), patience_(patience) {}

  std::string run(std::vector<Upload::Item> items) {
    put_content(items);
    if (!is_broken_) put_records(items);
    return failure_;
  }

 private:
  void put_content(std::vector<Upload::Item>& items) {
    for (auto& item : items)
      for (const auto& [member, file] : {std::pair("object", item.object), std::pair("set", item.set)}) {
        if (file.empty()) continue;
        auto bytes = read_own_file(file);
        if (!bytes) continue;  // the local cache was trimmed
        const auto hash = sha256_of(*bytes);
        item.entry["sha256"][member] = hash;
        if (!known_.insert(hash).second) continue;
        bytes_in_batch_ += bytes->size();
        batch_.push_back({content_name(hash), std::move(*bytes)});
        hashes_.push_back(hash);
        if (bytes_in_batch_ >= kBatchBytes) send_batch();
        if (is_broken_) return;
      }
    send_batch();
  }

  void send_batch() {
    const auto sent = note(send_within(store_, batch_, patience_));
    for (std::size_t i = 0; i < sent.done.size(); ++i)
      if (sent.done[i]) written_.insert(hashes_[i]);
    batch_.clear();
    hashes_.clear();
    bytes_in_batch_ = 0;
  }

  bool is_complete(const Upload::Item& item) const {
    const auto is_written = [&](const char* member) { return written_.count(reference(item.entry, member)) != 0; };
    return is_written("object") && (item.set.empty() || is_written("set"));
  }

  /// Adds the entries to those that the store has.
  void put_records(const std::vector<Upload::Item>& items) {
    std::map<std::string, std::vector<const Json*>> entries;  // by key
    for (const auto& item : items)
      if (is_complete(item)) entries[item.key].push_back(&item.entry);
    std::vector<std::string> names;
    for (const auto& [key, added] : entries) names.push_back(record_name(key));
    if (names.empty()) return;
    const auto known = receive_within(store_, names, patience_);
    if (!known.failure.empty()) {
      failure_ = known.failure;
      return;
    }
    std::vector<RemoteStore::File> records;
    for (const auto& [key, added] : entries) {
      const auto& old = known.contents[records.size()];
      auto all = old ? ObjectCache::entries_in(unseal(*old), key) : Json::array();
      for (const auto* entry : added) all = ObjectCache::with_entry(*entry, all);
      records.push_back({names[records.size()], seal({{"key", key}, {"entries", std::move(all)}})});
    }
    note(send_within(store_, records, patience_));
  }

  /// If the server has refused single files, it may accept others.
  RemoteStore::Sent note(RemoteStore::Sent sent) {
    if (!sent.failure.empty()) failure_ = sent.failure;
    is_broken_ = !sent.done.empty() && std::none_of(sent.done.begin(), sent.done.end(), [](bool done) { return done; });
    return sent;
  }

  RemoteStore& store_;
  Patience patience_;
  std::vector<RemoteStore::File> batch_;
  std::vector<std::string> hashes_;  ///< of the files in batch_
  std::size_t bytes_in_batch_ = 0;
  std::set<std::string> known_, written_;  ///< hashes
  std::string failure_;
  bool is_broken_ = false;
};

}  // namespace

std::vector<Diagnostic> upload(const Upload& upload) {
  if (upload.store == nullptr || upload.items.empty()) return {};
  const auto failure = Uploader(*upload.store, upload.patience).run(upload.items);
  if (failure.empty()) return {};
  return {not_used(failure)};
}

std::vector<std::optional<std::string>> RemoteCache::get(const std::vector<std::string>& names) {
  if (store_ == nullptr || names.empty()) return std::vector<std::optional<std::string>>(names.size());
  auto received = receive_within(*store_, names, patience_);
  if (!received.failure.empty()) {
    warnings.push_back(not_used(received.failure));
    store_ = nullptr;
  }
  return std::move(received.contents);
}

void RemoteCache::warn_of_damage(const std::string& name) {
  warnings.push_back(warning_of(fmt::format("'{}' in the remote cache is damaged, and is not used", name)));
}

std::map<std::string, std::string> RemoteCache::get_content(const std::set<std::string>& hashes) {
  std::vector<std::string> names;
  for (const auto& hash : hashes) names.push_back(content_name(hash));
  auto contents = get(names);
  std::map<std::string, std::string> good;
  std::size_t i = 0;
  for (const auto& hash : hashes) {
    auto& content = contents[i++];
    if (!content) continue;
    if (sha256_of(*content) == hash) {
      good.emplace(hash, std::move(*content));
    } else {
      warn_of_damage(content_name(hash));
    }
  }
  return good;
}

void RemoteCache::fetch_sets(const std::vector<Candidate>& candidates) {
  std::map<std::string, std::string> names;  // of the missing sets, by hash
  for (const auto& candidate : candidates) {
    const auto hash = reference(candidate.entry, "set");
    const auto name = candidate.entry.value("set", Json());
    if (!hash.empty() && name.is_string() && !local_.has_set(name.get_ref<const std::string&>()))
      names.emplace(hash, name.get<std::string>());
  }
  std::set<std::string> hashes;
  for (const auto& [hash, name] : names) hashes.insert(hash);
  for (const auto& [hash, bytes] : get_content(hashes))
    if (!local_.add_set(names[hash], bytes)) warn_of_damage(content_name(hash));
}

std::vector<RemoteCache::Candidate> RemoteCache::candidates_for(const std::vector<const CacheKey*>& keys) {
  std::vector<std::string> names;
  for (const auto* key : keys) names.push_back(record_name(key->key));
  const auto records = get(names);
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (!records[i]) continue;
    const auto record = unseal(*records[i]);
    if (record.is_null()) warn_of_damage(names[i]);
    for (const auto& entry : ObjectCache::entries_in(record, keys[i]->key))
      if (entry.is_object() && !reference(entry, "object").empty()) candidates.push_back({i, entry});
  }
  return candidates;
}

unsigned RemoteCache::fetch(const std::vector<const CacheKey*>& keys, const IsSound& is_sound) {
  auto candidates = candidates_for(keys);
  fetch_sets(candidates);
  // Keeps the first entry of each key that is valid here.
  std::set<std::size_t> found;
  std::erase_if(candidates, [&](const Candidate& candidate) {
    return found.count(candidate.key) != 0 || !local_.is_valid(candidate.entry, keys[candidate.key]->roots) ||
           !found.insert(candidate.key).second;
  });
  std::set<std::string> hashes;
  for (const auto& candidate : candidates) hashes.insert(reference(candidate.entry, "object"));
  const auto objects = get_content(hashes);
  unsigned fetched = 0;
  for (const auto& [key, entry] : candidates) {
    const auto bytes = objects.find(reference(entry, "object"));
    if (bytes == objects.end()) continue;
    const auto object = ObjectCache::object_in(bytes->second, keys[key]->roots);
    if (!object || !is_sound(key, *object) || entry.value("object", Json()) != content_hash(bytes->second)) {
      warn_of_damage(content_name(bytes->first));
    } else if (local_.add_object(keys[key]->key, entry, bytes->second)) {
      ++fetched;
    }
  }
  return fetched;
}

Upload RemoteCache::upload() const {
  Upload all{store_, patience_, {}};
  if (store_ == nullptr) return all;
  for (const auto& stored : local_.stored()) {
    const auto set = stored.entry.value("set", std::string());
    all.items.push_back({stored.key, stored.entry, local_.object(stored.entry.at("object").get<std::string>()),
                         set.empty() ? std::filesystem::path() : local_.set(set)});
  }
  return all;
}

}  // namespace rocm_bindgen::build
