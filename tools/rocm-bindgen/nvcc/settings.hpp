// What a command line of nvcc asks for, in terms of this project: the phase, the inputs, the options of the build.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "nvcc/command_line.hpp"
#include "rocm_bindgen/build/options.hpp"

namespace rocm_bindgen::build::driver {

/// The folder that is shaped like a CUDA toolkit, with bin/nvcc, include/ and lib64/.
struct Toolkit {
  std::filesystem::path root;
};

/// Up to which phase the inputs are processed.
enum class Phase {
  link,          ///< to a program or a shared library
  compile,       ///< to objects
  archive,       ///< to a static library
  device_link,   ///< from relocatable device code to an object, or to code objects without host code
  device_code,   ///< to code objects without host code: -ptx, -cubin, -fatbin
  preprocess,    ///< to text
  dependencies,  ///< to a make rule
};

enum class Language { cuda, cpp, c, linked };

/// An input file; `linked` are objects, archives and shared libraries.
struct Input {
  std::filesystem::path path;
  Language language = Language::linked;
};

/// -MD and its relatives.
struct DependencyRule {
  bool with_compile = false;  ///< -MD, -MMD
  bool system_headers = true;
  bool empty_rules = false;  ///< -MP
  bool joined = false;       ///< whether the rules of several sources are for one file
  std::filesystem::path file;
  std::string target;
};

struct Settings {
  Phase phase = Phase::link;
  std::string code_extension;  ///< of Phase::device_code: "ptx"; of Phase::device_link: empty = an object
  std::string
      text_extension;  ///< of Phase::preprocess: "cu.cpp.ii"; empty = to standard output unless `output` is given
  std::vector<Input> inputs;
  std::filesystem::path output;         ///< -o; empty = named after the input
  std::filesystem::path output_folder;  ///< -odir
  DependencyRule rule;

  /// For CUDA sources. `inputs` is empty: sources are built one at a time.
  BuildOptions build;
  bool relocatable = false;  ///< -rdc=true

  std::filesystem::path host_compiler;                 ///< for C++ sources and for linking
  std::filesystem::path c_compiler;                    ///< for C sources
  std::vector<std::string> host_words;                 ///< for C and C++ sources
  std::vector<std::string> link_words;                 ///< options of the link, which follow the inputs
  std::vector<std::string> libraries;                  ///< -l, which link_words contains, too
  std::vector<std::filesystem::path> library_folders;  ///< -L, which link_words contains, too
  std::vector<std::string> archive_words;              ///< options for ar
  std::filesystem::path archiver;
  bool with_runtime = true;  ///< -cudart is not none
  bool links_device = true;  ///< -nodlink is not given
  bool relocatable_link = false;
  bool run = false;
  std::vector<std::string> run_arguments;

  bool no_warnings = false;       ///< -w
  bool verbose = false;           ///< print the commands
  bool dry_run = false;           ///< print the commands only
  std::string virtual_arch;       ///< the number of the first -arch or -gencode; "75" if there is none
  std::vector<Diagnostic> notes;  ///< about options that have no effect; notes are for -v only
};

/// Interprets the command line. Fails with ExitCode::source_error, nvcc's exit status for a wrong command line, or with
/// ExitCode::toolchain if the host's compiler is missing.
Expected<Settings> settings_of(const CommandLine& line, const Toolkit& toolkit);

}  // namespace rocm_bindgen::build::driver
