#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include <llvm/BinaryFormat/ELF.h>

namespace test {

namespace elf = llvm::ELF;

inline std::string bytes_of(std::initializer_list<unsigned> words) {
  std::string bytes;
  for (const auto word : words)
    for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(word >> shift);
  return bytes;
}

/// A KPARAM_INFO record as nvcc 13 writes it. The first word is the record's header: length 12, attribute 0x17,
/// format 4. The bits 0x1f000 below the size are as nvcc sets them; they are not read.
inline std::string parameter(unsigned ordinal, unsigned offset, unsigned size) {
  return bytes_of({0x000c1704, 0, ordinal | offset << 16, size << 18 | 0x1f000});
}
/// The form for parameter lists beyond 4 KB; for sm_100, bits above the size are set.
inline std::string wide_parameter(unsigned ordinal, unsigned offset, unsigned size) {
  return bytes_of({0x000c4504, 0, ordinal | offset << 16, size | 0x05000000});
}

/// A handmade cubin with one kernel `k` and the sections .shstrtab, .strtab, .symtab, .text.k, .nv.info, .nv.info.k and
/// .note.nv.tkinfo.
struct Cubin {
  /// The records are in reverse order, as nvcc 13 writes them.
  std::string parameters = parameter(1, 8, 4) + parameter(0, 0, 8);
  std::string arguments = "-arch sm_90a -m 64 ";
  unsigned flags = 0x6005a04;  ///< e_flags for sm_90: bits 8-15 are 0x5a = 90
  unsigned char abi = 8;
  unsigned char binding = elf::STB_GLOBAL;
  unsigned char other = 0x10;  ///< st_other: the function is a kernel

  std::string build() const {
    std::vector<std::pair<std::string, std::string>> sections{{"", ""}};  // section 0 is unused
    elf::Elf64_Sym symbols[2] = {};
    symbols[1].st_name = 1;  // the offset of "k" in .strtab
    symbols[1].setBindingAndType(binding, elf::STT_FUNC);
    symbols[1].st_other = other;
    symbols[1].st_shndx = 4;  // .text.k
    sections.emplace_back(".shstrtab", "");
    sections.emplace_back(".strtab", std::string("\0k\0", 3));
    sections.emplace_back(".symtab", std::string(reinterpret_cast<const char*>(symbols), sizeof symbols));
    sections.emplace_back(".text.k", std::string(16, '\0'));
    // REGCOUNT: symbol 1 uses 24 registers.
    sections.emplace_back(".nv.info", bytes_of({0x00082f04, 1, 24}));
    // The first record has no payload (format 3).
    sections.emplace_back(".nv.info.k", bytes_of({0x0001af03}) + parameters);
    // The size of the name, that of the content, which is not read, and the type of the note.
    sections.emplace_back(".note.nv.tkinfo", bytes_of({12, 0, 2000}) + std::string("NVIDIA Corp\0", 12) + arguments);
    std::string names;
    for (const auto& [name, content] : sections) names += name + '\0';
    sections[1].second = names;

    elf::Elf64_Ehdr header = {};
    std::string body;
    std::vector<elf::Elf64_Shdr> table;
    for (const auto& [name, content] : sections) {
      elf::Elf64_Shdr entry = {};
      entry.sh_name = static_cast<elf::Elf64_Word>(table.empty() ? 0 : names.find(name + '\0'));
      entry.sh_offset = sizeof header + body.size();
      entry.sh_size = content.size();
      entry.sh_type = table.empty() ? elf::SHT_NULL : elf::SHT_PROGBITS;
      if (name == ".symtab") {
        entry.sh_type = elf::SHT_SYMTAB;
        entry.sh_link = 2;  // .strtab
        entry.sh_entsize = sizeof symbols[0];
      }
      if (name == ".strtab" || name == ".shstrtab") entry.sh_type = elf::SHT_STRTAB;
      table.push_back(entry);
      body += content;
      body.resize((body.size() + 7) / 8 * 8);
    }
    std::copy_n(elf::ElfMagic, 4, header.e_ident);
    header.e_ident[elf::EI_CLASS] = elf::ELFCLASS64;
    header.e_ident[elf::EI_DATA] = elf::ELFDATA2LSB;
    header.e_ident[elf::EI_ABIVERSION] = abi;
    header.e_machine = elf::EM_CUDA;
    header.e_flags = flags;
    header.e_ehsize = sizeof header;
    header.e_shoff = sizeof header + body.size();
    header.e_shentsize = sizeof(elf::Elf64_Shdr);
    header.e_shnum = static_cast<elf::Elf64_Half>(table.size());
    header.e_shstrndx = 1;  // .shstrtab
    return std::string(reinterpret_cast<const char*>(&header), sizeof header) + body +
           std::string(reinterpret_cast<const char*>(table.data()), table.size() * sizeof table[0]);
  }
};

}  // namespace test
