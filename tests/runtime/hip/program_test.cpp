// Runs a HIP program, which was linked with Debian's libamdhip64, with our libamdhip64. The program, programs/main.hip,
// has many cases, each of which checks its results, prints "NAME: right", and exits with 0.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/process.hpp"

namespace {

test::Finished run_case(const std::string& name, std::map<std::string, std::string> environment,
                        const char* program = ROCM_BINDGEN_HIP_PROGRAM) {
  environment.emplace("LD_LIBRARY_PATH", std::filesystem::path(ROCM_BINDGEN_HIP_LIBRARY).parent_path().string());
  environment.emplace("ROCM_BINDGEN_HIP_QUIET", "1");
  return test::run({"timeout", "60", program, name}, {{}, environment});
}

void check_right(const std::string& name, const std::map<std::string, std::string>& environment) {
  const auto finished = run_case(name, environment);
  INFO(name << "\n" << finished.out << finished.err);
  CHECK(finished.exit_code == 0);
  CHECK(finished.out == name + ": right\n");
}

/// The cases that are right for every target, with asynchronous and with synchronous calls.
const std::vector<std::string> kCases{
    // clang-format off
    "launches", "symbols", "units", "copies", "fills", "host_memory", "pointers", "pools", "stream_order",
    "callbacks", "events", "capture", "queries", "functions", "wrong_arguments", "trap", "clocks", "cooperative",
    "forked", "launch_forms", "launch_after_fault", "function_queries", "modules", "contexts", "driver_copies",
    "fills_in_streams", "per_thread", "allocations", "pointer_attributes", "own_pools", "priorities", "unit_masks",
    "value_waits", "recording", "broken_captures", "null_stream_waits", "devices", "miscellany",
    "replayed_operations", "unsafe_in_captures",
    // clang-format on
};

}  // namespace

TEST_CASE("program: each case is right on RDNA and on CDNA, with asynchronous and with synchronous calls") {
  const std::string target = GENERATE("gfx1030", "gfx90a");
  const std::string synchronous = GENERATE("", "1");
  for (const auto& name : kCases)
    check_right(name, {{"ROCM_BINDGEN_DRIVER", "emulated:" + target}, {"ROCM_BINDGEN_EMULATOR_SYNC", synchronous}});
}

TEST_CASE("program: units whose device code is linked together share functions, variables and kernels") {
  const std::string target = GENERATE("gfx1030", "gfx90a");
  const auto finished = run_case("", {{"ROCM_BINDGEN_DRIVER", "emulated:" + target}}, ROCM_BINDGEN_HIP_RELOCATABLE);
  INFO(finished.out << finished.err);
  CHECK(finished.exit_code == 0);
  CHECK(finished.out == "relocatable: right\n");
}

TEST_CASE("program: a kernel can wait for the host while other streams go on") {
  const std::string target = GENERATE("gfx1030", "gfx90a");
  check_right("waiting_kernel", {{"ROCM_BINDGEN_DRIVER", "emulated:" + target}});
}

TEST_CASE("program: launches of one graph come one after another, and copies that need not wait do not") {
  const std::string name = GENERATE("graph_in_two_streams", "asynchronous_forms");
  check_right(name, {{"ROCM_BINDGEN_DRIVER", "emulated:gfx1030"}});
}

TEST_CASE("program: operations on a value in memory end after a fault, and are one if the memory was freed") {
  const std::string name = GENERATE("value_wait_after_fault", "value_in_freed_memory");
  check_right(name, {{"ROCM_BINDGEN_DRIVER", "emulated:gfx1030"}});
}

TEST_CASE("program: a kernel's fault is explained with its source line, and later calls return its error") {
  const std::string target = GENERATE("gfx1030", "gfx90a");
  // 64 work-items store into an array of four numbers (see kernel_fault() in queries.hip).
  const auto finished = run_case("kernel_fault", {{"ROCM_BINDGEN_DRIVER", "emulated:" + target}});
  INFO(finished.out << finished.err);
  CHECK(finished.exit_code == 0);
  CHECK(finished.err.find("right at the end of a device allocation of 16 bytes") != std::string::npos);
  CHECK(finished.err.find("queries.hip:") != std::string::npos);
  CHECK(finished.err.find("store(int*)', workgroup 0,0,0") != std::string::npos);
}

TEST_CASE("program: the default target is that of the program's first code object, and one line on stderr names it") {
  const auto finished = run_case("launches", {{"ROCM_BINDGEN_DRIVER", ""}, {"ROCM_BINDGEN_HIP_QUIET", ""}});
  CHECK(finished.exit_code == 0);
  CHECK(finished.err.find("this is not a GPU") != std::string::npos);
  CHECK(finished.err.find("emulated gfx1030") != std::string::npos);
  CHECK(std::count(finished.err.begin(), finished.err.end(), '\n') == 1);
  CHECK(run_case("launches", {{"ROCM_BINDGEN_DRIVER", ""}}).err.empty());
}

TEST_CASE("program: a target without code and an unknown driver are errors that name the alternatives") {
  const auto other = run_case("launches", {{"ROCM_BINDGEN_DRIVER", "emulated:gfx1201"}});
  CHECK(other.exit_code == 1);
  CHECK(other.out.find("hipErrorNoBinaryForGpu") != std::string::npos);
  CHECK(other.err.find("gfx1201") != std::string::npos);
  CHECK(other.err.find("gfx1030, gfx90a") != std::string::npos);
  const auto wrong = run_case("launches", {{"ROCM_BINDGEN_DRIVER", "amd"}});
  CHECK(wrong.exit_code == 1);
  CHECK(wrong.out.find("hipErrorNoDevice") != std::string::npos);
  CHECK(wrong.err.find("emulated:TARGET") != std::string::npos);
}

TEST_CASE("program: a function that is not served writes a line with its name") {
  const auto finished = run_case("wrong_arguments", {{"ROCM_BINDGEN_DRIVER", "emulated:gfx1030"}});
  CHECK(finished.err.find("hipArrayDestroy: not supported by the emulated device") != std::string::npos);
}

namespace {

/// The standard output of a case that must be right.
std::string output_on(const std::string& target, const std::string& name) {
  const auto finished = run_case(name, {{"ROCM_BINDGEN_DRIVER", "emulated:" + target}});
  INFO(finished.err);
  CHECK(finished.exit_code == 0);
  return finished.out;
}

}  // namespace

TEST_CASE("program: printf in kernels writes what C's printf writes, in the order of the lanes") {
  const auto output = output_on(GENERATE("gfx1030", "gfx90a"), "printing");
  // Lanes 3 and 19 print (see print() in services.hip).
  const std::string literal = " a literal longer than fifty-six bytes, so that it comes in pieces and memory\n";
  const std::string numbers = "1234.568 1.234568e+03 1234.57 x% -5000000000 -3     42|cu|(nil)\n";
  CHECK(output == "[-3|    7|12  |beef]" + literal + "[-19|    7|12  |beef]" + literal + numbers + numbers +
                      "no arguments\n<>\nprinting: right\n");
}

TEST_CASE("program: printf that was compiled for a buffer of messages writes the same when the kernel has ended") {
  const auto output = output_on(GENERATE("gfx1030", "gfx90a"), "buffered_printing");
  // Lanes 3 and 19 print (see print() in buffered_printf.hip).
  const std::string literal = ":    7|12  |beef] a literal and memory\n";
  const std::string numbers = "1234.568 1.234568e+03 1234.57 x% -5000000000 -3     42|cu|\\(nil)\n";
  CHECK(output == "[-3" + literal + "[-19" + literal + numbers + numbers + "buffered_printing: right\n");
}

TEST_CASE("program: a buffer of messages that is full loses later ones, whose printf returns a negative number") {
  const auto finished = run_case("full_print_buffer", {{"ROCM_BINDGEN_DRIVER", "emulated:gfx90a"}});
  INFO(finished.err);
  CHECK(finished.exit_code == 0);
  // The messages are numbered from 0, and the buffer has room for 209715 (see full_print_buffer() in
  // buffered_printf.hip).
  CHECK_THAT(finished.out, Catch::EndsWith("\n209714\nfull_print_buffer: right\n"));
}

TEST_CASE("program: a failed assertion writes its message, and the next wait returns hipErrorAssert") {
  const std::string target = GENERATE("gfx1030", "gfx90a");
  const auto finished = run_case("assertion", {{"ROCM_BINDGEN_DRIVER", "emulated:" + target}});
  INFO(finished.out << finished.err);
  CHECK(finished.exit_code == 0);
  CHECK(finished.err.find("Device-side assertion `static_cast<int>(threadIdx.x) < limit' failed.") !=
        std::string::npos);
  CHECK(finished.err.find("services.hip:") != std::string::npos);
}

TEST_CASE("program: the emulated device's checks report a mistake in a complete program with its source line") {
  const std::string target = GENERATE("gfx1030", "gfx90a");
  const auto source =
      test::read(std::filesystem::path(ROCM_BINDGEN_SOURCE_DIR) / "tests/runtime/hip/programs/broken.hip");
  struct Mistake {
    std::string name;   ///< of the case
    std::string mark;   ///< of the line in broken.hip that must be reported
    std::string words;  ///< a part of the report
    std::string check;  ///< the only check that is switched on
  };
  for (const auto& mistake : {Mistake{"broken_bounds", "past_the_end", "is out of bounds", "bounds"},
                              Mistake{"broken_free", "read_freed", "use after free", "bounds"},
                              Mistake{"broken_race", "missing_barrier", "LDS race", "race"},
                              Mistake{"broken_uninit", "read_unwritten", "uninitialised", "uninit"},
                              Mistake{"broken_barrier", "half_a_barrier", "divergent barrier", "race"}}) {
    const auto finished = run_case(
        mistake.name, {{"ROCM_BINDGEN_DRIVER", "emulated:" + target}, {"ROCM_BINDGEN_EMULATOR_CHECKS", mistake.check}});
    const auto marked = source.find("// broken: " + mistake.mark);
    REQUIRE(marked != std::string::npos);
    const auto line = 1 + std::count(source.begin(), source.begin() + static_cast<std::ptrdiff_t>(marked), '\n');
    INFO(mistake.name << "\n" << finished.out << finished.err);
    CHECK(finished.exit_code == 0);
    CHECK(finished.err.find(mistake.words) != std::string::npos);
    CHECK(finished.err.find("broken.hip:" + std::to_string(line) + ":") != std::string::npos);
  }
}

TEST_CASE("program: with the check uninit, a copy to the host reports memory that no kernel has written") {
  const auto finished = run_case(
      "broken_uninit_copy", {{"ROCM_BINDGEN_DRIVER", "emulated:gfx1030"}, {"ROCM_BINDGEN_EMULATOR_CHECKS", "uninit"}});
  INFO(finished.out << finished.err);
  CHECK(finished.exit_code == 0);
  // 97 of 100 numbers were written.
  CHECK(finished.err.find("uninitialised read of 400 bytes: byte 388 was never written") != std::string::npos);
}
