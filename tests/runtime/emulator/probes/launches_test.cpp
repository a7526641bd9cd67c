// Grids of three dimensions with partial blocks, arguments of all sizes, and a clock.
#include <string>
#include <vector>

#include "runtime/emulator/probes/compare.hpp"
#include "runtime/emulator/probes/numbers.hpp"
#include "runtime/emulator/probes/probe.hpp"
#include "support/catch.hpp"

using namespace probe;
using rocm_bindgen::Dim3;

namespace {

unsigned packed(const Dim3& value) {
  return value.x | value.y << 8 | value.z << 16;
}

std::uint32_t blocks_for(std::uint32_t items, std::uint32_t size) {
  return (items + size - 1) / size;
}

void check_coordinates(const Dim3& extents, const Dim3& block) {
  const Dim3 grid{blocks_for(extents.x, block.x), blocks_for(extents.y, block.y), blocks_for(extents.z, block.z)};
  const std::size_t count = std::size_t{extents.x} * extents.y * extents.z;
  const auto out = unwritten<unsigned>(4 * count);
  run("coordinates", {grid, block}, extents.x, extents.y, extents.z, out);
  std::vector<unsigned> expected;
  for (unsigned z = 0; z < extents.z; ++z)
    for (unsigned y = 0; y < extents.y; ++y)
      for (unsigned x = 0; x < extents.x; ++x) {
        expected.push_back(packed({x % block.x, y % block.y, z % block.z}));
        expected.push_back(packed({x / block.x, y / block.y, z / block.z}));
        expected.push_back(packed(block));
        expected.push_back(packed(grid));
      }
  check_equal("coordinates in blocks of " + std::to_string(block.x) + " x " + std::to_string(block.y) + " x " +
                  std::to_string(block.z),
              out.to_vector(), expected);
}

}  // namespace

TEST_CASE("probe: grids of three dimensions") {
  check_coordinates({37, 11, 5}, {8, 4, 2});
  check_coordinates({5, 3, 7}, {5, 3, 7});  // not a whole number of waves
  check_coordinates({200, 1, 1}, {64, 1, 1});
  check_coordinates({1, 1, 130}, {1, 1, 64});
  check_coordinates({3, 70, 2}, {1, 33, 1});
  check_coordinates({40, 40, 1}, {32, 32, 1});  // the largest possible block
}

TEST_CASE("probe: grid-stride loops") {
  Random random(1);
  const auto in = filled<float>(5003, [&] { return random.uniform(-1, 1); });
  for (const auto& config : {blocks(3, 64), blocks(1, 1), blocks(7, 96)}) {
    const auto out = unwritten<float>(in.size());
    run("grid_stride", config, in.size(), upload(in), 3.5f, out);
    std::vector<float> expected;
    for (const float x : in) expected.push_back(x * 3.5f);
    check_equal("scaled", out.to_vector(), expected);
  }
}

TEST_CASE("probe: arguments of all alignments") {
  struct Small {
    unsigned char flag;
    short half;
    unsigned char last;
  };
  struct Nested {
    double wide;
    Small small[3];
    float vector[3];
    bool truth;
  };
  struct alignas(16) Float4 {
    float x, y, z, w;
  };
  const Nested nested{-2.25, {{1, -2, 3}, {4, -5, 6}, {7, -8, 9}}, {0.5f, 1.5f, 2.5f}, true};
  const std::vector<std::uint16_t> shorts{1, 65535};
  for (const unsigned char byte : std::vector<unsigned char>{200, 100, 0}) {
    const auto out = unwritten<double>(17);
    run("mixed_arguments", blocks(1, 1), byte, 1e100, short{-32000}, Float4{1, 2, 3, 4}, true, nested,
        -1234567890123456789ll, upload(shorts), static_cast<char>(-7), out);
    const auto& small = nested.small[byte % 3];
    const std::vector<double> expected{static_cast<double>(byte),
                                       1e100,
                                       -32000,
                                       1,
                                       2,
                                       3,
                                       4,
                                       1,
                                       -2.25,
                                       static_cast<double>(-1234567890123456789ll),
                                       65535,
                                       -7,
                                       static_cast<double>(small.flag),
                                       static_cast<double>(small.half),
                                       static_cast<double>(small.last),
                                       static_cast<double>(nested.vector[byte % 3]),
                                       1};
    check_equal("arguments", out.to_vector(), expected);
  }
}

TEST_CASE("probe: forty arguments") {
  const auto out = unwritten<double>(39);
  run("forty_arguments", blocks(1, 32), 10, 11, 12, 13, 0.5f, 1.5f, 2.5f, 3.5f, -20, -21, -22, -23, 4.5f, 5.5f, 6.5f,
      7.5f, 30, 31, 32, 33, 8.5f, 9.5f, 10.5f, 11.5f, -40, -41, -42, -43, 12.5f, 13.5f, 14.5f, 15.5f, 2147483647,
      -2147483647, 1, 0, 1e300, static_cast<char>(77), -1e-300, out);
  check_equal("arguments", out.to_vector(),
              {10,  11,  12,   13,   0.5,  1.5,  2.5,        3.5,         -20, -21,  -22,   -23, 4.5,
               5.5, 6.5, 7.5,  30,   31,   32,   33,         8.5,         9.5, 10.5, 11.5,  -40, -41,
               -42, -43, 12.5, 13.5, 14.5, 15.5, 2147483647, -2147483647, 1,   0,    1e300, 77,  -1e-300});
}

TEST_CASE("probe: a kernel without arguments or work") {
  run("nothing", {{3, 2, 1}, {64}});
  run("nothing", {{1}, {1}});
  report("launched", 2, 0, "");
}

TEST_CASE("probe: the clock does not run backwards") {
  constexpr std::size_t kThreads = 128;
  const auto differences = unwritten<long long>(kThreads);
  const auto values = unwritten<unsigned>(kThreads);
  run("clock_differences", blocks(1, kThreads), differences, values);
  std::vector<unsigned> expected;
  for (unsigned i = 0; i < kThreads; ++i) {
    unsigned x = i;
    for (int step = 0; step < 50; ++step) x = x * 1664525u + 1013904223u;
    expected.push_back(x);
  }
  check_equal("values", values.to_vector(), expected);
  std::size_t wrong = 0;
  // The counter of gfx11 has 20 bits, so it may wrap around. More than 10^12 cycles would be several minutes.
  const long long period = processor().rfind("gfx11", 0) == 0 ? 1 << 20 : 0;
  for (const long long cycles : differences.to_vector()) {
    const long long passed = cycles < 0 ? cycles + period : cycles;
    wrong += passed <= 0 || passed > 1'000'000'000'000 ? 1u : 0u;
  }
  report("cycles", kThreads, wrong, "");
}
