#include "pipeline/records/build_records.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "support/diagnostic_json.hpp"
#include "support/file.hpp"

namespace rocm_bindgen::build {
namespace {

using Json = nlohmann::json;

std::string record_name(const Source& source, const TargetId& target) {
  return fmt::format("{}.{}", source.module, target.canonical);
}

/// Returns the paths to watch for a file. If the file no longer exists, this is the path that it was read from.
std::vector<std::string> paths_of(const HipFile& file) {
  auto paths = watched_paths(file.original);
  return paths.empty() ? std::vector{file.original.string()} : paths;
}

/// Returns the paths of all files that the translation read, sorted because InputSets requires it.
std::vector<std::string> originals(const HipSource& hip) {
  std::set<std::string> paths(hip.read_too.begin(), hip.read_too.end());
  for (const auto& file : hip.files)
    for (auto& path : paths_of(file)) paths.insert(std::move(path));
  return {paths.begin(), paths.end()};
}

/// Returns true if the path is relative and without "..", so that it stays below any folder that it is appended to.
bool is_plain(const std::filesystem::path& path) {
  return !path.empty() && path.is_relative() && std::find(path.begin(), path.end(), "..") == path.end();
}

}  // namespace

CompileResult FinishedObject::result_without_inputs() const {
  auto without = result;
  without.dependencies.clear();
  without.absent.clear();
  return without;
}

Inputs FinishedObject::inputs() const {
  const Inputs own{result.dependencies, result.absent};
  return shared == nullptr ? own : united(own, *shared);
}

void FinishedObject::take_inputs(InputSets::Held held) {
  result.dependencies = std::move(held.own.files);
  result.absent = std::move(held.own.absent);
  shared = held.shared;
}

std::optional<HipSource> BuildRecords::find_hip_source(const Source& source, const std::string& key) {
  const auto valid = records_.find_valid(source.module + ".hip.record", key);
  if (!valid) return std::nullopt;
  try {
    HipSource hip;
    valid->record.get_to(hip);
    hip.source = source;
    if (hip.files.empty()) return std::nullopt;  // damaged, because the source itself is always one of the files
    // The record may have come with an output folder that was copied from elsewhere, so its paths are not trusted:
    // every translation must be written below hip/.
    if (!std::all_of(hip.files.begin(), hip.files.end(), [](const HipFile& file) { return is_plain(file.relative); }))
      return std::nullopt;
    return hip;
  } catch (const Json::exception&) {
    return std::nullopt;  // a damaged record is treated as missing
  }
}

std::optional<FinishedObject> BuildRecords::find_object(const Source& source, const TargetId& target,
                                                        const std::string& key) {
  auto valid = records_.find_valid(record_name(source, target) + ".record", key);
  if (!valid) return std::nullopt;
  try {
    const auto image_size = valid->record.at("image_size").get<std::size_t>();
    if (image_size > valid->bytes.size()) return std::nullopt;
    FinishedObject object{valid->record.at("result").get<CompileResult>(), valid->bytes.substr(0, image_size),
                          valid->bytes.substr(image_size)};
    object.take_inputs(std::move(valid->inputs));
    return object;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

void BuildRecords::remember(const HipSource& hip) {
  for (const auto& file : hip.files)
    for (const auto& path : paths_of(file)) seen_.remember(path, file.original_hash);
}

Expected<Done> BuildRecords::store(const HipSource& hip, const std::string& key) {
  return records_.write(hip.source.module + ".hip.record", key, hip, {originals(hip), hip.absent});
}

Expected<Done> BuildRecords::store(const Source& source, const TargetId& target, const FinishedObject& object,
                                   const std::string& key, double seconds) {
  Json json{{"image_size", object.image.size()}, {"result", object.result_without_inputs()}, {"seconds", seconds}};
  return records_.write(record_name(source, target) + ".record", key, std::move(json), object.inputs(),
                        object.image + object.compressed);
}

std::optional<double> BuildRecords::last_seconds(const Source& source, const TargetId& target) const {
  const auto record = records_.find(record_name(source, target) + ".record");
  const auto seconds = record.is_object() ? record.find("seconds") : record.end();
  return seconds != record.end() && seconds->is_number() ? std::optional(seconds->get<double>()) : std::nullopt;
}

}  // namespace rocm_bindgen::build
