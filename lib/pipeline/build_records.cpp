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

std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::vector<std::string> originals(const HipSource& hip) {
  std::vector<std::string> paths;
  for (const auto& file : hip.files) paths.push_back(std::filesystem::absolute(file.original).lexically_normal().string());
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

std::optional<std::string> BuildRecords::find_valid(const std::string& name, const std::string& key) {
  auto text = read_file(place(name));
  if (!text) return std::nullopt;
  const auto json = Json::parse(*text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object() || !json.contains("key") || json["key"] != key) return std::nullopt;
  if (!json.contains("files") || !json["files"].is_object()) return std::nullopt;
  for (const auto& [path, hash] : json["files"].items())
    if (!hash.is_string() || hashes_.of(path) != hash.get<std::string>()) return std::nullopt;
  return std::move(*text);
}

std::optional<HipSource> BuildRecords::find_hip_source(const Source& source, const std::string& key) {
  const auto text = find_valid(source.module + ".hip.json", key);
  if (!text) return std::nullopt;
  try {
    const auto json = Json::parse(*text);
    HipSource hip;
    hip.source = source;
    json.at("hip_files").get_to(hip.files);
    json.at("diagnostics").get_to(hip.diagnostics);
    if (hip.files.empty()) return std::nullopt;  // the source itself is always one of them
    return hip;
  } catch (const Json::exception&) {
    return std::nullopt;  // damaged: as good as absent
  }
}

std::optional<FinishedObject> BuildRecords::find_object(const Source& source, const TargetId& target, const std::string& key) {
  const auto name = record_name(source, target);
  const auto text = find_valid(name + ".json", key);
  if (!text) return std::nullopt;
  auto image = read_file(place(name + ".hsaco"));
  auto compressed = read_file(place(name + ".hsaco.zst"));
  if (!image || !compressed) return std::nullopt;
  try {
    const auto json = Json::parse(*text);
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
  const Json json{{"key", key}, {"files", hashes_of(originals(hip), hashes_)}, {"hip_files", hip.files}, {"diagnostics", hip.diagnostics}};
  return write_file(place(hip.source.module + ".hip.json"), dump(json));
}

Expected<Done> BuildRecords::store(const Source& source, const TargetId& target, const FinishedObject& object,
                                   const std::string& key) {
  const auto name = record_name(source, target);
  const Json json{{"key", key},
                  {"files", hashes_of(object.result.dependencies, hashes_)},
                  {"image", content_hash({object.image, object.compressed})},
                  {"result", object.result}};
  // The record last: it vouches for the other two.
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto image, write_file(place(name + ".hsaco"), object.image));
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto frame, write_file(place(name + ".hsaco.zst"), object.compressed));
  return write_file(place(name + ".json"), dump(json));
}

}  // namespace rocm_bindgen
