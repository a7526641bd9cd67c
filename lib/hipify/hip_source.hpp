#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "discover/discover.hpp"
#include "support/diagnostic.hpp"

namespace rocm_bindgen {

/// One translated file.
struct HipFile {
  std::filesystem::path original;  ///< the file the text stands for, as it was reached
  std::filesystem::path relative;  ///< its place in an output folder, without ".." and never absolute
  std::string text;                ///< HIP; line N here is line N there
  std::string original_hash;       ///< content_hash() of the CUDA text that was translated
};

/// A source with the project headers it reaches, translated. files.front() is the source itself.
struct HipSource {
  Source source;
  std::vector<HipFile> files;
  std::vector<std::string> absent;  ///< where headers were looked for in vain; one that appears there changes things
  std::vector<Diagnostic> diagnostics;
};

}  // namespace rocm_bindgen
