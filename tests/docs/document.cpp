#include "docs/document.hpp"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "support/catch.hpp"
#include "support/files.hpp"

namespace docs_test {
namespace fs = std::filesystem;
namespace {

const fs::path kRoot = ROCM_BINDGEN_SOURCE_DIR;

bool begins_with(const std::string& text, const std::string& begin) {
  return text.compare(0, begin.size(), begin) == 0;
}

}  // namespace

Lines lines_of(const std::string& text) {
  std::istringstream stream(text);
  Lines lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string Block::file() const {
  const auto first = text.substr(0, text.find('\n'));
  const bool names_file =
      begins_with(first, "// ") && first.find(' ', 3) == std::string::npos && first.find('.') != std::string::npos;
  return names_file ? first.substr(3) : std::string();
}

std::string text_of(const std::string& document) {
  return test::read(kRoot / document);
}

std::vector<std::string> all_documents() {
  std::vector<std::string> names{"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"};
  for (const auto& entry : fs::directory_iterator(kRoot / "docs"))
    if (entry.path().extension() == ".md") names.push_back("docs/" + entry.path().filename().string());
  for (const auto& entry : fs::directory_iterator(kRoot / "docs/design"))
    names.push_back("docs/design/" + entry.path().filename().string());
  std::sort(names.begin() + 4, names.end());  // the four documents of the root folder stay first
  return names;
}

std::string prose_of(const std::string& document) {
  std::string prose;
  bool inside = false;
  for (const auto& line : lines_of(text_of(document))) {
    if (begins_with(line, "```")) {
      inside = !inside;
    } else if (!inside && !begins_with(line, "    ")) {
      prose += line + "\n";
    }
  }
  return prose;
}

std::vector<Block> blocks_of(const std::string& document) {
  std::vector<Block> blocks;
  bool fenced = false, indented = false;
  unsigned number = 0, blank = 0;  // blank: empty lines, which belong to a block if it continues after them
  for (const auto& line : lines_of(text_of(document))) {
    ++number;
    if (begins_with(line, "```")) {
      fenced = !fenced;
      indented = false;
      if (fenced) blocks.push_back({line.substr(3), "", number + 1});
    } else if (fenced) {
      blocks.back().text += line + "\n";
    } else if (begins_with(line, "    ")) {
      // After a line of text, four spaces continue the paragraph or a list item.
      if (!indented && blank == 0) continue;
      if (!indented) blocks.push_back({"indented", "", number});
      if (indented) blocks.back().text += std::string(blank, '\n');
      blocks.back().text += line.substr(4) + "\n";
      indented = true;
      blank = 0;
    } else if (line.empty()) {
      ++blank;
    } else {
      indented = false;
      blank = 0;
    }
  }
  INFO(document);
  CHECK_FALSE(fenced);
  return blocks;
}

std::vector<std::string> blocks_of(const std::string& document, const std::string& language) {
  std::vector<std::string> texts;
  for (auto& block : blocks_of(document))
    if (block.language == language) texts.push_back(std::move(block.text));
  return texts;
}

Block block_that_begins(const std::string& document, const std::string& begin) {
  std::vector<Block> found;
  for (auto& block : blocks_of(document))
    if (begins_with(block.text, begin)) found.push_back(std::move(block));
  INFO(document << ": " << begin);
  REQUIRE(found.size() == 1);
  return found.front();
}

}  // namespace docs_test
