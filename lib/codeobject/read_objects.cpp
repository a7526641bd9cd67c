#include "codeobject/read_objects.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "codeobject/bundle.hpp"
#include "codeobject/cubin.hpp"
#include "support/file.hpp"
#include "support/parse_json.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

bool is_manifest(const fs::path& path) {
  return path.extension() == ".json";
}

Expected<std::vector<fs::path>> code_objects_of(const fs::path& path) {
  if (!is_manifest(path)) return std::vector<fs::path>{path};
  ROCM_BINDGEN_TRY(const auto text, read_file(path));
  try {
    std::vector<fs::path> objects;
    const auto manifest = parse_json(text);
    for (const auto& module : manifest.at("modules"))
      for (const auto& object : module.at("code_objects"))
        objects.push_back(path.parent_path() / object.at("file").get<std::string>());
    return objects;
  } catch (const nlohmann::json::exception&) {
    return Failure(ExitCode::source_error, fmt::format("'{}' is not a rocm-bindgen manifest", path.string()));
  }
}

/// The module's name: the file's name without the suffix ".TARGET.EXTENSION" that a build appends. A file that no
/// manifest lists may be from another tool and have any name.
std::string module_of(const fs::path& file, const std::string& target, bool in_manifest) {
  const auto stem = file.stem();
  return in_manifest || stem.extension() == "." + target ? stem.stem().string() : stem.string();
}

Expected<Done> read_bundled(const fs::path& file, std::string_view bytes, std::vector<ReadObject>& objects) {
  ROCM_BINDGEN_TRY(const auto entries, read_bundle(bytes, file.string()));
  for (const auto& entry : entries) {
    const auto target = entry.target();
    if (target.empty() || entry.image.empty()) continue;
    auto name = fmt::format("{} ({})", file.string(), target);
    ROCM_BINDGEN_TRY(auto info, read_any_code_object(entry.image, name));
    objects.push_back({file, std::move(name), file.stem().string(), std::move(info), entry.image.size(), false});
  }
  return Done{};
}

}  // namespace

Expected<std::vector<ReadObject>> read_objects(const fs::path& path) {
  ROCM_BINDGEN_TRY(const auto files, code_objects_of(path));
  std::vector<ReadObject> objects;
  for (const auto& file : files) {
    ROCM_BINDGEN_TRY(const auto image, read_file(file));
    if (is_bundle(image)) {
      ROCM_BINDGEN_TRY([[maybe_unused]] const auto read, read_bundled(file, image, objects));
      continue;
    }
    ROCM_BINDGEN_TRY(auto info, read_any_code_object(image, file.string()));
    auto module = module_of(file, info.target, is_manifest(path));
    objects.push_back({file, file.string(), std::move(module), std::move(info), image.size(), is_cubin(image)});
  }
  return objects;
}

}  // namespace rocm_bindgen::build
