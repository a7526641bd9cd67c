#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "support/diagnostic.hpp"

namespace rocm_bindgen {

/// A replacement of text[offset, offset + length).
struct Edit {
  std::size_t offset = 0;
  std::size_t length = 0;
  std::string text;

  friend bool operator<(const Edit& a, const Edit& b) { return a.offset < b.offset; }
};

/// An #include as it stands in the text, in whatever branch.
struct IncludeDirective {
  std::string name;  ///< between the delimiters
  bool quoted = false;
  std::optional<std::size_t> edit;  ///< index of the edit that renames it, if one does
};

/// What a look at a file's tokens gives, without a preprocessor: all branches of #if are seen.
struct TokenScan {
  std::vector<Edit> edits;                 ///< in order, not overlapping
  std::vector<IncludeDirective> includes;  ///< before rewriting
  std::vector<Diagnostic> diagnostics;     ///< CUDA names without a HIP counterpart, at their places
  bool uses_cuda = false;                  ///< an edit, a launch or an execution-space keyword
};

/// Finds what the rules rename in `text`. `file` is for diagnostics.
TokenScan scan_tokens(const std::string& text, const std::string& file);

/// `text` with the edits made; those at the same offset are made in their order.
std::string apply_edits(const std::string& text, std::vector<Edit> edits);

}  // namespace rocm_bindgen
