#include "pipeline/stages.hpp"

#include <algorithm>
#include <thread>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "codeobject/cubin.hpp"
#include "codeobject/verify.hpp"
#include "hipify/findings.hpp"
#include "pipeline/jobs.hpp"
#include "support/file.hpp"
#include "toolchain/device_libraries.hpp"

namespace rocm_bindgen {
namespace fs = std::filesystem;
namespace {

void append(std::vector<Diagnostic>& into, std::vector<Diagnostic> more) {
  into.insert(into.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

/// Where a kernarg segment has the parameters. That of NVIDIA's differs for alignments above 16, as it does not start
/// at a multiple of them; but there only the driver needs to know, which is told the parameters one by one.
void lay_out(std::vector<BuiltParameter>& parameters) {
  std::uint32_t end = 0;
  for (auto& parameter : parameters) {
    const auto alignment = std::max(1u, parameter.declared.alignment);
    parameter.offset = (end + alignment - 1) / alignment * alignment;
    end = parameter.offset + parameter.declared.size;
  }
}

std::vector<BuiltKernel> built_kernels(const std::vector<KernelSignature>& signatures, const CodeObjectInfo& image,
                                       const TargetId& target) {
  std::vector<BuiltKernel> kernels;
  for (const auto& signature : signatures) {
    const auto built = std::find_if(image.kernels.begin(), image.kernels.end(),
                                    [&](const KernelMetadata& kernel) { return kernel.name == signature.symbol; });
    if (built == image.kernels.end()) continue;
    BuiltKernel kernel;
    kernel.qualified_name = signature.qualified_name;
    kernel.symbol = signature.symbol;
    for (std::size_t i = 0; i < signature.parameters.size() && i < built->arguments.size(); ++i)
      kernel.parameters.push_back({signature.parameters[i], {}, target.is_nvidia() ? 0 : built->arguments[i].offset});
    if (target.is_nvidia()) lay_out(kernel.parameters);
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

/// Where a source is, as it was named and for real: the folder that we are in decides what relative -I folders mean.
std::string place_in_tree(const Source& source) {
  std::error_code error;
  return content_hash({fs::current_path(error).string(), source.path.string(), source.root.string(),
                       fs::canonical(source.path, error).string()});
}

/// A target may have kernels that the first has not (`#ifdef __gfx90a__`): the module has them all. One that differs
/// between targets has no single launch function; its name is returned.
std::vector<std::string> merge_kernels(std::vector<BuiltKernel>& into, std::vector<BuiltKernel> more) {
  std::vector<std::string> differing;
  for (auto& kernel : more) {
    const auto known =
        std::find_if(into.begin(), into.end(), [&](const BuiltKernel& other) { return other.symbol == kernel.symbol; });
    if (known == into.end()) {
      into.push_back(std::move(kernel));
      continue;
    }
    const auto same = [](const BuiltParameter& a, const BuiltParameter& b) {
      return a.offset == b.offset && a.declared.size == b.declared.size &&
             a.declared.launch_type == b.declared.launch_type;
    };
    if (!std::equal(known->parameters.begin(), known->parameters.end(), kernel.parameters.begin(),
                    kernel.parameters.end(), same))
      differing.push_back(kernel.qualified_name);
  }
  return differing;
}

Diagnostic differs_between_targets(const std::string& kernel, const BuiltModule& module, const TargetId& target) {
  Diagnostic diagnostic;
  diagnostic.file = module.source.path.string();
  diagnostic.text = fmt::format("the parameters of kernel '{}' differ from those for {}", kernel,
                                module.code_objects.front().target.canonical);
  diagnostic.hint = "a kernel has one launch function for all targets: give the variants different names";
  diagnostic.targets = {target.canonical};
  return diagnostic;
}

}  // namespace

Expected<Toolchain> find_toolchain(const BuildOptions& options, const std::vector<TargetId>& targets) {
  Toolchain toolchain;
  ROCM_BINDGEN_TRY(const auto rocm, find_rocm({options.rocm_path, options.rocm_device_library_path}));
  ROCM_BINDGEN_TRY(toolchain.compile.clang_resources, find_clang_resources());
  ROCM_BINDGEN_TRY(toolchain.compile.device_libraries,
                   complete_device_libraries(rocm.device_libraries, cache_folder(options.cache_dir), targets));
  if (std::any_of(targets.begin(), targets.end(), [](const TargetId& target) { return target.is_nvidia(); })) {
    ROCM_BINDGEN_TRY(toolchain.compile.nvcc, find_nvcc(options.cuda_path));
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto can, check_nvcc_targets(toolchain.compile.nvcc, targets));
  }
  toolchain.compile.rocm_root = rocm.root;
  toolchain.hip = hip_installation(rocm);
  const auto processors = known_processors();
  toolchain.has_waves_of_64 = std::any_of(processors.begin(), processors.end(), [&](const ProcessorInfo& processor) {
    return processor.wavefront_size == 64 && std::any_of(targets.begin(), targets.end(), [&](const TargetId& target) {
             return target.processor == processor.name;
           });
  });
  toolchain.compile.user_flags = options.clang_flags;
  toolchain.compile.cuda_arch = options.cuda_arch;
  toolchain.identity =
      content_hash({tool_identity(), rocm.root.string(), rocm.hip_version, rocm.device_libraries.string(),
                    fmt::format("{}", fmt::join(options.clang_flags, "\n")),
                    options.cuda_arch ? std::to_string(*options.cuda_arch) : std::string("auto")});
  return toolchain;
}

Build::Build(const BuildOptions& options, const Toolchain& toolchain, const Progress& progress)
    : options_(options), toolchain_(toolchain), progress_(progress), records_(options.out_dir / ".rocm-bindgen") {
  limits_.jobs = options.jobs != 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());
  limits_.timeout = options.timeout;
  limits_.max_memory = options.max_memory;
}

std::string Build::hipify_key(const Source& source) const {
  return content_hash(
      {"hipify", toolchain_.identity, options_.kernel_launch_macro ? "macro" : "syntax", place_in_tree(source)});
}

std::string Build::compile_key(const HipSource& source, const TargetId& target) const {
  // Which headers were translated is part of the input: one that was not would be read as CUDA.
  std::string texts;
  for (const auto& file : source.files) texts += content_hash(file.text);
  const auto& nvcc = toolchain_.compile.nvcc;
  const auto compiler =
      target.is_nvidia() ? content_hash({nvcc.program.string(), nvcc.version, nvcc.host_compiler}) : std::string();
  return content_hash(
      {"compile", toolchain_.identity, compiler, target.canonical, place_in_tree(source.source), texts});
}

std::vector<Diagnostic> Build::of_interest(std::vector<Diagnostic> findings) const {
  std::set<std::pair<std::string, std::string>> told;
  findings.erase(std::remove_if(findings.begin(), findings.end(),
                                [&](const Diagnostic& finding) {
                                  if (finding.category.empty()) return false;
                                  // Where every wave has 32 lanes, as NVIDIA's warps, nothing is wrong with assuming
                                  // it.
                                  if (finding.category == name_of(Reason::wave_size) && !toolchain_.has_waves_of_64)
                                    return true;
                                  // Each name once per file; `hipify` tells every place.
                                  return !told.emplace(finding.file, finding.text).second;
                                }),
                 findings.end());
  return findings;
}

void Build::job_ended(JobReport job, const WorkerResult& ended, unsigned done, std::size_t total) {
  job.seconds = ended.seconds;
  job.peak_memory = ended.peak_memory;
  if (progress_) progress_(done, static_cast<unsigned>(total), job);
  statistics.jobs.push_back(std::move(job));
}

std::vector<HipSource> Build::hipify_all(const std::vector<Source>& sources) {
  HipifyOptions options{options_.clang_flags, toolchain_.compile.clang_resources, {}, true, toolchain_.hip};
  options.rewrite.kernel_launch_macro = options_.kernel_launch_macro;
  std::vector<std::optional<HipSource>> hip(sources.size());
  std::vector<WorkerTask> tasks;
  std::vector<std::size_t> source_of;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    hip[i] = records_.find_hip_source(sources[i], hipify_key(sources[i]));
    if (hip[i]) continue;
    tasks.push_back(hipify_task(sources[i], options));
    source_of.push_back(i);
  }
  run_workers(tasks, limits_, [&](std::size_t task, const WorkerResult& ended) {
    const auto& source = sources[source_of[task]];
    auto outcome = collect_hipify(source, ended);
    const bool succeeded = outcome.hip.has_value();
    if (succeeded) {
      records_.remember(*outcome.hip);
      auto stored = records_.store(*outcome.hip, hipify_key(source));
      if (!stored) append(diagnostics, std::move(stored.error().diagnostics));
    }
    // Those of a source that could be translated travel with it, and so come back from its record too.
    if (!succeeded) append(diagnostics, std::move(outcome.diagnostics));
    hip[source_of[task]] = std::move(outcome.hip);
    job_ended({"hipify", source.module, "", 0, 0, succeeded}, ended, ++statistics.hipified, tasks.size());
    return true;
  });
  std::vector<HipSource> translated;
  for (auto& source : hip) {
    if (!source) continue;
    records_.remember(*source);
    append(diagnostics, of_interest(source->diagnostics));
    for (const auto& file : source->files) {
      std::error_code error;
      const auto real = fs::canonical(file.original, error);
      if (!error) dependencies_.insert(real.string());
    }
    translated.push_back(std::move(*source));
  }
  return translated;
}

std::map<Build::Job, FinishedObject> Build::compile_all(const std::vector<HipSource>& sources,
                                                        const std::vector<TargetId>& targets) {
  std::map<Job, FinishedObject> finished;
  std::vector<Job> jobs;
  for (std::size_t s = 0; s < sources.size(); ++s)
    for (std::size_t t = 0; t < targets.size(); ++t) {
      const auto& source = sources[s].source;
      auto object = records_.find_object(source, targets[t], compile_key(sources[s], targets[t]));
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
    append(diagnostics, std::move(scratch.error().diagnostics));
    return finished;
  }
  const auto output_of = [&](std::size_t task) { return scratch->path() / std::to_string(task) / "object"; };
  std::vector<WorkerTask> tasks;
  for (std::size_t i = 0; i < jobs.size(); ++i)
    tasks.push_back(compile_task(sources[jobs[i].first], targets[jobs[i].second], toolchain_.compile, output_of(i)));

  run_workers(tasks, limits_, [&](std::size_t task, const WorkerResult& ended) {
    const auto& source = sources[jobs[task].first];
    const auto& target = targets[jobs[task].second];
    auto outcome = collect_compile(source, target, output_of(task), ended);
    const bool succeeded = outcome.object && outcome.object->result.succeeded;
    append(diagnostics, std::move(outcome.diagnostics));
    if (succeeded)
      if (auto stored = records_.store(source.source, target, *outcome.object, compile_key(source, target)); !stored)
        append(diagnostics, std::move(stored.error().diagnostics));
    if (outcome.object) finished.emplace(jobs[task], std::move(*outcome.object));
    job_ended({"compile", source.source.module, target.canonical, 0, 0, succeeded}, ended, ++statistics.compiled,
              tasks.size());
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
    diagnostic.text = fmt::format("kernel '{}' is not compiled: the preprocessor skips it at '{}' [-Wlost-kernels]",
                                  kernel.name, kernel.condition);
    diagnostic.targets = {target.canonical};
    diagnostics.push_back(std::move(diagnostic));
    const bool known = std::any_of(module.lost.begin(), module.lost.end(), [&](const LostKernel& other) {
      return other.name == kernel.name && other.line == kernel.line && other.file == kernel.file;
    });
    if (!known) module.lost.push_back(kernel);
  }
}

std::vector<BuiltModule> Build::verify_all(const std::vector<HipSource>& sources,
                                           const std::map<Job, FinishedObject>& objects,
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
      append(diagnostics, object.result.diagnostics);
      dependencies_.insert(object.result.dependencies.begin(), object.result.dependencies.end());
      if (!object.result.succeeded) continue;
      report_lost(object.result, targets[t], module);
      const auto image =
          read_any_code_object(object.image, fmt::format("{} ({})", module.source.path.string(), targets[t].canonical));
      if (!image) {
        append(diagnostics, image.error().diagnostics);
        continue;
      }
      auto disagreements = verify_code_object(object.result.kernels, *image, targets[t], module.source.path.string());
      if (has_errors(disagreements)) append(diagnostics, object.result.misunderstood);
      append(diagnostics, std::move(disagreements));
      for (const auto& name : merge_kernels(module.kernels, built_kernels(object.result.kernels, *image, targets[t])))
        diagnostics.push_back(differs_between_targets(name, module, targets[t]));
      module.code_objects.push_back({targets[t], object.image, object.compressed, object.result.cuda_arch});
    }
    name_kernels(module.kernels);
    modules.push_back(std::move(module));
  }
  return modules;
}

}  // namespace rocm_bindgen
