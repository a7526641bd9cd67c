#pragma once

namespace clang {
class Preprocessor;
}

namespace rocm_bindgen::build {

/// Limits `#pragma clang __debug`, with which a source can end the compiler that reads it. The pragma exists for
/// clang's own tests. A crash is allowed, because it is reported like any other crash. A kind that would never return
/// (`overflow_stack`, which optimised code turns into an endless loop) becomes an error at the pragma.
void bound_debug_pragma(clang::Preprocessor& preprocessor);

inline constexpr char kDebugPragmaRefused[] =
    "this kind of '#pragma clang __debug' exists for clang's own tests and is not supported";

}  // namespace rocm_bindgen::build
