#pragma once

#include <string>
#include <vector>

#include "options/command_table.hpp"

namespace rocm_bindgen::build {

/// Each returns a script with which a shell completes the tool's commands, options, values, architectures and paths.
std::string bash_completion(const CommandEntry& tool, const std::vector<std::string>& targets);
std::string zsh_completion(const CommandEntry& tool, const std::vector<std::string>& targets);
std::string fish_completion(const CommandEntry& tool, const std::vector<std::string>& targets);

/// The start of an option's text, for use in a list: up to its first ';' or '(', and at most 60 characters.
std::string summary(const OptionEntry& option);

/// Quotes a word of a shell in which a single-quoted string ends at the next quote; `escape` replaces a quote in the
/// text.
std::string single_quoted(const std::string& text, const std::string& escape);

}  // namespace rocm_bindgen::build
