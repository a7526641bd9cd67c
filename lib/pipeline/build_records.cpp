#include "pipeline/build_records.hpp"

#include <clang/Basic/Version.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "support/diagnostic_json.hpp"
#include "support/file.hpp"

namespace rocm_bindgen {
namespace {

using Json = nlohmann::json;

std::string record_name(const Source& source, const TargetId& target) {
  return fmt::format("{}.{}", source.module, target.canonical);
}

/// Path -> content hash, as it is now. A file that vanished meanwhile has no hash and so never matches.
Json hashes_of(const std::vector<std::string>& paths, FileHashes& hashes) {
  Json json = Json::object();
  for (const auto& path : paths) json[path] = hashes.of(path).value_or("");
  return json;
}

/// CBOR for the same reason as in jobs.cpp: paths and texts need not be UTF-8.
std::string dump(const Json& json) {
  std::string bytes;
  Json::to_cbor(json, bytes);
  return bytes;
}

std::vector<std::string> originals(const HipSource& hip) {
  std::vector<std::string> paths;
  for (const auto& file : hip.files) {
    std::error_code error;
    const auto real = std::filesystem::canonical(file.original, error);
    paths.push_back((error ? file.original : real).string());
  }
  return paths;
}

}  // namespace

std::string tool_identity() {
  static const std::string identity = [] {
    FileHashes hashes;
    return hashes.of("/proc/self/exe").value_or(ROCM_BINDGEN_VERSION) + " " + clang::getClangFullVersion();
  }();
  return identity;
}

nlohmann::json BuildRecords::find_valid(const std::string& name, const std::string& key) {
  const auto bytes = read_file(place(name));
  if (!bytes) return nullptr;
  auto json = Json::from_cbor(*bytes, /*strict=*/true, /*allow_exceptions=*/false);
  if (!json.is_object() || !json.contains("key") || json["key"] != key) return nullptr;
  if (!json.contains("files") || !json["files"].is_object() || !json.contains("absent") || !json["absent"].is_array())
    return nullptr;
  for (const auto& [path, hash] : json["files"].items())
    if (!hash.is_string() || hashes_.of(path) != hash.get<std::string>()) return nullptr;
  for (const auto& path : json["absent"])
    if (!path.is_string() || !still_absent(path.get<std::string>())) return nullptr;
  return json;
}

bool BuildRecords::still_absent(const std::string& path) {
  const auto known = absent_.find(path);
  if (known != absent_.end()) return known->second;
  std::error_code error;
  return absent_.emplace(path, !std::filesystem::exists(path, error)).first->second;
}

std::optional<HipSource> BuildRecords::find_hip_source(const Source& source, const std::string& key) {
  const auto json = find_valid(source.module + ".hip.record", key);
  if (json.is_null()) return std::nullopt;
  try {
    HipSource hip;
    json.get_to(hip);
    hip.source = source;
    if (hip.files.empty()) return std::nullopt;  // the source itself is always one of them
    return hip;
  } catch (const Json::exception&) {
    return std::nullopt;  // damaged: as good as absent
  }
}

std::optional<FinishedObject> BuildRecords::find_object(const Source& source, const TargetId& target,
                                                        const std::string& key) {
  const auto name = record_name(source, target);
  const auto json = find_valid(name + ".record", key);
  if (json.is_null()) return std::nullopt;
  const auto image_name = name + "." + target.code_object_extension();
  auto image = read_file(place(image_name));
  auto compressed = read_file(place(image_name + ".zst"));
  if (!image || !compressed) return std::nullopt;
  try {
    if (json.at("image").get<std::string>() != content_hash({*image, *compressed})) return std::nullopt;
    return FinishedObject{json.at("result").get<CompileResult>(), std::move(*image), std::move(*compressed)};
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

void BuildRecords::remember(const HipSource& hip) {
  const auto paths = originals(hip);
  for (std::size_t i = 0; i < paths.size(); ++i) hashes_.remember(paths[i], hip.files[i].original_hash);
}

Expected<Done> BuildRecords::store(const HipSource& hip, const std::string& key) {
  Json json = hip;
  json["key"] = key;
  json["files"] = hashes_of(originals(hip), hashes_);
  return write_file(place(hip.source.module + ".hip.record"), dump(json));
}

Expected<Done> BuildRecords::store(const Source& source, const TargetId& target, const FinishedObject& object,
                                   const std::string& key) {
  const auto name = record_name(source, target);
  const Json json{{"key", key},
                  {"files", hashes_of(object.result.dependencies, hashes_)},
                  {"absent", object.result.absent},
                  {"image", content_hash({object.image, object.compressed})},
                  {"result", object.result}};
  // The record last: it vouches for the other two.
  const auto image_name = name + "." + target.code_object_extension();
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto image, write_file(place(image_name), object.image));
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto frame, write_file(place(image_name + ".zst"), object.compressed));
  return write_file(place(name + ".record"), dump(json));
}

}  // namespace rocm_bindgen
