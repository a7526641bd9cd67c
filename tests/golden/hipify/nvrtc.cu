// Compilation at run time.
// COMPILES
#include <cuda.h>   // HIP: #include <hip/hip_runtime.h>
#include <nvrtc.h>  // HIP: #include <hip/hiprtc.h>

namespace run_time_compilation {

nvrtcResult compile(const char* text, CUmodule* module) {
// HIP: hiprtcResult compile(const char* text, hipModule_t* module) {
  nvrtcProgram program;                              // HIP: hiprtcProgram program;
  nvrtcCreateProgram(&program, text, "text.cu", 0, nullptr, nullptr);
  // HIP: hiprtcCreateProgram(&program, text, "text.cu", 0, nullptr, nullptr);
  nvrtcAddNameExpression(program, "kernel<float>");  // HIP: hiprtcAddNameExpression(program, "kernel<float>");
  const char* options[] = {"-std=c++14"};
  const nvrtcResult result = nvrtcCompileProgram(program, 1, options);
  // HIP: const hiprtcResult result = hiprtcCompileProgram(program, 1, options);
  if (result != NVRTC_SUCCESS) return result;  // HIP: if (result != HIPRTC_SUCCESS) return result;
  if (result == NVRTC_ERROR_COMPILATION || result == NVRTC_ERROR_OUT_OF_MEMORY) return result;
  // HIP: if (result == HIPRTC_ERROR_COMPILATION || result == HIPRTC_ERROR_OUT_OF_MEMORY) return result;
  std::size_t size = 0;
  nvrtcGetProgramLogSize(program, &size);  // HIP: hiprtcGetProgramLogSize(program, &size);
  char buffer[1024];
  nvrtcGetProgramLog(program, buffer);  // HIP: hiprtcGetProgramLog(program, buffer);
  nvrtcGetPTXSize(program, &size);      // HIP: hiprtcGetCodeSize(program, &size);
  nvrtcGetPTX(program, buffer);         // HIP: hiprtcGetCode(program, buffer);
  const char* lowered = nullptr;
  nvrtcGetLoweredName(program, "kernel<float>", &lowered);
  // HIP: hiprtcGetLoweredName(program, "kernel<float>", &lowered);
  cuModuleLoadData(module, buffer);  // HIP: hipModuleLoadData(module, buffer);
  int major = 0, minor = 0;
  nvrtcVersion(&major, &minor);          // HIP: hiprtcVersion(&major, &minor);
  (void)nvrtcGetErrorString(result);     // HIP: (void)hiprtcGetErrorString(result);
  return nvrtcDestroyProgram(&program);  // HIP: return hiprtcDestroyProgram(&program);
}

}  // namespace run_time_compilation
