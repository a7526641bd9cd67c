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

/// Seconds that compiles took, by module and target.
using CompileTimes = std::map<std::pair<std::string, std::string>, double>;

/// From a file of `build --stats`. Fails with ExitCode::source_error where it is none.
Expected<CompileTimes> read_compile_times(const std::filesystem::path& file);

/// One code object in a report.
struct ReportObject {
  std::string module;
  std::string target;
  std::optional<std::size_t> bytes;         ///< nothing: it is gone
  std::optional<std::size_t> bytes_before;  ///< nothing: there was none, or nothing is compared
  std::optional<double> seconds;            ///< its compile took; nothing: not known
};

enum class ReportChange { none, changed, worse, is_new, is_gone };

/// One kernel of one code object in a report. The metadata belongs to what the report was made of.
struct ReportKernel {
  std::size_t object = 0;  ///< index of Report::objects
  std::string processor;
  bool cubin = false;                      ///< of the metadata, only registers and arguments mean something
  const KernelMetadata* before = nullptr;  ///< only where it is not the same as `after`
  const KernelMetadata* after = nullptr;   ///< null: it is gone
  ReportChange change = ReportChange::none;
};

/// What `inspect --html` shows.
struct Report {
  bool compares = false;   ///< two builds, not one
  bool has_times = false;  ///< of compiles
  std::vector<ReportObject> objects;
  std::vector<ReportKernel> kernels;
};

/// A report of `objects`, which it points into.
Report make_report(const std::vector<ReadObject>& objects, const CompileTimes* times);

/// A report of `after`, and of what is not the same in `before`. Modules are told apart by the names that
/// `old_modules` and `new_modules` have for them, of which `changes` is the comparison. Points into all of these.
Report make_report(const std::vector<ReadObject>& before, const std::vector<ModuleObject>& old_modules,
                   const std::vector<ReadObject>& after, const std::vector<ModuleObject>& new_modules,
                   const std::vector<KernelChange>& changes, const CompileTimes* times);

}  // namespace rocm_bindgen::build
