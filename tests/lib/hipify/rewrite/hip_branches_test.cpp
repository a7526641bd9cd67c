#include "hipify/rewrite/hip_branches.hpp"

#include "support/catch.hpp"

using namespace rocm_bindgen::build;

namespace {

/// Whether the word HERE is in a branch that only HIP compiles.
bool is_for_hip(const std::string& text) {
  const TokenList tokens(text);
  return HipBranches(tokens, {}).contains(text.find("HERE"));
}

bool is_for_hip_if(const std::string& condition) {
  return is_for_hip("#if " + condition + "\nHERE\n#endif\n");
}

}  // namespace

TEST_CASE("hip branches: conditions that only HIP's compiler meets are recognized") {
  for (const char* condition :
       {"defined(__HIP_PLATFORM_AMD__)", "defined __HIPCC__", "__HIP__", "defined(__HIP_DEVICE_COMPILE__)",
        "__HIP_DEVICE_COMPILE__ == 1", "defined(__gfx90a__)", "defined(__GFX9__) || defined(__GFX10__)",
        "defined(__AMDGCN__) && FAST", "!(!defined(__HIP__))", "defined(USE_ROCM)", "defined(GGML_USE_HIP)",
        "HIP_VERSION >= 60200000", "defined(__HIPCC__) && !defined(__CUDACC__)", "(defined(__HIP__) && 1)",
        "TORCH_HIP_VERSION > 500", "defined(__HIP_PLATFORM_HCC__) || defined(__HIP_PLATFORM_AMD__)",
        "__AMDGCN_WAVEFRONT_SIZE__ == 64", "defined(A) ? defined(__HIP__) : defined(__HIPCC__)"}) {
    INFO(condition);
    CHECK(is_for_hip_if(condition));
  }
}

TEST_CASE("hip branches: conditions that CUDA's compiler or no compiler meets are not HIP's") {
  for (const char* condition :
       {"defined(__CUDACC__)", "defined(__CUDACC__) || defined(__HIPCC__)", "0", "0 && defined(__HIP__)", "1",
        "!defined(__HIP_PLATFORM_AMD__)", "defined(__HIP_PLATFORM_NVIDIA__)", "__CUDA_ARCH__ >= 700",
        "defined(USE_GPU)", "HIP_VERSION < 60200000", "!__HIP__", "SHIPPED", "defined(CHIP)", "AMD64",
        "defined(ROCM_BINDGEN_CUDA_ARCH)", "defined(A) ? defined(__HIP__) : 1", "VERSION(1, 2) && X"}) {
    INFO(condition);
    CHECK_FALSE(is_for_hip_if(condition));
  }
}

TEST_CASE("hip branches: #else, #elif and nesting are followed") {
  CHECK(is_for_hip("#ifdef __HIP__\nHERE\n#else\n#endif\n"));
  CHECK_FALSE(is_for_hip("#ifdef __HIP__\n#else\nHERE\n#endif\n"));
  CHECK(is_for_hip("#ifndef __HIP__\n#else\nHERE\n#endif\n"));
  CHECK(is_for_hip("#ifndef __HIP__\n#elif X\nHERE\n#endif\n"));
  CHECK(is_for_hip("#if defined(__CUDACC__)\n#elif defined(__HIPCC__)\nHERE\n#endif\n"));
  CHECK_FALSE(is_for_hip("#if defined(__HIPCC__)\n#elif defined(__CUDACC__)\nHERE\n#else\n#endif\n"));
  CHECK_FALSE(is_for_hip("#if defined(__CUDACC__)\n#elif defined(__HIPCC__)\n#else\nHERE\n#endif\n"));
  CHECK(is_for_hip("#ifdef __HIP__\n#if __CUDA_ARCH__ >= 700\n#else\nHERE\n#endif\n#endif\n"));
  CHECK_FALSE(is_for_hip("#ifdef __HIP__\n#if X\n#endif\n#endif\nHERE\n"));
  CHECK_FALSE(is_for_hip("#if X\n#ifdef __HIP__\n#endif\nHERE\n#endif\n"));
  CHECK(is_for_hip("#ifdef __HIP__\n#elif 1\n#endif\n#ifdef __HIP__\n/* not closed */ HERE\n"));
  // The include guard of a header with HIP in its name is not a condition for HIP.
  CHECK_FALSE(is_for_hip("#ifndef MY_HIP_H_\n#define MY_HIP_H_\nHERE\n#endif\n"));
  CHECK_FALSE(is_for_hip("HERE\n#endif\n#else\n"));
}

TEST_CASE("hip branches: macros that only HIP's branches define count as HIP's") {
  // BOTH is also defined for CUDA, and CUDART_VERSION is CUDA's own macro.
  const std::string text =
      "#ifdef __HIP__\n#define ON_AMD 1\n#define BOTH 1\n#define CUDART_VERSION 11000\n#else\n#define BOTH 2\n#endif\n"
      "#ifdef ON_AMD\nHERE\n#endif\n#if BOTH == 1\nTHERE\n#endif\n#if CUDART_VERSION >= 11000\nCUDA\n#endif\n";
  const TokenList tokens(text);
  const auto macros = with_macros_of({}, {&tokens}, {HipBranches(tokens, {})});
  CHECK(macros.hip_only == HipMacros::Names{"ON_AMD"});
  CHECK(macros.undefined.empty());
  const HipBranches branches(tokens, macros);
  CHECK(branches.contains(text.find("HERE")));
  CHECK_FALSE(branches.contains(text.find("THERE")));
  CHECK_FALSE(branches.contains(text.find("CUDA\n")));
}

TEST_CASE("hip branches: code that HIP never sees belongs to CUDA alone") {
  const auto is_cudas = [](const std::string& text) {
    const TokenList tokens(text);
    return HipBranches(tokens, {}).is_cuda_only(text.find("HERE"));
  };
  CHECK(is_cudas("#ifndef __HIP__\nHERE\n#endif\n"));
  CHECK(is_cudas("#if defined(__HIP_PLATFORM_AMD__)\n#else\n#if X\n#endif\nHERE\n#endif\n"));
  CHECK_FALSE(is_cudas("#ifdef __HIP__\nHERE\n#endif\n"));
  CHECK_FALSE(is_cudas("#ifdef __CUDACC__\nHERE\n#endif\n"));
  // HIP's compiler does not define it in host passes.
  CHECK_FALSE(is_cudas("#ifndef __HIP_DEVICE_COMPILE__\nHERE\n#endif\n"));
  CHECK_FALSE(is_cudas("#if 0\nHERE\n#endif\n"));
}

TEST_CASE("hip branches: a project's macro is undefined unless a flag defines it") {
  const auto is_inactive = [](const std::string& text, const HipMacros& macros) {
    const TokenList tokens(text);
    return HipBranches(tokens, macros).is_inactive(text.find("HERE"));
  };
  // The members of HipMacros are the macros that are given by flags, those that are HIP's, and those of them that are
  // undefined.
  const std::string project = "#if defined(USE_ROCM)\n#if X\nHERE\n#endif\n#endif\n";
  CHECK(is_inactive(project, {}));
  CHECK_FALSE(is_inactive(project, {{"USE_ROCM"}, {}, {}}));
  CHECK_FALSE(is_inactive("#ifdef __HIP_PLATFORM_AMD__\nHERE\n#endif\n", {}));
  CHECK_FALSE(is_inactive("#ifdef __gfx90a__\nHERE\n#endif\n", {}));
  CHECK(is_inactive("#ifndef __HIP__\nHERE\n#endif\n", {}));
  CHECK_FALSE(is_inactive("#if defined(USE_ROCM) || defined(__HIP__)\nHERE\n#endif\n", {}));
  CHECK(is_inactive("#ifdef FAST_AMD\nHERE\n#endif\n", {{}, {"FAST_AMD"}, {"FAST_AMD"}}));
  CHECK_FALSE(is_inactive("#ifdef FAST\nHERE\n#endif\n", {{}, {"FAST"}, {}}));
}
