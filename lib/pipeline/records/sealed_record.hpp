#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// A value in a file, preceded by a checksum. Reading returns the value that was written, or null if the file is
/// damaged or missing. The format is CBOR and not JSON text, because paths and messages may contain bytes that are not
/// UTF-8 and must be preserved.
nlohmann::json read_sealed(const std::filesystem::path& file);

/// The bytes of such a file, and the value in them; null if they are damaged.
std::string seal(const nlohmann::json& value);
nlohmann::json unseal(std::string_view bytes);

/// A value, and bytes that a parser would have to copy one by one if they were part of it.
struct SealedRecord {
  nlohmann::json value;
  std::string bytes;
};

/// Like read_sealed() and write_sealed(), for a value with bytes.
SealedRecord read_sealed_record(const std::filesystem::path& file);
Expected<Done> write_sealed_record(const std::filesystem::path& file, const nlohmann::json& value,
                                   std::string_view bytes);

/// Fails with ExitCode::output.
Expected<Done> write_sealed(const std::filesystem::path& file, const nlohmann::json& value);

}  // namespace rocm_bindgen::build
