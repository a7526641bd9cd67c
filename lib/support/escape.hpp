#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace rocm_bindgen::build {

/// Text from users (file names, symbols, types, template arguments, flags) may contain any byte. Wherever it is
/// written, it must remain text: it must not end the string, comment or line that it is in, and must not change how the
/// rest is displayed, as control characters and Unicode's direction overrides do. There is one function for each
/// context, and users' text must not be written in any other way. A character that a context cannot represent is shown
/// as `\x1b` (a byte) or `\u202e` (a code point).

/// For one line on a terminal. Printable characters, including backslashes, are unchanged.
std::string for_terminal(std::string_view text);

/// For several lines on a terminal: newlines and tabs are unchanged.
std::string lines_for_terminal(std::string_view text);

/// For a string literal in C or C++, between its quotation marks. The literal has exactly these bytes.
std::string c_string(std::string_view text);

/// For the message of a static_assert, between its quotation marks. C++ permits no numeric escapes such as \x1b there,
/// so the backslash is doubled and the message shows the escape.
std::string static_assert_message(std::string_view text);

/// For a line or block comment in C, C++ or assembly. The text neither ends the comment nor continues it on the next
/// line.
std::string c_comment(std::string_view text);

/// For a "..." literal in Rust, between its quotation marks. Bytes that are not UTF-8 are unchanged, because a Rust
/// string cannot contain them: emit_rust() finds them in its output and refuses the name.
std::string rust_string(std::string_view text);

/// For a line comment in Rust. Bytes that are not UTF-8 are unchanged.
std::string rust_comment(std::string_view text);

/// For a string in JSON or JavaScript, between its quotation marks. Bytes that are not UTF-8 become U+FFFD.
std::string json_string(std::string_view text);

/// For HTML, as text or as an attribute value between quotation marks.
std::string html_text(std::string_view text);

/// For a string of the GNU assembler, between its quotation marks. The string has exactly these bytes.
std::string assembly_string(std::string_view text);

/// For a word in a shell's command line. The result includes quotation marks: "..." or, if the word has control
/// characters, $'\033', which bash, zsh and other shells support.
std::string shell_word(std::string_view text);

/// For a word in the command line of any POSIX shell, of which not all read $'\033'. The result includes quotation
/// marks:
/// '...'. Control characters are unchanged, so it is for files and not for terminals.
std::string posix_shell_word(std::string_view text);

/// Writes a JSON value without a final newline, with `indent` blanks per level, or on one line if `indent` is negative.
/// Strings contain printable characters only; bytes that are not UTF-8 become U+FFFD.
std::string json_text(const nlohmann::ordered_json& json, int indent = -1);
std::string json_text(const nlohmann::json& json, int indent = -1);

/// Whether all of `text` is UTF-8.
bool is_utf8(std::string_view text);

}  // namespace rocm_bindgen::build
