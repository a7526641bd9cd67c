#pragma once

#include <string_view>
#include <vector>

namespace rocm_bindgen::build {

/// One row of lib/hipify/rules/*.tsv.
struct Rule {
  std::string_view cuda;    ///< an identifier; with "::" where only the qualified name is meant; a header's path
  std::string_view hip;     ///< empty: HIP has no counterpart that the table knows. May be the CUDA name itself
  std::string_view header;  ///< the header that declares it; empty: none is needed
  std::string_view kind;    ///< "function", "type", "enumerator", "macro", "namespace", "header"
  std::string_view since;   ///< first HIP version known to have it, "5.2" or newer; empty with `hip`
  std::string_view roc;     ///< ROCm's own name, for --roc; empty: there is none beside HIP's
  std::string_view reason;  ///< why there is no counterpart: "none", "tensor", ...; empty where there is one
  std::string_view family;  ///< the table it stands in: "runtime", "blas"
};

/// All rows, family by family in alphabetical order; within one in the order of the file, which is sorted.
const std::vector<Rule>& all_rules();

/// The rule for an identifier of CUDA text, or nullptr. Where the table knows a qualified name ("thrust::cuda"), that
/// is found by the whole of it.
const Rule* find_rule(std::string_view cuda_identifier);

/// The rule for a header as it stands in an #include, or nullptr.
const Rule* find_header_rule(std::string_view cuda_header);

}  // namespace rocm_bindgen::build
