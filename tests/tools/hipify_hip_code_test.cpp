// Code that was written for HIP, alone or next to CUDA code.
#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/tool.hpp"

using namespace test;

namespace {

/// Checks that a source written for HIP is unchanged.
void check_untouched(const std::string& text) {
  Folder folder;
  folder.write("a.cu", text);
  const auto finished = hipify(folder, {"a.cu"});
  INFO(finished.err);
  REQUIRE(finished.exit_code == 0);
  CHECK(finished.out == text);
  CHECK(finished.err.empty());
}

}  // namespace

TEST_CASE("hip code: a source without CUDA is unchanged") {
  check_untouched(
      "#include <hip/hip_runtime.h>\n__global__ void k(int* p) { p[0] = __shfl_xor(p[1], 1) + warpSize; }\n");
  check_untouched("#include \"hip/hip_runtime.h\"\n__global__ void k(int* p) { *p = __ballot_sync(~0ull, *p); }\n");
  check_untouched(
      "__global__ void k(int* p) { *p = __any(*p); }\nvoid f(int* p) { hipFree(p); k<<<{1, 1}, 2>>>(p); }\n");
  check_untouched(
      "#include <hip/hip_runtime.h>\n#ifdef __CUDA_ARCH__\n#error CUDA\n#endif\n"
      "__device__ void f() { asm volatile(\"s_nop 0\"); }\n#pragma unroll\n{}\n");
  check_untouched("#include <hip/hip_runtime.h>\nextern __shared__ float s[1];\nint lane = threadIdx.x % 32;\n");
}

TEST_CASE("hip code: headers that only HIP's branches include are unchanged and others are translated") {
  Folder folder;
  const std::string vendor =
      "#define cudaMalloc hipMalloc\nusing cudaError_t = hipError_t;\n__device__ int all(int v);\n"
      "inline int any(int v) { return __any(v); }\n";
  folder.write("src/a.cu",
               "#if defined(GGML_USE_HIP)\n#include \"vendors/hip.h\"\n#else\n#include \"vendors/cuda.h\"\n#endif\n"
               "cudaError_t e;\n");
  folder.write("src/vendors/hip.h", vendor);
  folder.write("src/vendors/cuda.h", "#include <cuda_runtime.h>\ninline int any(int v) { return __any(v); }\n");
  const auto finished = hipify(folder, {"src", "-o", "hip"});
  INFO(finished.err);
  REQUIRE(finished.exit_code == 0);
  auto files = tree(folder / "hip");
  CHECK(files["vendors/cuda.h"] ==
        "#include <hip/hip_runtime.h>\ninline int any(int v) { return rocm_bindgen__any(v); }\n");
  CHECK(files["a.cu"].find("hipError_t e;") != std::string::npos);
  // An unchanged header may also be left out of the output.
  CHECK((files.count("vendors/hip.h") == 0 || files["vendors/hip.h"] == vendor));
}

TEST_CASE("hip code: a header that CUDA code includes too is translated") {
  Folder folder;
  folder.write("src/a.cu", "#ifdef __HIPCC__\n#include \"b.h\"\n#endif\n#include \"c.h\"\n");
  folder.write("src/c.h", "#include \"b.h\"\n");
  folder.write("src/b.h", "#pragma once\ninline int any(int v) { return __any(v); }\ncudaStream_t s;\n");
  REQUIRE(hipify(folder, {"src", "-o", "hip"}).exit_code == 0);
  CHECK(tree(folder / "hip")["b.h"] ==
        "#pragma once\ninline int any(int v) { return rocm_bindgen__any(v); }\nhipStream_t s;\n");
}

TEST_CASE("hip code: in code for both compilers a warning names the place and the flag that decides") {
  Folder folder;
  folder.write("a.cu",
               "#ifdef __HIP_PLATFORM_AMD__\n#define BACKEND 1\n#endif\ncudaStream_t s;\n"
               "__device__ int f(int v) { return __shfl_xor(v, 1) + warpSize; }\n");
  const auto warps = hipify(folder, {"a.cu"});
  REQUIRE(warps.exit_code == 0);
  CHECK(warps.err.find("a.cu:5:34: warning: '__shfl_xor' refers to CUDA's warps of 32 lanes; if the code was written "
                       "for HIP's waves, compile with -DROCM_BINDGEN_WARP_SIZE_OF_WAVES=1 [wave size]") !=
        std::string::npos);
  CHECK(warps.err.find("'warpSize'") == std::string::npos);  // it is then 32 in all functions, so nothing can differ
  for (const std::string flag : {"-DROCM_BINDGEN_WARP_SIZE_OF_WAVES", "-DROCM_BINDGEN_WARP_SIZE_OF_WAVES=0"}) {
    const auto decided = hipify(folder, {"a.cu", flag});
    CHECK(decided.exit_code == 0);
    CHECK(decided.err.empty());
    CHECK(decided.out == warps.out);
  }
}

// A ballot has a bit per lane: 64 bits for the waves of gfx90a, and 32 for CUDA's warps.
TEST_CASE("hip code: the flag decides what compiled code does", "[slow]") {
  Folder folder;
  folder.write("a.cu",
               "__global__ void k(int* p) {\n#if ONE_OF_WAVES\n  static_assert(sizeof(__ballot(1)) == 8, \"\");\n"
               "#else\n  static_assert(sizeof(__ballot(1)) == 4 && warpSize == 32, \"\");\n#endif\n}\n");
  const auto build = [&](std::vector<std::string> flags) {
    flags.insert(flags.begin(), {"build", "a.cu", "-q", "-o", "a.hpp", "--arch", "gfx90a"});
    return rocm_bindgen(flags, {folder.path(), {}}).exit_code;
  };
  CHECK(build({}) == 0);
  CHECK(build({"-DROCM_BINDGEN_WARP_SIZE_OF_WAVES=0"}) == 0);
  CHECK(build({"-DONE_OF_WAVES", "-DROCM_BINDGEN_WARP_SIZE_OF_WAVES"}) == 0);
  CHECK(build({"-DONE_OF_WAVES", "-D", "ROCM_BINDGEN_WARP_SIZE_OF_WAVES=1"}) == 0);
  CHECK(build({"-DONE_OF_WAVES"}) == 1);
}

// The prologue includes waves.hpp if the project's functions refer to HIP's waves.
TEST_CASE("hip code: a branch of a project's own macro counts as HIP code only if a flag defines the macro") {
  Folder folder;
  folder.write("a.cu",
               "#ifdef USE_ROCM\n__device__ int lanes() { return __popcll(__ballot(1)); }\n#else\n"
               "__device__ int lanes() { return __popc(__ballot_sync(0xffffffff, 1)); }\n#endif\n"
               "__global__ void k(int* p) { *p = lanes() / warpSize; }\n");
  const std::string waves = "#include <rocm_bindgen_compat/waves.hpp>\n";
  CHECK(hipify(folder, {"a.cu"}).out.find(waves) == std::string::npos);
  CHECK(hipify(folder, {"a.cu", "-DUSE_ROCM"}).out.find(waves) == 0);
  CHECK(hipify(folder, {"a.cu", "-DUSE_ROCM", "-UUSE_ROCM"}).out.find(waves) == std::string::npos);
}
