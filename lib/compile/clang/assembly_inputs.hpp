#pragma once

#include <memory>

#include <clang/AST/ASTConsumer.h>

#include "compile/compile_job.hpp"

namespace clang {
class HeaderSearchOptions;
}

namespace rocm_bindgen::build {

/// The assembler reads files at directives in inline assembly (`.incbin`, `.include`), past every file system that
/// could note them. Where assembly may do that, `result.reads_unseen_files` becomes true; the files that directives
/// name in plain text join `result.dependencies` and `result.absent`, for dependency files. `result` and `search` must
/// outlive the consumer.
std::unique_ptr<clang::ASTConsumer> make_assembly_inputs(const clang::HeaderSearchOptions& search,
                                                         CompileResult& result);

/// May assembly with this text, as the compiler has it (with `%0` for operands), read files? Macros of the assembler
/// can put a directive together from parts, so that their definition counts.
bool may_read_files(std::string_view assembly);

}  // namespace rocm_bindgen::build
