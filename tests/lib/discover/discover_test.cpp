#include "discover/discover.hpp"

#include "support/catch.hpp"
#include "support/files.hpp"

using namespace rocm_bindgen::build;

TEST_CASE("discover: identifiers are made from file names") {
  // A name that would not begin with a letter gets the prefix "m_". Underscores are not repeated.
  CHECK(identifier_of("unary") == "unary");
  CHECK(identifier_of("a-b") == "a_b");
  CHECK(identifier_of("a--b") == "a_b");
  CHECK(identifier_of("3d conv") == "m_3d_conv");
  CHECK(identifier_of("-x") == "m_x");
  CHECK(identifier_of("\xC3\xBC") == "m_");
  CHECK(identifier_of("") == "m_");
}

TEST_CASE("discover: sources are sorted by their path below SRC") {
  test::Folder folder;
  for (const auto* file : {"b.cu", "a/z.cu", "a/c.cuh", "c.cpp"}) folder.write(file, "");
  const auto sources = discover({folder.path()}, {});
  REQUIRE(sources);
  REQUIRE(sources->size() == 2);
  CHECK((*sources)[0].relative == "a/z.cu");
  CHECK((*sources)[1].relative == "b.cu");
  CHECK((*sources)[1].constant == "B");
}

TEST_CASE("discover: --exclude matches the relative path") {
  test::Folder folder;
  for (const auto* file : {"a.cu", "old/b.cu", "old/deep/c.cu"}) folder.write(file, "");
  const auto sources = discover({folder.path()}, {"old/*"});
  REQUIRE(sources);
  REQUIRE(sources->size() == 1);
  CHECK((*sources)[0].module == "a");
  CHECK_FALSE(discover({folder.path()}, {"[a"}));
}

TEST_CASE("discover: a file given twice is one source") {
  test::Folder folder;
  folder.write("a.cu", "");
  const auto sources = discover({folder.path(), folder / "a.cu"}, {});
  REQUIRE(sources);
  CHECK(sources->size() == 1);
}

TEST_CASE("discover: two sources whose names differ only in case are refused and both are named") {
  test::Folder folder;
  folder.write("a/conv.cu", "");
  folder.write("b/Conv.cu", "");
  // Both would have the constant CONV.
  const auto sources = discover_modules({folder.path()}, {});
  REQUIRE_FALSE(sources);
  const auto text = render(sources.error().diagnostics.front());
  CHECK(text.find("a/conv.cu") != std::string::npos);
  CHECK(text.find("b/Conv.cu") != std::string::npos);
}
