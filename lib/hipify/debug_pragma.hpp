#pragma once

namespace clang {
class Preprocessor;
}

namespace rocm_bindgen {

/// `#pragma clang __debug` lets a source end, crash or stop the compiler that reads it, for the sake of clang's own
/// tests. In place of that it becomes an error at its place.
void refuse_debug_pragma(clang::Preprocessor& preprocessor);

/// The error's text.
inline constexpr char kDebugPragmaRefused[] = "'#pragma clang __debug' is for tests of clang, and is not obeyed";

}  // namespace rocm_bindgen
