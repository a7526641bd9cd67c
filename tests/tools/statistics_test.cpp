#include <algorithm>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;

TEST_CASE("statistics: report the work per stage and per job") {
  Project project;
  project.uses_cache = false;
  project.source("a.cu", kernel_source("a"));
  project.source("b.cu", kernel_source("b"));
  // Without --no-pch, there would also be jobs that precompile headers.
  const auto built = project.build({"--arch", "gfx1100,gfx90a", "--no-pch"});
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  const auto statistics = project.statistics();
  CHECK(statistics["sources"] == 2);
  CHECK(statistics["compiled"] == 4);
  double stages = 0;
  for (const auto* stage : {"find", "hipify", "compile", "verify"}) {
    REQUIRE(statistics["stages"].contains(stage));
    CHECK(statistics["stages"][stage] >= 0.0);
    stages += statistics["stages"][stage].get<double>();
  }
  CHECK(statistics["stages"].size() == 4);
  CHECK(stages <= statistics["seconds"].get<double>());
  // Detects a wrong unit: a process needs more than 1 MB and less than 1 GB, so its memory in KiB would be a number
  // below this limit.
  constexpr int kLeastBytes = 1'000'000;
  CHECK(statistics["peak_memory_bytes"] > kLeastBytes);
  std::vector<std::string> jobs;
  for (const auto& job : statistics["jobs"]) {
    jobs.push_back(job["stage"].get<std::string>() + " " + job["module"].get<std::string>() + " " +
                   job["target"].get<std::string>());
    CHECK(job["seconds"] > 0.0);
    CHECK(job["peak_memory_bytes"] > kLeastBytes);
    CHECK(job["succeeded"] == true);
    CHECK(job["parts"] == 0);  // 0: the job was not split by kernels
  }
  std::sort(jobs.begin(), jobs.end());
  CHECK(jobs == std::vector<std::string>{"compile a gfx1100", "compile a gfx90a", "compile b gfx1100",
                                         "compile b gfx90a", "hipify a ", "hipify b "});
}
