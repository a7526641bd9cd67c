#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// Removes the temporary files of `path` that killed processes did not remove: regular files named "NAME.tmp-XXXXXX"
/// next to it, where NAME is its file name. No other process may be writing `path`.
void remove_temporaries_of(const std::filesystem::path& path);

/// Removes all temporary files and folders directly in `folder` that are older than an hour, because no file takes that
/// long to write.
void remove_old_temporaries(const std::filesystem::path& folder);

/// A list, on disk, of the outputs that are being written. If a build is killed, the next one reads the list and
/// removes the temporary files next to those outputs. The list is locked: one process has it at a time, and others
/// wait.
class OutputJournal {
 public:
  /// The list is `out_dir`/.rocm-bindgen/outputs; folders are created. If that fails, nothing is noted, since writing
  /// the outputs will fail and report the reason. Temporary files are removed only for noted outputs that are below
  /// `out_dir` or in `outputs`, because the list may have been copied with the folder.
  OutputJournal(const std::filesystem::path& out_dir, const std::vector<std::filesystem::path>& outputs);
  OutputJournal(const OutputJournal&) = delete;
  OutputJournal& operator=(const OutputJournal&) = delete;
  /// Clears the list: all noted outputs were written or given up.
  ~OutputJournal();

  /// Notes an output; to be called before anything is written next to it.
  void note(const std::filesystem::path& output);

 private:
  int file_;  ///< descriptor of the list; -1 if nothing is noted
};

}  // namespace rocm_bindgen::build
