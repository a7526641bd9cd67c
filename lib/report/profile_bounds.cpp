#include "report/profile_bounds.hpp"

#include <nlohmann/json.hpp>

#include "report/profile_file.hpp"

namespace rocm_bindgen::build {
namespace {

/// The lanes of a wave, which all vector instructions have, whether they are active or not.
double lanes_per_wave(const nlohmann::json& counts) {
  const auto instructions = counts.at("vector_instructions").get<double>();
  if (instructions == 0) return 64;
  return (counts.at("active_lanes").get<double>() + counts.at("idle_lanes").get<double>()) / instructions;
}

}  // namespace

ProfileBounds bounds_of(const nlohmann::json& counts, const NamedGpu& gpu) {
  const double cycles_per_microsecond = gpu.megahertz, compute_units = gpu.compute_units;
  const double bytes_per_microsecond = gpu.gigabytes_per_second * 1000;
  const auto lanes = lanes_per_wave(counts);
  const double lanes_per_cycle = lanes > 32 ? gpu.lanes_of_wave64 : 64;
  ProfileBounds bounds;
  bounds.memory = static_cast<double>(sum_of_kinds(counts, "global", "sector_bytes_64")) / bytes_per_microsecond;
  bounds.lds = static_cast<double>(sum_of_kinds(counts, "lds", "cycles")) / (compute_units * cycles_per_microsecond);
  bounds.arithmetic =
      counts.at("instructions").value("valu", 0.0) * lanes / (lanes_per_cycle * compute_units * cycles_per_microsecond);
  return bounds;
}

}  // namespace rocm_bindgen::build
