// Prints the include flags that a CUDA source needs within its own package: include_roots TREE SOURCE
//
// A package's build system would know them. This program searches for the folder that makes each #include of the
// source, and of the headers it reaches, refer to a file of the package. Names that exist on the machine or in the CUDA
// SDK are left to them. A folder that only quoted includes need is not added for <...>, because packages have files
// with the names of system headers.
#include <algorithm>
#include <cstdio>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

struct Root {
  fs::path folder;
  bool quoted_only;
};

using Roots = std::vector<Root>;
using Index = std::multimap<std::string, fs::path>;  ///< files of the package, by the last part of their names

/// The folders that clang searches on Debian 12.
constexpr const char* system_folders[] = {"/usr/include", "/usr/include/x86_64-linux-gnu", "/usr/include/c++/12",
                                          "/usr/lib/llvm-19/lib/clang/19/include"};

struct Include {
  std::string name;
  bool quoted;
};

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<Include> includes_of(const fs::path& file) {
  static const std::regex directive(R"(^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)[>"])", std::regex::multiline);
  const auto text = text_of(file);
  std::vector<Include> includes;
  for (std::sregex_iterator at(text.begin(), text.end(), directive), end; at != end; ++at)
    includes.push_back({(*at)[2], (*at)[1] == "\""});
  return includes;
}

/// Whether a header with this name is in the CUDA SDK or on the machine.
bool belongs_to_others(const std::string& name) {
  static const std::regex sdk(
      R"((cuda|cuda_[a-z0-9_]+|cu(blas|fft|rand|sparse|solver|pti|file)[A-Za-z0-9_]*|nvrtc|nvml|nvToolsExt\w*|cudnn\w*|nccl|)"
      R"(cooperative_groups|math_constants|vector_types|device_launch_parameters|device_functions)\.h|)"
      R"((thrust|cub|cuda/std|nv|nvtx3|cooperative_groups)/.*)");
  if (std::regex_match(name, sdk)) return true;
  return std::any_of(std::begin(system_folders), std::end(system_folders),
                     [&](const char* folder) { return fs::exists(fs::path(folder) / name); });
}

std::size_t common_length(const std::string& a, const std::string& b) {
  return static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
}

/// The folder in which `name` is a file of the package, nearest to the includer; empty if there is none.
fs::path root_for(const std::string& name, const fs::path& includer, const Index& index) {
  fs::path best;
  std::size_t best_length = 0;
  const auto [first, last] = index.equal_range(fs::path(name).filename().string());
  for (auto at = first; at != last; ++at) {
    const auto& path = at->second.string();
    if (!path.ends_with("/" + name)) continue;
    const auto length = common_length(path, includer.string());
    if (length <= best_length) continue;
    best_length = length;
    best = path.substr(0, path.size() - name.size() - 1);
  }
  return best;
}

/// The file that the include finds with the roots known so far; empty if none.
fs::path resolve(const Include& include, const fs::path& includer, const Roots& roots) {
  if (include.quoted && fs::is_regular_file(includer.parent_path() / include.name))
    return includer.parent_path() / include.name;
  for (const auto& root : roots)
    if ((include.quoted || !root.quoted_only) && fs::is_regular_file(root.folder / include.name))
      return root.folder / include.name;
  return {};
}

Roots roots_of(const fs::path& source, const Index& index) {
  Roots roots;
  std::set<fs::path> seen{source};
  std::deque<fs::path> open{source};
  while (!open.empty()) {
    const auto file = open.front();
    open.pop_front();
    for (const auto& include : includes_of(file)) {
      auto found = resolve(include, file, roots);
      if (found.empty() && !belongs_to_others(include.name)) {
        const auto root = root_for(include.name, file, index);
        // An include of a file in the same folder would use quotes: <mpi.h> in src/mpi.h refers to another file.
        if (root.empty() || (!include.quoted && root == file.parent_path())) continue;
        roots.push_back({root, include.quoted});
        found = root / include.name;
      }
      if (!found.empty() && seen.insert(found.lexically_normal()).second) open.push_back(found);
    }
  }
  return roots;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return std::fprintf(stderr, "usage: include_roots TREE SOURCE\n"), 2;
  Index index;
  for (const auto& entry : fs::recursive_directory_iterator(argv[1], fs::directory_options::skip_permission_denied))
    if (entry.is_regular_file()) index.emplace(entry.path().filename().string(), entry.path());
  for (const auto& root : roots_of(argv[2], index))
    std::printf("%s%s\n", root.quoted_only ? "-iquote" : "-I", root.folder.c_str());
}
