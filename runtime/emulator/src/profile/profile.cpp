#include "profile/profile.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "codeobject/occupancy.hpp"
#include "load/readable_name.hpp"
#include "profile/counts_json.hpp"

namespace rocm_bindgen::emulator {
namespace {

/// Removes the columns: "a.cu:3:7, inlined at b.cu:9:1" becomes "a.cu:3, inlined at b.cu:9". A line usually has
/// instructions at several columns, and the profile is by line.
std::string without_columns(const std::string& source) {
  constexpr std::string_view kSeparator = ", inlined at ";
  std::string result;
  for (std::size_t begin = 0; begin < source.size();) {
    const auto end = std::min(source.find(kSeparator, begin), source.size());
    auto frame = source.substr(begin, end - begin);
    const auto last = frame.rfind(':');
    const auto before = last == std::string::npos || last == 0 ? std::string::npos : frame.rfind(':', last - 1);
    const auto is_number = [&](std::size_t from, std::size_t to) {
      return from < to &&
             std::all_of(
                 frame.begin() + static_cast<std::ptrdiff_t>(from), frame.begin() + static_cast<std::ptrdiff_t>(to),
                 [](char c) { return c >= '0' && c <= '9'; });
    };
    // Line 7 without a column is "a.cu:7", and a path may contain colons.
    if (before != std::string::npos && is_number(before + 1, last) && is_number(last + 1, frame.size()))
      frame.resize(last);
    result += (result.empty() ? "" : std::string(kSeparator)) + frame;
    begin = end + kSeparator.size();
  }
  return result;
}

}  // namespace

Profile::Record& Profile::record_of(const Kernel& kernel) {
  // The code is in the host's memory at the device's address.
  const std::string code(reinterpret_cast<const char*>(kernel.entry), kernel.code_bytes);
  const auto [found, is_new] = index_.try_emplace({kernel.metadata.name, code}, records_.size());
  if (is_new) {
    auto& record = records_.emplace_back();
    record.name = readable_name(kernel.metadata.name);
    record.symbol = kernel.metadata.name;
    record.vector_registers = kernel.metadata.vector_registers;
    record.scalar_registers = kernel.metadata.scalar_registers;
  }
  return records_[found->second];
}

std::size_t Profile::line_at(Record& record, const Program& program, unsigned lanes, std::uint64_t address) const {
  Place place;
  place.source = without_columns(program.source_line(address));
  if (place.source.empty()) {
    const auto function = program.function_at(address);
    place.function = function.name;
    place.offset = address - function.begin;
    place.instruction = program.instructions(lanes).text(address);
  }
  const auto found =
      std::find_if(record.lines.begin(), record.lines.end(), [&](const Line& line) { return line.place == place; });
  if (found != record.lines.end()) return static_cast<std::size_t>(found - record.lines.begin());
  record.lines.push_back({std::move(place), {}});
  return record.lines.size() - 1;
}

void Profile::add(const Program& program, const Kernel& kernel, const LaunchShape& shape, const LaunchCounts& counts) {
  const std::lock_guard lock(mutex_);
  auto& record = record_of(kernel);
  ++record.launches[shape];
  record.workgroups += counts.workgroups;
  record.waves += counts.waves;
  for (const auto& [address, instruction] : counts.instructions) {
    const auto [line, is_new] = record.line_of.try_emplace(address - kernel.entry, 0);
    if (is_new) line->second = line_at(record, program, shape.wavefront_size, address);
    record.lines[line->second].counts += instruction;
  }
}

void Profile::add_faulted(const Kernel& kernel) {
  const std::lock_guard lock(mutex_);
  ++record_of(kernel).faulted_launches;
}

nlohmann::ordered_json Profile::shape_json(const Record& record, const LaunchShape& shape,
                                           std::uint64_t launches) const {
  const auto items = shape.workgroup[0] * shape.workgroup[1] * shape.workgroup[2];
  const runtime::RegisterUse registers{record.vector_registers, record.scalar_registers, shape.wavefront_size};
  const auto resident = runtime::workgroups_per_compute_unit(target_.processor, target_.generation != Generation::gfx9,
                                                             registers, items, shape.lds_bytes, target_.lds_bytes);
  return {{"launches", launches},
          {"workgroup", shape.workgroup},
          {"workgroups", shape.workgroups},
          {"wavefront_size", shape.wavefront_size},
          {"lds_bytes", shape.lds_bytes},
          {"waves_per_simd", runtime::waves_per_simd(target_.processor, registers)},
          {"workgroups_per_compute_unit", resident}};
}

nlohmann::ordered_json Profile::record_json(const Record& record) const {
  nlohmann::ordered_json shapes = nlohmann::ordered_json::array(), lines = nlohmann::ordered_json::array();
  std::uint64_t launches = 0;
  for (const auto& [shape, count] : record.launches) {
    launches += count;
    shapes.push_back(shape_json(record, shape, count));
  }
  Counts total;
  for (const auto& line : record.lines) {
    total += line.counts;
    nlohmann::ordered_json entry;
    if (line.place.source.empty())
      entry = {
          {"function", line.place.function}, {"offset", line.place.offset}, {"instruction", line.place.instruction}};
    else
      entry = {{"source", line.place.source}};
    entry["counts"] = counts_json(line.counts);
    lines.push_back(std::move(entry));
  }
  return {{"name", record.name},
          {"symbol", record.symbol},
          {"launches", launches},
          {"faulted_launches", record.faulted_launches},
          {"workgroups", record.workgroups},
          {"waves", record.waves},
          {"vgprs", record.vector_registers},
          {"sgprs", record.scalar_registers},
          {"shapes", shapes},
          {"counts", counts_json(total)},
          {"lines", lines}};
}

std::string Profile::text() const {
  const std::lock_guard lock(mutex_);
  nlohmann::ordered_json kernels = nlohmann::ordered_json::array();
  for (const auto& record : records_) kernels.push_back(record_json(record));
  const nlohmann::ordered_json document = {
      {"profile", kProfileFormat}, {"target", target_.processor}, {"kernels", kernels}};
  // Names and paths are bytes of the code object, which need not be UTF-8.
  return document.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace rocm_bindgen::emulator
