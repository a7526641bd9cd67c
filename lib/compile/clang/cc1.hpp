#pragma once

#include <filesystem>
#include <memory>
#include <set>
#include <string>

#include <llvm/Option/ArgList.h>

#include "compile/clang/driver_plan.hpp"
#include "compile/clang/refusals.hpp"
#include "compile/compile_job.hpp"

// Their headers take many seconds each time.
namespace clang {
class CompilerInvocation;
class FrontendAction;
}  // namespace clang

namespace rocm_bindgen::build {

/// Makes clang's libraries know AMD's targets, and what the environment says unknown to them: it is in no flag, and so
/// in no record of what an output was made from.
void initialise_llvm();

/// The driver's intermediate files go to the folder of `output`, which the parent removes even if this process dies.
void put_intermediates_beside(const std::filesystem::path& output);

/// What a cc1 command's arguments ask for; LLVM's own options, which are global, are set. Null if they cannot be read.
std::shared_ptr<clang::CompilerInvocation> read_cc1_arguments(const llvm::opt::ArgStringList& arguments,
                                                              std::vector<Diagnostic>& diagnostics);

/// Where a cc1 command's product goes; empty if it does not say.
std::string object_file(const llvm::opt::ArgStringList& arguments);

/// Carries out a cc1 command, with `action` in place of what it says: diagnostics and dependencies go to `result`.
/// `read` are the absolute paths that `files` notes as opened.
/// `refusals`, if given, gets what clang refuses and nvcc accepts; if `lenient`, a use of the host's functions in a
/// `__host__ __device__` function is a warning.
bool run_cc1(const llvm::opt::ArgStringList& arguments, const FileSystem& files, const std::set<std::string>& read,
             clang::FrontendAction& action, CompileResult& result, Refusals* refusals = nullptr, bool lenient = false);

}  // namespace rocm_bindgen::build
