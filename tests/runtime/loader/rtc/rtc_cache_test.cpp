#include "rtc/rtc_cache.hpp"

#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/files.hpp"

using rocm_bindgen::runtime::RtcCache;

TEST_CASE("rtc cache: any RtcCache object for the same folder finds an entry, by its whole key") {
  test::Folder folder;
  const test::Environment chosen("ROCM_BINDGEN_RTC_CACHE", (folder / "a/b").string());
  const std::string image("image\0of bytes", 14);
  RtcCache().store("key", image);
  CHECK(RtcCache().find("key") == image);
  CHECK_FALSE(RtcCache().find("other"));
  RtcCache().store("key", "newer");
  CHECK(RtcCache().find("key") == "newer");
  CHECK(test::tree(folder.path()).size() == 1);
}

TEST_CASE("rtc cache: the folder is the documented one") {
  test::Folder folder;
  const test::Environment home("HOME", (folder / "home").string());
  const test::Environment xdg("XDG_CACHE_HOME", (folder / "xdg").string());
  {
    const test::Environment none("ROCM_BINDGEN_RTC_CACHE", "");
    RtcCache().store("key", "image");
    CHECK_FALSE(RtcCache().find("key"));
    CHECK(test::tree(folder.path()).empty());
  }
  RtcCache().store("key", "image");
  CHECK(test::tree(folder / "xdg/rocm-bindgen/rtc").size() == 1);
  const test::Environment no_xdg("XDG_CACHE_HOME", "");
  RtcCache().store("key", "image");
  CHECK(test::tree(folder / "home/.cache/rocm-bindgen/rtc").size() == 1);
  // If the folder cannot be created, only the cache is unavailable.
  folder.write("file", "");
  const test::Environment impossible("ROCM_BINDGEN_RTC_CACHE", (folder / "file/below").string());
  RtcCache().store("key", "image");
  CHECK_FALSE(RtcCache().find("key"));
}
