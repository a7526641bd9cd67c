#include "support/suggest.hpp"

#include "support/catch.hpp"

using namespace rocm_bindgen::build;

TEST_CASE("suggest: the nearest candidate, if it is near") {
  const std::vector<std::string> commands{"build", "hipify", "inspect", "targets"};
  CHECK(nearest("biuld", commands) == "build");
  CHECK(nearest("hippify", commands) == "hipify");
  CHECK(nearest("doctor", commands) == std::nullopt);
  CHECK(nearest("build", {}) == std::nullopt);
}

TEST_CASE("suggest: of several as near, the one that begins like the word") {
  CHECK(nearest("gfx1105", {"gfx1035", "gfx1205", "gfx1103"}) == "gfx1103");
}

TEST_CASE("suggest: a letter alone could mean anything") {
  CHECK(nearest("-a", {"-o", "-j"}) == std::nullopt);
  CHECK(nearest("", {"a"}) == std::nullopt);
}

TEST_CASE("suggest: as the end of a message") {
  CHECK(did_you_mean("--archs", {"--arch", "--cache-dir"}) == "; did you mean '--arch'?");
  CHECK(did_you_mean("--frobnicate", {"--arch"}).empty());
}
