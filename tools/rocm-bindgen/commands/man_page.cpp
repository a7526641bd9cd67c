#include <algorithm>
#include <cctype>
#include <sstream>

#include <fmt/format.h>

#include "options/help.hpp"

namespace rocm_bindgen::build {
namespace {

/// The length of lines in the source of a page. man fills paragraphs again to the width of the terminal.
constexpr std::size_t kWidth = 76;

/// Escapes text for roff: no line is a request, and a dash can be copied as typed.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      if (out.empty() && (c == '.' || c == '\'')) out += "\\&";
      out += c;
    }
  }
  return out;
}

std::string bold(std::string_view text) {
  return "\\fB" + escaped(text) + "\\fR";
}

std::string italic(std::string_view text) {
  return "\\fI" + escaped(text) + "\\fR";
}

std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::toupper(c); });
  return text;
}

std::string paragraph(const std::string& text) {
  std::string out;
  for (const auto& line : wrapped(text, kWidth)) out += escaped(line) + '\n';
  return out;
}

/// A term with its indented description.
std::string tagged(const std::string& term, const std::string& text) {
  return ".TP\n" + term + '\n' + paragraph(text);
}

std::string tagged(const OptionEntry& option) {
  std::string term;
  for (const auto& name : option.names) term += (term.empty() ? "" : ", ") + bold(name);
  // "-std=LANGUAGE" is one word, so no blank is inserted.
  if (!option.value.empty()) term += (term.ends_with("=\\fR") ? "" : " ") + italic(option.value);
  return tagged(term, option.text);
}

/// Formats the sections at the end of the help; their lines are kept.
std::string sections(const std::string& footer) {
  std::istringstream lines(footer);
  std::string out;
  bool open = false;
  for (std::string line; std::getline(lines, line);) {
    const bool is_title = line.size() > 1 && line.front() != ' ' && line.back() == ':';
    if (is_title && open) out += ".fi\n";
    if (is_title) {
      line.pop_back();
      out += fmt::format(".SH {}\n.nf\n", escaped(upper(line)));
      open = true;
    } else if (!line.empty()) {
      out += escaped(line.substr(line.find_first_not_of(' '))) + '\n';
    }
  }
  return open ? out + ".fi\n" : out;
}

std::string see_also(const CommandEntry& command) {
  if (!command.word.empty()) return bold("rocm-bindgen") + "(1)\n";
  std::string out;
  for (const auto& other : command.commands)
    out += fmt::format("{}(1){}\n", bold(page_name(other)), &other == &command.commands.back() ? "" : ",");
  return out;
}

}  // namespace

std::string page_name(const CommandEntry& command) {
  std::string name = command.name;
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

std::string render_man_page(const CommandEntry& command) {
  const auto name = page_name(command);
  std::string out = fmt::format(".TH {} 1 \"\" \"rocm\\-bindgen {}\" \"User Commands\"\n", escaped(upper(name)),
                                ROCM_BINDGEN_VERSION);
  const auto summary = command.text.substr(0, command.text.find_last_not_of('.') + 1);
  out += fmt::format(".SH NAME\n{} \\- {}\n", escaped(name), escaped(summary));
  out += fmt::format(".SH SYNOPSIS\n{} {}\n", bold(command.name), escaped(synopsis(command)));
  out += ".SH DESCRIPTION\n" + paragraph(summary + ".");
  for (const auto& positional : command.positionals) out += tagged(italic(positional.names.front()), positional.text);
  if (!command.commands.empty()) out += ".SH COMMANDS\n";
  for (const auto& other : command.commands) out += tagged(bold(other.word), other.text);
  out += ".SH OPTIONS\n";
  for (const auto& group : command.groups) {
    if (command.groups.size() > 1) out += fmt::format(".SS {}\n", escaped(group.title));
    for (const auto& option : group.options) out += tagged(option);
  }
  if (command.takes_compiler_flags) {
    out += ".SS Compiler flags\n" + paragraph("flags of clang are passed to clang; the common ones are:");
    for (const auto& flag : common_compiler_flags()) out += tagged(option_entry(flag));
  }
  return out + sections(command.footer) + ".SH SEE ALSO\n" + see_also(command);
}

}  // namespace rocm_bindgen::build
