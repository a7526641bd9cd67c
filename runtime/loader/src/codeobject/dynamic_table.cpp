#include "codeobject/dynamic_table.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

#include "codeobject/bad_code_object.hpp"

namespace rocm_bindgen::runtime {
namespace {

/// No device has this much memory; a larger address is damaged.
constexpr std::uint64_t kMaxSpan = std::uint64_t{1} << 40;

/// Both hash tables consist of 32-bit words, except for the filter of the GNU hash table, whose words have 64 bits.
using Word = std::uint32_t;

/// The entries of PT_DYNAMIC that contain addresses or sizes of tables; the other entries need no check.
struct DynamicEntries {
  std::optional<std::uint64_t> symbols, symbol_size, strings, strings_size, hash, gnu_hash;
  std::optional<std::uint64_t> rela, rela_size, rela_entry;
};

std::optional<std::uint64_t>* member_for(DynamicEntries& entries, Elf64_Sxword tag) {
  switch (tag) {
    case DT_SYMTAB:
      return &entries.symbols;
    case DT_SYMENT:
      return &entries.symbol_size;
    case DT_STRTAB:
      return &entries.strings;
    case DT_STRSZ:
      return &entries.strings_size;
    case DT_HASH:
      return &entries.hash;
    case DT_GNU_HASH:
      return &entries.gnu_hash;
    case DT_RELA:
      return &entries.rela;
    case DT_RELASZ:
      return &entries.rela_size;
    case DT_RELAENT:
      return &entries.rela_entry;
    default:
      return nullptr;
  }
}

const Elf64_Phdr& dynamic_segment(const ElfImage& image, const LoadedSegments& loaded) {
  const Elf64_Phdr* found = nullptr;
  for (const auto& segment : image.segments()) {
    if (segment.p_type != PT_DYNAMIC) continue;
    if (found != nullptr) image.fail("two dynamic segments");
    found = &segment;
  }
  if (found == nullptr) image.fail("no dynamic segment");
  const auto* containing = loaded.in_file(found->p_vaddr, found->p_filesz);
  if (containing == nullptr || found->p_vaddr - containing->p_vaddr != found->p_offset - containing->p_offset)
    image.fail("the dynamic segment at " + hex(found->p_offset) + " differs from what is loaded at its address " +
               hex(found->p_vaddr));
  return *found;
}

DynamicEntries read_entries(const ElfImage& image, const LoadedSegments& loaded) {
  const auto& segment = dynamic_segment(image, loaded);
  const auto table = image.range(segment.p_offset, segment.p_filesz, "the dynamic segment");
  DynamicEntries entries;
  for (std::size_t i = 0; i < table.size() / sizeof(Elf64_Dyn); ++i) {
    const auto entry = entry_of<Elf64_Dyn>(table, i);
    if (entry.d_tag == DT_NULL) return entries;
    auto* member = member_for(entries, entry.d_tag);
    if (member == nullptr) continue;
    if (*member) image.fail("dynamic tag " + hex(static_cast<std::uint64_t>(entry.d_tag)) + " occurs twice");
    *member = entry.d_un.d_val;
  }
  image.fail("the dynamic segment at " + hex(segment.p_offset) + " has no end");
}

/// Returns the number of symbols according to DT_HASH, and checks that its buckets and chains end, because a loader
/// follows them. Source: System V ABI, "Hash Table Section".
std::uint64_t check_hash(const ElfImage& image, const LoadedSegments& loaded, std::uint64_t address) {
  const Part what = "the symbol hash table";
  const auto head = loaded.bytes(address, 2 * sizeof(Word), what);
  const auto bucket_count = entry_of<Word>(head, 0);
  const auto chain_count = entry_of<Word>(head, 1);
  if (bucket_count == 0) image.fail(what + std::string(" has no buckets"));
  const auto words = loaded.bytes(address, (2 + std::uint64_t{bucket_count} + chain_count) * sizeof(Word), what);
  std::uint64_t visited = 0;
  for (std::size_t bucket = 0; bucket < bucket_count; ++bucket) {
    for (auto symbol = entry_of<Word>(words, 2 + bucket); symbol != STN_UNDEF;
         symbol = entry_of<Word>(words, 2 + std::size_t{bucket_count} + symbol)) {
      if (symbol >= chain_count)
        image.fail(what + std::string(" refers to symbol ") + std::to_string(symbol) + " of " +
                   std::to_string(chain_count));
      // Symbol 0 is in no chain, and each other symbol is in at most one, so with more visits a chain has a cycle.
      if (++visited >= chain_count) image.fail(what + std::string(" has an endless chain"));
    }
  }
  return chain_count;
}

/// Returns the number of symbols according to DT_GNU_HASH; 0 if the table is empty and so does not determine it. The
/// generic ABI does not define this table. Source: what glibc and lld implement as "GNU hash".
std::uint64_t check_gnu_hash(const ElfImage& image, const LoadedSegments& loaded, std::uint64_t address) {
  const Part what = "the GNU symbol hash table";
  const auto head = loaded.bytes(address, 4 * sizeof(Word), what);
  const auto bucket_count = entry_of<Word>(head, 0);
  const auto first_symbol = entry_of<Word>(head, 1);
  const auto filter_words = entry_of<Word>(head, 2);
  if (bucket_count == 0) image.fail(what + std::string(" has no buckets"));
  if (filter_words == 0 || (filter_words & (filter_words - 1)) != 0)
    image.fail(what + std::string(" has a filter of ") + std::to_string(filter_words) +
               " words, which is not a power of two");
  const auto buckets_at = address + 4 * sizeof(Word) + std::uint64_t{filter_words} * sizeof(std::uint64_t);
  // The filter is between the header and the buckets. The whole range is checked at once, so that it is contiguous in
  // one segment.
  loaded.bytes(address, buckets_at - address + std::uint64_t{bucket_count} * sizeof(Word), what);
  const auto buckets = loaded.bytes(buckets_at, std::uint64_t{bucket_count} * sizeof(Word), what);
  Word last = 0;
  for (std::size_t bucket = 0; bucket < bucket_count; ++bucket) {
    const auto symbol = entry_of<Word>(buckets, bucket);
    if (symbol != 0 && symbol < first_symbol)
      image.fail(what + std::string(" refers to symbol ") + std::to_string(symbol));
    last = std::max(last, symbol);
  }
  if (last == 0) return 0;
  // Chains are stored one after the other, and the last bucket's chain ends the table. The lowest bit of the last link
  // of a chain is set.
  const auto chains_at = buckets_at + buckets.size();
  for (std::uint64_t symbol = last;; ++symbol) {
    const auto link = loaded.bytes(chains_at + (symbol - first_symbol) * sizeof(Word), sizeof(Word), what);
    if ((entry_of<Word>(link, 0) & 1) != 0) return symbol + 1;
  }
}

std::uint64_t count_symbols(const ElfImage& image, const LoadedSegments& loaded, const DynamicEntries& entries) {
  if (!entries.hash && !entries.gnu_hash) image.fail("no symbol hash table");
  const auto by_gnu = entries.gnu_hash ? check_gnu_hash(image, loaded, *entries.gnu_hash) : 0;
  if (!entries.hash) return by_gnu;
  const auto count = check_hash(image, loaded, *entries.hash);
  if (by_gnu != 0 && by_gnu != count)
    image.fail("its hash tables disagree on the number of symbols (" + std::to_string(count) + ", " +
               std::to_string(by_gnu) + ")");
  return count;
}

void check_symbol(const ElfImage& image, const LoadedSegments& loaded, const DynamicSymbol& entry) {
  const auto& symbol = entry.symbol;
  // Undefined symbols, and those with a reserved index such as SHN_ABS, are in no segment.
  if (symbol.st_shndx == SHN_UNDEF || symbol.st_shndx >= SHN_LORESERVE) return;
  if (loaded.in_memory(symbol.st_value, symbol.st_size) == nullptr)
    image.fail("symbol '" + std::string(entry.name) + "' (" + std::to_string(symbol.st_size) + " bytes at " +
               hex(symbol.st_value) + ") is outside all segments");
}

/// The number of bytes that a relocation changes. Source: AMDGPUUsage, "Relocation Records".
std::uint64_t relocated_bytes(const Elf64_Rela& relocation) {
  constexpr std::uint64_t abs64 = 3;
  constexpr std::uint64_t rel64 = 5;
  constexpr std::uint64_t relative64 = 13;
  const auto type = ELF64_R_TYPE(relocation.r_info);
  return type == abs64 || type == rel64 || type == relative64 ? 8 : 4;
}

void check_relocations(const ElfImage& image, const LoadedSegments& loaded, std::string_view table,
                       std::uint64_t symbol_count) {
  for (std::size_t i = 0; i < table.size() / sizeof(Elf64_Rela); ++i) {
    const auto relocation = entry_of<Elf64_Rela>(table, i);
    if (loaded.in_memory(relocation.r_offset, relocated_bytes(relocation)) == nullptr)
      image.fail("relocation " + std::to_string(i) + " changes " + hex(relocation.r_offset) +
                 ", which is outside all segments");
    if (ELF64_R_SYM(relocation.r_info) >= symbol_count && ELF64_R_SYM(relocation.r_info) != STN_UNDEF)
      image.fail("relocation " + std::to_string(i) + " refers to symbol " +
                 std::to_string(ELF64_R_SYM(relocation.r_info)) + " of " + std::to_string(symbol_count));
  }
}

void check_dynamic_relocations(const ElfImage& image, const LoadedSegments& loaded, const DynamicEntries& entries,
                               std::uint64_t symbol_count) {
  if (!entries.rela && !entries.rela_size) return;
  if (!entries.rela || !entries.rela_size || entries.rela_entry != sizeof(Elf64_Rela) ||
      *entries.rela_size % sizeof(Elf64_Rela) != 0)
    image.fail("the address, size and entry size of the dynamic relocations do not describe a table");
  check_relocations(image, loaded, loaded.bytes(*entries.rela, *entries.rela_size, "the table of relocations"),
                    symbol_count);
}

/// ROCm's loader reads symbols and relocations through the sections, other loaders through the dynamic segment. Both
/// are checked alike, and must lead to the same table of dynamic symbols.
void check_section_tables(const ElfImage& image, const LoadedSegments& loaded, std::string_view dynamic_symbols) {
  for (const auto& section : image.sections()) {
    const auto table = image.contents(section);
    const auto& link = image.sections()[section.sh_link];
    if (section.sh_type == SHT_DYNSYM &&
        (table.data() != dynamic_symbols.data() || table.size() != dynamic_symbols.size()))
      image.fail("the dynamic symbol section at " + hex(section.sh_offset) + " is not the dynamic segment's table");
    if (section.sh_type == SHT_DYNSYM || section.sh_type == SHT_SYMTAB) {
      const auto strings = image.contents(link);
      for (std::size_t i = 0; i < table.size() / sizeof(Elf64_Sym); ++i) {
        const auto symbol = entry_of<Elf64_Sym>(table, i);
        check_symbol(image, loaded, {image.string(strings, symbol.st_name, Part("symbol", i)), symbol});
      }
    }
    if (section.sh_type == SHT_REL) image.fail("relocations without addends, which AMDGPU does not use");
    if (section.sh_type != SHT_RELA) continue;
    if (section.sh_entsize != sizeof(Elf64_Rela) || table.size() % sizeof(Elf64_Rela) != 0 ||
        (link.sh_type != SHT_DYNSYM && link.sh_type != SHT_SYMTAB))
      image.fail("the relocation section at " + hex(section.sh_offset) + " is not a table of relocations");
    check_relocations(image, loaded, table, image.contents(link).size() / sizeof(Elf64_Sym));
  }
}

}  // namespace

LoadedSegments::LoadedSegments(const ElfImage& image) : image_(image) {
  std::uint64_t end = 0;
  for (const auto& segment : image.segments()) {
    if (segment.p_type != PT_LOAD) continue;
    if (segment.p_vaddr < end) image.fail("its loaded segments overlap at " + hex(segment.p_vaddr));
    end = segment.p_vaddr + segment.p_memsz;
    segments_.push_back(segment);
  }
  if (segments_.empty()) image.fail("it has no segment to load");
  if (end > kMaxSpan) image.fail("it requires " + hex(end) + " bytes of memory");
}

/// The last segment that begins at or before the address; nullptr if there is none.
const Elf64_Phdr* LoadedSegments::below(std::uint64_t address) const {
  const auto above =
      std::upper_bound(segments_.begin(), segments_.end(), address,
                       [](std::uint64_t sought, const Elf64_Phdr& segment) { return sought < segment.p_vaddr; });
  return above == segments_.begin() ? nullptr : &*std::prev(above);
}

const Elf64_Phdr* LoadedSegments::in_memory(std::uint64_t address, std::uint64_t size) const {
  const auto* segment = below(address);
  const bool inside = segment != nullptr && address - segment->p_vaddr <= segment->p_memsz &&
                      size <= segment->p_memsz - (address - segment->p_vaddr);
  return inside ? segment : nullptr;
}

const Elf64_Phdr* LoadedSegments::in_file(std::uint64_t address, std::uint64_t size) const {
  const auto* segment = below(address);
  const bool inside = segment != nullptr && address - segment->p_vaddr <= segment->p_filesz &&
                      size <= segment->p_filesz - (address - segment->p_vaddr);
  return inside ? segment : nullptr;
}

std::string_view LoadedSegments::bytes(std::uint64_t address, std::uint64_t size, const Part& what) const {
  const auto* segment = in_file(address, size);
  if (segment == nullptr)
    image_.fail(what + std::string(" (") + std::to_string(size) + " bytes at address " + hex(address) +
                ") is outside all segments of the file");
  return image_.range(segment->p_offset + (address - segment->p_vaddr), size, what);
}

std::vector<DynamicSymbol> read_dynamic_symbols(const ElfImage& image, const LoadedSegments& loaded) {
  const auto entries = read_entries(image, loaded);
  if (!entries.symbols || !entries.strings || !entries.strings_size || entries.symbol_size != sizeof(Elf64_Sym))
    image.fail("the dynamic segment does not locate the symbols and their names");
  const auto strings = loaded.bytes(*entries.strings, *entries.strings_size, "the dynamic string table");
  const auto count = count_symbols(image, loaded, entries);
  const auto table = loaded.bytes(*entries.symbols, count * sizeof(Elf64_Sym), "the dynamic symbol table");
  std::vector<DynamicSymbol> symbols;
  symbols.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto symbol = entry_of<Elf64_Sym>(table, i);
    symbols.push_back({image.string(strings, symbol.st_name, Part("dynamic symbol", i)), symbol});
    check_symbol(image, loaded, symbols.back());
  }
  check_dynamic_relocations(image, loaded, entries, count);
  check_section_tables(image, loaded, table);
  return symbols;
}

}  // namespace rocm_bindgen::runtime
