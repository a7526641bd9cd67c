#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace rocm_bindgen::build {

/// The error in a command line, and advice on what to do.
struct UsageError {
  std::string text;
  std::string hint;
};

/// Explains why `root` did not accept a command line: the unknown word, with a suggestion if there is a similar one;
/// otherwise the message of CLI11.
UsageError explain_usage(const CLI::ParseError& error, const CLI::App& root);

}  // namespace rocm_bindgen::build
