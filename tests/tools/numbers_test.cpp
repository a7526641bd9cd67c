// Options whose values are numbers.
#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;

TEST_CASE("numbers: an invalid or too large number is named in the message") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  const std::vector<std::string> no_number{"-1", "-0",  "+1",   "1x",  "x",   "",
                                           " 1", "1 2", "0x10", "nan", "inf", "18446744073709551616"};
  for (const auto* option : {"--cache-size", "--max-memory", "--jobs", "--keep-going", "--timeout",
                             "--cuda-arch-compat", "--code-object-version"})
    for (const auto& value : no_number) {
      // A duration may be this large.
      if (option == std::string("--timeout") && value == "18446744073709551616") continue;
      const auto words = std::string(option) + "=" + value;
      INFO(words);
      const auto refused = rocm_bindgen({"build", "src", "-o", "k.hpp", words}, {project.path(), {}});
      CHECK(refused.exit_code == 2);
      CHECK_THAT(refused.err, Catch::Contains(option));
    }
  // 17 EB are more than 2^64 bytes, and 4294967296 is 2^32.
  for (const std::string words :
       {"--cache-size=2XB", "--cache-size=-5GB", "--cache-size=17EB", "--cache-size=1.2.3", "--max-memory=GB",
        "--timeout=1e", "--jobs=4294967297", "--jobs=0", "--keep-going=4294967296", "--timeout=0", "--timeout=1e999",
        "--cuda-arch-compat=100000", "--code-object-version=7"}) {
    INFO(words);
    CHECK(rocm_bindgen({"build", "src", "-o", "k.hpp", words}, {project.path(), {}}).exit_code == 2);
  }
}

TEST_CASE("numbers: sizes may have units and leading zeros") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  for (const std::string words :
       {"--cache-size=0", "--cache-size=1.5GB", "--cache-size=500 MiB", "--cache-size=15EB", "--max-memory=8gb",
        "--max-memory=08000000000b", "--jobs=010", "--keep-going=0", "--timeout=600.5", "--timeout=1e3"}) {
    INFO(words);
    const auto built = project.build({words, "-O0"});
    INFO(built.err);
    CHECK(built.exit_code == 0);
  }
}
