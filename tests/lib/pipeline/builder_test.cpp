#include "rocm_bindgen/build/builder.hpp"

#include "support/catch.hpp"
#include "support/files.hpp"

using namespace rocm_bindgen::build;

TEST_CASE("builder: ten lines from CUDA text to a header") {
  test::Folder folder;
  folder.write("kernels/add.cu", "extern \"C\" __global__ void add(float* out) { *out = 1; }\n");
  auto bindings = Builder{}.src_dir(folder / "kernels").out_dir(folder / "out").target_arch("gfx1030").build_hsaco();
  if (!bindings)
    for (const auto& diagnostic : bindings.error().diagnostics) UNSCOPED_INFO(render(diagnostic));
  REQUIRE(bindings);
  WriteOptions options;
  options.name_space = "my::kernels";
  REQUIRE(bindings->write(folder / "kernels.hpp", options));
  CHECK(test::read(folder / "kernels.hpp").find("namespace my::kernels {") != std::string::npos);
  CHECK(std::filesystem::exists(folder / "out/hsaco/add.gfx1030.hsaco"));
  CHECK(bindings->statistics().compiled == 1);
  REQUIRE(bindings->modules().size() == 1);
  CHECK(bindings->modules()[0].kernels == 1);
}

TEST_CASE("builder: every error of every source comes back") {
  test::Folder folder;
  folder.write("a.cu", "extern \"C\" __global__ void a() { first_error; }\n");
  folder.write("b.cu", "\nextern \"C\" __global__ void b() { second_error; }\n");
  const auto bindings = Builder{}.src_dir(folder.path()).out_dir(folder / "out").target_arch("gfx1030").build_hsaco();
  REQUIRE_FALSE(bindings);
  CHECK(bindings.error().code() == ExitCode::source_error);
  std::string text;
  for (const auto& diagnostic : bindings.error().diagnostics) text += render(diagnostic);
  INFO(text);
  CHECK(text.find("a.cu:1:34: error: use of undeclared identifier 'first_error' [gfx1030]") != std::string::npos);
  CHECK(text.find("b.cu:2:34: error: use of undeclared identifier 'second_error' [gfx1030]") != std::string::npos);
}
