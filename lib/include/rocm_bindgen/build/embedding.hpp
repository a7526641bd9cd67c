#pragma once

namespace rocm_bindgen::build {

/// Where the code objects that an emitted header declares are stored.
enum class Embedding {
  literal,  ///< in the header itself, as string literals
  incbin,   ///< in an assembly file next to the header, by .incbin
  embed,    ///< in a C++ file next to the header, by #embed
  none,     ///< in the artifacts' files, which the runtime reads when it loads a module
};

}  // namespace rocm_bindgen::build
