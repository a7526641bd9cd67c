// Tests that tests/lint/prose.sh finds the phrases that it refuses. `./dev lint` runs it on the project, where a
// pattern that can match nothing would not be noticed. So this test writes the example of each row of its table to a
// file.
#include <sstream>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/process.hpp"

using namespace test;

namespace {

const std::string kLint = std::string(ROCM_BINDGEN_SOURCE_DIR) + "/tests/lint/";

struct Row {
  std::string pattern;
  std::string instead;
  std::string example;
};

std::vector<Row> refused() {
  std::vector<Row> rows;
  std::istringstream lines(read(kLint + "refused.tsv"));
  for (std::string line; std::getline(lines, line);) {
    Row row;
    std::istringstream fields(line);
    std::getline(fields, row.pattern, '\t');
    std::getline(fields, row.instead, '\t');
    std::getline(fields, row.example, '\t');
    rows.push_back(row);
  }
  return rows;
}

}  // namespace

TEST_CASE("prose: each refused phrase is found in its example and reported with what to write instead") {
  const auto rows = refused();
  REQUIRE(rows.size() >= 20);
  const Folder folder;
  for (const auto& row : rows) {
    INFO(row.pattern);
    REQUIRE_FALSE(row.instead.empty());
    REQUIRE_FALSE(row.example.empty());
    for (const std::string name : {"page.md", "source.cpp"}) {
      const auto before = name == "page.md" ? "" : "// ";
      folder.write(name, "One line.\n" + (before + row.example) + "\n");
      const auto finished = run({kLint + "prose.sh", (folder / name).string()});
      CHECK(finished.exit_code == 1);
      CHECK_THAT(finished.out, Catch::Contains(name + ":2:") && Catch::Contains("write: " + row.instead));
    }
  }
}

TEST_CASE("prose: text without a refused phrase passes") {
  const Folder folder;
  folder.write("page.md", "The cache is probed after the record. Statistics report the number of hits.\n");
  const auto finished = run({kLint + "prose.sh", (folder / "page.md").string()});
  CHECK(finished.exit_code == 0);
  CHECK(finished.out.empty());
}
