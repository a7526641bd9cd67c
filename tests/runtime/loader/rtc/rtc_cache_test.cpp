#include "rtc/rtc_cache.hpp"

#include <thread>
#include <vector>

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

TEST_CASE("rtc cache: a damaged entry and one with another key count as missing") {
  test::Folder folder;
  const test::Environment chosen("ROCM_BINDGEN_RTC_CACHE", folder.path().string());
  const RtcCache cache;
  cache.store("key", "some image");
  const auto bytes = test::read(folder / test::tree(folder.path()).begin()->first);
  const auto name = test::tree(folder.path()).begin()->first;
  for (std::size_t cut = 0; cut < bytes.size(); ++cut) {
    INFO(cut);
    folder.write(name, bytes.substr(0, cut));
    CHECK_FALSE(cache.find("key"));
    auto changed = bytes;
    changed[cut] = static_cast<char>(changed[cut] ^ 0x20);
    folder.write(name, changed);
    CHECK_FALSE(cache.find("key"));
  }
  folder.write(name, bytes + "x");
  CHECK_FALSE(cache.find("key"));
  folder.write(name, bytes);
  CHECK(cache.find("key") == "some image");
  // If there is a folder in place of the file, the entry counts as missing, and storing it has no effect.
  std::filesystem::remove(folder / name);
  std::filesystem::create_directory(folder / name);
  CHECK_FALSE(cache.find("key"));
  cache.store("key", "some image");
  CHECK_FALSE(cache.find("key"));
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

TEST_CASE("rtc cache: many threads store and find the same entry") {
  test::Folder folder;
  const test::Environment chosen("ROCM_BINDGEN_RTC_CACHE", folder.path().string());
  const std::string images[] = {std::string(100000, 'a'), std::string(60000, 'b')};
  std::vector<std::thread> threads;
  std::vector<int> wrong(8);
  for (std::size_t t = 0; t < wrong.size(); ++t)
    threads.emplace_back([&, t] {
      const RtcCache cache;
      for (int i = 0; i < 50; ++i) {
        cache.store("key", images[t % 2]);
        const auto found = cache.find("key");
        if (!found || (*found != images[0] && *found != images[1])) ++wrong[t];
      }
    });
  for (auto& thread : threads) thread.join();
  CHECK(wrong == std::vector<int>(8));
  CHECK(test::tree(folder.path()).size() == 1);
}
