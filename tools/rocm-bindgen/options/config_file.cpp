#include "options/config_file.hpp"

#include <algorithm>
#include <iterator>
#include <map>

#include <fmt/format.h>

#include "support/file.hpp"
#include "support/parse_json.hpp"
#include "support/suggest.hpp"

namespace rocm_bindgen::build {
namespace {

using Json = nlohmann::ordered_json;

/// An iterator over text that records how far the parser has read, because the parser reports no positions for valid
/// input.
class Cursor {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  Cursor(pointer at, pointer& reached) : at_(at), reached_(&reached) {}
  reference operator*() const { return *at_; }
  Cursor& operator++() {
    *reached_ = ++at_;
    return *this;
  }
  Cursor operator++(int) {
    const auto before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const Cursor& a, const Cursor& b) { return a.at_ == b.at_; }

 private:
  pointer at_;
  pointer* reached_;
};

unsigned line_at(const std::string& text, std::size_t offset) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text.size()));
  return 1 + static_cast<unsigned>(std::count(text.begin(), end, '\n'));
}

/// The reason in the parser's message, without the parser's name and the position.
std::string reason_of(const Json::parse_error& error) {
  const std::string text = error.what();
  const auto place = text.find("column ");
  const auto reason = place == std::string::npos ? place : text.find(": ", place);
  return reason == std::string::npos ? text : text.substr(reason + 2);
}

struct Parsed {
  Json json;
  /// The line of each key: "build" for a key in the outermost object, "build/arch" for one in an object within it.
  std::map<std::string, unsigned> lines;
};

struct TooDeep {};

Expected<Parsed> parse(const std::string& file, const std::string& text) {
  Parsed parsed;
  std::string outer, repeated;
  const char* reached = text.data();
  const auto note_key = [&](int depth, Json::parse_event_t event, Json& value) {
    if (depth > static_cast<int>(kDeepestJson)) throw TooDeep();
    if (event != Json::parse_event_t::key || depth > 2) return true;
    const auto key = value.get<std::string>();
    if (depth == 1) outer = key;
    const auto path = depth == 1 ? key : outer + '/' + key;
    const auto line = line_at(text, static_cast<std::size_t>(reached - text.data()));
    if (!parsed.lines.emplace(path, line).second && repeated.empty()) {
      repeated = key;
      parsed.lines[""] = line;  // for the message below
    }
    return true;
  };
  try {
    parsed.json = Json::parse(Cursor(text.data(), reached), Cursor(text.data() + text.size(), reached), note_key,
                              /*allow_exceptions=*/true, /*ignore_comments=*/true);
  } catch (const TooDeep&) {
    return config_failure(file, line_at(text, static_cast<std::size_t>(reached - text.data())),
                          "it is nested too deeply");
  } catch (const Json::parse_error& error) {
    return config_failure(file, line_at(text, error.byte == 0 ? 0 : error.byte - 1), reason_of(error));
  }
  if (!repeated.empty()) return config_failure(file, parsed.lines[""], fmt::format("'{}' occurs twice", repeated));
  if (!parsed.json.is_object())
    return config_failure(file, 1, "a config file must contain one object, such as {\"arch\": [\"gfx1030\"]}");
  return parsed;
}

}  // namespace

Failure config_failure(const std::string& file, unsigned line, std::string text, std::string hint) {
  Diagnostic diagnostic;
  diagnostic.code = ExitCode::usage;
  diagnostic.file = file;
  diagnostic.line = line;
  diagnostic.text = std::move(text);
  diagnostic.hint = std::move(hint);
  return Failure(std::move(diagnostic));
}

Expected<std::vector<Setting>> read_config(const std::string& file, const std::string& command,
                                           const std::vector<std::string>& commands) {
  auto text = read_file(file);
  if (!text) {
    for (auto& diagnostic : text.error().diagnostics) diagnostic.code = ExitCode::usage;
    return std::move(text).error();
  }
  ROCM_BINDGEN_TRY(auto parsed, parse(file, *text));
  const auto is_command = [&](const std::string& key) {
    return std::find(commands.begin(), commands.end(), key) != commands.end();
  };
  const bool has_sections =
      std::any_of(commands.begin(), commands.end(), [&](const auto& word) { return parsed.json.contains(word); });
  std::string before;
  if (has_sections) {
    for (const auto& [key, value] : parsed.json.items()) {
      if (!is_command(key))
        return config_failure(file, parsed.lines[key],
                              fmt::format("no command has a section '{}'{}", key, did_you_mean(key, commands)),
                              "in a file with sections, every option must be in a section");
      if (!value.is_object())
        return config_failure(file, parsed.lines[key], fmt::format("the section '{}' must be an object", key));
    }
    const auto section = parsed.json.value(command, Json::object());
    parsed.json = section;
    before = command + '/';
  }
  std::vector<Setting> settings;
  for (const auto& [key, value] : parsed.json.items())
    settings.push_back({key, nlohmann::json(value), parsed.lines[before + key]});
  return settings;
}

}  // namespace rocm_bindgen::build
