// hipFFT: the library's own header if it is installed, otherwise declarations of its interface. With the declarations,
// sources that call the library compile, and they link on a machine that has it.
#pragma once

#if __has_include_next(<hipfft/hipfft.h>)

#include_next <hipfft/hipfft.h>

// Results that only cuFFT has and no function returns. Programs have texts for them.
#define CUFFT_LICENSE_ERROR ((hipfftResult)15)
#define CUFFT_MISSING_DEPENDENCY ((hipfftResult)17)
#define CUFFT_NVRTC_FAILURE ((hipfftResult)18)
#define CUFFT_NVJITLINK_FAILURE ((hipfftResult)19)
#define CUFFT_NVSHMEM_FAILURE ((hipfftResult)20)

#else

#include <stddef.h>

#include "hip/hip_complex.h"
#include "hip/hip_runtime.h"
#include "hip/library_types.h"

// Macros that programs may test: hipify writes them for those of cuFFT.
#define HIPFFT_H_
#define HIPFFT_EXPORT

#define HIPFFT_FORWARD (-1)
#define HIPFFT_BACKWARD 1

typedef enum hipfftResult_t {
  HIPFFT_SUCCESS,
  HIPFFT_INVALID_PLAN,
  HIPFFT_ALLOC_FAILED,
  HIPFFT_INVALID_TYPE,
  HIPFFT_INVALID_VALUE,
  HIPFFT_INTERNAL_ERROR,
  HIPFFT_EXEC_FAILED,
  HIPFFT_SETUP_FAILED,
  HIPFFT_INVALID_SIZE,
  HIPFFT_UNALIGNED_DATA,
  HIPFFT_INCOMPLETE_PARAMETER_LIST,
  HIPFFT_INVALID_DEVICE,
  HIPFFT_PARSE_ERROR,
  HIPFFT_NO_WORKSPACE,
  HIPFFT_NOT_IMPLEMENTED,
  // The names of cuFFT's are for programs that have texts for them. No function returns these.
  CUFFT_LICENSE_ERROR,
  HIPFFT_NOT_SUPPORTED,
  CUFFT_MISSING_DEPENDENCY,
  CUFFT_NVRTC_FAILURE,
  CUFFT_NVJITLINK_FAILURE,
  CUFFT_NVSHMEM_FAILURE
} hipfftResult;

typedef enum hipfftType_t {
  HIPFFT_R2C = 0x2a,
  HIPFFT_C2R = 0x2c,
  HIPFFT_C2C = 0x29,
  HIPFFT_D2Z = 0x6a,
  HIPFFT_Z2D = 0x6c,
  HIPFFT_Z2Z = 0x69
} hipfftType;

typedef struct hipfftHandle_t* hipfftHandle;
typedef float hipfftReal;
typedef double hipfftDoubleReal;
typedef hipComplex hipfftComplex;
typedef hipDoubleComplex hipfftDoubleComplex;

#ifdef __cplusplus
extern "C" {
#endif
hipfftResult hipfftCreate(hipfftHandle* plan);
hipfftResult hipfftDestroy(hipfftHandle plan);
hipfftResult hipfftSetStream(hipfftHandle plan, hipStream_t stream);
hipfftResult hipfftSetAutoAllocation(hipfftHandle plan, int automatic);
hipfftResult hipfftSetWorkArea(hipfftHandle plan, void* area);
hipfftResult hipfftGetSize(hipfftHandle plan, size_t* size);
hipfftResult hipfftGetVersion(int* version);
hipfftResult hipfftGetProperty(hipLibraryPropertyType property, int* value);

hipfftResult hipfftPlan1d(hipfftHandle* plan, int nx, hipfftType type, int batch);
hipfftResult hipfftPlan2d(hipfftHandle* plan, int nx, int ny, hipfftType type);
hipfftResult hipfftPlan3d(hipfftHandle* plan, int nx, int ny, int nz, hipfftType type);
hipfftResult hipfftPlanMany(hipfftHandle* plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed,
                            int ostride, int odist, hipfftType type, int batch);

hipfftResult hipfftMakePlan1d(hipfftHandle plan, int nx, hipfftType type, int batch, size_t* size);
hipfftResult hipfftMakePlan2d(hipfftHandle plan, int nx, int ny, hipfftType type, size_t* size);
hipfftResult hipfftMakePlan3d(hipfftHandle plan, int nx, int ny, int nz, hipfftType type, size_t* size);
hipfftResult hipfftMakePlanMany(hipfftHandle plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed,
                                int ostride, int odist, hipfftType type, int batch, size_t* size);
hipfftResult hipfftMakePlanMany64(hipfftHandle plan, int rank, long long* n, long long* inembed, long long istride,
                                  long long idist, long long* onembed, long long ostride, long long odist,
                                  hipfftType type, long long batch, size_t* size);

hipfftResult hipfftEstimate1d(int nx, hipfftType type, int batch, size_t* size);
hipfftResult hipfftEstimate2d(int nx, int ny, hipfftType type, size_t* size);
hipfftResult hipfftEstimate3d(int nx, int ny, int nz, hipfftType type, size_t* size);
hipfftResult hipfftEstimateMany(int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride,
                                int odist, hipfftType type, int batch, size_t* size);

hipfftResult hipfftGetSize1d(hipfftHandle plan, int nx, hipfftType type, int batch, size_t* size);
hipfftResult hipfftGetSize2d(hipfftHandle plan, int nx, int ny, hipfftType type, size_t* size);
hipfftResult hipfftGetSize3d(hipfftHandle plan, int nx, int ny, int nz, hipfftType type, size_t* size);
hipfftResult hipfftGetSizeMany(hipfftHandle plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed,
                               int ostride, int odist, hipfftType type, int batch, size_t* size);

hipfftResult hipfftGetSizeMany64(hipfftHandle plan, int rank, long long* n, long long* inembed, long long istride,
                                 long long idist, long long* onembed, long long ostride, long long odist,
                                 hipfftType type, long long batch, size_t* size);

hipfftResult hipfftExecC2C(hipfftHandle plan, hipfftComplex* in, hipfftComplex* out, int direction);
hipfftResult hipfftExecR2C(hipfftHandle plan, hipfftReal* in, hipfftComplex* out);
hipfftResult hipfftExecC2R(hipfftHandle plan, hipfftComplex* in, hipfftReal* out);
hipfftResult hipfftExecZ2Z(hipfftHandle plan, hipfftDoubleComplex* in, hipfftDoubleComplex* out, int direction);
hipfftResult hipfftExecD2Z(hipfftHandle plan, hipfftDoubleReal* in, hipfftDoubleComplex* out);
hipfftResult hipfftExecZ2D(hipfftHandle plan, hipfftDoubleComplex* in, hipfftDoubleReal* out);
#ifdef __cplusplus
}
#endif

#endif
