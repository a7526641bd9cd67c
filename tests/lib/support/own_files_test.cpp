#include "support/own_files.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include "support/catch.hpp"
#include "support/files.hpp"

using namespace rocm_bindgen::build;
namespace fs = std::filesystem;

TEST_CASE("own files: links are not followed for reading or writing") {
  const test::Folder folder;
  folder.write("elsewhere", "precious");
  fs::create_symlink("elsewhere", folder / "link");
  CHECK_FALSE(read_own_file(folder / "link"));
  CHECK(open_own_file(folder / "link") == -1);
  const auto time = fs::last_write_time(folder / "elsewhere") - std::chrono::hours(5);
  fs::last_write_time(folder / "elsewhere", time);
  touch_own_file(folder / "link");
  CHECK(fs::last_write_time(folder / "elsewhere") == time);
  REQUIRE(write_own_file(folder / "link", "ours"));
  CHECK(test::read(folder / "elsewhere") == "precious");
  CHECK(read_own_file(folder / "link").value() == "ours");
  CHECK_FALSE(fs::is_symlink(folder / "link"));
  // Links to folders in the path are not followed either.
  folder.write("other/file", "precious");
  fs::create_directories(folder / "base/a");
  fs::create_directory_symlink("../../other", folder / "base/a/b");
  REQUIRE(mend_own_file(folder / "base", "a/b/file", "ours"));
  CHECK(test::read(folder / "other/file") == "precious");
  CHECK(test::read(folder / "base/a/b/file") == "ours");
}

TEST_CASE("own files: pipes and devices are not opened") {
  const test::Folder folder;
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  CHECK_FALSE(read_own_file(folder / "pipe"));
  CHECK_FALSE(read_file(folder / "pipe"));
  CHECK(open_own_file(folder / "pipe") == -1);
  for (const auto* device : {"/dev/zero", "/dev/null"}) {
    const auto refused = read_file(device);
    REQUIRE_FALSE(refused);
    CHECK_THAT(refused.error().diagnostics.front().text, Catch::Contains("not a regular file"));
    CHECK_FALSE(check_readable(device));
  }
  CHECK_THAT(read_file(folder.path()).error().diagnostics.front().text, Catch::Contains("Is a directory"));
  // Files of the kernel report a size of 0.
  CHECK(read_file("/proc/self/status").value().size() > 100);
}

TEST_CASE("own files: paths that leave a folder are refused") {
  const test::Folder folder;
  folder.write("base/a/file", "");
  fs::create_directory_symlink("a", folder / "base/link");
  fs::create_symlink("a/file", folder / "base/file");
  const auto base = folder / "base";
  for (const auto* below : {"x", "a/x", "a/b/c/x", "file", "new/x", "./a/x"}) CHECK(check_stays_below(base, below));
  for (const auto* outside : {"/x", "..", "../x", "a/../../x", "a/..", "link/x", "link/b/x", "./link/x"}) {
    INFO(outside);
    const auto refused = check_stays_below(base, outside);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code() == ExitCode::output);
  }
}

TEST_CASE("own files: a private folder is accessible only to its owner") {
  const test::Folder folder;
  const auto place = folder / "a/b";
  const auto mask = ::umask(0);
  REQUIRE(make_private_folder(place));
  ::umask(mask);
  for (const auto& made : {place, folder / "a"})
    CHECK((fs::status(made).permissions() & fs::perms::all) == fs::perms::owner_all);
  REQUIRE(make_private_folder(place));
  REQUIRE(make_private_folder((place / "").string()));
  // Others or the group could write to the folder.
  for (const auto open : {0777, 0707, 0770, 0722}) {
    fs::permissions(place, fs::perms(open));
    CHECK_FALSE(check_private_folder(place, FollowLinks::yes));
  }
  fs::permissions(place, fs::perms(0755));
  CHECK(check_private_folder(place, FollowLinks::no));
  CHECK(check_private_folder(folder / "missing", FollowLinks::no));
  fs::create_directory_symlink("a/b", folder / "link");
  CHECK(check_private_folder(folder / "link", FollowLinks::yes));
  CHECK_FALSE(check_private_folder(folder / "link", FollowLinks::no));
  folder.write("file", "");
  CHECK_FALSE(check_private_folder(folder / "file", FollowLinks::yes));
  fs::create_directory_symlink("nowhere", folder / "dangling");
  CHECK_FALSE(check_private_folder(folder / "dangling", FollowLinks::yes));
}
