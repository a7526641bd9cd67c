# write_toolkit_headers(FOLDER): writes headers with the names of CUDA's for the host's compiler. They include HIP's
# headers and define CUDA's names as HIP's, from the tables with which hipify translates the same names.
#
# HIP's functions are nodiscard, and CUDA's are not, so the attribute is replaced while HIP's headers are read. nvcc's
# macro is undefined there, because HIP's headers would choose NVIDIA's side.
#
# A header is written for each CUDA header that AMD's libraries replace and that is not about device code only. CUDA's
# names that HIP lacks, or that only this project's headers for translated sources have, are not defined, so the
# compiler reports their uses.

set(rules ${PROJECT_SOURCE_DIR}/lib/hipify/rules)
set(host_tables runtime driver complex blas fft rand solver sparse nvrtc nvtx)
set(word "[A-Za-z_][A-Za-z0-9_]*")
# The folders of AMD's headers.
set(amd_folders "hip|hipblas|hipblaslt|hipfft|hiprand|hipsolver|hipsparse|roctracer|rccl|miopen")

function(write_names file)
  set(text "")
  foreach(table IN LISTS host_tables)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${rules}/${table}.tsv)
    file(STRINGS ${rules}/${table}.tsv rows REGEX "^${word}\t${word}\t(${amd_folders})/")
    foreach(row IN LISTS rows)
      string(REGEX MATCH "^(${word})\t(${word})\t" matched "${row}")
      if(NOT CMAKE_MATCH_1 STREQUAL CMAKE_MATCH_2)
        string(APPEND text "#define ${CMAKE_MATCH_1} ${CMAKE_MATCH_2}\n")
      endif()
    endforeach()
  endforeach()
  file(STRINGS ${PROJECT_SOURCE_DIR}/lib/cuda_compat/rocm_bindgen_compat/runtime_api/cuda_versions.hpp line
    REGEX "#define ROCM_BINDGEN_CUDA_VERSION ")
  string(REGEX REPLACE ".* " "" version "${line}")
  file(CONFIGURE OUTPUT ${file} @ONLY CONTENT [=[
/* CUDA's names as HIP's, for C and C++ sources that the host's compiler compiles. */
#pragma once
#define CUDART_VERSION @version@
#define CUDA_VERSION @version@
#define CUDART_CB
#define CUDARTAPI
#define CUDAAPI
#define CUDA_CB
@text@]=])
endfunction()

function(write_toolkit_headers folder)
  write_names(${folder}/rocm_bindgen/cuda_names.h)
  file(WRITE ${folder}/rocm_bindgen/platform.h
    "/* Selects AMD's side of HIP's headers. */\n#pragma once\n#ifndef __HIP_PLATFORM_AMD__\n#define __HIP_PLATFORM_AMD__ 1\n#endif\n#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM) && !defined(HIP_API_PER_THREAD_DEFAULT_STREAM)\n#define HIP_API_PER_THREAD_DEFAULT_STREAM 1\n#endif\n")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${rules}/headers.tsv)
  # Names with a folder are those of device libraries.
  file(STRINGS ${rules}/headers.tsv rows REGEX "^[A-Za-z0-9_.]+\t(${amd_folders})/")
  foreach(row IN LISTS rows)
    string(REGEX MATCH "^([^\t]+)\t([^\t]+)\t" matched "${row}")
    set(cuda ${CMAKE_MATCH_1})
    set(hip ${CMAKE_MATCH_2})
    set(includes "#include <${hip}>")
    # C sources can include the declarations of functions and types only.
    if(hip STREQUAL "hip/hip_runtime.h")
      set(includes "#ifdef __cplusplus\n#include <hip/hip_runtime.h>\n#else\n#include <hip/hip_runtime_api.h>\n#endif")
    endif()
    file(CONFIGURE OUTPUT ${folder}/${cuda} @ONLY CONTENT [=[
/* Stands for CUDA's @cuda@. */
#pragma once
#include "rocm_bindgen/platform.h"
#pragma push_macro("nodiscard")
#pragma push_macro("__NVCC__")
#define nodiscard maybe_unused
#undef __NVCC__
@includes@
#pragma pop_macro("__NVCC__")
#pragma pop_macro("nodiscard")
#include "rocm_bindgen/cuda_names.h"
]=])
  endforeach()
endfunction()
