// Tests tests/programs/outside.sh, which builds and runs programs of other projects, with programs that end in each
// possible way.
#include <filesystem>
#include <string>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/process.hpp"
#include "support/tool.hpp"

using namespace test;

namespace {

/// A host program: no device code, so that the test is quick.
std::string program(const std::string& body) {
  return "#include <cstdio>\nint main(int count, char** words) {\n" + body + "\n}\n";
}

const char* const kDoubled =
    "#include <cstdio>\n"
    "__global__ void twice(float* x) { x[threadIdx.x] *= 2; }\n"
    "int main() {\n"
    "  float *x;\n"
    "  cudaMallocManaged(&x, 4);\n"
    "  *x = 1.5f;\n"
    "  twice<<<1, 1>>>(x);\n"
    "  cudaDeviceSynchronize();\n"
    "  std::printf(\"x = %f\\nkernel time: 3 ms\\ncount 100000\\n\", *x);\n"
    "  std::fputs(\"to a file\\n\", std::fopen(\"written\", \"w\"));\n"
    "}\n";

Finished outside(const Folder& folder, const std::vector<std::string>& options) {
  std::vector<std::string> argv{std::string(ROCM_BINDGEN_SOURCE_DIR) + "/tests/programs/outside.sh", "--tool", tool()};
  argv.insert(argv.end(), options.begin(), options.end());
  argv.push_back(folder.path().string());
  argv.push_back((folder.path() / "programs.list").string());
  RunOptions run_options;
  run_options.environment = tool_environment();
  return run(argv, run_options);
}

bool has_row(const std::string& table, const std::string& program, const std::string& result,
             const std::string& reason) {
  const auto at = table.find("| " + program + " | " + result + " | ");
  return at != std::string::npos && table.substr(at, table.find('\n', at) - at).find(reason) != std::string::npos;
}

}  // namespace

TEST_CASE("outside programs: each way in which a program ends has its own result and reason", "[long]") {
  const Folder folder;
  folder.write("a/says.cu", program("std::puts(\"Test PASSED, 0 errors\");"));
  folder.write("a/status.cu", program("return 3;"));
  folder.write("a/fails.cu", program("std::puts(\"result: FAILED\");"));
  folder.write("a/endless.cu", program("for (volatile int i = 0;; ++i) {}"));
  folder.write("a/broken.cu", program("undeclared();"));
  folder.write("a/crash.cu", program("__builtin_trap();"));
  folder.write("a/words.cu", program("std::printf(\"%s %d\\n\", words[0], count);"));
  // The form is described in outside.py: "endless" has a time limit of 15 seconds, and "words" has two arguments.
  folder.write("programs.list",
               "# comment\n"
               "says: a/says.cu\n"
               "status: a/status.cu\n"
               "fails: a/fails.cu\n"
               "endless 15: a/endless.cu\n"
               "broken: a/broken.cu\n"
               "crash: a/crash.cu\n"
               "words: a/words.cu -O1 -- one 'two three'\n");
  folder.write("recorded/words.out", "words 3\n");  // argv[0], and the number of words: it and two arguments
  const auto result = outside(folder, {"--recorded", (folder.path() / "recorded").string(), "-j", "2"});
  INFO(result.out << result.err);
  CHECK(result.exit_code == 1);
  CHECK(has_row(result.out, "says", "ok", "own words"));
  CHECK(has_row(result.out, "status", "fails", "exit status 3"));
  CHECK(has_row(result.out, "fails", "fails", "says 'result: FAILED'"));
  CHECK(has_row(result.out, "endless", "timeout", ""));
  CHECK(has_row(result.out, "broken", "does not build", "broken.cu:3:1: error:"));
  CHECK(has_row(result.out, "crash", "crash", "SIG"));
  CHECK(has_row(result.out, "words", "ok", "same output as recorded, 1 line compared"));
  CHECK(has_row(result.out, "says", "ok", "says.out is missing"));
  CHECK(result.out.find("2 ok, 2 fails") != std::string::npos);
}

TEST_CASE("outside programs: an exit status of 0 is no success after a fault or with words of failure on stderr",
          "[long]") {
  const Folder folder;
  // Each ignores all errors and exits with 0; `traps` has to fail, `expects` and `asserts` say so, and `array` calls a
  // function that is not served.
  const std::string kernel = "__global__ void trap() { __trap(); }\n";
  const std::string launch = "trap<<<1, 1>>>();\ncudaDeviceSynchronize();\n";
  folder.write("traps.cu", kernel + program(launch + "std::puts(\"Done\");"));
  folder.write("expects.cu", kernel + program(launch + "std::puts(\"The kernel failed as expected\");"));
  folder.write("asserts.cu", "#include <cassert>\n__global__ void trap() { assert(threadIdx.x == 1); }\n" +
                                 program(launch + "std::puts(\"The kernel failed as expected\");"));
  folder.write("complains.cu", program("cudaDeviceSynchronize();\nstd::fputs(\"Verification FAILED\\n\", stderr);"));
  folder.write("array.cu", program("cudaArray_t array;\ncudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();\n"
                                   "cudaMallocArray(&array, &desc, 4);\nstd::puts(\"Done\");"));
  folder.write("timed.cu", program("std::puts(\"kernel time: 3 ms\");"));
  folder.write("recorded/timed.out", "kernel time: 4 ms\n");
  folder.write("programs.list",
               "traps: traps.cu\nexpects: expects.cu\nasserts: asserts.cu\ncomplains: complains.cu\narray: array.cu\n"
               "timed: timed.cu\n");
  const auto result = outside(folder, {"--recorded", (folder.path() / "recorded").string(), "-j", "2"});
  INFO(result.out << result.err);
  CHECK(result.exit_code == 1);
  CHECK(has_row(result.out, "traps", "fails", "exit status 0 after kernel 'trap()'"));
  CHECK(has_row(result.out, "expects", "ok", ""));
  CHECK(has_row(result.out, "asserts", "ok", ""));
  CHECK(has_row(result.out, "complains", "fails", "says 'Verification FAILED'"));
  CHECK(has_row(result.out, "array", "doubtful", "hipMallocArray: not supported by the emulated device"));
  CHECK(has_row(result.out, "timed", "doubtful", "no line of the output can be compared"));
}

TEST_CASE("outside programs: recorded numbers may differ by the tolerance and lines about times by anything",
          "[slow]") {
  const Folder folder;
  folder.write("doubled.cu", kDoubled);
  folder.write("programs.list", "doubled: doubled.cu -- -- written\n");  // the file `written` is compared, too
  const auto compared = [&](const std::string& recorded, const std::string& tolerance) {
    folder.write("recorded/doubled.out", recorded);
    return outside(folder, {"--recorded", (folder.path() / "recorded").string(), "--tolerance", tolerance});
  };
  CHECK(compared("x = 3.000100\nkernel time: 99 ms\ncount 100000\nto a file\n", "1e-3").exit_code == 0);
  const auto differs = compared("x = 3.000100\nkernel time: 99 ms\ncount 100000\nto a file\n", "1e-6");
  CHECK(differs.exit_code == 1);
  CHECK(has_row(differs.out, "doubled", "differs", "prints 'x = 3.000000', not 'x = 3.000100'"));
  const auto more = compared("x = 3.0\ncount 100000\nand another\n", "1e-3");
  CHECK(has_row(more.out, "doubled", "differs", "prints 'to a file', not 'and another'"));
  // Whole numbers must be equal.
  const auto count = compared("x = 3.0\ncount 100001\nto a file\n", "1e-3");
  CHECK(has_row(count.out, "doubled", "differs", "prints 'count 100000', not 'count 100001'"));
  CHECK(has_row(compared("kernel time: 4 ms\n", "1e-3").out, "doubled", "differs", "3 comparable lines, not 0"));
  const auto reordered = compared("to a file\ncount 100000\nx = 3.0\n", "1e-3");
  CHECK(has_row(reordered.out, "doubled", "ok", "in another order"));
}

TEST_CASE("outside programs: record.sh writes the outputs of the programs that end well, with nvcc") {
  const Folder folder;
  // Takes the place of nvcc: the "program" is the source, a shell script.
  const auto nvcc = folder.write("bin/nvcc",
                                 "#!/bin/sh\nsource=$1\n"
                                 "while [ $# -gt 0 ]; do case $1 in -o) program=$2 ;; esac; shift; done\n"
                                 "cp \"$source\" \"$program\" && chmod +x \"$program\"\n");
  std::filesystem::permissions(nvcc, std::filesystem::perms::owner_all);
  folder.write("a/says.cu", "#!/bin/sh\necho \"$0 got $1\"\necho 3 > written\n");
  folder.write("a/fails.cu", "#!/bin/sh\nexit 3\n");
  folder.write("programs.list", "says: a/says.cu -- one -- written\nfails: a/fails.cu\nmissing: a/missing.cu\n");
  const auto recorded = folder.path() / "recorded";
  RunOptions options;
  options.environment["NVCC"] = nvcc.string();
  const auto result = run({std::string(ROCM_BINDGEN_SOURCE_DIR) + "/tests/programs/record.sh", recorded.string(),
                           folder.path().string(), (folder.path() / "programs.list").string()},
                          options);
  INFO(result.out << result.err);
  CHECK(result.exit_code == 1);
  CHECK(has_row(result.out, "says", "ok", ""));
  CHECK(has_row(result.out, "fails", "fails", "exit status 3"));
  CHECK(has_row(result.out, "missing", "does not build", ""));
  CHECK(read(recorded / "says.out") == "says got one\n3\n");
  CHECK_FALSE(std::filesystem::exists(recorded / "fails.out"));
}

TEST_CASE("outside programs: a line of the list that names no program is an error with file and line") {
  const Folder folder;
  for (const std::string line : {"no source", "name: -O2", "two words here: a.cu"}) {
    folder.write("programs.list", line + "\n");
    const auto result = outside(folder, {});
    INFO(line);
    CHECK(result.exit_code == 1);
    CHECK(result.err.find("programs.list:1: ") != std::string::npos);
  }
}
