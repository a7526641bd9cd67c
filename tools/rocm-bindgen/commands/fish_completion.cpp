#include <fmt/format.h>
#include <fmt/ranges.h>

#include "commands/completions.hpp"

namespace rocm_bindgen::build {
namespace {

constexpr const char* kFishHead =
    R"fish(# fish completion for rocm-bindgen, as `rocm-bindgen completions fish` prints it.

# Whether $argv[1] is the command on the line; if it is empty, whether there is no command yet.
function __rocm_bindgen_in
    set -l words (commandline -opc)
    set -e words[1]
    for word in $words
        string match -q -- '-*' $word
        and continue
        test "$word" = "$argv[1]"
        return
    end
    test -z "$argv[1]"
end

# Architectures, appended to those already in the list.
function __rocm_bindgen_targets
    set -l list (string replace -r -- '^--[^=]*=' '' (commandline -ct))
    set -l before (string match -r -- '^.*,' "$list")
    printf '%s\n' "$before"{}
end

complete -c rocm-bindgen -e
)fish";

std::string quoted(const std::string& text) {
  // Inside single quotes, fish has the escape sequences \\ and \'.
  std::string escaped;
  for (const char c : text) {
    if (c == '\\') escaped += '\\';
    escaped += c;
  }
  return single_quoted(escaped, "\\'");
}

std::string beginning(const CommandEntry& command) {
  return fmt::format("complete -c rocm-bindgen -n {}", quoted(fmt::format("__rocm_bindgen_in '{}'", command.word)));
}

/// The option of fish's `complete` for a name: -s, -l or -o.
std::string name_argument(const std::string& name) {
  if (name.starts_with("--")) return " -l " + name.substr(2);
  return (name.size() == 2 ? " -s " : " -o ") + quoted(name.substr(1));
}

std::string value_arguments(ValueKind kind, const std::vector<std::string>& choices) {
  switch (kind) {
    case ValueKind::none:
      break;
    case ValueKind::text:
      return " -x";
    case ValueKind::file:
      return " -r -F";
    case ValueKind::folder:
      return " -x -a '(__fish_complete_directories (commandline -ct))'";
    case ValueKind::targets:
      return " -x -a '(__rocm_bindgen_targets)'";
    case ValueKind::choice:
      return fmt::format(" -x -a {}", quoted(fmt::format("{}", fmt::join(choices, " "))));
  }
  return {};
}

std::string line(const CommandEntry& command, const OptionEntry& option) {
  std::string out = beginning(command);
  // The flag and its value are one word, so fish offers the whole words.
  if (option.names.front().ends_with('=')) {
    std::vector<std::string> words;
    for (const auto& choice : option.choices) words.push_back(option.names.front() + choice);
    return out +
           fmt::format(" -a {} -d {}\n", quoted(fmt::format("{}", fmt::join(words, " "))), quoted(summary(option)));
  }
  for (const auto& name : option.names) out += name_argument(name);
  return out + value_arguments(option.kind, option.choices) + " -d " + quoted(summary(option)) + '\n';
}

/// The completion of positional arguments: files, which fish offers by default, or words, or nothing.
std::string positionals(const CommandEntry& command) {
  if (command.positionals.empty()) return beginning(command) + " -f\n";
  const auto& positional = command.positionals.front();
  if (positional.kind == ValueKind::file) return {};
  if (positional.kind == ValueKind::folder) return beginning(command) + value_arguments(positional.kind, {}) + '\n';
  return beginning(command) + fmt::format(" -f -a {}\n", quoted(fmt::format("{}", fmt::join(positional.choices, " "))));
}

std::string lines(const CommandEntry& command) {
  std::string out = positionals(command);
  for (const auto& option : all_options(command)) out += line(command, option);
  if (command.takes_compiler_flags)
    for (const auto& flag : common_compiler_flags()) out += line(command, option_entry(flag));
  return out;
}

}  // namespace

std::string fish_completion(const CommandEntry& tool, const std::vector<std::string>& targets) {
  std::string out = kFishHead;
  const std::string place = "{}";
  out.replace(out.find(place), place.size(), fmt::format("{{{}}}", fmt::join(targets, ",")));
  for (const auto& command : tool.commands)
    out += beginning(tool) + fmt::format(" -f -a {} -d {}\n", command.word, quoted(command.text));
  out += lines(tool);
  for (const auto& command : tool.commands) out += lines(command);
  return out;
}

}  // namespace rocm_bindgen::build
