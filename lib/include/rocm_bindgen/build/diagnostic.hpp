#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rocm_bindgen::build {

/// What the process exits with; documented in `rocm-bindgen --help`.
enum class ExitCode {
  done = 0,
  source_error = 1,   ///< the user's sources have errors
  usage = 2,          ///< bad usage: flags, names, paths given
  toolchain = 3,      ///< the toolchain is missing or broken
  output = 4,         ///< an output could not be written
  job_crashed = 5,    ///< a job crashed, timed out or ran out of memory
  internal = 70,      ///< a defect of ours
  interrupted = 130,  ///< SIGINT or SIGTERM
};

enum class Severity { note, warning, error };

std::string_view name_of(Severity severity);

/// One thing to tell the user. `file` is empty where none is concerned; `line` and `column` count from 1, 0 = unknown.
struct Diagnostic {
  Severity severity = Severity::error;
  ExitCode code =
      ExitCode::source_error;  ///< what an error of this kind ends the process with; notes and warnings: unused
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  std::string text;
  std::string hint;                  ///< what to do about it; empty = nothing to suggest
  std::string snippet;               ///< source lines as the compiler shows them, newline-terminated; may be empty
  std::vector<std::string> targets;  ///< offload archs concerned; empty = all
  std::string category;              ///< a name to filter by, "inline PTX"; empty = none

  /// Member by member.
  friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

/// Why a stage has no value. Never empty.
struct Failure {
  std::vector<Diagnostic> diagnostics;

  /// One error, without a place.
  Failure(ExitCode code, std::string text, std::string hint = {});
  /// One diagnostic.
  explicit Failure(Diagnostic diagnostic) { diagnostics.push_back(std::move(diagnostic)); }
  /// Several, errors among them.
  explicit Failure(std::vector<Diagnostic> all) : diagnostics(std::move(all)) {}

  /// What the process ends with: the gravest code among the errors.
  ExitCode code() const;
};

bool has_errors(const std::vector<Diagnostic>& diagnostics);

/// Equal diagnostics of several targets become one that names them all; the order of first appearance is kept.
std::vector<Diagnostic> fold_targets(std::vector<Diagnostic> diagnostics);

/// `file:line:column: severity: text` and the lines below it, newline-terminated, in clang's manner; with the escape
/// sequences of a terminal, if it is to have `colours`.
std::string render(const Diagnostic& diagnostic, bool colours = false);

/// One JSON object in a line, for --message-format=json.
std::string render_json(const Diagnostic& diagnostic);

}  // namespace rocm_bindgen::build
