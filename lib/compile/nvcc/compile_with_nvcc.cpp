#include <algorithm>
#include <cstdlib>
#include <set>

#include <fmt/format.h>
#include <llvm/ADT/StringExtras.h>

#include "compile/clang/cc1.hpp"
#include "compile/clang/refused_inputs.hpp"
#include "compile/compile_job.hpp"
#include "compile/nvcc/nvcc_command.hpp"
#include "compile/nvcc/nvcc_messages.hpp"
#include "support/file.hpp"
#include "support/hash.hpp"
#include "support/subprocess.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

/// Number of digits by which nvcc distinguishes unnamed namespaces of different sources.
constexpr std::size_t kModuleDigits = 8;

/// Makes a cubin independent of the source's path. nvcc derives the names of entities in unnamed namespaces from the
/// absolute path: "_GLOBAL__N__<8 digits>_..." or "_INTERNAL_<8 digits>_...". The digits are replaced by others that
/// depend only on the path relative to the root of the sources, which distinguishes sources as well.
void forget_path(std::string& cubin, const Source& source) {
  const auto digits = content_hash(source.relative.string()).substr(0, kModuleDigits);
  for (const std::string_view mark : {"_GLOBAL__N__", "_INTERNAL_"})
    for (auto at = cubin.find(mark); at != std::string::npos; at = cubin.find(mark, at + mark.size())) {
      const auto start = at + mark.size();
      const auto present = std::string_view(cubin).substr(start, kModuleDigits);
      if (present.size() == kModuleDigits && std::all_of(present.begin(), present.end(), llvm::isHexDigit))
        cubin.replace(start, kModuleDigits, digits);
    }
}

Expected<Done> make_reproducible(const fs::path& output, const Source& source) {
  ROCM_BINDGEN_TRY(auto cubin, read_file(output));
  forget_path(cubin, source);
  return write_file(output, cubin);
}

/// Adds the files that nvcc read to those that clang read.
void add_dependencies(const fs::path& output, CompileResult& result) {
  const auto text = read_file(nvcc_dependency_file(output));
  if (!text) return;
  std::set<std::string> read(result.dependencies.begin(), result.dependencies.end());
  for (const auto& path : read_nvcc_dependencies(*text))
    for (auto& watched : watched_paths(path)) read.insert(std::move(watched));
  result.dependencies.assign(read.begin(), read.end());
}

/// Runs nvcc and returns its messages; fails with them if it did not compile the source.
Expected<std::vector<Diagnostic>> run_nvcc(const Source& source, const TargetId& target, const CompileOptions& options,
                                           const fs::path& output) {
  ROCM_BINDGEN_TRY(const auto command, nvcc_command(source, target, options, output));
  ROCM_BINDGEN_TRY(const auto ended, run_process(command));
  auto messages = parse_nvcc_messages(ended.output, source.path.string());
  if (ended.succeeded()) {
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto done, make_reproducible(output, source));
    return messages;
  }
  if (!has_errors(messages)) {
    Diagnostic diagnostic;
    diagnostic.file = source.path.string();
    diagnostic.text = ended.signal != 0 ? fmt::format("nvcc was killed by signal {}", ended.signal)
                                        : fmt::format("nvcc ended with status {}", ended.status);
    messages.push_back(std::move(diagnostic));
  }
  return Failure(std::move(messages));
}

}  // namespace

CompileResult compile_with_nvcc(const HipSource& source, const TargetId& target, const CompileOptions& options,
                                const fs::path& output) {
  // clang uses the value of __CUDA_ARCH__ that nvcc will use, not the one for AMD targets.
  auto as_nvcc = options;
  as_nvcc.cuda_arch = target.cuda_arch();
  auto result = read_kernels_in_process(source, target, as_nvcc);
  // nvcc decides whether the text is valid; clang may not support everything in it.
  for (auto& diagnostic : result.diagnostics)
    if (diagnostic.severity == Severity::error) result.misunderstood.push_back(std::move(diagnostic));

  if (auto refused = take_refused(result.misunderstood)) {
    refused->targets = {target.canonical};
    result.diagnostics = {std::move(*refused)};
    result.succeeded = false;
    return result;
  }

  // nvcc's intermediate files go to a folder that the parent removes. Its messages are parsed, and must be English.
  put_intermediates_beside(output);
  ::setenv("LC_ALL", "C", /*overwrite=*/1);
  auto compiled = run_nvcc(source.source, target, options, output);
  result.cuda_arch = target.cuda_arch();
  result.succeeded = compiled.has_value();
  result.diagnostics = compiled ? std::move(*compiled) : std::move(compiled.error().diagnostics);
  add_dependencies(output, result);
  for (auto* list : {&result.diagnostics, &result.misunderstood})
    for (auto& diagnostic : *list) diagnostic.targets = {target.canonical};
  return result;
}

}  // namespace rocm_bindgen::build
