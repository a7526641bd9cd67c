#include "runtime/loader/fault_cuda/fake_cubin.hpp"

#include <cstring>
#include <elf.h>

namespace fault_cuda {
namespace {

constexpr std::size_t kCodeBytes = 128;

enum Section : Elf64_Half { kNone, kSectionNames, kNames, kSymbols, kCode, kSections };

Elf64_Ehdr header_of(unsigned sm) {
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_ident[EI_OSABI] = 65;  // this, the ABI version and the flags have the values of nvcc 13
  header.e_ident[EI_ABIVERSION] = 8;
  header.e_type = ET_EXEC;
  header.e_machine = 190;  // EM_CUDA
  header.e_version = EV_CURRENT;
  header.e_flags = sm << 8 | 0x6000004;
  header.e_ehsize = sizeof(Elf64_Ehdr);
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = kSections;
  header.e_shstrndx = kSectionNames;
  header.e_phentsize = sizeof(Elf64_Phdr);
  header.e_phnum = 1;
  return header;
}

template <class Value>
std::string bytes_of(const Value* values, std::size_t count) {
  return {reinterpret_cast<const char*>(values), count * sizeof(Value)};
}

}  // namespace

std::string fake_cubin(unsigned sm, const std::vector<std::string>& kernels) {
  std::string names(1, '\0');
  std::vector<Elf64_Sym> symbols(1);
  for (const auto& kernel : kernels) {
    // 0x10 is STO_CUDA_ENTRY.
    symbols.push_back(
        {static_cast<Elf64_Word>(names.size()), ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), 0x10, kCode, 0, kCodeBytes});
    names += kernel + '\0';
  }
  const std::string section_names("\0.shstrtab\0.strtab\0.symtab\0.text", 33);
  std::string image(sizeof(Elf64_Ehdr), '\0');
  Elf64_Shdr sections[kSections] = {};
  const auto add = [&](Section which, Elf64_Word name, Elf64_Word type, std::string bytes) {
    bytes.resize((bytes.size() + 7) / 8 * 8);  // aligns the data that follows
    sections[which].sh_name = name;
    sections[which].sh_type = type;
    sections[which].sh_offset = image.size();
    sections[which].sh_size = bytes.size();
    image += bytes;
  };
  // The second argument is the offset of the section's name in section_names.
  add(kSectionNames, 1, SHT_STRTAB, section_names);
  add(kNames, 11, SHT_STRTAB, names);
  add(kSymbols, 19, SHT_SYMTAB, bytes_of(symbols.data(), symbols.size()));
  sections[kSymbols].sh_link = kNames;
  sections[kSymbols].sh_entsize = sizeof(Elf64_Sym);
  add(kCode, 27, SHT_PROGBITS, std::string(kCodeBytes, '\x50'));
  sections[kCode].sh_flags = SHF_ALLOC | SHF_EXECINSTR;

  Elf64_Ehdr header = header_of(sm);
  header.e_shoff = image.size();
  image += bytes_of(sections, kSections);
  header.e_phoff = image.size();
  const Elf64_Phdr load{PT_LOAD, PF_R | PF_X, sections[kCode].sh_offset, 0, 0, kCodeBytes, kCodeBytes, 8};
  image += bytes_of(&load, 1);
  std::memcpy(image.data(), &header, sizeof header);
  return image;
}

}  // namespace fault_cuda
