#include "report/source_texts.hpp"

#include "support/catch.hpp"
#include "support/files.hpp"

using rocm_bindgen::build::SourceTexts;

TEST_CASE("source texts: a file is found by its name, unless several have it") {
  const test::Folder folder;
  folder.write("a/one.cu", "first\n\nthird");
  folder.write("a/two.cu", "");
  folder.write("b/two.cu", "");
  folder.write(".git/hidden.cu", "");
  SourceTexts texts(folder.path());
  const auto* one = texts.lines_of("one.cu");
  REQUIRE(one != nullptr);
  CHECK(*one == std::vector<std::string>{"first", "", "third"});
  CHECK(texts.lines_of("one.cu") == one);
  CHECK(texts.lines_of("two.cu") == nullptr);
  CHECK(texts.lines_of("hidden.cu") == nullptr);
  CHECK(texts.lines_of("none.cu") == nullptr);
  CHECK(SourceTexts(folder / "none").lines_of("one.cu") == nullptr);
}
