#include "pipeline/stages/jobs.hpp"

#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "compile/cuda_arch_choice.hpp"
#include "compile/flag_inputs.hpp"
#include "emit/compress.hpp"
#include "support/diagnostic_json.hpp"
#include "support/exact_bytes.hpp"
#include "support/file.hpp"
#include "support/parse_json.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

using Json = nlohmann::json;

/// Returns the result that a worker sent, or discarded JSON if the worker did not finish.
Json parse_payload(const WorkerResult& ended) {
  return ended.end == WorkerResult::End::finished ? parse_cbor(ended.payload) : Json(Json::value_t::discarded);
}

Diagnostic describe_death(std::string_view stage, const Source& source, const WorkerResult& ended) {
  Diagnostic diagnostic;
  diagnostic.code = ended.end == WorkerResult::End::interrupted ? ExitCode::interrupted : ExitCode::job_crashed;
  diagnostic.file = source.path.string();
  diagnostic.text = fmt::format("the {} job of module '{}' {}", stage, source.module, describe_end(ended));
  diagnostic.snippet = ended.error_output;
  // LLVM ends the process when it cannot write its output. Only its message shows that the disk was full: a check of
  // the disk now may succeed, because a small file may still fit.
  for (const auto* full : {"No space left on device", "Disk quota exceeded"})
    if (ended.error_output.find(full) != std::string::npos) diagnostic.code = ExitCode::output;
  if (!diagnostic.snippet.empty() && diagnostic.snippet.back() != '\n') diagnostic.snippet += '\n';
  return diagnostic;
}

/// Returns the translation. A HipSource without files is a failed translation; see collect_hipify().
Json hipify_json(const Source& source, const HipifyOptions& options) {
  const auto hip = hipify(source, options);
  if (hip) return *hip;
  HipSource failed;
  failed.diagnostics = hip.error().diagnostics;
  return failed;
}

/// Writes the compressed form of the output next to it.
void compress(const fs::path& output, CompileResult& result) {
  if (!result.succeeded || result.parts != 0) return;
  const auto image = read_file(output);
  const auto stored =
      image ? write_file(output.string() + ".zst", compress_zstd(*image)) : Expected<Done>(image.error());
  if (stored) return;
  result.succeeded = false;
  const auto& why = stored.error().diagnostics;
  result.diagnostics.insert(result.diagnostics.end(), why.begin(), why.end());
}

CompileResult compile_and_compress(const HipSource& source, const TargetId& target, const CompileOptions& options,
                                   const fs::path& output) {
  std::error_code error;
  fs::create_directories(output.parent_path(), error);
  auto result = target.is_nvidia() ? compile_with_nvcc(source, target, options, output)
                                   : compile_with_best_cuda_arch(source, target, options, output);
  std::set<std::string> read(result.dependencies.begin(), result.dependencies.end());
  for (auto& path : files_named_by(options.user_flags)) {
    read.insert(std::move(path));
    result.depends_on_place = true;
  }
  result.dependencies.assign(read.begin(), read.end());
  result.reads_unseen_files = result.reads_unseen_files || any_brings_compiled_code(options.user_flags);
  compress(output, result);
  return result;
}

}  // namespace

WorkerTask hipify_task(const Source& source, const HipifyOptions& options) {
  return {"hipify " + source.path.string(), [&] { return exact_bytes(hipify_json(source, options)); }};
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

WorkerTask precompile_task(const HipSource& source, const TargetId& target, const CompileOptions& options,
                           const fs::path& output, Side side) {
  return {fmt::format("precompile headers for {}", target.canonical), [&, output, side] {
            std::error_code error;
            fs::create_directories(output.parent_path(), error);
            return exact_bytes(precompile_prefix_in_process(source, target, options, output, side));
          }};
}

std::optional<PrecompiledPrefix> collect_precompile(const fs::path& output, const WorkerResult& ended) {
  const auto json = parse_payload(ended);
  if (!json.is_object()) return std::nullopt;
  auto result = json.get<CompileResult>();
  if (!result.succeeded) return std::nullopt;
  return PrecompiledPrefix{output, std::move(result.dependencies), std::move(result.absent),
                           std::move(result.header_names)};
}

WorkerTask compile_task(const HipSource& source, const TargetId& target, const CompileOptions& options,
                        const fs::path& output) {
  return {fmt::format("compile {} for {}", source.source.path.string(), target.canonical),
          [&, output] { return exact_bytes(compile_and_compress(source, target, options, output)); }};
}

WorkerTask part_task(const HipSource& source, const TargetId& target, const CompileOptions& options, int cuda_arch,
                     const fs::path& part, const fs::path& object) {
  return {fmt::format("compile a part of {} for {}", source.source.path.string(), target.canonical),
          [&, cuda_arch, part, object] {
            auto with_arch = options;
            with_arch.cuda_arch = cuda_arch;
            return exact_bytes(compile_part_in_process(source, target, with_arch, part, object));
          }};
}

WorkerTask link_task(const HipSource& source, const TargetId& target, const CompileOptions& options,
                     const std::vector<fs::path>& objects, const CompileResult& front_end, const fs::path& output) {
  return {fmt::format("link {} for {}", source.source.path.string(), target.canonical),
          [&, objects, merged = front_end.merged, writes = front_end.writes, output] {
            auto result = link_parts_in_process(source, target, options, objects, merged, writes, output);
            compress(output, result);
            return exact_bytes(result);
          }};
}

StepOutcome collect_step(const HipSource& source, const TargetId& target, const WorkerResult& ended) {
  const auto json = parse_payload(ended);
  if (json.is_object()) return {json.get<CompileResult>(), {}};
  auto death = describe_death("compile", source.source, ended);
  death.targets = {target.canonical};
  return {std::nullopt, {std::move(death)}};
}

CompileOutcome collect_compile(const HipSource& source, const TargetId& target, const fs::path& output,
                               const WorkerResult& ended) {
  auto step = collect_step(source, target, ended);
  if (!step.result) return {std::nullopt, std::move(step.diagnostics)};
  if (!step.result->succeeded || step.result->parts != 0) return {FinishedObject{std::move(*step.result), {}, {}}, {}};
  return collect_object(std::move(*step.result), output);
}

CompileOutcome collect_object(CompileResult result, const fs::path& output) {
  auto image = read_file(output);
  auto compressed = read_file(output.string() + ".zst");
  if (!image || !compressed) return {std::nullopt, image ? compressed.error().diagnostics : image.error().diagnostics};
  return {FinishedObject{std::move(result), std::move(*image), std::move(*compressed)}, {}};
}

}  // namespace rocm_bindgen::build
