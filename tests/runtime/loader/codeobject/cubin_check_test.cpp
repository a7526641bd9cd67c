#include "runtime/loader/codeobject/elf_images.hpp"

using namespace elf_images;

namespace {

/// A cubin with nvcc's layout: null, .shstrtab, .strtab, .symtab, .text.shift; program headers at the end.
std::string cubin(std::uint32_t flags, unsigned char os_abi, unsigned char abi_version) {
  const std::string section_names("\0.shstrtab\0.strtab\0.symtab\0.text.shift\0\0", 40);
  const std::string names("\0shift\0\0", 8);
  // The function has the flag 0x10, STO_CUDA_ENTRY, and is all 128 bytes of section 4.
  const Elf64_Sym symbols[] = {{}, {1, ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), 0x10, 4, 0, 128}};
  Elf64_Shdr sections[5] = {};
  std::string image(sizeof(Elf64_Ehdr), '\0');
  const auto add = [&](Elf64_Shdr& section, Elf64_Word name, Elf64_Word type, const void* bytes, std::size_t size) {
    section.sh_name = name;
    section.sh_type = type;
    section.sh_offset = image.size();
    section.sh_size = size;
    image.append(static_cast<const char*>(bytes), size);
  };
  // The second argument is the offset of the section's name in section_names.
  add(sections[1], 1, SHT_STRTAB, section_names.data(), section_names.size());
  add(sections[2], 11, SHT_STRTAB, names.data(), names.size());
  add(sections[3], 19, SHT_SYMTAB, symbols, sizeof(symbols));
  sections[3].sh_link = 2;
  sections[3].sh_entsize = sizeof(Elf64_Sym);
  const std::string code(128, '\x50');
  add(sections[4], 27, SHT_PROGBITS, code.data(), code.size());
  sections[4].sh_flags = SHF_ALLOC | SHF_EXECINSTR;

  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_ident[EI_OSABI] = os_abi;
  header.e_ident[EI_ABIVERSION] = abi_version;
  header.e_type = ET_EXEC;
  header.e_machine = 190;  // EM_CUDA
  header.e_version = EV_CURRENT;
  header.e_flags = flags;
  header.e_ehsize = sizeof(Elf64_Ehdr);
  header.e_shoff = image.size();
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = 5;
  header.e_shstrndx = 1;
  image.append(reinterpret_cast<const char*>(sections), sizeof(sections));
  header.e_phoff = image.size();
  header.e_phentsize = sizeof(Elf64_Phdr);
  header.e_phnum = 1;
  const Elf64_Phdr load{PT_LOAD, PF_R | PF_X, sections[4].sh_offset, 0, 0, 128, 128, 8};
  image.append(reinterpret_cast<const char*>(&load), sizeof(load));
  std::memcpy(image.data(), &header, sizeof(header));
  return image;
}

/// OS ABI 51, version 7: the flags contain the architecture in bits 7:0 and 23:16. All other bits, here and below, are
/// those that nvcc sets.
std::string older_cubin(unsigned sm) {
  return cubin(sm | 0x500 | sm << 16, 51, 7);
}

/// OS ABI 65, version 8: the flags contain the architecture in bits 15:8.
std::string newer_cubin(unsigned sm) {
  return cubin(sm << 8 | 0x6000004, 65, 8);
}

}  // namespace

TEST_CASE("ELF check: cubins of both ABIs pass for their own targets") {
  for (const unsigned sm : {75u, 80u, 90u, 100u, 120u}) {
    const auto target = "sm_" + std::to_string(sm);
    INFO(target);
    CHECK(check(target.c_str(), older_cubin(sm)).empty());
    CHECK(check(target.c_str(), newer_cubin(sm)).empty());
  }
  CHECK(check("sm_90a", newer_cubin(90)).empty());
  // All segments of a cubin have address 0, so that their offsets in the file need not match their alignment.
  auto odd = newer_cubin(90);
  const auto segments = get<Elf64_Ehdr>(odd, 0).e_phoff;
  auto load = get<Elf64_Phdr>(odd, segments);
  load.p_align = 256;
  REQUIRE(load.p_offset % load.p_align != 0);
  std::memcpy(odd.data() + segments, &load, sizeof(load));
  CHECK(check("sm_90", odd).empty());
  // 90 is 0x5a.
  CHECK(says(check("sm_80", older_cubin(90)), "the image is for sm_90 (e_flags are 0x5a055a)"));
  CHECK(says(check("sm_80", newer_cubin(90)), "the image is for sm_90 (e_flags are 0x6005a04)"));
  CHECK(says(check("gfx1100", newer_cubin(90)), "e_machine is 0xbe"));
  CHECK(says(check("sm_90", cubin(90, 51, 6)), "is not supported by this runtime"));
  CHECK(says(check("sm_90", cubin(90, 0, 7)), "is not supported by this runtime"));
}

TEST_CASE("ELF check: a cubin must have the module's kernels") {
  auto image = newer_cubin(90);
  samples::Shift shift("sm_90", image);
  shift.kernel = {"other", "_Z5otherv", nullptr, 0};
  CHECK(says(check(image, shift), "no function '_Z5otherv'"));
  const auto symbols = get<Elf64_Shdr>(image, section_of(image, SHT_SYMTAB)).sh_offset;
  const auto symbol = symbols + sizeof(Elf64_Sym);
  const auto refused = [&](auto offset, auto value, const char* message) {
    auto changed = image;
    put(changed, symbol + offset, value);
    CHECK(says(check("sm_90", changed), message));
  };
  refused(offsetof(Elf64_Sym, st_size), Elf64_Xword{129}, "ends beyond its section");
  refused(offsetof(Elf64_Sym, st_size), Elf64_Xword{0}, "ends beyond its section");
  refused(offsetof(Elf64_Sym, st_value), Elf64_Addr{UINT64_MAX}, "ends beyond its section");
  refused(offsetof(Elf64_Sym, st_shndx), Elf64_Section{2}, "which contains no code");
  refused(offsetof(Elf64_Sym, st_shndx), Elf64_Section{SHN_ABS}, "is not in a section");
  refused(offsetof(Elf64_Sym, st_shndx), Elf64_Section{SHN_UNDEF}, "no function 'shift'");
  refused(offsetof(Elf64_Sym, st_info), static_cast<unsigned char>(STT_OBJECT), "no function 'shift'");
}

TEST_CASE("ELF check: every truncation of a cubin is an error") {
  const auto image = newer_cubin(90);
  std::size_t passed = 0;
  for (std::size_t size = 0; size < image.size(); ++size)
    if (check("sm_90", std::string_view(image).substr(0, size)).empty()) ++passed;
  CHECK(passed == 0);
}
