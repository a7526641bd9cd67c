#include "kernels/bundled.hpp"
#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/tool.hpp"

using namespace test;
namespace fs = std::filesystem;

TEST_CASE("kernels: the code objects are the same byte for byte without precompiled headers", "[long]") {
  Folder folder;
  const auto built = rocm_bindgen({"build", std::string(ROCM_BINDGEN_SOURCE_DIR) + "/kernels", "-o", "out/kernels.hpp",
                                   "--arch", "gfx1100", "--no-pch", "--no-cache", "-q"},
                                  {folder.path(), {}});
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  std::size_t compared = 0;
  for (const auto& entry : fs::directory_iterator(folder / "out/kernels.artifacts/hsaco")) {
    INFO(entry.path());
    const bool is_same =
        read(entry.path()) == read(bundled_folder() / "kernels.artifacts/hsaco" / entry.path().filename());
    CHECK(is_same);
    ++compared;
  }
  CHECK(compared >= 25);  // the number of sources in kernels/
}
