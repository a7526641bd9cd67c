// A page has one section per kernel. Lengths of bars are percentages of the largest value of the same plot or column,
// and are written as styles, so the page needs no script.
//
// The profile states for each instruction the source line and the lines at which this was inlined, from the inside to
// the outside. The page shows the counts at the first of these lines whose file is found, so those
// of a function in a system header are shown at the line that calls it.

#include "report/profile_page.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "emit/user_template.hpp"
#include "report/named_gpus.hpp"
#include "report/profile_bounds.hpp"
#include "report/profile_file.hpp"
#include "report/source_texts.hpp"
#include "support/escape.hpp"

namespace rocm_bindgen::build {
namespace {

using nlohmann::json;
using Model = nlohmann::ordered_json;

constexpr unsigned kContext = 2;  ///< lines without counts that are shown before and after a line with counts

/// What the page shows of a source line.
struct LineCounts {
  std::uint64_t instructions = 0, active = 0, idle = 0;
  std::uint64_t sector_bytes = 0, distinct_bytes = 0;
  std::uint64_t lds_cycles = 0, conflict_cycles = 0;

  LineCounts& operator+=(const LineCounts& other) {
    instructions += other.instructions;
    active += other.active;
    idle += other.idle;
    sector_bytes += other.sector_bytes;
    distinct_bytes += other.distinct_bytes;
    lds_cycles += other.lds_cycles;
    conflict_cycles += other.conflict_cycles;
    return *this;
  }
};

LineCounts line_counts(const json& counts) {
  LineCounts line;
  for (const auto& number : counts.at("instructions")) line.instructions += number.get<std::uint64_t>();
  line.active = count_of(counts, "active_lanes");
  line.idle = count_of(counts, "idle_lanes");
  line.sector_bytes = sum_of_kinds(counts, "global", "sector_bytes_64");
  line.distinct_bytes = sum_of_kinds(counts, "global", "distinct_bytes");
  line.lds_cycles = sum_of_kinds(counts, "lds", "cycles");
  line.conflict_cycles = sum_of_kinds(counts, "lds", "conflict_cycles");
  return line;
}

/// The counts of a kernel by place: by file and line of the sources that were found, and by the profile's words for all
/// others.
struct PlacedCounts {
  std::map<std::string, std::map<std::size_t, LineCounts>> lines;
  std::map<std::string, LineCounts> elsewhere;
  LineCounts largest;  ///< the largest value of each column
};

/// Returns the place of "file:line, inlined at file:line, ..." that is shown: its file, and its line, which is 0 if no
/// file is found.
std::pair<std::string, std::size_t> shown_place(std::string_view source, SourceTexts& texts) {
  constexpr std::string_view kSeparator = ", inlined at ";
  for (std::size_t begin = 0; begin < source.size();) {
    const auto end = std::min(source.find(kSeparator, begin), source.size());
    const auto frame = source.substr(begin, end - begin);
    begin = end + kSeparator.size();
    const auto colon = frame.rfind(':');
    if (colon == std::string_view::npos) continue;
    std::size_t line = 0;
    const auto digits = frame.substr(colon + 1);
    std::from_chars(digits.data(), digits.data() + digits.size(), line);
    const std::string file(frame.substr(0, colon));
    const auto* text = texts.lines_of(file);
    if (text != nullptr && line != 0 && line <= text->size()) return {file, line};
  }
  return {};
}

void raise(LineCounts& largest, const LineCounts& line) {
  largest.instructions = std::max(largest.instructions, line.instructions);
  largest.sector_bytes = std::max(largest.sector_bytes, line.sector_bytes);
  largest.lds_cycles = std::max(largest.lds_cycles, line.lds_cycles);
  largest.conflict_cycles = std::max(largest.conflict_cycles, line.conflict_cycles);
}

PlacedCounts placed_counts(const json& kernel, SourceTexts& texts) {
  PlacedCounts placed;
  for (const auto& line : kernel.at("lines")) {
    const auto counts = line_counts(line.at("counts"));
    const auto source = line.value("source", std::string());
    if (const auto [file, number] = shown_place(source, texts); number != 0)
      placed.lines[file][number] += counts;
    else if (!source.empty())
      placed.elsewhere[source] += counts;
    else
      placed.elsewhere[fmt::format("{}+{:#x}: {}", line.at("function").get<std::string>(), count_of(line, "offset"),
                                   line.at("instruction").get<std::string>())] += counts;
  }
  for (const auto& [file, lines] : placed.lines)
    for (const auto& [number, counts] : lines) raise(placed.largest, counts);
  for (const auto& [place, counts] : placed.elsewhere) raise(placed.largest, counts);
  return placed;
}

/// A number of a table or plot with the length of its bar in per cent.
Model bar(const std::string& text, double part, double whole) {
  return {{"text", text}, {"share", whole == 0 ? std::string("0") : fmt::format("{:.1f}", 100 * part / whole)}};
}

Model count_cell(std::uint64_t number, std::uint64_t largest) {
  return bar(number == 0 ? "" : std::to_string(number), static_cast<double>(number), static_cast<double>(largest));
}

Model cells_of(const LineCounts& line, const LineCounts& largest) {
  const auto plain = [](std::string text) { return bar(text == "-" ? "" : text, 0, 0); };
  return {
      count_cell(line.instructions, largest.instructions), plain(percent(line.active, line.active + line.idle)),
      count_cell(line.sector_bytes, largest.sector_bytes), plain(percent(line.distinct_bytes, line.sector_bytes)),
      count_cell(line.lds_cycles, largest.lds_cycles),     count_cell(line.conflict_cycles, largest.conflict_cycles)};
}

/// The rows of one file: the lines with counts, and those around them. A gap is a row of its own.
Model rows_of(const std::vector<std::string>& text, const std::map<std::size_t, LineCounts>& lines,
              const LineCounts& largest) {
  auto rows = Model::array();
  std::size_t shown = 0;  // the last line that has a row
  for (const auto& [number, counts] : lines) {
    const auto last = std::min(number + kContext, text.size());
    auto first = number > kContext ? number - kContext : 1;
    if (first > shown + 1) rows.push_back({{"gap", true}, {"number", ""}, {"source", ""}, {"cells", Model::array()}});
    for (auto at = std::max(first, shown + 1); at <= last; ++at) {
      const auto found = lines.find(at);
      rows.push_back({{"gap", false},
                      {"number", std::to_string(at)},
                      {"source", html_text(text[at - 1])},
                      {"cells", cells_of(found == lines.end() ? LineCounts{} : found->second, largest)}});
    }
    shown = std::max(shown, last);
  }
  return rows;
}

/// The parts of a plot of the instructions by unit.
Model instruction_mix_model(const json& counts) {
  std::uint64_t all = 0;
  for (const auto& number : counts.at("instructions")) all += number.get<std::uint64_t>();
  auto parts = Model::array();
  for (const auto& [unit, number] : counts.at("instructions").items()) {
    auto part = bar(std::to_string(number.get<std::uint64_t>()), number.get<double>(), static_cast<double>(all));
    part["unit"] = html_text(unit);
    parts.push_back(std::move(part));
  }
  return parts;
}

Model bounds_model(const json& counts, std::span<const NamedGpu> gpus) {
  auto model = Model::array();
  for (const auto& gpu : gpus) {
    const auto bounds = bounds_of(counts, gpu);
    const auto largest = std::max({bounds.memory, bounds.lds, bounds.arithmetic});
    auto units = Model::array();
    for (const auto& [unit, time] : {std::pair("memory", bounds.memory), std::pair("LDS", bounds.lds),
                                     std::pair("arithmetic", bounds.arithmetic)}) {
      auto part = bar(fmt::format("{:.3g} µs", time), time, largest);
      part["unit"] = unit;
      units.push_back(std::move(part));
    }
    model.push_back({{"gpu", std::string(gpu.name)}, {"units", std::move(units)}});
  }
  return model;
}

Model kernel_model(const json& kernel, std::span<const NamedGpu> gpus, SourceTexts& texts) {
  const auto& counts = kernel.at("counts");
  const auto placed = placed_counts(kernel, texts);
  const auto active = count_of(counts, "active_lanes");
  Model model{{"name", html_text(kernel.at("name").get<std::string>())},
              {"launches", std::to_string(count_of(kernel, "launches"))},
              {"workgroups", std::to_string(count_of(kernel, "workgroups"))},
              {"waves", std::to_string(count_of(kernel, "waves"))},
              {"active", percent(active, active + count_of(counts, "idle_lanes"))},
              {"barriers", std::to_string(count_of(counts, "barriers"))},
              {"waits", std::to_string(count_of(counts, "waits"))},
              {"mix", instruction_mix_model(counts)},
              {"bounds", bounds_model(counts, gpus)},
              {"files", Model::array()},
              {"elsewhere", Model::array()}};
  for (const auto& [file, lines] : placed.lines)
    model["files"].push_back(
        {{"file", html_text(file)}, {"rows", rows_of(*texts.lines_of(file), lines, placed.largest)}});
  for (const auto& [place, line] : placed.elsewhere)
    model["elsewhere"].push_back({{"place", html_text(place)}, {"cells", cells_of(line, placed.largest)}});
  model["has_elsewhere"] = !placed.elsewhere.empty();
  return model;
}

}  // namespace

Expected<std::string> profile_page(const std::filesystem::path& file, const std::filesystem::path& sources) {
  ROCM_BINDGEN_TRY(const auto profile, read_profile(file));
  try {
    SourceTexts texts(sources);
    const auto target = profile.at("target").get<std::string>();
    const auto gpus = named_gpus(std::string_view(target).substr(0, target.find(':')));
    Model model{{"target", html_text(target)}, {"kernels", Model::array()}};
    for (const auto& kernel : profile.at("kernels")) model["kernels"].push_back(kernel_model(kernel, gpus, texts));
    return render_embedded("templates/profile.html.mustache", model, {});
  } catch (const json::exception&) {
    return not_a_profile(file);
  }
}

}  // namespace rocm_bindgen::build
