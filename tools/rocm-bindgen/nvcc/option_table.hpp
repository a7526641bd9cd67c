// The options of NVIDIA's nvcc 12 and 13 as data. The parser, --help and the table in docs/nvcc.md are made from it.
// Each option is honoured, ignored because nothing on AMD corresponds to it, or refused because ignoring it would give
// a program that does something else than requested.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rocm_bindgen::build::driver {

enum class Treatment { honoured, ignored, refused };

/// Whether an option has a value: none, one, or several that are separated by commas.
enum class Value { none, one, list };

struct Option {
  std::string_view section;     ///< heading in --help
  std::string_view name;        ///< the long form, without its two hyphens: "compiler-options"
  std::string_view short_name;  ///< the form with one hyphen, without it: "Xcompiler"; may equal `name`
  Value value = Value::none;
  std::string_view value_name;  ///< as shown in --help: "<file>"; empty if there is no value
  Treatment treatment = Treatment::honoured;
  std::string_view text;          ///< what it does
  std::string_view reason = {};   ///< ignored: why this is harmless; refused: what to do instead
  std::string_view choices = {};  ///< permitted values, separated by '|'; empty = any
};

/// All options, in the order of --help.
const std::vector<Option>& option_table();

/// The option that `word`, such as "--ptx" or "-O3" or "-arch=sm_80", begins; null if there is none. nvcc distinguishes
/// long and short forms by the number of hyphens, and this function does, too.
const Option* find_option(std::string_view word);

/// Whether the value of the option may follow its short form directly: "-O3".
bool may_be_joined(const Option& option);

/// The output of --help.
std::string help_text();

/// The option table as a Markdown table, as it is in docs/nvcc.md.
std::string option_table_as_markdown();

}  // namespace rocm_bindgen::build::driver
