// What documents show of a terminal is what happens: each ```console block is run, in a folder with the files that the
// document has shown until there. A line with "..." stands for anything, at its end or as lines.
#include <sstream>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/tool.hpp"

using namespace test;

namespace {

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text) {
  std::istringstream stream(text);
  Lines lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Words without quoting: what the documents show needs none.
Lines words_of(const std::string& command) {
  std::istringstream stream(command);
  Lines words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

bool same_line(const std::string& shown, const std::string& printed) {
  if (!ends_with(shown, "...")) return shown == printed;
  return printed.rfind(shown.substr(0, shown.size() - 3), 0) == 0;
}

/// Does what was printed match what is shown?
bool matches(const Lines& shown, std::size_t i, const Lines& printed, std::size_t k) {
  if (i == shown.size()) return k == printed.size();
  if (shown[i] == "...") {
    for (auto next = k; next <= printed.size(); ++next)
      if (matches(shown, i + 1, printed, next)) return true;
    return false;
  }
  return k < printed.size() && same_line(shown[i], printed[k]) && matches(shown, i + 1, printed, k + 1);
}

/// Runs a document's blocks from the first to the last in `folder`; how many of them were of a console.
int run_document(const std::string& document, const Folder& folder) {
  int consoles = 0;
  std::string language, block;
  bool inside = false;
  for (const auto& line : lines_of(read(std::string(ROCM_BINDGEN_SOURCE_DIR) + "/" + document))) {
    if (line.rfind("```", 0) != 0) {
      if (inside) block += line + "\n";
      continue;
    }
    inside = !inside;
    if (inside) {
      language = line.substr(3);
      block.clear();
    } else if (block.rfind("// ", 0) == 0) {
      folder.write(block.substr(3, block.find('\n') - 3), block);
    } else if (language == "console") {
      auto shown = lines_of(block);
      REQUIRE(shown.front().rfind("$ rocm-bindgen ", 0) == 0);
      auto words = words_of(shown.front().substr(2));
      words.erase(words.begin());
      const auto finished = rocm_bindgen(words, {folder.path(), {}});
      const auto printed = finished.err + finished.out;
      INFO(document << ": " << shown.front() << "\nprinted:\n" << printed);
      shown.erase(shown.begin());
      CHECK(matches(shown, 0, lines_of(printed), 0));
      ++consoles;
    }
  }
  return consoles;
}

}  // namespace

TEST_CASE("docs: the terminals of quick-start.md, and its program") {
  const Folder folder;
  CHECK(run_document("docs/quick-start.md", folder) == 3);
  const auto library = std::filesystem::path(ROCM_BINDGEN_RUNTIME_LIBRARY).parent_path().string();
  const auto linked =
      run({"g++", "-std=c++17", "main.cpp", std::string("-I") + ROCM_BINDGEN_SOURCE_DIR + "/runtime/include",
           "-L" + library, "-lrocm_bindgen_runtime", "-Wl,-rpath," + library, "-o", "scale"},
          {folder.path(), {}});
  INFO(linked.err);
  REQUIRE(linked.exit_code == 0);
  const auto shown = read(std::string(ROCM_BINDGEN_SOURCE_DIR) + "/docs/quick-start.md");
  const auto result =
      run({"./scale"},
          {folder.path(), {{"ROCM_BINDGEN_DRIVER", "emulated:gfx1100"}, {"ROCM_BINDGEN_EMULATOR_LIBRARY", ""}}});
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(shown.find("./scale\n    " + result.out) != std::string::npos);
}

TEST_CASE("docs: the terminals of troubleshooting.md") {
  const Folder folder;
  CHECK(run_document("docs/troubleshooting.md", folder) == 12);
}

TEST_CASE("docs: the terminals of command-line.md") {
  const Folder folder;
  folder.write("kernels/scale.cu", kernel_source("scale"));
  CHECK(run_document("docs/command-line.md", folder) == 3);
}
