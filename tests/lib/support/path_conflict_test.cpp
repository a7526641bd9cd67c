#include "support/path_conflict.hpp"

#include <filesystem>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/places.hpp"

using namespace rocm_bindgen::build;
namespace fs = std::filesystem;

namespace {

/// Whether an output and an input are refused as one file.
bool are_same_file(const fs::path& output, const fs::path& input) {
  // The comma is followed by the path in the message.
  const auto checked = check_outputs({{"-o", output}}, {{"a source,", input}}, "this run");
  if (checked) return false;
  CHECK(checked.error().code() == ExitCode::usage);
  const auto& text = checked.error().diagnostics.front().text;
  CHECK_THAT(text, Catch::Contains("-o '" + output.string() + "'") && Catch::Contains("'" + input.string() + "'"));
  return true;
}

}  // namespace

TEST_CASE("path conflict: different names of one file are recognized") {
  const test::Folder folder;
  const auto file = folder.write("a/file", "x");
  folder.write("b/other", "x");
  fs::create_symlink("../a/file", folder / "b/link");
  fs::create_symlink("link", folder / "b/second");
  fs::create_symlink("a", folder / "folder");
  fs::create_hard_link(file, folder / "b/hard");
  for (const auto& name :
       {folder / "a/file", folder / "a/./file", folder / "b/../a/file", folder / "b/link", folder / "b/second",
        folder / "folder/file", folder / "b/hard", folder / "a//file", folder / "folder/../a/file"}) {
    INFO(name);
    CHECK(are_same_file(name, file));
    CHECK(are_same_file(file, name));
  }
  CHECK_FALSE(are_same_file(folder / "b/other", file));
  CHECK_FALSE(are_same_file(folder / "a/file2", file));
  // A hard link has its own name: replacing it by a rename leaves the other unchanged.
  CHECK(check_outputs({{"artifact", folder / "b/hard", true}}, {{"a source,", file}}, "this run"));
}

TEST_CASE("path conflict: files that do not exist yet are compared") {
  const test::Folder folder;
  fs::create_directories(folder / "real");
  fs::create_symlink("real/new", folder / "dangling");
  fs::create_symlink("real", folder / "way");
  fs::create_symlink("nowhere/deep", folder / "lost");
  CHECK(are_same_file(folder / "dangling", folder / "real/new"));
  CHECK(are_same_file(folder / "way/new", folder / "dangling"));
  CHECK(are_same_file(folder / "lost/x", folder / "nowhere/deep/x"));
  CHECK(are_same_file(folder / "no/such/../x", folder / "no/x"));
  CHECK_FALSE(are_same_file(folder / "dangling", folder / "real/newer"));
  fs::create_symlink("circle", folder / "circle");
  CHECK(place_through_links(folder / "circle") == folder / "circle");
  CHECK(are_same_file(folder / "circle", folder / "circle"));
}

TEST_CASE("path conflict: outputs conflict with each other except for devices") {
  const test::Folder folder;
  const auto one = folder / "x", other = folder / "y";
  CHECK(check_outputs({{"-o", one}, {"--stats", other}}, {}, "this run"));
  const auto twice = check_outputs({{"-o", one}, {"--stats", folder / "./x"}}, {}, "this run");
  REQUIRE_FALSE(twice);
  CHECK(twice.error().diagnostics.front().text ==
        "-o '" + one.string() + "' and --stats '" + (folder / "./x").string() + "' are the same file");
  CHECK(check_outputs({{"-o", "/dev/null"}, {"--stats", "/dev/null"}}, {{"a source,", "/dev/null"}}, "this run"));
  CHECK(check_outputs({{"-o", ""}, {"--stats", ""}}, {{"a source,", ""}}, "this run"));
}
