#include "hipify/project/line_diff.hpp"

#include "support/catch.hpp"

using namespace rocm_bindgen::build;

namespace {

std::string numbered(int count) {
  std::string text;
  for (int i = 1; i <= count; ++i) text += std::to_string(i) + "\n";
  return text;
}

std::string with(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

}  // namespace

TEST_CASE("line diff: equal texts have no diff") {
  CHECK(line_diff("a", "", "").empty());
  CHECK(line_diff("a", "x\ny", "x\ny").empty());
}

TEST_CASE("line diff: a hunk has three lines around a change, as in diff -u") {
  const auto before = numbered(9);
  CHECK(line_diff("p/a.cu", before, with(before, "5\n", "five\n")) ==
        "--- a/p/a.cu\n+++ b/p/a.cu\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
}

TEST_CASE("line diff: changes share a hunk only if their context meets") {
  const auto hunks = [](int second) {
    const auto before = numbered(20);
    const auto after = with(with(before, "4\n", "x\n"), "\n" + std::to_string(second) + "\n", "\ny\n");
    const auto diff = line_diff("a", before, after);
    int count = 0;
    for (auto at = diff.find("@@ -"); at != std::string::npos; at = diff.find("@@ -", at + 1)) ++count;
    return count;
  };
  // The other change is in line 4. Its context ends in line 7, and that of line 11 begins in line 8.
  CHECK(hunks(11) == 1);
  CHECK(hunks(12) == 2);
}

TEST_CASE("line diff: lines added at the start shift the later line numbers") {
  const auto before = numbered(12);
  CHECK(line_diff("a", before, "new\n" + with(before, "11\n", "x\n")) ==
        "--- a/a\n+++ b/a\n@@ -1,4 +1,5 @@\n+new\n 1\n 2\n 3\n 4\n@@ -8,5 +9,5 @@\n 8\n 9\n 10\n-11\n+x\n 12\n");
}

TEST_CASE("line diff: a missing newline at the end is reported on both sides") {
  CHECK(line_diff("a", "x", "y") ==
        "--- a/a\n+++ b/a\n@@ -1,1 +1,1 @@\n-x\n\\ No newline at end of file\n+y\n\\ No newline at end of file\n");
}
