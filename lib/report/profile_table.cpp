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
#include "report/profile_file.hpp"
#include "support/escape.hpp"

namespace rocm_bindgen::build {
namespace {

using nlohmann::json;

constexpr std::size_t kLongestTable = 10;  ///< the most lines that a table shows

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
        for_terminal(kind), count_of(traffic, "requests"), count_of(traffic, "bytes"),
        count_of(traffic, "sector_bytes_64"),
        percent(count_of(traffic, "distinct_bytes"), count_of(traffic, "sector_bytes_64")),
        count_of(traffic, "sector_bytes_128"),
        percent(count_of(traffic, "distinct_bytes"), count_of(traffic, "sector_bytes_128")));
  for (const auto& [kind, traffic] : counts.at("lds").items())
    text += fmt::format("    LDS {:<11} {} requests, {} bytes, {} cycles, of which {} for bank conflicts\n",
                        for_terminal(kind), count_of(traffic, "requests"), count_of(traffic, "bytes"),
                        count_of(traffic, "cycles"), count_of(traffic, "conflict_cycles"));
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
  return fmt::format("{}+{:#x}: {}", for_terminal(line.at("function").get<std::string>()), count_of(line, "offset"),
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
                  count_of(kernel, "launches"), count_of(kernel, "workgroups"), count_of(kernel, "waves"));
  if (const auto faulted = count_of(kernel, "faulted_launches"); faulted != 0)
    text += fmt::format("; {} launches ended with a fault and are not counted", faulted);
  text += fmt::format("\n    instructions    {}\n", instruction_mix(counts));
  const auto active = count_of(counts, "active_lanes");
  text += fmt::format("    lanes           {} active\n", percent(active, active + count_of(counts, "idle_lanes")));
  text += fmt::format("    barriers {}, waits {}\n", count_of(counts, "barriers"), count_of(counts, "waits"));
  for (const auto& shape : kernel.at("shapes"))
    text += fmt::format("    occupancy       {} waves per SIMD by registers, {} workgroups per compute unit\n",
                        count_of(shape, "waves_per_simd"), count_of(shape, "workgroups_per_compute_unit"));
  add_traffic(text, counts);
  add_bounds(text, counts, gpus);
  const auto& lines = kernel.at("lines");
  add_largest(text, lines, "most bytes of global memory, in sectors of 64",
              [](const json& of_line) { return sum_of_kinds(of_line, "global", "sector_bytes_64"); });
  add_largest(text, lines, "most cycles for bank conflicts",
              [](const json& of_line) { return sum_of_kinds(of_line, "lds", "conflict_cycles"); });
  add_largest(text, lines, "most idle lanes", [](const json& of_line) { return count_of(of_line, "idle_lanes"); });
  return text;
}

}  // namespace

Expected<std::string> profile_tables(const std::filesystem::path& file) {
  ROCM_BINDGEN_TRY(const auto profile, read_profile(file));
  try {
    const auto target = profile.at("target").get<std::string>();
    const auto gpus = named_gpus(std::string_view(target).substr(0, target.find(':')));
    auto text = fmt::format("{}: {}, {} kernels\n", for_terminal(file.string()), for_terminal(target),
                            profile.at("kernels").size());
    for (const auto& kernel : profile.at("kernels")) text += kernel_tables(kernel, gpus);
    return text;
  } catch (const json::exception&) {
    return not_a_profile(file);
  }
}

}  // namespace rocm_bindgen::build
