// Checks what a loader finds through an image's dynamic section: symbols, their hash tables and relocations.
#pragma once

#include <string_view>
#include <vector>

#include "codeobject/elf_image.hpp"

namespace rocm_bindgen::runtime {

/// The address ranges of the image's loaded segments, in ascending order and without overlap.
class LoadedSegments {
 public:
  /// Throws Error(bad_code_object) if the PT_LOAD segments are not in order.
  explicit LoadedSegments(const ElfImage& image);

  /// The segment whose memory contains the `size` bytes at `address`; nullptr if there is none.
  const Elf64_Phdr* in_memory(std::uint64_t address, std::uint64_t size) const;
  /// The same, restricted to the part of the segment that is stored in the file.
  const Elf64_Phdr* in_file(std::uint64_t address, std::uint64_t size) const;
  /// The `size` bytes at `address`. Throws Error(bad_code_object), naming `what`, if they are not stored in the file.
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

/// Returns the dynamic symbols after checking everything that PT_DYNAMIC refers to (table addresses, both hash tables,
/// the symbols' names and ranges, the relocations' addresses and symbols) and the sections that contain such tables.
/// Throws Error(bad_code_object).
std::vector<DynamicSymbol> read_dynamic_symbols(const ElfImage& image, const LoadedSegments& loaded);

}  // namespace rocm_bindgen::runtime
