#include "hipify/rules/rule_listing.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>

#include "hipify/rules/rules.hpp"

namespace rocm_bindgen::build {
namespace {

/// The oldest HIP that the rules distinguish. A `since` of this version also covers all earlier versions.
constexpr std::string_view oldest_hip = "5.2";

/// The rules of one table; `begin` and `end` are indices into all_rules().
struct Family {
  std::string_view name;
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The number of names in a table, by kind of result.
struct Counts {
  unsigned names = 0;
  unsigned oldest = 0;  ///< names that the oldest HIP has
  unsigned later = 0;   ///< names that only a newer HIP has
  unsigned roc = 0;     ///< names with a ROCm name in addition to HIP's

  unsigned none() const { return names - oldest - later; }
};

std::vector<Family> families() {
  std::vector<Family> all;
  const auto& rules = all_rules();
  for (std::size_t i = 0; i < rules.size(); ++i) {
    if (all.empty() || all.back().name != rules[i].family) all.push_back({rules[i].family, i, i});
    all.back().end = i + 1;
  }
  return all;
}

Counts count(std::size_t begin, std::size_t end) {
  Counts counts;
  for (auto i = begin; i < end; ++i) {
    const auto& rule = all_rules()[i];
    ++counts.names;
    if (!rule.hip.empty()) ++(rule.since == oldest_hip ? counts.oldest : counts.later);
    if (!rule.roc.empty()) ++counts.roc;
  }
  return counts;
}

std::string tsv() {
  std::string out = "family\tcuda\thip\theader\tkind\tsince\troc\treason\n";
  for (const auto& rule : all_rules())
    out += fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", rule.family, rule.cuda, rule.hip, rule.header, rule.kind,
                       rule.since, rule.roc, rule.reason);
  return out;
}

constexpr std::string_view introduction =
    R"(# What CUDA's names become

Printed by `rocm-bindgen hipify --list-rules --rules-format markdown` from the tables in `lib/hipify/rules/`; edit those.

A table is a family: an API, a library, or what a compiler and its headers define. Its columns:

| column | meaning |
|---|---|
| CUDA | the name in CUDA sources; with `::` where only the qualified name is meant |
| HIP | the replacement; the CUDA name itself if HIP or this project's headers use it |
| since | the first version of HIP or of the ROCm library that has the name; 5.2 also covers older versions. `hipify` warns if the installed HIP is older |
| ROCm | the name that `--roc` writes instead of HIP's name: that of the ROCm library on which HIP's library is based |

The files have three more: the *header* that declares the HIP name, the *kind* (`function`, `type`, `enumerator`, `macro`,
`namespace`: renamed only where it names a namespace, `header`), and the *reason* why there is no counterpart:

| reason | meaning |
|---|---|
| none | HIP has no equivalent |
| declared | HIP has no equivalent; this project's headers declare the name so that programs compile, and a call reports that it is not supported |
| tma | bulk copies by NVIDIA's tensor memory accelerator |
| interop | CUDA's side of EGL, VDPAU, Direct3D, NvSci or the old OpenGL interface |
| library | an NVIDIA library without a HIP counterpart |

`./dev rules-check` compares the tables with HIP's headers.

)";

void append_counts_row(std::string& out, std::string_view name, const Counts& counts) {
  out += fmt::format("| {} | {} | {} | {} | {} | {} |\n", name, counts.names, counts.oldest, counts.later,
                     counts.none(), counts.roc);
}

void append_counts(std::string& out) {
  out += fmt::format(
      "## Counts\n\n| family | names | in HIP {} | in a newer HIP | no counterpart | ROCm's own |\n"
      "|---|--:|--:|--:|--:|--:|\n",
      oldest_hip);
  for (const auto& family : families()) append_counts_row(out, family.name, count(family.begin, family.end));
  append_counts_row(out, "all", count(0, all_rules().size()));
}

void append_family(std::string& out, const Family& family) {
  const bool has_roc = count(family.begin, family.end).roc != 0;
  out += fmt::format("\n## {}\n\n| CUDA | HIP | since |{}\n|---|---|---|{}\n", family.name, has_roc ? " ROCm |" : "",
                     has_roc ? "---|" : "");
  for (auto i = family.begin; i < family.end; ++i) {
    const auto& rule = all_rules()[i];
    out += rule.hip.empty() ? fmt::format("| `{}` | *{}* | |", rule.cuda, rule.reason)
                            : fmt::format("| `{}` | `{}` | {} |", rule.cuda, rule.hip, rule.since);
    if (has_roc) out += rule.roc.empty() ? " |" : fmt::format(" `{}` |", rule.roc);
    out += '\n';
  }
}

std::string markdown() {
  std::string out(introduction);
  append_counts(out);
  for (const auto& family : families()) append_family(out, family);
  return out;
}

}  // namespace

std::string list_rules(std::string_view format) {
  return format == "markdown" ? markdown() : tsv();
}

}  // namespace rocm_bindgen::build
