#include <fmt/format.h>
#include <fmt/ranges.h>

#include "commands/completions.hpp"

namespace rocm_bindgen::build {
namespace {

constexpr const char* kZshHead = R"zsh(#compdef rocm-bindgen
# zsh completion for rocm-bindgen, as `rocm-bindgen completions zsh` prints it.
)zsh";

constexpr const char* kFoot = R"zsh(
# As a file in $fpath this is the body of the function; with `source` or `eval` it registers the function.
if [[ ${funcstack[1]} == _rocm-bindgen ]]; then
  _rocm-bindgen "$@"
else
  compdef _rocm-bindgen rocm-bindgen
fi
)zsh";

std::string quoted(const std::string& text) {
  return single_quoted(text, "'\\''");
}

/// Escapes text inside brackets, or before a colon, in an argument of zsh's _arguments.
std::string escaped(const std::string& text, const std::string& special) {
  std::string out;
  for (const char c : text) {
    if (special.find(c) != std::string::npos) out += '\\';
    out += c;
  }
  return out;
}

/// The part of an argument of _arguments that describes a value: ":FILE:_files".
std::string action(const std::string& message, ValueKind kind, const std::vector<std::string>& choices) {
  const auto head = ":" + escaped(message, ":\\") + ":";
  switch (kind) {
    case ValueKind::none:
      return {};
    case ValueKind::file:
      return head + "_files";
    case ValueKind::folder:
      return head + "_files -/";
    case ValueKind::targets:
      return head + "_rocm-bindgen-archs";
    case ValueKind::choice:
      return head + fmt::format("({})", fmt::join(choices, " "));
    case ValueKind::text:
      break;
  }
  return head + " ";
}

/// The specification of an option under one of its names. If the option can be given once only, its other names are not
/// offered after it.
std::string specification(const OptionEntry& option, const std::string& name, const std::string& separator) {
  std::string out;
  if (option.repeatable) {
    out = "*";
  } else if (option.names.size() > 1) {
    out = fmt::format("({})", fmt::join(option.names, " "));
  }
  return quoted(out + name + separator + "[" + escaped(summary(option), "[]\\") + "]" +
                action(option.value, option.kind, option.choices));
}

/// How `name` and its value may be joined: "--output=a" or "--output a" for "--output", "-oa" for "-o".
std::string separator_of(const OptionEntry& option, const std::string& name) {
  if (option.kind == ValueKind::none) return {};
  if (name.ends_with('=')) return "-";
  return name.starts_with("--") ? "=" : "+";
}

std::string arguments(const CommandEntry& command) {
  std::vector<std::string> all;
  for (const auto& option : all_options(command))
    for (const auto& name : option.names) all.push_back(specification(option, name, separator_of(option, name)));
  if (command.takes_compiler_flags)
    for (const auto& flag : common_compiler_flags()) {
      auto option = option_entry(flag);
      option.repeatable = true;
      const auto separator = flag.value.empty() || !flag.joined ? "" : flag.name.ends_with('=') ? "-" : "+";
      all.push_back(specification(option, flag.name, separator));
    }
  for (const auto& positional : command.positionals)
    all.push_back(
        quoted((positional.repeatable ? "*" : "") +
               (positional.repeatable ? action(positional.names.front(), positional.kind, positional.choices)
                                      : "1" + action(positional.names.front(), positional.kind, positional.choices))));
  std::string out;
  for (const auto& one : all) out += " \\\n    " + one;
  return out;
}

}  // namespace

std::string zsh_completion(const CommandEntry& tool, const std::vector<std::string>& targets) {
  auto out = kZshHead + fmt::format(
                            "\n# The names for --arch.\n_rocm-bindgen-archs() {{\n  local -a targets=({})\n"
                            "  compset -P '*,'\n  compadd -S '' -- $targets\n}}\n",
                            fmt::join(targets, " "));
  std::string names;
  for (const auto& command : tool.commands) {
    out += fmt::format("\n_rocm-bindgen_{}() {{\n  _arguments{}\n}}\n", command.word, arguments(command));
    names += "\n    " + quoted(command.word + ":" + command.text);
  }
  return out +
         fmt::format(
             "\n_rocm-bindgen() {{\n"
             "  local curcontext=$curcontext state\n"
             "  local -a line commands=({}\n  )\n"
             "  typeset -A opt_args\n"
             "  _arguments -C{} \\\n    '1: :->command' '*:: :->rest' && return\n"
             "  if [[ $state == command ]]; then\n"
             "    _describe -t commands command commands\n"
             "  elif (( $+functions[_rocm-bindgen_$words[1]] )); then\n"
             "    curcontext=${{curcontext%:*}}-$words[1]:\n"
             "    _rocm-bindgen_$words[1]\n"
             "  fi\n}}\n",
             names, arguments(tool)) +
         kFoot;
}

}  // namespace rocm_bindgen::build
