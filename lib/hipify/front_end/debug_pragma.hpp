#pragma once

namespace clang {
class Preprocessor;
}

namespace rocm_bindgen::build {

/// `#pragma clang __debug` lets a source end the compiler that reads it, for the sake of clang's own tests. A crash is
/// reported like any other. What would never come back (`overflow_stack`, which optimised code repeats for ever)
/// becomes an error at its place.
void bound_debug_pragma(clang::Preprocessor& preprocessor);

/// The error's text.
inline constexpr char kDebugPragmaRefused[] =
    "'#pragma clang __debug' of this kind is for tests of clang, and is not obeyed";

}  // namespace rocm_bindgen::build
