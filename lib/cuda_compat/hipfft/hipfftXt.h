// hipFFT's callbacks, transforms of further types and transforms on several devices: the library's own header if it is
// installed, otherwise declarations of its interface.
#pragma once

#if __has_include_next(<hipfft/hipfftXt.h>)

#include_next <hipfft/hipfftXt.h>

#else

#include "hipfft/hipfft.h"
#include "hipfft/hiplibxt.h"

#define HIPFFTXT_H_

typedef enum hipfftXtSubFormat_t {
  HIPFFT_XT_FORMAT_INPUT,
  HIPFFT_XT_FORMAT_OUTPUT,
  HIPFFT_XT_FORMAT_INPLACE,
  HIPFFT_XT_FORMAT_INPLACE_SHUFFLED,
  HIPFFT_XT_FORMAT_1D_INPUT_SHUFFLED,
  HIPFFT_FORMAT_UNDEFINED
} hipfftXtSubFormat;

typedef enum hipfftXtCallbackType_t {
  HIPFFT_CB_LD_COMPLEX,
  HIPFFT_CB_LD_COMPLEX_DOUBLE,
  HIPFFT_CB_LD_REAL,
  HIPFFT_CB_LD_REAL_DOUBLE,
  HIPFFT_CB_ST_COMPLEX,
  HIPFFT_CB_ST_COMPLEX_DOUBLE,
  HIPFFT_CB_ST_REAL,
  HIPFFT_CB_ST_REAL_DOUBLE,
  HIPFFT_CB_UNDEFINED
} hipfftXtCallbackType;

typedef hipfftComplex (*hipfftCallbackLoadC)(void* data, size_t offset, void* info, void* shared);
typedef hipfftDoubleComplex (*hipfftCallbackLoadZ)(void* data, size_t offset, void* info, void* shared);
typedef hipfftReal (*hipfftCallbackLoadR)(void* data, size_t offset, void* info, void* shared);
typedef hipfftDoubleReal (*hipfftCallbackLoadD)(void* data, size_t offset, void* info, void* shared);
typedef void (*hipfftCallbackStoreC)(void* data, size_t offset, hipfftComplex element, void* info, void* shared);
typedef void (*hipfftCallbackStoreZ)(void* data, size_t offset, hipfftDoubleComplex element, void* info, void* shared);
typedef void (*hipfftCallbackStoreR)(void* data, size_t offset, hipfftReal element, void* info, void* shared);
typedef void (*hipfftCallbackStoreD)(void* data, size_t offset, hipfftDoubleReal element, void* info, void* shared);

#ifdef __cplusplus
extern "C" {
#endif
hipfftResult hipfftXtSetCallback(hipfftHandle plan, void** callbacks, hipfftXtCallbackType type, void** infos);
hipfftResult hipfftXtClearCallback(hipfftHandle plan, hipfftXtCallbackType type);
hipfftResult hipfftXtSetCallbackSharedSize(hipfftHandle plan, hipfftXtCallbackType type, size_t size);

hipfftResult hipfftXtMakePlanMany(hipfftHandle plan, int rank, long long* n, long long* inembed, long long istride,
                                  long long idist, hipDataType input, long long* onembed, long long ostride,
                                  long long odist, hipDataType output, long long batch, size_t* size,
                                  hipDataType execution);
hipfftResult hipfftXtGetSizeMany(hipfftHandle plan, int rank, long long* n, long long* inembed, long long istride,
                                 long long idist, hipDataType input, long long* onembed, long long ostride,
                                 long long odist, hipDataType output, long long batch, size_t* size,
                                 hipDataType execution);
hipfftResult hipfftXtExec(hipfftHandle plan, void* input, void* output, int direction);

hipfftResult hipfftXtSetGPUs(hipfftHandle plan, int count, int* devices);
hipfftResult hipfftXtMalloc(hipfftHandle plan, hipLibXtDesc** data, hipfftXtSubFormat format);
hipfftResult hipfftXtMemcpy(hipfftHandle plan, void* to, void* from, hipfftXtCopyType type);
hipfftResult hipfftXtFree(hipLibXtDesc* data);
hipfftResult hipfftXtExecDescriptor(hipfftHandle plan, hipLibXtDesc* in, hipLibXtDesc* out, int direction);
hipfftResult hipfftXtExecDescriptorC2C(hipfftHandle plan, hipLibXtDesc* in, hipLibXtDesc* out, int direction);
hipfftResult hipfftXtExecDescriptorZ2Z(hipfftHandle plan, hipLibXtDesc* in, hipLibXtDesc* out, int direction);
hipfftResult hipfftXtExecDescriptorR2C(hipfftHandle plan, hipLibXtDesc* in, hipLibXtDesc* out);
hipfftResult hipfftXtExecDescriptorC2R(hipfftHandle plan, hipLibXtDesc* in, hipLibXtDesc* out);
hipfftResult hipfftXtExecDescriptorD2Z(hipfftHandle plan, hipLibXtDesc* in, hipLibXtDesc* out);
hipfftResult hipfftXtExecDescriptorZ2D(hipfftHandle plan, hipLibXtDesc* in, hipLibXtDesc* out);
#ifdef __cplusplus
}
#endif

#endif
