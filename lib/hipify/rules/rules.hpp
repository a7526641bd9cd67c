// The translation tables. Each lib/hipify/rules/*.tsv is one family (an API or a library); it is embedded in the
// binary, so a translation needs no files of an SDK.
//
// A table has one row per CUDA name, sorted by name, with the columns of struct Rule in the order of its members,
// separated by tabs. Lines that begin with '#' are comments. An empty `hip` column means that HIP has no counterpart;
// `reason` then gives the cause. `./dev rules-check` compares the tables with HIP's headers.
#pragma once

#include <string_view>
#include <vector>

namespace rocm_bindgen::build {

/// One row of lib/hipify/rules/*.tsv.
struct Rule {
  std::string_view cuda;    ///< an identifier, with "::" if only the qualified name is meant; or a header's path
  std::string_view hip;     ///< empty: no counterpart in HIP is known; may be equal to `cuda`
  std::string_view header;  ///< the header that declares `hip`; empty: none is needed
  std::string_view kind;    ///< "function", "type", "enumerator", "macro", "namespace", "header"
  std::string_view since;   ///< first HIP version known to have it, "5.2" or newer; empty if `hip` is empty
  std::string_view roc;     ///< ROCm's own name, for --roc; empty: only HIP's name exists
  std::string_view reason;  ///< why there is no counterpart: "none", "tma", ...; empty if there is one
  std::string_view family;  ///< the table that contains the rule: "runtime", "blas"
};

/// All rules, by family in alphabetical order and then in the order of the file, which is sorted.
const std::vector<Rule>& all_rules();

/// The rule for an identifier in CUDA text, or nullptr. A name that the table has only in qualified form
/// ("thrust::cuda") is found only by the whole qualified name.
const Rule* find_rule(std::string_view cuda_identifier);

/// The rule for a header as spelled in an #include, or nullptr.
const Rule* find_header_rule(std::string_view cuda_header);

}  // namespace rocm_bindgen::build
