// The tables of docs/targets.md match the tool's output.
#include <algorithm>
#include <sstream>
#include <vector>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/tool.hpp"

using namespace test;

namespace {

/// Returns the lines that begin with `indentation`, without it and without the last column, "installed" or "generated".
/// That column states where the device libraries come from, which depends on the machine.
std::vector<std::string> lines_of(const std::string& text, const std::string& indentation) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) {
    if (line.rfind(indentation, 0) != 0) continue;
    line.erase(0, indentation.size());
    for (const std::string library : {"installed", "generated"})
      if (line.size() > library.size() && line.substr(line.size() - library.size()) == library)
        line.erase(line.size() - library.size());
    lines.push_back(line.substr(0, line.find_last_not_of(' ') + 1));
  }
  return lines;
}

}  // namespace

TEST_CASE("docs: targets.md has the tables that the tool prints") {
  const auto printed = rocm_bindgen({"targets"});
  REQUIRE(printed.exit_code == 0);
  const auto document = lines_of(read(std::string(ROCM_BINDGEN_SOURCE_DIR) + "/docs/targets.md"), "    ");
  const auto known = lines_of(printed.out, "");
  CHECK(known.size() > 100);  // a wrong parse would give few or none
  for (const auto& line : known)
    if (!line.empty()) {
      INFO("docs/targets.md must contain, indented, what `rocm-bindgen targets` prints:" << line);
      CHECK(std::find(document.begin(), document.end(), line) != document.end());
    }
  // The document has no other rows. A row has at least two columns, with two spaces or more between them.
  const auto is_row = [](const std::string& line) { return line.find("  ") != std::string::npos; };
  for (const auto& line : document)
    if (is_row(line)) {
      INFO("in docs/targets.md but not printed:" << line);
      CHECK(std::find(known.begin(), known.end(), line) != known.end());
    }
}
