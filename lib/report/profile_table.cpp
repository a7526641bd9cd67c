#include "report/profile_table.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "report/named_gpus.hpp"
#include "report/profile_bounds.hpp"
#include "support/escape.hpp"
#include "support/file.hpp"
#include "support/parse_json.hpp"

namespace rocm_bindgen::build {
namespace {

using nlohmann::json;

constexpr unsigned kFormat = 1;            ///< the version of the profile that is understood
constexpr std::size_t kLongestTable = 10;  ///< the most lines that a table shows

/// The sum of a member over loads, stores and atomics; 0 for kinds that the profile leaves out.
std::uint64_t sum(const json& counts, const char* memory, const char* member) {
  std::uint64_t total = 0;
  for (const auto& kind : counts.at(memory)) total += kind.at(member).get<std::uint64_t>();
  return total;
}

std::uint64_t number(const json& counts, const char* member) {
  return counts.at(member).get<std::uint64_t>();
}

/// Formats a part of a whole as "25%"; "-" if the whole is 0.
std::string percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? "-" : fmt::format("{:.0f}%", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string instruction_mix(const json& counts) {
  std::string text;
  for (const auto& [name, count] : counts.at("instructions").items())
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", for_terminal(name), count.get<std::uint64_t>());
  return text;
}

void add_traffic(std::string& text, const json& counts) {
  for (const auto& [kind, traffic] : counts.at("global").items())
    text += fmt::format(
        "    global {:<8} {} requests, {} bytes asked for; sectors of 64: {} bytes, {} used; of 128: {} bytes, {} "
        "used\n",
        for_terminal(kind), number(traffic, "requests"), number(traffic, "bytes"), number(traffic, "sector_bytes_64"),
        percent(number(traffic, "distinct_bytes"), number(traffic, "sector_bytes_64")),
        number(traffic, "sector_bytes_128"),
        percent(number(traffic, "distinct_bytes"), number(traffic, "sector_bytes_128")));
  for (const auto& [kind, traffic] : counts.at("lds").items())
    text += fmt::format("    LDS {:<11} {} requests, {} bytes, {} cycles, of which {} for bank conflicts\n",
                        for_terminal(kind), number(traffic, "requests"), number(traffic, "bytes"),
                        number(traffic, "cycles"), number(traffic, "conflict_cycles"));
}

void add_bounds(std::string& text, const json& counts, std::span<const NamedGpu> gpus) {
  for (const auto& gpu : gpus) {
    const auto bounds = bounds_of(counts, gpu);
    text += fmt::format("    bound           {:.3g} us on {}: memory {:.3g}, LDS {:.3g}, arithmetic {:.3g}\n",
                        std::max({bounds.memory, bounds.lds, bounds.arithmetic}), gpu.name, bounds.memory, bounds.lds,
                        bounds.arithmetic);
  }
}

std::string place_of(const json& line) {
  if (line.contains("source")) return for_terminal(line.at("source").get<std::string>());
  return fmt::format("{}+{:#x}: {}", for_terminal(line.at("function").get<std::string>()), number(line, "offset"),
                     for_terminal(line.at("instruction").get<std::string>()));
}

/// Adds a table of the lines with the largest values. Lines with the value 0 are left out, and so is an empty table.
template <class Value>
void add_largest(std::string& text, const json& lines, const char* title, Value value) {
  std::vector<std::pair<std::uint64_t, const json*>> rows;
  for (const auto& line : lines)
    if (const auto of_line = value(line.at("counts")); of_line != 0) rows.emplace_back(of_line, &line);
  if (rows.empty()) return;
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  text += fmt::format("    {}\n", title);
  for (std::size_t i = 0; i < std::min(rows.size(), kLongestTable); ++i)
    text += fmt::format("      {:>14}  {}\n", rows[i].first, place_of(*rows[i].second));
}

std::string kernel_tables(const json& kernel, std::span<const NamedGpu> gpus) {
  const auto& counts = kernel.at("counts");
  auto text =
      fmt::format("  {}\n    {} launches, {} workgroups, {} waves", for_terminal(kernel.at("name").get<std::string>()),
                  number(kernel, "launches"), number(kernel, "workgroups"), number(kernel, "waves"));
  if (const auto faulted = number(kernel, "faulted_launches"); faulted != 0)
    text += fmt::format("; {} launches ended with a fault and are not counted", faulted);
  text += fmt::format("\n    instructions    {}\n", instruction_mix(counts));
  const auto active = number(counts, "active_lanes");
  text += fmt::format("    lanes           {} active\n", percent(active, active + number(counts, "idle_lanes")));
  text += fmt::format("    barriers {}, waits {}\n", number(counts, "barriers"), number(counts, "waits"));
  for (const auto& shape : kernel.at("shapes"))
    text += fmt::format("    occupancy       {} waves per SIMD by registers, {} workgroups per compute unit\n",
                        number(shape, "waves_per_simd"), number(shape, "workgroups_per_compute_unit"));
  add_traffic(text, counts);
  add_bounds(text, counts, gpus);
  const auto& lines = kernel.at("lines");
  add_largest(text, lines, "most bytes of global memory, in sectors of 64",
              [](const json& of_line) { return sum(of_line, "global", "sector_bytes_64"); });
  add_largest(text, lines, "most cycles for bank conflicts",
              [](const json& of_line) { return sum(of_line, "lds", "conflict_cycles"); });
  add_largest(text, lines, "most idle lanes", [](const json& of_line) { return number(of_line, "idle_lanes"); });
  return text;
}

}  // namespace

Expected<std::string> profile_tables(const std::filesystem::path& file) {
  ROCM_BINDGEN_TRY(const auto content, read_file(file));
  try {
    const auto profile = parse_json(content);
    if (profile.at("profile").get<unsigned>() != kFormat)
      return Failure(ExitCode::source_error,
                     fmt::format("the profile '{}' has another format than {}", file.string(), kFormat),
                     "use the tool and the emulated device of the same version");
    const auto target = profile.at("target").get<std::string>();
    const auto gpus = named_gpus(std::string_view(target).substr(0, target.find(':')));
    auto text = fmt::format("{}: {}, {} kernels\n", for_terminal(file.string()), for_terminal(target),
                            profile.at("kernels").size());
    for (const auto& kernel : profile.at("kernels")) text += kernel_tables(kernel, gpus);
    return text;
  } catch (const json::exception&) {
    return Failure(ExitCode::source_error, fmt::format("'{}' is not a profile", file.string()),
                   "pass the file that ROCM_BINDGEN_EMULATOR_PROFILE named");
  }
}

}  // namespace rocm_bindgen::build
