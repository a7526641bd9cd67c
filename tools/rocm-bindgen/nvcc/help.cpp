#include <fmt/format.h>

#include "nvcc/option_table.hpp"

namespace rocm_bindgen::build::driver {
namespace {

/// "--compile (-c)", with the value's name.
std::string spelling(const Option& option) {
  auto text = fmt::format("--{}", option.name);
  if (!option.value_name.empty()) text += fmt::format(" {}", option.value_name);
  if (option.short_name == option.name || option.short_name.starts_with('-')) return text;
  return text + fmt::format(" (-{})", option.short_name);
}

std::string_view treatment_of(const Option& option) {
  if (option.treatment == Treatment::ignored) return "ignored";
  return option.treatment == Treatment::refused ? "refused" : "honoured";
}

/// For a cell of a Markdown table.
std::string cell(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|' || c == '<' || c == '_' || c == '*') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

}  // namespace

std::string help_text() {
  std::string text =
      "\nUsage  : nvcc [options] <inputfile>\n\n"
      "This nvcc is rocm-bindgen's. It translates CUDA sources to HIP and compiles them for AMD's GPUs.\n";
  std::string_view section;
  for (const auto& option : option_table()) {
    if (option.section != section) text += fmt::format("\n{}\n{:=<{}}\n", option.section, "", option.section.size());
    section = option.section;
    text += fmt::format("\n{}\n        {}", spelling(option), option.text);
    if (option.treatment != Treatment::honoured)
      text += fmt::format("\n        {}: {}", treatment_of(option), option.reason);
    text += '\n';
  }
  return text;
}

std::string option_table_as_markdown() {
  std::string text = "| option | | what it does, and why it is ignored or what to do instead |\n|---|---|---|\n";
  for (const auto& option : option_table()) {
    text += fmt::format("| `--{}`, `-{}` | {} | {}", option.name,
                        option.short_name.substr(option.short_name.starts_with('-') ? 1 : 0), treatment_of(option),
                        cell(option.text));
    if (option.treatment != Treatment::honoured) text += fmt::format(": {}", cell(option.reason));
    text += " |\n";
  }
  return text;
}

}  // namespace rocm_bindgen::build::driver
