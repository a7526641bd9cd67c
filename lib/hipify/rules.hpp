#pragma once

#include <string_view>

namespace rocm_bindgen {

/// One row of lib/hipify/rules/*.tsv.
struct Rule {
  std::string_view cuda;
  std::string_view hip;     ///< empty: HIP has no counterpart that the table knows
  std::string_view header;  ///< the HIP header that declares it; empty: none is needed
  std::string_view kind;    ///< "function", "type", "enumerator", "macro", "header"
  std::string_view since;   ///< first HIP version known to have it; empty with `hip`
  std::string_view roc;     ///< ROCm's own name, for --roc; empty: there is none beside HIP's
  std::string_view reason;  ///< why there is no counterpart: "none", "tensor", ...; empty where there is one
  std::string_view family;  ///< the table it stands in: "runtime", "blas"
};

/// The rule for an identifier of CUDA text, or nullptr.
const Rule* find_rule(std::string_view cuda_identifier);

/// The rule for a header as it stands in an #include, or nullptr.
const Rule* find_header_rule(std::string_view cuda_header);

}  // namespace rocm_bindgen
