#include "hipify/text/tokens.hpp"

#include "support/catch.hpp"

using namespace rocm_bindgen::build;

namespace {

std::vector<std::string> spellings(const std::string& text) {
  const TokenList tokens(text);
  std::vector<std::string> all;
  for (const auto& token : tokens.all()) all.emplace_back(token.spelling);
  return all;
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("tokens: launch brackets are tokens and differ from shifts and templates") {
  CHECK(spellings("k<<<1, 2>>>(p);") == Words{"k", "<<<", "1", ",", "2", ">>>", "(", "p", ")", ";"});
  CHECK(spellings("a << b") == Words{"a", "<<", "b"});
}

TEST_CASE("tokens: the brackets of a launch may contain blanks, and other angle brackets stay apart") {
  CHECK(spellings("k << <1, f(a >> 1) >> > (p);") ==
        Words{"k", "<< <", "1", ",", "f", "(", "a", ">>", "1", ")", ">> >", "(", "p", ")", ";"});
  CHECK(spellings("operator<< <int>(a, b<c<d<e>> >(1))") == Words{"operator", "<<", "<", "int", ">", "(", "a",
                                                                  ",",        "b",  "<", "c",   "<", "d", "<",
                                                                  "e",        ">>", ">", "(",   "1", ")", ")"});
  // No arguments follow, or the statement ends before the second bracket.
  CHECK(spellings("k << <1>> >") == Words{"k", "<<", "<", "1", ">>", ">"});
  CHECK(spellings("#define A k << <1\nb >> >(2)") ==
        Words{"#", "define", "A", "k", "<<", "<", "1", "b", ">>", ">", "(", "2", ")"});
  CHECK(spellings("k << <1; a >> >(2)") == Words{"k", "<<", "<", "1", ";", "a", ">>", ">", "(", "2", ")"});
  CHECK(spellings("k << <1) >> >(2)") == Words{"k", "<<", "<", "1", ")", ">>", ">", "(", "2", ")"});
}

TEST_CASE("tokens: operands of #include and __has_include are one token") {
  CHECK(spellings("#include <a/b.h>\n") == Words{"#", "include", "<a/b.h>"});
  CHECK(spellings("#if __has_include(<a.h>)\n") == Words{"#", "if", "__has_include", "<a.h>", ")"});
  CHECK(spellings("#include /*/ one comment */ <a.h>\n") == Words{"#", "include", "<a.h>"});
  CHECK(spellings("#include \"a.h\" // b\n") == Words{"#", "include", "\"a.h\""});
}

TEST_CASE("tokens: a word with a line continuation is one token") {
  const std::string text("int cuda\\\nFree;");
  const TokenList tokens(text);
  REQUIRE(tokens.size() == 3);
  CHECK(tokens.at(1).is_word("cudaFree"));
  CHECK(tokens.at(1).offset == 4);
  CHECK(tokens.at(1).end() == 14);  // 4 + "cuda", backslash, newline, "Free"
}

TEST_CASE("tokens: directives have names and extend over continued lines") {
  const std::string text("a\n#define X \\\n  b\nc");
  const TokenList tokens(text);
  REQUIRE(tokens.size() == 6);  // a # define X b c
  CHECK(tokens.directive_of(tokens.at(0)).empty());
  CHECK(tokens.directive_of(tokens.at(4)) == "define");
  CHECK(tokens.at(4).is_word("b"));
  CHECK(tokens.directive_of(tokens.at(5)).empty());
}

TEST_CASE("tokens: lines and columns count from 1 and positions outside the text have no token") {
  const std::string text("a\n  bc d\n");
  const TokenList tokens(text);
  REQUIRE(tokens.size() == 3);
  CHECK(tokens.line_of(tokens.at(2)) == 2);
  CHECK(tokens.column_of(tokens.at(2)) == 6);
  CHECK(tokens.offset_of(2, 6) == tokens.at(2).offset);
  CHECK_FALSE(tokens.at(static_cast<std::size_t>(-1)).is_word());
  CHECK_FALSE(tokens.at(3).is_word());
  CHECK(tokens.index_of(0) == 0);
  CHECK(tokens.index_of(1) == 1);
  CHECK(tokens.index_of(8) == 3);  // the newline at the end, after which there is no token
}

TEST_CASE("tokens: edits are applied at their offsets in order") {
  CHECK(apply_edits("abcdef", {{4, 1, "E"}, {0, 2, ""}, {3, 0, "<"}, {3, 0, ">"}}) == "c<>dEf");
  CHECK(apply_edits("", {{0, 0, "x"}}) == "x");
}

TEST_CASE("tokens: an insertion comes before a replacement and the first of overlapping edits applies") {
  CHECK(apply_edits("abcdef", {{1, 2, "BC"}, {1, 0, "<"}}) == "a<BCdef");
  CHECK(apply_edits("abcdef", {{1, 2, "BC"}, {1, 2, "BC"}}) == "aBCdef");
  CHECK(apply_edits("abcdef", {{2, 2, "CD"}, {1, 2, "BC"}, {3, 1, "D"}}) == "aBCDef");
}
