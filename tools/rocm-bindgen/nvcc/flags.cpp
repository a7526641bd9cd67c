#include "nvcc/flags.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "hipify/hipify.hpp"
#include "nvcc/xcompiler.hpp"
#include "support/append.hpp"
#include "support/environment.hpp"
#include "toolchain/cuda_version.hpp"

namespace rocm_bindgen::build::driver {
namespace fs = std::filesystem;
namespace {

using Words = std::vector<std::string>;

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Whether a folder is the toolkit's own. Its headers are for the host's compiler: translated sources have HIP's.
bool is_toolkit_folder(const std::string& folder, const Toolkit& toolkit) {
  std::error_code error;
  return fs::equivalent(folder, toolkit.root / "include", error);
}

/// Whether a folder of -isystem may have headers with CUDA code. Build systems pass the folders of all imported
/// libraries so, but nothing in /usr is written in CUDA, and ROCm's headers need no translation.
bool may_have_cuda(const std::string& folder) {
  std::error_code error;
  const auto path = fs::weakly_canonical(folder, error).string();
  return !path.starts_with("/usr/") && !fs::exists(fs::path(folder) / "hip/hip_runtime.h", error);
}

/// The folders of a variable such as CPATH, as GCC reads it: an empty name is the current folder.
Words folders_of_variable(const char* variable) {
  const auto text = environment(variable);
  Words folders;
  for (std::size_t begin = 0; !text.empty() && begin <= text.size();) {
    const auto end = std::min(text.find(':', begin), text.size());
    folders.push_back(begin == end ? "." : text.substr(begin, end - begin));
    begin = end + 1;
  }
  return folders;
}

/// The folders that NVIDIA's nvcc searches for headers because the host's compiler does. The compiler of CUDA sources
/// does not read these variables, since a build must not depend on them; for a compiler driver, they are options.
void append_folders_of_variables(const Toolkit& toolkit, Words& words, Words& translated) {
  for (const auto& folder : folders_of_variable("CPATH"))
    if (!is_toolkit_folder(folder, toolkit)) append(words, {"-I", folder});
  for (const auto& folder : folders_of_variable("CPLUS_INCLUDE_PATH")) {
    if (is_toolkit_folder(folder, toolkit)) continue;
    append(words, {"-isystem", folder});
    if (may_have_cuda(folder)) append(translated, {"-I", folder});
  }
}

/// Options that both compilers know under the same name, with their values.
Words shared_flags(const CommandLine& line, const Toolkit& toolkit, bool for_clang) {
  Words words, translated;
  for (const auto& [option, value] : line.given) {
    const auto name = option->name;
    if (is_one_of(name, {"define-macro", "undefine-macro"})) {
      words.push_back(fmt::format("-{}{}", option->short_name, value));
    } else if (is_one_of(name, {"include-path", "system-include"})) {
      if (for_clang && is_toolkit_folder(value, toolkit)) continue;
      append(words, {fmt::format("-{}", option->short_name), value});
      if (for_clang && name == "system-include" && may_have_cuda(value)) append(translated, {"-I", value});
    } else if (name == "pre-include") {
      append(words, {"-include", value});
    } else if (is_one_of(name, {"ftemplate-depth", "ftemplate-backtrace-limit"})) {
      words.push_back(fmt::format("-{}={}", name, value));
    }
  }
  if (for_clang) append_folders_of_variables(toolkit, words, translated);
  // Headers in folders of -I are translated. For a folder that both flags name, clang ignores -I.
  append(words, std::move(translated));
  return words;
}

Words warning_flags(const CommandLine& line, bool for_clang) {
  Words words;
  if (line.has("disable-warnings")) words.emplace_back("-w");
  if (line.has("Wreorder")) words.emplace_back("-Wreorder");
  for (const auto& kind : line.all("Werror")) {
    if (kind == "all-warnings") append(words, for_clang ? error_flags() : Words{"-Werror"});
    if (is_one_of(kind, {"reorder", "deprecated-declarations"})) words.push_back("-Werror=" + kind);
  }
  return words;
}

bool is_true(const CommandLine& line, std::string_view name, bool otherwise) {
  const auto value = line.last(name);
  return value.empty() ? otherwise : value == "true";
}

/// Whether launches without a stream use the thread's own.
bool has_own_streams(const CommandLine& line) {
  if (line.last("default-stream") == "per-thread") return true;
  const auto macros = line.all("define-macro");
  return std::any_of(macros.begin(), macros.end(), [](std::string_view macro) {
    return macro.substr(0, macro.find('=')) == "CUDA_API_PER_THREAD_DEFAULT_STREAM";
  });
}

/// The macros that nvcc defines for C and C++ sources. In translated sources, they are macros of our headers.
Words nvcc_macros(const CommandLine& line) {
  const auto [major, minor, build] = cuda_version();
  Words words{"-D__NVCC__",
              "-D__CUDACC_VER_MAJOR__=" + major,
              "-D__CUDACC_VER_MINOR__=" + minor,
              "-D__CUDACC_VER_BUILD__=" + build,
              "-D__CUDA_API_VER_MAJOR__=" + major,
              "-D__CUDA_API_VER_MINOR__=" + minor};
  if (has_own_streams(line)) words.emplace_back("-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
  return words;
}

/// Flags for device code. They have no effect on host code, or none that matters.
Words device_flags(const CommandLine& line) {
  Words words;
  const bool fast = line.has("use_fast_math");
  if (fast) append(words, {"-fgpu-approx-transcendentals", "-D__USE_FAST_MATH__=1"});
  if (is_true(line, "ftz", fast)) words.emplace_back("-fgpu-flush-denormals-to-zero");
  if (!is_true(line, "prec-div", !fast) || !is_true(line, "prec-sqrt", !fast))
    words.emplace_back("-fno-hip-fp32-correctly-rounded-divide-sqrt");
  if (!is_true(line, "fmad", true)) words.emplace_back("-ffp-contract=off");
  if (has_own_streams(line)) words.emplace_back("-fgpu-default-stream=per-thread");
  if (line.has("device-debug"))
    append(words, {"-g", "-D__CUDACC_DEBUG__"});
  else if (line.has("generate-line-info"))
    words.emplace_back("-gline-tables-only");
  return words;
}

/// Flags for host code that both compilers know.
Words host_flags(const CommandLine& line) {
  Words words;
  const auto level = line.last("optimize");
  // nvcc optimises host code only on request. GCC takes higher levels than 3 for 3, and clang warns about them.
  words.push_back("-O" + (level.empty() ? std::string("0") : level.size() == 1 && level < "3" ? level : "3"));
  if (line.has("debug")) words.emplace_back("-g");
  if (line.has("profile")) words.emplace_back("-pg");
  if (line.has("no-exceptions")) words.emplace_back("-fno-exceptions");
  return words;
}

/// The words of -Xcompiler. Each value may be several words, which nvcc leaves to the shell to separate.
Words words_for_host_compiler(const CommandLine& line) {
  Words words;
  for (const auto& value : line.all("compiler-options")) append(words, split_words(value));
  if (line.has("forward-unknown-to-host-compiler") || line.has("forward-unknown-opts")) append(words, line.unknown);
  return words;
}

Words words_for_linker(const CommandLine& line) {
  Words words;
  for (const auto& value : line.all("linker-options"))
    for (const auto& word : split_words(value)) append(words, {"-Xlinker", word});
  if (line.has("forward-unknown-to-host-linker") || line.has("forward-unknown-opts")) append(words, line.unknown);
  return words;
}

/// Messages about words that are for the host's compiler and have no effect on CUDA sources.
std::vector<Diagnostic> notes_about(const ClangShare& share) {
  std::vector<Diagnostic> notes;
  if (!share.without_effect.empty()) {
    Diagnostic note;
    note.severity = Severity::note;
    note.text = "for CUDA sources, these options of -Xcompiler have no effect:";
    for (const auto& word : share.without_effect) note.text += " " + word;
    notes.push_back(std::move(note));
  }
  if (share.openmp) {
    Diagnostic warning;
    warning.severity = Severity::warning;
    warning.text = "-fopenmp has no effect on CUDA sources: their host code runs in one thread, as OpenMP permits";
    warning.hint = "move loops that need several threads to a C++ source";
    notes.push_back(std::move(warning));
  }
  return notes;
}

/// Translates the values of macros, because the sources that use them are translated: -DSTREAM=cudaStream_t.
void translate_macros(Words& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!words[i].starts_with("-D")) continue;
    auto& word = words[i] == "-D" && i + 1 < words.size() ? words[++i] : words[i];
    const auto equals = word.find('=');
    if (equals == std::string::npos) continue;
    word = word.substr(0, equals + 1) + hipify_text(word.substr(equals + 1), /*is_source=*/false);
  }
}

/// The flags of the options for clang, without those of -Xcompiler.
void set_clang_flags(const CommandLine& line, const Toolkit& toolkit, const Settings& settings, BuildOptions& build) {
  build.clang_flags = shared_flags(line, toolkit, /*for_clang=*/true);
  if (const auto standard = line.last("std"); !standard.empty())
    build.clang_flags.push_back("-std=" + cuda_standard(standard));
  append(build.clang_flags, device_flags(line));
  if (settings.relocatable) build.clang_flags.emplace_back("-D__CUDACC_RDC__");
  // Flags for device code have no effect on host code, and NVIDIA's compiler does not report loops that it does not
  // unroll.
  append(build.clang_flags, {"-Wno-unused-command-line-argument", "-Wno-pass-failed"});
  append(build.clang_flags, warning_flags(line, /*for_clang=*/true));
  const auto errors = line.all("Werror");
  build.cross_space_calls_are_errors =
      std::find(errors.begin(), errors.end(), "cross-execution-space-call") != errors.end();
  build.host_flags = host_flags(line);
  // Options of -Xcompiler are the host compiler's, so clang may not know all of its warnings.
  build.host_flags.emplace_back("-Wno-unknown-warning-option");
}

/// The words for the compiler of C and C++ sources.
Words host_compiler_words(const CommandLine& line, const Toolkit& toolkit, const Words& xcompiler) {
  auto words = nvcc_macros(line);
  append(words, shared_flags(line, toolkit, /*for_clang=*/false));
  append(words, {"-isystem", (toolkit.root / "include").string()});
  if (const auto standard = line.last("std"); !standard.empty()) words.push_back("-std=" + standard);
  append(words, warning_flags(line, /*for_clang=*/false));
  append(words, host_flags(line));
  append(words, xcompiler);
  return words;
}

Words linker_words(const CommandLine& line, const Toolkit& toolkit, const Settings& settings, const Words& xcompiler) {
  Words words;
  for (const auto& folder : line.all("library-path")) words.push_back("-L" + folder);
  for (const auto& library : line.all("library")) words.push_back("-l" + library);
  append(words, {"-L" + (toolkit.root / "lib64/stubs").string(), "-L" + (toolkit.root / "lib64").string()});
  if (line.has("profile")) words.emplace_back("-pg");
  if (line.has("shared")) words.emplace_back("-shared");
  if (settings.relocatable_link) append(words, {"-r", "-nostdlib"});
  append(words, xcompiler);
  append(words, words_for_linker(line));
  return words;
}

}  // namespace

Expected<Done> set_flags(const CommandLine& line, const Toolkit& toolkit, Settings& settings) {
  if (const auto level = line.last("optimize"); level.find_first_not_of("0123456789") != std::string::npos)
    return Failure(ExitCode::source_error, fmt::format("'{}': expected a number", level));
  auto& build = settings.build;
  set_clang_flags(line, toolkit, settings, build);

  auto xcompiler = words_for_host_compiler(line);
  ROCM_BINDGEN_TRY(auto share, clang_share(xcompiler));
  if (share.rule.with_compile) {
    settings.rule = share.rule;
    xcompiler = without_rule(xcompiler);
  }
  const bool any_cuda = std::any_of(settings.inputs.begin(), settings.inputs.end(),
                                    [](const Input& input) { return input.language == Language::cuda; });
  if (any_cuda) append(settings.notes, notes_about(share));
  append(build.clang_flags, std::move(share.both));
  translate_macros(build.clang_flags);
  append(build.host_flags, std::move(share.host));

  settings.host_words = host_compiler_words(line, toolkit, xcompiler);
  settings.link_words = linker_words(line, toolkit, settings, xcompiler);
  return Done{};
}

}  // namespace rocm_bindgen::build::driver
