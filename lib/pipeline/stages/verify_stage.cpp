#include "pipeline/stages/verify_stage.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "codeobject/cubin.hpp"
#include "codeobject/verify.hpp"
#include "support/append.hpp"
#include "support/hash.hpp"

namespace rocm_bindgen::build {
namespace {

/// Computes the parameters' offsets in a kernarg segment. NVIDIA's offsets differ for alignments above 16, because
/// NVIDIA's segment does not start at a multiple of such an alignment. The difference is harmless: on NVIDIA only the
/// driver needs the offsets, and it is passed the parameters one by one.
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

/// Adds the kernels of one target to those of the module. A target may have kernels that the first target lacks
/// (`#ifdef __gfx90a__`), and the module has the kernels of all targets. Returns the names of kernels whose parameters
/// differ between targets, because one launch function cannot serve all their variants.
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

void Verifier::report_lost(const CompileResult& result, const TargetId& target, VerifiedModule& verified) const {
  auto& module = verified.module;
  for (const auto& kernel : result.lost) {
    Diagnostic diagnostic;
    diagnostic.severity = context_.options.lost_kernels_are_errors ? Severity::error : Severity::warning;
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

void Verifier::add_object(FinishedObject& object, const TargetId& target, VerifiedModule& verified) const {
  auto& module = verified.module;
  append(verified.diagnostics, object.result.diagnostics);
  if (!object.result.succeeded) return;
  report_lost(object.result, target, verified);
  const auto path = module.source.path.string();
  const auto image = read_any_code_object(object.image, fmt::format("{} ({})", path, target.canonical));
  if (!image) return append(verified.diagnostics, image.error().diagnostics);
  auto disagreements = verify_code_object(object.result.kernels, *image, target, path);
  // Errors of the built-in front end in a source that another compiler accepts matter only now: they may explain
  // the disagreement.
  if (has_errors(disagreements)) append(verified.diagnostics, object.result.misunderstood);
  append(verified.diagnostics, std::move(disagreements));
  for (const auto& name : merge_kernels(module.kernels, built_kernels(object.result.kernels, *image, target)))
    verified.diagnostics.push_back(differs_between_targets(name, module, target));
  auto hash = content_hash(object.image);
  module.code_objects.push_back(
      {target, std::move(object.image), std::move(object.compressed), std::move(hash), object.result.cuda_arch});
}

Verifier::VerifiedModule Verifier::verify(std::size_t source, CompiledObjects& objects) const {
  VerifiedModule verified;
  verified.module.source = sources_[source].source;
  verified.module.index = static_cast<std::uint32_t>(source);
  for (std::size_t t = 0; t < context_.targets.size(); ++t)
    if (const auto found = objects.find({source, t}); found != objects.end())
      add_object(found->second, context_.targets[t], verified);
  name_kernels(verified.module.kernels);
  return verified;
}

void Verifier::verify_early(std::size_t source, CompiledObjects& objects) {
  early_.emplace(source, verify(source, objects));
}

std::vector<BuiltModule> Verifier::finish(CompiledObjects& objects, BuildReport& report) {
  std::vector<BuiltModule> modules;
  for (std::size_t s = 0; s < sources_.size(); ++s) {
    auto known = early_.extract(s);
    auto verified = known ? std::move(known.mapped()) : verify(s, objects);
    append(report.diagnostics, std::move(verified.diagnostics));
    modules.push_back(std::move(verified.module));
  }
  return modules;
}

}  // namespace rocm_bindgen::build
