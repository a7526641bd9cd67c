#include "support/golden_file.hpp"

#include <algorithm>
#include <optional>
#include <regex>
#include <set>
#include <stdexcept>

#include "support/files.hpp"

namespace test {
namespace fs = std::filesystem;
namespace {

constexpr const char* kByteOrderMark = "\xEF\xBB\xBF";

/// A line, split where the expectation in it begins.
struct Line {
  std::string indent;
  std::string code;
  std::string tail;  ///< blanks, the expectation's comment, and the end of the line
  // The expectation; `key` is empty if there is none.
  std::string key;             ///< HIP, SAME, WARNING or ERROR
  std::size_t distance = 0;    ///< N of "@-N", by which the code is above the expectation; 0 if none is given
  std::set<std::string> runs;  ///< the runs that it applies to; all if empty
  std::string expected;
};

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

/// Divides a line into its code and its expectation: "// KEY[@-LINES_ABOVE][(RUN,...)]: TEXT", also as /* */. See
/// tests/golden/hipify/README.md.
Line cut(std::string text) {
  static const std::regex mark(R"((\s*)(//|/\*) (HIP|SAME|WARNING|ERROR)(?:@-(\d+))?(?:\(([\w,]+)\))?(: )?)");
  Line line;
  const auto code_begin = std::min(text.find_first_not_of(" \t"), text.size());
  line.indent = text.substr(0, code_begin);
  text = text.substr(code_begin);
  const auto end = text.size() - (!text.empty() && text.back() == '\r' ? 1 : 0);
  std::smatch match;
  const bool found = std::regex_search(text, match, mark);
  const auto at = found ? static_cast<std::size_t>(match.position()) : end;
  line.code = text.substr(0, at);
  line.tail = text.substr(at);
  if (!found) return line;
  line.key = match[3];
  if (match[4].matched) line.distance = std::stoul(match[4]);
  if (match[5].matched)
    for (const auto& run : split(match[5], ',')) line.runs.insert(run);
  const auto begin = at + static_cast<std::size_t>(match.length());
  line.expected = text.substr(begin, end - begin);
  if (match[2] == "/*") line.expected.resize(std::min(line.expected.find(" */"), line.expected.size()));
  return line;
}

class Parser {
 public:
  Parser(const fs::path& path, const std::string& text) {
    file_.path = path;
    file_.text = text;
    for (auto& line : split(text, '\n')) {
      directive(line);
      lines_.push_back(cut(std::move(line)));
    }
    if (file_.runs.empty()) file_.runs.emplace_back();
  }

  GoldenFile run() {
    for (auto& run : file_.runs) chosen_[run.name].resize(lines_.size());
    std::size_t code_line = 0;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const auto& line = lines_[i];
      // An expectation alone on its line belongs to the nearest line of code above it.
      if (line.key.empty() || !line.code.empty()) code_line = i;
      if (line.key.empty()) continue;
      if (line.distance > i) fail(i, "there is no such line");
      expectation(i, line.distance > 0 ? i - line.distance : code_line);
    }
    for (auto& run : file_.runs) run.text = expected_text(run);
    return std::move(file_);
  }

 private:
  [[noreturn]] void fail(std::size_t line, const std::string& what) const {
    throw std::runtime_error(file_.path.string() + ":" + std::to_string(line + 1) + ": " + what);
  }

  /// Reads a line that is a directive, such as "// RUN: --roc"; does nothing for other lines.
  void directive(const std::string& line) {
    static const std::regex run(R"(// RUN(?:\((\w+)\))?:(.*?)\r?)"), device_header(R"(// DEVICE HEADER: (\S+)\s*)");
    std::smatch match;
    if (line.rfind("// COMPILES", 0) == 0) file_.compiles = true;
    if (line.rfind("// PROLOGUE: none", 0) == 0) has_prologue_ = false;
    if (line.rfind("// PROLOGUE: waves", 0) == 0) has_waves_header_ = true;
    if (std::regex_match(line, match, device_header)) device_header_ = match[1];
    if (!std::regex_match(line, match, run)) return;
    GoldenRun added;
    added.name = match[1];
    for (const auto& option : split(match[2], ' '))
      if (!option.empty()) added.options.push_back(option);
    file_.runs.push_back(std::move(added));
  }

  /// Applies the expectation in line `at` to the line of code `of`; both are indices.
  void expectation(std::size_t at, std::size_t of) {
    const auto& comment = lines_[at];
    ++file_.expectations;
    bool used = false;
    for (auto& run : file_.runs) {
      if (!comment.runs.empty() && comment.runs.count(run.name) == 0) continue;
      used = true;
      if (comment.key == "HIP") {
        if (comment.expected == lines_[of].code) fail(at, "expects the line as it is; write SAME");
        choose(run, at, of);
      } else if (comment.key != "SAME") {
        std::string severity = comment.key == "ERROR" ? "error" : "warning";
        static const std::regex between(R"(\s*\.\.\.\s*)");
        run.messages.push_back(
            {of + 1,
             std::move(severity),
             {std::sregex_token_iterator(comment.expected.begin(), comment.expected.end(), between, -1),
              std::sregex_token_iterator()}});
      }
    }
    if (!used) fail(at, "no run has this name");
  }

  /// Lets the expectation in line `at` decide the text of the line of code `of`. An expectation that names a run takes
  /// precedence over one that names none.
  void choose(const GoldenRun& run, std::size_t at, std::size_t of) {
    auto& chosen = chosen_[run.name][of];
    // Two expectations are in conflict if both name runs, or neither does.
    if (chosen && !lines_[at].runs.empty() == !lines_[*chosen].runs.empty())
      fail(at, "this line already has an expectation");
    if (!chosen || !lines_[at].runs.empty()) chosen = at;
  }

  std::string expected_text(const GoldenRun& run) const {
    const auto& chosen = chosen_.at(run.name);
    std::string text;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const auto& line = lines_[i];
      text += (i == 0 ? "" : "\n") + line.indent + (chosen[i] ? lines_[*chosen[i]].expected : line.code) + line.tail;
    }
    return with_prologue(run, std::move(text));
  }

  /// Adds the includes that hipify adds to a source, after a byte order mark if there is one.
  std::string with_prologue(const GoldenRun& run, std::string text) const {
    const auto has = [&](const char* option) {
      return std::find(run.options.begin(), run.options.end(), option) != run.options.end();
    };
    if (!has_prologue_) return text;
    std::string prologue = "#include <hip/hip_runtime.h>\n";
    if (has_waves_header_) prologue = "#include <rocm_bindgen_compat/waves.hpp>\n" + prologue;
    if (!has("--no-device-header")) prologue += "#include <rocm_bindgen_compat/" + device_header_ + ">\n";
    const std::string byte_order_mark = text.rfind(kByteOrderMark, 0) == 0 ? kByteOrderMark : "";
    return byte_order_mark + prologue + "#line 1\n" + text.substr(byte_order_mark.size());
  }

  GoldenFile file_;
  bool has_prologue_ = true;
  bool has_waves_header_ = false;
  std::string device_header_ = "device.hpp";
  std::vector<Line> lines_;
  /// Per run, for each line, the line that holds its expectation.
  std::map<std::string, std::vector<std::optional<std::size_t>>> chosen_;
};

}  // namespace

GoldenFile parse_golden_file(const fs::path& path, const std::string& text) {
  return Parser(path, text).run();
}

std::vector<GoldenFile> golden_files() {
  std::set<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(fs::path(ROCM_BINDGEN_SOURCE_DIR) / "tests/golden/hipify"))
    if (entry.path().extension() == ".cu") paths.insert(entry.path());
  std::vector<GoldenFile> files;
  for (const auto& path : paths) files.push_back(parse_golden_file(path, read(path)));
  return files;
}

std::string line_difference(const std::string& expected, const std::string& actual) {
  const auto expected_lines = split(expected, '\n'), actual_lines = split(actual, '\n');
  std::string difference;
  std::size_t line = 0;
  for (std::size_t i = 0; i < std::max(expected_lines.size(), actual_lines.size()); ++i) {
    const auto number = std::to_string(++line) + ": ";
    if (i < expected_lines.size() && expected_lines[i] == "#line 1") line = 0;
    if (i < expected_lines.size() && i < actual_lines.size() && expected_lines[i] == actual_lines[i]) continue;
    if (i < expected_lines.size()) difference += "- " + number + expected_lines[i] + "\n";
    if (i < actual_lines.size()) difference += "+ " + number + actual_lines[i] + "\n";
  }
  return difference;
}

}  // namespace test
