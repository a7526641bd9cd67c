#include "pipeline/stages/object_file.hpp"

#include <fmt/format.h>

#include "pipeline/records/sealed_record.hpp"
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

/// The result without what holds for one machine only.
CompileResult portable_result(const CompileResult& result) {
  CompileResult portable;
  portable.succeeded = result.succeeded;
  portable.cuda_arch = result.cuda_arch;
  portable.kernels = result.kernels;
  portable.lost = result.lost;
  return portable;
}

ObjectFile parse(const Json& json) {
  ObjectFile file;
  const auto& source = json.at("source");
  file.source.path = source.at("path").get<std::string>();
  file.source.relative = source.at("relative").get<std::string>();
  source.at("module").get_to(file.source.module);
  source.at("identifier").get_to(file.source.identifier);
  source.at("constant").get_to(file.source.constant);
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
  return file;
}

}  // namespace

std::string object_file(const HipSource& hip, const BuiltCodeObject& object, const CompileResult& result) {
  const auto& source = hip.source;
  return seal({{"tool", tool_identity()},
               {"source",
                {{"path", source.path.string()},
                 {"relative", source.relative.string()},
                 {"module", source.module},
                 {"identifier", source.identifier},
                 {"constant", source.constant}}},
               {"texts", texts_of(hip)},
               {"target",
                {{"processor", object.target.processor},
                 {"id", object.target.canonical},
                 {"code_object_version", object.target.code_object_version}}},
               {"result", portable_result(result)},
               {"image", object.image},
               {"compressed", object.compressed}});
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
  if (json.value("tool", Json()) != tool_identity()) return refuse("another version of the tool has written this file");
  try {
    return parse(json);
  } catch (const Json::exception&) {
    return refuse("this object file is damaged");
  }
}

}  // namespace rocm_bindgen::build
