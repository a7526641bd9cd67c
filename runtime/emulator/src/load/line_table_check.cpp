#include "load/line_table_check.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace rocm_bindgen::emulator {
namespace {

/// Reads values from a sequence of bytes. A read beyond the end gives 0 and sets failed(), so that callers may check
/// once after several reads.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  bool failed() const { return failed_; }
  bool at_end() const { return bytes_.empty(); }

  std::string_view take(std::uint64_t size) {
    failed_ = failed_ || size > bytes_.size();
    const auto taken = bytes_.substr(0, failed_ ? 0 : static_cast<std::size_t>(size));
    bytes_.remove_prefix(taken.size());
    return taken;
  }
  std::uint64_t number(unsigned width) {
    std::uint64_t value = 0;
    const auto bytes = take(width);
    for (auto byte = bytes.rbegin(); byte != bytes.rend(); ++byte)
      value = value << 8 | static_cast<unsigned char>(*byte);
    return value;
  }
  std::uint64_t leb128() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const auto byte = number(1);
      value |= (byte & 0x7f) << shift;
      if ((byte & 0x80) == 0) return value;
    }
    failed_ = true;
    return 0;
  }
  void skip_string() {
    const auto end = bytes_.find('\0');
    take(end == std::string_view::npos ? bytes_.size() + 1 : end + 1);
  }

 private:
  std::string_view bytes_;
  bool failed_ = false;
};

/// The values of DW_FORM_* in DWARF 5, 7.5.6 "Form Encodings".
enum Form : std::uint64_t {
  kData2 = 0x05,
  kData4 = 0x06,
  kData8 = 0x07,
  kString = 0x08,
  kBlock = 0x09,
  kData1 = 0x0b,
  kStrp = 0x0e,
  kUdata = 0x0f,
  kData16 = 0x1e,
  kLineStrp = 0x1f
};

struct Field {
  std::uint64_t type, form;
};

/// Returns whether the field may have this form. The forms are those of DWARF 5, table 6.2.4.1, and those of LLVM's
/// extension for source text, which is a string. Forms that need the unit's string offsets are not accepted, because a
/// table is read without its unit.
bool is_known(const Field& field) {
  constexpr std::uint64_t kPath = 1, kDirectory = 2, kTime = 3, kSize = 4, kMd5 = 5, kSource = 0x2001;
  const auto is_one_of = [&](auto... forms) { return ((field.form == forms) || ...); };
  switch (field.type) {
    case kPath:
    case kSource:
      return is_one_of(kString, kLineStrp, kStrp);
    case kDirectory:
      return is_one_of(kData1, kData2, kUdata);
    case kTime:
      return is_one_of(kUdata, kData4, kData8, kBlock);
    case kSize:
      return is_one_of(kUdata, kData1, kData2, kData4, kData8);
    case kMd5:
      return field.form == kData16;
    default:
      return false;
  }
}

void skip_value(Reader& reader, std::uint64_t form, unsigned offset_bytes) {
  switch (form) {
    case kString:
      return reader.skip_string();
    case kStrp:
    case kLineStrp:
      reader.take(offset_bytes);
      return;
    case kUdata:
      reader.leb128();
      return;
    case kBlock:
      reader.take(reader.leb128());
      return;
    case kData16:
      reader.take(16);
      return;
    default:
      reader.take(form == kData1 ? 1 : form == kData2 ? 2 : form == kData4 ? 4 : 8);
  }
}

/// Skips the list of directories or of files. The list has a description of the fields of an entry, the number of
/// entries, and the entries.
bool skip_entries(Reader& reader, unsigned offset_bytes) {
  std::vector<Field> fields(static_cast<std::size_t>(reader.number(1)));
  for (auto& field : fields) {
    field.type = reader.leb128();
    field.form = reader.leb128();
    if (!is_known(field)) return false;
  }
  auto count = reader.leb128();
  // Entries without fields have no bytes, so the loop would not end at the end of the table.
  if (fields.empty()) return count == 0;
  for (; count != 0 && !reader.failed(); --count)
    for (const auto& field : fields) skip_value(reader, field.form, offset_bytes);
  return !reader.failed();
}

/// `table` begins after the length of the table.
bool is_sound(Reader table, unsigned offset_bytes) {
  constexpr std::uint64_t kWithForms = 5;
  const auto version = table.number(2);
  // Tables of earlier versions have no forms, and LLVM does not read tables of later versions.
  if (version != kWithForms) return !table.failed();
  table.take(2);  // the sizes of an address and of a segment selector
  Reader header(table.take(table.number(offset_bytes)));
  header.take(5);  // five constants of one byte each
  const auto opcode_base = header.number(1);
  header.take(opcode_base == 0 ? 0 : opcode_base - 1);  // the number of operands of each standard opcode, from 1 on
  return !table.failed() && skip_entries(header, offset_bytes) && skip_entries(header, offset_bytes);
}

}  // namespace

bool line_tables_are_sound(std::string_view section) {
  constexpr std::uint64_t kLongFormat = 0xffffffff;
  for (Reader reader(section); !reader.at_end();) {
    auto length = reader.number(4);
    const bool is_long = length == kLongFormat;
    if (is_long) length = reader.number(8);
    const Reader table(reader.take(length));
    if (reader.failed() || !is_sound(table, is_long ? 8 : 4)) return false;
  }
  return true;
}

}  // namespace rocm_bindgen::emulator
