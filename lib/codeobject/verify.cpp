#include "codeobject/verify.hpp"

#include <map>

#include <fmt/format.h>

namespace rocm_bindgen::build {
namespace {

constexpr const char* kMangledDifferently =
    "CUDA's vector types have other names in HIP, and so do mangled kernels with such parameters: declare the kernel "
    "extern \"C\"";

Diagnostic error_at(const std::string& file, unsigned line, const TargetId& target, std::string text) {
  Diagnostic diagnostic;
  diagnostic.file = file;
  diagnostic.line = line;
  diagnostic.text = std::move(text);
  diagnostic.targets = {target.canonical};
  return diagnostic;
}

void compare_parameters(const KernelSignature& declared, const KernelMetadata& built, const TargetId& target,
                        std::vector<Diagnostic>& diagnostics) {
  const auto& file = declared.file;
  if (declared.parameters.size() != built.arguments.size()) {
    diagnostics.push_back(
        error_at(file, declared.line, target,
                 fmt::format("kernel '{}' has {} parameters in the source and {} in the code object",
                             declared.qualified_name, declared.parameters.size(), built.arguments.size())));
    return;
  }
  for (std::size_t i = 0; i < built.arguments.size(); ++i) {
    const auto& parameter = declared.parameters[i];
    if (parameter.size == built.arguments[i].size) continue;
    diagnostics.push_back(
        error_at(file, declared.line, target,
                 fmt::format("parameter {} ('{}') of kernel '{}' is {} bytes in the source and {} in the code object",
                             i + 1, parameter.name, declared.qualified_name, parameter.size, built.arguments[i].size)));
  }
}

}  // namespace

std::vector<Diagnostic> verify_code_object(const std::vector<KernelSignature>& declared, const CodeObjectInfo& image,
                                           const TargetId& target, const std::string& source) {
  std::vector<Diagnostic> diagnostics;
  if (image.processor != target.processor || image.target != target.canonical)
    diagnostics.push_back(error_at(source, 0, target,
                                   fmt::format("the code object is for '{}' (e_flags: {}), not for '{}'", image.target,
                                               image.processor, target.canonical)));
  std::map<std::string, const KernelMetadata*> built;
  for (const auto& kernel : image.kernels) built.emplace(kernel.name, &kernel);
  for (const auto& kernel : declared) {
    const auto match = built.find(kernel.symbol);
    if (match != built.end()) {
      compare_parameters(kernel, *match->second, target, diagnostics);
      built.erase(match);
    } else if (kernel.external) {
      auto missing =
          error_at(kernel.file, kernel.line, target,
                   fmt::format("kernel '{}' is defined here but missing from the code object", kernel.qualified_name));
      if (target.is_nvidia() && !kernel.extern_c) missing.hint = kMangledDifferently;
      diagnostics.push_back(std::move(missing));
    } else if (target.is_nvidia()) {
      auto unreachable =
          error_at(kernel.file, kernel.line, target,
                   fmt::format("kernel '{}' has internal linkage, so nvcc generates its name: it cannot be launched",
                               kernel.qualified_name));
      unreachable.severity = Severity::warning;
      unreachable.hint = "remove its 'static', or move it out of the unnamed namespace";
      diagnostics.push_back(std::move(unreachable));
    }
  }
  for (const auto& [name, kernel] : built) {
    if (kernel->local) continue;
    diagnostics.push_back(error_at(
        source, 0, target, fmt::format("the code object has a kernel '{}' that the source does not define", name)));
  }
  return diagnostics;
}

}  // namespace rocm_bindgen::build
