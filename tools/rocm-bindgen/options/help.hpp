#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "options/command_table.hpp"

namespace rocm_bindgen::build {

/// The output of --help, for a terminal with 80 columns.
std::string render_help(const CommandEntry& command);

/// A manual page in roff (man macros), for section 1. It contains no date and nothing about the machine.
std::string render_man_page(const CommandEntry& command);

/// The name of the page for `command`, without its section: "rocm-bindgen-build".
std::string page_name(const CommandEntry& command);

/// Breaks `text` into lines of at most `width` characters; a longer word gets its own line.
std::vector<std::string> wrapped(const std::string& text, std::size_t width);

/// The arguments of a command, as shown after its name: "[OPTIONS] -o FILE [SRC...]".
std::string synopsis(const CommandEntry& command);

}  // namespace rocm_bindgen::build
