# Rules for `cpack`: a .deb for each component, and one .tar.gz with everything.
set(CPACK_PACKAGE_NAME rocm-bindgen)
set(CPACK_PACKAGE_VENDOR "rocm-bindgen developers")
set(CPACK_PACKAGE_CONTACT "rocm-bindgen developers <rocm-bindgen@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "GPU kernels in CUDA sources, built for AMD and embedded in C++ programs")
set(CPACK_GENERATOR "DEB;TGZ")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)  # one per processor

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
# Ours: the second folder has the libamdhip64 that the libraries with CUDA's names need.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/lib ${PROJECT_BINARY_DIR}/lib/rocm_bindgen/hip)

# debian_package(COMPONENT NAME SUMMARY DEPENDS...): defines a package. DEPENDS are the dependencies that dpkg-shlibdeps
# cannot detect.
macro(debian_package component name summary)
  string(TOUPPER ${component} upper)
  set(depends ${ARGN})  # ARGN of a macro is not a variable
  list(JOIN depends ", " depends)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name})
  set(CPACK_COMPONENT_${upper}_DESCRIPTION "${summary}")
  set(CPACK_DEBIAN_${upper}_PACKAGE_DEPENDS "${depends}")
  list(APPEND CPACK_COMPONENTS_ALL ${component})
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/${name} RENAME copyright
    COMPONENT ${component})
endmacro()

set(same "(= ${PROJECT_VERSION})")
set(major ${PROJECT_VERSION_MAJOR})
# The built-in compiler needs the headers of clang, of HIP and of a C++ standard library, and the device libraries.
debian_package(tool rocm-bindgen "The command: compiles CUDA sources into one C++ header with GPU code objects"
  "libclang-common-19-dev" "libamdhip64-dev" "rocm-device-libs" "libstdc++-12-dev" "libc6-dev")
# Opened only by builds that use a server as remote cache.
set(CPACK_DEBIAN_TOOL_PACKAGE_RECOMMENDS libcurl4)
debian_package(runtime librocm-bindgen-runtime${major} "The runtime: loads embedded code objects and launches kernels")
debian_package(emulator librocm-bindgen-emulator "A device that executes AMD code objects on the CPU"
  "librocm-bindgen-runtime${major} ${same}")
debian_package(kernels librocm-bindgen-kernels${major} "The bundled kernels: typed operations on tensors"
  "librocm-bindgen-runtime${major} ${same}")
debian_package(dev librocm-bindgen-dev "Headers, CMake and pkg-config files of rocm-bindgen's libraries"
  "rocm-bindgen ${same}" "librocm-bindgen-runtime${major} ${same}" "librocm-bindgen-kernels${major} ${same}"
  "librocm-bindgen-emulator ${same}")
include(CPack)
