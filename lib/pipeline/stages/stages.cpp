#include "pipeline/stages/stages.hpp"

#include <algorithm>
#include <thread>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "codeobject/cubin.hpp"
#include "codeobject/verify.hpp"
#include "hipify/text/findings.hpp"
#include "pipeline/stages/jobs.hpp"
#include "pipeline/stages/reproducer.hpp"
#include "support/append.hpp"
#include "support/file.hpp"
#include "toolchain/device_libraries.hpp"
#include "toolchain/device_library_version.hpp"
#include "toolchain/gcc_installations.hpp"
#include "toolchain/tool_identity.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

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

/// The compiler to start for AMD targets: the one that was asked for, or the ROCm's own where the one inside cannot
/// read the device libraries. Empty: the one inside.
Expected<fs::path> external_program(const BuildOptions& options, const std::vector<TargetId>& targets, const Rocm& rocm,
                                    std::vector<Diagnostic>& notes) {
  const bool needs_libraries =
      std::any_of(targets.begin(), targets.end(), [](const TargetId& target) { return !target.is_nvidia(); });
  if (!options.compiler.empty() || !needs_libraries) return options.compiler;
  const auto newer = find_newer_library(rocm.device_libraries);
  if (!newer) return fs::path();
  auto own = clang_of_rocm(rocm.root);
  if (own.empty()) return cannot_read(*newer);
  notes.push_back(read_by(own, *newer));
  return own;
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
  ROCM_BINDGEN_TRY(const auto compiler, external_program(options, targets, rocm, toolchain.notes));
  if (!compiler.empty()) {
    ROCM_BINDGEN_TRY(toolchain.compile.external,
                     find_external_compiler(compiler, targets, cache_folder(options.cache_dir)));
  }
  toolchain.device_libraries = rocm.device_libraries;
  toolchain.compile.rocm_root = rocm.root;
  toolchain.hip = hip_installation(rocm);
  const auto processors = known_processors();
  toolchain.has_waves_of_64 = std::any_of(processors.begin(), processors.end(), [&](const ProcessorInfo& processor) {
    return processor.wavefront_size == 64 && std::any_of(targets.begin(), targets.end(), [&](const TargetId& target) {
             return target.processor == processor.name;
           });
  });
  toolchain.compile.split = options.split;
  toolchain.compile.merge = options.merge;
  toolchain.compile.user_flags = options.clang_flags;
  toolchain.compile.cuda_arch = options.cuda_arch;
  toolchain.installation = content_hash(
      {tool_identity(), gcc_installations(), rocm.root.string(), rocm.hip_version, rocm.device_libraries.string()});
  toolchain.identity =
      content_hash({toolchain.installation, fmt::format("{}", fmt::join(options.clang_flags, "\n")),
                    options.cuda_arch ? std::to_string(*options.cuda_arch) : std::string("auto"),
                    toolchain.compile.external.identity, options.split ? "may be split" : "in one piece",
                    options.merge ? "merged" : "as written"});
  return toolchain;
}

Build::Build(const BuildOptions& options, const Toolchain& toolchain, const Progress& progress)
    : options_(options),
      toolchain_(toolchain),
      progress_(progress),
      jobserver_(Jobserver::from_environment()),
      compile_(toolchain.compile),
      records_(options.out_dir / ".rocm-bindgen", seen_),
      prefixes_(cache_folder(options.cache_dir), seen_),
      cache_(cache_folder(options.cache_dir) / "objects", seen_) {
  limits_.jobserver = jobserver_ ? &*jobserver_ : nullptr;
  limits_.jobs = options.jobs != 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());
  limits_.timeout = options.timeout;
  limits_.max_memory = options.max_memory;
  append(diagnostics, toolchain.notes);
}

std::string Build::hipify_key(const Source& source) const {
  return content_hash(
      {"hipify", toolchain_.identity, options_.kernel_launch_macro ? "macro" : "syntax", place_in_tree(source)});
}

const std::string& Build::identity_of(const HipSource& source) {
  auto& identity = source_identities_[source.source.module];
  if (!identity.empty()) return identity;
  // Which headers were translated is part of the input: one that was not would be read as CUDA.
  std::string texts;
  for (const auto& file : source.files) texts += content_hash(file.text);
  return identity = content_hash({place_in_tree(source.source), texts, source.means_waves ? "waves" : "warps"});
}

const std::string& Build::identity_of(const TargetId& target) {
  auto& identity = target_identities_[target.canonical];
  if (!identity.empty()) return identity;
  const auto& nvcc = toolchain_.compile.nvcc;
  const auto compiler =
      target.is_nvidia() ? content_hash({nvcc.program.string(), nvcc.version, nvcc.host_compiler}) : std::string();
  // One that is installed later takes the place of one that was generated.
  const auto generated =
      fmt::format("{}", fmt::join(missing_device_libraries(toolchain_.device_libraries, target), " "));
  return identity = content_hash({compiler, generated, target.canonical, std::to_string(target.code_object_version)});
}

std::string Build::compile_key(const HipSource& source, const TargetId& target) {
  return content_hash({"compile", toolchain_.identity, identity_of(source), identity_of(target)});
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

bool Build::may_fail_again() {
  ++failures_;
  return !gave_up();
}

void Build::stage_begins(const std::string& stage, const std::vector<PlannedJob>& jobs) const {
  if (progress_.stage_begins && !jobs.empty()) progress_.stage_begins(stage, jobs, limits_.jobs);
}

void Build::job_ended(std::size_t index, JobReport job, const WorkerResult& ended) {
  job.seconds = ended.seconds;
  job.peak_memory = ended.peak_memory;
  if (progress_.job_ends) progress_.job_ends(index, job);
  statistics.jobs.push_back(std::move(job));
}

void Build::keep_reproducer(const Source& source, const HipifyOptions& options, bool succeeded,
                            const WorkerResult& ended) {
  if (succeeded) return remove_reproducer(reproducers(), source);
  using End = WorkerResult::End;
  // What was reported in an orderly way is the source's.
  if (ended.end == End::interrupted || ended.end == End::finished) return;
  if (const auto script = write_reproducer(reproducers(), source, options))
    diagnostics.push_back(reproducer_note(*script, "translation", source));
}

std::vector<HipSource> Build::hipify_all(const std::vector<Source>& sources) {
  HipifyOptions options{options_.clang_flags, toolchain_.compile.clang_resources, {}, true, toolchain_.hip};
  options.rewrite.kernel_launch_macro = options_.kernel_launch_macro;
  std::vector<std::optional<HipSource>> hip(sources.size());
  std::vector<WorkerTask> tasks;
  std::vector<PlannedJob> plan;
  std::vector<std::size_t> source_of;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    hip[i] = records_.find_hip_source(sources[i], hipify_key(sources[i]));
    if (hip[i]) continue;
    tasks.push_back(hipify_task(sources[i], options));
    plan.push_back({sources[i].module, "", {}});
    source_of.push_back(i);
  }
  stage_begins("hipify", plan);
  const auto on_end = [&](std::size_t task, const WorkerResult& ended) {
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
    keep_reproducer(source, options, succeeded, ended);
    ++statistics.hipified;
    job_ended(task, {"hipify", source.module, "", 0, 0, 0, succeeded}, ended);
    return succeeded || may_fail_again();
  };
  run_workers(tasks, limits_, on_end, hooks());
  std::vector<HipSource> translated;
  for (auto& source : hip) {
    if (!source) continue;
    records_.remember(*source);
    append(diagnostics, of_interest(source->diagnostics));
    for (const auto& file : source->files)
      for (auto& path : watched_paths(file.original)) dependencies_.insert(std::move(path));
    dependencies_.insert(source->read_too.begin(), source->read_too.end());
    absent_.insert(source->absent.begin(), source->absent.end());
    translated.push_back(std::move(*source));
  }
  return translated;
}

void Build::report_lost(const CompileResult& result, const TargetId& target, VerifiedModule& verified) const {
  auto& module = verified.module;
  for (const auto& kernel : result.lost) {
    Diagnostic diagnostic;
    diagnostic.severity = options_.lost_kernels_are_errors ? Severity::error : Severity::warning;
    diagnostic.file = kernel.file;
    diagnostic.line = kernel.line;
    diagnostic.text = fmt::format("kernel '{}' is not compiled: the preprocessor skips it at '{}' [-Wlost-kernels]",
                                  kernel.name, kernel.condition);
    diagnostic.targets = {target.canonical};
    verified.diagnostics.push_back(std::move(diagnostic));
    const bool known = std::any_of(module.lost.begin(), module.lost.end(), [&](const LostKernel& other) {
      return other.name == kernel.name && other.line == kernel.line && other.file == kernel.file;
    });
    if (!known) module.lost.push_back(kernel);
  }
}

Build::VerifiedModule Build::verify_module(const HipSource& source, std::size_t index,
                                           const std::map<Job, FinishedObject>& objects,
                                           const std::vector<TargetId>& targets) const {
  VerifiedModule verified;
  auto& module = verified.module;
  module.source = source.source;
  module.index = static_cast<std::uint32_t>(index);
  for (std::size_t t = 0; t < targets.size(); ++t) {
    const auto found = objects.find({index, t});
    if (found == objects.end()) continue;
    const auto& object = found->second;
    append(verified.diagnostics, object.result.diagnostics);
    if (!object.result.succeeded) continue;
    report_lost(object.result, targets[t], verified);
    const auto image =
        read_any_code_object(object.image, fmt::format("{} ({})", module.source.path.string(), targets[t].canonical));
    if (!image) {
      append(verified.diagnostics, image.error().diagnostics);
      continue;
    }
    auto disagreements = verify_code_object(object.result.kernels, *image, targets[t], module.source.path.string());
    if (has_errors(disagreements)) append(verified.diagnostics, object.result.misunderstood);
    append(verified.diagnostics, std::move(disagreements));
    for (const auto& name : merge_kernels(module.kernels, built_kernels(object.result.kernels, *image, targets[t])))
      verified.diagnostics.push_back(differs_between_targets(name, module, targets[t]));
    module.code_objects.push_back(
        {targets[t], object.image, object.compressed, content_hash(object.image), object.result.cuda_arch});
  }
  name_kernels(module.kernels);
  return verified;
}

std::vector<BuiltModule> Build::verify_all(const std::vector<HipSource>& sources,
                                           const std::map<Job, FinishedObject>& objects,
                                           const std::vector<TargetId>& targets) {
  std::vector<BuiltModule> modules;
  for (std::size_t s = 0; s < sources.size(); ++s) {
    auto known = verified_.extract(s);
    auto verified = known ? std::move(known.mapped()) : verify_module(sources[s], s, objects, targets);
    append(diagnostics, std::move(verified.diagnostics));
    modules.push_back(std::move(verified.module));
  }
  std::set<const Inputs*> shared_seen;
  for (const auto& [job, object] : objects) {
    dependencies_.insert(object.result.dependencies.begin(), object.result.dependencies.end());
    absent_.insert(object.result.absent.begin(), object.result.absent.end());
    // The same set for most objects.
    if (object.shared == nullptr || !shared_seen.insert(object.shared).second) continue;
    dependencies_.insert(object.shared->files.begin(), object.shared->files.end());
    absent_.insert(object.shared->absent.begin(), object.shared->absent.end());
  }
  return modules;
}

}  // namespace rocm_bindgen::build
