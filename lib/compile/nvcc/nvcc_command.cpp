#include "compile/nvcc/nvcc_command.hpp"

#include <clang/Driver/Options.h>
#include <fmt/format.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Option/Arg.h>
#include <llvm/Option/ArgList.h>
#include <llvm/Option/OptTable.h>

#include "compile/compiler_flags.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

namespace options = clang::driver::options;

/// The target of the dependency file's rule; it is short, so that it contains no path that a parser would have to skip.
constexpr std::string_view kDependencyTarget = "cubin";

Failure cannot_handle(std::string_view word, std::string_view characters) {
  return Failure(ExitCode::usage, fmt::format("nvcc cannot handle '{}': it contains one of {}", word, characters),
                 "rename it, or build without sm_ architectures");
}

Expected<Done> check_path(std::string_view path) {
  if (path.find_first_of("\"$`\\\n") == std::string_view::npos) return Done{};
  return cannot_handle(path, "\" $ ` \\");
}

/// Escapes commas, because nvcc splits the values of options at commas without a backslash.
std::string with_escaped_commas(std::string_view value) {
  std::string escaped;
  for (const char c : value) escaped += c == ',' ? std::string("\\,") : std::string(1, c);
  return escaped;
}

/// Adds a word for the host compiler, which does the preprocessing. nvcc inserts it into a shell command without
/// quoting, so the quotation marks are part of the word.
void for_host_compiler(const std::string& word, std::vector<std::string>& command) {
  command.insert(command.end(), {"-Xcompiler", "\"" + with_escaped_commas(word) + "\""});
}

/// Translates one of the user's flags into words of `command`. Of -std= and -O only the last flag takes effect, so they
/// are stored in `standard` and `level`.
Expected<Done> translate(const llvm::opt::Arg& flag, std::vector<std::string>& command, std::string& standard,
                         std::string& level) {
  const auto& option = flag.getOption();
  const std::string value = flag.getNumValues() != 0 ? flag.getValue() : "";
  if (option.matches(options::OPT_D) || option.matches(options::OPT_U)) {
    if (value.find_first_of("$`\\\n") != std::string::npos) return cannot_handle(value, "$ ` \\");
    command.push_back((option.matches(options::OPT_D) ? "-D" : "-U") + with_escaped_commas(value));
  } else if (option.matches(options::OPT_I) || option.matches(options::OPT_isystem) ||
             option.matches(options::OPT_include)) {
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto path, check_path(value));
    if (value.find(',') != std::string::npos) return cannot_handle(value, ",");
    command.insert(command.end(), {option.getPrefixedName().str(), value});
  } else if (option.matches(options::OPT_iquote)) {
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto path, check_path(value));
    for_host_compiler("-iquote", command);
    for_host_compiler(value, command);
  } else if (option.matches(options::OPT_std_EQ)) {
    llvm::StringRef name = value;
    standard = (name.consume_front("gnu++") || name.consume_front("c++")) ? "c++" + name.str() : standard;
  } else if (option.matches(options::OPT_O_Group)) {
    // Other levels, such as "s" and "fast", do not exist in ptxas.
    level = value.size() == 1 && value[0] >= '0' && value[0] <= '3' ? value : "";
  } else if (option.matches(options::OPT_w)) {
    command.emplace_back("-w");
  }
  return Done{};
}

/// Makes __FILE__ independent of the sources' folder, so that the same input gives the same bytes everywhere.
Expected<Done> hide_folders(const Source& source, const std::vector<std::string>& flags,
                            std::vector<std::string>& command) {
  std::vector<std::string> folders{source.root.string() + "/",
                                   fs::absolute(source.root).lexically_normal().string() + "/"};
  for (auto folder : include_folders(flags)) {
    if (folder.size() > 1 && folder.back() == '/') folder.pop_back();
    folders.push_back(folder + "/");
  }
  for (const auto& folder : folders) {
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto path, check_path(folder));
    for_host_compiler("-ffile-prefix-map=" + folder + "=/", command);
  }
  return Done{};
}

}  // namespace

Expected<std::vector<std::string>> nvcc_command(const Source& source, const TargetId& target,
                                                const CompileOptions& compile, const fs::path& output) {
  for (const auto& path : {source.path, output}) {
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto fit, check_path(path.string()));
  }
  std::vector<std::string> command{compile.nvcc.program.string(), "-cubin", "-arch=" + target.canonical};
  if (!compile.nvcc.host_compiler.empty()) command.insert(command.end(), {"-ccbin", compile.nvcc.host_compiler});
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto hidden, hide_folders(source, compile.user_flags, command));

  std::vector<const char*> words;
  words.reserve(compile.user_flags.size());
  for (const auto& flag : compile.user_flags) words.push_back(flag.c_str());
  unsigned missing_index = 0, missing_count = 0;
  const auto flags = clang::driver::getDriverOptTable().ParseArgs(words, missing_index, missing_count,
                                                                  llvm::opt::Visibility(options::ClangOption));
  std::string standard = "c++17", level;
  for (const auto* flag : flags) {
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto done, translate(*flag, command, standard, level));
  }
  command.push_back("-std=" + standard);
  if (!level.empty()) command.insert(command.end(), {"-Xptxas", "-O" + level});

  // nvcc does not support "--" as the end of options.
  auto input = source.path.string();
  if (input.starts_with("-")) input = "./" + input;
  command.insert(command.end(), {"-MD", "-MF", nvcc_dependency_file(output).string(), "-MT",
                                 std::string(kDependencyTarget), "-o", output.string(), "-x", "cu", input});
  return command;
}

fs::path nvcc_dependency_file(const fs::path& output) {
  return output.string() + ".d";
}

std::vector<std::string> read_nvcc_dependencies(const std::string& text) {
  const auto colon = text.find(':');
  std::vector<std::string> paths;
  std::string path;
  const auto end_word = [&] {
    if (!path.empty()) paths.push_back(std::exchange(path, {}));
  };
  // Only white space within names, and the line break of a continued line, are escaped with a backslash.
  for (auto i = colon == std::string::npos ? text.size() : colon + 1; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && llvm::isSpace(text[i + 1])) {
      if (text[++i] != '\n') path += text[i];
    } else if (llvm::isSpace(text[i])) {
      end_word();
    } else {
      path += text[i];
    }
  }
  end_word();
  return paths;
}

}  // namespace rocm_bindgen::build
