// build --ninja: a build as a graph for ninja, which then runs `compile` for each code object, and `emit`.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "rocm_bindgen/build/builder.hpp"

namespace rocm_bindgen::build {

/// A graph, without its jobs. Paths are as they are in the arguments, so relative ones are relative to the folder in
/// which ninja runs.
struct NinjaGraph {
  std::filesystem::path file;                  ///< the graph itself
  std::vector<std::filesystem::path> outputs;  ///< of `emit`, the main output first
  std::filesystem::path artifacts;             ///< the folder for artifacts; what `compile` writes is in objects/ there
  std::vector<std::filesystem::path> inputs;   ///< of the graph: folders of sources, the file of --config
  std::vector<std::string> graph_words;        ///< the command line that writes this graph, without the tool
  std::vector<std::string> compile_words;      ///< options of `compile`
  std::vector<std::string> emit_words;         ///< options of `emit`
};

/// Returns those options on the command line of `from` that `to` has, too, as words of a command line, apart from
/// options that a graph sets itself. `words` are those that `from` was parsed from: an option with another origin, the
/// environment, is left out, because its value may be a password.
std::vector<std::string> options_in_common(const CLI::App& from, const CLI::App& to,
                                           const std::vector<std::string>& words);

/// Writes the graph, unless it exists with the same content. Fails with ExitCode::usage if a name has a character that
/// a graph cannot contain, or if `graph.file` is another program's file, and with ExitCode::output.
Expected<Done> write_ninja_graph(const NinjaGraph& graph, const std::vector<PlannedCommand>& jobs);

}  // namespace rocm_bindgen::build
