#include "pipeline/records/seen_files.hpp"

#include <chrono>
#include <filesystem>
#include <thread>

#include "support/catch.hpp"
#include "support/files.hpp"

using namespace rocm_bindgen::build;
namespace fs = std::filesystem;

TEST_CASE("seen files: a record of files is valid until one changes") {
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

TEST_CASE("seen files: a file that appears during the run invalidates the record whatever its time stamp") {
  test::Folder folder;
  const auto path = folder.write("a.h", "one").string();
  SeenFiles seen;
  // A file system's clock may advance only every 10 ms. After 20 ms, the time of new.h is later than the start of
  // `seen`.
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  folder.write("new.h", "two");
  fs::last_write_time(folder / "new.h", fs::file_time_type::clock::now() - std::chrono::hours(24));
  fs::rename(folder / "new.h", path);
  CHECK_FALSE(SeenFiles().check(seen.witness({{path}, {}})));
}
