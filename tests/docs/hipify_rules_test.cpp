// The document of rules is what the tool prints.
#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/tool.hpp"

using namespace test;

TEST_CASE("docs: hipify-rules.md is printed by the tool") {
  const auto printed = rocm_bindgen({"hipify", "--list-rules", "--rules-format", "markdown"}, {});
  REQUIRE(printed.exit_code == 0);
  const auto document = read(std::string(ROCM_BINDGEN_SOURCE_DIR) + "/docs/hipify-rules.md");
  // Not compared by CHECK, which would show 600 KB twice.
  const bool same = document == printed.out;
  INFO("write it again: rocm-bindgen hipify --list-rules --rules-format markdown > docs/hipify-rules.md");
  CHECK(same);
}
