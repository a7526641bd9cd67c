#pragma once

#include <cstdint>

#include <CLI/CLI.hpp>

namespace rocm_bindgen::build {

/// Validators for options with numbers. Those of CLI11 accept a minus sign for unsigned numbers, and read "010" as 8.
///
/// Accepts decimal digits, for a number within the bounds.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);

/// Accepts a number of bytes, "2GB" or "1.5 MiB" (a KB has 1024 bytes), and replaces it by the number.
CLI::Validator size_in_bytes();

/// Accepts a finite number above 0.
CLI::Validator positive_seconds();

}  // namespace rocm_bindgen::build
