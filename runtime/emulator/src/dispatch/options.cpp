#include "dispatch/options.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <stdexcept>
#include <string_view>
#include <thread>

#include "environment.hpp"

namespace rocm_bindgen::emulator {
namespace {

using runtime::environment;

/// Executing this number of instructions takes minutes.
constexpr std::uint64_t kDefaultMaxInstructions = std::uint64_t{1} << 31;
constexpr std::uint64_t kDefaultMemoryBytes = std::uint64_t{16} << 30;

struct Range {
  std::uint64_t least = 0, most = std::numeric_limits<std::uint64_t>::max();
};

std::uint64_t number(const char* name, std::uint64_t otherwise, Range range = {}) {
  const auto text = environment(name);
  if (text.empty()) return otherwise;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < range.least || value > range.most)
    throw std::runtime_error(std::string(name) + "='" + text + "' is not a whole number from " +
                             std::to_string(range.least) + " to " + std::to_string(range.most));
  return value;
}

Checks checks() {
  constexpr const char* kName = "ROCM_BINDGEN_EMULATOR_CHECKS";
  const auto text = environment(kName);
  Checks result;
  if (text.empty()) return result;
  result.bounds = false;  // the variable lists all checks that are done, so it replaces the default
  for (std::string_view rest = text; !rest.empty();) {
    const auto comma = rest.find(',');
    const auto name = rest.substr(0, comma);
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
    if (name == "bounds")
      result.bounds = true;
    else if (name == "race")
      result.race = true;
    else if (name == "uninit")
      result.uninit = true;
    else if (name != "none")
      throw std::runtime_error(std::string(kName) + "='" + text + "': '" + std::string(name) +
                               "' is not one of bounds, race, uninit and none");
  }
  return result;
}

Engine engine() {
  constexpr const char* kName = "ROCM_BINDGEN_EMULATOR_ENGINE";
  const auto text = environment(kName);
  if (text.empty() || text == "interpreter") return Engine::interpreter;
  if (text == "native") return Engine::native;
  if (text == "eager") return Engine::eager;
  if (text == "both") return Engine::both;
  throw std::runtime_error(std::string(kName) + "='" + text + "' is not one of interpreter, native, eager and both");
}

}  // namespace

Options options_from_environment() {
  Options options;
  options.checks = checks();
  options.engine = engine();
  options.seed = number("ROCM_BINDGEN_EMULATOR_SEED", 0);
  constexpr std::uint64_t kMaxThreads = 1024;
  const auto cores = std::clamp<std::uint64_t>(std::thread::hardware_concurrency(), 1, kMaxThreads);
  options.threads = static_cast<unsigned>(number("ROCM_BINDGEN_EMULATOR_THREADS", cores, {1, kMaxThreads}));
  options.max_instructions = number("ROCM_BINDGEN_EMULATOR_MAX_INSTRUCTIONS", kDefaultMaxInstructions, {1});
  options.memory_bytes = number("ROCM_BINDGEN_EMULATOR_MEMORY", kDefaultMemoryBytes);
  options.report = environment("ROCM_BINDGEN_EMULATOR_REPORT");
  options.profile = environment("ROCM_BINDGEN_EMULATOR_PROFILE");
  return options;
}

}  // namespace rocm_bindgen::emulator
