#pragma once

#include <cstdint>
#include <string>

namespace test {

/// A handmade entry of a tar archive. By default it is valid in a package; its checksum matches whatever the fields
/// are.
struct Entry {
  std::string name;
  std::string content;
  std::string size = octal(content.size(), 11);  ///< the bytes of the field
  std::string mode = "0000644";
  std::string time = "00000000000";
  std::string user_name = {};
  std::string prefix = {};
  char type = '0';

  static std::string octal(std::size_t number, std::size_t digits) {
    std::string text(digits, '0');
    for (auto digit = text.rbegin(); digit != text.rend(); ++digit, number /= 8)
      *digit = static_cast<char>('0' + number % 8);
    return text;
  }

  /// The entry in an archive. For the offsets of the header's fields, see lib/package/archive.cpp.
  std::string bytes() const {
    std::string header(512, '\0');
    header.replace(0, name.size(), name);
    header.replace(100, mode.size(), mode);
    header.replace(108, 7, "0000000");
    header.replace(116, 7, "0000000");
    header.replace(124, size.size(), size);
    header.replace(136, time.size(), time);
    header.replace(148, 8, "        ");  // the checksum is that of a header with blanks in this field
    header[156] = type;
    // A NUL (\000) is between the magic number and the version "00".
    header.replace(257, 8, std::string("ustar\00000", 8));
    header.replace(265, user_name.size(), user_name);
    header.replace(329, 7, "0000000");
    header.replace(337, 7, "0000000");
    header.replace(345, prefix.size(), prefix);
    std::size_t sum = 0;
    for (const char c : header) sum += static_cast<std::uint8_t>(c);
    header.replace(148, 8, octal(sum, 6) + std::string("\0 ", 2));
    return header + content + std::string((512 - content.size() % 512) % 512, '\0');
  }
};

/// The end marker after the last entry.
inline const std::string kArchiveEnd(1024, '\0');

}  // namespace test
