#pragma once

#include <filesystem>
#include <vector>

#include "support/expected.hpp"
#include "toolchain/target_id.hpp"

namespace rocm_bindgen {

/// Bitcode of a device-library control constant: one module holding
/// `name = linkonce_odr protected addrspace(4) constant i32 value`, as ROCm-Device-Libs' oclc_*.bc are.
std::string control_constant_bitcode(std::string_view name, int value);

/// A folder to pass as --rocm-device-lib-path, in which every target has its oclc_isa_version_*.bc and both code object
/// versions their oclc_abi_version_*.bc: links to `installed`'s files, and what is missing there generated.
/// Kept in `cache`; complete or absent, whoever builds at the same time. If nothing is missing, `installed` itself.
/// Fails with ExitCode::toolchain (no bitcode there) or ExitCode::output (cache not writable).
Expected<std::filesystem::path> complete_device_libraries(const std::filesystem::path& installed,
                                                          const std::filesystem::path& cache,
                                                          const std::vector<TargetId>& targets);

}  // namespace rocm_bindgen
