// Runs ./dev rules-check on the installed HIP, and on one that lacks almost everything.
#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/process.hpp"

using namespace test;

namespace {

Finished check_rules(const std::vector<std::string>& arguments) {
  std::vector<std::string> argv{std::string(ROCM_BINDGEN_SOURCE_DIR) + "/tests/lib/hipify/rules/check.sh"};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  return run(argv);
}

}  // namespace

TEST_CASE("rules-check: every row is right for the HIP of this machine") {
  const auto finished = check_rules({});
  INFO(finished.out << finished.err);
  CHECK(finished.exit_code == 0);
  CHECK_THAT(finished.out, Catch::Contains(" 0 wrong"));
}

TEST_CASE("rules-check: a name that no header declares is wrong unless it is newer or not installed") {
  Folder include;
  include.write("hip/hip_version.h", "#define HIP_VERSION_MAJOR 5\n#define HIP_VERSION_MINOR 2\n");
  include.write("hip/hip_runtime_api.h",
                "int hipFree(void*); // hipIpcGetEventHandle, hipProfilerStart\n/* hipStreamIsCapturing\n "
                "hipDeviceGetPCIBusId */ int hipBrandNew();\n");
  include.write("hip/nvidia_detail/other.h", "int hipThreadExchangeStreamCaptureMode();\n");
  // Names in comments and in HIP's headers for CUDA do not count as declared.
  const auto finished = check_rules({include.path().string()});
  CHECK(finished.exit_code == 1);
  const auto wrong = [](const std::string& names) { return Catch::Contains(": " + names + ", since 5.2, is not in "); };
  CHECK_THAT(finished.out, !wrong("cudaFree -> hipFree"));
  CHECK_THAT(finished.out, wrong("cudaThreadExchangeStreamCaptureMode -> hipThreadExchangeStreamCaptureMode") &&
                               wrong("cudaIpcGetEventHandle -> hipIpcGetEventHandle") &&
                               wrong("cudaProfilerStart -> hipProfilerStart") &&
                               wrong("cudaStreamIsCapturing -> hipStreamIsCapturing") &&
                               wrong("cudaDeviceGetPCIBusId -> hipDeviceGetPCIBusId"));
  CHECK_THAT(finished.out, Catch::Contains("not installed: miopen, "));
  CHECK_THAT(finished.out, !Catch::Contains("hipGraphAddExternalSemaphoresSignalNode"));  // since 5.7
  CHECK_THAT(finished.out, Catch::Contains("no row leads to 1 names of HIP's runtime API:\nhipBrandNew\n"));
}

TEST_CASE("rules-check: a folder without HIP is reported") {
  Folder include;
  const auto finished = check_rules({include.path().string()});
  CHECK(finished.exit_code == 2);
  CHECK_THAT(finished.err, Catch::Contains("no hip/hip_version.h in " + include.path().string()));
}
