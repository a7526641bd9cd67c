#pragma once

namespace rocm_bindgen::build {

/// Where the code objects of an emitted header are.
enum class Embedding {
  literal,  ///< in the header itself, as string literals
  incbin,   ///< in an assembly file next to it, by .incbin
  embed,    ///< in a C++ file next to it, by #embed
  none,     ///< in their files, which the runtime reads
};

}  // namespace rocm_bindgen::build
