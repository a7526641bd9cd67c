#include "entry_folder.hpp"

#include <filesystem>
#include <thread>
#include <vector>

#include "support/catch.hpp"
#include "support/files.hpp"

using rocm_bindgen::runtime::EntryFolder;
namespace fs = std::filesystem;

TEST_CASE("entry folder: a damaged entry and one with another key count as missing") {
  test::Folder folder;
  const EntryFolder cache(folder.path().string());
  cache.store("key", "some code");
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
  CHECK(cache.find("key") == "some code");
  // If there is a folder in place of the file, the entry counts as missing, and storing it has no effect.
  std::filesystem::remove(folder / name);
  std::filesystem::create_directory(folder / name);
  CHECK_FALSE(cache.find("key"));
  cache.store("key", "some code");
  CHECK_FALSE(cache.find("key"));
}

TEST_CASE("entry folder: a folder that others can write to is not used") {
  test::Folder folder;
  const auto path = folder / "a/b";
  const EntryFolder cache(path.string());
  CHECK(cache.store("key", "code"));
  CHECK(fs::status(path).permissions() == fs::perms::owner_all);
  CHECK(cache.find("key") == "code");
  for (const auto perms : {fs::perms::group_write, fs::perms::others_write}) {
    fs::permissions(path, fs::perms::owner_all | perms);
    CHECK_FALSE(cache.find("key"));
    CHECK_FALSE(cache.store("key", "other"));
  }
  fs::permissions(path, fs::perms::owner_all);
  CHECK(cache.find("key") == "code");
  const EntryFolder none("");
  CHECK(none.store("key", "code"));
  CHECK_FALSE(none.find("key"));
}

TEST_CASE("entry folder: many threads store and find the same entry") {
  test::Folder folder;
  const std::string contents[] = {std::string(100000, 'a'), std::string(60000, 'b')};
  std::vector<std::thread> threads;
  std::vector<int> wrong(8);
  for (std::size_t t = 0; t < wrong.size(); ++t)
    threads.emplace_back([&, t] {
      const EntryFolder cache(folder.path().string());
      for (int i = 0; i < 50; ++i) {
        cache.store("key", contents[t % 2]);
        const auto found = cache.find("key");
        if (!found || (*found != contents[0] && *found != contents[1])) ++wrong[t];
      }
    });
  for (auto& thread : threads) thread.join();
  CHECK(wrong == std::vector<int>(8));
  CHECK(test::tree(folder.path()).size() == 1);
}
