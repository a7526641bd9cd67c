#include "support/places.hpp"

#include <filesystem>

#include "support/catch.hpp"
#include "support/files.hpp"

using namespace rocm_bindgen::build;
namespace fs = std::filesystem;

TEST_CASE("places: links are followed wherever they are in a path") {
  const test::Folder folder;
  fs::create_directories(folder / "real/inner");
  fs::create_directory_symlink("real", folder / "link");
  fs::create_symlink("inner/target.txt", folder / "real/file");
  Places places;
  for (int repetition = 0; repetition < 2; ++repetition) {
    CHECK(places.of(folder / "link/inner/a") == folder / "real/inner/a");
    CHECK(places.of(folder / "link/inner/b") == folder / "real/inner/b");
    CHECK(places.of(folder / "link/file") == folder / "real/inner/target.txt");
    CHECK(places.of(folder / "link/") == folder / "real");
    CHECK(places.of(folder / "link/inner/../../x") == folder / "x");
  }
}

TEST_CASE("places: a link before two periods leads to the parent of its target") {
  const test::Folder folder;
  fs::create_directories(folder / "a/deep");
  fs::create_directory_symlink("a/deep", folder / "link");
  CHECK(Places().of(folder / "link/../x") == folder / "a/x");
}

TEST_CASE("places: a relative path is one below the current folder") {
  CHECK(Places().of("some/file") == Places().of(fs::current_path() / "some/file"));
}

TEST_CASE("places: links in a circle end") {
  const test::Folder folder;
  fs::create_symlink("b", folder / "a");
  fs::create_symlink("a", folder / "b");
  Places places;
  CHECK(places.of(folder / "a/x").filename() == "x");
  CHECK(places.of(folder / "a").parent_path() == folder.path());
}
