// Wrong input must lead to an error code of HIP and not to a crash: every function with zeros for all arguments, and
// with numbers that are out of range; and modules of damaged files.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <map>
#include <set>
#include <string>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "function_table.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/files.hpp"
#include "support/process.hpp"

namespace {

// Values of hipError_t, and HIPRTC_ERROR_INTERNAL_ERROR.
constexpr int kSuccess = 0, kInvalidImage = 200, kNotSupported = 801, kRtcFailure = 11;

class Library {
 public:
  explicit Library(const char* path = ROCM_BINDGEN_HIP_LIBRARY) : handle_(dlopen(path, RTLD_NOW | RTLD_LOCAL)) {
    REQUIRE(handle_ != nullptr);
  }

  template <class Function>
  Function* find(const char* name) const {
    auto* const function = dlsym(handle_, name);
    INFO(name);
    REQUIRE(function != nullptr);
    return reinterpret_cast<Function*>(function);
  }

 private:
  void* handle_;
};

/// The functions that the library of a soname exports.
std::vector<test::HipFunction> functions_of(int soname) {
  auto functions = test::hip_functions();
  functions.erase(
      std::remove_if(functions.begin(), functions.end(), [&](const auto& function) { return !function.is_in(soname); }),
      functions.end());
  return functions;
}

/// Functions that the sweep does not call: they return no error code, or take references, which cannot be null.
const std::set<std::string> kNotCalled{"__hipGetPCH",
                                       "__hipRegisterFatBinary",
                                       "__hipRegisterFunction",
                                       "__hipRegisterManagedVar",
                                       "__hipRegisterSurface",
                                       "__hipRegisterTexture",
                                       "__hipRegisterVar",
                                       "__hipUnregisterFatBinary",
                                       "__gnu_f2h_ieee",
                                       "__gnu_h2f_ieee",
                                       "_ZN8hip_impl22hipLaunchKernelGGLImplEmRK4dim3S2_jP12ihipStream_tPPv",
                                       "amd_dbgapi_get_build_id",
                                       "amd_dbgapi_get_build_name",
                                       "amd_dbgapi_get_git_hash",
                                       "hipApiName",
                                       "hipCreateChannelDesc",
                                       "hipGetCmdName",
                                       "hipGetErrorName",
                                       "hipGetErrorString",
                                       "hipGetStreamDeviceId",
                                       "hipKernelNameRef",
                                       "hipKernelNameRefByPtr",
                                       "hiprtcGetErrorString"};

/// Those of kNotCalled that HIP 6 no longer has.
const std::set<std::string> kOnlyInHip5{"_ZN8hip_impl22hipLaunchKernelGGLImplEmRK4dim3S2_jP12ihipStream_tPPv"};

/// Passes the same value sixteen times. No function reads more, including structures that are passed in memory.
int call_with(std::uint64_t x, const Library& library, const char* name) {
  using Long = std::uint64_t;
  using Function = int(Long, Long, Long, Long, Long, Long, Long, Long, Long, Long, Long, Long, Long, Long, Long, Long);
  return library.find<Function>(name)(x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x);
}

/// The address of memory that functions may read and write. As a number, it is out of range: as a size it is larger
/// than the device's memory, and its lower 32 bits, 65536, are no enumerator, no flag and no device. As a count of up
/// to 1024 bytes each, 65536 is within this memory.
constexpr std::uint64_t kAddress = 0x300000010000, kBytes = 64 << 20;

/// Calls the function in a new process, because it may write anywhere in the memory, and change the device's state.
/// Returns whether it returned, and returned a code that has a name. `content` is repeated in the memory.
bool survives(const Library& library, const test::HipFunction& function, std::uint64_t content) {
  const auto child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    ::alarm(60);
    auto* const words = reinterpret_cast<std::uint64_t*>(kAddress);
    std::fill(words, words + 4096, content);
    const auto name_of = library.find<const char*(int)>("hipGetErrorName");
    const auto result = call_with(kAddress, library, function.symbol.c_str());
    ::_exit(function.state == "served" && std::strcmp(name_of(result), "hipErrorUnknown") == 0 ? 1 : 0);
  }
  int status = -1;
  REQUIRE(::waitpid(child, &status, 0) == child);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

TEST_CASE("sweep: with zeros for all arguments, every function returns a code of HIP, and the device still works") {
  const test::Environment quiet("ROCM_BINDGEN_HIP_QUIET", "1");
  const test::Environment driver("ROCM_BINDGEN_DRIVER", "emulated:gfx1100");
  const std::map<int, const char*> libraries{
      {5, ROCM_BINDGEN_HIP_LIBRARY}, {6, ROCM_BINDGEN_HIP6_LIBRARY}, {7, ROCM_BINDGEN_HIP7_LIBRARY}};
  for (const auto& [soname, path] : libraries) {
    const Library library(path);
    const auto name_of = library.find<const char*(int)>("hipGetErrorName");
    const auto functions = functions_of(soname);
    std::size_t called = 0;
    for (const auto& row : functions) {
      if (kNotCalled.count(row.symbol) != 0) continue;
      INFO("libamdhip64.so." << soname << ": " << row.symbol);
      const auto result = call_with(0, library, row.symbol.c_str());
      ++called;
      // Ends the capture that a function may have begun, in which others fail before they look at their arguments.
      library.find<int()>("hipDeviceReset")();
      if (row.state == "unsupported") CHECK(result == kNotSupported);
      if (row.state == "unsupported_rtc") CHECK(result == kRtcFailure);
      if (row.state != "served") continue;
      CHECK(std::string(name_of(result)) != "hipErrorUnknown");
      CHECK(result != kNotSupported);
    }
    CHECK(called == functions.size() - kNotCalled.size() + (soname == 5 ? 0 : kOnlyInHip5.size()));
    // No call has broken the device.
    void* memory = nullptr;
    CHECK(library.find<int()>("hipDeviceReset")() == kSuccess);
    CHECK(library.find<int(void**, std::size_t)>("hipMalloc")(&memory, 64) == kSuccess);
    CHECK(library.find<int(void*)>("hipFree")(memory) == kSuccess);
  }
}

// Hidden, because a process that has used the device cannot be forked. The next test runs it in its own process.
TEST_CASE("sweep: in new processes", "[.forks]") {
  const Library library(std::getenv("SWEEP_LIBRARY"));
  auto* const memory = ::mmap(reinterpret_cast<void*>(kAddress), kBytes, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  REQUIRE(memory == reinterpret_cast<void*>(kAddress));
  for (const auto& row : functions_of(std::atoi(std::getenv("SWEEP_SONAME")))) {
    if (kNotCalled.count(row.symbol) != 0) continue;
    INFO(row.symbol);
    // Structures in the memory contain zeros, or pointers to the memory, which are also numbers out of range.
    for (const std::uint64_t content : {std::uint64_t{0}, kAddress}) CHECK(survives(library, row, content));
  }
}

TEST_CASE("sweep: with numbers out of range, every function returns a code of HIP", "[slow]") {
  const std::map<std::string, const char*> libraries{{"5", ROCM_BINDGEN_HIP_LIBRARY}, {"7", ROCM_BINDGEN_HIP7_LIBRARY}};
  for (const auto& [soname, path] : libraries) {
    const auto finished =
        test::run({"/proc/self/exe", "sweep: in new processes"}, {{},
                                                                  {{"SWEEP_LIBRARY", path},
                                                                   {"SWEEP_SONAME", soname},
                                                                   {"ROCM_BINDGEN_HIP_QUIET", "1"},
                                                                   {"ROCM_BINDGEN_DRIVER", "emulated:gfx1100"}}});
    INFO(soname << "\n" << finished.out);
    CHECK(finished.exit_code == 0);
    CHECK(finished.out.find("All tests passed") != std::string::npos);
  }
}

TEST_CASE("sweep: loading a module from a damaged file returns hipErrorInvalidImage") {
  const test::Environment quiet("ROCM_BINDGEN_HIP_QUIET", "1");
  const test::Environment driver("ROCM_BINDGEN_DRIVER", "emulated:gfx1100");
  const Library library;
  const auto load = library.find<int(void**, const char*)>("hipModuleLoad");
  const test::Folder folder;
  const auto words = [](std::vector<std::uint64_t> values) {
    return std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(std::uint64_t));
  };
  const std::string plain = "__CLANG_OFFLOAD_BUNDLE__", id = "hipv4-amdgcn-amd-amdhsa--gfx1100";
  const std::vector<std::string> files{
      // An empty file, an ELF file that ends after the magic number, and one whose header is full of ones.
      "",
      "\x7f"
      "ELF",
      "\x7f"
      "ELF\x02\x01\x01" +
          std::string(80, '\xff'),
      // Bundles without a count, without the only entry, and with too many entries.
      plain, plain + words({1}), plain + words({1ull << 60}),
      // Bundles with one entry, which has an offset, a size, the length of its ID, and the ID: the length, the offset
      // and the size are too large, and in the last one, the entry's bytes are no code object.
      plain + words({1, 0, 0, 1ull << 40}) + id, plain + words({1, 1ull << 40, 16, id.size()}) + id,
      plain + words({1, 64, ~0ull, id.size()}) + id, plain + words({1, 0, 16, id.size()}) + id,
      // Compressed bundles without a header, with wild sizes, and with bytes that are no zstd frame.
      "CCOB", std::string("CCOB\x02\0\x01\0", 8) + std::string(20, '\xff'),
      std::string("CCOB\x02\0\x01\0\x40\0\0\0\x10\0\0\0", 16) + std::string(48, 'x'),
      // A bundle that is compressed with zlib, and one of an unknown version.
      std::string("CCOB\x02\0\0\0\x40\0\0\0\x10\0\0\0", 16) + std::string(48, 'x'),
      std::string("CCOB\x09\0\x01\0", 8) + std::string(48, 'x')};
  for (const auto& bytes : files) {
    const auto path = folder.write("module", bytes);
    void* module = nullptr;
    INFO("file " << &bytes - files.data());
    CHECK(load(&module, path.c_str()) == kInvalidImage);
    CHECK(module == nullptr);
  }
}
