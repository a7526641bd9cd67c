#include "runtime/loader/fault_driver/code_object.hpp"

#include <cstdint>
#include <cstring>
#include <elf.h>
#include <string_view>

namespace fault {
namespace {

constexpr unsigned char kOsAbiHsa = 64;
constexpr std::uint16_t kMachineAmdgpu = 224;
constexpr std::string_view kDescriptorSuffix = ".kd";

/// The bytes of the image. read() fails outside them; before text(), the caller must have checked the range with has().
class Image {
 public:
  Image(const void* start, std::uint64_t bytes) : start_(static_cast<const char*>(start)), bytes_(bytes) {}

  bool has(std::uint64_t offset, std::uint64_t bytes) const { return offset <= bytes_ && bytes <= bytes_ - offset; }

  template <typename Value>
  bool read(std::uint64_t offset, Value& value) const {
    if (!has(offset, sizeof value)) return false;
    std::memcpy(&value, start_ + offset, sizeof value);
    return true;
  }

  std::string_view text(std::uint64_t offset, std::uint64_t bytes) const { return {start_ + offset, bytes}; }

 private:
  const char* start_;
  std::uint64_t bytes_;
};

bool is_code_object(const Elf64_Ehdr& header) {
  return std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_ident[EI_CLASS] == ELFCLASS64 &&
         header.e_ident[EI_DATA] == ELFDATA2LSB && header.e_ident[EI_OSABI] == kOsAbiHsa &&
         header.e_machine == kMachineAmdgpu;
}

bool read_kernels(const Image& image, const Elf64_Shdr& symbols, const Elf64_Shdr& strings,
                  std::vector<std::string>& kernels) {
  if (!image.has(symbols.sh_offset, symbols.sh_size) || !image.has(strings.sh_offset, strings.sh_size)) return false;
  const auto names = image.text(strings.sh_offset, strings.sh_size);
  for (std::uint64_t at = 0; symbols.sh_size - at >= sizeof(Elf64_Sym); at += sizeof(Elf64_Sym)) {
    Elf64_Sym symbol;
    if (!image.read(symbols.sh_offset + at, symbol) || symbol.st_name >= names.size()) return false;
    const auto end = names.find('\0', symbol.st_name);
    if (end == std::string_view::npos) return false;
    const auto name = names.substr(symbol.st_name, end - symbol.st_name);
    if (symbol.st_shndx == SHN_UNDEF || name.size() <= kDescriptorSuffix.size()) continue;
    const auto stem = name.substr(0, name.size() - kDescriptorSuffix.size());
    if (name.substr(stem.size()) == kDescriptorSuffix) kernels.emplace_back(stem);
  }
  return true;
}

}  // namespace

Status read_code_object(const void* start, CodeObject& object) {
  // The size of the image is unknown. One that is not an ELF file may be shorter than a header, so its magic number is
  // checked first.
  Elf64_Ehdr header;
  std::memcpy(&header, start, EI_NIDENT);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return kInvalidImage;
  std::memcpy(&header, start, sizeof header);
  if (!is_code_object(header)) return kInvalidImage;

  // Linkers write the section headers last, so their end is the image's end.
  const std::uint64_t table_bytes = std::uint64_t{header.e_shnum} * sizeof(Elf64_Shdr);
  if (header.e_shentsize != sizeof(Elf64_Shdr) || header.e_shoff < sizeof header ||
      header.e_shoff > UINT64_MAX - table_bytes)
    return kInvalidImage;
  const Image image(start, header.e_shoff + table_bytes);

  object.flags = header.e_flags;
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr symbols;
    Elf64_Shdr strings;
    if (!image.read(header.e_shoff + i * sizeof symbols, symbols)) return kInvalidImage;
    if (symbols.sh_type != SHT_DYNSYM) continue;
    if (symbols.sh_link >= header.e_shnum) return kInvalidImage;
    if (!image.read(header.e_shoff + symbols.sh_link * sizeof strings, strings)) return kInvalidImage;
    if (!read_kernels(image, symbols, strings, object.kernels)) return kInvalidImage;
  }
  return kSuccess;
}

}  // namespace fault
