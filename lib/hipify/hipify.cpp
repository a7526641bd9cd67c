#include "hipify/hipify.hpp"

#include <map>
#include <set>

#include <nlohmann/json.hpp>

#include "hipify/cuda_frontend.hpp"
#include "hipify/launches.hpp"
#include "hipify/project_headers.hpp"
#include "hipify/token_rewriter.hpp"
#include "support/file.hpp"
#include "support/hash.hpp"

namespace rocm_bindgen {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kHipInclude = "#include <hip/hip_runtime.h>\n";
constexpr std::string_view kDeviceInclude = "#include <rocm_bindgen/device.hpp>\n";

/// What CUDA's implicit include becomes, at the very start, so that a project header included first sees it too.
/// `#line 1` gives the text below its own numbers back.
std::string with_prologue(std::string text) {
  // Hipified before: adding them again would change nothing but the text.
  if (text.find(kDeviceInclude) != std::string::npos) return text;
  // A byte order mark is one at the very start only.
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  const auto at = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  return text.insert(at, std::string(kHipInclude) + std::string(kDeviceInclude) + "#line 1\n");
}

/// A place for `file` below an output folder: its path below `root` where it is there, else the path from the first
/// component on which the two differ. Two folders holding the same tree give the same places.
fs::path place_of(const fs::path& file, const fs::path& root) {
  std::error_code error;
  const auto relative =
      fs::absolute(file, error).lexically_normal().lexically_relative(fs::absolute(root, error).lexically_normal());
  fs::path place;
  for (const auto& part : relative)
    if (part != "..") place /= part;
  return place;
}

struct ProjectFile {
  fs::path path;
  std::string text;
  TokenScan scan;
};

/// The source and every project header that it or they name, in discovery order.
class Closure {
 public:
  explicit Closure(std::vector<fs::path> folders) : folders_(std::move(folders)) {}

  Expected<Done> add(const fs::path& path) {
    std::error_code error;
    const auto real = fs::canonical(path, error);
    if (!error && !known_.insert(real).second) return Done{};
    ROCM_BINDGEN_TRY(auto text, read_file(path));
    auto scan = scan_tokens(text, path.string());
    std::vector<fs::path> headers;
    std::set<std::size_t> not_cuda;
    for (const auto& include : scan.includes) {
      auto header = resolve_include(include, path, folders_, absent);
      // "vector_types.h" may be the project's own; <vector_types.h> is CUDA's, even where -I leads into an SDK.
      if (include.edit && include.quoted && !header.empty()) not_cuda.insert(*include.edit);
      if (!include.edit || include.quoted) headers.push_back(std::move(header));
    }
    std::vector<Edit> edits;
    for (std::size_t i = 0; i < scan.edits.size(); ++i)
      if (not_cuda.count(i) == 0) edits.push_back(std::move(scan.edits[i]));
    scan.edits = std::move(edits);
    files.push_back({path, std::move(text), std::move(scan)});
    for (const auto& header : headers) {
      // A header that cannot be read is the compiler's to report, at the #include.
      if (!header.empty()) [[maybe_unused]]
        const auto ignored = add(header);
    }
    return Done{};
  }

  std::vector<ProjectFile> files;
  std::set<std::string> absent;

 private:
  std::vector<fs::path> folders_;
  std::set<fs::path> known_;
};

}  // namespace

void to_json(nlohmann::json& json, const HipFile& file) {
  json = {{"original", file.original.string()},
          {"relative", file.relative.string()},
          {"text", file.text},
          {"original_hash", file.original_hash}};
}

void from_json(const nlohmann::json& json, HipFile& file) {
  file.original = json.at("original").get<std::string>();
  file.relative = json.at("relative").get<std::string>();
  json.at("text").get_to(file.text);
  json.at("original_hash").get_to(file.original_hash);
}

std::string hipify_text(const std::string& text, bool is_source) {
  const auto scan = scan_tokens(text, {});
  auto hip = apply_edits(text, scan.edits);
  return is_source && scan.uses_cuda ? with_prologue(std::move(hip)) : hip;
}

Expected<HipSource> hipify(const Source& source, const HipifyOptions& options) {
  // Every header named in any branch is found by its name in the text...
  Closure closure(project_include_folders(options.clang_flags));
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto done, closure.add(source.path));

  // ...and those that only a preprocessor can name (#include MACRO), and the launches, by the front end.
  const auto facts =
      read_cuda_source(source.path, options.clang_flags, options.clang_resources, options.kernel_launch_macro);
  for (const auto& header : facts.headers) [[maybe_unused]]
    const auto ignored = closure.add(header);

  std::map<fs::path, std::vector<Launch>> launches;
  for (const auto& launch : facts.launches) {
    std::error_code error;
    launches[fs::canonical(launch.file, error)].push_back(launch);
  }

  HipSource hip;
  hip.source = source;
  hip.absent.assign(closure.absent.begin(), closure.absent.end());
  for (auto& file : closure.files) {
    const bool is_source = &file == &closure.files.front();
    std::error_code error;
    auto edits = std::move(file.scan.edits);
    for (auto& edit : launch_edits(file.text, launches[fs::canonical(file.path, error)]))
      edits.push_back(std::move(edit));
    auto text = apply_edits(file.text, std::move(edits));
    if (is_source && file.scan.uses_cuda) text = with_prologue(std::move(text));
    hip.files.push_back({file.path, is_source ? source.relative : place_of(file.path, source.root), std::move(text),
                         content_hash(file.text)});
    hip.diagnostics.insert(hip.diagnostics.end(), file.scan.diagnostics.begin(), file.scan.diagnostics.end());
  }
  return hip;
}

}  // namespace rocm_bindgen
