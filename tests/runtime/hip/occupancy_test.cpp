// Checks that HIP's occupancy and function attributes are those that `rocm-bindgen inspect` prints. The two have
// separate code for the same rules.
#include <dlfcn.h>
#include <string>

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/files.hpp"
#include "support/process.hpp"

namespace {

// Kernels that keep 8 to 200 numbers per thread in registers, so that their occupancies differ.
constexpr const char* kSource = R"(#include <cuda_runtime.h>

template <int count>
__device__ void keep(float* data) {
  float kept[count];
#pragma unroll
  for (int i = 0; i < count; ++i) kept[i] = data[i * 256 + threadIdx.x];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < count; ++i) data[i * 256 + 255 - threadIdx.x] = kept[i] * kept[(i + 1) % count];
}

extern "C" __global__ __launch_bounds__(256) void keep8(float* data) { keep<8>(data); }
extern "C" __global__ __launch_bounds__(256) void keep40(float* data) { keep<40>(data); }
extern "C" __global__ __launch_bounds__(256) void keep100(float* data) { keep<100>(data); }
extern "C" __global__ __launch_bounds__(256) void keep200(float* data) { keep<200>(data); }

// Static LDS, and an array whose index is only known at run time.
extern "C" __global__ __launch_bounds__(256) void indexed(float* data, const int* at) {
  __shared__ float shared[64];
  float kept[48];
  for (int i = 0; i < 48; ++i) kept[i] = data[i * 256 + threadIdx.x];
  shared[threadIdx.x % 64] = kept[at[threadIdx.x] % 48];
  __syncthreads();
  data[threadIdx.x] = shared[63 - threadIdx.x % 64] + kept[at[0] % 48];
}
)";

int call(void* library, const char* name, auto... arguments) {
  auto* const function = reinterpret_cast<int (*)(decltype(arguments)...)>(dlsym(library, name));
  REQUIRE(function != nullptr);
  return function(arguments...);
}

/// Values of HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK and others of its enumeration.
constexpr int kMaxThreadsPerBlock = 0, kSharedSizeBytes = 1, kLocalSizeBytes = 3, kNumRegs = 4;
/// The value of hipDeviceAttributeCooperativeLaunch.
constexpr int kCooperativeLaunch = 10;

}  // namespace

// A process has one emulated device, so the next test runs this hidden one in its own process for each target.
TEST_CASE("occupancy: on one target", "[.target]") {
  auto* const library = dlopen(ROCM_BINDGEN_HIP_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  REQUIRE(library != nullptr);
  const std::string file = std::getenv("OCCUPANCY_FILE");
  const auto inspected = test::run({ROCM_BINDGEN_TOOL, "inspect", "--json", file});
  REQUIRE(inspected.exit_code == 0);
  const auto kernels = nlohmann::json::parse(inspected.out)[0]["kernels"];
  CHECK(kernels.size() == 5);
  void* module = nullptr;
  REQUIRE(call(library, "hipModuleLoad", &module, file.c_str()) == 0);
  for (const auto& kernel : kernels) {
    const auto name = kernel["name"].get<std::string>();
    INFO(name);
    void* function = nullptr;
    REQUIRE(call(library, "hipModuleGetFunction", &function, module, name.c_str()) == 0);
    const int lanes = kernel["wavefront_size"], waves = kernel["waves_per_simd"];
    int blocks = 0, value = 0;
    REQUIRE(call(library, "hipModuleOccupancyMaxActiveBlocksPerMultiprocessor", &blocks, function, lanes,
                 std::size_t{0}) == 0);
    // With blocks of one wave, each SIMD holds `waves` blocks. A compute unit of CDNA has four SIMDs, of RDNA two.
    CHECK(blocks == waves * (lanes == 64 ? 4 : 2));
    REQUIRE(call(library, "hipFuncGetAttribute", &value, kNumRegs, function) == 0);
    CHECK(value == kernel["vgprs"]);
    REQUIRE(call(library, "hipFuncGetAttribute", &value, kMaxThreadsPerBlock, function) == 0);
    CHECK(value == kernel["max_workgroup_size"]);
    REQUIRE(call(library, "hipFuncGetAttribute", &value, kSharedSizeBytes, function) == 0);
    CHECK(value == kernel["lds_bytes"]);
    if (name == "indexed") CHECK(value >= 256);
    REQUIRE(call(library, "hipFuncGetAttribute", &value, kLocalSizeBytes, function) == 0);
    CHECK(value == kernel["scratch_bytes"]);
  }
  // Barriers of the whole grid are not emulated for gfx12.
  int cooperative = 77;
  REQUIRE(call(library, "hipDeviceGetAttribute", &cooperative, kCooperativeLaunch, 0) == 0);
  CHECK(cooperative == (file.find("gfx12") == std::string::npos ? 1 : 0));
}

TEST_CASE("occupancy: HIP's occupancy, register counts and block limits are those that inspect prints") {
  const test::Folder folder;
  folder.write("kept.cu", kSource);
  const auto built = test::run({ROCM_BINDGEN_TOOL, "build", "-q", "kept.cu", "-o", "kept.hpp", "--arch",
                                "gfx90a,gfx942,gfx1030,gfx1100,gfx1201"},
                               {folder.path(), {}});
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  for (const std::string target : {"gfx90a", "gfx942", "gfx1030", "gfx1100", "gfx1201"}) {
    const auto file = folder.path() / "kept.artifacts/hsaco" / ("kept." + target + ".hsaco");
    const auto finished =
        test::run({"/proc/self/exe", "occupancy: on one target"}, {{},
                                                                   {{"OCCUPANCY_FILE", file.string()},
                                                                    {"ROCM_BINDGEN_HIP_QUIET", "1"},
                                                                    {"ROCM_BINDGEN_DRIVER", "emulated:" + target}}});
    INFO(target << "\n" << finished.out << finished.err);
    CHECK(finished.exit_code == 0);
    CHECK(finished.out.find("All tests passed") != std::string::npos);
  }
}
