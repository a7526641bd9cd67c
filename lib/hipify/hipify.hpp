// The hipify stage: CUDA source text in, HIP source text out.
//
// hipify() works on tokens, never on a syntax tree. A parser would see one branch of each #if, would need a CUDA SDK
// and would fail where the text has an error; a token list has every branch and needs neither. The price is that a
// decision about a name rests on the tokens around it and on what the project's files declare, not on its type.
//
// One run has these steps:
//
//   1. project/: find the source's project headers, in every #if branch (ProjectClosure). Headers that only a macro
//      names are found by a preprocessor with stub CUDA headers (front_end/).
//   2. rewrite/hip_branches: find the code that only HIP compiles. It stays as it is, except for CUDA names that
//      nothing in it declares and that HIP's compiler would therefore not know.
//   3. rewrite/: compute the edits and findings of each file from the tables in rules/ and from ptx/.
//   4. Apply the edits and add the prologue, that is, the includes that nvcc adds implicitly.
//
// Invariants: line N of the result is line N of the original; the result depends on the project's files, the tables and
// the options, never on an installed CUDA or ROCm; a second run on the result changes nothing.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "hipify/project/hip_source.hpp"
#include "hipify/rewrite/rewrite_options.hpp"
#include "rocm_bindgen/build/expected.hpp"
#include "toolchain/hip_installation.hpp"

namespace rocm_bindgen::build {

struct HipifyOptions {
  std::vector<std::string> clang_flags;   ///< the user's -I, -D and similar flags
  std::filesystem::path clang_resources;  ///< the folder with clang's own headers
  RewriteOptions rewrite;
  bool device_header = true;  ///< add an #include of <rocm_bindgen_compat/device.hpp>
  HipInstallation hip;        ///< affects only which warnings appear, never the text
};

/// Translates one source and the project headers that it includes in any #if branch. Apart from renamed tokens, the
/// text stays the same byte for byte. A source that uses CUDA also gets the two HIP includes that replace nvcc's
/// implicit include, followed by a #line directive, so that every line keeps its number. The call must run in a worker
/// process. It fails if the source cannot be read.
Expected<HipSource> hipify(const Source& source, const HipifyOptions& options);

/// Translates one text without reading other files. `is_source`: the text is a source, so it gets the includes.
std::string hipify_text(const std::string& text, bool is_source, const RewriteOptions& options = {});

}  // namespace rocm_bindgen::build
