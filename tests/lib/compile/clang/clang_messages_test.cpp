#include "compile/clang/clang_messages.hpp"

#include "support/catch.hpp"

using namespace rocm_bindgen::build;

TEST_CASE("clang's messages: file, line, column, severity and the lines below are parsed") {
  const auto found = parse_clang_messages(
      "In file included from a.cu:1:\n"
      "./b c.cuh:3:9: warning: unused variable 'x' [-Wunused-variable]\n"
      "    int x;\n"
      "        ^\n"
      "a.cu:12:1: note: in instantiation of function template specialization 'f<int>' requested here\n"
      "a.cu:14:7: fatal error: 'gone.h' file not found\n"
      "#include \"gone.h\"\n"
      "1 warning and 1 error generated when compiling for gfx1100.\n",
      "a.cu");
  REQUIRE(found.size() == 3);
  CHECK(found[0].severity == Severity::warning);
  CHECK(found[0].file == "./b c.cuh");
  CHECK(found[0].line == 3);
  CHECK(found[0].column == 9);
  CHECK(found[0].text == "unused variable 'x' [-Wunused-variable]");
  CHECK(found[0].snippet == "    int x;\n        ^\n");
  CHECK(found[1].severity == Severity::note);
  CHECK(found[2].severity == Severity::error);
  CHECK(found[2].text == "'gone.h' file not found");
  CHECK(found[2].snippet == "#include \"gone.h\"\n");
}

TEST_CASE("clang's messages: a message without a file belongs to the source and other text is ignored") {
  const auto found = parse_clang_messages(
      "Debian clang version 16.0.6\n"
      "clang-16: error: unable to execute command: Killed\n"
      "error: too many errors\n"
      "fatal error: error in backend: Cannot select: t1\n"
      "warning: loop not unrolled\n"
      "2 warnings generated.\n",
      "src/a.cu");
  REQUIRE(found.size() == 4);
  for (const auto& diagnostic : found) CHECK(diagnostic.file == "src/a.cu");
  CHECK(found[0].text == "unable to execute command: Killed");
  CHECK(found[2].severity == Severity::error);
  CHECK(found[2].text == "error in backend: Cannot select: t1");
  CHECK(found[3].severity == Severity::warning);
  CHECK(found[3].snippet.empty());
  CHECK(parse_clang_messages("", "a.cu").empty());
  CHECK(parse_clang_messages("PLEASE submit a bug report\nStack dump:\n", "a.cu").empty());
}
