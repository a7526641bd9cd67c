#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"
#include "toolchain/target_id.hpp"

namespace rocm_bindgen::build {

/// Bitcode of a device-library control constant: one module holding
/// `name = linkonce_odr protected addrspace(4) constant i32 value`, as ROCm-Device-Libs' oclc_*.bc are.
std::string control_constant_bitcode(std::string_view name, int value);

/// What the device library folder `installed` lacks for a target: names of the files that are generated.
std::vector<std::string> missing_device_libraries(const std::filesystem::path& installed, const TargetId& target);

/// A folder to pass as --rocm-device-lib-path, in which every target has its oclc_isa_version_*.bc and both code object
/// versions their oclc_abi_version_*.bc: links to `installed`'s files, and what is missing there generated.
/// Kept in `cache`; complete or absent, whoever builds at the same time. If nothing is missing, `installed` itself.
/// Fails with ExitCode::toolchain (no bitcode there) or ExitCode::output (cache not writable).
Expected<std::filesystem::path> complete_device_libraries(const std::filesystem::path& installed,
                                                          const std::filesystem::path& cache,
                                                          const std::vector<TargetId>& targets);

/// As watched_paths(), of a library that is linked. Links of a folder as above count by what they lead to: where the
/// cache is does not matter.
std::vector<std::string> watched_library_paths(const std::filesystem::path& library);

}  // namespace rocm_bindgen::build
