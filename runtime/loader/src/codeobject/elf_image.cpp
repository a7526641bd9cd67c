#include "codeobject/elf_image.hpp"

#include "codeobject/bad_code_object.hpp"

namespace rocm_bindgen::runtime {
namespace {

template <typename T>
std::vector<T> entries_of(std::string_view table) {
  std::vector<T> entries(table.size() / sizeof(T));
  for (std::size_t i = 0; i < entries.size(); ++i) entries[i] = entry_of<T>(table, i);
  return entries;
}

bool is_power_of_two(std::uint64_t number) {
  return number != 0 && (number & (number - 1)) == 0;
}

}  // namespace

std::string Part::text() const {
  std::string text = what_;
  if (has_index_) text += " " + std::to_string(index_);
  if (!name_.empty()) text += " '" + std::string(name_) + "'";
  return text;
}

ElfImage::ElfImage(std::string_view bytes, std::uint16_t machine, const CodeObject& code_object, const Module& module)
    : bytes_(bytes), code_object_(code_object), module_(module) {
  read_header(machine);
  segments_ = entries_of<Elf64_Phdr>(
      range(header_.e_phoff, std::uint64_t{header_.e_phnum} * sizeof(Elf64_Phdr), "the program header table"));
  sections_ = entries_of<Elf64_Shdr>(
      range(header_.e_shoff, std::uint64_t{header_.e_shnum} * sizeof(Elf64_Shdr), "the section header table"));
  check_segments();
  check_sections();
}

void ElfImage::fail(const std::string& what) const {
  bad_code_object(code_object_, module_, what);
}

std::string_view ElfImage::range(std::uint64_t offset, std::uint64_t size, const Part& what) const {
  if (offset > bytes_.size() || size > bytes_.size() - offset)
    fail(what + std::string(" (") + std::to_string(size) + " bytes at offset " + hex(offset) +
         ") ends beyond the image's " + std::to_string(bytes_.size()) + " bytes");
  return bytes_.substr(offset, size);
}

std::string_view ElfImage::contents(const Elf64_Shdr& section) const {
  if (section.sh_type == SHT_NOBITS || section.sh_type == SHT_NULL) return {};
  return range(section.sh_offset, section.sh_size, "a section");
}

std::string_view ElfImage::string(std::string_view table, std::uint64_t offset, const Part& what) const {
  const auto end = offset < table.size() ? table.find('\0', offset) : std::string_view::npos;
  if (end == std::string_view::npos)
    fail(what + std::string(" has its name at ") + hex(offset) + ", outside its string table of " +
         std::to_string(table.size()) + " bytes");
  return table.substr(offset, end - offset);
}

void ElfImage::read_header(std::uint16_t machine) {
  const auto start = range(0, sizeof(Elf64_Ehdr), "the ELF header");
  std::memcpy(&header_, start.data(), sizeof(Elf64_Ehdr));
  const auto expect = [this](bool holds, const char* field, std::uint64_t value) {
    if (!holds) fail(std::string("not an ELF header of a code object (") + field + " is " + hex(value) + ")");
  };
  const auto& ident = header_.e_ident;
  if (std::memcmp(ident, ELFMAG, SELFMAG) != 0) fail("not an ELF image");
  expect(ident[EI_CLASS] == ELFCLASS64, "EI_CLASS", ident[EI_CLASS]);
  expect(ident[EI_DATA] == ELFDATA2LSB, "EI_DATA", ident[EI_DATA]);
  expect(ident[EI_VERSION] == EV_CURRENT, "EI_VERSION", ident[EI_VERSION]);
  for (int i = EI_PAD; i < EI_NIDENT; ++i) expect(ident[i] == 0, "EI_PAD", ident[i]);
  expect(header_.e_machine == machine, "e_machine", header_.e_machine);
  expect(header_.e_version == EV_CURRENT, "e_version", header_.e_version);
  expect(header_.e_ehsize == sizeof(Elf64_Ehdr), "e_ehsize", header_.e_ehsize);
  expect(header_.e_phentsize == sizeof(Elf64_Phdr), "e_phentsize", header_.e_phentsize);
  expect(header_.e_shentsize == sizeof(Elf64_Shdr), "e_shentsize", header_.e_shentsize);
  expect(header_.e_phnum != 0, "e_phnum", header_.e_phnum);
  expect(header_.e_shnum != 0, "e_shnum", header_.e_shnum);
  // Drivers index both tables in place, so they must be aligned.
  expect(header_.e_phoff % alignof(Elf64_Phdr) == 0 && header_.e_phoff >= sizeof(Elf64_Ehdr), "e_phoff",
         header_.e_phoff);
  expect(header_.e_shoff % alignof(Elf64_Shdr) == 0 && header_.e_shoff >= sizeof(Elf64_Ehdr), "e_shoff",
         header_.e_shoff);
}

void ElfImage::check_segments() const {
  for (std::size_t i = 0; i < segments_.size(); ++i) {
    const auto& segment = segments_[i];
    const Part name("segment", i);
    range(segment.p_offset, segment.p_filesz, name);
    if (segment.p_vaddr + segment.p_memsz < segment.p_vaddr)
      fail(name + std::string(" wraps around the address space"));
    if (segment.p_type == PT_NULL || segment.p_type == PT_GNU_STACK) continue;
    if (segment.p_filesz > segment.p_memsz)
      fail(name + std::string(" has more bytes in the file than in memory (") + hex(segment.p_filesz) + ", " +
           hex(segment.p_memsz) + ")");
    if (segment.p_type != PT_LOAD || segment.p_align <= 1) continue;
    if (!is_power_of_two(segment.p_align))
      fail(name + std::string(" is aligned to ") + hex(segment.p_align) + ", which is not a power of two");
    // All segments of a cubin have address 0, wherever they are in the file.
    if (header_.e_machine != EM_CUDA && (segment.p_offset - segment.p_vaddr) % segment.p_align != 0)
      fail(name + std::string(" has offset ") + hex(segment.p_offset) + " and address " + hex(segment.p_vaddr) +
           ", which its alignment " + hex(segment.p_align) + " does not allow");
  }
}

void ElfImage::check_sections() const {
  const auto& first = sections_.front();
  // Section 0 must be all zeros. ELF allows it to hold the counts of more than 65,279 sections, but the header check
  // refuses those. Loaders that compute the end of the file from all sections would include the values of section 0.
  constexpr Elf64_Shdr kNull{};
  if (std::memcmp(&first, &kNull, sizeof kNull) != 0) fail("section 0 is not the null section");
  if (header_.e_shstrndx >= sections_.size() || sections_[header_.e_shstrndx].sh_type != SHT_STRTAB)
    fail("e_shstrndx (" + std::to_string(header_.e_shstrndx) + ") is not a string table among the " +
         std::to_string(sections_.size()) + " sections");
  const auto names = contents(sections_[header_.e_shstrndx]);
  for (std::size_t i = 1; i < sections_.size(); ++i) {
    const auto& section = sections_[i];
    const Part name("section", i, string(names, section.sh_name, Part("section", i)));
    // HIP's loader also treats the offset of a section without bytes (SHT_NOBITS) as a position in the file.
    range(section.sh_offset, section.sh_type == SHT_NOBITS ? 0 : section.sh_size, name);
    if (section.sh_addr + section.sh_size < section.sh_addr)
      fail(name + std::string(" wraps around the address space"));
    if (section.sh_addralign > 1 && !is_power_of_two(section.sh_addralign))
      fail(name + std::string(" is aligned to ") + hex(section.sh_addralign) + ", which is not a power of two");
    if (section.sh_link >= sections_.size())
      fail(name + std::string(" links to section ") + std::to_string(section.sh_link) + " of " +
           std::to_string(sections_.size()));
    if (section.sh_type == SHT_STRTAB && section.sh_size != 0 && contents(section).back() != '\0')
      fail(name + std::string(" does not terminate its last string"));
    if (section.sh_type == SHT_SYMTAB || section.sh_type == SHT_DYNSYM) check_symbols(section, name);
  }
}

void ElfImage::check_symbols(const Elf64_Shdr& table, const Part& name) const {
  if (table.sh_entsize != sizeof(Elf64_Sym) || table.sh_size % sizeof(Elf64_Sym) != 0)
    fail(name + std::string(" is not a symbol table (") + std::to_string(table.sh_size) + " bytes, entries of " +
         std::to_string(table.sh_entsize) + ")");
  const auto& link = sections_[table.sh_link];
  if (link.sh_type != SHT_STRTAB)
    fail(name + std::string(" has no string table: it links to section ") + std::to_string(table.sh_link));
  const auto strings = contents(link);
  const auto symbols = contents(table);
  for (std::size_t i = 0; i < symbols.size() / sizeof(Elf64_Sym); ++i) {
    const auto symbol = entry_of<Elf64_Sym>(symbols, i);
    string(strings, symbol.st_name, Part("symbol", i));
    if (symbol.st_shndx >= sections_.size() && symbol.st_shndx < SHN_LORESERVE)
      fail(name + std::string(", symbol ") + std::to_string(i) + " is in section " + std::to_string(symbol.st_shndx) +
           " of " + std::to_string(sections_.size()));
  }
}

}  // namespace rocm_bindgen::runtime
