#include "report/profile_bounds.hpp"

#include <set>
#include <string_view>

#include <nlohmann/json.hpp>

#include "support/catch.hpp"

using namespace rocm_bindgen::build;
using nlohmann::json;

namespace {

/// A GPU with round numbers: 1000 cycles per microsecond in each of 10 compute units, and 1000 bytes per microsecond.
constexpr NamedGpu kGpu{"round", "gfx1100", 10, 1000, 1, 128};

/// The counts of waves with this many lanes, of which one in four is active.
json counts_of(unsigned lanes) {
  return {{"instructions", {{"valu", 5000}, {"salu", 100}, {"lds", 20}}},
          {"vector_instructions", 5020},
          {"active_lanes", 5020 * lanes / 4},
          {"idle_lanes", 5020 * lanes * 3 / 4},
          {"global", {{"loads", {{"sector_bytes_64", 64000}}}, {"stores", {{"sector_bytes_64", 6400}}}}},
          {"lds", {{"loads", {{"cycles", 30000}}}, {"atomics", {{"cycles", 10000}}}}}};
}

}  // namespace

TEST_CASE("profile bounds: work divided by the highest rate of its unit") {
  const auto bounds = bounds_of(counts_of(32), kGpu);
  CHECK(bounds.memory == Approx(70.4));      // 70400 bytes
  CHECK(bounds.lds == Approx(4));            // 40000 cycles by 10 compute units
  CHECK(bounds.arithmetic == Approx(0.25));  // 5000 waves of 32, of which a compute unit executes two per cycle
  CHECK(bounds_of(counts_of(64), kGpu).arithmetic == Approx(0.25));  // 128 lanes per cycle
}

TEST_CASE("profile bounds: a kernel without an instruction takes no time") {
  const json counts{
      {"instructions", json::object()}, {"vector_instructions", 0}, {"active_lanes", 0}, {"idle_lanes", 0},
      {"global", json::object()},       {"lds", json::object()}};
  const auto bounds = bounds_of(counts, kGpu);
  CHECK(bounds.memory == 0);
  CHECK(bounds.lds == 0);
  CHECK(bounds.arithmetic == 0);
}

TEST_CASE("profile bounds: each processor that the emulated device supports has a GPU") {
  const std::string_view processors[] = {
#define ROCM_BINDGEN_EMULATED_TARGET(name, generation, compute_units, capabilities) name,
#include "rocm_bindgen/targets.def"
  };
  std::set<std::string_view> names;
  for (const auto processor : processors) {
    INFO(processor);
    CHECK_FALSE(named_gpus(processor).empty());
    for (const auto& gpu : named_gpus(processor)) {
      CHECK(gpu.processor == processor);
      CHECK(names.insert(gpu.name).second);
    }
  }
  CHECK(named_gpus("gfx600").empty());
}
