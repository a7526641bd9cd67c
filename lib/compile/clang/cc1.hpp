#pragma once

#include <filesystem>
#include <memory>
#include <set>
#include <string>

#include <llvm/Option/ArgList.h>

#include "compile/clang/driver_plan.hpp"
#include "compile/clang/refusals.hpp"
#include "compile/compile_job.hpp"

// Forward declarations, because including these headers adds many seconds to each compile.
namespace clang {
class CompilerInvocation;
class FrontendAction;
}  // namespace clang

namespace rocm_bindgen::build {

/// Registers AMD's targets with clang's libraries, and removes environment variables that affect compilation. The
/// records of what an output was made from contain flags, but not these variables, so a change of one would not cause a
/// rebuild.
void initialise_llvm();

/// Does the same as initialise_llvm(), and registers this machine's processor as a target of code generation.
void initialise_llvm_for_host();

/// Makes the driver's intermediate files go to the folder of `output`, which the parent removes even if this process
/// dies.
void put_intermediates_beside(const std::filesystem::path& output);

/// Removes files that the driver reads to identify the distribution. It needs them only to find programs that are never
/// started.
void remove_driver_reads(std::set<std::string>& read);

/// Parses the arguments of a cc1 command and sets LLVM's own options, which are global. Returns null if the arguments
/// are invalid.
std::shared_ptr<clang::CompilerInvocation> read_cc1_arguments(const llvm::opt::ArgStringList& arguments,
                                                              std::vector<Diagnostic>& diagnostics);

/// The output of a cc1 command; empty if it names none.
std::string object_file(const llvm::opt::ArgStringList& arguments);

/// Runs a cc1 command with `action` instead of the action that it names. Diagnostics and dependencies are added to
/// `result`. `read` is the set to which `files` adds the absolute path of each file that it opens, so it grows while
/// the command runs. If `refusals` is given, it receives constructs that clang refuses and nvcc accepts. If `lenient`
/// is true, a use of a host function in device code is a warning where nvcc accepts it, that is, in a `__host__
/// __device__` function; elsewhere it makes the command fail.
bool run_cc1(const llvm::opt::ArgStringList& arguments, const FileSystem& files, const std::set<std::string>& read,
             clang::FrontendAction& action, CompileResult& result, Refusals* refusals = nullptr, bool lenient = false);

}  // namespace rocm_bindgen::build
