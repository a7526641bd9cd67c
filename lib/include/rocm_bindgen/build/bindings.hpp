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

/// What is written.
enum class OutputLanguage { cpp, rust, c, json };

/// How the output is written: a C++ header unless something else is asked for.
struct WriteOptions {
  std::string name_space = "kernels";
  Embedding embedding = Embedding::literal;
  bool compress = true;
  bool inline_runtime = true;
  std::filesystem::path dependency_file;        ///< a make-style dependency file to write too; empty = none
  std::vector<std::string> dependency_targets;  ///< its targets, written as they are; empty = the header
  OutputLanguage language = OutputLanguage::cpp;
  std::filesystem::path template_file{};    ///< a mustache template to fill in instead; empty = none
  std::filesystem::path config_file{};      ///< what the options were read from: a prerequisite; empty = nothing
  std::filesystem::path statistics_file{};  ///< what the caller writes later, and so no other output; empty = nothing
};

/// One code object of a module, in numbers.
struct CodeObjectSummary {
  std::string target;
  std::size_t bytes = 0;  ///< the ELF image
  std::size_t compressed_bytes = 0;
};

/// One module, in numbers.
struct ModuleSummary {
  std::string name;
  std::size_t kernels = 0;
  std::vector<CodeObjectSummary> code_objects;
  double seconds = 0;  ///< spent on it in this build, over all jobs; 0 = nothing to do
};

/// The result of a build: every module with all its code objects, verified. Movable; not thread safe.
class Bindings {
 public:
  struct State;
  /// Builders make them.
  explicit Bindings(std::unique_ptr<State> state);
  /// What is moved from can only be destroyed or assigned to.
  Bindings(Bindings&&) noexcept;
  /// The same.
  Bindings& operator=(Bindings&&) noexcept;
  ~Bindings();

  /// Writes the header with the file beside it that its embedding may need, or what else the options ask for; the
  /// dependency file if asked for, and the artifacts to the build's out_dir: translated sources, code objects,
  /// manifest.json. All or nothing; unchanged files keep their time stamps; files of an earlier build that no longer
  /// exist are removed. Fails with ExitCode::output.
  Expected<Done> write(const std::filesystem::path& header, const WriteOptions& options = {});

  /// The artifacts without a header.
  Expected<Done> write_artifacts();

  /// In the order of the sources.
  std::vector<ModuleSummary> modules() const;
  /// What was done, and what could be left as it was.
  const BuildStatistics& statistics() const;
  /// Warnings and notes.
  const std::vector<Diagnostic>& diagnostics() const;
  /// Every file that the build read, sorted: the prerequisites of a dependency file. Among them are the folders that
  /// is_watched_folder() knows, which are none.
  const std::vector<std::string>& dependencies() const;
  /// Where it looked for files in vain, sorted.
  const std::vector<std::string>& absent() const;
  /// The files that write() and write_artifacts() have written, or found to be there already.
  const std::vector<std::string>& outputs() const;
  /// When the build began.
  std::chrono::system_clock::time_point start_time() const;
  /// Was a compiler started, whether it was asked for or found to be needed?
  bool used_external_compiler() const;
  /// Has a job read files that nobody can name? See CompileResult.
  bool reads_unseen_files() const;

 private:
  std::unique_ptr<State> state_;
};

}  // namespace rocm_bindgen::build
