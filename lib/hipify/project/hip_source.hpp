#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "discover/discover.hpp"
#include "rocm_bindgen/build/diagnostic.hpp"

namespace rocm_bindgen::build {

/// What was found and done in one file, for reports.
struct HipifyStatistics {
  unsigned lines = 0;
  unsigned changed_lines = 0;                 ///< with at least one renamed token
  unsigned launches = 0;                      ///< `<<<...>>>`
  std::map<std::string, unsigned> converted;  ///< occurrences of CUDA names that HIP has, by API family ("runtime")
  std::map<std::string, unsigned> findings;   ///< places that need a look, by reason ("no HIP counterpart")
};

/// One translated file.
struct HipFile {
  std::filesystem::path original;  ///< the file the text stands for, as it was reached
  std::filesystem::path relative;  ///< its place in an output folder, without ".." and never absolute
  std::string text;                ///< HIP; line N here is line N there
  std::string tree_text;           ///< `text` for the output folder, where headers stand elsewhere; empty: the same
  std::string original_hash;       ///< content_hash() of the CUDA text that was translated
  HipifyStatistics statistics;

  /// What an output folder gets at `relative`.
  const std::string& placed_text() const { return tree_text.empty() ? text : tree_text; }
};

/// A source with the project headers it reaches, translated. files.front() is the source itself.
struct HipSource {
  Source source;
  std::vector<HipFile> files;
  std::vector<std::string> absent;    ///< where headers were looked for in vain; one that appears there changes things
  std::vector<std::string> read_too;  ///< watched_paths() of files that had a say in the translation beyond `files`
  /// Folders of headers that no flag names and that were found near the source; absolute.
  std::vector<std::string> implied_folders;
  /// warpSize, shuffles and votes are HIP's, about waves, unless a flag of the user's decides.
  bool means_waves = false;
  /// HIP compiles it, too, or nothing else does: HIP's vector types have operators there, which CUDA's have not.
  bool is_written_for_hip = false;
  std::vector<Diagnostic> diagnostics;
};

void to_json(nlohmann::json& json, const HipFile& file);
void from_json(const nlohmann::json& json, HipFile& file);

/// All members but `source`, which whoever reads it knows.
void to_json(nlohmann::json& json, const HipSource& hip);
void from_json(const nlohmann::json& json, HipSource& hip);

}  // namespace rocm_bindgen::build
