#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "commands/completions.hpp"

namespace rocm_bindgen::build {
namespace {

constexpr const char* kBashHead = R"(# bash completion for rocm-bindgen, as `rocm-bindgen completions bash` prints it.
)";

constexpr const char* kFunctions = R"bash(
_rocm_bindgen() {
  local kind choices options command= i
  # readline also splits words at ':' and '='; the tool does not.
  local -a line=()
  for ((i = 0; i <= COMP_CWORD; ++i)); do
    if ((i > 1)) && [[ ${COMP_WORDS[i]} == [:=]* || ${COMP_WORDS[i - 1]} == *[:=] ]]; then
      line[${#line[@]} - 1]+=${COMP_WORDS[i]}
    else
      line+=("${COMP_WORDS[i]}")
    fi
  done
  local -i last=$((${#line[@]} - 1))
  local word=${line[last]} before=
  ((last == 0)) || before=${line[last - 1]}
  for ((i = 1; i < last; ++i)); do
    if [[ ${line[i]} != -* ]]; then
      command=${line[i]}
      break
    elif _rocm_bindgen_value '' "${line[i]}"; then
      ((++i))
    fi
  done

  local prefix= value=$word
  _rocm_bindgen_command "$command"
  if [[ $word == -*=* ]] && _rocm_bindgen_value "$command" "${word%%=*}"; then
    prefix=${word%%=*}=
    value=${word#*=}
  elif [[ $before == -* ]] && _rocm_bindgen_value "$command" "$before"; then
    :
  elif _rocm_bindgen_joined "$command" "$word"; then
    prefix=${word:0:2}
    value=${word:2}
  elif [[ $word == -* ]]; then
    kind=choice
    choices=$options
  fi

  COMPREPLY=()
  case $kind in
    file)
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(compgen -f -P "$prefix" -- "$value")
      ;;
    folder)
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(compgen -d -P "$prefix" -- "$value")
      ;;
    *)
      # If none of the words matches, do not offer files.
      compopt +o default +o bashdefault 2>/dev/null
      ;;
  esac
  if [[ $kind == targets ]]; then
    if [[ $value == *,* ]]; then
      prefix+=${value%,*},
      value=${value##*,}
    fi
    compopt -o nospace 2>/dev/null
    kind=choice
    choices=$_rocm_bindgen_targets
  fi
  if [[ $kind == choice ]]; then
    mapfile -t COMPREPLY < <(compgen -P "$prefix" -W "$choices" -- "$value")
    if ((${#COMPREPLY[@]} == 1)) && [[ ${COMPREPLY[0]} == *= ]]; then compopt -o nospace 2>/dev/null; fi
  fi

  # readline replaces its own last word only, so the part of `word` before that is removed.
  local own=${COMP_WORDS[COMP_CWORD]}
  [[ $own != [:=] ]] || own=
  local kept=${word%"$own"}
  COMPREPLY=("${COMPREPLY[@]#"$kept"}")
}

complete -o bashdefault -o default -F _rocm_bindgen rocm-bindgen
)bash";

const char* name_of(ValueKind kind) {
  switch (kind) {
    case ValueKind::none:
      return "none";
    case ValueKind::file:
      return "file";
    case ValueKind::folder:
      return "folder";
    case ValueKind::targets:
      return "targets";
    case ValueKind::choice:
      return "choice";
    case ValueKind::text:
      break;
  }
  return "text";
}

std::string assignments(ValueKind kind, const std::vector<std::string>& choices) {
  return fmt::format("kind={} choices={}", name_of(kind),
                     choices.empty() ? "" : single_quoted(fmt::format("{}", fmt::join(choices, " ")), "'\\''"));
}

/// For example: "-std=" becomes "-std".
std::string without_equals(std::string name) {
  if (name.ends_with('=')) name.pop_back();
  return name;
}

/// The options of a command and, if it accepts them, the common compiler flags.
std::vector<OptionEntry> with_flags(const CommandEntry& command) {
  auto options = all_options(command);
  if (command.takes_compiler_flags)
    for (const auto& flag : common_compiler_flags()) options.push_back(option_entry(flag));
  return options;
}

std::string value_cases(const CommandEntry& command) {
  // Options with the same values share one line.
  std::map<std::string, std::vector<std::string>> patterns;
  for (const auto& option : with_flags(command))
    if (option.kind != ValueKind::none)
      for (const auto& name : option.names)
        patterns[assignments(option.kind, option.choices)].push_back(command.word + "," + without_equals(name));
  std::string out;
  for (const auto& [assigned, names] : patterns)
    out += fmt::format("    {}) {} ;;\n", fmt::join(names, " | "), assigned);
  return out;
}

std::string command_case(const CommandEntry& command) {
  std::vector<std::string> names;
  for (const auto& option : with_flags(command)) names.insert(names.end(), option.names.begin(), option.names.end());
  std::vector<std::string> words;
  for (const auto& other : command.commands) words.push_back(other.word);
  auto kind = words.empty() ? ValueKind::none : ValueKind::choice;
  if (!command.positionals.empty()) {
    kind = command.positionals.front().kind;
    words = command.positionals.front().choices;
  }
  return fmt::format("    {})\n      options={}\n      {}\n      ;;\n", command.word.empty() ? "''" : command.word,
                     single_quoted(fmt::format("{}", fmt::join(names, " ")), "'\\''"), assignments(kind, words));
}

/// The flags of one letter, whose value may follow in the same word.
std::string joined_cases(const CommandEntry& command) {
  std::string out;
  if (!command.takes_compiler_flags) return out;
  for (const auto& flag : common_compiler_flags())
    if (flag.joined && flag.name.size() == 2)
      out += fmt::format("    {},{}?*) {} ;;\n", command.word, flag.name, assignments(option_entry(flag).kind, {}));
  return out;
}

}  // namespace

std::string bash_completion(const CommandEntry& tool, const std::vector<std::string>& targets) {
  std::string values = value_cases(tool), commands = command_case(tool), joined = joined_cases(tool);
  for (const auto& command : tool.commands) {
    values += value_cases(command);
    commands += command_case(command);
    joined += joined_cases(command);
  }
  return kBashHead + fmt::format("_rocm_bindgen_targets='{}'\n", fmt::join(targets, " ")) +
         "\n# Sets `kind` and `choices` for the value of option $2 of command $1. Fails if it has no value.\n"
         "_rocm_bindgen_value() {\n  case $1,$2 in\n" +
         values +
         "    *) return 1 ;;\n  esac\n}\n"
         "\n# The same for an option that is joined with its value in $2.\n"
         "_rocm_bindgen_joined() {\n  case $1,$2 in\n" +
         joined +
         "    *) return 1 ;;\n  esac\n}\n"
         "\n# Sets `options` to the options of command $1, and `kind` and `choices` for its positional arguments.\n"
         "_rocm_bindgen_command() {\n  case $1 in\n" +
         commands + "    *)\n      options= kind=text choices=\n      ;;\n  esac\n}\n" + kFunctions;
}

}  // namespace rocm_bindgen::build
