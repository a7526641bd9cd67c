#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace rocm_bindgen::build {

/// What is wrong with a command line, and what to do about it.
struct UsageError {
  std::string text;
  std::string hint;
};

/// Why `root` did not take a command line: the word that it does not know, with the one that may have been meant, if
/// there is such a word; else what CLI11 says.
UsageError explain_usage(const CLI::ParseError& error, const CLI::App& root);

}  // namespace rocm_bindgen::build
