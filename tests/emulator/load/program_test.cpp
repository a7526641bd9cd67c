#include "load/program.hpp"

#include <cstring>
#include <elf.h>
#include <stdexcept>

#include "emulator/fault_of.hpp"
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
      : target(*find_target(processor)), program(target, space, image.data()) {}

  Target target;
  AddressSpace space{1 << 20, {}};
  Program program;
};

std::string refusal(const std::string& image) {
  AddressSpace space(1 << 20, {});
  try {
    Program(*find_target("gfx1100"), space, image.data());
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

/// Where the image has its entry for a dynamic symbol.
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

}  // namespace

TEST_CASE("a program's kernels", "[load]") {
  const Loaded loaded(image_of("launches", "launches.gfx1100.hsaco"));
  const auto* kernel = loaded.program.find_kernel("block_sums");
  REQUIRE(kernel != nullptr);
  CHECK(kernel->metadata.symbol == "block_sums.kd");
  CHECK(kernel->metadata.arguments.at(0).kind == "global_buffer");
  CHECK(kernel->descriptor.group_segment_bytes == 4096);
  CHECK(kernel->descriptor.wavefront_size_32());
  CHECK(kernel->entry % 256 == 0);
  CHECK(kernel->code_bytes > 0);
  CHECK(loaded.program.find_kernel("block_sum") == nullptr);
  CHECK(loaded.program.uses_global_atomics(*loaded.program.find_kernel("whole_grid_sum")));
  CHECK_FALSE(loaded.program.uses_global_atomics(*kernel));
}

TEST_CASE("a program's instructions, by function and line", "[load]") {
  const Loaded loaded(image_of("faults", "memory.gfx1100.hsaco"));
  const auto* kernel = loaded.program.find_kernel("follow_in_a_call");
  REQUIRE(kernel != nullptr);
  CHECK(loaded.program.function_at(kernel->entry).name == "follow_in_a_call");
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

TEST_CASE("device variables are where the code finds them, and end where the code object ends", "[load]") {
  Loaded loaded(image_of("faults", "memory.gfx1100.hsaco"));
  const auto snapshot = loaded.space.snapshot();
  REQUIRE(snapshot->size() == 1);
  const auto& allocation = *snapshot->front();
  CHECK(allocation.kind == AllocationKind::code_object);
  CHECK(allocation.bytes % 16 == 0);
  CHECK(loaded.space.used() == allocation.bytes);
}

TEST_CASE("what is no code object is refused", "[load]") {
  auto image = image_of("launches", "launches.gfx1100.hsaco");
  CHECK(refusal(image) == "");
  auto no_elf = image;
  no_elf[0] = 'x';
  CHECK(refusal(no_elf) == "the image is no 64-bit ELF file");
  auto narrow = image;
  narrow[4] = 1;
  CHECK(refusal(narrow) == "the image is no 64-bit ELF file");
  // A kernel that the metadata names and no symbol has.
  auto nameless = image;
  for (auto at = nameless.find("places.kd"); at != std::string::npos; at = nameless.find("places.kd", at + 1)) {
    nameless[at] = 'X';
    break;
  }
  CHECK_THAT(refusal(nameless), Catch::Contains("there is no symbol"));
}

TEST_CASE("what a code object uses and does not define is refused, unless it is weak", "[load]") {
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
