#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/tool.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

Finished in_place(const Folder& folder, std::vector<std::string> words) {
  words.insert(words.begin(), {"hipify", "--inplace"});
  return rocm_bindgen(words, {folder.path(), {}});
}

}  // namespace

TEST_CASE("hipify --inplace: changed files have a copy of the original next to them and others are untouched") {
  Folder folder;
  const std::string source = "#include \"d.cuh\"\n#include \"plain.h\"\ncudaError_t e;";
  folder.write("src/a.cu", source);
  folder.write("src/d.cuh", "cudaStream_t s;\n");
  const auto plain = folder.write("src/plain.h", "int plain;\n");
  const auto before = fs::last_write_time(plain);
  const auto finished = in_place(folder, {"src"});
  INFO(finished.err);
  REQUIRE(finished.exit_code == 0);
  CHECK(finished.out.empty());
  CHECK(tree(folder / "src") == std::map<std::string, std::string>{
                                    {"a.cu", kPrologue + "#include \"d.cuh\"\n#include \"plain.h\"\nhipError_t e;"},
                                    {"a.cu.prehip", source},
                                    {"d.cuh", "hipStream_t s;\n"},
                                    {"d.cuh.prehip", "cudaStream_t s;\n"},
                                    {"plain.h", "int plain;\n"}});
  CHECK(fs::last_write_time(plain) == before);
}

TEST_CASE("hipify --inplace: a second run changes nothing and the first original remains") {
  Folder folder;
  const auto source = folder.write("a.cu", "cudaError_t e;\n");
  REQUIRE(in_place(folder, {"a.cu"}).exit_code == 0);
  const auto once = tree(folder.path());
  const auto written = fs::last_write_time(source);
  REQUIRE(in_place(folder, {"a.cu"}).exit_code == 0);
  CHECK(tree(folder.path()) == once);
  CHECK(fs::last_write_time(source) == written);

  folder.write("a.cu", read(source) + "cudaStream_t s;\n");
  REQUIRE(in_place(folder, {"a.cu"}).exit_code == 0);
  CHECK(read(source) == kPrologue + "hipError_t e;\nhipStream_t s;\n");
  CHECK(read(folder / "a.cu.prehip") == "cudaError_t e;\n");
}

TEST_CASE("hipify --inplace: headers in an -I folder outside are untouched, and reported if they need translation") {
  // include/ is in the current folder and therefore translated; the other folder is outside.
  Folder folder, others;
  folder.write("src/a.cu", "#include <own.cuh>\n#include <other.cuh>\n#include <plain.h>\n");
  folder.write("include/own.cuh", "cudaStream_t s;\n");
  others.write("other.cuh", "cudaEvent_t e;\n");
  others.write("plain.h", "int plain;\n");
  const auto finished = in_place(folder, {"src", "-I", "include", "-I", others.path().string()});
  CHECK(finished.exit_code == 0);
  CHECK(read(folder / "include/own.cuh") == "hipStream_t s;\n");
  CHECK(tree(others.path()) ==
        std::map<std::string, std::string>{{"other.cuh", "cudaEvent_t e;\n"}, {"plain.h", "int plain;\n"}});
  CHECK_THAT(finished.err,
             Catch::Contains("other.cuh: warning: not translated in place") && !Catch::Contains("plain.h"));
}

TEST_CASE("hipify --inplace: -o and --diff are refused") {
  Folder folder;
  folder.write("a.cu", "cudaError_t e;\n");
  CHECK(in_place(folder, {"a.cu", "-o", "hip"}).exit_code == 2);
  CHECK(in_place(folder, {"a.cu", "--diff"}).exit_code == 2);
  CHECK(tree(folder.path()) == std::map<std::string, std::string>{{"a.cu", "cudaError_t e;\n"}});
}
