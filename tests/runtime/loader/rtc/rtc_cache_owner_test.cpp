// Entries of the cache are executed, so no other user may be able to create them: the cache refuses folders that others
// own or can write to, and entries that are links or pipes.
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

#include "rtc/rtc_cache.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/files.hpp"

using rocm_bindgen::runtime::RtcCache;
namespace fs = std::filesystem;

namespace {

unsigned mode_of(const fs::path& path) {
  struct stat status{};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  return status.st_mode & 0777;
}

}  // namespace

TEST_CASE("rtc cache: its folders are accessible only to their owner") {
  const test::Folder folder;
  const test::Environment chosen("ROCM_BINDGEN_RTC_CACHE", (folder / "a/b").string());
  const auto mask = ::umask(0);  // removes no permission from the folders
  RtcCache().store("key", "image");
  ::umask(mask);
  CHECK(mode_of(folder / "a") == 0700);
  CHECK(mode_of(folder / "a/b") == 0700);
  CHECK(RtcCache().find("key") == "image");
}

TEST_CASE("rtc cache: a folder that others can write to is not used") {
  const test::Folder folder;
  const test::Environment chosen("ROCM_BINDGEN_RTC_CACHE", (folder / "cache").string());
  RtcCache().store("key", "image");
  for (const auto mode : {0777u, 0770u, 0702u}) {
    fs::permissions(folder / "cache", fs::perms(mode));
    CHECK_FALSE(RtcCache().find("key"));
    RtcCache().store("other", "image");
    CHECK(test::tree(folder / "cache").size() == 1);  // "other" was not stored
  }
  fs::permissions(folder / "cache", fs::perms(0755));
  CHECK(RtcCache().find("key") == "image");
}

TEST_CASE("rtc cache: a folder of another user is not used, nor a link of another user to a folder") {
  if (::geteuid() != 0) return;  // only root can create a folder of another user
  const test::Folder folder;
  const test::Environment chosen("ROCM_BINDGEN_RTC_CACHE", (folder / "cache").string());
  RtcCache().store("key", "image");
  constexpr uid_t kNobody = 65534;
  REQUIRE(::lchown((folder / "cache").c_str(), kNobody, kNobody) == 0);
  CHECK_FALSE(RtcCache().find("key"));
  RtcCache().store("other", "image");
  CHECK(test::tree(folder / "cache").size() == 1);
  REQUIRE(::lchown((folder / "cache").c_str(), 0, 0) == 0);
  // The user's own link to the folder is followed. Another user's link is not, because that user can redirect it.
  fs::rename(folder / "cache", folder / "mine");
  fs::create_directory_symlink("mine", folder / "cache");
  CHECK(RtcCache().find("key") == "image");
  REQUIRE(::lchown((folder / "cache").c_str(), kNobody, kNobody) == 0);
  CHECK_FALSE(RtcCache().find("key"));
}

TEST_CASE("rtc cache: entries must be regular files and not links or pipes") {
  const test::Folder folder;
  const test::Environment chosen("ROCM_BINDGEN_RTC_CACHE", (folder / "cache").string());
  RtcCache().store("key", "image");
  const auto entry = folder / "cache" / test::tree(folder / "cache").begin()->first;
  fs::rename(entry, folder / "elsewhere");
  fs::create_symlink(folder / "elsewhere", entry);
  CHECK_FALSE(RtcCache().find("key"));
  // A new entry replaces the link and is not written through it.
  const auto before = test::read(folder / "elsewhere");
  RtcCache().store("key", "newer");
  CHECK(test::read(folder / "elsewhere") == before);
  CHECK(RtcCache().find("key") == "newer");
  fs::remove(entry);
  REQUIRE(::mkfifo(entry.c_str(), 0600) == 0);
  CHECK_FALSE(RtcCache().find("key"));
}
