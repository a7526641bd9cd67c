#pragma once

#include <map>
#include <string>

#include "docs/document.hpp"
#include "support/files.hpp"
#include "support/process.hpp"

namespace docs_test {

enum class Figures {
  kept,
  aside  ///< the document's sources are others than the test's: numbers and hashes may differ
};

/// Does what was printed match what is shown? A line with "..." stands for anything, at its end or as lines.
bool matches(const Lines& shown, const Lines& printed, Figures figures = Figures::kept);
bool matches(const std::string& shown, const std::string& printed, Figures figures = Figures::kept);

/// Who has a document open beside a terminal, in a folder that is their home as well. rocm-bindgen is in PATH.
///
/// What is typed goes to a shell, as it does with readers: it has pipes, variables and `~` in it.
class Reader {
 public:
  Reader();

  const test::Folder& folder() const { return folder_; }
  /// Sets a variable for what is typed from now on; empty: removes it.
  void set(const std::string& variable, const std::string& value) { environment_[variable] = value; }
  /// Makes the folder look like a clone of the repository that was built: `build/`, `runtime/` and so on are there.
  void be_in_clone() const;

  test::Finished type(const std::string& command);
  /// The same, and it has to succeed; what it printed to standard output.
  std::string succeed(const std::string& command);

  /// Goes through a document from the first block to the last: writes what has the name of a file, types the commands,
  /// and holds what they print against what is shown. They have to succeed, but for those that an error is
  /// shown of; one in a ```console block that nothing is shown of has to print nothing. `exceptions`: the commands that
  /// are not typed, and why.
  void follow(const std::string& document, Figures figures = Figures::kept,
              std::map<std::string, std::string> exceptions = {});

 private:
  test::Folder folder_;
  std::map<std::string, std::string> environment_;
  std::string exports_;  ///< the `export` lines typed so far: each command has a shell of its own
};

}  // namespace docs_test
