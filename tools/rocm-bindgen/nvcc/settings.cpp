#include "nvcc/settings.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <thread>
#include <unistd.h>

#include <fmt/format.h>

#include "nvcc/flags.hpp"
#include "pipeline/defaults.hpp"
#include "program/linker.hpp"
#include "support/append.hpp"
#include "support/environment.hpp"
#include "support/file.hpp"
#include "support/jobserver.hpp"
#include "toolchain/target_id.hpp"
#include "toolchain/target_names.hpp"

namespace rocm_bindgen::build::driver {
namespace fs = std::filesystem;
namespace {

/// The file in the toolkit's folder that lists the targets, if neither an option nor a variable does.
constexpr const char* kTargetFile = "offload-arch";

/// NVIDIA's default of -arch in CUDA 12, which build systems read from the output of -v.
constexpr const char* kDefaultArch = "52";

Failure wrong(std::string text, std::string hint = {}) {
  return Failure(ExitCode::source_error, std::move(text), std::move(hint));
}

Expected<Done> set_phase(const CommandLine& line, Settings& settings) {
  struct Choice {
    std::string_view option;
    Phase phase;
  };
  constexpr std::array kChoices{
      Choice{"generate-dependencies", Phase::dependencies},
      Choice{"generate-nonsystem-dependencies", Phase::dependencies},
      Choice{"preprocess", Phase::preprocess},
      Choice{"cuda", Phase::preprocess},
      Choice{"cubin", Phase::device_code},
      Choice{"fatbin", Phase::device_code},
      Choice{"ptx", Phase::device_code},
      Choice{"compile", Phase::compile},
      Choice{"device-c", Phase::compile},
      Choice{"device-w", Phase::compile},
      Choice{"device-link", Phase::device_link},
      Choice{"lib", Phase::archive},
  };
  const auto* first =
      std::find_if(kChoices.begin(), kChoices.end(), [&](auto& choice) { return line.has(choice.option); });
  if (first == kChoices.end()) return Done{};
  settings.phase = first->phase;
  if (settings.phase == Phase::device_code) {
    settings.code_extension = first->option;
    if (line.has("device-link")) settings.phase = Phase::device_link;
  }
  if (first->option == "cuda") settings.text_extension = "cu.cpp.ii";
  return Done{};
}

bool has_extension(const fs::path& path, std::initializer_list<std::string_view> extensions) {
  return std::find(extensions.begin(), extensions.end(), path.extension().string()) != extensions.end();
}

/// Whether the file name is that of a shared library with a version: "libx.so.1".
bool is_shared_library(const fs::path& path) {
  const auto name = path.filename().string();
  return name.ends_with(".so") || name.find(".so.") != std::string::npos;
}

Expected<Input> input_of(const std::string& word, const std::string& language) {
  const fs::path path(word);
  if (has_extension(path, {".o", ".a", ".obj", ".lo"}) || is_shared_library(path)) return Input{path, Language::linked};
  if (language == "cu") return Input{path, Language::cuda};
  if (language == "c++") return Input{path, Language::cpp};
  if (language == "c") return Input{path, Language::c};
  if (path.extension() == ".cu") return Input{path, Language::cuda};
  if (has_extension(path, {".cpp", ".cc", ".cxx", ".C", ".c++", ".cp", ".CPP", ".ii"}))
    return Input{path, Language::cpp};
  if (has_extension(path, {".c", ".i"})) return Input{path, Language::c};
  if (has_extension(path, {".ptx", ".cubin", ".fatbin", ".gpu"}))
    return wrong(fmt::format("'{}': device code without its source cannot be compiled or linked", word),
                 "name the CUDA source that it was made from");
  return wrong(fmt::format("Don't know what to do with '{}'", word));
}

std::ptrdiff_t number_of_sources(const Settings& settings) {
  return std::count_if(settings.inputs.begin(), settings.inputs.end(),
                       [](const Input& input) { return input.language != Language::linked; });
}

Expected<Done> set_inputs(const CommandLine& line, Settings& settings) {
  for (const auto& word : line.inputs) {
    ROCM_BINDGEN_TRY(auto input, input_of(word, line.last("x")));
    settings.inputs.push_back(std::move(input));
  }
  if (settings.inputs.empty()) return wrong("No input files specified; use option --help for more information");
  const bool one_output = settings.phase == Phase::compile || settings.phase == Phase::device_code ||
                          settings.phase == Phase::preprocess || settings.phase == Phase::dependencies;
  if (one_output && number_of_sources(settings) > 1 && line.has("output-file"))
    return wrong("A single input file is required for a non-link phase when an outputfile is specified");
  return Done{};
}

/// Sets the targets from the most specific place that names some. sm_ numbers name no AMD GPU, but -arch=native is the
/// machine's, unless the user has named others for the same build.
Expected<Done> set_targets(const CommandLine& line, const Toolkit& toolkit, Settings& settings) {
  auto& targets = settings.build.targets;
  targets = line.all("offload-arch");
  if (!targets.empty()) return Done{};
  if (const auto variable = environment("ROCM_BINDGEN_ARCHS"); !variable.empty()) {
    targets = {variable};
    return Done{};
  }
  std::error_code error;
  if (fs::exists(toolkit.root / kTargetFile, error)) {
    ROCM_BINDGEN_TRY(const auto text, read_file(toolkit.root / kTargetFile));
    targets = split_words(text);
    return Done{};
  }
  if (line.last("gpu-architecture") != "native") return Done{};
  if (auto native = native_processors()) {
    targets = std::move(*native);
    return Done{};
  }
  Diagnostic warning;
  warning.severity = Severity::warning;
  warning.text = "no AMD GPU for -arch=native is found in this machine, so the default targets are used";
  warning.hint = "name the targets with --offload-arch";
  settings.notes.push_back(std::move(warning));
  return Done{};
}

/// The options about make rules, which may add to those of -Xcompiler.
void set_rule(const CommandLine& line, Settings& settings) {
  auto& rule = settings.rule;
  const bool without_system =
      line.has("generate-nonsystem-dependencies") || line.has("generate-nonsystem-dependencies-with-compile");
  if (line.has("generate-dependencies-with-compile") || line.has("generate-nonsystem-dependencies-with-compile"))
    rule.with_compile = true;
  if (without_system) rule.system_headers = false;
  if (line.has("generate-dependency-targets")) rule.empty_rules = true;
  if (line.has("dependency-output")) rule.file = line.last("dependency-output");
  if (line.has("dependency-target-name")) rule.target = line.last("dependency-target-name");
  const bool one_output =
      settings.phase == Phase::link || settings.phase == Phase::archive || settings.phase == Phase::device_link;
  rule.joined = number_of_sources(settings) > 1 && (rule.with_compile || settings.phase == Phase::dependencies) &&
                settings.phase != Phase::preprocess && (!rule.file.empty() || (one_output && !settings.output.empty()));
}

/// The number in "sm_80", "compute_90a" or "arch=compute_75,code=sm_75"; empty if there is none.
std::string arch_number(std::string_view text) {
  const auto underscore = text.find('_');
  if (underscore == std::string_view::npos) return {};
  const auto digits = text.substr(underscore + 1);
  return std::string(digits.substr(0, digits.find_first_not_of("0123456789")));
}

std::string virtual_arch_of(const CommandLine& line) {
  for (const auto* name : {"gpu-architecture", "generate-code"})
    for (const auto& value : line.all(name))
      if (auto number = arch_number(value); !number.empty()) return number;
  return kDefaultArch;
}

/// The compiler of C sources that belongs to a compiler of C++ sources: gcc to g++, clang to clang++, cc to c++.
fs::path c_compiler_of(const fs::path& compiler) {
  auto name = compiler.filename().string();
  if (const auto plus = name.find("g++"); plus != std::string::npos && name.find("clang") == std::string::npos) {
    name.replace(plus, 3, "gcc");
  } else if (const auto both = name.find("++"); both != std::string::npos) {
    name.replace(both, 2, name.starts_with("clang") ? "" : "c");
  }
  const auto path = compiler.parent_path() / name;
  return ::access(path.c_str(), X_OK) == 0 ? path : compiler;
}

/// The C++ compiler that belongs to a compiler of C sources: -ccbin gcc means g++ for C++ sources and for linking.
fs::path cpp_compiler_of(const fs::path& compiler) {
  auto name = compiler.filename().string();
  if (name.find("++") != std::string::npos) return compiler;
  constexpr std::array<std::pair<std::string_view, const char*>, 3> kPairs{
      {{"gcc", "g++"}, {"clang", "clang++"}, {"cc", "c++"}}};
  for (const auto& [c, cpp] : kPairs) {
    const auto place = name.find(c);
    if (place == std::string::npos) continue;
    name.replace(place, c.size(), cpp);
    const auto path = compiler.parent_path() / name;
    return ::access(path.c_str(), X_OK) == 0 ? path : compiler;
  }
  return compiler;
}

Expected<Done> set_programs(const CommandLine& line, Settings& settings) {
  fs::path named = line.has("compiler-bindir") ? line.last("compiler-bindir") : environment("NVCC_CCBIN");
  std::error_code error;
  if (!named.empty() && fs::is_directory(named, error)) named /= "g++";
  ROCM_BINDGEN_TRY(const auto found, find_linker(named));
  settings.host_compiler = cpp_compiler_of(found);
  settings.c_compiler = c_compiler_of(settings.host_compiler);
  settings.archiver = line.last("archiver-binary");
  for (const auto& value : line.all("archive-options")) append(settings.archive_words, split_words(value));
  return Done{};
}

Expected<Done> refuse(const CommandLine& line) {
  for (const auto& one : line.given)
    if (one.option->treatment == Treatment::refused)
      return wrong(fmt::format("'--{}' is refused: it would {}", one.option->name, one.option->text),
                   std::string(one.option->reason));
  return Done{};
}

/// Jobs at a time if -t does not say. A build starts several nvcc at a time, each of which would otherwise use all
/// processors. If make shares its jobs, it limits them.
unsigned default_jobs(const BuildOptions& build) {
  if (Jobserver::from_environment()) return 0;
  const auto targets = parse_targets(with_defaults(build).targets);
  const auto wanted = targets ? static_cast<unsigned>(targets->size()) : 1u;
  return std::max(1u, std::min(wanted, std::thread::hardware_concurrency()));
}

/// The value of -t: compile jobs at a time.
Expected<unsigned> jobs_of(const CommandLine& line, const BuildOptions& build) {
  const auto text = line.last("threads");
  if (text.empty()) return default_jobs(build);
  unsigned jobs = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), jobs);
  if (failed != std::errc() || end != text.data() + text.size())
    return wrong(fmt::format("'{}' is not a number of threads", text));
  return jobs;
}

}  // namespace

Expected<Settings> settings_of(const CommandLine& line, const Toolkit& toolkit) {
  Settings settings;
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto allowed, refuse(line));
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto phase, set_phase(line, settings));
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto inputs, set_inputs(line, settings));
  settings.output = line.last("output-file");
  settings.output_folder = line.last("output-directory");
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto targets, set_targets(line, toolkit, settings));
  ROCM_BINDGEN_TRY(settings.build.jobs, jobs_of(line, settings.build));
  settings.relocatable_link = line.has("relocatable-link") || line.has("host-relocatable-link");
  // Device code that is linked later, or by this command alone, is relocatable without -rdc.
  const auto relocatable = line.last("relocatable-device-code");
  const bool links_device_code = settings.relocatable_link || settings.phase == Phase::device_link;
  settings.relocatable = relocatable == "true" || line.has("device-c") || (links_device_code && relocatable.empty());
  if (line.has("device-w")) settings.relocatable = false;
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto programs, set_programs(line, settings));
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto flags, set_flags(line, toolkit, settings));
  set_rule(line, settings);
  settings.libraries = line.all("library");
  for (auto& folder : line.all("library-path")) settings.library_folders.emplace_back(folder);
  settings.with_runtime = line.last("cudart") != "none";
  settings.links_device = !line.has("no-device-link");
  settings.no_warnings = line.has("disable-warnings");
  settings.run = line.has("run");
  settings.run_arguments = line.all("run-args");
  settings.dry_run = line.has("dryrun");
  settings.verbose = line.has("verbose") || settings.dry_run;
  settings.virtual_arch = virtual_arch_of(line);
  return settings;
}

}  // namespace rocm_bindgen::build::driver
