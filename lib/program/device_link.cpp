#include "program/device_link.hpp"

#include <algorithm>
#include <set>
#include <thread>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "codeobject/relocatable_code.hpp"
#include "compile/compile_job.hpp"
#include "emit/offload_bundle.hpp"
#include "support/append.hpp"
#include "support/diagnostic_json.hpp"
#include "support/escape.hpp"
#include "support/exact_bytes.hpp"
#include "support/file.hpp"
#include "support/jobserver.hpp"
#include "support/parse_json.hpp"
#include "support/subprocess.hpp"
#include "support/worker.hpp"
#include "toolchain/target_id.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

/// The objects whose device code is to be linked: those that use symbols that no input defines, and those without
/// kernels and variables of their own, which use none and whose functions the others may call.
Expected<std::vector<LinkableObject>> objects_to_link(const std::vector<fs::path>& files) {
  std::vector<LinkableObject> all;
  for (const auto& file : files) {
    ROCM_BINDGEN_TRY(auto objects, read_linkable_objects(file));
    append(all, std::move(objects));
  }
  std::set<std::string> defined;
  for (const auto& object : all) defined.insert(object.defined.begin(), object.defined.end());
  std::erase_if(all, [&](const LinkableObject& object) {
    const bool was_linked = std::any_of(object.wanted.begin(), object.wanted.end(),
                                        [&](const auto& symbol) { return defined.count(symbol) != 0; });
    return object.code.empty() || was_linked;
  });
  const bool any_is_needed =
      std::any_of(all.begin(), all.end(), [](const LinkableObject& object) { return !object.wanted.empty(); });
  if (!any_is_needed) all.clear();
  return all;
}

/// The targets of all objects, which must be the same.
Expected<std::vector<TargetId>> common_targets(const std::vector<LinkableObject>& objects) {
  const auto names_of = [](const RelocatableCode& code) {
    std::vector<std::string> names;
    for (const auto& [target, bitcode] : code.bitcode) names.push_back(target);
    return names;
  };
  const auto& first = objects.front();
  const auto names = names_of(first.code.front());
  for (const auto& object : objects)
    for (const auto& code : object.code)
      if (names_of(code) != names)
        return Failure(ExitCode::source_error,
                       fmt::format("cannot link device code for {} of '{}' with device code for {} of '{}'",
                                   fmt::join(names, ","), first.name, fmt::join(names_of(code), ","), object.name),
                       "compile all objects for the same targets");
  return parse_targets(names);
}

/// Writes the bitcode files for one target, and returns their paths.
Expected<std::vector<fs::path>> write_bitcode_files(const std::vector<LinkableObject>& objects, const TargetId& target,
                                                    const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& object : objects)
    for (const auto& code : object.code) {
      // lld's messages name the file, so its name shows the source.
      files.push_back(folder / fmt::format("{}.{}.{}.bc", fs::path(code.source).filename().string(), files.size(),
                                           target.canonical));
      ROCM_BINDGEN_TRY([[maybe_unused]] const auto written,
                       write_file(files.back(), code.bitcode.at(target.canonical)));
    }
  return files;
}

/// The link for one target.
struct Link {
  TargetId target;
  std::vector<fs::path> bitcode;
  fs::path output;
};

/// Runs the links in workers, because lld may crash on what users write.
Expected<Done> run_links(const std::vector<Link>& links, const std::string& name, unsigned jobs) {
  std::vector<WorkerTask> tasks;
  for (const auto& link : links)
    tasks.push_back({"link the device code for " + link.target.canonical, [&link, &name] {
                       return exact_bytes(link_bitcode_in_process(link.bitcode, link.target, name, link.output));
                     }});
  auto jobserver = Jobserver::from_environment();
  WorkerLimits limits;
  limits.jobserver = jobserver ? &*jobserver : nullptr;
  limits.jobs = jobs != 0 ? jobs : std::max(1u, std::thread::hardware_concurrency());
  std::vector<Diagnostic> errors;
  run_workers(tasks, limits, [&](std::size_t index, const WorkerResult& ended) {
    const auto json = ended.end == WorkerResult::End::finished ? parse_cbor(ended.payload) : nlohmann::json();
    if (json.is_array()) {
      append(errors, json.get<std::vector<Diagnostic>>());
    } else {
      const auto code = ended.end == WorkerResult::End::interrupted ? ExitCode::interrupted : ExitCode::job_crashed;
      const auto text = fmt::format("the job that links device code for {} {}\n{}", links[index].target.canonical,
                                    describe_end(ended), ended.error_output);
      append(errors, Failure(code, text).diagnostics);
    }
    return true;
  });
  if (!errors.empty()) return Failure(fold_targets(std::move(errors)));
  return Done{};
}

/// Assembly with the bundle and the symbols under which the objects expect it. All objects share one bundle, which is
/// registered once.
std::string assembly_of(const std::vector<LinkableObject>& objects, const fs::path& bundle) {
  std::set<std::string> bundles, handles;
  for (const auto& object : objects)
    for (const auto& symbol : object.wanted) (symbol.starts_with("__hip_fatbin_") ? bundles : handles).insert(symbol);
  std::string text = "  .section .hip_fatbin,\"a\",@progbits\n  .p2align 12\n";
  for (const auto& symbol : bundles) text += fmt::format("  .globl {0}\n  .hidden {0}\n{0}:\n", symbol);
  text += fmt::format("  .incbin \"{}\"\n", assembly_string(bundle.string()));
  text += "  .section .hip_gpubin_handle,\"aw\",@progbits\n  .p2align 3\n";
  for (const auto& symbol : handles) text += fmt::format("  .globl {0}\n  .hidden {0}\n{0}:\n", symbol);
  return text + "  .zero 8\n  .section .note.GNU-stack,\"\",@progbits\n";
}

Expected<Done> assemble(const DeviceLinkJob& job, const fs::path& source) {
  ROCM_BINDGEN_TRY(const auto ended, run_process({job.host_compiler.string(), "-c", "-x", "assembler", source.string(),
                                                  "-o", job.output.string()}));
  if (ended.succeeded()) return Done{};
  return Failure(ExitCode::toolchain, fmt::format("'{}' cannot write '{}': {}", job.host_compiler.string(),
                                                  job.output.string(), ended.output));
}

}  // namespace

Expected<bool> link_device_code(const DeviceLinkJob& job) {
  ROCM_BINDGEN_TRY(const auto objects, objects_to_link(job.files));
  if (objects.empty()) return false;
  ROCM_BINDGEN_TRY(const auto targets, common_targets(objects));
  ROCM_BINDGEN_TRY(const auto scratch, TemporaryFolder::create());
  std::vector<Link> links;
  for (const auto& target : targets) {
    ROCM_BINDGEN_TRY(auto bitcode, write_bitcode_files(objects, target, scratch.path()));
    links.push_back({target, std::move(bitcode), scratch.path() / (target.canonical + ".hsaco")});
  }
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto linked, run_links(links, job.output.string(), job.jobs));

  BuiltModule module;
  module.source.module = "device link";
  for (const auto& link : links) {
    BuiltCodeObject object;
    object.target = link.target;
    ROCM_BINDGEN_TRY(object.image, read_file(link.output));
    module.code_objects.push_back(std::move(object));
  }
  ROCM_BINDGEN_TRY(const auto bundle, offload_bundle(module));
  if (job.bundle) {
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto written, write_file(job.output, bundle));
    return true;
  }
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto written, write_file(scratch.path() / "bundle", bundle));
  const auto assembly = scratch.path() / "device_link.s";
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto text,
                   write_file(assembly, assembly_of(objects, scratch.path() / "bundle")));
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto assembled, assemble(job, assembly));
  return true;
}

}  // namespace rocm_bindgen::build
