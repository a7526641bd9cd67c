#include "hipify/project/output_tree.hpp"

#include "support/catch.hpp"
#include "support/files.hpp"

using namespace rocm_bindgen::build;
namespace fs = std::filesystem;

TEST_CASE("output tree: files outside the root get a path below the output folder as well") {
  CHECK(place_of("/p/src/a.cu", "/p/src") == "a.cu");
  CHECK(place_of("/p/src/x/../y/./a.h", "/p/src") == "y/a.h");
  CHECK(place_of("/p/inc/a.h", "/p/src") == "inc/a.h");
  CHECK(place_of("/q/a.h", "/p/src/deep") == "q/a.h");
  CHECK(place_of("src/a.cu", "src/") == "a.cu");
}

TEST_CASE("output tree: of several files with one relative path, the nearest to the root keeps it") {
  test::Folder folder;
  for (const auto* name : {"h.h", "a/h.h", "a/b/h.h", "only.h"}) folder.write(name, "");
  const auto root = folder / "a/b";
  // All three would be at "h.h", relative to the deepest folder that contains both the file and the root.
  CHECK(place_of(root / "h.h", root) == "h.h");
  CHECK(place_of(folder / "a/h.h", root) == "above-1/h.h");
  CHECK(place_of(folder / "h.h", root) == "above-2/h.h");
  CHECK(place_of(folder / "only.h", root) == "only.h");
}

TEST_CASE("output tree: include operands change only where the layout changes") {
  // The arguments are the directive, the header with the way and the folder in which it was found, the places of the
  // header and of the including file in the output, and the root of the sources.
  using Way = ResolvedInclude::Way;
  const IncludeDirective quoted{"../inc/h.h", true, 0, 0}, same_folder{"h.h", true, 0, 0}, angled{"h.h", false, 0, 0};
  CHECK_FALSE(relocated_operand(same_folder, {"/p/src/h.h", Way::includer_folder, {}}, "h.h", "a.cu", "/p/src"));
  CHECK(relocated_operand(quoted, {"/p/inc/h.h", Way::includer_folder, {}}, "inc/h.h", "a.cu", "/p/src") ==
        "\"inc/h.h\"");
  CHECK(relocated_operand(quoted, {"/p/inc/h.h", Way::includer_folder, {}}, "inc/h.h", "x/a.cu", "/p/src") ==
        std::nullopt);
  CHECK_FALSE(relocated_operand(angled, {"/p/src/own/h.h", Way::flag, "/p/src/own"}, "own/h.h", "x/a.cu", "/p/src"));
  CHECK(relocated_operand(angled, {"/p/inc/h.h", Way::flag, "/p/inc"}, "inc/h.h", "x/a.cu", "/p/src") ==
        "\"../inc/h.h\"");
  CHECK(relocated_operand(angled, {"/p/src/own/h.h", Way::implied, "/p/src/own"}, "own/h.h", "a.cu", "/p/src") ==
        "\"own/h.h\"");
}
