// Checks the line tables of debug information before LLVM reads them.
#pragma once

#include <string_view>

namespace rocm_bindgen::emulator {

/// `section` is .debug_line, decompressed. Returns whether the headers of its tables of version 5 follow the standard.
/// In such a header, the table itself states which fields a file's entry has, and in which form each field is stored.
/// LLVM 19 accepts any form for any field, and for some invalid pairs it writes beyond a buffer on its stack. The
/// format is described in DWARF 5, 6.2.4 "The Line Number Program Header".
bool line_tables_are_sound(std::string_view section);

}  // namespace rocm_bindgen::emulator
