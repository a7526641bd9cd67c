#include "pipeline/records/portable_witness.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "support/file.hpp"

namespace rocm_bindgen::build {
namespace {

using Json = nlohmann::json;

/// Reads a path. Throws std::bad_optional_access if these roots cannot have written it.
std::string path_in(const Json& written, const PathRoots& roots) {
  return roots.read(written.get<std::string>()).value();
}

Json local_witness(const Json& portable, PathRoots& roots, SeenFiles& seen) {
  Json witness{{"files", Json::object()}, {"absent", Json::array()}};
  for (const auto& written : portable.at("folders")) {
    const auto folder = path_in(written, roots);
    witness["files"][folder] = seen.hashes.of(folder).value();
  }
  for (const auto& written : portable.at("folders")) roots.add(seen.real_path(path_in(written, roots)));
  if (portable.at("relations") != roots.relations()) return {};
  const auto& links = portable.at("links");
  for (const auto& [written, hash] : portable.at("files").items()) {
    const auto path = path_in(written, roots);
    const auto link = links.find(written);
    if (seen.real_path(path) != (link == links.end() ? path : path_in(*link, roots))) return {};
    witness["files"][path] = hash;
  }
  std::vector<std::string> absent;
  for (const auto& written : portable.at("absent")) absent.push_back(path_in(written, roots));
  std::sort(absent.begin(), absent.end());  // as Inputs requires
  witness["absent"] = std::move(absent);
  return witness;
}

}  // namespace

Json to_portable(const Json& witness, PathRoots roots, SeenFiles& seen) {
  Json portable{
      {"files", Json::object()}, {"links", Json::object()}, {"absent", Json::array()}, {"folders", Json::array()}};
  const auto& files = witness["files"];
  for (const auto& [path, hash] : files.items())
    if (is_watched_folder(path)) portable["folders"].push_back(roots.write(path));
  for (const auto& [path, hash] : files.items())
    if (is_watched_folder(path)) roots.add(seen.real_path(path));
  for (const auto& [path, hash] : files.items()) {
    if (is_watched_folder(path)) continue;
    portable["files"][roots.write(path)] = hash;
    if (const auto& real = seen.real_path(path); real != path) portable["links"][roots.write(path)] = roots.write(real);
  }
  for (const auto& path : witness["absent"]) portable["absent"].push_back(roots.write(path.get<std::string>()));
  portable["relations"] = roots.relations();
  return portable;
}

std::optional<Json> to_local(const Json& portable, PathRoots roots, SeenFiles& seen) {
  try {
    auto witness = local_witness(portable, roots, seen);
    return witness.is_null() ? std::nullopt : std::optional(std::move(witness));
  } catch (const Json::exception&) {
    return std::nullopt;
  } catch (const std::bad_optional_access&) {
    return std::nullopt;
  }
}

}  // namespace rocm_bindgen::build
