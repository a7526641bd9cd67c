#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "discover/discover.hpp"
#include "rocm_bindgen/build/diagnostic.hpp"

namespace rocm_bindgen::build {

/// The numbers that reports show for one file.
struct HipifyStatistics {
  unsigned lines = 0;
  unsigned changed_lines = 0;                 ///< lines with at least one edit
  unsigned launches = 0;                      ///< number of `<<<...>>>`
  std::map<std::string, unsigned> converted;  ///< occurrences of CUDA names that HIP has, by API family ("runtime")
  std::map<std::string, unsigned> findings;   ///< places that need manual work, by reason ("no HIP counterpart")
};

/// One translated file.
struct HipFile {
  std::filesystem::path original;  ///< the file that was translated, as the path by which it was found
  std::filesystem::path relative;  ///< its path in an output folder: relative and without ".."
  std::string text;                ///< the HIP text; its line N is line N of the original
  std::string tree_text;           ///< `text` with includes for the output folder's layout; empty: the same as `text`
  std::string original_hash;       ///< content_hash() of the CUDA text that was translated
  HipifyStatistics statistics;

  /// The text to write to `relative` in an output folder.
  const std::string& placed_text() const { return tree_text.empty() ? text : tree_text; }
};

/// A translated source with the project headers that it includes. files.front() is the source itself.
struct HipSource {
  Source source;
  std::vector<HipFile> files;
  /// Paths where headers were searched and not found. A file that appears there later may change the result.
  std::vector<std::string> absent;
  std::vector<std::string> read_too;  ///< watched_paths() of other files that affected the translation
  /// Folders of headers that no flag names and that were found near the source, as absolute paths.
  std::vector<std::string> implied_folders;
  /// warpSize, shuffles and votes refer to waves, as in HIP, unless a flag decides otherwise.
  bool means_waves = false;
  /// HIP compiles the original as well, or only HIP does. In these sources vector types have HIP's operators, which
  /// CUDA's vector types lack.
  bool is_written_for_hip = false;
  std::vector<Diagnostic> diagnostics;
};

void to_json(nlohmann::json& json, const HipFile& file);
void from_json(const nlohmann::json& json, HipFile& file);

/// Converts all members except `source`, which the reader has to supply.
void to_json(nlohmann::json& json, const HipSource& hip);
void from_json(const nlohmann::json& json, HipSource& hip);

}  // namespace rocm_bindgen::build
