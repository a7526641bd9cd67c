#pragma once

#include <string>

#include "emit/built_module.hpp"
#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// Returns the AMD code objects of a module as an offload bundle, clang's container format, as hipcc writes it:
/// hipModuleLoad() accepts it, and `clang-offload-bundler --type=o --list` lists it. Cubins cannot be stored in it and
/// are left out. Fails with ExitCode::output if there is no room for temporary files.
/// Source: https://clang.llvm.org/docs/ClangOffloadBundler.html
Expected<std::string> offload_bundle(const BuiltModule& module);

}  // namespace rocm_bindgen::build
