#include "nvcc/steps.hpp"

#include <cstdio>
#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "nvcc/files.hpp"
#include "nvcc/host_compiler.hpp"
#include "nvcc/print.hpp"
#include "pipeline/defaults.hpp"
#include "program/amd_libraries.hpp"
#include "program/device_link.hpp"
#include "program/linker.hpp"
#include "program/object.hpp"
#include "program/program_device.hpp"
#include "support/append.hpp"
#include "support/file.hpp"
#include "toolchain/rocm.hpp"

namespace rocm_bindgen::build::driver {
namespace fs = std::filesystem;
namespace {

using Words = std::vector<std::string>;

BuildOptions options_for(const Input& input, const Settings& settings) {
  auto options = settings.build;
  options.inputs = {input.path};
  return options;
}

/// A line that shows what is done with a CUDA source. It happens inside this process, so it is no command to type;
/// build systems read the architecture from it.
Words description_of(const Input& input, const Settings& settings, const std::string& action, const fs::path& output) {
  const auto options = with_defaults(settings.build);
  Words words{"rocm-bindgen-nvcc",
              action,
              "-arch",
              "compute_" + settings.virtual_arch,
              fmt::format("--offload-arch={}", fmt::join(options.targets, ",")),
              "-t",
              std::to_string(options.jobs)};
  append(words, options.clang_flags);
  append(words, options.host_flags);
  words.push_back(input.path.string());
  if (!output.empty()) append(words, {"-o", output.string()});
  return words;
}

Expected<Done> write_rule(const Input& input, const Settings& settings, const Inputs& inputs) {
  if (!settings.rule.with_compile) return Done{};
  ROCM_BINDGEN_TRY(const auto rule, make_rule(input, settings, inputs));
  return write_output(rule_file(input, settings), rule);
}

Expected<Done> refuse_unless_cuda(const Input& input, const Settings& settings) {
  if (input.language == Language::cuda) return Done{};
  return Failure(ExitCode::source_error,
                 fmt::format("'{}' is not a CUDA source, so --{} has nothing to write", input.path.string(),
                             settings.code_extension),
                 "name CUDA sources only, or say -x cu");
}

/// AMD has no PTX and no cubin, so the files of these options have other contents than their names promise. This is
/// said once, however many files there are.
void note_other_contents(const fs::path& output, const Settings& settings) {
  static bool said = false;
  if (said || settings.code_extension == "fatbin") return;
  said = true;
  Diagnostic note;
  note.severity = Severity::note;
  note.file = output.string();
  // Objects are linked for the targets that they were compiled for, whatever those of the command are.
  const auto targets = settings.phase == Phase::device_link
                           ? std::string()
                           : fmt::format(" for {}", fmt::join(with_defaults(settings.build).targets, ", "));
  note.text = fmt::format(
      "this is an offload bundle with code objects{}, not {}; hipModuleLoad() and "
      "cuModuleLoad() of translated programs load it",
      targets, settings.code_extension);
  print_messages({note}, settings);
}

/// Whether the toolkit's libcudart.so is the library that programs are linked with: then it is named as nvcc names it,
/// and build systems that link by themselves learn its name.
bool is_toolkit_library(const fs::path& library, const Toolkit& toolkit) {
  std::error_code error;
  // libcudart.so itself is a linker script. libnvToolsExt.so is a symbolic link to HIP's library.
  return fs::canonical(toolkit.root / "lib64/libnvToolsExt.so", error).filename() == library.filename() && !error;
}

}  // namespace

Expected<Done> compile_source(const Input& input, const Settings& settings, const fs::path& object) {
  if (input.language != Language::cuda)
    return start_program_of_step(host_compiler_command(input, settings, "-c", object), settings);
  if (settings.verbose) print_command(description_of(input, settings, "-c", object));
  if (settings.dry_run) return Done{};
  const auto options = options_for(input, settings);
  ROCM_BINDGEN_TRY(const auto built, settings.relocatable ? build_relocatable_object(options) : build_object(options));
  print_messages_of(input.path, built.diagnostics, settings);
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto written, write_output(object, built.bytes));
  return write_rule(input, settings, built.inputs);
}

Expected<Done> write_device_code(const Input& input, const Settings& settings) {
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto cuda, refuse_unless_cuda(input, settings));
  const auto output = output_for(input, settings, settings.code_extension);
  if (settings.verbose) print_command(description_of(input, settings, "-" + settings.code_extension, output));
  if (settings.dry_run) return Done{};
  ROCM_BINDGEN_TRY(const auto built, build_device_code(options_for(input, settings)));
  print_messages_of(input.path, built.diagnostics, settings);
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto written, write_output(output, built.bytes));
  note_other_contents(output, settings);
  return write_rule(input, settings, built.inputs);
}

Expected<Done> preprocess(const Input& input, const Settings& settings) {
  ROCM_BINDGEN_TRY(const auto scratch, TemporaryFolder::create());
  auto text = scratch.path() / "text";
  if (input.language != Language::cuda) {
    const auto command = host_compiler_command(input, settings, "-E", text);
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto done, start_program_of_step(command, settings));
  } else if (settings.verbose) {
    print_command(description_of(input, settings, "-E", settings.output));
  }
  if (settings.dry_run) return Done{};
  std::string bytes;
  if (input.language == Language::cuda) {
    ROCM_BINDGEN_TRY(auto built, preprocess_source(options_for(input, settings)));
    print_messages_of(input.path, built.diagnostics, settings);
    bytes = std::move(built.bytes);
  } else {
    ROCM_BINDGEN_TRY(bytes, read_file(text));
  }
  if (!settings.output.empty()) return write_output(settings.output, bytes);
  if (!settings.text_extension.empty())
    return write_output(output_for(input, settings, settings.text_extension), bytes);
  std::fwrite(bytes.data(), 1, bytes.size(), stdout);
  return Done{};
}

Expected<Done> print_dependencies(const Input& input, const Settings& settings) {
  const auto action = settings.rule.system_headers ? "-M" : "-MM";
  const auto file = !settings.rule.file.empty() ? settings.rule.file : settings.output;
  ROCM_BINDGEN_TRY(const auto scratch, TemporaryFolder::create());
  const auto text = scratch.path() / "rule";
  if (input.language != Language::cuda) {
    const auto command = host_compiler_command(input, settings, action, text);
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto done, start_program_of_step(command, settings));
  } else if (settings.verbose) {
    print_command(description_of(input, settings, action, file));
  }
  if (settings.dry_run) return Done{};
  std::string rule;
  if (input.language == Language::cuda) {
    ROCM_BINDGEN_TRY(const auto built, preprocess_source(options_for(input, settings)));
    ROCM_BINDGEN_TRY(rule, make_rule(input, settings, built.inputs));
  } else {
    ROCM_BINDGEN_TRY(rule, read_file(text));
  }
  if (!file.empty()) return write_output(file, rule);
  std::fwrite(rule.data(), 1, rule.size(), stdout);
  return Done{};
}

Expected<bool> link_device_code_of(const std::vector<fs::path>& objects, const Settings& settings,
                                   const fs::path& output) {
  const bool bundle = settings.phase == Phase::device_link && !settings.code_extension.empty();
  if (settings.verbose) {
    Words words{"nvlink"};
    for (const auto& object : objects) words.push_back(object.string());
    append(words, {"-o", output.string()});
    print_command(words);
  }
  if (settings.dry_run) return false;
  ROCM_BINDGEN_TRY(const bool linked,
                   link_device_code({objects, settings.host_compiler, output, settings.build.jobs, bundle}));
  if (linked && bundle) note_other_contents(output, settings);
  return linked;
}

Expected<Done> link_objects(const std::vector<fs::path>& objects, const Settings& settings, const Toolkit& toolkit,
                            const fs::path& output) {
  LinkJob job{settings.host_compiler, {}, {}, output};
  for (const auto& object : objects) job.words.push_back(object.string());
  // If no ROCm is found, the toolkit's libraries are linked.
  const auto rocm = find_rocm({settings.build.rocm_path, {}});
  append(job.words, rocm ? with_amd_libraries(settings.link_words, rocm->root) : settings.link_words);
  if (settings.with_runtime && !settings.relocatable_link) {
    ROCM_BINDGEN_TRY(const auto library, hip_library_for_linking(settings.build.rocm_path));
    if (is_toolkit_library(library, toolkit)) {
      job.words.emplace_back("-lcudart");
    } else {
      job.words.emplace_back("-lcuda_names");
      job.hip_library = library;
    }
  }
  // As nvcc does, so that the order of archives does not matter.
  if (!settings.relocatable_link) {
    job.words.emplace(job.words.begin(), "-Wl,--start-group");
    append(job.words, {"-lrt", "-ldl", "-Wl,--end-group"});
  }
  if (settings.verbose) print_command(link_command(job));
  if (settings.dry_run) return Done{};
  return link_program(job);
}

Expected<Done> archive_objects(const std::vector<fs::path>& objects, const Settings& settings) {
  ROCM_BINDGEN_TRY(const auto archiver, find_program_for_step(settings.archiver, "ar"));
  const auto output = settings.output.empty() ? fs::path("a.a") : settings.output;
  // ar adds to an archive that exists, whose members may be outdated. The old archive is kept if ar fails.
  auto unfinished = output;
  unfinished += fmt::format(".tmp-{}", ::getpid());
  Words words{archiver.string(), "qcs", unfinished.string()};
  append(words, settings.archive_words);
  for (const auto& object : objects) words.push_back(object.string());
  const auto done = start_program_of_step(words, settings);
  if (settings.dry_run) return done;
  std::error_code error;
  if (done) fs::rename(unfinished, output, error);
  if (done && !error) return done;
  std::error_code not_removed;
  fs::remove(unfinished, not_removed);
  if (!done) return done;
  return Failure(ExitCode::output, fmt::format("cannot write '{}': {}", output.string(), error.message()));
}

}  // namespace rocm_bindgen::build::driver
