#include "hipify/project/compile_commands.hpp"

#include <array>

#include <fmt/format.h>
#include <llvm/Support/Allocator.h>
#include <llvm/Support/CommandLine.h>
#include <nlohmann/json.hpp>

#include "support/file.hpp"
#include "support/parse_json.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

/// A flag that is copied from the database. `is_path`: its value is a file or a folder.
struct CopiedFlag {
  std::string_view clang;
  std::string_view spelling;  ///< clang's own spelling or nvcc's long form
  bool is_path;
};

constexpr std::array<CopiedFlag, 11> kCopiedFlags{{{"-isystem", "-isystem", true},
                                                   {"-isystem", "--system-include", true},
                                                   {"-iquote", "-iquote", true},
                                                   {"-include", "-include", true},
                                                   {"-I", "--include-path", true},
                                                   {"-I", "-I", true},
                                                   {"-D", "--define-macro", false},
                                                   {"-D", "-D", false},
                                                   {"-U", "-U", false},
                                                   {"-std=", "--std", false},
                                                   {"-std=", "-std", false}}};

std::vector<std::string> split(const std::string& line) {
  llvm::BumpPtrAllocator memory;
  llvm::StringSaver saver(memory);
  llvm::SmallVector<const char*, 64> words;
  llvm::cl::TokenizeGNUCommandLine(line, saver, words);
  return {words.begin(), words.end()};
}

/// The words of the command, with option files replaced by their content: CMake passes nvcc its -I flags in
/// `--options-file includes_CUDA.rsp`.
std::vector<std::string> command_words(const nlohmann::json& entry, const fs::path& folder) {
  const auto written = entry.contains("arguments") ? entry.at("arguments").get<std::vector<std::string>>()
                                                   : split(entry.at("command").get<std::string>());
  std::vector<std::string> words;
  for (std::size_t i = 0; i < written.size(); ++i) {
    const auto& word = written[i];
    const bool file_follows = (word == "--options-file" || word == "-optf") && i + 1 < written.size();
    const auto name = file_follows ? written[++i] : word.starts_with("@") ? word.substr(1) : std::string();
    const auto text = name.empty() ? Expected<std::string>("") : read_file(folder / name);
    if (name.empty()) {
      words.push_back(word);
    } else if (text) {
      const auto more = split(*text);
      words.insert(words.end(), more.begin(), more.end());
    }
    // An option file that cannot be read contributes no flags. An error would make all entries of the database
    // unusable.
  }
  return words;
}

void copy_flag(const CopiedFlag& flag, const std::string& value, const fs::path& folder,
               std::vector<std::string>& flags) {
  const auto text = flag.is_path ? (folder / value).lexically_normal().string() : value;
  // clang requires -std=c++17 as one word and -isystem as two; -DNAME and -Ifolder may be either.
  if (flag.clang.back() == '=' || flag.clang.size() == 2) {
    flags.push_back(std::string(flag.clang) + text);
  } else {
    flags.insert(flags.end(), {std::string(flag.clang), text});
  }
}

std::vector<std::string> copied_flags(const std::vector<std::string>& words, const fs::path& folder) {
  std::vector<std::string> flags;
  for (std::size_t i = 1; i < words.size(); ++i)  // the first word is the compiler
    for (const auto& flag : kCopiedFlags) {
      const auto& word = words[i];
      if (word == flag.spelling && i + 1 < words.size()) {
        copy_flag(flag, words[++i], folder, flags);
        break;
      }
      if (!word.starts_with(flag.spelling) || word.size() == flag.spelling.size()) continue;
      const bool equals = word[flag.spelling.size()] == '=';
      // Every spelling may be joined to its value with '='. Without '=', the value may follow -I, -D and -U directly,
      // and also clang's longer spellings (-includefile), unless it starts with '-': -include-pch is another flag.
      const bool needs_equals = flag.spelling != flag.clang || word[flag.spelling.size()] == '-';
      if (!equals && flag.spelling.size() != 2 && needs_equals) continue;
      copy_flag(flag, word.substr(flag.spelling.size() + (equals ? 1 : 0)), folder, flags);
      break;
    }
  return flags;
}

}  // namespace

Expected<CompileCommands> read_compile_commands(const fs::path& path) {
  std::error_code error;
  const auto file = fs::is_directory(path, error) ? path / "compile_commands.json" : path;
  const auto text = read_file(file);
  if (!text)
    return Failure(ExitCode::usage, fmt::format("cannot read the compilation database '{}'", file.string()),
                   "CMake writes one with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON");
  try {
    CompileCommands commands;
    for (const auto& entry : parse_json(*text)) {
      const fs::path folder = entry.at("directory").get<std::string>();
      const auto source = (folder / entry.at("file").get<std::string>()).lexically_normal();
      const auto real = fs::canonical(source, error);
      commands[error ? source : real] = copied_flags(command_words(entry, folder), folder);
    }
    return commands;
  } catch (const nlohmann::json::exception& why) {
    return Failure(ExitCode::usage,
                   fmt::format("'{}' is not a valid compilation database: {}", file.string(), why.what()));
  }
}

}  // namespace rocm_bindgen::build
