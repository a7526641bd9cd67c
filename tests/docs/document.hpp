#pragma once

#include <string>
#include <vector>

namespace docs_test {

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text);

/// What of a document is code, or output: a fenced block, or lines that are indented by four.
struct Block {
  std::string language;  ///< behind the fence, may be empty; "indented"
  std::string text;      ///< without fences and indentation
  unsigned line = 0;     ///< of the text's first

  bool is_of_terminal() const { return language.empty() || language == "indented" || language == "console"; }
  /// "main.cpp" if the first line is "// main.cpp"; else empty.
  std::string file() const;
};

/// The whole text of a document; `document` is seen from the repository's root.
std::string text_of(const std::string& document);

/// The documents at the top of the tree, docs/*.md and docs/design/*.md.
std::vector<std::string> all_documents();

/// The text without its blocks.
std::string prose_of(const std::string& document);

/// In the order in which they stand.
std::vector<Block> blocks_of(const std::string& document);

/// The texts of those in a language.
std::vector<std::string> blocks_of(const std::string& document, const std::string& language);

/// The one block that begins like this.
Block block_that_begins(const std::string& document, const std::string& begin);

}  // namespace docs_test
