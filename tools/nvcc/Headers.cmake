# write_toolkit_headers(FOLDER): writes headers with the names of CUDA's for the host's compiler. They include HIP's
# headers and define CUDA's names as HIP's, from the tables with which hipify translates the same names.
#
# HIP's functions are nodiscard, and CUDA's are not, so the attribute is replaced while HIP's headers are read. nvcc's
# macro is undefined there, because HIP's headers would choose NVIDIA's side.
#
# A header is written for each CUDA header that AMD's libraries replace and that is not about device code only. CUDA's
# names that HIP lacks, or that only this project's headers for translated sources have, are not defined, so the
# compiler reports their uses.
#
# rocm_bindgen/compat/ has copies of the headers for translated sources that declare AMD's libraries. They are used
# where a library is not installed.

set(rules ${PROJECT_SOURCE_DIR}/lib/hipify/rules)
set(host_tables runtime driver complex blas fft rand solver sparse nvrtc nvtx)
set(word "[A-Za-z_][A-Za-z0-9_]*")
# The folders of AMD's headers.
set(amd_folders "hip|hipblas|hipblaslt|hipfft|hiprand|hipsolver|hipsparse|roctracer|rccl|miopen")

set(compat ${PROJECT_SOURCE_DIR}/lib/cuda_compat)
file(STRINGS ${compat}/rocm_bindgen_compat/runtime_api/cuda_versions.hpp line REGEX "#define ROCM_BINDGEN_CUDA_VERSION ")
string(REGEX REPLACE ".* " "" cuda_version_number "${line}")
set(library_headers hip/hip_gl_interop.h hip/library_types.h hipblas/hipblas.h hipblaslt/hipblaslt.h
  hipfft/hipfft.h hipfft/hipfftXt.h hipfft/hiplibxt.h hiprand/hiprand.h hipsolver/hipsolver.h hipsparse/hipsparse.h
  roctracer/roctx.h)

# copy_library_headers(FOLDER): copies library_headers and the files that they include. The compiler searches the host's
# include folders, of which the copies' folder is none, so these files include each other by relative paths, and AMD's
# headers without #include_next.
function(copy_library_headers folder)
  file(GLOB implementations RELATIVE ${compat} ${compat}/rocm_bindgen_compat/blas/*.hpp
    ${compat}/rocm_bindgen_compat/solver/*.hpp ${compat}/rocm_bindgen_compat/sparse/*.hpp)
  set(files ${library_headers} ${implementations})
  foreach(name enumerators nvtx unheard_roctx)
    list(APPEND files rocm_bindgen_compat/runtime_api/${name}.hpp)
  endforeach()
  foreach(file IN LISTS files)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${compat}/${file})
    file(READ ${compat}/${file} text)
    string(REGEX REPLACE "[^/]+$" "" root "${file}")
    string(REGEX REPLACE "[^/]+" ".." root "${root}")
    string(REPLACE "include_next" "include" text "${text}")
    # C sources can include the declarations of functions and types only.
    string(REGEX REPLACE "#include [<\"]hip/hip_runtime.h[>\"]" "#include <hip/hip_runtime_api.h>" text "${text}")
    foreach(other IN LISTS files)
      string(REPLACE "#include \"${other}\"" "#include \"${root}${other}\"" text "${text}")
    endforeach()
    file(CONFIGURE OUTPUT ${folder}/${file} CONTENT "${text}" @ONLY)
  endforeach()
endfunction()

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
  # Sources write "struct cudaGraphicsResource", and hipGraphicsResource is not the name of the struct.
  string(REPLACE "cudaGraphicsResource hip" "cudaGraphicsResource _hip" text "${text}")
  file(CONFIGURE OUTPUT ${file} @ONLY CONTENT [=[
/* CUDA's names as HIP's, for C and C++ sources that the host's compiler compiles. */
#pragma once
#define CUDART_VERSION @cuda_version_number@
#define CUDA_VERSION @cuda_version_number@
#define CUDART_CB
#define CUDARTAPI
#define CUDAAPI
#define CUDA_CB
@text@]=])
endfunction()

# write_guards(FILE): CUDA's include guards and the macros in front of its declarations, which sources test to learn
# whether a header has been included. Each is defined where its counterpart of HIP's headers is, so this file is
# included at the end of each header.
function(write_guards file)
  set(text "")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${rules}/compiler.tsv)
  file(STRINGS ${rules}/compiler.tsv rows REGEX "^${word}\t([A-Z0-9_]+_(H|H_|EXPORT)|HIPRANDAPI)\t")
  foreach(row IN LISTS rows)
    string(REGEX MATCH "^(${word})\t(${word})\t" matched "${row}")
    if(NOT CMAKE_MATCH_1 STREQUAL CMAKE_MATCH_2)
      string(APPEND text
        "#if defined(${CMAKE_MATCH_2}) && !defined(${CMAKE_MATCH_1})\n#define ${CMAKE_MATCH_1}\n#endif\n")
    endif()
  endforeach()
  file(CONFIGURE OUTPUT ${file} CONTENT "/* CUDA's macros for headers that have been included. */\n${text}" @ONLY)
endfunction()

function(write_toolkit_headers folder)
  write_guards(${folder}/rocm_bindgen/guards.h)
  copy_library_headers(${folder}/rocm_bindgen/compat)
  foreach(forms runtime_forms nvrtc_forms)
    configure_file(${PROJECT_SOURCE_DIR}/tools/nvcc/headers/${forms}.h ${folder}/rocm_bindgen/${forms}.h COPYONLY)
  endforeach()
  write_names(${folder}/rocm_bindgen/cuda_names.h)
  file(WRITE ${folder}/rocm_bindgen/platform.h
    "/* Selects AMD's side of HIP's headers. */\n#pragma once\n#ifndef __HIP_PLATFORM_AMD__\n#define __HIP_PLATFORM_AMD__ 1\n#endif\n#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM) && !defined(HIP_API_PER_THREAD_DEFAULT_STREAM)\n#define HIP_API_PER_THREAD_DEFAULT_STREAM 1\n#endif\n")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${rules}/headers.tsv)
  # Other folders than these two are those of device libraries.
  file(STRINGS ${rules}/headers.tsv rows REGEX "^((crt|nvtx3)/)?[A-Za-z0-9_.]+\t(${amd_folders})/")
  foreach(row IN LISTS rows)
    string(REGEX MATCH "^([^\t]+)\t([^\t]+)\t" matched "${row}")
    set(cuda ${CMAKE_MATCH_1})
    set(hip ${CMAKE_MATCH_2})
    set(root "")
    if(cuda MATCHES "/")
      set(root "../")
    endif()
    set(includes "#include <${hip}>")
    if(hip IN_LIST library_headers)
      set(includes "#include \"${root}rocm_bindgen/compat/${hip}\"")
    endif()
    # C sources can include the declarations of functions and types only.
    if(hip STREQUAL "hip/hip_runtime.h")
      set(includes "#ifdef __cplusplus\n#include <hip/hip_runtime.h>\n#else\n#include <hip/hip_runtime_api.h>\n#endif")
    endif()
    set(more "")
    if(hip MATCHES "^hip/hip_runtime")
      set(more "#include \"${root}rocm_bindgen/runtime_forms.h\"\n")
    elseif(hip STREQUAL "hip/hiprtc.h")
      set(more "#include \"${root}rocm_bindgen/nvrtc_forms.h\"\n")
    endif()
    # Build systems search these headers for the version, without a compiler.
    if(cuda STREQUAL "cuda.h")
      string(APPEND more "#define CUDA_VERSION ${cuda_version_number}\n")
    elseif(cuda STREQUAL "cuda_runtime_api.h")
      string(APPEND more "#define CUDART_VERSION ${cuda_version_number}\n")
    endif()
    file(CONFIGURE OUTPUT ${folder}/${cuda} @ONLY CONTENT [=[
/* Stands for CUDA's @cuda@. */
#pragma once
#include "@root@rocm_bindgen/platform.h"
#pragma push_macro("nodiscard")
#pragma push_macro("__NVCC__")
#define nodiscard maybe_unused
#undef __NVCC__
#include "@root@rocm_bindgen/compat/hip/library_types.h"
@includes@
#pragma pop_macro("__NVCC__")
#pragma pop_macro("nodiscard")
#include "@root@rocm_bindgen/cuda_names.h"
#include "@root@rocm_bindgen/guards.h"
@more@]=])
  endforeach()
  # These two need no header of AMD's.
  configure_file(${compat}/math_constants.h ${folder}/math_constants.h COPYONLY)
  file(CONFIGURE OUTPUT ${folder}/cuda_stdint.h CONTENT "#include <stdint.h>\n")
endfunction()
