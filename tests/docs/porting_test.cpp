// Checks that the alternatives in porting.md build without output and work on emulated devices.
#include <set>

#include "docs/document.hpp"
#include "docs/program.hpp"
#include "support/catch.hpp"

using namespace docs_test;

TEST_CASE("docs: the alternatives in porting.md build without a warning and work") {
  const test::Folder folder;
  // Sources that the document passes to a command show an error or a warning; commands_test.cpp tests them. All others
  // are alternatives.
  std::string terminals;
  for (const auto& text : blocks_of("docs/porting.md", "console")) terminals += text;
  std::set<std::string> files;
  for (const auto& block : blocks_of("docs/porting.md")) {
    if (block.language != "cuda") continue;
    INFO("line " << block.line << ": " << block.file());
    REQUIRE_FALSE(block.file().empty());
    if (terminals.find(" " + block.file() + " ") != std::string::npos) continue;
    folder.write("instead/" + block.file(), block.text);
    files.insert(block.file());
  }
  // These are the sources whose kernels instead.cpp launches.
  CHECK(files == std::set<std::string>{"bilinear.cu", "passes.cu", "shared_work.cu", "stage.cu", "tile.cu", "tiles.cu",
                                       "wide.cu", "wmma.cu"});
  build_kernels(folder, "instead", "instead.hpp", "gfx1100,gfx90a");
  folder.write("program.cpp", test::read(std::string(ROCM_BINDGEN_SOURCE_DIR) + "/tests/docs/programs/instead.cpp"));
  link_with_ours(folder, "program.cpp", "./program");
  for (const std::string target : {"gfx1100", "gfx90a"})
    // The check `race` is off, because it does not follow the barriers of tiles that are wider than a wave.
    CHECK(run_emulated(folder, "./program", target, {{"ROCM_BINDGEN_EMULATOR_CHECKS", "bounds,uninit"}}) ==
          "8 kernels of 8 do what they should\n");
}
