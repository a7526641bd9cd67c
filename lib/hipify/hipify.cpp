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

/// The lines of the prologue; see with_prologue(). kHipIncludeAndLine is the whole prologue of a text without the
/// device header. kDeviceInclude lacks its end, ".hpp>" or "_cc80.hpp>".
constexpr std::string_view kHipInclude = "#include <hip/hip_runtime.h>\n";
constexpr std::string_view kHipIncludeAndLine = "#include <hip/hip_runtime.h>\n#line 1\n";
constexpr std::string_view kDeviceInclude = "#include <rocm_bindgen_compat/device";
constexpr std::string_view kWavesInclude = "#include <rocm_bindgen_compat/waves.hpp>\n";

/// True if `words` occur at the start of a line. A byte order mark, whose last byte is 0xBF, may precede the first
/// line.
bool begins_a_line(std::string_view text, std::string_view words) {
  for (auto at = text.find(words); at != std::string_view::npos; at = text.find(words, at + 1))
    if (at == 0 || text[at - 1] == '\n' || text[at - 1] == '\xBF') return true;
  return false;
}

/// nvcc includes its runtime implicitly in every file that it compiles as CUDA. C and C++ sources name what they
/// include.
bool gets_prologue(const fs::path& source) {
  const auto extension = source.extension().string();
  return extension != ".c" && extension != ".cc" && extension != ".cpp" && extension != ".cxx" && extension != ".C";
}

/// True if hipify itself wrote the text.
bool is_translated(std::string_view text) {
  return begins_a_line(text, kHipIncludeAndLine) || begins_a_line(text, kDeviceInclude);
}

/// Adds the includes that replace CUDA's implicit one. They are at the very start, so that they precede the project's
/// headers as well, which may rely on them; `#line 1` restores the line numbers of the text after them. If the source
/// is to be compiled for another CUDA architecture than the first of kCudaArchs, the device header is the one that
/// defines that architecture. If names such as `warpSize` mean waves, the header that defines this comes before all
/// others.
std::string with_prologue(std::string text, bool device_header, int cuda_arch, bool means_waves) {
  // A second prologue would change nothing except the text.
  if (is_translated(text)) return text;
  // A byte order mark is valid only at the very start, so the includes come after it.
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  const auto at = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  // For example, device_cc80.hpp for 800. With device_cc0.hpp, __CUDA_ARCH__ is undefined.
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
    Token at;  // line_of() requires a token
    at.offset = edit.offset;
    lines.insert(file.tokens.line_of(at));
  }
  statistics.changed_lines = static_cast<unsigned>(lines.size());
  statistics.launches = scan.launches;
  statistics.converted = scan.converted;
  for (const auto& finding : scan.findings)
    if (finding.reason != Reason::clang_strictness) ++statistics.findings[std::string(name_of(finding.reason))];
  return statistics;
}

/// A file together with the edits and findings that the rules produce for it.
struct ScannedFile {
  const ProjectFile& file;
  TokenScan scan;
};

/// The value of __CUDA_ARCH__ that suits the text. The choice matters only if the text tests __CUDA_ARCH__ and also has
/// inline PTX or tensor core code without a translation, which another value may exclude; otherwise the default is
/// right.
int suitable_cuda_arch(const std::vector<ScannedFile>& files, const HipifyOptions& options, FrontEndInputs& inputs) {
  bool tests_cuda_arch = false, has_untranslatable = false;
  std::vector<ArchDependence> dependences;
  for (const auto& [file, scan] : files) {
    auto& dependence = dependences.emplace_back(ArchDependence{file.path, {}, {}});
    for (const auto& token : file.tokens.all()) {
      if (token.is_word("__global__")) dependence.kernels.push_back(token.offset);
      tests_cuda_arch = tests_cuda_arch || token.is_word("__CUDA_ARCH__");
    }
    for (const auto& finding : scan.findings)
      if (finding.reason == Reason::inline_ptx || finding.reason == Reason::tensor_core ||
          finding.reason == Reason::tensor_memory)
        dependence.untranslatable.push_back(file.tokens.offset_of(finding.line, finding.column));
    has_untranslatable = has_untranslatable || !dependence.untranslatable.empty();
  }
  if (!tests_cuda_arch || !has_untranslatable) return kCudaArchs.front();
  return estimate_cuda_arch(files.front().file.path, dependences, options.clang_flags, options.clang_resources, inputs);
}

class Translation {
 public:
  Translation(const Source& source, const HipifyOptions& options, const std::vector<ScannedFile>& files,
              bool means_waves, FrontEndInputs& inputs)
      : source_(source),
        options_(options),
        means_waves_(means_waves),
        // Headers count as well, because nvcc's implicit include applies to them too.
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
  /// The edits of #includes whose operands must change in the output folder, where `file` has the path `place`.
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

/// True for a source that was written for HIP: neither it nor its headers contain a name that only CUDA has.
bool is_written_only_for_hip(const std::vector<ScannedFile>& files) {
  const auto any = [&](bool TokenScan::* fact) {
    return std::any_of(files.begin(), files.end(), [&](const auto& file) { return file.scan.*fact; });
  };
  return any(&TokenScan::names_hip) && !any(&TokenScan::names_cuda);
}

/// The scan of a source that was written for HIP: no edits, so every byte stays.
TokenScan empty_scan() {
  return {};
}

/// An unreadable header is not an error here; the compiler reports it at the #include.
void add_header(ProjectClosure& closure, const fs::path& path) {
  [[maybe_unused]] const auto ignored = closure.add_root(path);
}

/// True if a text that hipify wrote tests whether HIP compiles it. `__HIPCC__` proves nothing, because hipify writes it
/// in place of CUDA's macros.
bool translated_text_tests_for_hip(const TokenList& tokens) {
  return std::any_of(tokens.all().begin(), tokens.all().end(), [](const Token& token) {
    return token.is_word("__HIP_PLATFORM_AMD__") || token.is_word("__HIP_PLATFORM_HCC__") ||
           token.is_word("__HIP_DEVICE_COMPILE__") || token.is_word("__HIP__") || token.is_word("USE_ROCM");
  });
}

Diagnostic implied_folder(const fs::path& folder, const Source& source) {
  Diagnostic diagnostic;
  diagnostic.severity = Severity::note;
  diagnostic.file = source.path.string();
  diagnostic.text = fmt::format("headers were found in '{}', which no -I flag names", folder.string());
  return diagnostic;
}

/// Records the files, existing and missing, that the translation depends on in addition to the translated ones.
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
  // Headers that any #if branch includes by name are found from the tokens alone.
  ProjectClosure closure(source.path, project_include_folders(options.clang_flags));
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto done, closure.add_root(source.path));
  for (const auto& file : forced_includes(options.clang_flags)) {
    // The compiler resolves -include like an #include in a file of the current folder; no file "source" is read.
    const auto header = closure.resolver.resolve({file.string(), /*quoted=*/true, 0, 0}, "./source");
    if (header) add_header(closure, header->path);
  }

  if (!closure.refused.empty()) return Failure(std::move(closure.refused));
  FrontEndInputs inputs;
  // Headers whose #include operand is a macro can only be found by a preprocessor.
  if (std::any_of(closure.files.begin(), closure.files.end(),
                  [](const auto& file) { return includes_by_macro(*file); })) {
    const auto facts = preprocess_cuda(source.path, options.clang_flags, options.clang_resources);
    for (const auto& header : facts.headers) add_header(closure, header);
    inputs.add(facts.inputs);
    if (!closure.refused.empty()) return Failure(std::move(closure.refused));
  }

  // From here on, `closure` knows which names the project declares and which parts of the files only HIP compiles. In a
  // text that hipify wrote, HIP's macros have replaced CUDA's, so its branches do not show whether functions such as
  // __shfl refer to warps or waves; the prologue does.
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
  const bool is_only_hip = !was_translated && is_written_only_for_hip(scanned);
  const bool tests_for_hip =
      std::any_of(scanned.begin(), scanned.end(), [](const auto& one) { return one.file.hip.asks_for_hip(); });
  // Warp functions refer to waves in a source that was written only for HIP, and in a source for both compilers whose
  // HIP branches depend on the wave size.
  hip.means_waves =
      was_translated
          ? begins_a_line(source_text, kWavesInclude)
          : is_only_hip || (tests_for_hip && std::any_of(scanned.begin(), scanned.end(),
                                                         [](const auto& one) { return one.scan.hip_uses_waves; }));
  for (auto& [file, scan] : scanned) {
    if (is_only_hip) {
      scan = empty_scan();
    } else if (tests_for_hip && !was_translated && !decides_wave_meaning(options.clang_flags)) {
      append(scan.findings, wave_meanings(file.tokens, scan, hip.means_waves));
    }
    for (const auto& finding : scan.findings) hip.diagnostics.push_back(diagnose(finding, file.path.string()));
  }
  // A source that uses nothing of CUDA's counts as written for HIP, too.
  hip.is_written_for_hip =
      was_translated
          ? std::any_of(scanned.begin(), scanned.end(),
                        [](const auto& one) { return translated_text_tests_for_hip(one.file.tokens); })
          : is_only_hip || tests_for_hip ||
                std::none_of(scanned.begin(), scanned.end(), [](const auto& one) { return one.scan.uses_cuda; });
  const Translation translation(source, options, scanned, hip.means_waves, inputs);
  for (const auto& file : scanned) hip.files.push_back(translation.translate(file, &file == &scanned.front()));
  note_inputs(std::move(inputs), closure.resolver.absent(), hip);
  return hip;
}

}  // namespace rocm_bindgen::build
