#pragma once

#include <cstdio>
#include <utility>

#include "support/catch.hpp"
#include "support/process.hpp"

namespace test {

/// Whether the CMake in PATH supports JOB_SERVER_AWARE.
inline bool passes_on_the_job_server() {
  const auto version = run({"cmake", "--version"}).out;
  INFO(version);
  int major = 0, minor = 0;
  REQUIRE(std::sscanf(version.c_str(), "cmake version %d.%d", &major, &minor) == 2);
  return std::pair(major, minor) >= std::pair(3, 28);
}

}  // namespace test
