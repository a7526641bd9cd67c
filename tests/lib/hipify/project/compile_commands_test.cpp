#include "hipify/project/compile_commands.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/files.hpp"

using namespace rocm_bindgen::build;
using Words = std::vector<std::string>;

namespace {

/// The flags that are kept from an entry with these words, in the folder /p/build.
Words kept_flags(Words words) {
  words.insert(words.begin(), "nvcc");
  test::Folder folder;
  const auto file = folder.write(
      "compile_commands.json",
      nlohmann::json::array({{{"directory", "/p/build"}, {"file", "/p/a.cu"}, {"arguments", words}}}).dump());
  const auto commands = read_compile_commands(file);
  REQUIRE(commands);
  REQUIRE(commands->count("/p/a.cu") == 1);
  return commands->at("/p/a.cu");
}

}  // namespace

TEST_CASE("compile commands: paths are made absolute in every spelling of the flag") {
  for (const auto& words : {Words{"-I../inc"}, Words{"-I", "../inc"}, Words{"--include-path", "../inc"},
                            Words{"--include-path=../inc"}, Words{"-I", "/p/inc"}})
    CHECK(kept_flags(words) == Words{"-I/p/inc"});
  for (const auto& words : {Words{"-isystem", "../inc"}, Words{"-isystem../inc"}, Words{"-isystem=../inc"},
                            Words{"--system-include=../inc"}})
    CHECK(kept_flags(words) == Words{"-isystem", "/p/inc"});
  CHECK(kept_flags({"-include", "x.h", "-iquote", "q"}) == Words{"-include", "/p/build/x.h", "-iquote", "/p/build/q"});
}

TEST_CASE("compile commands: macros and the language are kept") {
  CHECK(kept_flags({"-DA=1", "-D", "B", "--define-macro=C=\"x y\"", "-UD"}) ==
        Words{"-DA=1", "-DB", "-DC=\"x y\"", "-UD"});
  CHECK(kept_flags({"-std=c++17"}) == Words{"-std=c++17"});
  CHECK(kept_flags({"--std", "c++14"}) == Words{"-std=c++14"});
}

TEST_CASE("compile commands: flags that do not affect the translation are dropped") {
  CHECK(kept_flags({"-O3", "-c", "a.cu", "-o", "a.o", "-gencode", "arch=compute_80,code=sm_80", "-Xcompiler=-fPIC",
                    "-include-pch", "x.pch", "--expt-relaxed-constexpr", "-I"})
            .empty());
}
