#include "runtime/loader/fault_driver/fake_code_object.hpp"

#include <cstring>
#include <elf.h>

namespace fault {
namespace {

template <typename Value>
void append(std::vector<std::byte>& image, const Value* values, std::size_t count) {
  const auto* const bytes = reinterpret_cast<const std::byte*>(values);
  image.insert(image.end(), bytes, bytes + count * sizeof(Value));
}

Elf64_Ehdr header_of(unsigned flags, std::size_t sections_offset) {
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_ident[EI_OSABI] = 64;      // AMDGPU_HSA
  header.e_ident[EI_ABIVERSION] = 3;  // code object version 5
  header.e_type = ET_DYN;
  header.e_machine = 224;  // AMDGPU
  header.e_version = EV_CURRENT;
  header.e_shoff = sections_offset;
  header.e_flags = flags;
  header.e_ehsize = sizeof(Elf64_Ehdr);
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = 3;
  return header;
}

}  // namespace

std::vector<std::byte> fake_code_object(unsigned flags, const std::vector<std::string>& kernels) {
  std::string names(1, '\0');
  std::vector<Elf64_Sym> symbols(1);
  for (const auto& kernel : kernels) {
    Elf64_Sym symbol{};
    symbol.st_name = static_cast<Elf64_Word>(names.size());
    symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT);
    symbol.st_shndx = 1;  // any section, so that the symbol is not undefined
    symbol.st_size = 64;  // the size of a kernel descriptor
    symbols.push_back(symbol);
    names += kernel + ".kd" + '\0';
  }
  names.resize((names.size() + 7) / 8 * 8);  // aligns the section headers that follow

  Elf64_Shdr sections[3]{};
  sections[1].sh_type = SHT_DYNSYM;
  sections[1].sh_offset = sizeof(Elf64_Ehdr);
  sections[1].sh_size = symbols.size() * sizeof(Elf64_Sym);
  sections[1].sh_link = 2;
  sections[1].sh_info = 1;  // index of the first symbol that is not local
  sections[1].sh_entsize = sizeof(Elf64_Sym);
  sections[2].sh_type = SHT_STRTAB;
  sections[2].sh_offset = sections[1].sh_offset + sections[1].sh_size;
  sections[2].sh_size = names.size();

  const Elf64_Ehdr header = header_of(flags, sections[2].sh_offset + sections[2].sh_size);
  std::vector<std::byte> image;
  append(image, &header, 1);
  append(image, symbols.data(), symbols.size());
  append(image, names.data(), names.size());
  append(image, sections, 3);
  return image;
}

}  // namespace fault
