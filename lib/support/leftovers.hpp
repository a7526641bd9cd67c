#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// What writers leave behind that are killed: files and folders named "NAME.tmp-XXXXXX" beside their final places.

/// Removes those of `path`. Nobody else may be writing it.
void remove_temporaries_of(const std::filesystem::path& path);

/// Removes those in `folder`, whatever their names and not below, that are older than an hour: nobody writes a file for
/// so long.
void remove_old_temporaries(const std::filesystem::path& folder);

/// The outputs that are being written into a folder, noted for as long as they are: what a killed build leaves beside
/// them, the next one removes. One process at a time has it; others wait.
class OutputJournal {
 public:
  /// Kept in `out_dir`/.rocm-bindgen, which is made. Where that cannot be, nothing is noted: whoever writes there will
  /// say why. Of what it has noted, only the temporaries of files below `out_dir` and of `outputs` are removed: the
  /// journal may have come with the folder.
  OutputJournal(const std::filesystem::path& out_dir, const std::vector<std::filesystem::path>& outputs);
  OutputJournal(const OutputJournal&) = delete;
  OutputJournal& operator=(const OutputJournal&) = delete;
  /// All that was noted is in its place, or was given up.
  ~OutputJournal();

  /// To be called before anything is written beside `output`.
  void note(const std::filesystem::path& output);

 private:
  int file_;
};

}  // namespace rocm_bindgen::build
