// Completes ROCm's device libraries. clang's driver links, for every AMD target, a bitcode file that defines the ISA
// version (oclc_isa_version_*.bc) and one for the code object version (oclc_abi_version_*.bc). A distribution's ROCm
// has these files only for the processors it supports, although each just defines one constant. Missing ones are
// therefore generated, in a folder of the cache that otherwise links to the installed files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"
#include "toolchain/target_id.hpp"

namespace rocm_bindgen::build {

/// Generates a control constant of the device libraries: the bitcode of a module that holds `name = linkonce_odr
/// protected addrspace(4) constant i32 value`, as ROCm-Device-Libs' oclc_*.bc do.
std::string control_constant_bitcode(std::string_view name, int value);

/// Returns a folder to pass as --rocm-device-lib-path, with the oclc_isa_version_*.bc of every target and the
/// oclc_abi_version_*.bc of every code object version that they use. It contains links to the files in `installed`, and
/// generated files for what is missing there. It is in `cache`, and appears complete or not at all, also if several
/// builds create it at the same time. If nothing is missing, returns `installed` itself. Fails with ExitCode::toolchain
/// (no bitcode in `installed`) or ExitCode::output (cache not writable).
Expected<std::filesystem::path> complete_device_libraries(const std::filesystem::path& installed,
                                                          const std::filesystem::path& cache,
                                                          const std::vector<TargetId>& targets);

/// Like watched_paths(), for a library that is linked. A link in a folder made by complete_device_libraries() is
/// replaced by its target, so that the result does not depend on the path of the cache.
std::vector<std::string> watched_library_paths(const std::filesystem::path& library);

}  // namespace rocm_bindgen::build
