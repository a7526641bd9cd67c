# Installation rules, by component: tool, runtime, emulator, kernels, dev. The installed files can be moved: libraries
# find each other by $ORIGIN, and the CMake package finds its files relative to itself.
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/rocm_bindgen)
# The folders of the libraries' headers. kernels/tables is one of them because headers of ops include lists in it.
set(public_headers ${PROJECT_SOURCE_DIR}/runtime/loader/include ${PROJECT_SOURCE_DIR}/runtime/ops/include
  ${PROJECT_SOURCE_DIR}/kernels/tables)

# install_part(COMPONENT TARGET NAME): installs TARGET and exports it as rocm_bindgen::NAME.
function(install_part component target name)
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  install(TARGETS ${target} EXPORT rocm_bindgen-${component}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT ${component}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${component} NAMELINK_COMPONENT dev)
  # The tool's targets belong to its component, so that kernels can be built from CMake with the tool alone. The targets
  # of the libraries need their headers, which are in dev.
  set(export_component dev)
  if(component STREQUAL tool)
    set(export_component tool)
  endif()
  install(EXPORT rocm_bindgen-${component} NAMESPACE rocm_bindgen:: DESTINATION ${package_folder}
    COMPONENT ${export_component})
endfunction()

# install_pkg_config(NAME LIBRARY DESCRIPTION REQUIRES PRIVATE): installs a pkg-config file, and writes one for the build folder
# to pkgconfig/ there. PRIVATE is what a program needs in addition if it links the static library.
function(install_pkg_config name library description requires private)
  set(template ${PROJECT_SOURCE_DIR}/tools/cmake/rocm_bindgen.pc.in)
  # Installed files can be moved, so their paths are relative to the pkg-config file.
  file(RELATIVE_PATH prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  string(REGEX REPLACE "/$" "" prefix "\${pcfiledir}/${prefix}")
  set(libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
  set(includedir "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
  set(cflags "-I\${includedir}")
  configure_file(${template} ${PROJECT_BINARY_DIR}/pkgconfig/installed/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/pkgconfig/installed/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
    COMPONENT dev)
  set(prefix ${PROJECT_BINARY_DIR})
  set(libdir "\${prefix}/lib")
  list(GET public_headers 0 includedir)
  list(TRANSFORM public_headers PREPEND "-I" OUTPUT_VARIABLE cflags)
  list(JOIN cflags " " cflags)
  configure_file(${template} ${PROJECT_BINARY_DIR}/pkgconfig/${name}.pc @ONLY)
endfunction()

install_part(tool rocm-bindgen rocm-bindgen)
if(TARGET rocm-bindgen-compiler)
  # rocm-bindgen finds this program by its path relative to itself, and this program finds rocm-bindgen in the same way.
  if(NOT CMAKE_INSTALL_BINDIR MATCHES "(^|/)bin$")
    message(FATAL_ERROR "CMAKE_INSTALL_BINDIR is '${CMAKE_INSTALL_BINDIR}': the name of the folder must be bin")
  endif()
  install(TARGETS rocm-bindgen-compiler RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}/../libexec/rocm_bindgen COMPONENT tool)
endif()
# Manual pages and completions; see tools/rocm-bindgen/CMakeLists.txt.
if(TARGET rocm-bindgen-documentation)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/share/man/ DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT tool)
  set(completions ${PROJECT_BINARY_DIR}/share/completions)
  install(FILES ${completions}/rocm-bindgen COMPONENT tool
    DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/bash-completion/completions)
  install(FILES ${completions}/_rocm-bindgen COMPONENT tool DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/zsh/site-functions)
  install(FILES ${completions}/rocm-bindgen.fish COMPONENT tool
    DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/fish/vendor_completions.d)
endif()
# The rules for Bazel. A WORKSPACE file refers to them by the path of this folder.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/tools/bazel DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/rocm_bindgen COMPONENT tool)
install_part(runtime rocm_bindgen_runtime runtime)
install_part(emulator rocm_bindgen_emulator emulator)
if(TARGET rocm_bindgen_hip)
  # The library has the name of ROCm's, so it is installed where the dynamic linker does not look by default, and without
  # a name for linking.
  install(TARGETS rocm_bindgen_hip rocm_bindgen_hip6 rocm_bindgen_hip7 LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/rocm_bindgen/hip COMPONENT emulator
    NAMELINK_SKIP)
endif()
install_pkg_config(rocm_bindgen rocm_bindgen_runtime "Loads and launches GPU kernels that rocm-bindgen embedded" ""
  "-lzstd -lstdc++ -ldl -lpthread -lm")
install(TARGETS rocm_bindgen_runtime_static ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
if(TARGET rocm_bindgen_kernels)
  set_target_properties(rocm_bindgen_kernels PROPERTIES INSTALL_RPATH "$ORIGIN")
  install_part(kernels rocm_bindgen_kernels kernels)
  install_pkg_config(rocm_bindgen-kernels rocm_bindgen_kernels "The GPU kernels that come with rocm-bindgen" rocm_bindgen "")
  install(TARGETS rocm_bindgen_kernels_static ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
endif()

install(DIRECTORY ${PROJECT_SOURCE_DIR}/runtime/loader/include/ ${PROJECT_SOURCE_DIR}/runtime/ops/include/
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)
# These lists are included by headers of ops; the other lists are used by the kernels alone.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/kernels/tables/rocm_bindgen DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)

# The crates. Cargo uses them by their paths, so they need no registry. The crate for programs makes its enums from the tables.
set(crates ${CMAKE_INSTALL_DATAROOTDIR}/rocm_bindgen/rust)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/tools/rust/rocm-bindgen-build ${PROJECT_SOURCE_DIR}/runtime/rust/rocm-bindgen
  DESTINATION ${crates} COMPONENT dev PATTERN target EXCLUDE PATTERN tests EXCLUDE PATTERN Cargo.lock EXCLUDE)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/kernels/tables/rocm_bindgen/ops/ DESTINATION ${crates}/rocm-bindgen/tables
  COMPONENT dev)

configure_package_config_file(${PROJECT_SOURCE_DIR}/tools/cmake/rocm_bindgenConfig.cmake.in
  ${PROJECT_BINARY_DIR}/rocm_bindgenConfig.cmake INSTALL_DESTINATION ${package_folder})
# Before 1.0, a new minor version may change the API.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/rocm_bindgenConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/rocm_bindgenConfig.cmake ${PROJECT_BINARY_DIR}/rocm_bindgenConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/tools/cmake/RocmBindgen.cmake DESTINATION ${package_folder} COMPONENT tool)
