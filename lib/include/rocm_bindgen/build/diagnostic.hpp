#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rocm_bindgen::build {

/// The kind of a failure, as the exit code of the command `rocm-bindgen`; documented in `rocm-bindgen --help`.
enum class ExitCode {
  done = 0,
  source_error = 1,   ///< the user's sources have errors
  usage = 2,          ///< wrong usage: flags, names, paths on the command line
  toolchain = 3,      ///< the toolchain is missing or broken
  output = 4,         ///< an output could not be written
  job_crashed = 5,    ///< a job crashed, timed out or ran out of memory
  internal = 70,      ///< a defect in rocm-bindgen itself
  interrupted = 130,  ///< SIGINT or SIGTERM
};

enum class Severity { note, warning, error };

/// "note", "warning" or "error".
std::string_view name_of(Severity severity);

/// One message for the user. `file` is empty if the message is about no particular file; `line` and `column` count from
/// 1, and 0 means unknown.
struct Diagnostic {
  Severity severity = Severity::error;
  /// The exit code that the command returns for this error; unused for notes and warnings.
  ExitCode code = ExitCode::source_error;
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  std::string text;
  std::string hint;                  ///< advice on what to do; empty = none
  std::string snippet;               ///< source lines as the compiler shows them, newline-terminated; may be empty
  std::vector<std::string> targets;  ///< target IDs for which the message was reported; empty = all
  std::string category;              ///< a name to filter by: "inline PTX"; empty = none

  /// Compares all members.
  friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

/// The reason why a function returned no value. Contains at least one diagnostic.
struct Failure {
  std::vector<Diagnostic> diagnostics;

  /// Makes a failure of one error that is about no particular file.
  Failure(ExitCode code, std::string text, std::string hint = {});
  /// Makes a failure of one diagnostic.
  explicit Failure(Diagnostic diagnostic) { diagnostics.push_back(std::move(diagnostic)); }
  /// Makes a failure of several diagnostics, at least one of which is an error.
  explicit Failure(std::vector<Diagnostic> all) : diagnostics(std::move(all)) {}

  /// The exit code that the command returns: the highest one among the errors.
  ExitCode code() const;
};

/// Whether the diagnostic explains a change that needs no action: a note with a category. Commands print these notes
/// only with --verbose. A note without a category belongs to the message before it.
bool is_explanation(const Diagnostic& diagnostic);

/// Whether at least one of the diagnostics is an error.
bool has_errors(const std::vector<Diagnostic>& diagnostics);

/// Merges diagnostics that differ only in their targets into one that lists all of them. The order of first appearance
/// is kept.
std::vector<Diagnostic> fold_targets(std::vector<Diagnostic> diagnostics);

/// The number of warnings of a category that commands print: enough to see what the category is about. A tree of
/// sources can have hundreds of one category, among which others would be overlooked.
inline constexpr std::size_t kWarningsOfAKind = 3;

/// Keeps the first `most` warnings of each category, with their notes, and replaces the others by one warning per
/// category at the end, which has their number. Explanations are dropped; errors and warnings without a category are
/// kept.
std::vector<Diagnostic> fold_categories(std::vector<Diagnostic> diagnostics, std::size_t most);

/// Formats the diagnostic as clang does: `file:line:column: severity: text`, followed by the snippet and the hint,
/// newline-terminated. If `colours` is true, the text contains terminal escape sequences.
std::string render(const Diagnostic& diagnostic, bool colours = false);

/// Formats the diagnostic as one line with a JSON object, for --message-format=json.
std::string render_json(const Diagnostic& diagnostic);

}  // namespace rocm_bindgen::build
