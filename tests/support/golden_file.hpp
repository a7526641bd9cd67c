#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace test {

/// A message that hipify has to print about a line of a golden file.
struct ExpectedMessage {
  std::size_t line = 0;  ///< from 1
  std::string severity;  ///< "warning", "error"
  /// What the text holds, in this order.
  std::vector<std::string> parts;
};

/// One way of translating a golden file.
struct GoldenRun {
  std::string name;                  ///< empty: the one run of a file that names none
  std::vector<std::string> options;  ///< of `rocm-bindgen hipify`
  std::string text;                  ///< all of what must come out
  std::vector<ExpectedMessage> messages;
};

/// A CUDA source that carries, beside each construct, what hipify must make of it: tests/golden/hipify/README.md.
struct GoldenFile {
  std::filesystem::path path;
  std::string text;
  bool compiles = false;         ///< what comes out must compile
  std::size_t expectations = 0;  ///< that stand in it
  std::vector<GoldenRun> runs;
};

/// Throws std::runtime_error, which names file and line, if the expectations are not well formed or say nothing.
GoldenFile parse_golden_file(const std::filesystem::path& path, const std::string& text);

/// All of tests/golden/hipify, by name.
std::vector<GoldenFile> golden_files();

/// The lines in which two texts differ: "-" expected, "+" actual, with their numbers, which `#line 1` starts anew.
/// Empty if the texts are equal.
std::string line_difference(const std::string& expected, const std::string& actual);

}  // namespace test
