#include "options/usage_error.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "options/command_table.hpp"
#include "support/suggest.hpp"

namespace rocm_bindgen::build {
namespace {

bool is_option(const std::string& word) {
  return word.size() > 1 && word.front() == '-' && word != "--";
}

std::vector<std::string> option_names(const CommandEntry& command) {
  std::vector<std::string> names;
  for (const auto& option : all_options(command)) names.insert(names.end(), option.names.begin(), option.names.end());
  if (command.takes_compiler_flags)
    for (const auto& flag : common_compiler_flags()) names.push_back(flag.name);
  return names;
}

std::string unknown_option(const std::string& word, const CommandEntry& command) {
  const auto name = word.substr(0, word.find('='));
  return fmt::format("unknown option '{}'{}", name, did_you_mean(name, option_names(command)));
}

/// The error for the first word that the tool itself did not accept: an unknown command, or an option before the
/// command. `command` is the command of the line, or null if there is none.
UsageError before_command(const std::string& word, const CommandEntry& tool, const CommandEntry* command) {
  const std::string hint = "`rocm-bindgen --help` lists commands and options";
  if (!is_option(word)) {
    std::vector<std::string> words;
    for (const auto& other : tool.commands) words.push_back(other.word);
    return {fmt::format("unknown command '{}'{}", word, did_you_mean(word, words)), hint};
  }
  if (command != nullptr) {
    const auto names = option_names(*command);
    if (std::find(names.begin(), names.end(), word.substr(0, word.find('='))) != names.end())
      return {fmt::format("option '{}' precedes the command", word),
              fmt::format("put it after the command: `{} {} ...`", command->name, word)};
  }
  return {unknown_option(word, tool), hint};
}

}  // namespace

UsageError explain_usage(const CLI::ParseError& error, const CLI::App& root) {
  const auto tool = describe(root);
  const auto parsed = root.get_subcommands();
  if (parsed.empty()) {
    const auto words = root.remaining();
    if (!words.empty()) return before_command(words.front(), tool, nullptr);
    return {error.what(), "`rocm-bindgen --help` lists commands and options"};
  }
  const auto command = describe(*parsed.front());
  if (const auto words = root.remaining(); !words.empty()) return before_command(words.front(), tool, &command);
  const auto words = parsed.front()->remaining();
  const auto hint = fmt::format("`{} --help` lists its options", command.name);
  const auto option = std::find_if(words.begin(), words.end(), is_option);
  if (option != words.end()) return {unknown_option(*option, command), hint};
  if (!words.empty()) return {fmt::format("unexpected argument '{}'", words.front()), hint};
  return {error.what(), hint};
}

}  // namespace rocm_bindgen::build
