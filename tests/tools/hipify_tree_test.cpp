#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/tool.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

std::map<std::string, std::string> tree_of(const Folder& folder, std::vector<std::string> words) {
  words.insert(words.begin(), "hipify");
  words.insert(words.end(), {"-o", "hip"});
  const auto finished = rocm_bindgen(words, {folder.path(), {}});
  INFO(finished.err);
  REQUIRE(finished.exit_code == 0);
  return tree(folder / "hip");
}

}  // namespace

TEST_CASE("hipify -o DIR: headers from outside the folder are copied and the includes name their new places") {
  Folder folder;
  folder.write("src/deep/a.cu", "#include \"../../inc/out.h\"\n#include <vector>\ncudaError_t e;\n");
  folder.write("inc/out.h", "#include \"beside.h\"\ncudaStream_t s;\n");
  folder.write("inc/beside.h", "cudaEvent_t v;\n");
  CHECK(tree_of(folder, {"src"}) ==
        std::map<std::string, std::string>{
            {"deep/a.cu", kPrologue + "#include \"../inc/out.h\"\n#include <vector>\nhipError_t e;\n"},
            {"inc/out.h", "#include \"beside.h\"\nhipStream_t s;\n"},
            {"inc/beside.h", "hipEvent_t v;\n"}});
}

TEST_CASE("hipify -o DIR: a header above the folder does not replace one in it") {
  Folder folder;
  folder.write("src/a.cu", "#include \"config.h\"\n#include \"../config.h\"\n#include \"../../config.h\"\n");
  folder.write("src/config.h", "cudaStream_t inner;\n");
  folder.write("config.h", "cudaStream_t outer;\n");
  const auto result = tree_of(folder, {"src/a.cu"});
  CHECK(result ==
        std::map<std::string, std::string>{
            {"a.cu", kPrologue + "#include \"config.h\"\n#include \"above-1/config.h\"\n#include \"../../config.h\"\n"},
            {"config.h", "hipStream_t inner;\n"},
            {"above-1/config.h", "hipStream_t outer;\n"}});
}

TEST_CASE("hipify -o DIR: two headers that would be one file are refused and a shared header is not") {
  Folder folder;
  folder.write("a/a.cu", "#include \"h.h\"\n");
  folder.write("b/b.cu", "#include \"h.h\"\n");
  folder.write("a/h.h", "cudaStream_t a;\n");
  folder.write("b/h.h", "cudaStream_t b;\n");
  const auto finished = rocm_bindgen({"hipify", "a", "b", "-o", "hip"}, {folder.path(), {}});
  CHECK(finished.exit_code == 2);
  CHECK_THAT(finished.err, Catch::Contains("'a/h.h' and 'b/h.h' would both be written to 'h.h'"));
  CHECK_FALSE(fs::exists(folder / "hip/h.h"));
  folder.write("b/h.h", "cudaStream_t a;\n");
  CHECK(tree_of(folder, {"a", "b"}).at("h.h") == "hipStream_t a;\n");
}

TEST_CASE("hipify -o DIR: an -I folder of the tree is kept and other headers are included by path") {
  Folder folder;
  folder.write("src/a.cu", "#include <in.h>\n#include <out.h>\n");
  folder.write("src/own/in.h", "cudaStream_t s;\n");
  folder.write("far/out.h", "cudaEvent_t v;\n");
  CHECK(tree_of(folder, {"src", "-Isrc/own", "-I", "far"}) ==
        std::map<std::string, std::string>{{"a.cu", kPrologue + "#include <in.h>\n#include \"far/out.h\"\n"},
                                           {"own/in.h", "hipStream_t s;\n"},
                                           {"far/out.h", "hipEvent_t v;\n"}});
}

TEST_CASE("hipify -o DIR: headers that no -I names are found near the source and this is reported") {
  Folder folder;
  folder.write("src/deep/a.cu", "#include \"helper_own.h\"\n#include <stdio.h>\n");
  folder.write("Common/helper_own.h", "cudaStream_t s;\n");
  folder.write("include/stdio.h", "cudaStream_t not_this;\n");
  const auto finished = rocm_bindgen({"hipify", "src/deep/a.cu", "-o", "hip"}, {folder.path(), {}});
  CHECK(finished.exit_code == 0);
  CHECK_THAT(finished.err, Catch::Contains("src/deep/a.cu: note: headers were found in '" +
                                           (folder / "Common").string() + "', which no -I flag names"));
  CHECK(tree(folder / "hip") == std::map<std::string, std::string>{
                                    {"a.cu", kPrologue + "#include \"Common/helper_own.h\"\n#include <stdio.h>\n"},
                                    {"Common/helper_own.h", "hipStream_t s;\n"}});
}

TEST_CASE("hipify -o DIR: headers included through a macro and by -include are translated") {
  Folder folder;
  folder.write("src/a.cu", "#define OWN \"own.h\"\n#include OWN\n");
  folder.write("src/own.h", "cudaStream_t s;\n");
  folder.write("src/forced.h", "cudaEvent_t v;\n");
  const auto result = tree_of(folder, {"src", "-include", "src/forced.h"});
  CHECK(result.at("own.h") == "hipStream_t s;\n");
  CHECK(result.at("forced.h") == "hipEvent_t v;\n");
}

TEST_CASE("hipify -o DIR: an unchanged file is not written again") {
  Folder folder;
  folder.write("src/a.cu", "#include \"h.h\"\ncudaError_t e;\n");
  folder.write("src/h.h", "cudaStream_t s;\n");
  tree_of(folder, {"src"});
  const auto long_ago = fs::last_write_time(folder / "hip/a.cu") - std::chrono::hours(1);
  fs::last_write_time(folder / "hip/a.cu", long_ago);
  fs::last_write_time(folder / "hip/h.h", long_ago);
  folder.write("src/h.h", "cudaStream_t other;\n");
  tree_of(folder, {"src"});
  CHECK(fs::last_write_time(folder / "hip/a.cu") == long_ago);
  CHECK(fs::last_write_time(folder / "hip/h.h") > long_ago);
  CHECK(read(folder / "hip/h.h") == "hipStream_t other;\n");
}

TEST_CASE("hipify -o DIR: a finding in a header is reported once, with the number of sources that include it") {
  const Folder folder;
  folder.write("in/shared.h", "__device__ inline void wait() { asm volatile(\"bar.arrive %0, 64;\" ::\"r\"(1)); }\n");
  for (const std::string name : {"a", "b", "c"}) folder.write("in/" + name + ".cu", "#include \"shared.h\"\n");
  folder.write("in/alone.cu", "__device__ void f() { asm volatile(\"bar.arrive %0, 64;\" ::\"r\"(2)); }\n");
  const auto finished = rocm_bindgen({"hipify", "in", "-o", "out"}, {folder.path(), {}});
  INFO(finished.err);
  const auto first = finished.err.find("shared.h:1:");
  REQUIRE(first != std::string::npos);
  CHECK(finished.err.find("shared.h:1:", first + 1) == std::string::npos);
  CHECK_THAT(finished.err, Catch::Contains("(in 3 sources)"));
  CHECK_THAT(finished.err, Catch::Contains("alone.cu:1:") && !Catch::Contains("(in 1 sources)"));
}

TEST_CASE("hipify: text that no compiler accepts is translated too") {
  Folder folder;
  folder.write("src/a.cu", "#if\n#include \"missing.h\"\nvoid f( { cudaFree(p; k<<<1, }\n#error hipMalloc\n\"");
  CHECK(tree_of(folder, {"src"}).at("a.cu") ==
        kPrologue + "#if\n#include \"missing.h\"\nvoid f( { hipFree(p; k<<<1, }\n#error hipMalloc\n\"");
}

TEST_CASE("hipify: sources with the same name in different folders do not conflict") {
  Folder folder;
  folder.write("src/a/main.cu", "cudaError_t a;\n");
  folder.write("src/b/main.cu", "cudaError_t b;\n");
  for (int run = 0; run < 2; ++run) {
    // In the second run, the output of the first is below the source folder.
    REQUIRE(rocm_bindgen({"hipify", ".", "-o", "hip"}, {folder.path(), {}}).exit_code == 0);
    CHECK(tree(folder / "hip").size() == 2);
    CHECK_THAT(read(folder / "hip/src/b/main.cu"), Catch::Contains("hipError_t b;"));
  }
}

TEST_CASE("hipify: a source that another one includes is still a source") {
  for (const std::string name : {"a_kernel.cu", "z_kernel.cu"}) {
    Folder folder;
    folder.write("src/main.cu", "#include \"" + name + "\"\n");
    folder.write("src/" + name, "__global__ void k() {}\n");
    REQUIRE(rocm_bindgen({"hipify", "src", "-o", "hip"}, {folder.path(), {}}).exit_code == 0);
    CHECK_THAT(read(folder / "hip" / name), Catch::StartsWith("#include <hip/hip_runtime.h>\n"));
  }
}

TEST_CASE(
    "hipify: originals are not overwritten without a copy, and a folder gives a folder even if its name has a dot") {
  Folder folder;
  folder.write("src/a.cu", "cudaError_t a;\n");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"hipify", "src", "-o", "src"}, {"hipify", "src/a.cu", "-o", "src/a.cu"}}) {
    CHECK(rocm_bindgen(words, {folder.path(), {}}).exit_code == 2);
    CHECK(read(folder / "src/a.cu") == "cudaError_t a;\n");
  }
  CHECK(rocm_bindgen({"hipify", "src", "-o", "hip-1.0"}, {folder.path(), {}}).exit_code == 0);
  CHECK(tree(folder / "hip-1.0").size() == 1);
}
