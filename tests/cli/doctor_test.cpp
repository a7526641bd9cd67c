#include <filesystem>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/tool.hpp"

using namespace test;

TEST_CASE("doctor: a machine that can build has every part, and ends with 0") {
  const auto finished = rocm_bindgen({"doctor"});
  INFO(finished.out);
  CHECK(finished.exit_code == 0);
  for (const std::string part : {"clang headers", "HIP headers", "device libraries", "cache"})
    CHECK_THAT(finished.out, Catch::Contains("  ok       " + part));
  CHECK_THAT(finished.out, !Catch::Contains("MISSING"));
}

TEST_CASE("doctor: a missing part is named with what to type, and ends with 3") {
  Folder empty;
  const auto headers = rocm_bindgen({"doctor", "--rocm-path", empty.path().string()});
  CHECK(headers.exit_code == 3);
  CHECK_THAT(headers.out, Catch::Contains("MISSING  ROCm") && Catch::Contains("no HIP headers found") &&
                              Catch::Contains("apt-get install libamdhip64-dev"));
  const auto libraries = rocm_bindgen({"doctor", "--rocm-device-lib-path", empty.path().string()});
  CHECK(libraries.exit_code == 3);
  CHECK_THAT(libraries.out, Catch::Contains("MISSING  ROCm") && Catch::Contains("apt-get install rocm-device-libs"));
  const auto variable = rocm_bindgen({"doctor"}, {{}, {{"ROCM_PATH", empty.path().string()}}});
  CHECK(variable.exit_code == 3);
}
