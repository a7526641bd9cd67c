# rocm_bindgen_add_kernels(TARGET
#   SOURCES file.cu...
#   [ARCHS gfx1030 gfx1100 ...]           default: gfx1030 gfx1100 gfx90a
#   [NAMESPACE name]                      default: kernels
#   [HEADER name.hpp]                     default: TARGET.hpp
#   [INCLUDE_DIRECTORIES dir...] [DEFINITIONS NAME=VALUE...] [COMPILE_OPTIONS flag...])
#
# Makes TARGET, an interface library: who links it can include the header. The sources are rebuilt per (source, arch), as
# their headers change. The tool is the target rocm-bindgen of this build, or ROCM_BINDGEN_EXECUTABLE.
function(rocm_bindgen_add_kernels target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "NAMESPACE;HEADER" "SOURCES;ARCHS;INCLUDE_DIRECTORIES;DEFINITIONS;COMPILE_OPTIONS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "rocm_bindgen_add_kernels(${target}): unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT arg_SOURCES)
    message(FATAL_ERROR "rocm_bindgen_add_kernels(${target}): SOURCES is missing")
  endif()
  if(NOT arg_HEADER)
    set(arg_HEADER ${target}.hpp)
  endif()

  set(tool ${ROCM_BINDGEN_EXECUTABLE})
  if(TARGET rocm-bindgen)
    set(tool $<TARGET_FILE:rocm-bindgen>)
  elseif(NOT tool)
    find_program(ROCM_BINDGEN_EXECUTABLE rocm-bindgen REQUIRED)
    set(tool ${ROCM_BINDGEN_EXECUTABLE})
  endif()

  set(options)
  if(arg_ARCHS)
    list(JOIN arg_ARCHS "," archs)
    list(APPEND options --arch ${archs})
  endif()
  if(arg_NAMESPACE)
    list(APPEND options --namespace ${arg_NAMESPACE})
  endif()
  foreach(folder IN LISTS arg_INCLUDE_DIRECTORIES)
    cmake_path(ABSOLUTE_PATH folder BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    list(APPEND options -I${folder})
  endforeach()
  list(TRANSFORM arg_DEFINITIONS PREPEND -D)
  list(APPEND options ${arg_DEFINITIONS} ${arg_COMPILE_OPTIONS})

  set(sources)
  foreach(source IN LISTS arg_SOURCES)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    list(APPEND sources ${source})
  endforeach()

  # A folder of its own, which is also the include folder.
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${target}.rocm-bindgen)
  set(header ${folder}/${arg_HEADER})
  add_custom_command(OUTPUT ${header}
    COMMAND ${tool} build -q -o ${header} ${options} -MD -MF ${header}.d --stats ${header}.stats.json -- ${sources}
    DEPENDS ${sources} ${tool}
    DEPFILE ${header}.d
    COMMENT "Building GPU kernels of ${target}"
    VERBATIM)
  add_custom_target(${target}_header DEPENDS ${header})
  add_library(${target} INTERFACE)
  add_dependencies(${target} ${target}_header)
  target_include_directories(${target} INTERFACE ${folder})
  target_compile_features(${target} INTERFACE cxx_std_17)
endfunction()
