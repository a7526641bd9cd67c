// The output files of nvcc: their names and how they are written.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "nvcc/settings.hpp"
#include "pipeline/records/seen_files.hpp"

namespace rocm_bindgen::build::driver {

/// The output for an input: -o, or the input's name with another extension in the current folder or that of -odir.
std::filesystem::path output_for(const Input& input, const Settings& settings, const std::string& extension);

/// Writes an output. A device such as /dev/null is written in place. Fails with ExitCode::output.
Expected<Done> write_output(const std::filesystem::path& path, const std::string& bytes);

/// The make rule for a source: the header files among `inputs`, as -M prints them. Fails as emit_dependency_file()
/// does.
Expected<std::string> make_rule(const Input& input, const Settings& settings, const Inputs& inputs);

/// The file of -MD.
std::filesystem::path rule_file(const Input& input, const Settings& settings);

/// The target of the rule for an input: -MT, or its object.
std::string rule_target(const Input& input, const Settings& settings);

}  // namespace rocm_bindgen::build::driver
