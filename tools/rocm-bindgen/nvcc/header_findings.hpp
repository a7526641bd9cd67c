// A build system starts nvcc once per source, and each time a header that many sources include has the same findings.
#pragma once

#include <filesystem>
#include <vector>

#include "rocm_bindgen/build/diagnostic.hpp"

namespace rocm_bindgen::build::driver {

/// Messages about a source, without most of those about its headers.
struct SummedUp {
  std::vector<Diagnostic> messages;   ///< all but the warnings of a kind in headers
  std::vector<Diagnostic> summaries;  ///< a warning for each kind, with the number of places in headers
};

/// Replaces the warnings with a category about other files than `source` by one warning per category.
SummedUp sum_up_headers(std::vector<Diagnostic> messages, const std::filesystem::path& source);

}  // namespace rocm_bindgen::build::driver
