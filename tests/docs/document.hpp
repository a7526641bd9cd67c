#pragma once

#include <string>
#include <vector>

namespace docs_test {

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text);

/// Code or output in a document: a fenced block, or lines that are indented by four.
struct Block {
  std::string language;  ///< the word after the fence, may be empty; "indented" for an indented block
  std::string text;      ///< without fences and indentation
  unsigned line = 0;     ///< line number of the first line of the text

  /// Whether the block may show commands and their output.
  bool is_of_terminal() const { return language.empty() || language == "indented" || language == "console"; }
  /// Returns "main.cpp" if the first line is "// main.cpp"; else an empty string.
  std::string file() const;
};

/// The whole text of a document; `document` is relative to the repository's root.
std::string text_of(const std::string& document);

/// The documents in the root folder, docs/*.md and docs/design/*.md.
std::vector<std::string> all_documents();

/// The text without its blocks.
std::string prose_of(const std::string& document);

/// The blocks in the order of the document.
std::vector<Block> blocks_of(const std::string& document);

/// The texts of the blocks in a language.
std::vector<std::string> blocks_of(const std::string& document, const std::string& language);

/// The only block that begins with this text.
Block block_that_begins(const std::string& document, const std::string& begin);

}  // namespace docs_test
