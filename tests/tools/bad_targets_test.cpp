#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;

namespace {

/// Checks that the target is refused as bad usage before anything is compiled; the message of a build that has begun
/// would contain "hipify".
void check_target(const std::string& arch, const std::vector<std::string>& messages) {
  Project project;
  project.source("a.cu", kernel_source("a"));
  INFO("--arch " << arch);
  const auto finished = check_refused(project, 2, messages, {"--arch", arch});
  CHECK_THAT(finished.err, !Catch::Contains("hipify"));
}

}  // namespace

TEST_CASE("bad targets: an unknown arch is named with the command that lists known ones") {
  check_target("gfx1234", {"error: unknown architecture 'gfx1234'", "help: `rocm-bindgen targets` lists"});
  check_target("sm_90x", {"error: malformed NVIDIA architecture 'sm_90x'", "help: examples: sm_90"});
  check_target("fiji", {"error: unknown architecture 'fiji'"});
  check_target("gfx1100,gfx12x", {"error: unknown architecture 'gfx12x'"});
}

TEST_CASE("bad targets: the message for a mistyped arch, group or product suggests a similar one") {
  check_target("gfx1031x", {"error: unknown architecture 'gfx1031x'; did you mean 'gfx1031'?\n"});
  check_target("gfx11-genric", {"'gfx11-genric'; did you mean 'gfx11-generic'?\n"});
  check_target("RDNA9", {"'RDNA9'; did you mean 'rdna1'?\n"});
  check_target("rx7900xxx", {"'rx7900xxx'; did you mean 'rx7900xtx'?\n"});
  check_target("nonsense-arch", {"error: unknown architecture 'nonsense-arch'\n"});
}

TEST_CASE("bad targets: an arch that LLVM 19 does not know is refused with the reason and a remedy") {
  const std::string reason = ", but this rocm-bindgen contains LLVM 19";
  check_target("gfx950",
               {"cannot build for 'gfx950': it needs LLVM 20" + reason, "help: no older code object runs on it"});
  check_target("gfx9-4-generic", {"cannot build for 'gfx9-4-generic': it needs LLVM 20" + reason,
                                  "help: select the processors that it covers: gfx942"});
  check_target("gfx1250",
               {"cannot build for 'gfx1250': it needs LLVM 21" + reason, "help: no older code object runs on it"});
}

TEST_CASE("bad targets: a malformed target ID is refused with the available features") {
  for (const std::string id : {"gfx90a:foo+", "gfx90a:xnack", "gfx90a:", "gfx90a:xnack+:xnack-"})
    check_target(id, {"error: malformed target ID '" + id + "'",
                      "help: gfx90a supports these features, each at most once and with + or -: sramecc, xnack"});
  check_target("gfx1100:xnack+", {"error: malformed target ID 'gfx1100:xnack+'", "help: gfx1100 supports no features"});
  check_target(":xnack+", {"error: malformed target ID ':xnack+': no processor"});
}

TEST_CASE("bad targets: a processor with and without a feature in one program is refused") {
  check_target("gfx90a,gfx90a:xnack+",
               {"error: target IDs 'gfx90a' and 'gfx90a:xnack+' cannot be combined in one program",
                "help: all target IDs of a processor must specify the same features"});
}
