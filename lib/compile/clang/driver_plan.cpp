#include "compile/clang/driver_plan.hpp"

#include <algorithm>

#include <clang/Basic/DiagnosticOptions.h>
#include <llvm/TargetParser/Host.h>

namespace rocm_bindgen::build {

DriverPlan::DriverPlan(std::vector<std::string> command, const FileSystem& files, std::vector<Diagnostic>& diagnostics)
    : command_(std::move(command)),
      collector_(diagnostics),
      engine_(llvm::makeIntrusiveRefCnt<clang::DiagnosticIDs>(), llvm::makeIntrusiveRefCnt<clang::DiagnosticOptions>(),
              &collector_, /*ShouldOwnClient=*/false),
      driver_(command_.front(), llvm::sys::getDefaultTargetTriple(), engine_, "clang", files) {
  std::vector<const char*> arguments;
  for (const auto& argument : command_) arguments.push_back(argument.c_str());
  compilation_.reset(driver_.BuildCompilation(arguments));
}

const clang::driver::JobList* DriverPlan::jobs() const {
  return compilation_ && !compilation_->containsError() && !engine_.hasErrorOccurred() ? &compilation_->getJobs()
                                                                                       : nullptr;
}

const llvm::opt::ArgStringList* DriverPlan::find(bool is_cc1) const {
  if (jobs() == nullptr) return nullptr;
  // A job that is not cc1's is lld's: for our command lines, the driver plans no others.
  const auto found = std::find_if(jobs()->begin(), jobs()->end(), [&](const clang::driver::Command& job) {
    const auto& arguments = job.getArguments();
    return is_cc1 == (!arguments.empty() && llvm::StringRef(arguments.front()) == "-cc1");
  });
  return found == jobs()->end() ? nullptr : &found->getArguments();
}

}  // namespace rocm_bindgen::build
