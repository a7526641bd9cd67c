#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/tool.hpp"

using namespace test;

namespace {

/// 40 lines, of which lines 6, 17, 28 and 39 are translated. They are so far apart that the diff has a hunk for each.
std::string many_lines() {
  std::string text;
  for (int i = 0; i < 40; ++i)
    text += i % 11 == 5 ? "cudaStream_t s" + std::to_string(i) + ";\n" : "int i" + std::to_string(i) + ";\n";
  return text;
}

/// Applies the diff with patch, which must find every line exactly at its place.
void apply_diff(const Folder& folder, const std::string& diff) {
  const auto file = folder.write("the.diff", diff);
  const auto applied = run({"patch", "-p1", "--fuzz=0", "-i", file.string()}, {folder.path(), {}});
  INFO(applied.out << applied.err);
  CHECK(applied.exit_code == 0);
  CHECK_THAT(applied.out, !Catch::Contains("offset"));
  std::filesystem::remove(file);
}

}  // namespace

TEST_CASE("hipify --diff: patch -p1 gives exactly the translation") {
  Folder folder;
  const std::map<std::string, std::string> sources{
      {"src/a.cu", "#include \"deep/a.cuh\"\n" + many_lines() + "cudaError_t e;"},
      {"src/deep/a.cuh", many_lines()},
      {"src/last.cu", many_lines() + "int i;"},
      {"src/launch.cu", "__global__ void k(int) {}\nvoid f() {\n  k<<<\n    1,\n    2\n  >>>(\n    3);\n}\n"},
      {"src/plain.cu", "int plain;\n"}};
  for (const auto& [path, text] : sources) folder.write(path, text);
  const auto diff = hipify(folder, {"src", "--diff", "--hip-kernel-execution-syntax"});
  INFO(diff.out << diff.err);
  REQUIRE(diff.exit_code == 0);
  CHECK(diff.out.find("plain.cu") == std::string::npos);
  CHECK(tree(folder.path()) == sources);

  REQUIRE(hipify(folder, {"src", "-o", "hip", "--hip-kernel-execution-syntax"}).exit_code == 0);
  apply_diff(folder, diff.out);
  CHECK(tree(folder / "src") == tree(folder / "hip"));
}

TEST_CASE("hipify --diff: files above the current folder are named by absolute paths") {
  Folder folder;
  folder.write("src/a.cu", "#include \"../a.cuh\"\ncudaError_t e;\n");
  folder.write("a.cuh", "cudaStream_t s;\n");
  const auto diff = rocm_bindgen({"hipify", "a.cu", "--diff"}, {folder / "src", {}});
  REQUIRE(diff.exit_code == 0);
  CHECK_THAT(diff.out, Catch::Contains("--- a/a.cu\n+++ b/a.cu\n"));
  CHECK_THAT(diff.out, Catch::Contains("--- a" + (folder / "a.cuh").string() + "\n"));
}

TEST_CASE("hipify --diff: without changes the diff is empty") {
  Folder folder;
  folder.write("a.cu", "int plain;");
  const auto diff = hipify(folder, {"a.cu", "--diff"});
  CHECK(diff.exit_code == 0);
  CHECK(diff.out.empty());
}
