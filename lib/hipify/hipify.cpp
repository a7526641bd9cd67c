#include "hipify/hipify.hpp"

#include <algorithm>
#include <memory>
#include <set>

#include <fmt/format.h>

#include "hipify/front_end/cuda_arch_estimate.hpp"
#include "hipify/front_end/cuda_archs.hpp"
#include "hipify/front_end/cuda_frontend.hpp"
#include "hipify/project/output_tree.hpp"
#include "hipify/project/project_closure.hpp"
#include "hipify/project/project_headers.hpp"
#include "hipify/rewrite/token_rewriter.hpp"
#include "hipify/rewrite/wave_meaning.hpp"
#include "support/append.hpp"
#include "support/file.hpp"
#include "support/hash.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kHipInclude = "#include <hip/hip_runtime.h>\n";
constexpr std::string_view kBareHip = "#include <hip/hip_runtime.h>\n#line 1\n";
constexpr std::string_view kDeviceInclude = "#include <rocm_bindgen_compat/device";
constexpr std::string_view kWavesInclude = "#include <rocm_bindgen_compat/waves.hpp>\n";

bool begins_a_line(std::string_view text, std::string_view words) {
  for (auto at = text.find(words); at != std::string_view::npos; at = text.find(words, at + 1))
    if (at == 0 || text[at - 1] == '\n' || text[at - 1] == '\xBF') return true;
  return false;
}

/// nvcc includes its runtime in what it takes for CUDA; C and C++ sources include what they use.
bool gets_prologue(const fs::path& source) {
  const auto extension = source.extension().string();
  return extension != ".c" && extension != ".cc" && extension != ".cpp" && extension != ".cxx" && extension != ".C";
}

/// Has the text come out of hipify?
bool is_translated(std::string_view text) {
  return begins_a_line(text, kBareHip) || begins_a_line(text, kDeviceInclude);
}

/// What CUDA's implicit include becomes, at the very start, so that a project header included first sees it too.
/// `#line 1` gives the text below its own numbers back.
/// A source that is to be compiled for another CUDA architecture than the first gets the device header that says so.
/// One that means waves says so before anything else reads a header.
std::string with_prologue(std::string text, bool device_header, int cuda_arch, bool means_waves) {
  // Adding them again would change nothing but the text.
  if (is_translated(text)) return text;
  // A byte order mark is one at the very start only.
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  const auto at = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  const auto variant = cuda_arch == kCudaArchs.front() ? std::string() : fmt::format("_cc{}", cuda_arch / 10);
  const auto device = device_header ? fmt::format("{}{}.hpp>\n", kDeviceInclude, variant) : std::string();
  const auto waves = device_header && means_waves ? kWavesInclude : std::string_view();
  return text.insert(at, fmt::format("{}{}{}#line 1\n", waves, kHipInclude, device));
}

HipifyStatistics statistics_of(const ProjectFile& file, const TokenScan& scan) {
  HipifyStatistics statistics;
  statistics.lines = static_cast<unsigned>(std::count(file.text.begin(), file.text.end(), '\n'));
  if (!file.text.empty() && file.text.back() != '\n') ++statistics.lines;
  std::set<std::size_t> lines;
  for (const auto& edit : scan.edits) {
    Token at;
    at.offset = edit.offset;
    lines.insert(file.tokens.line_of(at));
  }
  statistics.changed_lines = static_cast<unsigned>(lines.size());
  statistics.launches = scan.launches;
  statistics.converted = scan.converted;
  for (const auto& finding : scan.findings) ++statistics.findings[std::string(name_of(finding.reason))];
  return statistics;
}

/// A file with what the rules make of it.
struct ScannedFile {
  const ProjectFile& file;
  TokenScan scan;
};

/// Which value of __CUDA_ARCH__ suits the text: of interest if it asks for it and has places that no GPU of AMD's runs.
int suitable_cuda_arch(const std::vector<ScannedFile>& files, const HipifyOptions& options, FrontEndInputs& inputs) {
  bool asks = false, has_untranslatable = false;
  std::vector<ArchDependence> places;
  for (const auto& [file, scan] : files) {
    auto& place = places.emplace_back(ArchDependence{file.path, {}, {}});
    for (const auto& token : file.tokens.all()) {
      if (token.is_word("__global__")) place.kernels.push_back(token.offset);
      asks = asks || token.is_word("__CUDA_ARCH__");
    }
    for (const auto& finding : scan.findings)
      if (finding.reason == Reason::inline_ptx || finding.reason == Reason::tensor_core)
        place.untranslatable.push_back(file.tokens.offset_of(finding.line, finding.column));
    has_untranslatable = has_untranslatable || !place.untranslatable.empty();
  }
  if (!asks || !has_untranslatable) return kCudaArchs.front();
  return estimate_cuda_arch(files.front().file.path, places, options.clang_flags, options.clang_resources, inputs);
}

class Translation {
 public:
  Translation(const Source& source, const HipifyOptions& options, const std::vector<ScannedFile>& files,
              bool means_waves, FrontEndInputs& inputs)
      : source_(source),
        options_(options),
        means_waves_(means_waves),
        // Headers count: nvcc's implicit include is theirs as well.
        uses_cuda_(std::any_of(files.begin(), files.end(), [](const auto& file) { return file.scan.uses_cuda; })),
        cuda_arch_(suitable_cuda_arch(files, options, inputs)) {}

  HipFile translate(const ScannedFile& scanned, bool is_source) const {
    const auto& [file, scan] = scanned;
    HipFile hip;
    hip.original = file.path;
    hip.relative = is_source ? source_.relative : place_of(file.path, source_.root);
    hip.original_hash = content_hash(file.text);
    hip.statistics = statistics_of(file, scan);
    const bool prologue = is_source && uses_cuda_ && gets_prologue(file.path);
    const auto text_with = [&](std::vector<Edit> edits) {
      auto text = apply_edits(file.text, std::move(edits));
      return prologue ? with_prologue(std::move(text), options_.device_header, cuda_arch_, means_waves_) : text;
    };
    hip.text = text_with(scan.edits);
    if (auto moved = relocations(file, hip.relative); !moved.empty()) {
      moved.insert(moved.end(), scan.edits.begin(), scan.edits.end());
      hip.tree_text = text_with(std::move(moved));
    }
    return hip;
  }

 private:
  std::vector<Edit> relocations(const ProjectFile& file, const fs::path& place) const {
    std::vector<Edit> edits;
    for (const auto& [include, header] : file.resolved)
      if (auto operand = relocated_operand(*include, header, place_of(header.path, source_.root), place, source_.root))
        edits.push_back({include->offset, include->length, std::move(*operand)});
    return edits;
  }

  const Source& source_;
  const HipifyOptions& options_;
  bool means_waves_;
  bool uses_cuda_;
  int cuda_arch_;
};

/// A source that was written for HIP: nothing in it, or in its headers, is CUDA's alone.
bool is_hips_own(const std::vector<ScannedFile>& files) {
  const auto any = [&](bool TokenScan::* fact) {
    return std::any_of(files.begin(), files.end(), [&](const auto& file) { return file.scan.*fact; });
  };
  return any(&TokenScan::names_hip) && !any(&TokenScan::names_cuda);
}

/// For a file of HIP's own: every byte stays.
TokenScan untouched() {
  return {};
}

/// A header that cannot be read is the compiler's to report, at the #include.
void add_header(ProjectClosure& closure, const fs::path& path) {
  [[maybe_unused]] const auto ignored = closure.add_root(path);
}

/// Does a text that hipify has written ask whether HIP compiles it? `__HIPCC__` is no sign: it comes from CUDA's
/// macros.
bool asked_for_hip(const TokenList& tokens) {
  return std::any_of(tokens.all().begin(), tokens.all().end(), [](const Token& token) {
    return token.is_word("__HIP_PLATFORM_AMD__") || token.is_word("__HIP_PLATFORM_HCC__") ||
           token.is_word("__HIP_DEVICE_COMPILE__") || token.is_word("__HIP__") || token.is_word("USE_ROCM");
  });
}

Diagnostic implied_folder(const fs::path& folder, const Source& source) {
  Diagnostic diagnostic;
  diagnostic.severity = Severity::note;
  diagnostic.file = source.path.string();
  diagnostic.text = fmt::format("headers are taken from '{}', which no -I names", folder.string());
  return diagnostic;
}

/// What the translation depends on beyond the files that were translated.
void note_inputs(FrontEndInputs inputs, const std::set<std::string>& absent, HipSource& hip) {
  inputs.absent.insert(absent.begin(), absent.end());
  hip.absent.assign(inputs.absent.begin(), inputs.absent.end());
  std::set<std::string> read;
  for (const auto& path : inputs.read)
    for (auto& watched : watched_paths(path)) read.insert(std::move(watched));
  hip.read_too.assign(read.begin(), read.end());
}

}  // namespace

std::string hipify_text(const std::string& text, bool is_source, const RewriteOptions& options) {
  const TokenList tokens(text);
  ProjectNames names;
  names.add(tokens);
  const ProjectNames none;
  const auto scan = rewrite_tokens(tokens, {names, none}, {}, {}, options, {});
  auto hip = apply_edits(text, scan.edits);
  return is_source && scan.uses_cuda ? with_prologue(std::move(hip), /*device_header=*/true, kCudaArchs.front(),
                                                     /*means_waves=*/false)
                                     : hip;
}

Expected<HipSource> hipify(const Source& source, const HipifyOptions& options) {
  // Every header named in any branch is found by its name in the text...
  ProjectClosure closure(source.path, project_include_folders(options.clang_flags));
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto done, closure.add_root(source.path));
  for (const auto& file : forced_includes(options.clang_flags)) {
    // Looked for as by an #include in the folder that we are in.
    const auto header = closure.resolver.resolve({file.string(), /*quoted=*/true, 0, 0}, "./source");
    if (header) add_header(closure, header->path);
  }

  if (!closure.refused.empty()) return Failure(std::move(closure.refused));
  FrontEndInputs inputs;
  // ...and those that only a preprocessor can name (#include MACRO), by one.
  if (std::any_of(closure.files.begin(), closure.files.end(),
                  [](const auto& file) { return includes_by_macro(*file); })) {
    const auto facts = preprocess_cuda(source.path, options.clang_flags, options.clang_resources);
    for (const auto& header : facts.headers) add_header(closure, header);
    inputs.add(facts.inputs);
    if (!closure.refused.empty()) return Failure(std::move(closure.refused));
  }

  // From here on it is known what the project declares itself, and what of it is HIP's. In a text that hipify has
  // written, HIP's macros replace CUDA's, so its branches say nothing about waves.
  closure.find_hip_branches(options.clang_flags);
  const auto& source_text = closure.files.front()->text;
  const bool was_translated = is_translated(source_text);
  HipSource hip;
  hip.source = source;
  for (const auto& folder : closure.resolver.implied()) {
    hip.implied_folders.push_back(folder.string());
    hip.diagnostics.push_back(implied_folder(folder, source));
  }
  std::vector<ScannedFile> scanned;
  for (const auto& file : closure.files)
    scanned.push_back({*file, rewrite_tokens(file->tokens, {closure.names, closure.hip_names}, file->own_headers,
                                             file->hip, options.rewrite, options.hip)});
  const bool is_hips = !was_translated && is_hips_own(scanned);
  const bool knows_hip =
      std::any_of(scanned.begin(), scanned.end(), [](const auto& one) { return one.file.hip.asks_for_hip(); });
  hip.means_waves =
      was_translated ? begins_a_line(source_text, kWavesInclude)
                     : is_hips || (knows_hip && std::any_of(scanned.begin(), scanned.end(),
                                                            [](const auto& one) { return one.scan.hip_uses_waves; }));
  for (auto& [file, scan] : scanned) {
    if (is_hips) {
      scan = untouched();
    } else if (knows_hip && !was_translated && !decides_wave_meaning(options.clang_flags)) {
      append(scan.findings, wave_meanings(file.tokens, scan, hip.means_waves));
    }
    for (const auto& finding : scan.findings) hip.diagnostics.push_back(diagnose(finding, file.path.string()));
  }
  hip.is_written_for_hip =
      was_translated
          ? std::any_of(scanned.begin(), scanned.end(), [](const auto& one) { return asked_for_hip(one.file.tokens); })
          : is_hips || knows_hip ||
                std::none_of(scanned.begin(), scanned.end(), [](const auto& one) { return one.scan.uses_cuda; });
  const Translation translation(source, options, scanned, hip.means_waves, inputs);
  for (const auto& file : scanned) hip.files.push_back(translation.translate(file, &file == &scanned.front()));
  note_inputs(std::move(inputs), closure.resolver.absent(), hip);
  return hip;
}

}  // namespace rocm_bindgen::build
