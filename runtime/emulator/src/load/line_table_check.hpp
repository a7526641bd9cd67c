// Line tables, before LLVM reads them.
#pragma once

#include <string_view>

namespace rocm_bindgen::emulator {

/// `section`: .debug_line, decompressed. Are the headers of its tables of DWARF 5 as the standard has them? There, the
/// table itself says which fields a file's entry has and in which form each is. LLVM 19 takes any form for any field,
/// and writes over its stack for some pairs that make no sense.
/// Source: DWARF 5, 6.2.4 "The Line Number Program Header".
bool line_tables_are_sound(std::string_view section);

}  // namespace rocm_bindgen::emulator
