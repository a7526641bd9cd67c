// The data of the page that `inspect --html` writes, without its presentation: the code objects and kernels of one
// build, or of one build compared with another.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "codeobject/compare.hpp"
#include "codeobject/read_objects.hpp"
#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// Compile times in seconds, by module and target.
using CompileTimes = std::map<std::pair<std::string, std::string>, double>;

/// Reads the times from a file that `build --stats` wrote. Fails with ExitCode::source_error if it is not such a file.
Expected<CompileTimes> read_compile_times(const std::filesystem::path& file);

/// A code object in a report.
struct ReportObject {
  std::string module;
  std::string target;
  std::optional<std::size_t> bytes;         ///< nothing: it no longer exists
  std::optional<std::size_t> bytes_before;  ///< nothing: it did not exist, or there is no comparison
  std::optional<double> seconds;            ///< its compile time; nothing: not known
};

/// How a kernel differs from the one in the other build; `changed` means changed and not worse, see KernelChange.
enum class ReportChange { none, changed, worse, is_new, is_gone };

/// A kernel of a code object in a report. Pointers refer to the objects that the report was made from.
struct ReportKernel {
  std::size_t object = 0;  ///< index into Report::objects
  std::string processor;
  bool cubin = false;                      ///< for a cubin, only registers and arguments in the metadata are meaningful
  const KernelMetadata* before = nullptr;  ///< set only if it differs from `after`
  const KernelMetadata* after = nullptr;   ///< null: the kernel no longer exists
  ReportChange change = ReportChange::none;
};

/// The contents of the page that `inspect --html` writes.
struct Report {
  bool compares = false;   ///< whether two builds are compared
  bool has_times = false;  ///< whether compile times are known
  std::vector<ReportObject> objects;
  std::vector<ReportKernel> kernels;
};

/// Makes a report of `objects`. The report points into them, so they must outlive it.
Report make_report(const std::vector<ReadObject>& objects, const CompileTimes* times);

/// Makes a report of `after` and its differences from `before`. Modules are identified by their names in `old_modules`
/// and `new_modules`, for which `changes` is the comparison. The report points into all of these, so they must outlive
/// it.
Report make_report(const std::vector<ReadObject>& before, const std::vector<ModuleObject>& old_modules,
                   const std::vector<ReadObject>& after, const std::vector<ModuleObject>& new_modules,
                   const std::vector<KernelChange>& changes, const CompileTimes* times);

}  // namespace rocm_bindgen::build
