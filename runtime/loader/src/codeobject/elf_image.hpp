// Reads an ELF64 image within its bounds.
#pragma once

#include <cstdint>
#include <cstring>
#include <elf.h>
#include <string>
#include <string_view>
#include <vector>

#include "rocm_bindgen/module.hpp"

namespace rocm_bindgen::runtime {

/// Names a part of an image in messages: "segment 3", "section 7 '.text'". The text is built only if there is an error,
/// because images have hundreds of parts and nearly all are valid.
class Part {
 public:
  Part(const char* what) : what_(what) {}
  Part(const char* what, std::size_t index) : what_(what), index_(index), has_index_(true) {}
  Part(const char* what, std::size_t index, std::string_view name)
      : what_(what), index_(index), has_index_(true), name_(name) {}
  /// For instance: "kernel 'scale'".
  Part(const char* what, std::string_view name) : what_(what), name_(name) {}

  std::string text() const;

 private:
  const char* what_;
  std::size_t index_ = 0;
  bool has_index_ = false;
  std::string_view name_;
};

/// Builds the start of a message: Part("segment", 3) + " wraps around".
inline std::string operator+(const Part& part, const std::string& rest) {
  return part.text() + rest;
}

/// The header, the program headers and the section headers of a little-endian ELF64 image. After construction the
/// following holds: both tables are inside the image; so are the file ranges of all segments and sections; the names
/// and links of all sections are valid; the symbols of all symbol tables have valid names and, if defined, valid
/// sections. Every function throws Error(bad_code_object) if its result would be outside the image.
class ElfImage {
 public:
  /// All arguments must outlive the object. The image is refused at once if it is not an ELF64 image for `machine`
  /// (e_machine).
  ElfImage(std::string_view bytes, std::uint16_t machine, const CodeObject& code_object, const Module& module);

  const Elf64_Ehdr& header() const { return header_; }
  const std::vector<Elf64_Phdr>& segments() const { return segments_; }
  const std::vector<Elf64_Shdr>& sections() const { return sections_; }
  const CodeObject& code_object() const { return code_object_; }
  const Module& module() const { return module_; }

  /// The `size` bytes at `offset` in the file. `what` names them in the error: "the dynamic section".
  std::string_view range(std::uint64_t offset, std::uint64_t size, const Part& what) const;
  /// The bytes of a section; empty for SHT_NOBITS.
  std::string_view contents(const Elf64_Shdr& section) const;
  /// The NUL-terminated string at `offset` in a string table, which is the name of `what`.
  std::string_view string(std::string_view table, std::uint64_t offset, const Part& what) const;

  /// Throws Error(bad_code_object) for this image.
  [[noreturn]] void fail(const std::string& what) const;

 private:
  void read_header(std::uint16_t machine);
  void check_segments() const;
  void check_sections() const;
  void check_symbols(const Elf64_Shdr& table, const Part& name) const;

  std::string_view bytes_;
  const CodeObject& code_object_;
  const Module& module_;
  Elf64_Ehdr header_{};
  std::vector<Elf64_Phdr> segments_;
  std::vector<Elf64_Shdr> sections_;
};

/// Entry `index` of a table of T. The caller has checked that it is inside the table. The image need not be aligned.
template <typename T>
T entry_of(std::string_view table, std::size_t index) {
  T entry;
  std::memcpy(&entry, table.data() + index * sizeof(T), sizeof(T));
  return entry;
}

}  // namespace rocm_bindgen::runtime
