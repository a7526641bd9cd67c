#pragma once

#include <string>
#include <vector>

#include "options/command_table.hpp"

namespace rocm_bindgen::build {

/// A script that teaches a shell to complete the tool's commands, options, values, archs and paths.
std::string bash_completion(const CommandEntry& tool, const std::vector<std::string>& targets);
std::string zsh_completion(const CommandEntry& tool, const std::vector<std::string>& targets);
std::string fish_completion(const CommandEntry& tool, const std::vector<std::string>& targets);

/// The beginning of an option's text, for a list: up to its first ';' or '(', at most 60 characters.
std::string summary(const OptionEntry& option);

/// In single quotes, as a word of a shell that ends one at the next quote; `escape` is what it takes for a quote
/// inside.
std::string single_quoted(const std::string& text, const std::string& escape);

}  // namespace rocm_bindgen::build
