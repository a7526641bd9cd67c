#include "pipeline/records/seen_files.hpp"

#include <algorithm>
#include <ctime>
#include <sys/stat.h>

#include "support/file.hpp"
#include "support/nanoseconds.hpp"

namespace rocm_bindgen::build {
namespace {

using Json = nlohmann::json;

std::vector<std::string> union_of(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::vector<std::string> all;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all));
  return all;
}

}  // namespace

SeenFiles::SeenFiles() {
  timespec now{};
  // Linux takes the times of local files from this clock or from a coarser one, which is never ahead of it. A local
  // file that was written before the start is therefore never newer than `start_`. The opposite is not certain: the
  // coarser clock is a few milliseconds late, so a file that is written that soon after the start can have an earlier
  // time, and changed_meanwhile() misses it. This matters only if a job has read the file before.
  ::clock_gettime(CLOCK_REALTIME, &now);
  start_ = nanoseconds(now);
}

Inputs united(const Inputs& a, const Inputs& b) {
  return {union_of(a.files, b.files), union_of(a.absent, b.absent)};
}

bool SeenFiles::still_absent(const std::string& path) {
  const auto known = absent_.find(path);
  if (known != absent_.end()) return known->second;
  std::error_code error;
  return absent_.emplace(path, !std::filesystem::exists(path, error)).first->second;
}

const std::string& SeenFiles::real_path(const std::string& path) {
  const auto known = real_paths_.find(path);
  if (known != real_paths_.end()) return known->second;
  std::error_code error;
  auto real = std::filesystem::canonical(path, error).string();
  return real_paths_.emplace(path, error ? path : std::move(real)).first->second;
}

void SeenFiles::remember(const std::string& path, const std::string& hash) {
  hashes.remember(path, hash);
  remembered_.insert(path);
}

bool SeenFiles::changed_meanwhile(const std::string& path) {
  // The hash of a remembered file is that of the bytes that were read, whatever was written later. The hash of a
  // watched folder is that of its real path (see FileHashes), so changes in the folder do not matter.
  if (remembered_.count(path) != 0 || is_watched_folder(path)) return false;
  const auto known = changed_.find(path);
  if (known != changed_.end()) return known->second;
  struct stat status{};
  const bool is_there = ::stat(path.c_str(), &status) == 0;
  // A file that replaces another may keep an old modification time, but its status change time is new.
  return changed_.emplace(path, is_there && std::max(nanoseconds(status.st_mtim), nanoseconds(status.st_ctim)) > start_)
      .first->second;
}

Json SeenFiles::witness(const Inputs& inputs) {
  Json json{{"files", Json::object()}, {"absent", inputs.absent}};
  // A file that was removed or changed in the meantime has an empty hash, which never matches.
  for (const auto& path : inputs.files)
    json["files"][path] = changed_meanwhile(path) ? "" : hashes.of(path).value_or("");
  return json;
}

std::optional<Inputs> SeenFiles::check(const Json& record) {
  if (!record.is_object() || !record.contains("files") || !record["files"].is_object() || !record.contains("absent") ||
      !record["absent"].is_array())
    return std::nullopt;
  Inputs inputs;
  for (const auto& [path, hash] : record["files"].items()) {
    if (!hash.is_string() || hashes.of(path) != hash.get_ref<const std::string&>()) return std::nullopt;
    inputs.files.push_back(path);
  }
  for (const auto& path : record["absent"]) {
    if (!path.is_string() || !still_absent(path.get_ref<const std::string&>())) return std::nullopt;
    inputs.absent.push_back(path.get<std::string>());
  }
  return inputs;
}

}  // namespace rocm_bindgen::build
