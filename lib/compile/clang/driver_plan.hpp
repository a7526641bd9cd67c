#pragma once

#include <memory>
#include <string>
#include <vector>

#include <clang/Basic/Diagnostic.h>
#include <clang/Driver/Compilation.h>
#include <clang/Driver/Driver.h>
#include <clang/Driver/Job.h>
#include <llvm/Support/VirtualFileSystem.h>

#include "compile/clang/diagnostic_collector.hpp"

namespace rocm_bindgen::build {

using FileSystem = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>;

/// The commands that clang's driver plans for a command line: one cc1 command, and one lld command if there is
/// something to link.
class DriverPlan {
 public:
  DriverPlan(std::vector<std::string> command, const FileSystem& files, std::vector<Diagnostic>& diagnostics);

  /// Null if the driver refused the command line.
  const clang::driver::JobList* jobs() const;

  /// The arguments of the cc1 command and of the lld command; null if there is none.
  const llvm::opt::ArgStringList* cc1() const { return find(/*is_cc1=*/true); }
  const llvm::opt::ArgStringList* lld() const { return find(/*is_cc1=*/false); }

 private:
  const llvm::opt::ArgStringList* find(bool is_cc1) const;

  std::vector<std::string> command_;  ///< the jobs' arguments point into it
  DiagnosticCollector collector_;
  clang::DiagnosticsEngine engine_;
  clang::driver::Driver driver_;
  std::unique_ptr<clang::driver::Compilation> compilation_;
};

}  // namespace rocm_bindgen::build
