// Every byte, and characters that change how others are displayed, in every context that text of users is written to.
// The results are read by independent code, not by the inverse of the function.
#include "support/escape.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "support/catch.hpp"

using namespace rocm_bindgen::build;

namespace {

/// Texts that end strings and comments; Unicode's zero-width, direction and line-end characters; invalid UTF-8; and
/// each byte, also after a letter and before a text that an escape or a UTF-8 character must not absorb: an octal
/// digit, a hexadecimal one, and a continuation byte.
std::vector<std::string> hostile_texts() {
  std::vector<std::string> texts{"",
                                 "?\?/",
                                 "??\?/",
                                 "*/",
                                 "/*",
                                 "**//",
                                 "\\",
                                 "\\\n",
                                 "?\?/\n",
                                 "a\r\nb",
                                 "\xe2\x80\xae",      // U+202E right-to-left override
                                 "\xe2\x80\xa8",      // U+2028 line separator
                                 "\xe2\x80\xa9",      // U+2029 paragraph separator
                                 "\xe2\x81\xa6",      // U+2066 left-to-right isolate
                                 "\xe2\x80\x8b",      // U+200B zero-width space
                                 "\xef\xbb\xbf",      // U+FEFF byte order mark
                                 "\xc2\x85",          // U+0085 next line
                                 "\xf3\xa0\x80\x81",  // U+E0001 language tag
                                 "\xed\xa0\x80",      // not UTF-8: a surrogate
                                 "\xc0\x80",          // not UTF-8: an overlong zero
                                 "\xf8\x88",          // not UTF-8: a first byte of five
                                 "\xe2\x80",          // not UTF-8: truncated
                                 "gr\xc3\xb6\xc3\x9f"
                                 "e",
                                 "\xf0\x9f\x98\x80",
                                 "</script>",
                                 "{{name}}",  // a template's tag
                                 "'\"'",
                                 "$(x)`y`",
                                 "\x01"
                                 "blob 0\x01"};  // a mark that lib/emit/header.cpp replaces
  for (int byte = 0; byte < 256; ++byte)
    for (const std::string before : {"", "a"})
      for (const std::string after : {"", "7", "b", "\xae"}) texts.push_back(before + static_cast<char>(byte) + after);
  return texts;
}

/// Whether a text has nothing that controls a terminal: control characters, bytes that are not UTF-8, and Unicode
/// characters that change the direction, end lines or hide others. Those searched are the ones of hostile_texts(), and
/// U+009B, which begins a terminal's control sequence. The control characters in `permitted` are ignored.
bool is_harmless(const std::string& text, const std::string& permitted = "") {
  if (!is_utf8(text)) return false;
  for (const char c : text)
    if (((c >= 0 && c < ' ') || c == '\x7f') && permitted.find(c) == std::string::npos) return false;
  for (const std::string bad : {"\xe2\x80\xae", "\xe2\x80\xa8", "\xe2\x80\xa9", "\xe2\x81\xa6", "\xe2\x80\x8b",
                                "\xef\xbb\xbf", "\xc2\x85", "\xc2\x9b", "\xf3\xa0\x80\x81"})
    if (text.find(bad) != std::string::npos) return false;
  return true;
}

/// Reads the inside of a string literal as phases 1 to 5 of C++14 do; returns "no literal" if the literal ends early or
/// is malformed.
std::string read_c_string(std::string text) {
  for (std::size_t at = text.find("?\?/"); at != std::string::npos; at = text.find("?\?/")) text.replace(at, 3, "\\");
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"' || text[i] == '\n' || text[i] == '\r') return "no literal";
    if (text[i] != '\\') {
      bytes += text[i];
      continue;
    }
    if (++i == text.size()) return "no literal";
    if (text[i] < '0' || text[i] > '7') {
      bytes += text[i];  // only '"', '\\' and '?' are escaped in this way
      continue;
    }
    int value = 0;
    for (int digits = 0; digits < 3 && i < text.size() && text[i] >= '0' && text[i] <= '7'; ++digits)
      value = value * 8 + (text[i++] - '0');
    --i;
    bytes += static_cast<char>(value);
  }
  return bytes;
}

/// Whether the text has no end of a comment in any spelling, and no backslash that could continue its line: each
/// backslash begins an escape that for_terminal() writes, such as "\n" or "\x1b".
bool stays_in_comment(const std::string& text) {
  for (std::size_t at = text.find('\\'); at != std::string::npos; at = text.find('\\', at + 1))
    if (at + 1 == text.size() || std::string("nrtxuU").find(text[at + 1]) == std::string::npos) return false;
  return text.find("*/") == std::string::npos && text.find("/*") == std::string::npos &&
         text.find("?\?/") == std::string::npos && !text.ends_with('\\');
}

}  // namespace

TEST_CASE("escape: no text controls a terminal and printable text is unchanged") {
  for (const auto& text : hostile_texts()) {
    INFO(nlohmann::json(for_terminal(text)));
    CHECK(is_harmless(for_terminal(text)));
    CHECK(is_harmless(lines_for_terminal(text), "\n\t"));
  }
  CHECK(for_terminal("größe \\ 😀") == "größe \\ 😀");
  CHECK(for_terminal("a\x1b[2J\r\n\t\x7f\xff") == "a\\x1b[2J\\r\\n\\t\\x7f\\xff");
  CHECK(for_terminal("\u202e\u2028\U000e0001") == "\\u202e\\u2028\\U000e0001");
  CHECK(lines_for_terminal("a\n\tb\r") == "a\n\tb\\r");
}

TEST_CASE("escape: a string literal of C represents exactly the bytes") {
  for (const auto& text : hostile_texts()) {
    INFO(c_string(text));
    CHECK(is_harmless(c_string(text)));
    CHECK(read_c_string(c_string(text)) == text);
    CHECK(read_c_string(assembly_string(text)) == text);
  }
}

TEST_CASE("escape: the message of a static_assert has no numeric escapes and does not end early") {
  for (const auto& text : hostile_texts()) {
    const auto message = static_assert_message(text);
    INFO(message);
    CHECK(is_harmless(message));
    for (std::size_t i = 0; i < message.size(); ++i) {
      CHECK(message[i] != '"');
      if (message[i] != '\\') continue;
      REQUIRE(++i < message.size());
      CHECK(std::string("\"\\?").find(message[i]) != std::string::npos);
    }
    CHECK(message.find("?\?/") == std::string::npos);
  }
  CHECK(static_assert_message("S<'\"'>") == "S<'\\\"'>");
  CHECK(static_assert_message("\x1b\u202e") == "\\\\x1b\\\\u202e");
}

TEST_CASE("escape: a comment of C ends only at its end") {
  for (const auto& text : hostile_texts()) {
    INFO(c_comment(text));
    CHECK(is_harmless(c_comment(text)));
    CHECK(stays_in_comment(c_comment(text)));
  }
  CHECK(c_comment("größe/a.cu") == "größe/a.cu");
}

TEST_CASE("escape: strings and comments of Rust end only at their end") {
  for (const auto& text : hostile_texts()) {
    const auto string = rust_string(text), comment = rust_comment(text);
    INFO(string);
    CHECK(is_utf8(string) == is_utf8(text));
    if (!is_utf8(text)) continue;
    CHECK(is_harmless(string));
    CHECK(is_harmless(comment));
    for (std::size_t i = 0; i < string.size(); ++i) {
      CHECK(string[i] != '"');
      if (string[i] == '\\') CHECK(std::string("\"\\nrtxu").find(string.at(++i)) != std::string::npos);
    }
  }
  CHECK(rust_string("\"\\\n\x1b\u202e") == "\\\"\\\\\\n\\x1b\\u{202e}");
}

TEST_CASE("escape: strings of JSON and whole JSON texts preserve the text") {
  for (const auto& text : hostile_texts()) {
    const auto string = json_string(text);
    INFO(string);
    CHECK(is_harmless(string));
    const auto read = nlohmann::json::parse("\"" + string + "\"", nullptr, false);
    REQUIRE(read.is_string());
    const auto document = json_text(nlohmann::ordered_json{{"text", text}}, 2);
    CHECK(is_harmless(document, "\n"));
    const auto parsed_document = nlohmann::json::parse(document, nullptr, false);
    REQUIRE(parsed_document.is_object());
    if (!is_utf8(text)) continue;
    CHECK(read == text);
    CHECK(parsed_document["text"] == text);
  }
}

TEST_CASE("escape: HTML has no tags and no ends of attributes") {
  for (const auto& text : hostile_texts()) {
    INFO(html_text(text));
    CHECK(is_harmless(html_text(text)));
    CHECK(html_text(text).find_first_of("<>\"'") == std::string::npos);
  }
  CHECK(html_text("<a b=\"c\">&'") == "&lt;a b=&quot;c&quot;&gt;&amp;&#39;");
}

TEST_CASE("escape: a word for a shell is on one line") {
  for (const auto& text : hostile_texts()) {
    INFO(shell_word(text));
    CHECK(is_harmless(shell_word(text)));
  }
  CHECK(shell_word("a b$\"`\\") == "\"a b\\$\\\"\\`\\\\\"");
  CHECK(shell_word("\x1b'") == "$'\\033\\''");
}
