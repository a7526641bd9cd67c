#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "rocm_bindgen/build/embedding.hpp"
#include "rocm_bindgen/build/expected.hpp"
#include "rocm_bindgen/build/options.hpp"

namespace rocm_bindgen::build {

/// The kind of file that Bindings::write() writes as its main output.
enum class OutputLanguage { cpp, rust, c, json, rust_launch };

/// How the output is written. The defaults give a C++ header that needs no other file.
struct WriteOptions {
  /// The C++ namespace of the emitted declarations. C output uses it as a prefix of its names.
  std::string name_space = "kernels";
  /// Where the code objects are stored.
  Embedding embedding = Embedding::literal;
  /// Whether embedded code objects are compressed with zstd.
  bool compress = true;
  /// Whether a C++ header contains a copy of rocm_bindgen/module.hpp; otherwise it includes that file.
  bool inline_runtime = true;
  std::filesystem::path dependency_file;        ///< a make-style dependency file to write as well; empty = none
  std::vector<std::string> dependency_targets;  ///< targets of its rule, written verbatim; empty = the header
  OutputLanguage language = OutputLanguage::cpp;
  std::filesystem::path template_file{};  ///< a mustache template to fill in instead of the built-in one; empty = none
  /// The file that the options were read from, listed as a prerequisite in the dependency file; empty = none.
  std::filesystem::path config_file{};
  /// A file that the caller writes after write(). It is passed so that write() can refuse another output with the same
  /// path; empty = none.
  std::filesystem::path statistics_file{};
  /// For Bazel's unused_inputs_list. `possible_inputs` is a file with paths, one per line; write_object() writes to
  /// `unused_inputs` those that the build did not read, or none of them if the build may have read files that it does
  /// not know of. Empty = none.
  std::filesystem::path possible_inputs{};
  std::filesystem::path unused_inputs{};
};

/// Sizes of one code object of a module.
struct CodeObjectSummary {
  /// The target ID, in canonical form.
  std::string target;
  std::size_t bytes = 0;  ///< size of the ELF image
  /// Size as embedded; equal to `bytes` if it is not compressed.
  std::size_t compressed_bytes = 0;
};

/// Counts, sizes and build time of one module.
struct ModuleSummary {
  std::string name;
  std::size_t kernels = 0;
  std::vector<CodeObjectSummary> code_objects;
  double seconds = 0;  ///< time spent on the module in this build, summed over all its jobs; 0 = it was up to date
};

/// The result of a build: every module with all its code objects, verified against the kernels that the sources define.
/// It owns everything that it returns references to; the references are valid until the object is moved from or
/// destroyed. Movable, not copyable, not thread safe.
class Bindings {
 public:
  struct State;
  /// Called by Builder only; users get a Bindings from Builder::build_hsaco().
  explicit Bindings(std::unique_ptr<State> state);
  /// A moved-from object can only be destroyed or assigned to.
  Bindings(Bindings&&) noexcept;
  /// A moved-from object can only be destroyed or assigned to.
  Bindings& operator=(Bindings&&) noexcept;
  ~Bindings();

  /// Writes the main output (a header, and the file next to it that some embeddings need, or whatever else `options`
  /// selects), the dependency file if one was requested, and the artifacts in the build's out_dir: translated sources,
  /// code objects and manifest.json. Either all files are written or none is changed. A file whose bytes would not
  /// change keeps its time stamp, and artifacts of an earlier build that are no longer produced are removed. Fails with
  /// ExitCode::output if a file cannot be written; ExitCode::usage if an output is also an input or another output, or
  /// if the template cannot be read; ExitCode::source_error if the template has an error; either of these two if an
  /// output cannot express a name; and ExitCode::interrupted.
  Expected<Done> write(const std::filesystem::path& header, const WriteOptions& options = {});

  /// Writes the artifacts only, with the same guarantees as write().
  Expected<Done> write_artifacts();

  /// Writes an object file, for emit_objects(), and the dependency file and the unused inputs if `options` request
  /// them. Nothing else in `options` has an effect. Fails with ExitCode::usage unless the build had one source and one
  /// target, with ExitCode::source_error if the list of possible inputs cannot be read, and with ExitCode::output.
  Expected<Done> write_object(const std::filesystem::path& file, const WriteOptions& options = {});

  /// One summary per module, in the order of the sources.
  std::vector<ModuleSummary> modules() const;
  /// Counters of the work that was done and of the results that were reused.
  const BuildStatistics& statistics() const;
  /// Warnings and notes of the build. Errors are in the Failure of a build that failed.
  const std::vector<Diagnostic>& diagnostics() const;
  /// Every file that the build read, sorted. Some entries are folders such as "/p/link/..": the path of a file that was
  /// read led through this folder, and the build watches where "/p/link" leads. These entries end in "/.."; a
  /// dependency file must leave them out.
  const std::vector<std::string>& dependencies() const;
  /// Paths that were probed and not found, sorted. A file that appears at one of them makes the build out of date.
  const std::vector<std::string>& absent() const;
  /// The files that write() and write_artifacts() wrote, or found to have the same bytes already.
  const std::vector<std::string>& outputs() const;
  /// Adds the code objects that this build compiled to the remote cache, if the options name one that may be written.
  /// To be called once, after the outputs have been written, because it can take long. Builder::run() and
  /// Builder::compile() call it themselves. Returns warnings about the remote cache, which are not among diagnostics():
  /// they say nothing about the outputs.
  std::vector<Diagnostic> share_objects();
  /// The time at which the build began.
  std::chrono::system_clock::time_point start_time() const;
  /// Whether a separate compiler was started, because the options name one or because a target needs one.
  bool used_external_compiler() const;
  /// Whether a job may have read files whose names cannot be determined (by assembly directives such as .incbin), so
  /// that its result must not be reused.
  bool reads_unseen_files() const;
  /// For parts of the library that work on the result of the build.
  const State& state() const { return *state_; }

 private:
  std::unique_ptr<State> state_;
};

}  // namespace rocm_bindgen::build
