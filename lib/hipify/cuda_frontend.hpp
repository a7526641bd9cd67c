#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "hipify/token_rewriter.hpp"
#include "support/diagnostic.hpp"

namespace rocm_bindgen {

/// A kernel launch `kernel<<<grid, block, ...>>>(args)` in a file's text. Offsets in bytes.
struct Launch {
  std::string file;          ///< as the front end opened it
  std::size_t begin = 0;     ///< where the kernel's name starts
  std::size_t name_end = 0;  ///< just behind it, template arguments included
  bool has_template_arguments = false;
};

/// What clang's CUDA front end, given stub headers in place of the SDK, knows of a source and raw tokens do not.
struct CudaFacts {
  std::vector<std::string> headers;  ///< project headers actually entered, macro-named includes among them
  std::vector<Launch> launches;      ///< only if asked for
};

/// Runs clang's preprocessor, or with `want_launches` its parser, over the CUDA source. Errors in the text do not stop
/// it: what was understood is returned. To be called in a worker, as clang may crash on user text.
CudaFacts read_cuda_source(const std::filesystem::path& source, const std::vector<std::string>& clang_flags,
                           const std::filesystem::path& clang_resources, bool want_launches);

}  // namespace rocm_bindgen
