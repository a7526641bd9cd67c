#include "support/suggest.hpp"

#include "support/catch.hpp"

using namespace rocm_bindgen::build;

TEST_CASE("suggest: returns the nearest candidate if it is near enough") {
  const std::vector<std::string> commands{"build", "hipify", "inspect", "targets"};
  CHECK(nearest("biuld", commands) == "build");
  CHECK(nearest("hippify", commands) == "hipify");
  CHECK(nearest("doctor", commands) == std::nullopt);
  CHECK(nearest("build", {}) == std::nullopt);
}

TEST_CASE("suggest: of equally near candidates the one with the same beginning is preferred") {
  CHECK(nearest("gfx1105", {"gfx1035", "gfx1205", "gfx1103"}) == "gfx1103");
}

TEST_CASE("suggest: a single letter has no suggestion") {
  CHECK(nearest("-a", {"-o", "-j"}) == std::nullopt);
  CHECK(nearest("", {"a"}) == std::nullopt);
}

TEST_CASE("suggest: the suggestion is appended to a message") {
  CHECK(did_you_mean("--archs", {"--arch", "--cache-dir"}) == "; did you mean '--arch'?");
  CHECK(did_you_mean("--frobnicate", {"--arch"}).empty());
}
