#include "hipify/project/project_closure.hpp"

#include <map>

#include "hipify/rewrite/macro_flags.hpp"
#include "hipify/rules/rules.hpp"
#include "hipify/text/text_limits.hpp"
#include "support/file.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

/// Limit on the iteration of find_hip_branches(). Several rounds are needed because a macro that is defined only for
/// HIP can select the branch that defines the next one. Longer chains of such macros are not expected.
constexpr int kMaxRounds = 4;

fs::path real_path(const fs::path& path) {
  std::error_code error;
  auto real = fs::canonical(path, error);
  return error ? path : real;
}

}  // namespace

Expected<Done> ProjectClosure::add_root(const fs::path& path) {
  roots_.insert(real_path(path));
  return add(path);
}

Expected<Done> ProjectClosure::add(const fs::path& path) {
  // A header is often reached several times by the same path. This check avoids computing its real path again.
  if (!reached_.insert(path).second) return Done{};
  std::error_code error;
  const auto real = fs::canonical(path, error);
  if (!error && !known_.insert(real).second) return Done{};
  ROCM_BINDGEN_TRY(auto text, read_file(path));
  if (auto limit = check_text_limits(path, text)) {
    refused.push_back(std::move(*limit));
    return Done{};
  }
  auto& file = *files.emplace_back(std::make_unique<ProjectFile>(path, std::move(text)));
  names.add(file.tokens);
  for (const auto& include : file.includes) {
    const bool is_cuda = find_header_rule(include.name) != nullptr;
    // "vector_types.h" may be a header of the project; <vector_types.h> is CUDA's, even if an -I folder is inside an
    // SDK.
    if (is_cuda && !include.quoted) continue;
    auto header = resolver.resolve(include, path);
    // A header with the name of one of CUDA's is the project's only if the including folder or a flag leads to it.
    if (!header || (is_cuda && header->way == ResolvedInclude::Way::implied)) continue;
    if (is_cuda) file.own_headers.push_back(include.offset);
    file.resolved.emplace_back(&include, std::move(*header));
  }
  const auto resolved = file.resolved;  // a copy, because add() changes `files`
  // An unreadable header is not an error here; the compiler reports it at the #include.
  for (const auto& [include, header] : resolved) {
    [[maybe_unused]] const auto ignored = add(header.path);
  }
  return Done{};
}

std::set<const ProjectFile*> ProjectClosure::files_for_both() const {
  std::map<fs::path, const ProjectFile*> by_path;
  for (const auto& file : files) by_path.emplace(real_path(file->path), file.get());
  std::set<const ProjectFile*> reached;
  std::vector<const ProjectFile*> next;
  const auto reach = [&](const fs::path& path) {
    const auto found = by_path.find(real_path(path));
    if (found != by_path.end() && reached.insert(found->second).second) next.push_back(found->second);
  };
  for (const auto& root : roots_) reach(root);
  while (!next.empty()) {
    const auto* file = next.back();
    next.pop_back();
    for (const auto& [include, header] : file->resolved)
      if (!file->hip.contains(include->offset)) reach(header.path);
  }
  return reached;
}

void ProjectClosure::find_hip_branches(const std::vector<std::string>& clang_flags) {
  std::vector<const TokenList*> tokens;
  for (const auto& file : files) tokens.push_back(&file->tokens);
  HipMacros macros;
  macros.given = defined_by(clang_flags);
  for (int round = 0; round < kMaxRounds; ++round) {
    std::vector<HipBranches> branches;
    for (const auto& file : files) file->hip = HipBranches(file->tokens, macros);
    const auto for_both = files_for_both();
    for (const auto& file : files) {
      if (for_both.count(file.get()) == 0) file->hip.take_all(file->tokens);
      branches.push_back(file->hip);
    }
    auto more = with_macros_of(macros, tokens, branches);
    const bool is_settled = more.hip_only == macros.hip_only && more.undefined == macros.undefined;
    macros = std::move(more);
    if (is_settled) break;
  }
  for (const auto& file : files)
    if (!file->hip.empty()) hip_names.add(file->tokens, &file->hip);
}

bool includes_by_macro(const ProjectFile& file) {
  for (std::size_t i = 1; i < file.tokens.size(); ++i)
    if (file.tokens.at(i - 1).is_word("include") && file.tokens.directive_of(file.tokens.at(i)) == "include" &&
        file.tokens.at(i).is_word())
      return true;
  return false;
}

}  // namespace rocm_bindgen::build
