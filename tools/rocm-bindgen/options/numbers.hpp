#pragma once

#include <cstdint>

#include <CLI/CLI.hpp>

namespace rocm_bindgen::build {

/// Checks of the options whose values are numbers. The parser's own take a minus sign before a number without one, and
/// read "010" as 8.

/// Decimal digits, a number within the bounds.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);

/// A number of bytes, "2GB" or "1.5 MiB" (1024 bytes are a KB): becomes the number.
CLI::Validator size_in_bytes();

/// A finite number above 0.
CLI::Validator positive_seconds();

}  // namespace rocm_bindgen::build
