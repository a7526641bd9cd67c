# rocm_bindgen_add_kernels(TARGET
#   SOURCES file.cu...                    files, or patterns such as src/*.cu
#   [ARCHS gfx1030 gfx1100 ...]           default: CMAKE_HIP_ARCHITECTURES, GPU_TARGETS, or the tool's default
#   [NAMESPACE name]                      default: kernels
#   [HEADER name.hpp]                     default: TARGET.hpp
#   [EMBED incbin|literal|embed|none]     default: incbin
#   [COMPRESS zstd|none]                  default: zstd
#   [INCLUDE_DIRECTORIES dir...] [DEFINITIONS NAME=VALUE...] [COMPILE_OPTIONS flag...]
#   [NO_RUNTIME])                         do not link rocm_bindgen::runtime
#
# Adds a library TARGET. Programs that link with it can include the header, and get the code objects and the runtime.
# Each pair of source and architecture is rebuilt when the source or one of its headers changes. Generator expressions
# are allowed in the three lists of flags.
#
# The tool is the target rocm_bindgen::rocm-bindgen if it exists. If not, it is ROCM_BINDGEN_EXECUTABLE; if that is not
# set, the tool is searched in PATH. ROCM_BINDGEN_JOBS is the number of jobs that it may run at a time if make's job
# server cannot control it, that is, with CMake before 3.28 and with generators other than those for makefiles.
#
# Properties of TARGET: ROCM_BINDGEN_HEADER, the header's path; ROCM_BINDGEN_ARTIFACTS, the folder with hip/, hsaco/ and
# manifest.json. With EMBED none, the program's code object folder must be the folder that contains both.

# The code below needs the policies of CMake 3.22, whatever version the project that includes this file requires.
cmake_policy(PUSH)
cmake_policy(VERSION 3.22)


# Sets RESULT to the tool, as the first word of a COMMAND.
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

# Sets RESULT to the architectures, separated by commas. An empty value selects the tool's default.
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

# Sets RESULT to the absolute paths of files, with patterns expanded.
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

# Sets RESULT to the values, escaped for use inside a generator expression, where a ',' or '>' outside a nested
# expression would end a parameter or the expression.
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

# Sets RESULT to flags: PREFIX followed by each of the values. These may contain generator expressions; an empty value
# gives no flag.
function(_rocm_bindgen_flags result prefix)
  set(flags)
  if(ARGN)
    _rocm_bindgen_escape(values ${ARGN})
    set(values "$<FILTER:${values},EXCLUDE,^$>")
    set(flags "$<$<NOT:$<STREQUAL:${values},>>:${prefix}$<JOIN:${values},;${prefix}>>")
  endif()
  set(${result} "${flags}" PARENT_SCOPE)
endfunction()

# Sets RESULT to -I flags for folders. Relative folders are relative to the current source folder.
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

# Assembles the file next to the header into OBJECT. The C++ compiler is used because the project may not enable the
# language ASM.
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
    # Warnings are disabled: flags that apply to C++ only cause warnings here.
    COMMAND "${CMAKE_CXX_COMPILER}" ${flags} -w "-I${folder}" -c "${assembly}" -o "${object}"
    # The assembly file changes whenever a code object does, because it names symbols after their contents.
    DEPENDS "${assembly}"
    COMMENT "Assembling the code objects of ${assembly}" VERBATIM)
endfunction()

# Adds the library for the kernels. The target `maker` generates its inputs.
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
    message(FATAL_ERROR
      "rocm_bindgen_add_kernels(${target}): EMBED must be incbin, literal, embed or none, not '${arg_EMBED}'")
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

  # Each target has its own folder, which is also its include folder.
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
  # The tool does not touch files whose contents would not change, so that their dependents are not rebuilt. make,
  # however, needs an output that is newer than all its inputs: the stamp.
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
