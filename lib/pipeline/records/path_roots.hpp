// Paths in entries of the object cache, written so that they mean the same in every copy of a project.
//
// A path below a root (the source's folder, an include folder, the current folder) is written as the root's number and
// the rest: "0:/common/tile.cuh". Reading it in another copy of the project gives the path there. Any other path is
// written as it is, because it belongs to what is installed on the machine.
//
// An entry that was made in one copy must never be used in another in which the compiler would read other files. The
// compiler makes each path that it probes from a folder of the command and from text in the files that it has read, so
// in the other copy it probes the paths that reading gives there, and the entry says what they must contain. This is
// true if reading inverts writing in both copies. The number of a root is therefore not enough if roots overlap: with
// the include folder `src/inc`, "src/inc/a.h" could have been found by `#include "inc/a.h"` or by `#include "a.h"`, and
// where the include folder is elsewhere, these are two files. relations(), which is part of the key of an entry, says
// which roots are inside which others, and which are the same folder under two names, so that only copies in which the
// roots overlap in the same way share entries. Absolute paths in include directives and flags are the remaining
// exception; a result that they led to is not shared (CompileResult::depends_on_place).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocm_bindgen::build {

class PathRoots {
 public:
  /// Adds a folder by the path with which the command names it. Links are followed as well: paths that begin with the
  /// folder's real path are also below the root. Does nothing for "/", and for a folder that is fixed.
  void add(const std::filesystem::path& folder);
  /// Adds a folder that is at the same path for all copies: paths in it are written as they are, unless they are in a
  /// root inside it. To be called before add(). A relative path names another folder in each copy, so it is a root.
  void add_fixed(const std::filesystem::path& folder);
  /// Adds a folder that the tool has made, and into which no other root's paths lead.
  void add_made(const std::filesystem::path& folder);

  /// Writes an absolute path.
  std::string write(const std::string& path) const;
  /// Inverts write(). Empty if write() does not give `written` for any path.
  std::optional<std::string> read(const std::string& written) const;

  /// Writes the paths that occur in a message. Paths in which a root is only a part of a longer name are left alone.
  std::string write_text(const std::string& text) const;
  /// Inverts write_text(). Empty if `written` has a root that does not exist.
  std::optional<std::string> read_text(std::string_view written) const;

  /// Returns whether the path of a root occurs in a file's bytes.
  bool occur_in(std::string_view bytes) const;

  /// Describes how the roots overlap, independently of where they are.
  std::string relations() const;
  /// Identifies this copy of the project.
  std::string places() const;

 private:
  enum class Kind { root, fixed, made };
  struct Root {
    std::string path;  ///< absolute, without a slash at its end
    Kind kind;
  };
  void add(const std::filesystem::path& folder, Kind kind);
  const Root* longest_at(std::string_view text) const;

  std::vector<Root> roots_;         ///< without repetitions
  std::vector<std::size_t> added_;  ///< for each path of each added folder but those made, its index in roots_
};

}  // namespace rocm_bindgen::build
