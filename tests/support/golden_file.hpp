#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace test {

/// A message that hipify must print about a line of a golden file.
struct ExpectedMessage {
  std::size_t line = 0;  ///< counted from 1
  std::string severity;  ///< "warning", "error"
  /// Texts that the message contains, in this order.
  std::vector<std::string> parts;
};

/// One way of translating a golden file.
struct GoldenRun {
  std::string name;                  ///< empty for the only run of a file that names none
  std::vector<std::string> options;  ///< options of `rocm-bindgen hipify`
  std::string text;                  ///< the complete expected output
  std::vector<ExpectedMessage> messages;
};

/// A CUDA source that has, next to each construct, the expected output of hipify; see tests/golden/hipify/README.md.
struct GoldenFile {
  std::filesystem::path path;
  std::string text;
  bool compiles = false;         ///< whether the output must compile
  std::size_t expectations = 0;  ///< number of expectations in the file
  std::vector<GoldenRun> runs;
};

/// Throws std::runtime_error, which names file and line, if the expectations are malformed or have no effect.
GoldenFile parse_golden_file(const std::filesystem::path& path, const std::string& text);

/// All files of tests/golden/hipify, sorted by name.
std::vector<GoldenFile> golden_files();

/// The lines in which two texts differ: "-" expected, "+" actual, with their line numbers, which restart at `#line 1`.
/// Empty if the texts are equal.
std::string line_difference(const std::string& expected, const std::string& actual);

}  // namespace test
