#include "pipeline/jobs.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "compile/cuda_arch_choice.hpp"
#include "emit/compress.hpp"
#include "support/diagnostic_json.hpp"
#include "support/file.hpp"

namespace rocm_bindgen {
namespace fs = std::filesystem;
namespace {

using Json = nlohmann::json;

/// CBOR, not JSON text: sources and names may hold bytes that are no UTF-8, and they have to arrive as they are.
std::string to_bytes(const Json& json) {
  std::string bytes;
  Json::to_cbor(json, bytes);
  return bytes;
}

/// What a worker that finished has sent; discarded JSON otherwise.
Json parse_payload(const WorkerResult& ended) {
  return ended.end == WorkerResult::End::finished
             ? Json::from_cbor(ended.payload, /*strict=*/true, /*allow_exceptions=*/false)
             : Json(Json::value_t::discarded);
}

Diagnostic describe_death(std::string_view stage, const Source& source, const WorkerResult& ended) {
  Diagnostic diagnostic;
  diagnostic.code = ended.end == WorkerResult::End::interrupted ? ExitCode::interrupted : ExitCode::job_crashed;
  diagnostic.file = source.path.string();
  diagnostic.text = fmt::format("the {} job of module '{}' {}", stage, source.module, describe_end(ended));
  diagnostic.snippet = ended.error_output;
  if (!diagnostic.snippet.empty() && diagnostic.snippet.back() != '\n') diagnostic.snippet += '\n';
  return diagnostic;
}

Json hipify_json(const Source& source, const HipifyOptions& options) {
  const auto hip = hipify(source, options);
  if (hip) return *hip;
  HipSource failed;
  failed.diagnostics = hip.error().diagnostics;
  return failed;
}

CompileResult compile_and_compress(const HipSource& source, const TargetId& target, const CompileOptions& options,
                                   const fs::path& output) {
  std::error_code error;
  fs::create_directories(output.parent_path(), error);
  auto result = target.is_nvidia() ? compile_with_nvcc(source, target, options, output)
                                   : compile_with_best_cuda_arch(source, target, options, output);
  if (!result.succeeded) return result;
  const auto image = read_file(output);
  const auto stored =
      image ? write_file(output.string() + ".zst", compress_zstd(*image)) : Expected<Done>(image.error());
  if (!stored) {
    result.succeeded = false;
    const auto& why = stored.error().diagnostics;
    result.diagnostics.insert(result.diagnostics.end(), why.begin(), why.end());
  }
  return result;
}

}  // namespace

WorkerTask hipify_task(const Source& source, const HipifyOptions& options) {
  return {"hipify " + source.path.string(), [&] { return to_bytes(hipify_json(source, options)); }};
}

HipifyOutcome collect_hipify(const Source& source, const WorkerResult& ended) {
  const auto json = parse_payload(ended);
  if (!json.is_object()) return {std::nullopt, {describe_death("hipify", source, ended)}};
  HipSource hip;
  json.get_to(hip);
  hip.source = source;
  if (hip.files.empty()) return {std::nullopt, std::move(hip.diagnostics)};
  auto diagnostics = hip.diagnostics;
  return {std::move(hip), std::move(diagnostics)};
}

WorkerTask compile_task(const HipSource& source, const TargetId& target, const CompileOptions& options,
                        const fs::path& output) {
  return {fmt::format("compile {} for {}", source.source.path.string(), target.canonical),
          [&, output] { return to_bytes(compile_and_compress(source, target, options, output)); }};
}

CompileOutcome collect_compile(const HipSource& source, const TargetId& target, const fs::path& output,
                               const WorkerResult& ended) {
  const auto json = parse_payload(ended);
  if (!json.is_object()) {
    auto death = describe_death("compile", source.source, ended);
    death.targets = {target.canonical};
    return {std::nullopt, {std::move(death)}};
  }
  FinishedObject object{json.get<CompileResult>(), {}, {}};
  if (!object.result.succeeded) return {std::move(object), {}};
  auto image = read_file(output);
  auto compressed = read_file(output.string() + ".zst");
  if (!image || !compressed) return {std::nullopt, image ? compressed.error().diagnostics : image.error().diagnostics};
  object.image = std::move(*image);
  object.compressed = std::move(*compressed);
  return {std::move(object), {}};
}

}  // namespace rocm_bindgen
