# The libraries of the toolkit, with CUDA's names. Those of AMD's mathematical libraries are made here from hipify's
# tables: a program that is linked with libcublas.so needs libhipblas.so.N, as if it had been linked with hipBLAS. It runs
# with AMD's library if that is installed, and otherwise with ours, in which each function fails; see missing_library.h.
set(rules ${PROJECT_SOURCE_DIR}/lib/hipify/rules)

# add_missing_library(NAME DISPLAY PACKAGE STATUS SONAMES): NAME is that of AMD's library and of its headers' folder, and
# DISPLAY the name in messages. STATUS is the library's error code for functions that it does not support, and SONAMES are
# the numbers after ".so." with HIP 5, 6 and 7.
function(add_missing_library name display package status sonames)
  set(text "#include \"missing_library.h\"\n")
  file(GLOB tables ${rules}/*.tsv)
  set(functions "")
  foreach(table IN LISTS tables)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${table})
    file(STRINGS ${table} rows REGEX "^[A-Za-z0-9_]+\t[A-Za-z0-9_]+\t${name}/[^\t]*\tfunction\t")
    foreach(row IN LISTS rows)
      string(REGEX REPLACE "^[^\t]+\t([^\t]+)\t.*" "\\1" function "${row}")
      list(APPEND functions ${function})
    endforeach()
  endforeach()
  list(REMOVE_DUPLICATES functions)
  list(SORT functions)
  foreach(function IN LISTS functions)
    if(function MATCHES "(ToString|GetErrorName|GetErrorString)$")
      string(APPEND text "TEXT(${function})\n")
    else()
      string(APPEND text "FUNCTION(${function})\n")
    endif()
  endforeach()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${name}.c)
  file(CONFIGURE OUTPUT ${source} CONTENT "${text}" @ONLY)

  math(EXPR index "${hip_major} - 5")
  if(index GREATER 2)
    set(index 2)
  endif()
  list(GET sonames ${index} number)
  set(soname lib${name}.so.${number})
  add_library(missing_${name} SHARED ${source})
  target_include_directories(missing_${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/libraries)
  target_compile_definitions(missing_${name} PRIVATE LIBRARY="${display}" PACKAGE="${package}" NOT_SUPPORTED=${status})
  set_target_properties(missing_${name} PROPERTIES PREFIX "" OUTPUT_NAME lib${name} SUFFIX .so.${number} NO_SONAME ON
    LIBRARY_OUTPUT_DIRECTORY ${missing_libraries}/${name} UNITY_BUILD OFF)
  target_link_options(missing_${name} PRIVATE -Wl,-soname,${soname})
  add_dependencies(rocm_bindgen_nvcc missing_${name})
  set(soname ${soname} PARENT_SCOPE)
endfunction()

# link_library(PATH TARGET): makes a symbolic link.
function(link_library path library)
  get_filename_component(folder ${path} DIRECTORY)
  file(MAKE_DIRECTORY ${folder})
  file(CREATE_LINK ${library} ${path} SYMBOLIC)
endfunction()

set(hip_major 5)
if(HIP_INCLUDE_DIR AND EXISTS ${HIP_INCLUDE_DIR}/hip/hip_version.h)
  file(STRINGS ${HIP_INCLUDE_DIR}/hip/hip_version.h line REGEX "#define HIP_VERSION_MAJOR ")
  string(REGEX REPLACE "[^0-9]" "" hip_major "${line}")
endif()

# libcuda.so leads to the libamdhip64 of the emulated device. Programs that are linked with it need
# libamdhip64.so.N, which ROCm's runtime has as well. libnvrtc.so does because HIP 5's library has hipRTC's functions, and
# libnvToolsExt.so because translated sources call no library for ranges. libnvidia-ml.so has no counterpart: sources that
# call it do not compile, but some builds name it without need.
foreach(name cuda nvrtc nvToolsExt nvidia-ml)
  link_library(${toolkit}/lib64/lib${name}.so ../../hip/libamdhip64.so.${hip_major})
endforeach()
link_library(${toolkit}/lib64/stubs/libcuda.so ../../../hip/libamdhip64.so.${hip_major})
link_library(${toolkit}/lib64/stubs/libnvidia-ml.so ../../../hip/libamdhip64.so.${hip_major})

# CUDA's names of functions, for objects of sources that declare these functions themselves instead of including a header:
# libcuda_names.a. It has the functions that HIP's library has in all supported versions and whose parameters are numbers
# and pointers to data. Structures may differ from CUDA's.
set(struct_functions "Properties|Attributes|3D|Array|Graph|Texture|Surface|MemPool|External|Launch|Params|Ipc|Callback|HostFunc")
file(STRINGS ${PROJECT_SOURCE_DIR}/runtime/hip/src/functions.def rows REGEX "^ROCM_BINDGEN_HIP_FUNCTION\\([^,]+, [^,]+, since_5,")
set(exported "")
foreach(row IN LISTS rows)
  string(REGEX REPLACE "^[^(]*\\(([^,]+),.*" "\\1" function "${row}")
  list(APPEND exported ${function})
endforeach()
file(STRINGS ${rules}/runtime.tsv rows REGEX "^cuda[A-Za-z0-9]+\thip[A-Za-z0-9]+\thip/hip_runtime[^\t]*\tfunction\t")
set(text "#include \"cuda_names.h\"\n")
foreach(row IN LISTS rows)
  string(REGEX MATCH "^([^\t]+)\t([^\t]+)\t" matched "${row}")
  # Other matches change CMAKE_MATCH_*.
  set(cuda ${CMAKE_MATCH_1})
  set(hip ${CMAKE_MATCH_2})
  if(NOT cuda MATCHES "${struct_functions}" AND hip IN_LIST exported)
    string(APPEND text "NAME(${cuda}, ${hip})\n")
  endif()
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/cuda_names.c CONTENT "${text}" @ONLY)
add_library(cuda_names STATIC ${CMAKE_CURRENT_BINARY_DIR}/cuda_names.c)
target_include_directories(cuda_names PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/libraries)
set_target_properties(cuda_names PROPERTIES ARCHIVE_OUTPUT_DIRECTORY ${toolkit}/lib64 UNITY_BUILD OFF
  POSITION_INDEPENDENT_CODE ON)
add_dependencies(rocm_bindgen_nvcc cuda_names)
# Linker scripts. A path in a script may be relative to the script's folder.
file(REMOVE ${toolkit}/lib64/libcudart.so)
file(WRITE ${toolkit}/lib64/libcudart.so
  "/* A linker script. */\nINPUT(libcuda_names.a ../../hip/libamdhip64.so.${hip_major})\n")
# The name that CMake links by default; there is no static library.
file(WRITE ${toolkit}/lib64/libcudart_static.a "/* A linker script. */\nINPUT(libcudart.so)\n")
# An archive without members.
file(WRITE ${toolkit}/lib64/libcudadevrt.a "!<arch>\n")

# Not next to libamdhip64: `rocm-bindgen run --program` lets a program find only those of these folders whose library is
# not installed.
set(missing_libraries ${PROJECT_BINARY_DIR}/lib/rocm_bindgen/hip/missing)
foreach(row "cublas hipblas hipBLAS hipblas 7 0,2,3" "cublasLt hipblaslt hipBLASLt hipblaslt 7 0,0,1"
            "cufft hipfft hipFFT hipfft 16 0,0,0" "curand hiprand hipRAND hiprand 1000 1,1,1"
            "cusparse hipsparse hipSPARSE hipsparse 10 0,1,4" "cusolver hipsolver hipSOLVER hipsolver 7 0,0,1")
  string(REPLACE " " ";" row "${row}")
  list(GET row 0 cuda)
  list(GET row 1 name)
  list(GET row 2 display)
  list(GET row 3 package)
  list(GET row 4 status)
  list(GET row 5 sonames)
  string(REPLACE "," ";" sonames "${sonames}")
  add_missing_library(${name} ${display} ${package} ${status} "${sonames}")
  link_library(${toolkit}/lib64/lib${cuda}.so ../../hip/missing/${name}/${soname})
endforeach()
