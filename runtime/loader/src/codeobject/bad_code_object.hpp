// The one sentence that every failed check of a code object ends in.
#pragma once

#include <cstdint>
#include <string>

#include "rocm_bindgen/module.hpp"

namespace rocm_bindgen::runtime {

/// Throws Error(bad_code_object). `what` is a clause: "the section headers end beyond the image".
[[noreturn]] void bad_code_object(const CodeObject& code_object, const Module& module, const std::string& what);

/// "0x1f8": offsets, addresses and flags as readelf shows them.
std::string hex(std::uint64_t number);

}  // namespace rocm_bindgen::runtime
