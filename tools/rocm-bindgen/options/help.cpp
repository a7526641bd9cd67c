#include "options/help.hpp"

#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rocm_bindgen::build {
namespace {

constexpr std::size_t kWidth = 80;
constexpr std::size_t kTextColumn = 26;  ///< the column in which descriptions begin

/// Formats a line: "  -o, --output FILE       the header to write".
std::string row(const std::string& left, const std::string& text) {
  std::string out = "  " + left;
  std::size_t column = out.size();
  if (column + 2 > kTextColumn) {
    out += '\n';
    column = 0;
  }
  for (const auto& line : wrapped(text, kWidth - kTextColumn)) {
    out += std::string(kTextColumn - column, ' ') + line + '\n';
    column = 0;
  }
  return out;
}

std::string row(const OptionEntry& option) {
  auto left = fmt::format("{}", fmt::join(option.names, ", "));
  // A long option without a short one is aligned with the other long options.
  if (left.starts_with("--")) left = "    " + left;
  if (!option.value.empty()) left += " " + option.value;
  return row(left, option.text);
}

}  // namespace

std::vector<std::string> wrapped(const std::string& text, std::size_t width) {
  std::vector<std::string> lines;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (lines.empty() || lines.back().size() + 1 + word.size() > width) {
      lines.push_back(word);
    } else {
      lines.back() += " " + word;
    }
  }
  return lines;
}

std::string synopsis(const CommandEntry& command) {
  std::string text = "[OPTIONS]";
  for (const auto& option : all_options(command))
    if (option.required) text += fmt::format(" {} {}", option.names.front(), option.value);
  for (const auto& positional : command.positionals) {
    const auto name = positional.names.front() + (positional.repeatable ? "..." : "");
    text += positional.required ? " " + name : " [" + name + "]";
  }
  if (!command.commands.empty()) text += " COMMAND";
  return text;
}

std::string render_help(const CommandEntry& command) {
  std::string out = fmt::format("{}\n\nUsage: {} {}\n", command.text, command.name, synopsis(command));
  if (!command.positionals.empty()) out += '\n';
  for (const auto& positional : command.positionals) out += row(positional.names.front(), positional.text);
  if (!command.commands.empty()) out += "\nCommands:\n";
  // Each is listed by its word, "build", and not by its full name, "rocm-bindgen build".
  for (const auto& subcommand : command.commands) out += row(subcommand.word, subcommand.text);
  for (const auto& group : command.groups) {
    out += fmt::format("\n{}:\n", group.title);
    for (const auto& option : group.options) out += row(option);
  }
  if (!command.footer.empty()) out += fmt::format("\n{}\n", command.footer);
  return out;
}

}  // namespace rocm_bindgen::build
