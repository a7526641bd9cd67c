// The driver's linker. It accepts PTX and NVIDIA's binaries, and no version of HIP can compile these for AMD devices.
// HIP 6.4 has functions that link AMD's own code; without them, each function returns hipErrorNotSupported. All of
// CUDA's names for input kinds and linker options are declared.
#pragma once

#if HIP_VERSION_MAJOR * 100 + HIP_VERSION_MINOR < 604

typedef struct ihipLinkState_t* hipLinkState_t;

enum hipJitInputType {
  hipJitInputCubin = 0,
  hipJitInputPtx = 1,
  hipJitInputFatBinary = 2,
  hipJitInputObject = 3,
  hipJitInputLibrary = 4,
  hipJitInputNvvm = 5,
  hipJitNumLegacyInputTypes = 6
};
enum hipJitCacheMode { hipJitCacheOptionNone = 0, hipJitCacheOptionCG = 1, hipJitCacheOptionCA = 2 };
enum hipJitFallback { hipJitPreferPTX = 0, hipJitPreferBinary = 1 };

// Options that the enumeration of older versions of HIP lacks. Its underlying type can represent them.
#define ROCM_BINDGEN_JIT_OPTION(name, number) constexpr hipJitOption name = static_cast<hipJitOption>(number);
ROCM_BINDGEN_JIT_OPTION(hipJitOptionGlobalSymbolNames, 17)
ROCM_BINDGEN_JIT_OPTION(hipJitOptionGlobalSymbolAddresses, 18)
ROCM_BINDGEN_JIT_OPTION(hipJitOptionGlobalSymbolCount, 19)
ROCM_BINDGEN_JIT_OPTION(hipJitOptionLto, 20)
ROCM_BINDGEN_JIT_OPTION(hipJitOptionFtz, 21)
ROCM_BINDGEN_JIT_OPTION(hipJitOptionPrecDiv, 22)
ROCM_BINDGEN_JIT_OPTION(hipJitOptionPrecSqrt, 23)
ROCM_BINDGEN_JIT_OPTION(hipJitOptionFma, 24)
ROCM_BINDGEN_JIT_OPTION(hipJitOptionPositionIndependentCode, 25)
ROCM_BINDGEN_JIT_OPTION(hipJitOptionMinCTAPerSM, 26)
ROCM_BINDGEN_JIT_OPTION(hipJitOptionMaxThreadsPerBlock, 27)
ROCM_BINDGEN_JIT_OPTION(hipJitOptionOverrideDirectiveValues, 28)
#undef ROCM_BINDGEN_JIT_OPTION

#endif

// Programs read the log buffers that they passed, even after an error, so the buffers become empty strings.
template <int = 0>
inline hipError_t hipLinkCreate(unsigned count, hipJitOption* options, void** values, hipLinkState_t* state) {
  for (unsigned i = 0; i < count; ++i) {
    const bool log = options[i] == hipJitOptionInfoLogBuffer || options[i] == hipJitOptionErrorLogBuffer;
    if (log && values[i] != nullptr) *static_cast<char*>(values[i]) = '\0';
  }
  *state = nullptr;
  return hipErrorNotSupported;
}
template <int = 0>
inline hipError_t hipLinkAddData(hipLinkState_t, hipJitInputType, void*, size_t, const char*, unsigned, hipJitOption*,
                                 void**) {
  return hipErrorNotSupported;
}
template <int = 0>
inline hipError_t hipLinkAddFile(hipLinkState_t, hipJitInputType, const char*, unsigned, hipJitOption*, void**) {
  return hipErrorNotSupported;
}
template <int = 0>
inline hipError_t hipLinkComplete(hipLinkState_t, void** code, size_t* size) {
  *code = nullptr;
  if (size != nullptr) *size = 0;
  return hipErrorNotSupported;
}
template <int = 0>
inline hipError_t hipLinkDestroy(hipLinkState_t) {
  return hipErrorNotSupported;
}
