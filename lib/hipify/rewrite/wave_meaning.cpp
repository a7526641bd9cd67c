#include "hipify/rewrite/wave_meaning.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "hipify/rewrite/macro_flags.hpp"
#include "hipify/rules/rules.hpp"

namespace rocm_bindgen::build {
namespace {

constexpr std::string_view kMacro = "ROCM_BINDGEN_WARP_SIZE_OF_WAVES";

/// CUDA's functions with a mask are overloaded on the type of the mask, which selects warps or waves.
bool has_mask(std::string_view name) {
  return name.ends_with("_sync");
}

/// True if hipify renames the function, because CUDA's meaning has a separate function (`__shfl` becomes
/// `rocm_bindgen__shfl`).
bool is_renamed(std::string_view name) {
  const auto* rule = find_rule(name);
  return rule != nullptr && rule->hip != name;
}

}  // namespace

std::vector<Finding> wave_meanings(const TokenList& tokens, const TokenScan& scan, bool means_waves) {
  std::vector<Finding> findings;
  for (const auto i : scan.wave_names) {
    const auto& token = tokens.at(i);
    // A function with a mask needs no warning, see has_mask(). If warps were chosen, only the functions that hipify
    // renames need one, because they differ from HIP's; `warpSize` is then 32, which agrees with all other functions.
    if (has_mask(token.spelling) || (!means_waves && !is_renamed(token.spelling))) continue;
    auto text = means_waves ? fmt::format(
                                  "'{}' refers to HIP's waves, as in the project's HIP code; with -D{}=0, it refers to "
                                  "CUDA's warps of 32 lanes",
                                  token.spelling, kMacro)
                            : fmt::format(
                                  "'{}' refers to CUDA's warps of 32 lanes; if the code was written for HIP's waves, "
                                  "compile with -D{}=1",
                                  token.spelling, kMacro);
    findings.push_back({Reason::wave_size, std::string(token.spelling), std::move(text), tokens.line_of(token),
                        tokens.column_of(token)});
  }
  return findings;
}

bool decides_wave_meaning(const std::vector<std::string>& clang_flags) {
  return defined_by(clang_flags).count(kMacro) != 0;
}

}  // namespace rocm_bindgen::build
