#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/tool.hpp"

using namespace test;

TEST_CASE("build: a folder of sources becomes a header and artifacts") {
  Folder folder;
  folder.write("kernels/add.cu", kernel_source("add"));
  folder.write("kernels/deep/er/scale.cu", kernel_source("scale"));
  const auto built =
      rocm_bindgen({"build", "kernels", "-o", "out/k.hpp", "--arch", "gfx1100,gfx90a"}, {folder.path(), {}});
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  const auto header = read(folder / "out/k.hpp");
  CHECK(header.find("::rocm_bindgen::Module ADD") != std::string::npos);
  CHECK(header.find("::rocm_bindgen::Module SCALE") != std::string::npos);
  for (const auto* file : {"hip/add.cu", "hip/deep/er/scale.cu", "hsaco/add.gfx1100.hsaco", "hsaco/add.gfx90a.hsaco",
                           "hsaco/scale.gfx1100.hsaco", "hsaco/scale.gfx90a.hsaco", "manifest.json"})
    CHECK(std::filesystem::exists(folder / "out/k.artifacts" / file));
  CHECK(built.out.find("module") != std::string::npos);
}
