// The witness of inputs (see SeenFiles) in a form that means the same in every copy of a project. It has these members:
//   files      an object: the hash of each file that was read, by path
//   links      an object: the real path of each of these files whose path leads through a link
//   absent     a list of paths that were probed and not found
//   folders    a list of paths that end in "..", by which files were reached; see watched_paths(). The folders to which
//              they lead are roots for the other paths. They have no hash: it would be their real path, which differs
//              in another copy
//   relations  how the roots, with these folders among them, overlap; see PathRoots
// All paths are as PathRoots writes them.
#pragma once

#include <optional>

#include <nlohmann/json.hpp>

#include "pipeline/records/path_roots.hpp"
#include "pipeline/records/seen_files.hpp"

namespace rocm_bindgen::build {

/// Converts a witness of SeenFiles. `seen` knows real paths and hashes, and reads those from the file system that it
/// does not know.
nlohmann::json to_portable(const nlohmann::json& witness, PathRoots roots, SeenFiles& seen);

/// Converts a portable witness to a witness with the paths of this copy of the project. Empty if the folders and links
/// here are not those of the copy in which it was made, or if it does not have the members above, because another
/// version of the tool wrote it.
std::optional<nlohmann::json> to_local(const nlohmann::json& portable, PathRoots roots, SeenFiles& seen);

}  // namespace rocm_bindgen::build
