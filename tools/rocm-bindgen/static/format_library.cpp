// The functions of fmt's library that the tool's objects use. Debian has no archive of it, so they are instantiated
// from its headers by taking their addresses.

#include <cstdint>
#include <cstdio>
#include <string>

#include <fmt/format.h>

struct FormatLibrary {
  bool (*is_printable)(std::uint32_t);
  void (*throw_format_error)(const char*);
  std::string (*vformat)(fmt::string_view, fmt::format_args);
  void (*vprint)(fmt::string_view, fmt::format_args);
  void (*vprint_to)(std::FILE*, fmt::string_view, fmt::format_args);
};

extern const FormatLibrary rocm_bindgen_format_library;
const FormatLibrary rocm_bindgen_format_library{fmt::detail::is_printable, fmt::detail::throw_format_error,
                                                fmt::vformat, fmt::vprint, fmt::vprint};
