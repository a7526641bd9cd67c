// The file of a profile, which the emulated device writes. docs/emulator.md documents its members.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include <nlohmann/json.hpp>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// Reads the file and checks its format, but not its other members: access to one that is missing throws
/// nlohmann::json::exception, for which not_a_profile() is the error. Fails with ExitCode::source_error.
Expected<nlohmann::json> read_profile(const std::filesystem::path& file);
Failure not_a_profile(const std::filesystem::path& file);

/// A number in the object `counts`.
std::uint64_t count_of(const nlohmann::json& counts, const char* member);

/// The sum of a member of `counts`'s member `memory` over loads, stores and atomics; 0 for kinds that the profile
/// leaves out.
std::uint64_t sum_of_kinds(const nlohmann::json& counts, const char* memory, const char* member);

/// Formats a part of a whole as "25%"; "-" if the whole is 0.
std::string percent(std::uint64_t part, std::uint64_t whole);

}  // namespace rocm_bindgen::build
