// What a kernel's printf() prints.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace rocm_bindgen::emulator {

/// `words`: the format, as the zero-terminated text in as many words as it needs, then the arguments: a word for each
/// number, pointer or width, and for %s the text itself, likewise, or one word of zeros for a null pointer. Conversions
/// and flags are C's; integers are narrowed to what their length says, as the device has sent them as 64 bits. A
/// conversion that C does not have, or that has no argument left, is printed as it is.
std::string format_message(std::span<const std::uint64_t> words);

}  // namespace rocm_bindgen::emulator
