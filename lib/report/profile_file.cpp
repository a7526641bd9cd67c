#include "report/profile_file.hpp"

#include <fmt/format.h>

#include "support/file.hpp"
#include "support/parse_json.hpp"

namespace rocm_bindgen::build {
namespace {

constexpr unsigned kFormat = 1;  ///< the version of the profile that is understood

}  // namespace

Failure not_a_profile(const std::filesystem::path& file) {
  return Failure(ExitCode::source_error, fmt::format("'{}' is not a profile", file.string()),
                 "pass the file that ROCM_BINDGEN_EMULATOR_PROFILE named");
}

Expected<nlohmann::json> read_profile(const std::filesystem::path& file) {
  ROCM_BINDGEN_TRY(const auto content, read_file(file));
  try {
    auto profile = parse_json(content);
    if (profile.at("profile").get<unsigned>() == kFormat) return profile;
    return Failure(ExitCode::source_error,
                   fmt::format("the profile '{}' has another format than {}", file.string(), kFormat),
                   "use the tool and the emulated device of the same version");
  } catch (const nlohmann::json::exception&) {
    return not_a_profile(file);
  }
}

std::uint64_t count_of(const nlohmann::json& counts, const char* member) {
  return counts.at(member).get<std::uint64_t>();
}

std::uint64_t sum_of_kinds(const nlohmann::json& counts, const char* memory, const char* member) {
  std::uint64_t total = 0;
  for (const auto& kind : counts.at(memory)) total += count_of(kind, member);
  return total;
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? "-" : fmt::format("{:.0f}%", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

}  // namespace rocm_bindgen::build
