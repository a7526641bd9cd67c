#pragma once

#include <string>

#include "emit/built_module.hpp"
#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// The module's code objects in clang's container for them, as hipcc makes it: hipModuleLoad() takes it, and
/// `clang-offload-bundler --type=o --list` lists it. Those of NVIDIA's GPUs have no place in it.
/// Fails with ExitCode::output where there is no room for temporary files.
/// Source: https://clang.llvm.org/docs/ClangOffloadBundler.html
Expected<std::string> offload_bundle(const BuiltModule& module);

}  // namespace rocm_bindgen::build
