#pragma once

#include <string>
#include <vector>

#include <llvm/Option/Arg.h>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// Checks for flags that make a compiler write additional files. They are refused: the build would not know of such a
/// file, so it could not remove it, and it might overwrite a file of the user. clang has such flags in three places
/// (driver, front end, LLVM), and each is checked against the compiler's own option tables.
///
/// Fails with ExitCode::usage for a driver option that makes the compiler write a file.
Expected<Done> check_writes_nothing(const llvm::opt::Arg& flag);

/// Checks the words after -Xclang, in their order, which are options of clang's front end. Options that request another
/// action than compiling are refused as well.
Expected<Done> check_front_end_words(const std::vector<std::string>& words);

/// Checks the words after -mllvm. LLVM's passes have hundreds of options without a complete list. An option is refused
/// if its name indicates that it names a file or starts a program, unless the option is known to read only.
Expected<Done> check_llvm_words(const std::vector<std::string>& words);

/// The spelling of `flag` if it loads a plugin into clang's front end; otherwise empty. The built-in compiler loads no
/// plugins.
std::string plugin_flag(const llvm::opt::Arg& flag);

/// The first of the words after -Xclang that loads a plugin, as "-Xclang WORD"; empty if there is none.
std::string plugin_word(const std::vector<std::string>& front_end_words);

}  // namespace rocm_bindgen::build
