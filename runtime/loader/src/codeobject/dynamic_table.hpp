// What a loader finds through an image's dynamic section: symbols, their hash tables and relocations.
#pragma once

#include <string_view>
#include <vector>

#include "codeobject/elf_image.hpp"

namespace rocm_bindgen::runtime {

/// Where the image's loaded segments come to lie, in ascending order of address, without overlap.
class LoadedSegments {
 public:
  /// Throws Error(bad_code_object) if the PT_LOADs are not in order.
  explicit LoadedSegments(const ElfImage& image);

  /// The segment in whose memory `size` bytes at `address` lie; nullptr if none.
  const Elf64_Phdr* in_memory(std::uint64_t address, std::uint64_t size) const;
  /// Likewise, but in the part that the file fills.
  const Elf64_Phdr* in_file(std::uint64_t address, std::uint64_t size) const;
  /// Those bytes. Throws Error(bad_code_object), naming `what`, if the file does not have them.
  std::string_view bytes(std::uint64_t address, std::uint64_t size, const Part& what) const;

 private:
  const Elf64_Phdr* below(std::uint64_t address) const;

  const ElfImage& image_;
  std::vector<Elf64_Phdr> segments_;
};

struct DynamicSymbol {
  std::string_view name;
  Elf64_Sym symbol;
};

/// The dynamic symbols, once everything that PT_DYNAMIC leads to has been checked: table addresses, both hash tables,
/// symbols' names and ranges, relocations' places and symbols; and the sections that hold such tables likewise.
/// Throws Error(bad_code_object).
std::vector<DynamicSymbol> read_dynamic_symbols(const ElfImage& image, const LoadedSegments& loaded);

}  // namespace rocm_bindgen::runtime
