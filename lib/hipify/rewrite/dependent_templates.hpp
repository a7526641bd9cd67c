#pragma once

#include "hipify/rewrite/clang_strictness.hpp"
#include "hipify/rewrite/project_names.hpp"
#include "hipify/text/tokens.hpp"

namespace rocm_bindgen::build {

/// Edits for names of member templates in templates, which nvcc's front end looks up in the class template although its
/// arguments are not known yet:
///
/// - `impl<A, B>::cast<N>(x)` and `object.get<N>()` get the word `template` before the name. clang requires it, and
///   otherwise reads `<` as a comparison. Where both readings are possible, clang reports no error at the name, so the
///   names are found by their declarations, not by clang's messages.
/// - `template <class T> template <int N> void A<T>::get<N>() {...}` loses the arguments `<N>`, which repeat the
///   parameters. clang takes them for a partial specialisation.
///
/// A name counts only if a class in the project declares a member template of that name. Code in `#define` is included,
/// because the macro may be used in a template; outside of templates, the word `template` is allowed and has no effect.
StrictnessChanges dependent_template_changes(const TokenList& tokens, const ProjectNames& names);

}  // namespace rocm_bindgen::build
