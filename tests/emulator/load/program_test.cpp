#include "load/program.hpp"

#include <cstring>

#include "emulator/fault_of.hpp"
#include "support/catch.hpp"
#include "support/files.hpp"

using namespace rocm_bindgen::emulator;

namespace {

std::string image_of(const std::string& artifacts, const std::string& file) {
  return test::read(std::string(ROCM_BINDGEN_DEVICE_ARTIFACTS) + "/" + artifacts + "/kernels.artifacts/hsaco/" + file);
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
