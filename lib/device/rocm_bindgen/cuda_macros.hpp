// Macros of CUDA's headers that have no counterpart in HIP's.
#pragma once

// CUDART_CB, CUDA_CB, CUDAAPI: the calling convention of callbacks, which is a word on Windows alone.
#define ROCM_BINDGEN_CALLBACK
