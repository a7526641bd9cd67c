#include "pipeline/records/seen_files.hpp"

#include <chrono>
#include <filesystem>
#include <thread>

#include "support/catch.hpp"
#include "support/files.hpp"

using namespace rocm_bindgen::build;
namespace fs = std::filesystem;

TEST_CASE("seen files: what was there before holds until it changes") {
  test::Folder folder;
  const auto path = folder.write("a.h", "one").string();
  SeenFiles seen;
  const auto witness = seen.witness({{path}, {(folder / "b.h").string()}});
  CHECK(SeenFiles().check(witness));
  folder.write("a.h", "two");
  CHECK_FALSE(SeenFiles().check(witness));
  folder.write("a.h", "one");
  CHECK(SeenFiles().check(witness));
  folder.write("b.h", "");
  CHECK_FALSE(SeenFiles().check(witness));
}

TEST_CASE("seen files: one that came meanwhile vouches for nothing, however old it says it is") {
  test::Folder folder;
  const auto path = folder.write("a.h", "one").string();
  SeenFiles seen;
  // File systems' clocks tick a few times in a hundredth of a second.
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  folder.write("new.h", "two");
  fs::last_write_time(folder / "new.h", fs::file_time_type::clock::now() - std::chrono::hours(24));
  fs::rename(folder / "new.h", path);
  CHECK_FALSE(SeenFiles().check(seen.witness({{path}, {}})));
}
