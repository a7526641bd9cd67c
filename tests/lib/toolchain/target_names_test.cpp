#include "toolchain/target_names.hpp"

#include <set>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "toolchain/target_id.hpp"

using namespace rocm_bindgen::build;

namespace {

using Names = std::vector<std::string>;

Names canonical(const std::string& list) {
  const auto targets = parse_targets({list});
  REQUIRE(targets);
  Names names;
  for (const auto& target : *targets) names.push_back(target.canonical);
  return names;
}

/// The properties of a GPU: `version` is major version * 10000 + minor version * 100 + stepping.
std::string node(unsigned version) {
  return "cpu_cores_count 0\nsimd_count 304\ngfx_target_version " + std::to_string(version) + "\nunique_id 1234\n";
}

}  // namespace

TEST_CASE("target names: groups expand to their processors without duplicates") {
  CHECK(canonical("cdna2,cdna3") == Names{"gfx90a", "gfx942"});
  CHECK(canonical("gfx1100,rdna3") == Names{"gfx1100", "gfx1101", "gfx1102", "gfx1103"});
  CHECK(canonical("all-major") ==
        Names{"gfx900", "gfx906", "gfx908", "gfx90a", "gfx942", "gfx1010", "gfx1030", "gfx1100", "gfx1150", "gfx1200"});
}

TEST_CASE("target names: products are accepted by their product names") {
  CHECK(canonical("mi250x") == Names{"gfx90a"});
  CHECK(canonical("RX 7900 XTX,rx-6800-xt,steam_deck") == Names{"gfx1100", "gfx1030", "gfx1033"});
  const auto newer = parse_targets({"mi355x"});
  REQUIRE_FALSE(newer);
  CHECK_THAT(render(newer.error().diagnostics.front()), Catch::Contains("'gfx950': it needs LLVM 20"));
  CHECK_FALSE(parse_targets({"rx7900"}));  // the products are rx7900gre, rx7900xt and rx7900xtx
}

TEST_CASE("target names: each name is unique and expands to known or newer processors") {
  std::set<std::string_view> names;
  for (const auto* table : {&target_groups(), &target_products()})
    for (const auto& entry : *table) {
      INFO(entry.name);
      CHECK(names.insert(entry.name).second);
      CHECK_FALSE(entry.processors.empty());
      for (const auto processor : entry.processors)
        CHECK((parse_target_id(processor) || processor == std::string_view("gfx950")));
    }
}

TEST_CASE("target names: native is the kernel driver's GPUs in the order of its nodes") {
  test::Folder topology;
  topology.write("0/properties", "cpu_cores_count 64\nsimd_count 0\ngfx_target_version 0\n");
  topology.write("10/properties", node(110000));  // gfx1100, after nodes 1 to 4, which precede it as numbers
  topology.write("1/properties", node(90010));    // gfx90a
  topology.write("2/properties", node(90402));    // gfx942
  topology.write("3/properties", node(90010));
  topology.write("4/other", "");
  const auto processors = native_processors(topology.path());
  REQUIRE(processors);
  CHECK(*processors == Names{"gfx90a", "gfx942", "gfx1100"});
}

TEST_CASE("target names: a machine without a GPU is reported") {
  test::Folder topology;
  topology.write("0/properties", node(0));
  for (const auto& place : {topology.path(), topology / "nowhere"}) {
    const auto processors = native_processors(place);
    REQUIRE_FALSE(processors);
    CHECK(processors.error().code() == ExitCode::toolchain);
    CHECK_THAT(processors.error().diagnostics.front().text,
               Catch::Contains("no AMD GPU is listed in '" + place.string() + "'"));
  }
}
