#include "toolchain/target_id.hpp"

#include <algorithm>

#include "support/catch.hpp"

using namespace rocm_bindgen::build;

namespace {

std::string error_of(const std::string& list) {
  const auto targets = parse_targets({list});
  REQUIRE_FALSE(targets);
  CHECK(targets.error().code() == ExitCode::usage);
  return render(targets.error().diagnostics.front());
}

}  // namespace

TEST_CASE("target ID: features are put in LLVM's order and duplicates are removed") {
  const auto targets = parse_targets({"gfx90a:xnack-:sramecc+,gfx1100", "gfx1100"});
  REQUIRE(targets);
  REQUIRE(targets->size() == 2);
  CHECK((*targets)[0].canonical == "gfx90a:sramecc+:xnack-");
  CHECK((*targets)[0].processor == "gfx90a");
  CHECK((*targets)[1].canonical == "gfx1100");
}

TEST_CASE("target ID: generics use code object version 6 and the others version 5") {
  CHECK(parse_target_id("gfx10-3-generic")->code_object_version == 6);
  CHECK(parse_target_id("gfx1030")->code_object_version == 5);
  const auto old = parse_targets({"gfx1030,gfx90a,sm_90"}, 4);
  REQUIRE(old);
  CHECK((*old)[0].code_object_version == 4);
  CHECK((*old)[1].code_object_version == 4);
  CHECK(parse_targets({"gfx1030"}, 6)->front().code_object_version == 6);
  const auto impossible = parse_targets({"gfx1030,gfx11-generic"}, 5);
  REQUIRE_FALSE(impossible);
  CHECK(impossible.error().code() == ExitCode::usage);
  CHECK_THAT(impossible.error().diagnostics.front().text,
             Catch::Contains("'gfx11-generic' requires code object version 6"));
}

TEST_CASE("target ID: the device libraries' version numbers are right") {
  // Major version * 1000 + minor version * 100 + stepping, a hexadecimal digit in the name (gfx90a: 9000 + 0 + 10).
  // gfx11-generic has the stepping of gfx1103.
  const std::vector<std::pair<std::string, int>> known{
      {"gfx906", 9006},           {"gfx90a", 9010},           {"gfx942", 9402},         {"gfx1030", 10300},
      {"gfx1100", 11000},         {"gfx1151", 11501},         {"gfx1201", 12001},       {"gfx9-generic", 9000},
      {"gfx10-1-generic", 10100}, {"gfx10-3-generic", 10300}, {"gfx11-generic", 11003}, {"gfx12-generic", 12000}};
  for (const auto& [name, version] : known) {
    INFO(name);
    CHECK(parse_target_id(name)->isa_version() == version);
  }
}

TEST_CASE("target ID: impossible targets are refused and the message names them") {
  CHECK(error_of("gfx9999").find("unknown architecture 'gfx9999'") != std::string::npos);
  CHECK(error_of("fiji").find("'fiji'") != std::string::npos);
  CHECK(error_of("gfx950").find("it needs LLVM 20") != std::string::npos);
  CHECK(error_of("gfx9-4-generic").find("gfx942") != std::string::npos);
  CHECK(error_of("gfx1250").find("it needs LLVM 21") != std::string::npos);
  CHECK(error_of("gfx90a:").find("malformed target ID 'gfx90a:'") != std::string::npos);
  CHECK(error_of("gfx90a:xnack").find("malformed") != std::string::npos);
  CHECK(error_of("gfx90a:xnack+:xnack+").find("malformed") != std::string::npos);
  CHECK(error_of("gfx1100:xnack+").find("no features") != std::string::npos);
  CHECK(error_of("gfx1100,,gfx90a").find("no processor") != std::string::npos);
  CHECK(error_of("").find("no processor") != std::string::npos);
}

TEST_CASE("target ID: NVIDIA architectures may be listed with AMD targets in nvcc's spelling") {
  const auto targets = parse_targets({"sm_90,gfx90a", "sm_90a,sm_90,sm_120f"});
  REQUIRE(targets);
  REQUIRE(targets->size() == 4);
  CHECK((*targets)[0] == TargetId{"sm_90", "sm_90"});
  CHECK((*targets)[0].is_nvidia());
  CHECK((*targets)[0].cuda_arch() == 900);
  CHECK((*targets)[0].code_object_extension() == std::string("cubin"));
  CHECK_FALSE((*targets)[1].is_nvidia());
  CHECK((*targets)[1].code_object_extension() == std::string("hsaco"));
  CHECK((*targets)[2] == TargetId{"sm_90", "sm_90a"});
  CHECK((*targets)[3] == TargetId{"sm_120", "sm_120f"});
  for (const std::string wrong : {"sm_", "sm_9", "sm_9x", "sm_090", "sm_90b", "sm_90aa", "sm_1234", "sm_90:xnack+"})
    CHECK_THAT(error_of(wrong), Catch::Contains("malformed NVIDIA architecture '" + wrong + "'"));
}

TEST_CASE("target ID: a feature must be in all or none of a processor's target IDs") {
  CHECK(error_of("gfx90a,gfx90a:xnack+").find("'gfx90a' and 'gfx90a:xnack+'") != std::string::npos);
  CHECK(parse_targets({"gfx90a:xnack-,gfx90a:xnack+"}));
}

TEST_CASE("targets: the table has wave size, features and covering generics") {
  const auto processors = known_processors();
  const auto find = [&](const std::string& name) {
    return *std::find_if(processors.begin(), processors.end(),
                         [&](const ProcessorInfo& info) { return info.name == name; });
  };
  CHECK(find("gfx90a").wavefront_size == 64);
  CHECK(find("gfx90a").features == std::vector<std::string>{"sramecc", "xnack"});
  CHECK(find("gfx90a").generic.empty());
  CHECK(find("gfx1036").wavefront_size == 32);
  CHECK(find("gfx1036").generic == "gfx10-3-generic");
}
