// Device code that is linked after it was compiled. An object of a source with relocatable device code has a section
// with one bitcode file per target. Linkers for the host copy the section when they link objects to an object, and
// leave it out of programs. The host's code in the object refers to the linked code objects by symbols that begin with
// __hip_fatbin_ and __hip_gpubin_handle_; the object that device linking makes defines them.
//
// The section has one or more records: 8 bytes "RBDEVLNK", the length of the record in 8 bytes, little-endian, and CBOR
// of that length. Between records there may be zeros.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// The relocatable device code of one source.
struct RelocatableCode {
  std::string source;                          ///< for messages: the path as the compiler was given it
  std::map<std::string, std::string> bitcode;  ///< bitcode files by canonical target ID
};

/// The record for the section.
std::string relocatable_record(const RelocatableCode& code);

/// An object file with what matters to device linking.
struct LinkableObject {
  std::string name;                   ///< the path; for a member of an archive "libx.a(member.o)"
  std::vector<RelocatableCode> code;  ///< several if objects were linked to this object; empty if it has none
  std::vector<std::string> wanted;    ///< undefined symbols of linked device code
  std::vector<std::string> defined;   ///< defined symbols of linked device code
};

/// Reads an object or the members of an archive. Other files, such as shared libraries and linker scripts, give no
/// objects. Fails with ExitCode::source_error if the file cannot be read or the section is damaged.
Expected<std::vector<LinkableObject>> read_linkable_objects(const std::filesystem::path& file);

}  // namespace rocm_bindgen::build
