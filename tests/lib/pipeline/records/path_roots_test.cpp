#include "pipeline/records/path_roots.hpp"

#include <filesystem>

#include "support/catch.hpp"
#include "support/files.hpp"

using rocm_bindgen::build::PathRoots;
namespace fs = std::filesystem;

namespace {

/// The roots of a project: its sources, an include folder inside them, and one elsewhere.
PathRoots roots_in(const fs::path& project) {
  PathRoots roots;
  roots.add_fixed("/usr");
  roots.add(project / "src");
  roots.add(project / "src/inc");
  roots.add(project / "../libraries/");
  return roots;
}

}  // namespace

TEST_CASE("path roots: paths below a root mean the same in another copy") {
  const auto one = roots_in("/nowhere/one"), two = roots_in("/nowhere/two");
  REQUIRE(one.relations() == two.relations());
  CHECK(one.places() != two.places());
  for (const std::string below : {"/src/a.cu", "/src", "/src/inc/x.h", "/src/../common/x.h", "/../libraries/x.h"}) {
    INFO(below);
    const auto written = one.write("/nowhere/one" + below);
    CHECK(written == two.write("/nowhere/two" + below));
    CHECK(one.read(written) == "/nowhere/one" + below);
    CHECK(two.read(written) == "/nowhere/two" + below);
  }
  // The longest root wins.
  CHECK(one.write("/nowhere/one/src/inc/x.h") != one.write("/nowhere/one/src/x.h"));
}

TEST_CASE("path roots: other paths are written as they are") {
  const auto roots = roots_in("/nowhere/one");
  for (const std::string path : {"/usr/include/x.h", "/nowhere/one/srcs/x.h", "/nowhere/one", "/elsewhere"}) {
    CHECK(roots.write(path) == path);
    CHECK(roots.read(path) == path);
  }
  // A fixed folder inside a root.
  PathRoots with_rocm;
  with_rocm.add_fixed("/nowhere/one/rocm");
  with_rocm.add("/nowhere/one");
  CHECK(with_rocm.write("/nowhere/one/rocm/x.h") == "/nowhere/one/rocm/x.h");
  CHECK(with_rocm.write("/nowhere/one/x.h") != "/nowhere/one/x.h");
}

TEST_CASE("path roots: what no roots have written is not read") {
  const auto roots = roots_in("/nowhere/one");
  for (const std::string written : {"", "99:/x.h", "x.h", "1", ":/x.h", "-1:/x.h", "1x:/x.h"}) {
    INFO(written);
    CHECK(roots.read(written) == std::nullopt);
  }
  for (const std::string written : {"\1",
                                    "\1"
                                    "99\1/x.h",
                                    "\1x\1",
                                    "\1"
                                    "1"})
    CHECK(roots.read_text(written) == std::nullopt);
}

TEST_CASE("path roots: a path that another copy wrote as it is, and that is in a root here, is not read") {
  PathRoots one, two;
  one.add("/nowhere/one");
  two.add("/nowhere/two");
  const std::string path = "/nowhere/two/x.h";
  REQUIRE(one.write(path) == path);
  CHECK(two.read(path) == std::nullopt);
}

TEST_CASE("path roots: the folder that the tool has made") {
  const auto of = [](const fs::path& made) {
    PathRoots roots;
    roots.add("/nowhere/project");
    roots.add_made(made);
    return roots;
  };
  const auto one = of("/nowhere/project/cache"), two = of("/elsewhere/cache");
  CHECK(one.relations() == two.relations());
  CHECK(two.read(one.write("/nowhere/project/cache/x.bc")) == "/elsewhere/cache/x.bc");
}

TEST_CASE("path roots: relations differ if roots overlap differently") {
  const auto of = [](const std::vector<fs::path>& folders) {
    PathRoots roots;
    for (const auto& folder : folders) roots.add(folder);
    return roots.relations();
  };
  CHECK(of({"/n/src", "/n/inc"}) == of({"/m/src", "/k/inc"}));
  CHECK(of({"/n/src", "/n/src/inc"}) != of({"/n/src", "/n/inc"}));
  CHECK(of({"/n/src", "/n/src/inc"}) != of({"/n/src", "/n/src/include"}));
  CHECK(of({"/n/src", "/n/src"}) != of({"/n/src", "/n/inc"}));
  CHECK(of({"/n/src", "/n/inc", "/n/src"}) != of({"/n/src", "/n/inc", "/n/inc"}));
  // Links: the same folder under two names, and two folders.
  const test::Folder folder;
  fs::create_directories(folder / "one/src");
  fs::create_directories(folder / "two/src");
  fs::create_directories(folder / "two/inc");
  fs::create_directory_symlink("src", folder / "one/inc");
  CHECK(of({folder / "one/src", folder / "one/inc"}) != of({folder / "two/src", folder / "two/inc"}));
}

TEST_CASE("path roots: paths through links are below the root by both names") {
  const test::Folder folder;
  fs::create_directories(folder / "real");
  fs::create_directory_symlink("real", folder / "link");
  PathRoots roots;
  roots.add(folder / "link");
  for (const auto& path : {folder / "link/x.h", fs::canonical(folder.path()) / "real/x.h"}) {
    const auto written = roots.write(path.string());
    CHECK(written != path.string());
    CHECK(roots.read(written) == path.string());
  }
}

TEST_CASE("path roots: paths in messages") {
  const auto one = roots_in("/nowhere/one"), two = roots_in("/nowhere/two");
  const auto moved = [&](const std::string& text) { return two.read_text(one.write_text(text)).value(); };
  CHECK(moved("in /nowhere/one/src/a.cu:3: and '/nowhere/one/src'.") ==
        "in /nowhere/two/src/a.cu:3: and '/nowhere/two/src'.");
  CHECK(moved("see /nowhere/one/src.") == "see /nowhere/two/src.");
  for (const std::string text :
       {"/nowhere/one/srcs", "x/nowhere/one/src", "/usr/include", "plain", "", "\1 mark \1\1"}) {
    INFO(text);
    CHECK(moved(text) == text);
  }
  CHECK(one.occur_in("#include \"/nowhere/one/src/a.h\""));
  CHECK(one.occur_in("/nowhere/one/src"));
  CHECK_FALSE(one.occur_in("/nowhere/one/srcs/a.h"));
  CHECK_FALSE(one.occur_in("#include </usr/include/stdio.h>"));
}
