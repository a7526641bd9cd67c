#include "compile/compiler_flags.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <clang/Basic/MakeSupport.h>
#include <clang/Driver/Options.h>
#include <fmt/format.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Option/Arg.h>
#include <llvm/Option/ArgList.h>
#include <llvm/Option/OptTable.h>

#include "compile/writing_flags.hpp"

namespace rocm_bindgen::build {
namespace {

namespace options = clang::driver::options;

/// Options and groups of options that are the compiler's. act_on() handles some of them, and the others are passed to
/// the compiler. Other clang options (-o, -j, -p, --offload-arch) are options of the tool itself.
constexpr std::array kCompilerOptions{
    options::OPT_D,       options::OPT_U,       options::OPT_I_Group, options::OPT_std_EQ,
    options::OPT_O_Group, options::OPT_f_Group, options::OPT_m_Group, options::OPT_g_Group,
    options::OPT_W_Group, options::OPT_M_Group, options::OPT_include, options::OPT_isystem,
    options::OPT_iquote,  options::OPT_mllvm,   options::OPT_Xclang,  options::OPT__HASH_HASH_HASH};

bool is_compiler_option(const llvm::opt::Arg& argument) {
  return std::any_of(kCompilerOptions.begin(), kCompilerOptions.end(),
                     [&](options::ID id) { return argument.getOption().matches(id); });
}

/// Handles flags about colours, and returns whether `argument` is one. The tool colours the messages itself, because it
/// collects those of all jobs.
bool act_on_colours(const llvm::opt::Arg& argument, SplitFlags& flags) {
  const auto& option = argument.getOption();
  const bool has_value = option.matches(options::OPT_fdiagnostics_color_EQ);
  const llvm::StringRef value = has_value ? argument.getValue() : "";
  if (value == "auto") {
    flags.colours.reset();
  } else if (value == "always" || option.matches(options::OPT_fcolor_diagnostics)) {
    flags.colours = true;
  } else if (value == "never" || option.matches(options::OPT_fno_color_diagnostics)) {
    flags.colours = false;
  } else {
    return false;
  }
  return true;
}

/// Handles flags that the build acts on itself and does not pass to the compiler; returns whether `argument` is one.
bool act_on(const llvm::opt::Arg& argument, SplitFlags& flags) {
  const auto& option = argument.getOption();
  if (option.matches(options::OPT__HASH_HASH_HASH)) {
    flags.print_commands = true;
  } else if (option.matches(options::OPT_MD) || option.matches(options::OPT_MMD)) {
    flags.dependency_file = true;
  } else if (option.matches(options::OPT_MF)) {
    flags.dependency_path = argument.getValue();
  } else if (option.matches(options::OPT_MT)) {
    flags.dependency_targets.emplace_back(argument.getValue());
  } else if (option.matches(options::OPT_MQ)) {
    llvm::SmallString<128> quoted;
    clang::quoteMakeTarget(argument.getValue(), quoted);
    flags.dependency_targets.emplace_back(quoted);
  } else {
    return act_on_colours(argument, flags) ||
           // A command line contains paths, which must not be in artifacts.
           option.matches(options::OPT_frecord_command_line) || option.matches(options::OPT_fno_record_command_line) ||
           option.matches(options::OPT_M_Group);  // -M, -MP and others have no meaning in a build
  }
  return true;
}

/// Prefixes of flags that affect more than the generated code: -fcs is that of -fcs-profile-generate, and -fsyntax that
/// of -fsyntax-only, with which there is no code whose generation could be divided among jobs.
constexpr std::array<std::string_view, 20> kMoreThanCode{
    "-Xclang",       "-include-pch", "-fmodule", "-fpch",   "-ftime-trace",
    "-fsave",        "-fprofile",    "-fplugin", "-fpass",  "-fcoverage",
    "-fcs",          "-fdump",       "-fsyntax", "-fcrash", "-foptimization-record",
    "-fstack-usage", "-fproc-stat",  "-Wp,",     "-g",      "-R"};

/// The clang flag for nvcc's words about relocatable device code at `at`, as in `-rdc=true` and `-rdc true`, and the
/// number of these words; 0 if there are none.
std::pair<std::string, std::size_t> relocatable_flag(const std::vector<std::string>& words, std::size_t at) {
  for (const std::string_view name : {"-rdc", "--relocatable-device-code"}) {
    if (!words[at].starts_with(name)) continue;
    const auto rest = std::string_view(words[at]).substr(name.size());
    const bool is_separate = rest.empty() && at + 1 < words.size();
    const auto value = is_separate ? std::string_view(words[at + 1]) : rest.substr(rest.starts_with("=") ? 1 : 0);
    if (value == "true" && rest != "true") return {"-fgpu-rdc", is_separate ? 2 : 1};
    if (value == "false" && rest != "false") return {"-fno-gpu-rdc", is_separate ? 2 : 1};
  }
  return {"", 0};
}

}  // namespace

Expected<SplitFlags> split_compiler_flags(const std::vector<std::string>& arguments) {
  std::vector<const char*> words;
  for (const auto& argument : arguments) words.push_back(argument.c_str());
  const llvm::opt::InputArgList list(words.data(), words.data() + words.size());
  const auto& table = clang::driver::getDriverOptTable();

  SplitFlags flags;
  std::vector<std::string> front_end_words, llvm_words;
  for (unsigned i = 0; i < words.size();) {
    const auto& word = arguments[i];
    if (word == "--") {
      flags.rest.insert(flags.rest.end(), arguments.begin() + i, arguments.end());
      break;
    }
    if (word == "-Werror=lost-kernels") {
      flags.lost_kernels_are_errors = true;
      ++i;
      continue;
    }
    if (auto [flag, count] = relocatable_flag(arguments, i); count != 0) {
      flags.clang.push_back(std::move(flag));
      i += static_cast<unsigned>(count);
      continue;
    }
    // ParseOneArg() moves `next` after the option and its value. If the value is missing, it returns null and moves
    // `next` past the last word. Words with two dashes are options of the tool.
    unsigned next = i;
    const auto parsed = word.size() > 1 && word.starts_with("-") && !word.starts_with("--")
                            ? table.ParseOneArg(list, next, llvm::opt::Visibility(options::ClangOption))
                            : nullptr;
    if (word.size() > 1 && word.starts_with("-") && parsed == nullptr && next > words.size())
      return Failure(ExitCode::usage, fmt::format("'{}' requires a value", word));
    if (parsed != nullptr) {
      ROCM_BINDGEN_TRY([[maybe_unused]] const auto harmless, check_writes_nothing(*parsed));
      if (parsed->getOption().matches(options::OPT_Xclang)) front_end_words.emplace_back(parsed->getValue());
      if (parsed->getOption().matches(options::OPT_mllvm)) llvm_words.emplace_back(parsed->getValue());
      if (flags.plugin.empty() && !plugin_flag(*parsed).empty()) flags.plugin = word;
    }
    if (parsed == nullptr || !is_compiler_option(*parsed)) {
      flags.rest.push_back(word);
      ++i;
      continue;
    }
    if (!act_on(*parsed, flags)) flags.clang.insert(flags.clang.end(), arguments.begin() + i, arguments.begin() + next);
    i = next;
  }
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto front_end, check_front_end_words(front_end_words));
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto llvm, check_llvm_words(llvm_words));
  if (flags.plugin.empty()) flags.plugin = plugin_word(front_end_words);
  return flags;
}

std::vector<std::string> include_folders(const std::vector<std::string>& flags) {
  std::vector<std::string> folders;
  for (std::size_t i = 0; i < flags.size(); ++i)
    for (const std::string_view option : {"-I", "-isystem", "-iquote"}) {
      if (!flags[i].starts_with(option)) continue;
      const bool is_separate_word = flags[i] == option;
      if (!is_separate_word) folders.push_back(flags[i].substr(option.size()));
      if (is_separate_word && i + 1 < flags.size()) folders.push_back(flags[++i]);
      break;
    }
  return folders;
}

bool any_affects_more_than_code(const std::vector<std::string>& flags) {
  // -g0 requests no debug information.
  return std::any_of(flags.begin(), flags.end(), [](const std::string& flag) {
    return flag != "-g0" && std::any_of(kMoreThanCode.begin(), kMoreThanCode.end(),
                                        [&](std::string_view beginning) { return flag.starts_with(beginning); });
  });
}

std::vector<CompilerFlag> common_compiler_flags() {
  // The values that clang accepts.
  const auto values_of = [](const char* flag) {
    auto values = clang::driver::getDriverOptTable().suggestValueCompletions(flag, "");
    // Only languages that a kernel can be written in are offered for -std=.
    if (std::string_view(flag) == "-std=")
      std::erase_if(values,
                    [](const std::string& value) { return !value.starts_with("c++") && !value.starts_with("gnu++"); });
    return values;
  };
  return {
      {"-I", "DIR", true, {}, "search a folder for headers"},
      {"-isystem", "DIR", false, {}, "search a folder for headers, without warnings about them"},
      {"-iquote", "DIR", false, {}, "search a folder for headers that are included in quotes"},
      {"-include", "FILE", false, {}, "include a header at the start of each source"},
      {"-D", "NAME", true, {}, "define a macro: NAME, or NAME=VALUE"},
      {"-U", "NAME", true, {}, "undefine a macro"},
      {"-std=", "LANGUAGE", true, values_of("-std="), "the language of the sources"},
      {"-O0", "", false, {}, "do not optimise"},
      {"-O1", "", false, {}, "optimise a little"},
      {"-O2", "", false, {}, "optimise"},
      {"-O3", "", false, {}, "optimise more (what clang does to device code by default)"},
      {"-ffast-math", "", false, {}, "allow floating-point arithmetic that does not conform to IEEE 754"},
      {"-ffp-contract=", "MODE", true, values_of("-ffp-contract="), "when to fuse a multiplication and an addition"},
      {"-fgpu-flush-denormals-to-zero", "", false, {}, "flush denormal 32-bit floats to zero"},
      {"-munsafe-fp-atomics", "", false, {}, "use the hardware's floating-point atomics"},
      {"-mcumode", "", false, {}, "run workgroups in compute unit mode (gfx10 and later)"},
      {"-mwavefrontsize64", "", false, {}, "use waves of 64 lanes if the processor supports both sizes"},
      {"-g", "", false, {}, "emit debug information"},
      {"-Wall", "", false, {}, "enable many warnings"},
      {"-Wextra", "", false, {}, "enable further warnings"},
      {"-Werror", "", false, {}, "treat warnings as errors"},
      {"-Werror=lost-kernels", "", false, {}, "treat a kernel that the preprocessor skips as an error"},
      {"-fcolor-diagnostics", "", false, {}, "print messages in colour"},
      {"-fno-color-diagnostics", "", false, {}, "print messages without colour"},
      {"-MD", "", false, {}, "write a dependency file for make or ninja"},
      {"-MF", "FILE", false, {}, "the name of the dependency file"},
      {"-MT", "NAME", false, {}, "the target in the dependency file"},
      {"-Xclang", "ARG", false, {}, "an argument for clang's front end"},
      {"-mllvm", "ARG", false, {}, "an argument for LLVM"},
      {"-###", "", false, {}, "print the compiler commands without running them"},
  };
}

}  // namespace rocm_bindgen::build
