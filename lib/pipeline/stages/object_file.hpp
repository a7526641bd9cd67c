// A file with the code object of one source for one target, and with what an output needs of that source. `rocm-bindgen
// compile` writes such files, and `rocm-bindgen emit` makes of any number of them what `build` would have written.
//
// The format is that of a sealed record (see sealed_record.hpp), because it is read by the version of the tool that
// wrote it. It contains no path but those relative to the folder of sources, so that the same input gives the same
// bytes everywhere.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "discover/discover.hpp"
#include "emit/built_module.hpp"
#include "hipify/hipify.hpp"
#include "pipeline/records/build_records.hpp"
#include "rocm_bindgen/build/expected.hpp"
#include "toolchain/target_id.hpp"

namespace rocm_bindgen::build {

struct ObjectFile {
  Source source;
  std::vector<HipFile> texts;  ///< only the members that outputs need
  TargetId target;
  FinishedObject object;  ///< without inputs and warnings, which the compile has reported
  std::string options;    ///< identifies the flags and options of the compile
};

/// The bytes of the file for a source and one of its code objects. `result` is that of the compile.
std::string object_file(const HipSource& source, const BuiltCodeObject& object, const CompileResult& result,
                        const std::string& options);

/// Fails with ExitCode::source_error, as read_file() does, or if this version of the tool has not written the file.
Expected<ObjectFile> read_object_file(const std::filesystem::path& file);

}  // namespace rocm_bindgen::build
