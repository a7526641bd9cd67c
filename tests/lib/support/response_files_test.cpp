#include "support/response_files.hpp"

#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/files.hpp"

using namespace rocm_bindgen::build;

TEST_CASE("response files: a word is replaced by the words in the file, except after --") {
  const test::Folder folder;
  const auto inner = "@" + folder.write("inner", "-DTEXT='a b' c\\ d\n").string();
  const auto outer = "@" + folder.write("outer", "build\n" + inner + "\n").string();
  const auto words = expand_response_files({"first", outer, "@none", "--", inner});
  REQUIRE(words);
  CHECK(*words == std::vector<std::string>{"first", "build", "-DTEXT=a b", "c d", "@none", "--", inner});

  const auto path = (folder / "loop").string();
  folder.write("loop", "@" + path);
  const auto loop = expand_response_files({"@" + path});
  REQUIRE_FALSE(loop);
  CHECK(loop.error().code() == ExitCode::usage);
}
