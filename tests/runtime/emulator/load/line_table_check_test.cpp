#include "load/line_table_check.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "support/catch.hpp"

using namespace rocm_bindgen::emulator;

namespace {

/// Returns the `width` bytes of a number, the lowest one first.
std::string number(std::uint64_t value, unsigned width) {
  std::string bytes;
  for (unsigned i = 0; i < width; ++i) bytes += static_cast<char>(value >> 8 * i);
  return bytes;
}

/// A line table; the members are the parts that tests change (DWARF 5, 6.2.4). By default, there are two directories,
/// each of which is an offset in .debug_line_str, and two files, each of which has a name and the number of a
/// directory.
struct Table {
  std::uint64_t version = 5;
  bool is_long = false;  ///< the 64-bit format of DWARF
  std::string directories = number(1, 1) + "\x01\x1f" + "\x02" + number(0, 4) + number(9, 4);
  std::string files =
      number(2, 1) + "\x01\x08\x02\x0b" + "\x02" + "a.cu" + number(0, 1) + "\x01" + "b.cu" + number(0, 1) + "\x02";
  std::string program = "\x01\x02\x03";

  std::string bytes() const {
    const unsigned width = is_long ? 8 : 4;
    // Five constants of one byte each, opcode_base, and the number of operands of the opcodes 1 and 2.
    const auto constants = number(0x0e'fb'01'01'04, 5) + number(3, 1) + number(0x0101, 2);
    const auto header = constants + directories + files;
    // After the version: addresses have 8 bytes, segment selectors 0.
    const auto rest = number(version, 2) + number(0x0008, 2) + number(header.size(), width) + header + program;
    return (is_long ? number(0xffffffff, 4) : "") + number(rest.size(), width) + rest;
  }
};

bool sound(const Table& table) {
  return line_tables_are_sound(table.bytes());
}

/// A list of one file. `fields` has the types and forms of the file's fields. The fields themselves are zeros, more
/// than a field of any form has; the check accepts bytes that are left over.
std::string files_of(const std::string& fields) {
  return number(1, 1) + fields + "\x01" + std::string(40, '\0');
}

}  // namespace

TEST_CASE("line tables of compilers are sound", "[load]") {
  CHECK(line_tables_are_sound(""));
  CHECK(sound({}));
  CHECK(line_tables_are_sound(Table().bytes() + Table().bytes()));
  // Tables of other versions than 5 are not checked.
  Table older;
  older.version = 4;
  older.files = "anything";
  CHECK(sound(older));
  // No fields and no entries.
  Table empty;
  empty.directories = empty.files = number(0, 2);
  CHECK(sound(empty));
  Table large;
  large.is_long = true;
  large.directories = number(1, 1) + "\x01\x1f" + "\x01" + number(0, 8);
  CHECK(sound(large));
}

TEST_CASE("each field of a line table's files has its own valid forms", "[load]") {
  // The types (DW_LNCT) are path, directory, time, size, MD5, LLVM's source text (0x2001 as LEB128) and two unknown
  // ones. The numbers after each type are its valid forms (DW_FORM).
  const std::vector<std::pair<std::string, std::vector<unsigned>>> fields{{"\x01", {0x08, 0x0e, 0x1f}},
                                                                          {"\x02", {0x05, 0x0b, 0x0f}},
                                                                          {"\x03", {0x06, 0x07, 0x09, 0x0f}},
                                                                          {"\x04", {0x05, 0x06, 0x07, 0x0b, 0x0f}},
                                                                          {"\x05", {0x1e}},
                                                                          {"\x81\x40", {0x08, 0x0e, 0x1f}},
                                                                          {"\x06", {}},
                                                                          {"\x7f", {}}};
  for (const auto& [type, forms] : fields)
    for (unsigned form = 0; form < 0x80; ++form) {
      Table table;
      table.files = files_of(type + static_cast<char>(form));
      const bool known = std::find(forms.begin(), forms.end(), form) != forms.end();
      INFO("type " << static_cast<int>(type[0]) << ", form " << form);
      CHECK(sound(table) == known);
      table.directories = table.files;
      table.files = number(0, 2);
      CHECK(sound(table) == known);
    }
}

TEST_CASE("line tables that are truncated or have wrong counts are not sound", "[load]") {
  const auto whole = Table().bytes();
  for (std::size_t size = 1; size < whole.size(); ++size) {
    INFO(size << " of " << whole.size() << " bytes");
    CHECK_FALSE(line_tables_are_sound(whole.substr(0, size)));
  }
  // More files than the table has bytes.
  Table many;
  many.files = number(1, 1) + "\x01\x1f" + "\xff\xff\xff\xff\x7f";
  CHECK_FALSE(sound(many));
  // A huge number of files without fields. Such files have no bytes, so the end of the table does not end a loop over
  // them.
  Table endless;
  endless.files = number(0, 1) + "\xff\xff\xff\xff\xff\xff\xff\xff\x7f";
  CHECK_FALSE(sound(endless));
  // A LEB128 number that does not end.
  Table unfinished;
  unfinished.files = number(1, 1) + std::string(20, '\xff');
  CHECK_FALSE(sound(unfinished));
}
