// Compiled code on disk: which entries are removed when there is too much.
// tests/runtime/emulator/device/engine_test.cpp tests that entries are used.
#include "native/object_cache.hpp"

#include <chrono>
#include <filesystem>

#include "support/catch.hpp"
#include "support/files.hpp"

using namespace rocm_bindgen::emulator;
namespace fs = std::filesystem;

namespace {

/// Writes a file of 100 bytes that was last written some hours ago.
void write_old(const test::Folder& folder, const std::string& name, int hours) {
  const auto path = folder.write(name, std::string(100, 'x'));
  fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(hours));
}

}  // namespace

TEST_CASE("object cache: the oldest entries are removed until the folder is small enough") {
  const test::Folder folder;
  write_old(folder, "0000000000000001", 2);
  write_old(folder, "000000000000000a", 3);
  write_old(folder, "00000000000000ff", 1);
  const auto path = folder.path().string();
  const auto exists = [&](const char* name) { return fs::exists(folder.path() / name); };
  remove_oldest_entries(path, 300);
  CHECK(exists("000000000000000a"));
  remove_oldest_entries(path, 299);
  CHECK_FALSE(exists("000000000000000a"));
  CHECK(exists("0000000000000001"));
  CHECK(exists("00000000000000ff"));
  remove_oldest_entries(path, 100);
  CHECK_FALSE(exists("0000000000000001"));
  CHECK(exists("00000000000000ff"));
  remove_oldest_entries(path, 0);
  CHECK(fs::is_empty(folder.path()));
  remove_oldest_entries((folder.path() / "absent").string(), 0);
}

TEST_CASE("object cache: only entries and abandoned temporary files are removed") {
  const test::Folder folder;
  write_old(folder, "notes.txt", 100);
  write_old(folder, "000000000000000G", 100);
  write_old(folder, "00000000000000010", 100);
  write_old(folder, ".new-abcdef", 1);
  write_old(folder, ".new-ghijkl", 25);
  fs::create_directory(folder.path() / "0000000000000001");
  fs::create_symlink("notes.txt", folder.path() / "0000000000000002");
  remove_oldest_entries(folder.path().string(), 0);
  for (const auto* name :
       {"notes.txt", "000000000000000G", "00000000000000010", ".new-abcdef", "0000000000000001", "0000000000000002"}) {
    INFO(name);
    CHECK(fs::exists(folder.path() / name));
  }
  CHECK_FALSE(fs::exists(folder.path() / ".new-ghijkl"));
}
