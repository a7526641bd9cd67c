#include "compile/compiler_flags.hpp"

#include "support/catch.hpp"

using namespace rocm_bindgen::build;
using Words = std::vector<std::string>;

TEST_CASE("flags: clang's flags and their values are separated and the others keep their order") {
  const auto flags = split_compiler_flags(
      {"build",      "-DA=1",    "src", "-I",          "inc",    "-o",   "out.hpp", "-O2", "-Ifoo",
       "-std=c++20", "-U",       "B",   "-ffast-math", "-mllvm", "-x=1", "-j",      "2",   "--arch",
       "gfx1100",    "-isystem", "sys", "-g",          "-Wall",  "-p",   "db"});
  REQUIRE(flags);
  CHECK(flags->clang == Words{"-DA=1", "-I", "inc", "-O2", "-Ifoo", "-std=c++20", "-U", "B", "-ffast-math", "-mllvm",
                              "-x=1", "-isystem", "sys", "-g", "-Wall"});
  CHECK(flags->rest == Words{"build", "src", "-o", "out.hpp", "-j", "2", "--arch", "gfx1100", "-p", "db"});
}

TEST_CASE("flags: dependency files, -### and lost kernels are handled by the build itself") {
  const auto flags =
      split_compiler_flags({"-MD", "-MF", "a.d", "-MT", "x", "-MT", "y", "-###", "-Werror=lost-kernels"});
  REQUIRE(flags);
  CHECK(flags->clang.empty());
  CHECK(flags->rest.empty());
  CHECK(flags->dependency_file);
  CHECK(flags->dependency_path == "a.d");
  CHECK(flags->dependency_targets == Words{"x", "y"});
  CHECK(flags->print_commands);
  CHECK(flags->lost_kernels_are_errors);
}

TEST_CASE("flags: everything after -- is a name") {
  const auto flags = split_compiler_flags({"-O1", "--", "-O2", "-I"});
  REQUIRE(flags);
  CHECK(flags->clang == Words{"-O1"});
  CHECK(flags->rest == Words{"--", "-O2", "-I"});
}

TEST_CASE("flags: a missing value is a usage error") {
  const auto flags = split_compiler_flags({"-I"});
  REQUIRE_FALSE(flags);
  CHECK(flags.error().code() == ExitCode::usage);
}

TEST_CASE("flags: the common flags that completions offer are flags of the compiler") {
  const auto common = common_compiler_flags();
  CHECK(common.size() > 20);
  for (const auto& flag : common) {
    INFO(flag.name);
    CHECK_FALSE(flag.text.empty());
    if (flag.name.back() == '=') CHECK_FALSE(flag.choices.empty());
    const auto value = flag.choices.empty() ? "value" : flag.choices.front();
    std::vector<Words> forms;
    if (flag.value.empty()) forms.push_back({flag.name});
    if (flag.joined) forms.push_back({flag.name + value});
    if (!flag.value.empty() && flag.name.back() != '=') forms.push_back({flag.name, value});
    for (const auto& words : forms) {
      const auto flags = split_compiler_flags(words);
      REQUIRE(flags);
      CHECK(flags->rest.empty());
    }
  }
}

TEST_CASE("flags: nvcc's words about relocatable device code become clang's flag") {
  const auto split = [](const Words& words) { return split_compiler_flags(words).value(); };
  for (const auto& words : std::vector<Words>{{"-rdc=true"},
                                              {"-rdc", "true"},
                                              {"--relocatable-device-code=true"},
                                              {"--relocatable-device-code", "true"}}) {
    CHECK(split(words).clang == Words{"-fgpu-rdc"});
    CHECK(split(words).rest.empty());
  }
  CHECK(split({"-rdc=false"}).clang == Words{"-fno-gpu-rdc"});
  for (const auto& words : std::vector<Words>{{"-rdc=maybe"}, {"-rdc"}, {"-rdctrue"}, {"--", "-rdc=true"}}) {
    CHECK(split(words).clang.empty());
    CHECK(split(words).rest == words);
  }
}
