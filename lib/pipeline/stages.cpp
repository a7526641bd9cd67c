#include "pipeline/stages.hpp"

#include <algorithm>
#include <thread>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "codeobject/code_object.hpp"
#include "codeobject/verify.hpp"
#include "emit/compress.hpp"
#include "support/diagnostic_json.hpp"
#include "support/file.hpp"
#include "support/interrupt.hpp"
#include "toolchain/device_libraries.hpp"

namespace rocm_bindgen {
namespace fs = std::filesystem;
namespace {

using Json = nlohmann::json;

std::string to_bytes(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

/// What a hipify worker sends: {"hip_files", "diagnostics"}.
std::string run_hipify(const Source& source, const HipifyOptions& options) {
  const auto hip = hipify(source, options);
  if (!hip) return to_bytes(Json{{"hip_files", Json::array()}, {"diagnostics", hip.error().diagnostics}});
  return to_bytes(Json{{"hip_files", hip->files}, {"diagnostics", hip->diagnostics}});
}

/// What a compile worker does: the code object and its compressed form become files, the rest is sent.
std::string run_compile(const HipSource& source, const TargetId& target, const CompileOptions& options, const fs::path& output) {
  auto result = compile_in_process(source, target, options, output);
  if (result.succeeded) {
    const auto image = read_file(output);
    const auto stored = image ? write_file(output.string() + ".zst", compress_zstd(*image)) : Expected<Done>(Done{});
    if (!image || !stored) {
      result.succeeded = false;
      const auto& why = image ? stored.error() : image.error();
      result.diagnostics.insert(result.diagnostics.end(), why.diagnostics.begin(), why.diagnostics.end());
    }
  }
  return to_bytes(result);
}

/// What a worker that finished has sent; discarded JSON is a defect of ours and reads as "failed".
Json parse_payload(const WorkerResult& ended) {
  return ended.end == WorkerResult::End::finished ? Json::parse(ended.payload, nullptr, /*allow_exceptions=*/false)
                                                  : Json(Json::value_t::discarded);
}

std::vector<BuiltKernel> built_kernels(const std::vector<KernelSignature>& signatures, const CodeObjectInfo& image) {
  std::vector<BuiltKernel> kernels;
  for (const auto& signature : signatures) {
    const auto built = std::find_if(image.kernels.begin(), image.kernels.end(),
                                    [&](const KernelMetadata& kernel) { return kernel.name == signature.symbol; });
    if (built == image.kernels.end()) continue;
    BuiltKernel kernel;
    kernel.qualified_name = signature.qualified_name;
    kernel.symbol = signature.symbol;
    for (std::size_t i = 0; i < signature.parameters.size() && i < built->arguments.size(); ++i)
      kernel.parameters.push_back({signature.parameters[i], {}, built->arguments[i].offset});
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

/// A target may have kernels that the first has not (`#ifdef __gfx90a__`): the module has them all.
void merge_kernels(std::vector<BuiltKernel>& into, std::vector<BuiltKernel> more) {
  for (auto& kernel : more) {
    const bool known = std::any_of(into.begin(), into.end(), [&](const BuiltKernel& other) { return other.symbol == kernel.symbol; });
    if (!known) into.push_back(std::move(kernel));
  }
}

}  // namespace

Expected<Toolchain> find_toolchain(const BuildOptions& options, const std::vector<TargetId>& targets) {
  Toolchain toolchain;
  ROCM_BINDGEN_TRY(const auto rocm, find_rocm({options.rocm_path, options.rocm_device_library_path}));
  ROCM_BINDGEN_TRY(toolchain.compile.clang_resources, find_clang_resources());
  ROCM_BINDGEN_TRY(toolchain.compile.device_libraries,
                   complete_device_libraries(rocm.device_libraries, cache_folder(options.cache_dir), targets));
  toolchain.compile.rocm_root = rocm.root;
  toolchain.compile.user_flags = options.clang_flags;
  toolchain.compile.cuda_arch = options.cuda_arch;
  toolchain.identity = content_hash({tool_identity(), rocm.root.string(), rocm.hip_version, rocm.device_libraries.string(),
                                     fmt::format("{}", fmt::join(options.clang_flags, "\n")), std::to_string(options.cuda_arch)});
  return toolchain;
}

Build::Build(const BuildOptions& options, const Toolchain& toolchain, const Progress& progress)
    : options_(options), toolchain_(toolchain), progress_(progress), records_(options.out_dir / ".rocm-bindgen") {
  limits_.jobs = options.jobs != 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());
  limits_.timeout = options.timeout;
  limits_.max_memory = options.max_memory;
}

std::string Build::hipify_key() const {
  return content_hash({"hipify", toolchain_.identity, options_.kernel_launch_macro ? "macro" : "syntax"});
}

std::string Build::compile_key(const Source& source, const TargetId& target) const {
  return content_hash({"compile", toolchain_.identity, target.canonical, source.path.string(), source.root.string(),
                       options_.kernel_launch_macro ? "macro" : "syntax"});
}

void Build::job_ended(JobReport job, const WorkerResult& ended, const std::string& file, unsigned done, std::size_t total) {
  job.seconds = ended.seconds;
  job.peak_memory = ended.peak_memory;
  if (ended.end != WorkerResult::End::finished) {
    job.succeeded = false;
    Diagnostic diagnostic;
    diagnostic.code = ended.end == WorkerResult::End::interrupted ? ExitCode::interrupted : ExitCode::job_crashed;
    diagnostic.file = file;
    diagnostic.text = fmt::format("the {} job of module '{}' {}", job.stage, job.module, describe_end(ended));
    if (!job.target.empty()) diagnostic.targets = {job.target};
    if (!ended.error_output.empty()) diagnostic.snippet = ended.error_output + (ended.error_output.back() == '\n' ? "" : "\n");
    diagnostics.push_back(std::move(diagnostic));
  }
  if (progress_) progress_(done, static_cast<unsigned>(total), job);
  statistics.jobs.push_back(std::move(job));
}

std::vector<HipSource> Build::hipify_all(const std::vector<Source>& sources) {
  const auto key = hipify_key();
  const HipifyOptions options{options_.clang_flags, toolchain_.compile.clang_resources, options_.kernel_launch_macro};
  std::vector<std::optional<HipSource>> hip(sources.size());
  std::vector<WorkerTask> tasks;
  std::vector<std::size_t> task_source;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    hip[i] = records_.find_hip_source(sources[i], key);
    if (hip[i]) continue;
    tasks.push_back({"hipify " + sources[i].path.string(), [&source = sources[i], &options] { return run_hipify(source, options); }});
    task_source.push_back(i);
  }
  unsigned done = 0;
  run_workers(tasks, limits_, [&](std::size_t task, const WorkerResult& ended) {
    const auto& source = sources[task_source[task]];
    const auto json = parse_payload(ended);
    const bool succeeded = json.is_object() && !json["hip_files"].empty();
    if (json.is_object())
      for (const auto& diagnostic : json["diagnostics"]) diagnostics.push_back(diagnostic.get<Diagnostic>());
    if (succeeded) {
      HipSource result{source, json["hip_files"].get<std::vector<HipFile>>(), {}};
      if (auto stored = records_.store(result, key); !stored)
        diagnostics.insert(diagnostics.end(), stored.error().diagnostics.begin(), stored.error().diagnostics.end());
      hip[task_source[task]] = std::move(result);
    }
    ++statistics.hipified;
    job_ended({"hipify", source.module, "", 0, 0, succeeded}, ended, source.path.string(), ++done, tasks.size());
    return true;
  });
  std::vector<HipSource> translated;
  for (auto& source : hip) {
    if (!source) continue;
    records_.remember(*source);
    for (const auto& file : source->files) dependencies_.insert(fs::absolute(file.original).lexically_normal().string());
    translated.push_back(std::move(*source));
  }
  return translated;
}

std::map<Build::Job, FinishedObject> Build::compile_all(const std::vector<HipSource>& sources, const std::vector<TargetId>& targets) {
  std::map<Job, FinishedObject> finished;
  std::vector<Job> jobs;
  for (std::size_t s = 0; s < sources.size(); ++s)
    for (std::size_t t = 0; t < targets.size(); ++t) {
      const auto& source = sources[s].source;
      auto object = records_.find_object(source, targets[t], compile_key(source, targets[t]));
      if (!object) {
        jobs.emplace_back(s, t);
        continue;
      }
      ++statistics.up_to_date;
      finished.emplace(Job{s, t}, std::move(*object));
    }
  if (jobs.empty()) return finished;
  auto scratch = TemporaryFolder::create();
  if (!scratch) {
    diagnostics.insert(diagnostics.end(), scratch.error().diagnostics.begin(), scratch.error().diagnostics.end());
    return finished;
  }
  const auto output_of = [&](std::size_t task) { return scratch->path() / fmt::format("{}/object.hsaco", task); };

  std::vector<WorkerTask> tasks;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const auto [s, t] = jobs[i];
    tasks.push_back({fmt::format("compile {} for {}", sources[s].source.path.string(), targets[t].canonical),
                     [&, s = s, t = t, output = output_of(i)] {
                       std::error_code error;
                       fs::create_directories(output.parent_path(), error);
                       return run_compile(sources[s], targets[t], toolchain_.compile, output);
                     }});
  }
  unsigned done = 0;
  run_workers(tasks, limits_, [&](std::size_t task, const WorkerResult& ended) {
    const auto [s, t] = jobs[task];
    const auto& source = sources[s].source;
    const auto json = parse_payload(ended);
    FinishedObject object;
    if (json.is_object()) {
      object.result = json.get<CompileResult>();
      auto image = read_file(output_of(task));
      auto compressed = read_file(output_of(task).string() + ".zst");
      object.result.succeeded = object.result.succeeded && image && compressed;
      if (object.result.succeeded) {
        object.image = std::move(*image);
        object.compressed = std::move(*compressed);
        if (auto stored = records_.store(source, targets[t], object, compile_key(source, targets[t])); !stored)
          diagnostics.insert(diagnostics.end(), stored.error().diagnostics.begin(), stored.error().diagnostics.end());
      }
    }
    ++statistics.compiled;
    job_ended({"compile", source.module, targets[t].canonical, 0, 0, object.result.succeeded}, ended, source.path.string(),
              ++done, tasks.size());
    if (json.is_object()) finished.emplace(jobs[task], std::move(object));
    return true;
  });
  return finished;
}

void Build::report_lost(const CompileResult& result, const TargetId& target, BuiltModule& module) {
  for (const auto& kernel : result.lost) {
    Diagnostic diagnostic;
    diagnostic.severity = options_.lost_kernels_are_errors ? Severity::error : Severity::warning;
    diagnostic.file = kernel.file;
    diagnostic.line = kernel.line;
    diagnostic.text = fmt::format("kernel '{}' is not compiled: the preprocessor skips it at '{}' [-Wlost-kernels]", kernel.name, kernel.condition);
    diagnostic.targets = {target.canonical};
    diagnostics.push_back(std::move(diagnostic));
    const bool known = std::any_of(module.lost.begin(), module.lost.end(), [&](const LostKernel& other) {
      return other.name == kernel.name && other.line == kernel.line && other.file == kernel.file;
    });
    if (!known) module.lost.push_back(kernel);
  }
}

std::vector<BuiltModule> Build::verify_all(const std::vector<HipSource>& sources, const std::map<Job, FinishedObject>& objects,
                                           const std::vector<TargetId>& targets) {
  std::vector<BuiltModule> modules;
  for (std::size_t s = 0; s < sources.size(); ++s) {
    BuiltModule module;
    module.source = sources[s].source;
    module.index = static_cast<std::uint32_t>(s);
    for (std::size_t t = 0; t < targets.size(); ++t) {
      const auto found = objects.find({s, t});
      if (found == objects.end()) continue;
      const auto& object = found->second;
      diagnostics.insert(diagnostics.end(), object.result.diagnostics.begin(), object.result.diagnostics.end());
      dependencies_.insert(object.result.dependencies.begin(), object.result.dependencies.end());
      if (!object.result.succeeded) continue;
      report_lost(object.result, targets[t], module);
      const auto image = read_code_object(object.image, fmt::format("{} ({})", module.source.path.string(), targets[t].canonical));
      if (!image) {
        diagnostics.insert(diagnostics.end(), image.error().diagnostics.begin(), image.error().diagnostics.end());
        continue;
      }
      auto differences = verify_code_object(object.result.kernels, *image, targets[t], module.source.path.string());
      diagnostics.insert(diagnostics.end(), std::make_move_iterator(differences.begin()), std::make_move_iterator(differences.end()));
      merge_kernels(module.kernels, built_kernels(object.result.kernels, *image));
      module.code_objects.push_back({targets[t], object.image, object.compressed});
    }
    name_kernels(module.kernels);
    modules.push_back(std::move(module));
  }
  return modules;
}

}  // namespace rocm_bindgen
