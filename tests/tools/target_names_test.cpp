// Tests the targets of --arch by the commands that -### prints; nothing is compiled.
#include <filesystem>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;

namespace {

using Names = std::vector<std::string>;

/// The values of a clang option in all printed commands, in their order.
Names values(const std::string& commands, const std::string& option) {
  Names found;
  const auto mark = " \"" + option + "=";
  for (auto at = commands.find(mark); at != std::string::npos; at = commands.find(mark, at + 1)) {
    const auto start = at + mark.size();
    found.push_back(commands.substr(start, commands.find('"', start) - start));
  }
  return found;
}

Finished show(const Names& more) {
  Project project;
  project.source("a.cu", kernel_source("a"));
  auto words = more;
  words.push_back("-###");
  return project.build(words);
}

Names archs(const std::string& list) {
  const auto finished = show({"--arch", list});
  INFO(finished.err);
  REQUIRE(finished.exit_code == 0);
  return values(finished.err, "--offload-arch");
}

}  // namespace

TEST_CASE("build --arch: groups, products and target IDs can be mixed, and each target is built once, in this order") {
  CHECK(archs("rdna4") == Names{"gfx1200", "gfx1201"});
  CHECK(archs("mi250x,RX 7900 XTX,gfx906") == Names{"gfx90a", "gfx1100", "gfx906"});
  CHECK(archs("gfx1101,rdna3,rx-7800-xt,gfx11-generic") ==
        Names{"gfx1101", "gfx1100", "gfx1102", "gfx1103", "gfx11-generic"});
  CHECK(archs("CDNA2,cdna3") == Names{"gfx90a", "gfx942"});
}

TEST_CASE("build --arch: a processor may have several variants with features in any order") {
  CHECK(archs("gfx90a:xnack+,gfx90a:xnack-") == Names{"gfx90a:xnack+", "gfx90a:xnack-"});
  CHECK(archs("gfx90a:xnack-:sramecc+,gfx90a:sramecc+:xnack-") == Names{"gfx90a:sramecc+:xnack-"});
  // The gfx90a of the group cdna2 has no setting for xnack, and the other target ID has one.
  const auto mixed = show({"--arch", "cdna2,gfx90a:xnack+"});
  CHECK(mixed.exit_code == 2);
  CHECK_THAT(mixed.err, Catch::Contains("'gfx90a' and 'gfx90a:xnack+' cannot be combined in one program"));
  const auto partly = show({"--arch", "gfx90a:xnack+,gfx90a:sramecc+:xnack-"});
  CHECK(partly.exit_code == 2);
  CHECK_THAT(partly.err,
             Catch::Contains("'gfx90a:xnack+' and 'gfx90a:sramecc+:xnack-' cannot be combined in one program"));
}

TEST_CASE("build --arch: each target has its own code object version or the requested one") {
  const auto versions = [](const Names& more) {
    const auto finished = show(more);
    INFO(finished.err);
    REQUIRE(finished.exit_code == 0);
    return values(finished.err, "-mcode-object-version");
  };
  CHECK(versions({"--arch", "gfx1100,gfx11-generic"}) == Names{"5", "6"});
  CHECK(versions({"--arch", "gfx1100,gfx90a", "--code-object-version", "4"}) == Names{"4", "4"});
  CHECK(versions({"--arch", "gfx1100,gfx11-generic", "--code-object-version", "6"}) == Names{"6", "6"});
  const auto old = show({"--arch", "gfx11-generic", "--code-object-version", "5"});
  CHECK(old.exit_code == 2);
  CHECK_THAT(old.err, Catch::Contains("'gfx11-generic' requires code object version 6"));
}

TEST_CASE("build --arch: native is this machine's GPUs and reports if there are none") {
  const auto finished = show({"--arch", "native"});
  INFO(finished.err);
  if (std::filesystem::exists("/dev/kfd")) {
    CHECK(finished.exit_code == 0);
    CHECK_FALSE(values(finished.err, "--offload-arch").empty());
  } else {
    CHECK(finished.exit_code == 3);
    CHECK_THAT(finished.err, Catch::Contains("'native': no AMD GPU is listed in '/sys/class/kfd/kfd/topology/nodes'"));
  }
}

TEST_CASE("build --arch: a name newer than this LLVM is reported as such and others as unknown") {
  for (const std::string name : {"mi355x", "cdna4"}) {
    const auto newer = show({"--arch", name});
    CHECK(newer.exit_code == 2);
    CHECK_THAT(newer.err, Catch::Contains("cannot build for 'gfx950': it needs LLVM 20"));
  }
  const auto unknown = show({"--arch", "gfx1100,rx7900"});
  CHECK(unknown.exit_code == 2);
  CHECK_THAT(unknown.err, Catch::Contains("unknown architecture 'rx7900'"));
}
