#include "support/file.hpp"

#include <chrono>
#include <filesystem>
#include <sys/stat.h>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/own_files.hpp"

using namespace rocm_bindgen::build;
namespace fs = std::filesystem;

TEST_CASE("file: an error for a missing file names file and reason") {
  const auto text = read_file("/nonexistent/file");
  REQUIRE_FALSE(text);
  CHECK(render(text.error().diagnostics.front()) ==
        "/nonexistent/file: error: cannot read the file: No such file or directory\n");
  CHECK(text.error().code() == ExitCode::source_error);
}

TEST_CASE("file: a written file has the permissions that the umask gives") {
  test::Folder folder;
  REQUIRE(write_file(folder / "a/b/c.txt", "text"));
  CHECK(test::read(folder / "a/b/c.txt") == "text");
  struct stat status{};
  ::stat((folder / "a/b/c.txt").c_str(), &status);
  const auto mask = ::umask(0);
  ::umask(mask);
  CHECK((status.st_mode & 0777) == (0666 & ~mask));
}

TEST_CASE("file: a file with the right content is unchanged and any other is rewritten") {
  test::Folder folder;
  const auto file = folder.write("file", "text");
  const auto long_ago = fs::file_time_type::clock::now() - std::chrono::hours(5);
  fs::last_write_time(file, long_ago);
  REQUIRE(mend_own_file(folder.path(), "file", "text"));
  CHECK(fs::last_write_time(file) == long_ago);
  folder.write("file", "tex");
  REQUIRE(mend_own_file(folder.path(), "file", "text"));
  REQUIRE(mend_own_file(folder.path(), "new", "text"));
  CHECK(test::tree(folder.path()) == std::map<std::string, std::string>{{"file", "text"}, {"new", "text"}});
}

TEST_CASE("file: a transaction that is not committed changes nothing") {
  test::Folder folder;
  folder.write("old", "old text");
  {
    OutputTransaction outputs;
    REQUIRE(outputs.stage(folder / "old", "new text"));
    REQUIRE(outputs.stage(folder / "new", "text"));
    outputs.stage_removal(folder.path(), "old");
  }
  CHECK(test::tree(folder.path()) == std::map<std::string, std::string>{{"old", "old text"}});
}

TEST_CASE("file: a transaction writes changed files, keeps equal ones and removes others") {
  test::Folder folder;
  folder.write("same", "same");
  folder.write("old", "old");
  const auto before = std::filesystem::last_write_time(folder / "same");
  OutputTransaction outputs;
  REQUIRE(outputs.stage(folder / "same", "same"));
  REQUIRE(outputs.stage(folder / "new", "new"));
  outputs.stage_removal(folder.path(), "old");
  outputs.stage_removal(folder.path(), "gone already");
  CHECK(outputs.changed() == 1);
  REQUIRE(outputs.commit());
  CHECK(test::tree(folder.path()) == std::map<std::string, std::string>{{"same", "same"}, {"new", "new"}});
  CHECK(std::filesystem::last_write_time(folder / "same") == before);
}

TEST_CASE("file: check_writable refuses a folder and a path below a file") {
  test::Folder folder;
  folder.write("file", "");
  CHECK(check_writable(folder / "new/deep/file"));
  CHECK(check_writable("relative-name"));
  const auto is_folder = check_writable(folder.path());
  REQUIRE_FALSE(is_folder);
  CHECK(is_folder.error().code() == ExitCode::output);
  CHECK_FALSE(check_writable(folder / "file/below"));
}

TEST_CASE("file: check_room leaves no file behind and an error gives the reason") {
  test::Folder folder;
  CHECK(check_room(folder.path()));
  CHECK(test::tree(folder.path()).empty());
  folder.write("file", "");
  const auto room = check_room(folder / "file");
  REQUIRE_FALSE(room);
  CHECK(room.error().code() == ExitCode::output);
  CHECK_THAT(render(room.error().diagnostics.front()), Catch::Contains("Not a directory"));
}

TEST_CASE("file: a file is watched by its real path and by the links on the way") {
  test::Folder folder;
  const auto root = fs::canonical(folder.path());
  folder.write("v1/include/a.h", "");
  folder.write("v1/common/b.h", "");
  fs::create_symlink("v1", folder / "current");
  // If a path contains "..", the folder that its last ".." leads to is watched as well.
  using Paths = std::vector<std::string>;
  const auto real = (root / "v1/include/a.h").string();
  CHECK(watched_paths(root / "v1/include/a.h") == Paths{real});
  CHECK(watched_paths(root / "v1/common/.././include/a.h") == Paths{real, (root / "v1/common/..").string()});
  CHECK(watched_paths(root / "current/include/a.h") == Paths{real, (root / "current/include/a.h").string()});
  CHECK(watched_paths(root / "current/include/../common/b.h") == Paths{(root / "v1/common/b.h").string(),
                                                                       (root / "current/include/..").string(),
                                                                       (root / "current/common/b.h").string()});
  CHECK(watched_paths(root / "current/../v1/include/a.h") == Paths{real, (root / "current/..").string()});
  CHECK(is_watched_folder((root / "current/..").string()));
  CHECK_FALSE(is_watched_folder(real));
  CHECK(watched_paths(root / "current/none.h").empty());
}
