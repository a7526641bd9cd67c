#include "load/program.hpp"

#include <cstring>
#include <elf.h>
#include <stdexcept>

#include "runtime/emulator/fault_of.hpp"
#include "support/catch.hpp"
#include "support/files.hpp"

using namespace rocm_bindgen::emulator;

namespace {

std::string image_of(const std::string& artifacts, const std::string& file) {
  return test::read(std::filesystem::path(ROCM_BINDGEN_DEVICE_ARTIFACTS) / artifacts / "kernels.artifacts/hsaco" /
                    file);
}

struct Loaded {
  explicit Loaded(const std::string& image, const std::string& processor = "gfx1100")
      : target(*find_target(processor)), program(target, space, image) {}

  Target target;
  AddressSpace space{1 << 20, {}};
  Program program;
};

std::string refusal(const std::string& image) {
  AddressSpace space(1 << 20, {});
  try {
    Program(*find_target("gfx1100"), space, image);
  } catch (const std::runtime_error& error) {
    CHECK(space.used() == 0);
    return error.what();
  }
  return {};
}

template <class T>
T read(const std::string& image, std::size_t at) {
  T value;
  std::memcpy(&value, image.substr(at, sizeof value).data(), sizeof value);
  return value;
}

/// Returns the offset in the image of a dynamic symbol's entry.
std::size_t dynamic_symbol(const std::string& image, const std::string& name) {
  const auto header = read<Elf64_Ehdr>(image, 0);
  const auto section = [&](std::size_t i) { return read<Elf64_Shdr>(image, header.e_shoff + i * sizeof(Elf64_Shdr)); };
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    const auto table = section(i);
    if (table.sh_type != SHT_DYNSYM) continue;
    const auto* names = &image.at(section(table.sh_link).sh_offset);
    for (auto at = table.sh_offset; at < table.sh_offset + table.sh_size; at += sizeof(Elf64_Sym))
      if (names + read<Elf64_Sym>(image, at).st_name == name) return at;
  }
  throw std::runtime_error("no symbol " + name);
}

/// Replaces the bytes of the section by `bytes`, which are appended to the image, and adds `flags` to its flags.
void replace_section(std::string& image, const std::string& name, const std::string& bytes, std::uint64_t flags = 0) {
  const auto header = read<Elf64_Ehdr>(image, 0);
  const auto place = [&](std::size_t i) { return header.e_shoff + i * sizeof(Elf64_Shdr); };
  const auto names = read<Elf64_Shdr>(image, place(header.e_shstrndx)).sh_offset;
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    auto section = read<Elf64_Shdr>(image, place(i));
    if (&image.at(names + section.sh_name) != name) continue;
    section.sh_offset = image.size();
    section.sh_size = bytes.size();
    section.sh_flags |= flags;
    std::memcpy(&image.at(place(i)), &section, sizeof section);
    image += bytes;
    return;
  }
  throw std::runtime_error("no section " + name);
}

Elf64_Shdr section_header(const std::string& image, const std::string& name) {
  const auto header = read<Elf64_Ehdr>(image, 0);
  const auto section = [&](std::size_t i) { return read<Elf64_Shdr>(image, header.e_shoff + i * sizeof(Elf64_Shdr)); };
  const auto names = section(header.e_shstrndx).sh_offset;
  for (unsigned i = 0; i < header.e_shnum; ++i)
    if (&image.at(names + section(i).sh_name) == name) return section(i);
  throw std::runtime_error("no section " + name);
}

template <class T>
std::string bytes_of(T value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

/// Replaces the debug information by that of one unit (DWARF 4), which covers all code and has `depth` nested blocks.
void set_nested_blocks(std::string& image, std::size_t depth) {
  const std::string abbreviations(
      "\x01\x11\x01\x11\x01\x12\x07\0\0"  // 1: a unit with children, low_pc: addr, high_pc: data8
      "\x02\x0b\x01\0\0"                  // 2: a block with children
      "\0",
      15);  // the text contains zeros, so its length is stated
  // The version, the offset of the abbreviations, the size of addresses, then the unit's abbreviation, low_pc and
  // high_pc.
  auto unit = bytes_of<std::uint16_t>(4) + bytes_of<std::uint32_t>(0) + "\x08" + "\x01" + bytes_of<std::uint64_t>(0) +
              bytes_of<std::uint64_t>(1 << 20);
  unit += std::string(depth, '\x02') + std::string(depth + 1, '\0');
  replace_section(image, ".debug_abbrev", abbreviations);
  replace_section(image, ".debug_info", bytes_of(static_cast<std::uint32_t>(unit.size())) + unit);
}

}  // namespace

TEST_CASE("a program has the kernels of its code object", "[load]") {
  const Loaded loaded(image_of("launches", "launches.gfx1100.hsaco"));
  const auto* kernel = loaded.program.find_kernel("block_sums");
  REQUIRE(kernel != nullptr);
  CHECK(kernel->metadata.symbol == "block_sums.kd");
  CHECK(kernel->metadata.arguments.at(0).kind == "global_buffer");
  CHECK(kernel->descriptor.group_segment_bytes == 4096);  // 1024 floats
  CHECK(kernel->descriptor.wavefront_size_32());
  CHECK(kernel->entry % 256 == 0);  // required by the hardware
  CHECK(kernel->code_bytes > 0);
  CHECK(loaded.program.find_kernel("block_sum") == nullptr);
  CHECK(loaded.program.uses_global_atomics(*loaded.program.find_kernel("whole_grid_sum")));
  CHECK_FALSE(loaded.program.uses_global_atomics(*kernel));
}

TEST_CASE("a program reports the function and source line of an instruction", "[load]") {
  const Loaded loaded(image_of("faults", "memory.gfx1100.hsaco"));
  const auto* kernel = loaded.program.find_kernel("follow_in_a_call");
  REQUIRE(kernel != nullptr);
  CHECK(loaded.program.function_at(kernel->entry).name == "follow_in_a_call");
  // The last dword of the kernel also belongs to it.
  CHECK(loaded.program.function_at(kernel->entry + kernel->code_bytes - 4).begin == kernel->entry);
  CHECK(loaded.program.function_at(0).name == "");
  CHECK_THAT(loaded.program.source_line(kernel->entry + kernel->code_bytes - 4), Catch::StartsWith("memory.cu:"));
  CHECK(loaded.program.source_line(0) == "");
  auto& instructions = loaded.program.instructions(32);
  CHECK(instructions.executed().empty());
  CHECK(&instructions.at(kernel->entry) == &instructions.at(kernel->entry));
  CHECK(instructions.text(kernel->entry) != "");
  CHECK(loaded.program.executed().size() == 1);
  for (const auto address : {std::uint64_t{0}, kernel->entry + (1 << 20)})
    CHECK(fault_of([&] { instructions.at(address); }).address == address);
}

TEST_CASE("a code object is loaded into one allocation, whose size is a multiple of 16 bytes", "[load]") {
  Loaded loaded(image_of("faults", "memory.gfx1100.hsaco"));
  const auto snapshot = loaded.space.snapshot();
  REQUIRE(snapshot->entries().size() == 1);
  const auto& allocation = *snapshot->entries().front();
  CHECK(allocation.kind == AllocationKind::code_object);
  CHECK(allocation.bytes % 16 == 0);
  CHECK(loaded.space.used() == allocation.bytes);
}

TEST_CASE("loading an invalid code object is an error", "[load]") {
  auto image = image_of("launches", "launches.gfx1100.hsaco");
  CHECK(refusal(image) == "");
  auto no_elf = image;
  no_elf[0] = 'x';
  CHECK(refusal(no_elf) == "the image is not a 64-bit ELF file");
  auto narrow = image;
  narrow[4] = 1;  // EI_CLASS is ELFCLASS32
  CHECK(refusal(narrow) == "the image is not a 64-bit ELF file");
  // Only the first of the name's places in the file is changed. The metadata and the symbol then have different names.
  auto nameless = image;
  nameless.at(nameless.find("places.kd")) = 'X';
  CHECK_THAT(refusal(nameless), Catch::Contains("there is no symbol"));
}

TEST_CASE("an undefined symbol of a code object is an error unless it is weak", "[load]") {
  const auto image = image_of("variables", "managed.gfx1100.hsaco");
  const auto undefined = [&](unsigned char binding) {
    auto changed = image;
    const auto at = dynamic_symbol(image, "_ZL12of_this_file");
    Elf64_Sym symbol;
    std::memcpy(&symbol, &image[at], sizeof symbol);
    symbol.st_shndx = SHN_UNDEF;
    symbol.st_info = ELF64_ST_INFO(binding, STT_OBJECT);
    std::memcpy(&changed[at], &symbol, sizeof symbol);
    return refusal(changed);
  };
  CHECK(refusal(image) == "");
  CHECK(undefined(STB_GLOBAL) == "the code object uses '_ZL12of_this_file', which it does not define");
  CHECK(undefined(STB_WEAK) == "");
}

TEST_CASE("debug information that is nested too deeply gives no source lines", "[load]") {
  auto image = image_of("faults", "memory.gfx1100.hsaco");
  set_nested_blocks(image, 1000000);  // the program allows a depth of 1000
  const Loaded loaded(image);
  const auto* kernel = loaded.program.find_kernel("follow_in_a_call");
  REQUIRE(kernel != nullptr);
  CHECK(loaded.program.source_line(kernel->entry) == "");
  CHECK(loaded.program.function_at(kernel->entry).name == "follow_in_a_call");
}

TEST_CASE("debug information whose decompressed size is too large gives no source lines", "[load]") {
  auto image = image_of("faults", "memory.gfx1100.hsaco");
  const auto type = GENERATE(ELFCOMPRESS_ZLIB, 2);  // 2: zstd
  // The program allows 1 GiB.
  const auto bytes = GENERATE(std::uint64_t{1} << 31, std::uint64_t{1} << 60, ~std::uint64_t{0});
  const Elf64_Chdr header{static_cast<Elf64_Word>(type), 0, bytes, 1};
  replace_section(image, ".debug_info", bytes_of(header) + std::string(100, 'x'), SHF_COMPRESSED);
  const Loaded loaded(image);
  CHECK(loaded.program.source_line(loaded.program.find_kernel("follow_in_a_call")->entry) == "");
}

TEST_CASE("code ends with the bytes in the file, not with the segment's size in memory", "[load]") {
  auto image = image_of("launches", "launches.gfx1100.hsaco");
  const auto header = read<Elf64_Ehdr>(image, 0);
  std::uint64_t end = 0;
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    const auto at = header.e_phoff + i * sizeof(Elf64_Phdr);
    auto segment = read<Elf64_Phdr>(image, at);
    if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0) continue;
    end = segment.p_vaddr + segment.p_filesz;
    // The host does not need this much memory, because the pages are never accessed.
    segment.p_memsz = std::uint64_t{1} << 38;
    std::memcpy(&image.at(at), &segment, sizeof segment);
  }
  const auto target = *find_target("gfx1100");
  AddressSpace space(std::uint64_t{1} << 40, {});
  const Program program(target, space, image);
  const auto base = space.snapshot()->entries().front()->begin;
  CHECK_NOTHROW(program.instructions(32).at(program.find_kernel("places")->entry));
  CHECK(fault_of([&] { program.instructions(32).at(base + end); }).address == base + end);
}

TEST_CASE("line tables with invalid forms give no source lines", "[load]") {
  const auto image = image_of("faults", "memory.gfx1100.hsaco");
  const auto section = section_header(image, ".debug_line");
  const auto table = image.substr(section.sh_offset, section.sh_size);
  // LLVM must not end the process for any of these changes. The new values are some forms that no field of a file may
  // have (addr, flag, flag_present), and two bytes that continue a LEB128 number.
  std::size_t without_line = 0;
  // From byte 31 on, the header has lists: the types and forms of the fields of entries, then the entries. The loop
  // ends at byte 160 to save time.
  for (std::size_t at = 31; at < std::min<std::size_t>(table.size(), 160); ++at)
    for (const auto value : {'\x01', '\x0c', '\x19', '\x84', '\xff'}) {
      auto changed = image;
      changed[section.sh_offset + at] = value;
      const Loaded loaded(changed);
      if (loaded.program.source_line(loaded.program.find_kernel("follow_in_a_call")->entry).empty()) ++without_line;
    }
  CHECK(without_line > 0);
}
