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

include(${CMAKE_CURRENT_SOURCE_DIR}/Names.cmake)

# write_script(PATH INPUT...): a linker script in place of a library. Paths may be relative to the script's folder.
function(write_script path)
  # A script that replaces a symbolic link must not be written to the link's target.
  file(REMOVE ${path})
  list(JOIN ARGN " " inputs)
  file(WRITE ${path} "/* A linker script. */\nINPUT(${inputs})\n")
endfunction()

# Programs that are linked with libcudart.so, libcuda.so and libnvrtc.so need libamdhip64.so.N, which ROCm's runtime has as
# well; the one here is that of the emulated device. libnvrtc.so does because HIP 5's library has hipRTC's functions.
set(hip ../../hip/libamdhip64.so.${hip_major})
foreach(name cudart cuda nvrtc)
  write_script(${toolkit}/lib64/lib${name}.so libcuda_names.a ${hip})
endforeach()
write_script(${toolkit}/lib64/stubs/libcuda.so ../libcuda_names.a ../${hip})

# Libraries without functions, whose names builds give to the linker: translated sources call no library for ranges, and
# the others have no counterpart among AMD's. Sources that call those do not compile.
foreach(name nvToolsExt nvidia-ml cufftw nvjpeg nppc nppial nppicc nppidei nppif nppig nppim nppist nppisu nppitc npps)
  link_library(${toolkit}/lib64/lib${name}.so ${hip})
endforeach()
link_library(${toolkit}/lib64/stubs/libnvidia-ml.so ../${hip})
link_library(${toolkit}/nvvm/lib64/libnvvm.so ../${hip})

# The name that CMake links by default; there is no static library.
write_script(${toolkit}/lib64/libcudart_static.a libcudart.so)
# Archives without members.
foreach(name cudadevrt culibos)
  file(WRITE ${toolkit}/lib64/lib${name}.a "!<arch>\n")
endforeach()

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
  add_library_names(${cuda} ${name})
  write_script(${toolkit}/lib64/lib${cuda}.so lib${cuda}_names.a ../../hip/missing/${name}/${soname})
  write_script(${toolkit}/lib64/lib${cuda}_static.a lib${cuda}.so)
endforeach()
write_script(${toolkit}/lib64/libcufft_static_nocallback.a libcufft.so)
