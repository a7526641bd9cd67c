#include "docs/reader.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <regex>

#include "support/catch.hpp"
#include "support/tool.hpp"

namespace docs_test {
namespace fs = std::filesystem;
namespace {

bool starts_with(const std::string& text, const std::string& begin) {
  return text.compare(0, begin.size(), begin) == 0;
}

/// Whether a printed line is the one that is shown. "..." at the end of the shown line matches any rest.
bool same_line(const std::string& shown, const std::string& printed) {
  const std::string rest = "...";
  if (shown.size() < rest.size() || shown.compare(shown.size() - rest.size(), rest.size(), rest) != 0)
    return shown == printed;
  return starts_with(printed, shown.substr(0, shown.size() - rest.size()));
}

/// Whether the line is a placeholder for any number of lines.
bool is_ellipsis(const std::string& line) {
  const auto begin = line.find_first_not_of(' ');
  return begin != std::string::npos && line.substr(begin) == "...";
}

/// Whether the shown lines from index `i` on match the printed lines from index `k` on.
bool match_from(const Lines& shown, std::size_t i, const Lines& printed, std::size_t k) {
  if (i == shown.size()) return k == printed.size();
  if (is_ellipsis(shown[i])) {
    for (auto next = k; next <= printed.size(); ++next)
      if (match_from(shown, i + 1, printed, next)) return true;
    return false;
  }
  return k < printed.size() && same_line(shown[i], printed[k]) && match_from(shown, i + 1, printed, k + 1);
}

/// The lines with "#" in place of each hash and number, and with single spaces, because the width of a column depends
/// on the numbers in it.
Lines without_figures(const Lines& lines) {
  const std::regex hash("[0-9a-f]{64}"), number("[0-9]+(\\.[0-9]+)?"), spaces(" +");
  Lines plain;
  for (const auto& line : lines)
    plain.push_back(
        std::regex_replace(std::regex_replace(std::regex_replace(line, hash, "#"), number, "#"), spaces, " "));
  return plain;
}

struct Command {
  std::string text;
  Lines shown;
};

/// Whether the line is a command although it does not begin with "$ ".
bool is_command(const std::string& line) {
  static const std::regex programs(
      "(rocm-bindgen|build/bin/rocm-bindgen|clang\\+\\+-19|clang-offload-bundler-19|rustc|gcc|g\\+\\+|cmake|ctest|find"
      "|export|\\./[a-z]+|[A-Z_]+=[^ ]+) .*|\\./[a-z]+");
  return std::regex_match(line, programs);
}

/// The commands of a block, each with the lines below it; none if the block begins with another line.
std::vector<Command> commands_of(const Block& block) {
  const auto lines = lines_of(block.text);
  const std::string prompt = "$ ";
  const bool prompted = starts_with(lines.front(), prompt);
  std::vector<Command> commands;
  if (!prompted && !is_command(lines.front())) return commands;
  for (const auto& line : lines) {
    if (prompted ? starts_with(line, prompt) : is_command(line))
      commands.push_back({prompted ? line.substr(prompt.size()) : line, {}});
    else
      commands.back().shown.push_back(line);
  }
  return commands;
}

bool shows_error(const Lines& shown) {
  return std::any_of(shown.begin(), shown.end(),
                     [](const std::string& line) { return line.find("error: ") != std::string::npos; });
}

/// Removes a remark after the command; exceptions are named without remarks.
std::string without_remark(const std::string& command) {
  const auto remark = command.find("  #");
  return command.substr(0, command.find_last_not_of(' ', remark) + 1);
}

}  // namespace

bool matches(const Lines& shown, const Lines& printed, Numbers numbers) {
  if (numbers == Numbers::compared) return match_from(shown, 0, printed, 0);
  return match_from(without_figures(shown), 0, without_figures(printed), 0);
}

bool matches(const std::string& shown, const std::string& printed, Numbers numbers) {
  return matches(lines_of(shown), lines_of(printed), numbers);
}

Reader::Reader() : environment_(test::tool_environment()) {
  set("HOME", folder_.path().string());
  // Debian's programs take precedence over those of the same name in a developer's home folder.
  set("PATH", fs::path(test::tool()).parent_path().string() + ":/usr/bin:" + std::getenv("PATH"));
  // A reader has not set this variable, but the environment of the tests may have.
  set("ROCM_BINDGEN_EMULATOR_LIBRARY", "");
}

void Reader::be_in_clone() const {
  fs::create_directory_symlink(ROCM_BINDGEN_BUILD_DIR, folder_ / "build");
  for (const std::string name : {"runtime", "docs", "tools"})
    fs::create_directory_symlink(fs::path(ROCM_BINDGEN_SOURCE_DIR) / name, folder_ / name);
}

test::Finished Reader::type(const std::string& command) {
  if (starts_with(command, "export ")) {
    exports_ += command + "\n";
    return {0, 0, "", ""};
  }
  return test::run({"bash", "-o", "pipefail", "-c", exports_ + command}, {folder_.path(), environment_});
}

std::string Reader::succeed(const std::string& command) {
  const auto finished = type(command);
  INFO(command << "\n" << finished.err << finished.out);
  REQUIRE(finished.exit_code == 0);
  return finished.out;
}

void Reader::follow(const std::string& document, Numbers numbers, std::map<std::string, std::string> exceptions) {
  int typed = 0;
  for (const auto& block : blocks_of(document)) {
    if (!block.file().empty()) folder_.write(block.file(), block.text);
    if (!block.is_of_terminal()) continue;
    for (const auto& [text, shown] : commands_of(block)) {
      if (exceptions.erase(without_remark(text)) == 1) continue;
      const auto finished = type(text);
      INFO(document << ":" << block.line << ": " << text << "\nprinted:\n" << finished.err << finished.out);
      ++typed;
      CHECK((finished.exit_code == 0) == !shows_error(shown));
      if (!shown.empty() || block.language == "console")
        CHECK(matches(shown, lines_of(finished.err + finished.out), numbers));
    }
  }
  for (const auto& [text, reason] : exceptions) FAIL_CHECK(text << " (" << reason << ") is not in " << document);
  CHECK(typed > 0);
}

}  // namespace docs_test
