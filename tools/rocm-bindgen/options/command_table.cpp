#include "options/command_table.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rocm_bindgen::build {
namespace {

struct Group {
  const char* title;
  std::vector<std::string_view> options;  ///< each identified by one of its names
};

/// The groups in the order in which --help prints them.
const std::vector<Group>& groups() {
  static const std::vector<Group> table{
      {"Inputs and outputs",
       {"--program",
        "--config",
        "--output",
        "--emit",
        "--template",
        "--embed",
        "--out-dir",
        "--exclude",
        "--root",
        "--namespace",
        "--compress",
        "--bundle",
        "--no-inline-runtime",
        "--hip-kernel-execution-syntax",
        "--stats",
        "--ninja",
        "--possible-inputs",
        "--unused-inputs",
        "--html",
        "--inplace",
        "--diff",
        "--self-contained",
        "--roc",
        "--no-device-header",
        "-p",
        "--examine",
        "--compile-flags",
        "--list-rules",
        "--rules-format"}},
      {"Targets", {"--driver", "--arch", "--code-object-version", "--cuda-arch-compat"}},
      {"Compiler",
       {"--compiler", "--rocm-path", "--rocm-device-lib-path", "--cuda-path", "--no-pch", "--no-split", "--no-merge",
        "-L", "-l", "--linker"}},
      {"Cache", {"--cache-dir", "--no-cache", "--cache-size", "--remote-cache", "--remote-cache-read-only"}},
      {"Jobs and limits", {"--jobs", "--keep-going", "--timeout", "--max-memory"}},
      {"Messages", {"--quiet", "--verbose", "--message-format", "--help"}},
  };
  return table;
}

/// With fewer options than this, one list is easier to read.
constexpr std::size_t kMinGroupedOptions = 10;

/// The commands that pass flags to a compiler.
constexpr std::array<std::string_view, 4> kCompiling{"build", "compile", "run", "hipify"};

/// The names of an option: "-o", "--output"; none for a positional.
std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const auto& name : option.get_snames()) names.push_back("-" + name);
  for (const auto& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

/// The kind of a value, derived from the name of the value in --help.
ValueKind kind_of(std::string_view value) {
  if (value == "FILE" || value == "PATH" || value == "OUT" || value == "SRC" || value == "HEADER")
    return ValueKind::file;
  if (value == "DIR") return ValueKind::folder;
  if (value == "LIST") return ValueKind::targets;
  return value.empty() ? ValueKind::none : ValueKind::text;
}

/// Parses the choices "{a,b}" from the checks that CLI11 appends to a type's name.
std::vector<std::string> choices_of(const std::string& checks) {
  const auto start = checks.find('{'), end = checks.find('}');
  if (start == std::string::npos || end == std::string::npos) return {};
  return CLI::detail::split(checks.substr(start + 1, end - start - 1), ',');
}

OptionEntry entry_of(const CLI::Option& option) {
  OptionEntry entry;
  entry.names = names_of(option);
  const bool positional = entry.names.empty();
  if (positional) entry.names = {option.get_name(/*positional=*/true)};
  entry.required = option.get_required();
  entry.repeatable = option.get_expected_max() >= CLI::detail::expected_max_vector_size;
  entry.text = one_line(option.get_description());
  if (const auto& value = option.get_default_str(); !value.empty()) entry.text += fmt::format(" (default: {})", value);
  if (option.get_items_expected_max() == 0) return entry;

  const auto type = option.get_type_name();
  const auto colon = std::min(type.find(':'), type.size());
  entry.value = positional ? entry.names.front() : type.substr(0, colon);
  entry.choices = choices_of(type.substr(colon));
  // CLI11's own type names are not helpful to users.
  const bool is_named = entry.value != "" && entry.value != "TEXT" && entry.value != "INT" && entry.value != "UINT";
  if (!is_named) entry.value = entry.choices.empty() ? "VALUE" : fmt::format("{}", fmt::join(entry.choices, "|"));
  entry.kind = entry.choices.empty() ? kind_of(entry.value) : ValueKind::choice;
  if (positional) entry.value.clear();
  return entry;
}

/// The options that cannot be combined with this one, sorted by name because CLI11 sorts them by address.
std::string exclusions(const CLI::Option& option) {
  std::set<std::string> names;
  for (const auto* other : option.get_excludes()) {
    const auto spelled = names_of(*other);
    names.insert(spelled.empty() ? other->get_name(/*positional=*/true) : spelled.back());
  }
  return names.empty() ? std::string() : fmt::format("; not with {}", fmt::join(names, ", "));
}

std::vector<OptionGroup> groups_of(const CLI::App& app) {
  std::vector<OptionGroup> found;
  for (const auto& group : groups()) found.push_back({group.title, {}});
  for (const auto* option : app.get_options()) {
    const auto& title = option->get_group();
    if (title.empty() || !option->nonpositional()) continue;
    auto place =
        std::find_if(found.begin(), found.end(), [&](const OptionGroup& group) { return group.title == title; });
    // An option that group_options() has put into no group keeps CLI11's default group, which comes first.
    if (place == found.end()) place = found.insert(found.begin(), {title, {}});
    place->options.push_back(entry_of(*option));
    place->options.back().text += exclusions(*option);
  }
  std::erase_if(found, [](const OptionGroup& group) { return group.options.empty(); });
  return found;
}

}  // namespace

void group_options(CLI::App& command) {
  const auto options = command.get_options([](const CLI::Option* option) { return option->nonpositional(); });
  if (options.size() < kMinGroupedOptions) return;
  for (auto* option : options)
    for (const auto& group : groups())
      for (const auto& name : names_of(*option))
        if (std::find(group.options.begin(), group.options.end(), name) != group.options.end())
          option->group(group.title);
}

CommandEntry describe(const CLI::App& app) {
  CommandEntry entry;
  const auto* tool = app.get_parent();
  entry.name = tool == nullptr ? app.get_name() : tool->get_name() + " " + app.get_name();
  if (tool != nullptr) entry.word = app.get_name();
  entry.text = app.get_description();
  for (const auto* option : app.get_options())
    if (option->get_positional() && !option->get_group().empty()) entry.positionals.push_back(entry_of(*option));
  entry.groups = groups_of(app);
  entry.takes_compiler_flags = std::find(kCompiling.begin(), kCompiling.end(), entry.word) != kCompiling.end();
  entry.footer = app.get_footer();
  for (const auto* command : app.get_subcommands({}))
    if (!command->get_group().empty()) entry.commands.push_back(describe(*command));
  return entry;
}

OptionEntry option_entry(const CompilerFlag& flag) {
  OptionEntry entry;
  entry.names = {flag.name};
  entry.value = flag.value;
  entry.kind = flag.choices.empty() ? kind_of(flag.value) : ValueKind::choice;
  entry.choices = flag.choices;
  entry.text = flag.text;
  return entry;
}

std::vector<OptionEntry> all_options(const CommandEntry& command) {
  std::vector<OptionEntry> all;
  for (const auto& group : command.groups) all.insert(all.end(), group.options.begin(), group.options.end());
  return all;
}

}  // namespace rocm_bindgen::build
