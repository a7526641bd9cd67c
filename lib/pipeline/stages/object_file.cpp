#include "pipeline/stages/object_file.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "pipeline/records/sealed_record.hpp"
#include "pipeline/stages/sound_object.hpp"
#include "support/file.hpp"
#include "toolchain/tool_identity.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

using Json = nlohmann::json;

Json texts_of(const HipSource& source) {
  Json texts = Json::array();
  for (const auto& file : source.files)
    texts.push_back({{"relative", file.relative.string()}, {"text", file.placed_text()}});
  return texts;
}

/// The result without what holds for one machine only. Messages about kernels name a file, but no folder.
CompileResult portable_result(const CompileResult& result) {
  CompileResult portable;
  portable.succeeded = result.succeeded;
  portable.cuda_arch = result.cuda_arch;
  portable.kernels = result.kernels;
  portable.lost = result.lost;
  for (auto& kernel : portable.kernels) kernel.file = fs::path(kernel.file).filename().string();
  for (auto& kernel : portable.lost) kernel.file = fs::path(kernel.file).filename().string();
  return portable;
}

/// Returns true if the path stays below any folder that it is appended to.
bool is_plain(const fs::path& path) {
  return !path.empty() && path.is_relative() && std::find(path.begin(), path.end(), "..") == path.end();
}

ObjectFile parse(const Json& json) {
  ObjectFile file;
  file.source.relative = json.at("source").get<std::string>();
  file.source.path = file.source.relative;
  name_module(file.source);
  for (const auto& text : json.at("texts")) {
    HipFile hip;
    hip.relative = text.at("relative").get<std::string>();
    text.at("text").get_to(hip.text);
    file.texts.push_back(std::move(hip));
  }
  const auto& target = json.at("target");
  target.at("processor").get_to(file.target.processor);
  target.at("id").get_to(file.target.canonical);
  target.at("code_object_version").get_to(file.target.code_object_version);
  json.at("result").get_to(file.object.result);
  json.at("image").get_to(file.object.image);
  json.at("compressed").get_to(file.object.compressed);
  json.at("options").get_to(file.options);
  return file;
}

bool is_plausible(const ObjectFile& file) {
  return is_plain(file.source.relative) && !file.texts.empty() &&
         std::all_of(file.texts.begin(), file.texts.end(),
                     [](const HipFile& text) { return is_plain(text.relative); }) &&
         is_sound(file.object, file.target);
}

}  // namespace

std::string object_file(const HipSource& hip, const BuiltCodeObject& object, const CompileResult& result,
                        const std::string& options) {
  return seal({{"tool", tool_version()},
               {"source", hip.source.relative.string()},
               {"texts", texts_of(hip)},
               {"target",
                {{"processor", object.target.processor},
                 {"id", object.target.canonical},
                 {"code_object_version", object.target.code_object_version}}},
               {"result", portable_result(result)},
               {"image", object.image},
               {"compressed", object.compressed},
               {"options", options}});
}

Expected<ObjectFile> read_object_file(const fs::path& file) {
  const auto refuse = [&](const char* why) {
    Diagnostic diagnostic;
    diagnostic.file = file.string();
    diagnostic.text = why;
    diagnostic.hint = "compile its source again with `rocm-bindgen compile`";
    return Failure(std::move(diagnostic));
  };
  ROCM_BINDGEN_TRY(const auto bytes, read_file(file));
  const auto json = unseal(bytes);
  if (!json.is_object()) return refuse("this is not an object file of `rocm-bindgen compile`, or it is damaged");
  if (json.value("tool", Json()) != tool_version()) return refuse("another version of the tool has written this file");
  try {
    auto parsed = parse(json);
    if (is_plausible(parsed)) return parsed;
  } catch (const Json::exception&) {
    // It is refused below.
  }
  return refuse("this object file is damaged");
}

}  // namespace rocm_bindgen::build
