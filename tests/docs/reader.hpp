#pragma once

#include <map>
#include <string>

#include "docs/document.hpp"
#include "support/files.hpp"
#include "support/process.hpp"

namespace docs_test {

/// Whether numbers and hashes in the output must be those that the document shows.
enum class Numbers {
  compared,  ///< they must be the same
  ignored    ///< they may differ, because the document and the test do not use the same sources
};

/// Whether the printed lines match the shown ones. In a shown line, "..." at the end matches any text; as the whole
/// line, it matches any number of lines.
bool matches(const Lines& shown, const Lines& printed, Numbers numbers = Numbers::compared);
bool matches(const std::string& shown, const std::string& printed, Numbers numbers = Numbers::compared);

/// Plays a person who follows a document and types its commands in a terminal, in a folder that is also the home
/// folder. rocm-bindgen is in PATH.
///
/// A typed command is run by a shell, as it is for readers, with pipes, variables and `~`.
class Reader {
 public:
  Reader();

  const test::Folder& folder() const { return folder_; }
  /// Sets a variable for the commands typed from now on; an empty value removes it.
  void set(const std::string& variable, const std::string& value) { environment_[variable] = value; }
  /// Makes the folder look like a clone of the repository after a build, with `build/`, `runtime/` and so on.
  void be_in_clone() const;

  test::Finished type(const std::string& command);
  /// Types a command that must succeed; returns its standard output.
  std::string succeed(const std::string& command);

  /// Processes a document from the first block to the last: writes the blocks that have the name of a file, types the
  /// commands, and compares their output with the document. Each command must succeed unless the document shows an
  /// error for it. A command in a ```console block without shown output must print nothing. `exceptions` maps the
  /// commands that are not typed to the reasons.
  void follow(const std::string& document, Numbers numbers = Numbers::compared,
              std::map<std::string, std::string> exceptions = {});

 private:
  test::Folder folder_;
  std::map<std::string, std::string> environment_;
  std::string exports_;  ///< the `export` lines typed so far, since each command runs in a separate shell
};

}  // namespace docs_test
