// Formats the messages of kernels' printf(), whose format and arguments the host gets as words of 64 bits.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace rocm_bindgen::emulator {

/// `words` has the format and then the arguments. The format and each argument of %s are zero-terminated texts, padded
/// to whole words; a null pointer for %s is one word of zeros. Any other argument, and each `*` in a format, has one
/// word. Conversions and flags are those of C and POSIX; %n prints and stores nothing. Integers come as 64 bits and are
/// narrowed to the type that the conversion's length states ("hh": char). A conversion that C does not have, or that
/// has no argument left, is printed as it is.
std::string format_message(std::span<const std::uint64_t> words);

}  // namespace rocm_bindgen::emulator
