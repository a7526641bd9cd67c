// Ranges and the profiler.
// RUN: --rocm-path HIP-7.0
#include <cuda_profiler_api.h>  // HIP: #include <hip/hip_runtime_api.h>
#include <nvToolsExt.h>         // HIP: #include <roctracer/roctx.h>
#include "nvtx3/nvToolsExt.h"   // HIP: #include "roctracer/roctx.h"

void ranges() {
  cudaProfilerStart();                        // HIP: hipProfilerStart();
  nvtxRangePush("outer");                     // HIP: roctxRangePush("outer");
  nvtxRangePushA("inner");                    // HIP: roctxRangePushA("inner");
  nvtxMark("here");                           // HIP: roctxMark("here");
  nvtxMarkA("there");                         // HIP: roctxMarkA("there");
  nvtxRangePop();                             // HIP: roctxRangePop();
  nvtxRangeId_t id = nvtxRangeStart("long");  // HIP: roctx_range_id_t id = roctxRangeStart("long");
  id = nvtxRangeStartA("longer");             // HIP: id = roctxRangeStartA("longer");
  nvtxRangeEnd(id);                           // HIP: roctxRangeStop(id);
  cudaProfilerStop();                         // HIP: hipProfilerStop();
}
