// nvcc's command line as words and values: which option each word is, and which values it has. What the values mean is
// decided by settings.hpp.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nvcc/option_table.hpp"
#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build::driver {

/// An option as given, with one value; an option with several values is given several times.
struct Given {
  const Option* option = nullptr;
  std::string value;
};

struct CommandLine {
  std::vector<Given> given;          ///< in order; those of $NVCC_PREPEND_FLAGS first, of $NVCC_APPEND_FLAGS last
  std::vector<std::string> inputs;   ///< in order
  std::vector<std::string> unknown;  ///< options that -forward-unknown-... sends to other programs

  /// Options are named by their long form.
  bool has(std::string_view name) const;
  /// The value of the last option with this name; empty if there is none.
  std::string last(std::string_view name) const;
  std::vector<std::string> all(std::string_view name) const;
};

/// Parses the words after the program's name, and response files. Fails with ExitCode::source_error, which is nvcc's
/// exit status for a wrong command line, and nvcc's words.
Expected<CommandLine> parse_command_line(const std::vector<std::string>& words);

/// Splits an option's values at commas, except in quotation marks and after a backslash.
std::vector<std::string> split_values(std::string_view text);

/// Splits text at white space, as a shell does: quotation marks and backslashes protect what they enclose or precede.
std::vector<std::string> split_words(std::string_view text);

}  // namespace rocm_bindgen::build::driver
