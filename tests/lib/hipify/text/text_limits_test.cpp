#include "hipify/text/text_limits.hpp"

#include "support/catch.hpp"

using namespace rocm_bindgen::build;

namespace {

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

}  // namespace

TEST_CASE("text limits: consecutive line continuations are counted in every spelling") {
  for (const std::string continuation : {"\\\n", "\\\r\n", "\\ \t\n", "?\?/\n", "\\\r"}) {
    INFO(continuation);
    // The limit is 10,000.
    CHECK_FALSE(check_text_limits("a.cu", "x " + repeated(continuation, 10'000) + "\n"));
    const auto refused = check_text_limits("a.cu", "x " + repeated(continuation, 10'001));
    REQUIRE(refused);
    CHECK(refused->file == "a.cu");
  }
  const auto refused = check_text_limits("a.cu", "\n\n" + repeated("\\\n", 10'001));
  REQUIRE(refused);
  CHECK(refused->line == 10'003);  // the first continuation beyond the limit, after two empty lines
}

TEST_CASE("text limits: continuations with text between them are not limited") {
  for (const std::string line : {"a\\\n", "\\\\\n", "\\\n ", "\\x\n", "?", "\\"})
    CHECK_FALSE(check_text_limits("a.cu", repeated(line, 30'000)));
  CHECK_FALSE(check_text_limits("a.cu", ""));
}
