#include "nvcc/command_line.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "support/append.hpp"
#include "support/environment.hpp"
#include "support/file.hpp"

namespace rocm_bindgen::build::driver {
namespace {

/// Response files may name further ones; a file that names itself must not be read for ever.
constexpr int kDeepestResponseFile = 16;

Failure fatal(std::string text, std::string hint = {}) {
  return Failure(ExitCode::source_error, std::move(text), std::move(hint));
}

bool is_choice(const Option& option, std::string_view value) {
  for (auto rest = option.choices; !rest.empty();) {
    const auto end = rest.find('|');
    if (rest.substr(0, end) == value) return true;
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
  }
  return option.choices.empty();
}

/// Splits text at separators outside quotation marks. Quotation marks and backslashes are removed if `unquote` is set.
template <class IsSeparator>
std::vector<std::string> split(std::string_view text, IsSeparator is_separator, bool unquote) {
  std::vector<std::string> parts;
  std::string part;
  bool has_part = false;
  char quote = '\0';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == '\0' && is_separator(c)) {
      if (has_part) parts.push_back(std::move(part));
      part.clear();
      has_part = false;
      continue;
    }
    has_part = true;
    const bool escapes = c == '\\' && quote != '\'' && i + 1 < text.size();
    const bool quotes = (c == '"' || c == '\'') && (quote == '\0' || quote == c);
    if (quotes) quote = quote == '\0' ? c : '\0';
    if (escapes) {
      const char next = text[i + 1];
      const bool removed = unquote || is_separator(next);
      if (!removed) part += c;
      part += next;
      ++i;
    } else if (!quotes || !unquote) {
      part += c;
    }
  }
  if (has_part) parts.push_back(std::move(part));
  return parts;
}

/// Turns words into a command line, one after the other.
class Parser {
 public:
  Expected<Done> parse(const std::vector<std::string>& words, int depth) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      const auto& word = words[i];
      if (word.size() < 2 || word[0] != '-') {
        line_.inputs.push_back(word);
        continue;
      }
      const auto* option = find_option(word);
      if (option == nullptr) {
        line_.unknown.push_back(word);
        continue;
      }
      ROCM_BINDGEN_TRY(const auto value, value_of(*option, words, i));
      ROCM_BINDGEN_TRY([[maybe_unused]] const auto taken, take(*option, value, depth));
    }
    return Done{};
  }

  Expected<CommandLine> finish() && {
    const bool forwards = line_.has("forward-unknown-to-host-compiler") ||
                          line_.has("forward-unknown-to-host-linker") || line_.has("forward-unknown-opts");
    if (!forwards && !line_.unknown.empty()) return fatal(fmt::format("Unknown option '{}'", line_.unknown.front()));
    return std::move(line_);
  }

 private:
  /// The value of the option in words[i]. If it is the next word, `i` becomes that word's index.
  static Expected<std::string> value_of(const Option& option, const std::vector<std::string>& words, std::size_t& i) {
    const auto& word = words[i];
    const auto name = word.starts_with("--") ? option.name : option.short_name;
    const auto rest = word.substr((word.starts_with("--") ? 2 : 1) + name.size());
    if (option.value == Value::none) {
      if (!rest.empty() && rest != "=true" && rest != "=false")
        return fatal(fmt::format("'{}': option '{}' has no value", word, name));
      return rest;
    }
    // "-DNAME=1" has the value "NAME=1", but "-D=NAME" has "NAME".
    if (!rest.empty()) return rest.front() == '=' ? rest.substr(1) : rest;
    if (i + 1 >= words.size()) return fatal(fmt::format("argument expected after '{}'", word));
    return words[++i];
  }

  Expected<Done> take(const Option& option, const std::string& value, int depth) {
    if (option.value == Value::none) {
      if (value != "=false") line_.given.push_back({&option, {}});
      return Done{};
    }
    const bool is_list = option.value == Value::list;
    for (const auto& one : is_list ? split_values(value) : std::vector<std::string>{value}) {
      if (!is_choice(option, one))
        return fatal(fmt::format("Value '{}' is not defined for option '{}'", one, option.name));
      line_.given.push_back({&option, one});
      if (option.name != "options-file") continue;
      ROCM_BINDGEN_TRY([[maybe_unused]] const auto read, read_response_file(one, depth));
    }
    return Done{};
  }

  Expected<Done> read_response_file(const std::string& path, int depth) {
    if (depth == kDeepestResponseFile) return fatal(fmt::format("the options file '{}' includes itself", path));
    const auto text = read_file(path);
    if (!text) return fatal(fmt::format("Cannot open options file '{}'", path), text.error().diagnostics.front().text);
    return parse(split_words(*text), depth + 1);
  }

  CommandLine line_;
};

}  // namespace

bool CommandLine::has(std::string_view name) const {
  return std::any_of(given.begin(), given.end(), [&](const Given& one) { return one.option->name == name; });
}

std::string CommandLine::last(std::string_view name) const {
  const auto found =
      std::find_if(given.rbegin(), given.rend(), [&](const Given& one) { return one.option->name == name; });
  return found == given.rend() ? std::string() : found->value;
}

std::vector<std::string> CommandLine::all(std::string_view name) const {
  std::vector<std::string> values;
  for (const auto& one : given)
    if (one.option->name == name) values.push_back(one.value);
  return values;
}

std::vector<std::string> split_values(std::string_view text) {
  return split(text, [](char c) { return c == ','; }, /*unquote=*/false);
}

std::vector<std::string> split_words(std::string_view text) {
  return split(text, [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }, /*unquote=*/true);
}

Expected<CommandLine> parse_command_line(const std::vector<std::string>& words) {
  auto all = split_words(environment("NVCC_PREPEND_FLAGS"));
  append(all, words);
  append(all, split_words(environment("NVCC_APPEND_FLAGS")));
  Parser parser;
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto parsed, parser.parse(all, 0));
  return std::move(parser).finish();
}

}  // namespace rocm_bindgen::build::driver
