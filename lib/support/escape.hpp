#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace rocm_bindgen::build {

/// Text of users (file names, symbols, types, template arguments, flags) may hold any byte. Wherever it is written, it
/// has to stay text: it may not end the string, comment or line that it is in, and may not change how the rest is
/// shown, as control characters and those of Unicode's that turn the direction of writing do. There is one function for
/// each context, and no other way to write text of users there. What has no spelling of its own in a context is shown
/// as
/// `\x1b` (a byte) or `\u202e` (a code point).

/// For one line on a terminal: printable characters are themselves, a backslash too.
std::string for_terminal(std::string_view text);

/// The same for text of several lines: line ends and tabs stay.
std::string lines_for_terminal(std::string_view text);

/// Between the quotation marks of a string literal of C or C++: stands for exactly these bytes.
std::string c_string(std::string_view text);

/// Between the quotation marks of the message of a static_assert, which may have no escape sequences with numbers.
std::string static_assert_message(std::string_view text);

/// In a comment of C, C++ or assembly, of either kind. It does not end the comment, nor continue it on the next line.
std::string c_comment(std::string_view text);

/// Between the quotation marks of Rust's "...". Bytes that are not UTF-8 stay: Rust has no way to write them.
std::string rust_string(std::string_view text);

/// In a comment of Rust that ends with its line; the same of bytes that are not UTF-8.
std::string rust_comment(std::string_view text);

/// Between the quotation marks of a string of JSON or JavaScript. Bytes that are not UTF-8 become U+FFFD.
std::string json_string(std::string_view text);

/// In HTML, as text or between the quotation marks of an attribute.
std::string html_text(std::string_view text);

/// Between the quotation marks of a string of the GNU assembler: stands for exactly these bytes.
std::string assembly_string(std::string_view text);

/// A word of a POSIX shell's command line, with its quotation marks. Control characters are written as bash, zsh and
/// others read them: $'\x1b'.
std::string shell_word(std::string_view text);

/// A whole JSON text, "\n" not included, with `indent` blanks per level or, if negative, in one line. Strings have
/// nothing but printable characters; bytes that are not UTF-8 become U+FFFD.
std::string json_text(const nlohmann::ordered_json& json, int indent = -1);
std::string json_text(const nlohmann::json& json, int indent = -1);

/// Is all of `text` UTF-8?
bool is_utf8(std::string_view text);

}  // namespace rocm_bindgen::build
