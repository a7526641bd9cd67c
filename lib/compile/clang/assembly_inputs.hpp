#pragma once

#include <memory>

#include <clang/AST/ASTConsumer.h>

#include "compile/compile_job.hpp"

namespace clang {
class HeaderSearchOptions;
}

namespace rocm_bindgen::build {

/// Returns a consumer that finds files read by inline assembly. The assembler reads files at the directives `.incbin`
/// and `.include`, without the virtual file system, which records all other reads. If assembly may read a file,
/// `result.reads_unseen_files` becomes true. Files that are named in plain text are added to `result.dependencies` and
/// `result.absent`, for dependency files. `result` and `search` must outlive the consumer.
std::unique_ptr<clang::ASTConsumer> make_assembly_inputs(const clang::HeaderSearchOptions& search,
                                                         CompileResult& result);

/// Whether assembly with this text, as the compiler stores it (with `%0` for operands), may read files. Macro
/// definitions count, because an assembler macro can compose a directive from parts.
bool may_read_files(std::string_view assembly);

}  // namespace rocm_bindgen::build
