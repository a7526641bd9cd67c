// Walks folders for sources. Symbolic links make this harder than a recursion:
// - A link may lead back to a folder that contains it. `ancestors_` has the real paths of the folders that are being
//   walked, and such a link is an error.
// - Several links may lead to one folder. It is walked once, unless an --exclude glob removed something in it: globs
//   apply to the path as it was reached, so that another path to the same folder may keep what this one excluded.
// - Because of these globs, a folder may be walked many times, so the number of repeated walks is limited
//   (kMaxRepeated).

#include "discover/discover.hpp"

#include <algorithm>
#include <linux/magic.h>
#include <map>
#include <set>
#include <sys/vfs.h>

#include <fmt/format.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/GlobPattern.h>

#include "support/file.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kExtension = ".cu";

/// This folder in an output folder marks it as the artifacts of an earlier build.
constexpr const char* kStateFolder = ".rocm-bindgen";

/// The limit on repeated walks, see above. It is far above what the links of a project need.
constexpr std::size_t kMaxRepeated = 1000;

/// Whether the folder is in a pseudo file system of Linux (/proc, /sys). Links in there lead to everything that
/// processes have open.
bool is_pseudo_file_system(const fs::path& folder) {
  struct statfs status{};
  return ::statfs(folder.c_str(), &status) == 0 && (status.f_type == PROC_SUPER_MAGIC || status.f_type == SYSFS_MAGIC);
}

/// Prefixes the path with "./" if it starts with a dash, because the compiler would read it as an option.
fs::path without_leading_dash(const fs::path& path) {
  return path.string().starts_with("-") ? "." / path : path;
}

/// Walks the inputs and collects sources and errors. It continues after an error, so that all errors are reported at
/// once.
class Discovery {
 public:
  explicit Discovery(std::vector<llvm::GlobPattern> exclude) : exclude_(std::move(exclude)) {}

  void add_input(const fs::path& given) {
    const auto input = without_leading_dash(given);
    std::error_code error;
    const auto status = fs::status(input, error);
    if (error || !fs::exists(status)) return fail(input, fmt::format("no such source: {}", reason(error)));
    if (fs::is_directory(status)) {
      // Paths are joined as the user typed them, except that "dir/" and "dir" are the same folder.
      auto root = without_leading_dash(input.lexically_normal());
      if (!root.has_filename()) root = root.parent_path();
      if (is_pseudo_file_system(root))
        return fail(input, "this folder contains only files that the kernel generates", "pass a folder with sources");
      visited_.clear();
      walked_.clear();
      repeated_ = 0;
      walk(root, {}, root);
    } else {
      const auto folder = input.has_parent_path() ? input.parent_path() : fs::path(".");
      add_source(input, folder, input.filename(), fs::canonical(input, error));
    }
  }

  std::vector<Source> sources;
  std::vector<fs::path> folders;  ///< those that were walked
  std::vector<Diagnostic> errors;

 private:
  void fail(const fs::path& file, std::string text, std::string hint = {}) {
    Diagnostic diagnostic;
    diagnostic.file = file.string();
    // A newline in the name must not break the line of the message.
    std::replace(diagnostic.file.begin(), diagnostic.file.end(), '\n', '?');
    diagnostic.text = std::move(text);
    diagnostic.hint = std::move(hint);
    errors.push_back(std::move(diagnostic));
  }

  static std::string reason(const std::error_code& error) {
    return error ? error.message() : std::string("No such file or directory");
  }

  /// Walks a folder. A folder that several links lead to is walked under the first path only, unless something in it
  /// was excluded: under another path, the same entry may not match the glob.
  void walk(const fs::path& folder, const fs::path& relative, const fs::path& root) {
    std::error_code error;
    const auto real = fs::canonical(folder, error);
    if (error) return fail(folder, fmt::format("cannot read the folder: {}", error.message()));
    if (ancestors_.count(real) != 0)
      return fail(folder, "this symbolic link leads to a folder that contains it",
                  "remove the link, or exclude it with --exclude");
    // The artifacts of a build contain translated sources, which are not sources.
    if (visited_.count(real) != 0 || is_pseudo_file_system(folder) || fs::exists(folder / kStateFolder, error)) return;
    if (!walked_.insert(real).second && ++repeated_ > kMaxRepeated) {
      if (repeated_ == kMaxRepeated + 1)
        fail(root,
             fmt::format("more than {} folders are reached by several paths, which --exclude treats differently",
                         kMaxRepeated),
             "exclude links to folders with --exclude, or pass the folders that contain sources");
      return;
    }
    ancestors_.insert(real);
    folders.push_back(folder);
    const auto excluded_before = excluded_count_;
    walk_entries(folder, real, relative, root);
    if (excluded_count_ == excluded_before) visited_.insert(real);
    ancestors_.erase(real);
  }

  void walk_entries(const fs::path& folder, const fs::path& real, const fs::path& relative, const fs::path& root) {
    std::error_code error;
    std::vector<fs::directory_entry> entries;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
      entries.push_back(*entry);
    if (error) fail(folder, fmt::format("cannot read the folder: {}", error.message()));
    std::sort(entries.begin(), entries.end());
    for (const auto& entry : entries) {
      const auto name = entry.path().filename();
      const auto below = relative / name;
      if (excluded(below)) {
        ++excluded_count_;
        continue;
      }
      if (entry.is_directory(error)) {
        walk(folder / name, below, root);
      } else if (name.extension() == kExtension) {
        // Only a link needs to be followed: the folder's real path is known, and thousands of files are in few folders.
        const bool is_link = entry.is_symlink(error);
        add_source(folder / name, root, below, is_link ? fs::canonical(folder / name, error) : real / name);
      }
    }
  }

  bool excluded(const fs::path& relative) const {
    return std::any_of(exclude_.begin(), exclude_.end(),
                       [&](const llvm::GlobPattern& glob) { return glob.match(relative.string()); });
  }

  void add_source(const fs::path& path, const fs::path& root, const fs::path& relative, const fs::path& real) {
    if (excluded(relative)) return;
    if (path.string().find('\n') != std::string::npos)
      return fail(path, "a newline in a file name cannot be written to a dependency file", "rename the file");
    if (const auto readable = check_readable(path); !readable) {
      llvm::StringRef why = readable.error().diagnostics.front().text;
      why.consume_front("cannot read the file: ");
      return fail(path, fmt::format("cannot read the source: {}", why.str()));
    }
    Source source;
    source.path = path;
    source.root = root;
    source.relative = relative;
    source.real = real;
    name_module(source);
    sources.push_back(std::move(source));
  }

  std::vector<llvm::GlobPattern> exclude_;
  std::set<fs::path> ancestors_;    ///< real paths of the folders that are being walked
  std::set<fs::path> visited_;      ///< real paths of folders below this SRC that need no second walk
  std::set<fs::path> walked_;       ///< real paths of all folders below this SRC that were walked
  std::size_t repeated_ = 0;        ///< number of walks of folders that had been walked before
  std::size_t excluded_count_ = 0;  ///< number of entries that --exclude left out
};

Expected<std::vector<llvm::GlobPattern>> compile_globs(const std::vector<std::string>& texts) {
  std::vector<llvm::GlobPattern> globs;
  for (const auto& text : texts) {
    auto glob = llvm::GlobPattern::create(text);
    if (!glob)
      return Failure(ExitCode::usage, fmt::format("--exclude '{}': {}", text, llvm::toString(glob.takeError())));
    globs.push_back(std::move(*glob));
  }
  return globs;
}

/// Reports an error for each file whose module name another file already has; the message names both. The names of the
/// module constants are compared, which are in capitals, so "a.cu" and "A.cu" have the same module name.
void refuse_shared_names(const std::vector<Source>& sources, std::vector<Diagnostic>& errors) {
  std::map<std::string, const Source*> by_name;
  for (const auto& source : sources) {
    const auto [first, inserted] = by_name.emplace(source.constant, &source);
    if (inserted) continue;
    Diagnostic diagnostic;
    diagnostic.file = source.path.string();
    diagnostic.text =
        fmt::format("module name '{}' is already used by '{}'", source.constant, first->second->path.string());
    diagnostic.hint = "rename one of the files, or exclude it with --exclude";
    errors.push_back(std::move(diagnostic));
  }
}

}  // namespace

void name_module(Source& source) {
  source.module = source.relative.stem().string();
  source.identifier = identifier_of(source.module);
  source.constant = llvm::StringRef(source.identifier).upper();
}

std::string identifier_of(const std::string& name) {
  std::string identifier;
  for (const char c : name) {
    const char next = llvm::isAlnum(c) ? c : '_';
    if (next == '_' && !identifier.empty() && identifier.back() == '_') continue;
    identifier += next;
  }
  if (identifier.empty() || identifier.front() == '_') return "m" + (identifier.empty() ? "_" : identifier);
  return llvm::isDigit(identifier.front()) ? "m_" + identifier : identifier;
}

Expected<std::vector<Source>> discover(const std::vector<fs::path>& inputs, const std::vector<std::string>& exclude) {
  ROCM_BINDGEN_TRY(auto globs, compile_globs(exclude));
  Discovery discovery(std::move(globs));
  for (const auto& input : inputs) discovery.add_input(input);

  auto& sources = discovery.sources;
  // The order depends on the path below SRC and not on SRC, so that it does not depend on where the tree is.
  std::sort(sources.begin(), sources.end(), [](const Source& a, const Source& b) {
    return std::pair(a.relative, a.path) < std::pair(b.relative, b.path);
  });
  // A file that is given twice ("kernels/ kernels/a.cu") is one source.
  std::set<fs::path> seen;
  std::erase_if(sources, [&](const Source& source) { return !seen.insert(source.real).second; });
  if (!discovery.errors.empty()) return Failure(std::move(discovery.errors));
  if (sources.empty()) {
    std::string where;
    for (const auto& input : inputs) where += fmt::format("{}'{}'", where.empty() ? "" : ", ", input.string());
    return Failure(ExitCode::source_error, fmt::format("no sources: there is no *.cu file in {}", where),
                   "pass files or folders: rocm-bindgen build SRC... -o FILE");
  }
  return std::move(sources);
}

Expected<std::vector<fs::path>> folders_of_sources(const std::vector<fs::path>& inputs,
                                                   const std::vector<std::string>& exclude) {
  ROCM_BINDGEN_TRY(auto globs, compile_globs(exclude));
  Discovery discovery(std::move(globs));
  for (const auto& input : inputs) discovery.add_input(input);
  auto& folders = discovery.folders;
  std::sort(folders.begin(), folders.end());
  folders.erase(std::unique(folders.begin(), folders.end()), folders.end());
  return std::move(folders);
}

Expected<Source> below_root(Source source, const fs::path& given_root) {
  auto root = without_leading_dash(without_leading_dash(given_root).lexically_normal());
  if (!root.has_filename()) root = root.parent_path();
  std::error_code error;
  const auto relative = fs::absolute(source.path, error)
                            .lexically_normal()
                            .lexically_relative(fs::absolute(root, error).lexically_normal());
  if (relative.empty() || relative == "." || *relative.begin() == "..")
    return Failure(ExitCode::usage, fmt::format("'{}' is not in the folder '{}'", source.path.string(), root.string()),
                   "pass the folder of sources that contains it");
  source.path = root / relative;
  source.root = std::move(root);
  source.relative = relative;
  return source;
}

Expected<std::vector<Source>> discover_modules(const std::vector<fs::path>& inputs,
                                               const std::vector<std::string>& exclude) {
  ROCM_BINDGEN_TRY(auto sources, discover(inputs, exclude));
  std::vector<Diagnostic> errors;
  refuse_shared_names(sources, errors);
  if (!errors.empty()) return Failure(std::move(errors));
  return sources;
}

}  // namespace rocm_bindgen::build
