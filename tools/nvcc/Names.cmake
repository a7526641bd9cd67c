# CUDA's names of functions: for objects of sources that declare these functions themselves instead of including a
# header, for build systems that test whether a library has a function, and for programs that look functions up by name.
#
# libcuda_names.a has the functions of CUDA's runtime, driver and run-time compiler that HIP's library has in all
# supported versions, and whose parameters are numbers and pointers to data. Structures may differ from CUDA's, and so do
# the numbers of attributes.
#
# lib<cuda>_names.a has a few functions of a mathematical library: those by which one sees that the library works, in
# all versions of AMD's. A program that calls more of them includes the header.
set(struct_functions "Properties|Attribute|3D|Array|Graph|Texture|Surface|MemPool|External|Launch|Params|Ipc|Callback|HostFunc")
# Lists of patterns, because one of CMake's may have nine groups only.
set(driver_functions "Init" "DriverGetVersion" "LaunchKernel"
  "Device(Get|GetCount|GetName|GetPCIBusId|GetByPCIBusId|GetUuid|TotalMem|ComputeCapability|CanAccessPeer)"
  "DevicePrimaryCtx[A-Za-z]+" "Ctx(Create|Destroy|GetCurrent|SetCurrent|PushCurrent|PopCurrent|GetDevice|GetFlags)"
  "Ctx(Synchronize|GetApiVersion|EnablePeerAccess|DisablePeerAccess)"
  "Module(Load|LoadData|LoadDataEx|Unload|GetFunction|GetGlobal)"
  "Mem(Alloc|AllocManaged|AllocHost|AllocPitch|Free|FreeHost|GetInfo|GetAddressRange)"
  "MemHost(Register|Unregister|GetDevicePointer|GetFlags)" "Memcpy(HtoD|DtoH|DtoD)(Async)?" "MemsetD(8|16|32)(Async)?"
  "Stream(Create|CreateWithPriority|Destroy|Query|Synchronize|WaitEvent|GetFlags|GetPriority)"
  "Event(Create|Destroy|Query|Record|Synchronize|ElapsedTime)")
# cuBLAS' functions without _v2 have other parameters.
set(library_functions "cublas(Create|Destroy|[SG]etStream|[SDCZ]gemm|[SDCZ]gemv|[SDCZ]axpy|[SDCZ]scal|[SD]dot)_v2"
  "cublasLt(Create|Destroy)" "cufft(Create|Destroy|SetStream|GetVersion|Plan[123]d|PlanMany|Exec[A-Z0-9]+)"
  "curand(GetVersion|CreateGenerator|DestroyGenerator|SetStream|SetPseudoRandomGeneratorSeed|Generate[A-Za-z]*)"
  "cusparse(Create|Destroy|SetStream|GetVersion)" "cusolverDn(Create|Destroy|SetStream)")

# write_names_source(FILE ROW...): writes a source that defines the CUDA names of rows of hipify's tables.
function(write_names_source file)
  set(text "#include \"cuda_names.h\"\n")
  foreach(row IN LISTS ARGN)
    string(REGEX MATCH "^([^\t]+)\t([^\t]+)\t" matched "${row}")
    string(APPEND text "NAME(${CMAKE_MATCH_1}, ${CMAKE_MATCH_2})\n")
  endforeach()
  file(CONFIGURE OUTPUT ${file} CONTENT "${text}" @ONLY)
endfunction()

# read_functions(RESULT TABLE CUDA HIP): the rows of functions whose names match the two patterns, and that HIP's headers
# declare.
function(read_functions result table cuda hip)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${rules}/${table}.tsv)
  file(STRINGS ${rules}/${table}.tsv rows REGEX "^${cuda}\t${hip}\thip/hip[^\t]*\tfunction\t")
  set(${result} "${rows}" PARENT_SCOPE)
endfunction()

# add_names_archive(NAME SOURCE...): adds lib<NAME>.a to the toolkit.
function(add_names_archive name)
  add_library(${name} STATIC ${ARGN})
  target_include_directories(${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/libraries)
  set_target_properties(${name} PROPERTIES ARCHIVE_OUTPUT_DIRECTORY ${toolkit}/lib64 UNITY_BUILD OFF
    POSITION_INDEPENDENT_CODE ON)
  add_dependencies(rocm_bindgen_nvcc ${name})
endfunction()

# add_library_names(CUDA NAME): the names for one of AMD's mathematical libraries, whose header's folder is NAME.
function(add_library_names cuda name)
  file(GLOB tables ${rules}/*.tsv)
  set(found "")
  foreach(table IN LISTS tables)
    foreach(pattern IN LISTS library_functions)
      file(STRINGS ${table} rows REGEX "^${pattern}\t[A-Za-z0-9_]+\t${name}/[^\t]*\tfunction\t5\\.[0-5]\t")
      list(APPEND found ${rows})
    endforeach()
  endforeach()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${cuda}_names.c)
  write_names_source(${source} ${found})
  add_names_archive(${cuda}_names ${source})
endfunction()

file(STRINGS ${PROJECT_SOURCE_DIR}/runtime/hip/src/functions.def rows REGEX "^ROCM_BINDGEN_HIP_FUNCTION\\([^,]+, [^,]+, since_5,")
set(exported "")
foreach(row IN LISTS rows)
  string(REGEX REPLACE "^[^(]*\\(([^,]+),.*" "\\1" function "${row}")
  list(APPEND exported ${function})
endforeach()

read_functions(cudart_rows runtime "cuda[A-Za-z0-9]+" "hip[A-Za-z0-9]+")
list(FILTER cudart_rows EXCLUDE REGEX "^[^\t]*(${struct_functions})")
set(cuda_rows "")
foreach(pattern IN LISTS driver_functions)
  read_functions(rows driver "cu${pattern}(_v2)?" "hip[A-Za-z0-9]+")
  list(APPEND cuda_rows ${rows})
endforeach()
read_functions(nvrtc_rows nvrtc "nvrtc[A-Za-z0-9]+" "hiprtc[A-Za-z0-9]+")
set(name_sources "")
foreach(library cudart cuda nvrtc)
  set(rows "")
  foreach(row IN LISTS ${library}_rows)
    string(REGEX REPLACE "^[^\t]+\t([^\t]+)\t.*" "\\1" function "${row}")
    if(function IN_LIST exported)
      list(APPEND rows "${row}")
    endif()
  endforeach()
  write_names_source(${CMAKE_CURRENT_BINARY_DIR}/${library}_names.c ${rows})
  list(APPEND name_sources ${CMAKE_CURRENT_BINARY_DIR}/${library}_names.c)
endforeach()
add_names_archive(cuda_names ${name_sources})

# The libraries that programs open while they run. The linker does not find these names, so no program needs them. There
# is no libnvrtc.so.N, because our own runtime searches this folder for NVIDIA's, by CUDA_PATH.
set(hip_target rocm_bindgen_hip)
if(hip_major GREATER 5)
  set(hip_target rocm_bindgen_hip${hip_major})
endif()
foreach(row "cuda 1" "cudart ${cuda_MAJOR}")
  string(REPLACE " " ";" row "${row}")
  list(GET row 0 library)
  list(GET row 1 number)
  if(TARGET ${hip_target})
    add_library(opened_${library} SHARED ${CMAKE_CURRENT_BINARY_DIR}/${library}_names.c)
    target_include_directories(opened_${library} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/libraries)
    target_link_options(opened_${library} PRIVATE -Wl,--no-as-needed $<TARGET_FILE:${hip_target}>
      -Wl,-soname,lib${library}.so.${number})
    set_target_properties(opened_${library} PROPERTIES PREFIX "" OUTPUT_NAME lib${library} SUFFIX .so.${number}
      NO_SONAME ON LIBRARY_OUTPUT_DIRECTORY ${toolkit}/lib64 UNITY_BUILD OFF SKIP_BUILD_RPATH ON)
    add_dependencies(opened_${library} ${hip_target})
    add_dependencies(rocm_bindgen_nvcc opened_${library})
  endif()
endforeach()
