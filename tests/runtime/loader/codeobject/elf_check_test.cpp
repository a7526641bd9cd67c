#include <random>
#include <vector>

#include "runtime/loader/codeobject/elf_images.hpp"

using namespace elf_images;

namespace {

std::string sample(const char* target) {
  auto image = samples::image(target);
  REQUIRE_FALSE(image.empty());
  REQUIRE(check(target, image).empty());
  return image;
}

/// A field of the header: its offset, its width, and values that it must not have.
struct Field {
  const char* name;
  std::size_t offset;
  std::size_t width;
  std::vector<std::uint64_t> values;
};

std::string with(std::string image, const Field& field, std::uint64_t value) {
  std::memcpy(image.data() + field.offset, &value, field.width);
  return image;
}

#define ROCM_BINDGEN_FIELD(name) #name, offsetof(Elf64_Ehdr, name), sizeof(Elf64_Ehdr::name)

std::vector<Field> header_fields(const std::string& image) {
  const auto header = get<Elf64_Ehdr>(image, 0);
  std::vector<Field> fields{
      {"EI_MAG0", EI_MAG0, 1, {0, 0x7e}},
      {"EI_MAG1", EI_MAG1, 1, {0, 'e'}},
      {"EI_MAG2", EI_MAG2, 1, {0}},
      {"EI_MAG3", EI_MAG3, 1, {0}},
      {"EI_CLASS", EI_CLASS, 1, {0, ELFCLASS32, 3}},
      {"EI_DATA", EI_DATA, 1, {0, ELFDATA2MSB, 3}},
      {"EI_VERSION", EI_VERSION, 1, {0, 2}},
      {"EI_OSABI", EI_OSABI, 1, {0, 3, 63, 65, 66, 255}},
      {"EI_ABIVERSION", EI_ABIVERSION, 1, {0, 1, 5, 255}},  // 2 to 4 are code object versions 4 to 6
      {ROCM_BINDGEN_FIELD(e_type), {0, ET_REL, ET_EXEC, ET_CORE, 0xffff}},
      {ROCM_BINDGEN_FIELD(e_machine), {0, EM_X86_64, 190, 0xffff}},
      {ROCM_BINDGEN_FIELD(e_version), {0, 2, 0xffffffff}},
      {ROCM_BINDGEN_FIELD(e_entry), {1, 0x1900, UINT64_MAX}},
      {ROCM_BINDGEN_FIELD(e_phoff), {0, 63, 65, 72, header.e_shoff, image.size(), UINT64_MAX, UINT64_MAX - 63}},
      {ROCM_BINDGEN_FIELD(e_shoff),
       {0, 64, header.e_shoff + 1, header.e_shoff + 64, header.e_shoff - 64, image.size(), UINT64_MAX, UINT64_MAX - 7}},
      // Other processors, other settings of xnack (0x300) and sramecc (0xc00), and bits without a meaning.
      {ROCM_BINDGEN_FIELD(e_flags),
       {0, 0xff, header.e_flags ^ 1, header.e_flags ^ 0x100, header.e_flags ^ 0x200, header.e_flags ^ 0x400,
        header.e_flags ^ 0x800, header.e_flags ^ 0x1000, header.e_flags ^ 0x800000}},
      {ROCM_BINDGEN_FIELD(e_ehsize), {0, 63, 65, 0xffff}},
      {ROCM_BINDGEN_FIELD(e_phentsize), {0, 55, 57, 0xffff}},
      {ROCM_BINDGEN_FIELD(e_phnum), {0, 1, header.e_phnum - 1u, header.e_phnum + 100u, 0xffff}},
      {ROCM_BINDGEN_FIELD(e_shentsize), {0, 63, 65, 0xffff}},
      {ROCM_BINDGEN_FIELD(e_shnum), {0, 1, header.e_shnum - 1u, header.e_shnum + 1u, 0xffff}},
      {ROCM_BINDGEN_FIELD(e_shstrndx), {0, 1, header.e_shstrndx - 1u, header.e_shnum, 0xfff1, 0xffff}},
  };
  for (std::size_t i = EI_PAD; i < EI_NIDENT; ++i) fields.push_back({"EI_PAD", i, 1, {1, 255}});
  return fields;
}

/// The file offset of the program header of the first segment of a type.
std::size_t segment_of(const std::string& image, Elf64_Word type) {
  const auto header = get<Elf64_Ehdr>(image, 0);
  for (std::size_t i = 0; i < header.e_phnum; ++i)
    if (get<Elf64_Phdr>(image, header.e_phoff + i * sizeof(Elf64_Phdr)).p_type == type)
      return header.e_phoff + i * sizeof(Elf64_Phdr);
  FAIL("no such segment");
  return 0;
}

/// The file offset of the dynamic entry with a tag.
std::size_t dynamic_of(const std::string& image, Elf64_Sxword tag) {
  const auto segment = get<Elf64_Phdr>(image, segment_of(image, PT_DYNAMIC));
  for (std::size_t at = segment.p_offset; at < segment.p_offset + segment.p_filesz; at += sizeof(Elf64_Dyn))
    if (get<Elf64_Dyn>(image, at).d_tag == tag) return at;
  FAIL("no such dynamic entry");
  return 0;
}

/// The file offset of the dynamic symbol 'shift.kd'. The tables are in the first segment, so their addresses equal file
/// offsets.
std::size_t descriptor_symbol(const std::string& image) {
  const auto symbols = get<Elf64_Dyn>(image, dynamic_of(image, DT_SYMTAB)).d_un.d_val;
  const auto strings = get<Elf64_Dyn>(image, dynamic_of(image, DT_STRTAB)).d_un.d_val;
  for (std::size_t at = symbols; at < strings; at += sizeof(Elf64_Sym))
    if (std::strcmp(image.c_str() + strings + get<Elf64_Sym>(image, at).st_name, "shift.kd") == 0) return at;
  FAIL("no such symbol");
  return 0;
}

/// Overwrites one field and checks that the image is refused with this message; "" accepts any message.
template <typename T>
void refuses(const std::string& image, std::size_t offset, T value, const std::string& message) {
  auto changed = image;
  put(changed, offset, value);
  CHECK(says(check("gfx1100", changed), message));
}

}  // namespace

TEST_CASE("ELF check: real code objects pass at any alignment") {
  for (const char* target : samples::kTargets) {
    INFO(target);
    const auto image = sample(target);
    const auto shifted = "x" + image;
    const samples::Shift shift(target, image);
    CHECK_NOTHROW(runtime::check_code_object(std::string_view(shifted).substr(1), shift.code_object, shift.module));
  }
}

TEST_CASE("ELF check: each corrupted field of the header is refused") {
  for (const char* target : samples::kTargets) {
    const auto image = sample(target);
    for (const auto& field : header_fields(image))
      for (const auto value : field.values) {
        INFO(target << ": " << field.name << " = " << value);
        const auto changed = with(image, field, value);
        REQUIRE(changed != image);
        CHECK_FALSE(check(target, changed).empty());
      }
  }
}

TEST_CASE("ELF check: the message names module, target, fault and remedy") {
  auto image = sample("gfx1100");
  image.resize(100);
  CHECK(check("gfx1100", image) ==
        "module 'shift', code object for gfx1100: the program header table (504 bytes at offset 0x40) ends beyond the "
        "image's 100 bytes; it is truncated, corrupt or from another build: rebuild the module");
  CHECK(says(check("gfx1100", "GIF89a"), "the ELF header (64 bytes at offset 0x0) ends beyond the image's 6 bytes"));
  CHECK(says(check("gfx1100", std::string(1000, 'x')), "not an ELF image"));
  CHECK(says(check("rubbish", sample("gfx1100")), "not a target ID"));
}

TEST_CASE("ELF check: an image for another target than declared is refused") {
  for (const char* actual : samples::kTargets)
    for (const char* claimed : samples::kTargets)
      if (std::strcmp(actual, claimed) != 0) {
        INFO(actual << " as " << claimed);
        CHECK_FALSE(check(claimed, sample(actual)).empty());
      }
  CHECK(says(check("gfx1100", sample("gfx1030")), "the image is for gfx1030 (e_flags are 0x36)"));
  CHECK(says(check("gfx90a:xnack+", sample("gfx90a")), "the image is for different features (e_flags are 0x53f)"));
  CHECK(says(check("gfx90a:sramecc+:xnack+", sample("gfx90a:sramecc+:xnack-")), "the image is for different features"));
  CHECK(says(check("gfx1999", sample("gfx1030")), "its target is a processor that this runtime does not support"));
  CHECK(says(check("sm_90", sample("gfx1030")), "e_machine is 0xe0"));
}

TEST_CASE("ELF check: flags that contradict the metadata are refused") {
  auto image = sample("gfx1030");
  put<Elf64_Word>(image, offsetof(Elf64_Ehdr, e_flags), 0x37);  // gfx1031
  CHECK(says(check("gfx1031", image), "its metadata are for 'amdgcn-amd-amdhsa--gfx1030'"));
}

TEST_CASE("ELF check: a missing kernel is refused") {
  const auto image = sample("gfx1100");
  samples::Shift shift("gfx1100", image);
  shift.kernel = {"other", "_Z5otherv", nullptr, 0};
  CHECK(says(check(image, shift), "no symbol '_Z5otherv.kd' for kernel 'other'"));
}

TEST_CASE("ELF check: corrupted segments are refused") {
  const auto image = sample("gfx1100");
  // The sample's loaded segments begin at the addresses 0, 0x1900, 0x2b80 and 0x3bf0; the second has the code.
  const auto load = segment_of(image, PT_LOAD);
  const auto second = load + sizeof(Elf64_Phdr);
  refuses<Elf64_Xword>(image, load + offsetof(Elf64_Phdr, p_filesz), image.size() + 1, "ends beyond the image's");
  refuses<Elf64_Xword>(image, load + offsetof(Elf64_Phdr, p_filesz), UINT64_MAX, "ends beyond the image's");
  refuses<Elf64_Off>(image, load + offsetof(Elf64_Phdr, p_offset), UINT64_MAX, "ends beyond the image's");
  refuses<Elf64_Xword>(image, load + offsetof(Elf64_Phdr, p_memsz), 1, "more bytes in the file than in memory");
  refuses<Elf64_Xword>(image, second + offsetof(Elf64_Phdr, p_memsz), UINT64_MAX, "wraps around the address space");
  refuses<Elf64_Xword>(image, load + offsetof(Elf64_Phdr, p_memsz), 0x2000, "loaded segments overlap at 0x1900");
  refuses<Elf64_Xword>(image, load + offsetof(Elf64_Phdr, p_align), 3, "not a power of two");
  refuses<Elf64_Xword>(image, second + offsetof(Elf64_Phdr, p_align), 0x2000, "which its alignment 0x2000");
  refuses<Elf64_Addr>(image, second + offsetof(Elf64_Phdr, p_vaddr), 0x1901, "which its alignment 0x1000");
  refuses<Elf64_Word>(image, second + offsetof(Elf64_Phdr, p_flags), PF_R, "not executable or not aligned");
  refuses<Elf64_Word>(image, second + offsetof(Elf64_Phdr, p_type), PT_NULL, "is outside all segments");
  refuses<Elf64_Word>(image, segment_of(image, PT_DYNAMIC), PT_NULL, "no dynamic segment");
  refuses<Elf64_Word>(image, segment_of(image, PT_NOTE), PT_NULL, "no note segment");
  refuses<Elf64_Word>(image, segment_of(image, PT_GNU_RELRO), PT_DYNAMIC, "two dynamic segments");
}

TEST_CASE("ELF check: an image that needs more memory than any device has is refused") {
  const auto image = sample("gfx1100");
  const auto header = get<Elf64_Ehdr>(image, 0);
  std::size_t last = 0;
  for (std::size_t i = 0; i < header.e_phnum; ++i) {
    const auto at = header.e_phoff + i * sizeof(Elf64_Phdr);
    if (get<Elf64_Phdr>(image, at).p_type == PT_LOAD) last = at;
  }
  // 2 TiB; at most 1 TiB is permitted.
  refuses<Elf64_Xword>(image, last + offsetof(Elf64_Phdr, p_memsz), std::uint64_t{1} << 41, "bytes of memory");
}

TEST_CASE("ELF check: corrupted sections are refused") {
  const auto image = sample("gfx1100");
  const auto symbols = section_of(image, SHT_SYMTAB);
  const auto note = section_of(image, SHT_NOTE);
  const auto strings = section_of(image, SHT_STRTAB);
  refuses<Elf64_Xword>(image, note + offsetof(Elf64_Shdr, sh_size), UINT64_MAX, "ends beyond the image's");
  refuses<Elf64_Off>(image, note + offsetof(Elf64_Shdr, sh_offset), image.size(), "ends beyond the image's");
  refuses<Elf64_Word>(image, note + offsetof(Elf64_Shdr, sh_name), 0xffff, "outside its string table");
  refuses<Elf64_Xword>(image, note + offsetof(Elf64_Shdr, sh_addralign), 3, "not a power of two");
  refuses<Elf64_Xword>(image, note + offsetof(Elf64_Shdr, sh_addralign), 16, "notes are aligned to 0x10");
  refuses<Elf64_Word>(image, note + offsetof(Elf64_Shdr, sh_type), SHT_PROGBITS, "no note section");
  refuses<Elf64_Addr>(image, note + offsetof(Elf64_Shdr, sh_addr), UINT64_MAX, "wraps around the address space");
  refuses<Elf64_Word>(image, symbols + offsetof(Elf64_Shdr, sh_link), 0xffff, "links to section 65535");
  refuses<Elf64_Word>(image, symbols + offsetof(Elf64_Shdr, sh_link), 1, "has no string table");
  refuses<Elf64_Xword>(image, symbols + offsetof(Elf64_Shdr, sh_entsize), 23, "not a symbol table");
  refuses<Elf64_Xword>(image, symbols + offsetof(Elf64_Shdr, sh_size), 25, "not a symbol table");
  refuses<Elf64_Xword>(image, strings + offsetof(Elf64_Shdr, sh_size), 5, "outside its string table of 5 bytes");
  refuses<Elf64_Word>(image, get<Elf64_Ehdr>(image, 0).e_shoff + offsetof(Elf64_Shdr, sh_type), SHT_NOTE,
                      "section 0 is not the null section");
  // Whatever the section's type is, a loader that searches for the end of the file would read outside the image.
  for (const auto field :
       {offsetof(Elf64_Shdr, sh_offset), offsetof(Elf64_Shdr, sh_size), offsetof(Elf64_Shdr, sh_addr),
        offsetof(Elf64_Shdr, sh_flags), offsetof(Elf64_Shdr, sh_addralign), offsetof(Elf64_Shdr, sh_entsize)})
    for (const std::uint64_t value : {std::uint64_t{1}, image.size() + 1, std::uint64_t{1} << 40, UINT64_MAX})
      refuses(image, get<Elf64_Ehdr>(image, 0).e_shoff + field, value, "section 0 is not the null section");
  // A section of type NOBITS has no bytes in the file, but its offset must still be inside the file.
  const auto nowhere = section_of(image, SHT_NOBITS) + offsetof(Elf64_Shdr, sh_offset);
  refuses<Elf64_Off>(image, nowhere, image.size() + 1, "ends beyond the image's");
  refuses<Elf64_Off>(image, nowhere, UINT64_MAX, "ends beyond the image's");
  const auto second_symbol = get<Elf64_Shdr>(image, symbols).sh_offset + sizeof(Elf64_Sym);
  refuses<Elf64_Word>(image, second_symbol + offsetof(Elf64_Sym, st_name), 0xffff, "outside its string table");
  refuses<Elf64_Section>(image, second_symbol + offsetof(Elf64_Sym, st_shndx), 99, "is in section 99");
}

TEST_CASE("ELF check: a corrupted dynamic section is refused") {
  const auto image = sample("gfx1100");
  const auto value = [&](Elf64_Sxword tag) { return dynamic_of(image, tag) + offsetof(Elf64_Dyn, d_un); };
  // 0x840 is the end of the first segment.
  for (const auto bad : {std::uint64_t{0x840}, std::uint64_t{image.size()}, UINT64_MAX, UINT64_MAX - 7}) {
    INFO(bad);
    refuses<Elf64_Xword>(image, value(DT_SYMTAB), bad, "is outside all segments of the file");
    refuses<Elf64_Xword>(image, value(DT_STRTAB), bad, "is outside all segments of the file");
    refuses<Elf64_Xword>(image, value(DT_HASH), bad, "is outside all segments of the file");
    refuses<Elf64_Xword>(image, value(DT_GNU_HASH), bad, "is outside all segments of the file");
    refuses<Elf64_Xword>(image, value(DT_STRSZ), bad, "is outside all segments of the file");
  }
  refuses<Elf64_Xword>(image, value(DT_STRSZ), 3, "outside its string table");
  refuses<Elf64_Xword>(image, value(DT_SYMENT), 16, "does not locate the symbols");
  for (const auto tag : {DT_SYMTAB, DT_STRTAB, DT_STRSZ, DT_SYMENT})
    refuses<Elf64_Sxword>(image, dynamic_of(image, tag), DT_DEBUG, "does not locate the symbols");
  refuses<Elf64_Sxword>(image, dynamic_of(image, DT_HASH), DT_GNU_HASH, "occurs twice");
  refuses<Elf64_Sxword>(image, dynamic_of(image, DT_NULL), DT_DEBUG, "has no end");
  refuses<Elf64_Sxword>(image, dynamic_of(image, DT_GNU_HASH), DT_RELA, "do not describe a table");
  auto neither = image;
  put<Elf64_Sxword>(neither, dynamic_of(image, DT_HASH), DT_DEBUG);
  CHECK(check("gfx1100", neither).empty());  // GNU's hash table alone is enough
  put<Elf64_Sxword>(neither, dynamic_of(image, DT_GNU_HASH), DT_DEBUG);
  CHECK(says(check("gfx1100", neither), "no symbol hash table"));
}

TEST_CASE("ELF check: corrupted hash tables are refused") {
  const auto image = sample("gfx1100");
  // A hash table consists of the number of buckets, the number of chain entries (one per symbol), the buckets, and the
  // chain entries.
  const auto hash = get<Elf64_Shdr>(image, section_of(image, SHT_HASH)).sh_offset;
  const auto buckets = get<std::uint32_t>(image, hash);
  refuses<std::uint32_t>(image, hash, 0, "has no buckets");
  refuses<std::uint32_t>(image, hash, UINT32_MAX, "is outside all segments of the file");
  refuses<std::uint32_t>(image, hash + 4, UINT32_MAX, "is outside all segments of the file");
  refuses<std::uint32_t>(image, hash + 4, 3, "");  // of 4 symbols
  refuses<std::uint32_t>(image, hash + 8, 99, "refers to symbol 99");
  // A chain that returns to its own start.
  const auto chains = hash + 8 + buckets * sizeof(std::uint32_t);
  auto cyclic = image;
  for (std::uint32_t symbol = 1; symbol < get<std::uint32_t>(image, hash + 4); ++symbol)
    put(cyclic, chains + symbol * sizeof(std::uint32_t), symbol);
  CHECK(says(check("gfx1100", cyclic), "endless chain"));

  // GNU's table begins with the number of buckets, the first symbol, the number of 64-bit words in the filter, and a
  // shift. The filter, the buckets and the chains follow.
  const auto gnu = get<Elf64_Shdr>(image, section_of(image, SHT_GNU_HASH)).sh_offset;
  const auto filter = get<std::uint32_t>(image, gnu + 8);
  refuses<std::uint32_t>(image, gnu, 0, "has no buckets");
  refuses<std::uint32_t>(image, gnu, UINT32_MAX, "is outside all segments of the file");
  refuses<std::uint32_t>(image, gnu + 8, 0, "not a power of two");
  refuses<std::uint32_t>(image, gnu + 8, 3, "not a power of two");
  refuses<std::uint32_t>(image, gnu + 8, 0x80000000, "is outside all segments of the file");
  refuses<std::uint32_t>(image, gnu + 16 + filter * 8, UINT32_MAX, "is outside all segments of the file");
}

TEST_CASE("ELF check: corrupted symbols and kernel descriptors are refused") {
  const auto image = sample("gfx1100");
  const auto symbol = descriptor_symbol(image);
  const auto kernel_code_entry = get<Elf64_Sym>(image, symbol).st_value + 16;
  refuses<Elf64_Word>(image, symbol + offsetof(Elf64_Sym, st_name), 0xffff, "outside its string table");
  refuses<Elf64_Word>(image, symbol + offsetof(Elf64_Sym, st_name), 0, "no symbol 'shift.kd' for kernel 'shift'");
  refuses<Elf64_Addr>(image, symbol + offsetof(Elf64_Sym, st_value), 0x10000000, "is outside all segments");
  refuses<Elf64_Addr>(image, symbol + offsetof(Elf64_Sym, st_value), UINT64_MAX, "is outside all segments");
  refuses<Elf64_Xword>(image, symbol + offsetof(Elf64_Sym, st_size), UINT64_MAX, "is outside all segments");
  refuses<Elf64_Xword>(image, symbol + offsetof(Elf64_Sym, st_size), 63, "is not an object of 64 bytes");
  refuses<unsigned char>(image, symbol + offsetof(Elf64_Sym, st_info), STT_FUNC, "is not an object of 64 bytes");
  refuses<Elf64_Section>(image, symbol + offsetof(Elf64_Sym, st_shndx), SHN_UNDEF, "is not an object of 64 bytes");
  // In the first segment, but no multiple of 64.
  refuses<Elf64_Addr>(image, symbol + offsetof(Elf64_Sym, st_value), 0x7c0 + 4, "is not aligned");
  refuses<std::int64_t>(image, kernel_code_entry, 0, "not executable or not aligned");
  refuses<std::int64_t>(image, kernel_code_entry, INT64_MIN, "not executable or not aligned");
  refuses<std::int64_t>(image, kernel_code_entry, get<std::int64_t>(image, kernel_code_entry) + 4,
                        "not executable or not aligned");
}

TEST_CASE("ELF check: symbol sections that contradict the dynamic segment are refused") {
  const auto image = sample("gfx1100");
  const auto dynamic = section_of(image, SHT_DYNSYM);
  const auto size = get<Elf64_Shdr>(image, dynamic).sh_size;
  refuses<Elf64_Xword>(image, dynamic + offsetof(Elf64_Shdr, sh_size), size - sizeof(Elf64_Sym),
                       "is not the dynamic segment's table");
  const auto symbols = get<Elf64_Shdr>(image, section_of(image, SHT_SYMTAB)).sh_offset;
  refuses<Elf64_Addr>(image, symbols + 2 * sizeof(Elf64_Sym) + offsetof(Elf64_Sym, st_value), UINT64_MAX,
                      "is outside all segments");
}

TEST_CASE("ELF check: corrupted relocations are refused") {
  // The sample has no relocations, so two of them replace the bytes of .comment.
  auto image = sample("gfx1100");
  const auto text = std::string(".comment");
  const auto header = get<Elf64_Ehdr>(image, 0);
  const auto names = get<Elf64_Shdr>(image, header.e_shoff + header.e_shstrndx * sizeof(Elf64_Shdr)).sh_offset;
  std::size_t comment = 0;
  for (std::size_t at = header.e_shoff; at < image.size(); at += sizeof(Elf64_Shdr))
    if (image.c_str() + names + get<Elf64_Shdr>(image, at).sh_name == text) comment = at;
  REQUIRE(comment != 0);
  auto section = get<Elf64_Shdr>(image, comment);
  section.sh_type = SHT_RELA;
  section.sh_entsize = sizeof(Elf64_Rela);
  section.sh_size = 2 * sizeof(Elf64_Rela);
  section.sh_link = static_cast<Elf64_Word>((section_of(image, SHT_DYNSYM) - header.e_shoff) / sizeof(Elf64_Shdr));
  put(image, comment, section);
  // They change the first 8 bytes (type 3, R_AMDGPU_ABS64) and the last 4 (type 1, R_AMDGPU_ABS32_LO) of the kernel
  // descriptor's 64.
  const auto descriptor = get<Elf64_Sym>(image, descriptor_symbol(image)).st_value;
  const auto second = section.sh_offset + sizeof(Elf64_Rela);
  put(image, section.sh_offset, Elf64_Rela{descriptor, ELF64_R_INFO(1, 3), 0});
  put(image, second, Elf64_Rela{descriptor + 60, ELF64_R_INFO(3, 1), 0});
  CHECK(check("gfx1100", image).empty());
  refuses<Elf64_Addr>(image, second, 0x10000000, "relocation 1 changes 0x10000000, which is outside all segments");
  refuses<Elf64_Addr>(image, second, UINT64_MAX, "which is outside all segments");
  refuses<Elf64_Xword>(image, second + offsetof(Elf64_Rela, r_info), ELF64_R_INFO(4, 1), "refers to symbol 4 of 4");
  refuses<Elf64_Xword>(image, comment + offsetof(Elf64_Shdr, sh_entsize), 16, "is not a table of relocations");
  refuses<Elf64_Xword>(image, comment + offsetof(Elf64_Shdr, sh_size), 47, "is not a table of relocations");
  refuses<Elf64_Word>(image, comment + offsetof(Elf64_Shdr, sh_link), 1, "is not a table of relocations");
  refuses<Elf64_Word>(image, comment + offsetof(Elf64_Shdr, sh_type), SHT_REL, "without addends");
}

TEST_CASE("ELF check: corrupted notes and metadata are refused") {
  const auto image = sample("gfx1100");
  const auto note = get<Elf64_Phdr>(image, segment_of(image, PT_NOTE)).p_offset;
  refuses<Elf64_Word>(image, note + offsetof(Elf64_Nhdr, n_namesz), UINT32_MAX, "ends beyond its segment");
  refuses<Elf64_Word>(image, note + offsetof(Elf64_Nhdr, n_descsz), UINT32_MAX, "ends beyond its segment");
  refuses<Elf64_Word>(image, note + offsetof(Elf64_Nhdr, n_descsz), 100, "");
  // Other types than NT_AMDGPU_METADATA, 32, are ignored.
  refuses<Elf64_Word>(image, note + offsetof(Elf64_Nhdr, n_type), 31, "has the AMDGPU metadata");
  refuses<char>(image, note + sizeof(Elf64_Nhdr), 'X', "has the AMDGPU metadata");
  const auto root = note + sizeof(Elf64_Nhdr) + 8;   // after the name "AMDGPU", which is padded to 8 bytes
  REQUIRE(get<unsigned char>(image, root) == 0x83);  // a map of three entries
  // Maps of two and of four entries, and an array of three.
  refuses<unsigned char>(image, root, 0x82, "its metadata note");
  refuses<unsigned char>(image, root, 0x84, "its metadata note");
  refuses<unsigned char>(image, root, 0x93, "its metadata note");
  refuses<unsigned char>(image, root + 1, 0x05, "its metadata note");  // a key that is a number
  const auto offset_of_text = [&](const char* text) {
    const auto at = image.find(text, note);
    REQUIRE(at != std::string::npos);
    return at;
  };
  refuses<char>(image, offset_of_text("amdhsa.target"), 'X', "its metadata do not name a target");
  refuses<char>(image, offset_of_text("amdgcn-amd-amdhsa--"), 'X', "its metadata are for 'Xmdgcn");
  // Offset 8 is the last digit.
  refuses<char>(image, offset_of_text("--gfx1100") + 8, '1', "its metadata are for 'amdgcn-amd-amdhsa--gfx1101'");
  refuses<char>(image, offset_of_text("amdhsa.kernels"), 'X', "its metadata lack 'shift.kd'");
  refuses<char>(image, offset_of_text("shift.kd"), 'X', "its metadata lack 'shift.kd'");
}

TEST_CASE("ELF check: every truncation is an error") {
  for (const char* target : samples::kTargets) {
    const auto image = sample(target);
    const samples::Shift shift(target, image);
    std::size_t passed = 0;
    for (std::size_t size = 0; size < image.size(); ++size)
      if (check(std::string_view(image).substr(0, size), shift).empty()) ++passed;
    INFO(target);
    CHECK(passed == 0);
  }
}

TEST_CASE("ELF check: flipped bits and scattered bytes never cause a crash") {
  std::mt19937 random(20240607);  // any seed would do
  for (const char* target : samples::kTargets) {
    const auto image = sample(target);
    const samples::Shift shift(target, image);
    std::size_t refused = 0;
    for (int round = 0; round < 10000; ++round) {
      auto changed = image;
      // Most rounds change one byte, the others up to eight.
      for (unsigned left = round % 4 == 0 ? random() % 8 : 0, i = 0; i <= left; ++i)
        changed[random() % changed.size()] = static_cast<char>(random());
      if (!check(changed, shift).empty()) ++refused;
    }
    INFO(target);
    CHECK(refused > 1000);  // most of the bytes are code or padding, which may have any value
  }
}
