// hipFFT's descriptors for the data of a transform on several devices: the library's own header if it is installed,
// otherwise declarations of its interface.
#pragma once

#if __has_include_next(<hipfft/hiplibxt.h>)

#include_next <hipfft/hiplibxt.h>

#else

#include <stddef.h>

#define HIPLIBXT_H_
#define MAX_HIP_DESCRIPTOR_GPUS 64

// Each device's part of a transform's data, with its size in bytes.
typedef struct hipXtDesc_t {
  int version;
  int nGPUs;
  int GPUs[MAX_HIP_DESCRIPTOR_GPUS];
  void* data[MAX_HIP_DESCRIPTOR_GPUS];
  size_t size[MAX_HIP_DESCRIPTOR_GPUS];
  void* hipXtState;
} hipXtDesc;

typedef enum hiplibFormat_t { HIPLIB_FORMAT_HIPFFT, HIPLIB_FORMAT_UNDEFINED } hiplibFormat;

typedef struct hipLibXtDesc_t {
  int version;
  hipXtDesc* descriptor;
  hiplibFormat library;
  int subFormat;
  void* libDescriptor;
} hipLibXtDesc;

typedef enum hipfftXtCopyType_t {
  HIPFFT_COPY_HOST_TO_DEVICE,
  HIPFFT_COPY_DEVICE_TO_HOST,
  HIPFFT_COPY_DEVICE_TO_DEVICE,
  HIPFFT_COPY_UNDEFINED
} hipfftXtCopyType;

#endif
