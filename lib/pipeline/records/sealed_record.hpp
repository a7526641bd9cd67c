#pragma once

#include <filesystem>

#include <nlohmann/json.hpp>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// A value in a file, with a checksum in front: what is read is what was written, or null. CBOR, not JSON text: paths
/// and messages may hold bytes that are no UTF-8, and they have to come back as they were.
nlohmann::json read_sealed(const std::filesystem::path& file);

/// Fails with ExitCode::output.
Expected<Done> write_sealed(const std::filesystem::path& file, const nlohmann::json& value);

}  // namespace rocm_bindgen::build
