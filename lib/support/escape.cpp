#include "support/escape.hpp"

#include <fmt/format.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/ConvertUTF.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/Unicode.h>
#include <nlohmann/json.hpp>

namespace rocm_bindgen::build {
namespace {

/// One character of a text, or one byte that is not part of a valid character.
struct Character {
  std::string_view bytes;
  char32_t code = 0;          ///< the code point; the value of the byte if it is not UTF-8
  bool is_valid = false;      ///< whether it is UTF-8
  bool is_printable = false;  ///< not a control, formatting, private or unassigned character
};

Character first_character(std::string_view text) {
  // Most characters are of this kind, and a manifest has megabytes of them.
  if (text.front() >= ' ' && text.front() <= '~')
    return {text.substr(0, 1), static_cast<unsigned char>(text.front()), true, true};
  const auto* begin = reinterpret_cast<const llvm::UTF8*>(text.data());
  const auto* at = begin;
  llvm::UTF32 code = 0;
  const bool is_valid =
      llvm::convertUTF8Sequence(&at, begin + text.size(), &code, llvm::strictConversion) == llvm::conversionOK;
  if (!is_valid) return {text.substr(0, 1), static_cast<unsigned char>(text.front()), false, false};
  // LLVM treats U+00AD, a hyphen that is visible only at the end of a line, as printable.
  constexpr llvm::UTF32 kSoftHyphen = 0xad;
  return {text.substr(0, static_cast<std::size_t>(at - begin)), code, true,
          llvm::sys::unicode::isPrintable(static_cast<int>(code)) && code != kSoftHyphen};
}

/// Replaces each character of `text` by `spell(character, rest)`, where `rest` is the text after it.
template <class Spell>
std::string spelled(std::string_view text, Spell spell) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const auto character = first_character(text);
    text.remove_prefix(character.bytes.size());
    result += spell(character, text);
  }
  return result;
}

/// Shows a character as an escape: "\n", "\x1b", "\u202e", "\U000e0001".
std::string shown(const Character& character) {
  switch (character.code) {
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      break;
  }
  const auto code = static_cast<std::uint32_t>(character.code);
  if (!character.is_valid || code < 0x80) return fmt::format("\\x{:02x}", code);
  return code < 0x10000 ? fmt::format("\\u{:04x}", code) : fmt::format("\\U{:08x}", code);
}

std::string itself_or_shown(const Character& character) {
  return character.is_printable ? std::string(character.bytes) : shown(character);
}

/// The escape of a code point in JSON, which uses UTF-16: code points from U+10000 on become two surrogates.
std::string json_escape(char32_t code) {
  const auto value = static_cast<std::uint32_t>(code);
  if (value < 0x10000) return fmt::format("\\u{:04x}", value);
  return fmt::format("\\u{:04x}\\u{:04x}", 0xd800 + ((value - 0x10000) >> 10), 0xdc00 + ((value - 0x10000) & 0x3ff));
}

template <class Json>
std::string dumped(const Json& json, int indent) {
  return spelled(json.dump(indent, ' ', false, Json::error_handler_t::replace),
                 [](const Character& character, std::string_view) {
                   // Newlines in the output can only be between values.
                   const bool stays = character.is_printable || character.code == '\n';
                   return stays ? std::string(character.bytes) : json_escape(character.code);
                 });
}

/// Escapes, in octal, every byte that is in `not_plain` or is not a printable ASCII character.
std::string in_octal(std::string_view text, std::string_view not_plain) {
  std::string result;
  for (const char c : text) {
    const bool is_plain = c >= ' ' && c < '\x7f' && not_plain.find(c) == std::string_view::npos;
    result += is_plain ? std::string(1, c) : fmt::format("\\{:03o}", static_cast<unsigned char>(c));
  }
  return result;
}

}  // namespace

std::string for_terminal(std::string_view text) {
  return spelled(text, [](const Character& character, std::string_view) { return itself_or_shown(character); });
}

std::string lines_for_terminal(std::string_view text) {
  return spelled(text, [](const Character& character, std::string_view) {
    const bool stays = character.code == '\n' || character.code == '\t';
    return stays ? std::string(character.bytes) : itself_or_shown(character);
  });
}

std::string c_string(std::string_view text) {
  return in_octal(text, "\"\\?");  // '?' because of trigraphs
}

std::string static_assert_message(std::string_view text) {
  return spelled(text, [](const Character& character, std::string_view) -> std::string {
    const auto code = character.code;
    if (code == '"' || code == '\\' || code == '?') return {'\\', static_cast<char>(code)};
    // The backslash is doubled so that the message shows it.
    return character.is_printable ? std::string(character.bytes) : "\\" + shown(character);
  });
}

std::string c_comment(std::string_view text) {
  char before = 0;
  return spelled(text, [&before](const Character& character, std::string_view rest) {
    const char next = rest.empty() ? '\0' : rest.front();
    const auto code = character.code;
    // A backslash, or a trigraph for one, at the end of a line would continue the comment.
    const bool continues = code == '\\' || (code == '?' && next == '?');
    const bool ends_or_opens = (code == '/' && before == '*') || (code == '*' && before == '/');
    before = character.bytes.back();
    return continues || ends_or_opens ? fmt::format("\\x{:02x}", static_cast<std::uint32_t>(code))
                                      : itself_or_shown(character);
  });
}

std::string rust_string(std::string_view text) {
  return spelled(text, [](const Character& character, std::string_view) -> std::string {
    const auto code = character.code;
    if (code == '"' || code == '\\') return {'\\', static_cast<char>(code)};
    if (character.is_printable || !character.is_valid) return std::string(character.bytes);
    return code < 0x80 ? shown(character) : fmt::format("\\u{{{:x}}}", static_cast<std::uint32_t>(code));
  });
}

std::string rust_comment(std::string_view text) {
  return spelled(text, [](const Character& character, std::string_view) {
    return character.is_valid ? itself_or_shown(character) : std::string(character.bytes);
  });
}

std::string json_string(std::string_view text) {
  return spelled(text, [](const Character& character, std::string_view) -> std::string {
    const auto code = character.code;
    if (!character.is_valid) return "\xef\xbf\xbd";
    if (code == '"' || code == '\\') return {'\\', static_cast<char>(code)};
    if (character.is_printable) return std::string(character.bytes);
    return code == '\n' || code == '\r' || code == '\t' ? shown(character) : json_escape(code);
  });
}

std::string html_text(std::string_view text) {
  return spelled(text, [](const Character& character, std::string_view) -> std::string {
    switch (character.code) {
      case '&':
        return "&amp;";
      case '<':
        return "&lt;";
      case '>':
        return "&gt;";
      case '"':
        return "&quot;";
      case '\'':
        return "&#39;";
      default:
        return itself_or_shown(character);
    }
  });
}

std::string assembly_string(std::string_view text) {
  return in_octal(text, "\"\\?");  // '?' because .S files are preprocessed, and the preprocessor replaces trigraphs
}

std::string shell_word(std::string_view text) {
  if (for_terminal(text) != text)
    return "$'" +
           spelled(text,
                   [](const Character& character, std::string_view) -> std::string {
                     if (character.code == '\'' || character.code == '\\')
                       return {'\\', static_cast<char>(character.code)};
                     if (character.is_printable) return std::string(character.bytes);
                     std::string bytes;
                     for (const char c : character.bytes)
                       bytes += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
                     return bytes;
                   }) +
           "'";
  std::string word = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\' || c == '$' || c == '`') word += '\\';
    word += c;
  }
  return word + '"';
}

std::string posix_shell_word(std::string_view text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

std::string json_text(const nlohmann::ordered_json& json, int indent) {
  return dumped(json, indent);
}

std::string json_text(const nlohmann::json& json, int indent) {
  return dumped(json, indent);
}

bool is_utf8(std::string_view text) {
  return llvm::json::isUTF8(llvm::StringRef(text.data(), text.size()));
}

}  // namespace rocm_bindgen::build
