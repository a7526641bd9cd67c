// The error that every failed check of a code object throws.
#pragma once

#include <cstdint>
#include <string>

#include "rocm_bindgen/module.hpp"

namespace rocm_bindgen::runtime {

/// Throws Error(bad_code_object). `what` is a clause: "the section headers end beyond the image".
[[noreturn]] void bad_code_object(const CodeObject& code_object, const Module& module, const std::string& what);

/// Formats a number as readelf shows offsets, addresses and flags: "0x1f8".
std::string hex(std::uint64_t number);

}  // namespace rocm_bindgen::runtime
