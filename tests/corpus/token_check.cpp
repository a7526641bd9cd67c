// Checks that a translation is the same text except for renamed words: token_check SOURCE TRANSLATION
//
// Shares no code with the tool: it splits both texts into words, header names, white space, comments, literals and
// single characters, and compares them piece by piece. Permitted differences are one word or header name in place of
// another, the lines that a translation adds at the beginning (up to three #includes and a #line), and the few cases
// that `Walk` lists. Prints the first difference; exit code 1.
#include <cctype>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace {

enum class Kind { word, header, other };

struct Piece {
  Kind kind;
  std::string_view text;
};

bool is_word_char(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

class Cutter {
 public:
  explicit Cutter(std::string_view text) : rest_(text) {}

  std::vector<Piece> all() {
    while (!rest_.empty()) {
      const auto piece = next();
      if (piece.text == "include" && last_ == "#")
        in_include_ = true;
      else if (!blank(piece.text))
        in_include_ = false;
      if (!blank(piece.text)) last_ = piece.text;
      pieces_.push_back(piece);
    }
    return std::move(pieces_);
  }

 private:
  static bool blank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

  Piece take(Kind kind, std::size_t length) {
    const auto text = rest_.substr(0, length);
    rest_.remove_prefix(text.size());
    return {kind, text};
  }

  /// The text from `from` through the next `end`, or everything that is left if there is none.
  Piece through(std::string_view end, std::size_t from) {
    const auto at = rest_.find(end, from);
    return take(Kind::other, at == std::string_view::npos ? rest_.size() : at + end.size());
  }

  Piece next() {
    const char c = rest_.front();
    if (in_include_ && (c == '<' || c == '"')) {
      const auto end = rest_.find_first_of(c == '<' ? ">\n" : "\"\n", 1);
      return take(Kind::header, end == std::string_view::npos ? rest_.size() : end + 1);
    }
    if (rest_.substr(0, 2) == "//") return take(Kind::other, rest_.find('\n'));
    if (rest_.substr(0, 2) == "/*") return through("*/", 2);
    if (std::isdigit(static_cast<unsigned char>(c)) != 0) return number();
    if (is_word_char(c)) return word();
    // A quote that is not closed in its line is text after #error or in an inactive branch, and is a single character.
    if (c == '"' || c == '\'') return literal(c);
    return take(Kind::other, 1);
  }

  /// A quote within a number separates groups of digits.
  Piece number() {
    std::size_t length = 1;
    while (length < rest_.size() && (is_word_char(rest_[length]) || rest_[length] == '\'')) ++length;
    return take(Kind::other, length);
  }

  Piece word() {
    std::size_t length = 1;
    while (length < rest_.size()) {
      const auto tail = rest_.substr(length);
      if (is_word_char(tail.front()))
        ++length;
      else if (tail.substr(0, 2) == "\\\n")
        length += 2;  // a backslash-newline may split a word
      else
        break;
    }
    const auto text = rest_.substr(0, length);
    // A raw string literal: R, LR, uR, UR or u8R before the quote.
    if (text.back() == 'R' && text.size() <= 3 && rest_.substr(length, 1) == "\"") {
      const auto open = rest_.find('(', length);
      if (open != std::string_view::npos)
        return through(")" + std::string(rest_.substr(length + 1, open - length - 1)) + "\"", open);
    }
    // A backslash-newline after the word does not belong to it.
    while (length > 2 && rest_[length - 1] == '\n') length -= 2;
    return take(Kind::word, length);
  }

  Piece literal(char quote) {
    for (std::size_t i = 1; i < rest_.size() && rest_[i] != '\n'; ++i) {
      if (rest_[i] == '\\')
        ++i;
      else if (rest_[i] == quote)
        return take(Kind::other, i + 1);
    }
    return take(Kind::other, 1);
  }

  std::string_view rest_;
  std::string_view last_;
  bool in_include_ = false;
  std::vector<Piece> pieces_;
};

std::string text_of(const char* file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string_view without_added_lines(std::string_view text) {
  for (const std::string_view line : {"#include <rocm_bindgen_compat/waves.hpp>\n", "#include <hip/hip_runtime.h>\n",
                                      "#include <rocm_bindgen_compat/device"})
    if (text.substr(0, line.size()) == line) text.remove_prefix(text.find('\n') + 1);
  if (text.substr(0, 7) == "#line 1") text.remove_prefix(text.find('\n') + 1);
  return text;
}

/// Compares both texts and permits the cases in which a translation does more than rename.
class Walk {
 public:
  Walk(const std::vector<Piece>& source, const std::vector<Piece>& translation) : a_(source), b_(translation) {}

  /// Continues to the first difference that is not permitted; true if there is none.
  bool to_the_end() {
    while (i_ < a_.size() && j_ < b_.size()) {
      if (same() || dropped_size() || added_dim3() || replaced_assembly()) continue;
      return false;
    }
    return i_ == a_.size() && j_ == b_.size();
  }

  std::size_t in_source() const { return i_; }
  std::size_t in_translation() const { return j_; }

 private:
  bool is(const std::vector<Piece>& pieces, std::size_t at, std::string_view text) const {
    return at < pieces.size() && pieces[at].text == text;
  }

  bool is_assembly(std::size_t at) const { return is(a_, at, "asm") || is(a_, at, "__asm__") || is(a_, at, "__asm"); }

  bool same() {
    const bool renamed = a_[i_].kind != Kind::other && a_[i_].kind == b_[j_].kind;
    if (a_[i_].text != b_[j_].text && !renamed) return false;
    ++i_;
    ++j_;
    return true;
  }

  /// `extern __shared__ int x[256]`: clang accepts no size.
  bool dropped_size() {
    if (j_ == 0 || !is(b_, j_, "]") || !is(b_, j_ - 1, "[")) return false;
    while (i_ < a_.size() && a_[i_].text != "]" && a_[i_].text != ";") ++i_;
    return is(a_, i_, "]");
  }

  /// `<<<{1, 2}, 3>>>`: clang requires the type of the braced list.
  bool added_dim3() {
    if (!is(a_, i_, "{") || !is(b_, j_, "dim3") || !is(b_, j_ + 1, "{")) return false;
    ++j_;
    return true;
  }

  /// The position after the bracket that closes the one at `at`; counts newlines on the way.
  static std::size_t closed(const std::vector<Piece>& pieces, std::size_t at, long& lines) {
    int depth = 0;
    for (; at < pieces.size(); ++at) {
      const auto text = pieces[at].text;
      for (const char c : text) lines += c == '\n' ? 1 : 0;
      if (text == "(" || text == "[" || text == "{") ++depth;
      if ((text == ")" || text == "]" || text == "}") && --depth == 0) return at + 1;
    }
    return at;
  }

  /// `asm("..." : ...)` with PTX becomes a call of a lambda that occupies the same number of lines.
  bool replaced_assembly() {
    if (!is_assembly(i_) || !is(b_, j_, "[")) return false;
    long lines_before = 0;
    long lines_after = 0;
    while (i_ < a_.size() && a_[i_].text != "(") lines_before += a_[i_++].text == "\n" ? 1 : 0;
    i_ = closed(a_, i_, lines_before);
    while (j_ < b_.size() && b_[j_].text != ";") {
      const auto text = b_[j_].text;
      if (text == "[" || text == "(" || text == "{") {
        j_ = closed(b_, j_, lines_after);
      } else {
        lines_after += b_[j_++].text == "\n" ? 1 : 0;
      }
    }
    while (i_ < a_.size() && a_[i_].text != ";") lines_before += a_[i_++].text == "\n" ? 1 : 0;
    return lines_before == lines_after;
  }

  const std::vector<Piece>& a_;  ///< the source
  const std::vector<Piece>& b_;  ///< the translation
  std::size_t i_ = 0;            ///< the position in a_
  std::size_t j_ = 0;            ///< the position in b_
};

std::string_view piece_at(const std::vector<Piece>& pieces, std::size_t i) {
  return i < pieces.size() ? pieces[i].text.substr(0, 60) : "end of file";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return std::fprintf(stderr, "usage: token_check SOURCE TRANSLATION\n"), 2;
  const auto before = text_of(argv[1]);
  const auto after = text_of(argv[2]);
  const auto source = Cutter(before).all();
  const auto translation = Cutter(before == after ? std::string_view(after) : without_added_lines(after)).all();
  Walk walk(source, translation);
  if (walk.to_the_end()) return 0;
  const auto a = piece_at(source, walk.in_source());
  const auto b = piece_at(translation, walk.in_translation());
  std::printf("piece %zu: '%.*s' became '%.*s'\n", walk.in_source(), static_cast<int>(a.size()), a.data(),
              static_cast<int>(b.size()), b.data());
  return 1;
}
