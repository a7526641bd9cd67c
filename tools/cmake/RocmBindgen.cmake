# rocm_bindgen_add_kernels(TARGET
#   SOURCES file.cu...                    patterns such as src/*.cu, too
#   [ARCHS gfx1030 gfx1100 ...]           default: CMAKE_HIP_ARCHITECTURES, GPU_TARGETS, or the tool's own
#   [NAMESPACE name]                      default: kernels
#   [HEADER name.hpp]                     default: TARGET.hpp
#   [EMBED incbin|literal|embed|none]     default: incbin
#   [COMPRESS zstd|none]                  default: zstd
#   [INCLUDE_DIRECTORIES dir...] [DEFINITIONS NAME=VALUE...] [COMPILE_OPTIONS flag...]
#   [NO_RUNTIME])                         without linking rocm_bindgen::runtime
#
# Makes TARGET, a library: who links it can include the header, and has the code objects and the runtime. The sources are
# rebuilt per (source, arch), as their headers change. Generator expressions are welcome in the three lists of flags.
#
# The tool is the target rocm_bindgen::rocm-bindgen, else ROCM_BINDGEN_EXECUTABLE, else found in PATH. ROCM_BINDGEN_JOBS
# says how many jobs it may run at a time where make's job server cannot say so: with CMake before 3.28, and with other
# generators than those of makefiles.
#
# Properties of TARGET: ROCM_BINDGEN_HEADER, the header's path; ROCM_BINDGEN_ARTIFACTS, the folder with hip/, hsaco/ and
# manifest.json. A program whose kernels are EMBED none finds its code objects below the folder that both are in.

# What follows is meant as CMake 3.22 has it, whatever the project that uses it has asked for.
cmake_policy(PUSH)
cmake_policy(VERSION 3.22)


# The tool, as a word of a command: in RESULT.
function(_rocm_bindgen_find_tool result)
  if(TARGET rocm_bindgen::rocm-bindgen)
    set(${result} "$<TARGET_FILE:rocm_bindgen::rocm-bindgen>" PARENT_SCOPE)
    return()
  endif()
  find_program(ROCM_BINDGEN_EXECUTABLE rocm-bindgen)
  if(NOT ROCM_BINDGEN_EXECUTABLE)
    message(FATAL_ERROR "rocm-bindgen was not found: install it, or set ROCM_BINDGEN_EXECUTABLE to its path")
  endif()
  set(${result} "${ROCM_BINDGEN_EXECUTABLE}" PARENT_SCOPE)
endfunction()

# What to build for: in RESULT, separated by commas; empty: the tool's default.
function(_rocm_bindgen_choose_archs result)
  set(archs ${ARGN})
  foreach(usual CMAKE_HIP_ARCHITECTURES GPU_TARGETS)
    if(NOT archs AND ${usual})
      set(archs ${${usual}})
    endif()
  endforeach()
  list(JOIN archs "," archs)
  set(${result} "${archs}" PARENT_SCOPE)
endfunction()

# Absolute paths of files and patterns: in RESULT.
function(_rocm_bindgen_expand_sources result)
  set(sources)
  foreach(source IN LISTS ARGN)
    get_filename_component(path "${source}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
    if(path MATCHES "[*?]")
      file(GLOB found CONFIGURE_DEPENDS "${path}")
      if(NOT found)
        message(FATAL_ERROR "rocm_bindgen_add_kernels: no file matches '${source}'")
      endif()
      list(APPEND sources ${found})
    else()
      list(APPEND sources "${path}")
    endif()
  endforeach()
  set(${result} "${sources}" PARENT_SCOPE)
endfunction()

# `values` for the inside of a generator expression, where a comma and a > of their own would end something: in RESULT.
function(_rocm_bindgen_escape result)
  set(escaped)
  set(depth 0)
  set(rest "${ARGN}")
  while(rest MATCHES "^([^$,>]*)(\\$<|[$,>])(.*)$")
    set(token "${CMAKE_MATCH_2}")
    set(rest "${CMAKE_MATCH_3}")
    string(APPEND escaped "${CMAKE_MATCH_1}")
    if(token STREQUAL "$<")
      math(EXPR depth "${depth} + 1")
    elseif(token STREQUAL ">" AND depth GREATER 0)
      math(EXPR depth "${depth} - 1")
    elseif(token STREQUAL ">")
      set(token "$<ANGLE-R>")
    elseif(token STREQUAL "," AND depth EQUAL 0)
      set(token "$<COMMA>")
    endif()
    string(APPEND escaped "${token}")
  endwhile()
  set(${result} "${escaped}${rest}" PARENT_SCOPE)
endfunction()

# `values`, which may be generator expressions, as flags: in RESULT. What is empty is no flag.
function(_rocm_bindgen_flags result prefix)
  set(flags)
  if(ARGN)
    _rocm_bindgen_escape(values ${ARGN})
    set(values "$<FILTER:${values},EXCLUDE,^$>")
    set(flags "$<$<NOT:$<STREQUAL:${values},>>:${prefix}$<JOIN:${values},;${prefix}>>")
  endif()
  set(${result} "${flags}" PARENT_SCOPE)
endfunction()

function(_rocm_bindgen_include_flags result)
  set(folders)
  foreach(folder IN LISTS ARGN)
    if(NOT folder MATCHES "^\\$<")
      get_filename_component(folder "${folder}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
    endif()
    list(APPEND folders "${folder}")
  endforeach()
  _rocm_bindgen_flags(flags "-I" ${folders})
  set(${result} "${flags}" PARENT_SCOPE)
endfunction()

# Assembles the file beside the header with the C++ compiler, which takes it whatever languages the project has: OBJECT.
function(_rocm_bindgen_assemble assembly object)
  separate_arguments(flags UNIX_COMMAND "${CMAKE_CXX_FLAGS}")
  if(CMAKE_CXX_COMPILER_TARGET)
    list(APPEND flags "--target=${CMAKE_CXX_COMPILER_TARGET}")
  endif()
  if(CMAKE_SYSROOT)
    list(APPEND flags "--sysroot=${CMAKE_SYSROOT}")
  endif()
  get_filename_component(folder "${assembly}" DIRECTORY)
  add_custom_command(OUTPUT "${object}"
    # Flags that are for C++ alone are no matter for a warning.
    COMMAND "${CMAKE_CXX_COMPILER}" ${flags} -w "-I${folder}" -c "${assembly}" -o "${object}"
    # It changes with every byte of the code objects: their symbols are named after their content.
    DEPENDS "${assembly}"
    COMMENT "Assembling the code objects of ${assembly}" VERBATIM)
endfunction()

# The library that stands for the kernels: what goes into it is made by the target `maker`.
function(_rocm_bindgen_add_library target maker folder header embed)
  get_filename_component(stem "${header}" NAME_WLE)
  get_filename_component(header_folder "${header}" DIRECTORY)
  if(embed STREQUAL "incbin")
    _rocm_bindgen_assemble("${header_folder}/${stem}.S" "${folder}/${stem}.o")
    add_library(${target} STATIC "${folder}/${stem}.o")
    set_source_files_properties("${folder}/${stem}.o" PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
    set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
  elseif(embed STREQUAL "embed")
    add_library(${target} STATIC "${header_folder}/${stem}.cpp")
  else()
    add_library(${target} INTERFACE)
  endif()
  add_dependencies(${target} ${maker})
  target_include_directories(${target} INTERFACE "${folder}")
  target_compile_features(${target} INTERFACE cxx_std_17)
endfunction()

function(rocm_bindgen_add_kernels target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "NO_RUNTIME" "NAMESPACE;HEADER;EMBED;COMPRESS"
    "SOURCES;ARCHS;INCLUDE_DIRECTORIES;DEFINITIONS;COMPILE_OPTIONS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "rocm_bindgen_add_kernels(${target}): unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT arg_SOURCES)
    message(FATAL_ERROR "rocm_bindgen_add_kernels(${target}): SOURCES is missing")
  endif()
  if(NOT arg_HEADER)
    set(arg_HEADER ${target}.hpp)
  endif()
  if(NOT arg_EMBED)
    set(arg_EMBED incbin)
  endif()
  if(NOT arg_EMBED MATCHES "^(incbin|literal|embed|none)$")
    message(FATAL_ERROR "rocm_bindgen_add_kernels(${target}): EMBED is incbin, literal, embed or none, not '${arg_EMBED}'")
  endif()

  _rocm_bindgen_find_tool(tool)
  _rocm_bindgen_choose_archs(archs ${arg_ARCHS})
  _rocm_bindgen_expand_sources(sources ${arg_SOURCES})
  _rocm_bindgen_include_flags(includes ${arg_INCLUDE_DIRECTORIES})
  _rocm_bindgen_flags(definitions "-D" ${arg_DEFINITIONS})
  set(options)
  if(archs)
    list(APPEND options --arch ${archs})
  endif()
  list(APPEND options --embed ${arg_EMBED})
  if(arg_NAMESPACE)
    list(APPEND options --namespace ${arg_NAMESPACE})
  endif()
  if(arg_COMPRESS)
    list(APPEND options --compress ${arg_COMPRESS})
  endif()
  set(job_server)
  if(CMAKE_VERSION VERSION_GREATER_EQUAL 3.28 AND CMAKE_GENERATOR MATCHES "Makefiles")
    set(job_server JOB_SERVER_AWARE TRUE)
  elseif(ROCM_BINDGEN_JOBS)
    list(APPEND options -j ${ROCM_BINDGEN_JOBS})
  endif()

  # A folder of its own, which is also the include folder.
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${target}.rocm-bindgen")
  set(header "${folder}/${arg_HEADER}")
  get_filename_component(stem "${header}" NAME_WLE)
  get_filename_component(header_folder "${header}" DIRECTORY)
  set(made "${header}")
  if(arg_EMBED STREQUAL "incbin")
    list(APPEND made "${header_folder}/${stem}.S")
  elseif(arg_EMBED STREQUAL "embed")
    list(APPEND made "${header_folder}/${stem}.cpp")
  endif()
  # The tool leaves files alone that would not change, and what depends on them is not made again; make needs to see a
  # file that is newer than all it depends on.
  set(stamp "${folder}/${target}.stamp")
  file(MAKE_DIRECTORY "${header_folder}")
  add_custom_command(OUTPUT "${stamp}"
    BYPRODUCTS ${made}
    COMMAND "${tool}" build -q -o "${header}" ${options} "${includes}" "${definitions}" ${arg_COMPILE_OPTIONS}
      -MD -MF "${stamp}.d" -MQ "${stamp}" --stats "${folder}/${target}.stats.json" -- ${sources}
    COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
    DEPENDS ${sources} "${tool}"
    DEPFILE "${stamp}.d"
    ${job_server}
    COMMENT "Building GPU kernels of ${target}"
    COMMAND_EXPAND_LISTS VERBATIM)
  add_custom_target(${target}_code_objects DEPENDS "${stamp}")

  _rocm_bindgen_add_library(${target} ${target}_code_objects "${folder}" "${header}" ${arg_EMBED})
  if(NOT arg_NO_RUNTIME AND TARGET rocm_bindgen::runtime)
    target_link_libraries(${target} INTERFACE rocm_bindgen::runtime)
  endif()
  set_target_properties(${target} PROPERTIES
    ROCM_BINDGEN_HEADER "${header}" ROCM_BINDGEN_ARTIFACTS "${header_folder}/${stem}.artifacts")
endfunction()

cmake_policy(POP)
