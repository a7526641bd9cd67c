#include "dispatch/register_counts.hpp"

#include "support/catch.hpp"

using namespace rocm_bindgen::emulator;

namespace {

/// `encoded_count` and `encoded_offset` are fields of the descriptor. The former is the number of granules of vector
/// registers, minus 1. The latter is the number of the first accumulator divided by 4, minus 1.
RegisterCounts counts(const char* processor, unsigned encoded_count, unsigned lanes, unsigned encoded_offset = 0) {
  KernelDescriptor descriptor;
  descriptor.resource1 = encoded_count;
  descriptor.resource3 = encoded_offset;
  return register_counts(descriptor, *find_target(processor), lanes);
}

}  // namespace

// A granule is 8 registers in waves of 32, and on gfx90a and gfx942. It is 4 registers in waves of 64 on the other
// processors.
TEST_CASE("vector registers are allocated in granules", "[dispatch]") {
  CHECK(counts("gfx1100", 0, 32).vectors == 8);
  CHECK(counts("gfx1100", 31, 32).vectors == 256);  // (31 + 1) * 8
  CHECK(counts("gfx1100", 3, 64).vectors == 16);    // (3 + 1) * 4
  CHECK(counts("gfx1030", 2, 32).vectors == 24);
  CHECK(counts("gfx1201", 2, 64).vectors == 12);
  CHECK(counts("gfx1100", 3, 32).accumulators == 0);
}

TEST_CASE("accumulators are the rest of the register file", "[dispatch]") {
  for (const auto* processor : {"gfx90a", "gfx942"}) {
    // A file of (63 + 1) * 8 = 512 registers, of which the accumulators begin at (63 + 1) * 4 = 256.
    CHECK(counts(processor, 63, 64, 63).vectors == 256);
    CHECK(counts(processor, 63, 64, 63).accumulators == 256);
    CHECK(counts(processor, 1, 64, 1).vectors == 8);
    CHECK(counts(processor, 1, 64, 1).accumulators == 8);
    // There are no accumulators, because they would begin after the 8 registers of the file.
    CHECK(counts(processor, 0, 64, 63).vectors == 8);
    CHECK(counts(processor, 0, 64, 63).accumulators == 0);
  }
}

TEST_CASE("a stack of unknown size has extra scratch", "[dispatch]") {
  KernelDescriptor descriptor;
  descriptor.private_segment_bytes = 100;
  CHECK(scratch_bytes(descriptor) == 100);
  descriptor.properties = 1 << 11;  // USES_DYNAMIC_STACK
  // 131072 is the largest stack size, in bytes, that HIP permits.
  CHECK(scratch_bytes(descriptor) == 100 + 131072);
}
