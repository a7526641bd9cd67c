#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "options/command_table.hpp"

namespace rocm_bindgen::build {

/// What --help prints: for a terminal of 80 columns.
std::string render_help(const CommandEntry& command);

/// A manual page in roff (man macros), for section 1. It tells no date and no machine.
std::string render_man_page(const CommandEntry& command);

/// "rocm-bindgen-build": the page of `command`, without its section.
std::string page_name(const CommandEntry& command);

/// `text` in lines of at most `width` characters, as long as its words allow.
std::vector<std::string> wrapped(const std::string& text, std::size_t width);

/// "[OPTIONS] -o FILE [SRC...]": what stands behind the name of a command.
std::string synopsis(const CommandEntry& command);

}  // namespace rocm_bindgen::build
