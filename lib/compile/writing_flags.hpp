#pragma once

#include <string>
#include <vector>

#include <llvm/Option/Arg.h>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// Flags that make a compiler write files of its own are refused: nobody would know that the build has written them,
/// and one of them could be a file of the user's. clang has such flags in three places, and each is looked through by
/// what the compiler itself knows of its options.

/// Fails with ExitCode::usage on an option of the driver's that has a file written.
Expected<Done> check_writes_nothing(const llvm::opt::Arg& flag);

/// The same of the words behind -Xclang, in their order: options of clang's front end. Those that name another action
/// than compiling are refused, too: only compiling is ever done.
Expected<Done> check_front_end_words(const std::vector<std::string>& words);

/// The same of the words behind -mllvm. LLVM's passes have hundreds of options that nobody has listed; one whose name
/// says that it names a file, or that starts a program, is refused unless it is known only to be read.
Expected<Done> check_llvm_words(const std::vector<std::string>& words);

/// The first flag that loads a plugin into clang's front end; empty if there is none. The compiler inside loads none.
std::string plugin_flag(const llvm::opt::Arg& flag);
std::string plugin_word(const std::vector<std::string>& front_end_words);

}  // namespace rocm_bindgen::build
