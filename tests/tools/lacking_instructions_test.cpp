// Code that needs instructions which the processor lacks is an error at the user's line. LLVM alone would silently
// remove the code around it.
#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;

namespace {

/// A kernel with this statement in line 4, which may use the texture `t` and the surface `s`.
std::string kernel_with(const std::string& statement) {
  return "#include <cuda_runtime.h>\n"
         "__global__ void k(cudaTextureObject_t t, cudaSurfaceObject_t s, float4* o) {\n"
         "  const int x = threadIdx.x;\n  " +
         statement + "\n}\n";
}

/// A statement, and the function in it that needs the missing instructions.
struct Use {
  const char* statement;
  const char* function;
};

/// Checks that a build of one source per use for `arch` is refused with a message about line 4 of each.
void check_lacking(const std::vector<Use>& uses, const std::string& arch) {
  Project project;
  std::vector<std::string> messages{"help: exclude " + arch + " from --arch for this source"};
  for (std::size_t i = 0; i < uses.size(); ++i) {
    const auto name = "lacking" + std::to_string(i) + ".cu";
    project.source(name, kernel_with(uses[i].statement));
    messages.push_back("src/" + name + ":4:");
    messages.push_back("error: '" + std::string(uses[i].function) + "', used in kernel 'k', needs instructions that " +
                       arch + " does not have");
  }
  check_refused(project, 1, messages, {"--arch", arch});
}

void check_built(const std::string& source, const std::string& arch, const std::vector<std::string>& more = {}) {
  Project project;
  project.source("built.cu", source);
  auto words = more;
  words.insert(words.end(), {"--arch", arch});
  const auto built = project.build(words);
  INFO(source << built.err);
  CHECK(built.exit_code == 0);
  CHECK(built.err.find("warning") == std::string::npos);
}

}  // namespace

TEST_CASE("lacking instructions: texture functions that a target does not have are errors in the user's line",
          "[slow]") {
  check_lacking({{"o[x] = tex2DLod<float4>(t, x, 1, .5f);", "tex2DLod"},
                 {"o[x] = tex2DGrad<float4>(t, x, 1, make_float2(1, 1), make_float2(1, 1));", "tex2DGrad"},
                 {"o[x] = tex2Dgather<float4>(t, x, 1, 1);", "tex2Dgather"}},
                "gfx90a");
  // gfx942 has no image instructions. LLVM alone would remove the code around tex2D(), but encode the instructions of
  // surf2Dread() and surf2Dwrite(), which the processor cannot decode.
  check_lacking({{"o[x] = tex2D<float4>(t, x, 1);", "tex2D"},
                 {"o[x] = surf2Dread<float4>(s, x * 16, 1);", "surf2Dread"},
                 {"surf2Dwrite(o[x], s, x * 16, 1);", "surf2Dwrite"}},
                "gfx942");
}

TEST_CASE("lacking instructions: inlined, instantiated or included code is reported where the user wrote it",
          "[slow]") {
  Project project;
  project.source("look.cuh",
                 "#pragma once\n"
                 "template <typename T>\n"
                 "struct Look {\n"
                 "  cudaTextureObject_t t;\n"
                 "  __device__ T at(float x) const { return tex2DLod<T>(t, x, 1, .5f); }\n"
                 "};\n");
  project.source("user.cu",
                 "#include \"look.cuh\"\n"
                 "#define READ(x) tex1DLod<float4>(t, x, 2)\n"
                 "template <int N> __global__ void k(cudaTextureObject_t t, float4* o) {\n"
                 "  const Look<float4> look{t};\n"
                 "  for (int i = 0; i < N; ++i) o[i] = look.at(i);\n"
                 "}\n"
                 "template __global__ void k<3>(cudaTextureObject_t, float4*);\n"
                 "__device__ __noinline__ float4 apart(cudaTextureObject_t t, float x) { return READ(x); }\n"
                 "__global__ void m(cudaTextureObject_t t, float4* o) { o[0] = apart(t, 1); }\n");
  check_refused(project, 1,
                {"src/look.cuh:5:", "error: 'tex2DLod', used in kernel 'void k<3>'",
                 "src/user.cu:8:", "error: 'tex1DLod', used in kernel 'm'"},
                {"--arch", "gfx90a"});
  // The position is the same with any optimization, and with debug information that the user requests.
  for (const auto* flag : {"-O0", "-g"})
    check_refused(project, 1, {"src/look.cuh:5:", "src/user.cu:8:"}, {"--arch", "gfx90a", flag});
}

TEST_CASE("lacking instructions: code that no kernel of the target reaches is no error", "[slow]") {
  const std::string guarded = kernel_with(
      "#if defined(__gfx90a__) || defined(__gfx942__)\n"
      "  o[x] = make_float4(1, 2, 3, 4);\n"
      "#else\n"
      "  o[x] = tex2DLod<float4>(t, x, 1, .5f);\n"
      "#endif\n");
  check_built(guarded, "gfx90a,gfx942,gfx1100");
  const std::string unused =
      "#include <cuda_runtime.h>\n"
      "__device__ float4 unused(cudaTextureObject_t t) { return tex2DLod<float4>(t, 1, 1, .5f); }\n"
      "template <typename T> __global__ void never(cudaTextureObject_t t, T* o) { *o = tex2DLod<T>(t, 1, 1, 1); }\n"
      "__global__ void k(int* o) { *o = 1; }\n";
  check_built(unused, "gfx90a");
  check_built(kernel_with("if constexpr (sizeof(x) == 8) o[x] = tex2DLod<float4>(t, x, 1, .5f); else o[x].x = 1;"),
              "gfx90a");
  // The device libraries have a branch for each kind of processor. Only the branch for the target counts, also without
  // optimization.
  for (const auto* flag : {"-O0", "-O3"}) check_built(kernel_with("o[x] = tex2D<float4>(t, x, 1);"), "gfx90a", {flag});
  check_built(kernel_with("o[x] = tex1Dfetch<float4>(t, x);"), "gfx942");
}

TEST_CASE("lacking instructions: the waiting loop of malloc() in a kernel reads a clock that the target has") {
  check_built("__global__ void k(int* o) { void* p = malloc(4); o[0] = p != nullptr; free(p); }\n",
              "gfx90a,gfx1100,gfx1201");
}

TEST_CASE(
    "lacking instructions: a function of the source with a target attribute is reported as those of the device "
    "libraries are") {
  Project project;
  project.source("target.cu",
                 "__device__ __attribute__((target(\"gfx11-insts\"))) __noinline__ int of_gfx11(int x) {\n"
                 "  return x + 1;\n}\n"
                 "__global__ void k(int* o) {\n"
                 "  *o = of_gfx11(*o);\n}\n");
  check_refused(project, 1, {"src/target.cu:5:", "error: 'of_gfx11', used in kernel 'k'", "(gfx11-insts)"},
                {"--arch", "gfx90a"});
  CHECK(project.build({"--arch", "gfx1100"}).exit_code == 0);
}

TEST_CASE("lacking instructions: a large source with several back-end jobs has the same error") {
  // 12 * 250 statements have more instructions than one back-end job gets (kInstructionsPerGroup in
  // split_by_kernel.cpp).
  std::string text = "#include <cuda_runtime.h>\n";
  for (int k = 0; k < 12; ++k) {
    text += "__global__ void k" + std::to_string(k) + "(float* p, int n) {\n  float x = 0;\n";
    for (int i = 0; i < 250; ++i) text += "  x += p[n + " + std::to_string(i * 7) + "] * p[0];\n";
    text += "  p[n] = x;\n}\n";
  }
  text += "__global__ void last(cudaTextureObject_t t, float4* o) { o[0] = tex2DLod<float4>(t, 0, 1, 2); }\n";
  Project project;
  project.source("large.cu", text);
  check_refused(project, 1, {"src/large.cu:", "error: 'tex2DLod', used in kernel 'last'"}, {"--arch", "gfx90a", "-O1"});
}
