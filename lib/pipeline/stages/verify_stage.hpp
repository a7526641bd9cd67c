#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "emit/built_module.hpp"
#include "pipeline/stages/plan_stage.hpp"

namespace rocm_bindgen::build {

/// Verifies that nothing was lost between a source and its code objects. The objects of each source are compared with
/// the source's definitions, kernel by kernel and parameter by parameter, and become the module that is emitted.
/// Messages of compiles are reported here too, in the order of sources and targets, so that an object from a record or
/// from the cache has the same messages as one that was just compiled.
///
/// A module can be verified as soon as its objects exist. This needs no worker, so the parent process does it while it
/// waits for jobs of other sources.
class Verifier {
 public:
  /// The arguments must outlive the verifier.
  Verifier(const BuildContext& context, const std::vector<HipSource>& sources) : context_(context), sources_(sources) {}

  /// Verifies the module of a source whose objects all exist, before finish() needs it. Their bytes move to the module.
  void verify_early(std::size_t source, CompiledObjects& objects);

  /// Verifies the remaining modules. Returns a module per source, in the order of the sources. The result may be
  /// emitted only if the report has no errors, because the modules of failed sources lack code objects. The bytes of
  /// the objects move to the modules.
  std::vector<BuiltModule> finish(CompiledObjects& objects, BuildReport& report);

 private:
  /// A module as it is emitted, and what is reported about it.
  struct VerifiedModule {
    BuiltModule module;
    std::vector<Diagnostic> diagnostics;
  };

  VerifiedModule verify(std::size_t source, CompiledObjects& objects) const;
  void add_object(FinishedObject& object, const TargetId& target, VerifiedModule& verified) const;
  void report_lost(const CompileResult& result, const TargetId& target, VerifiedModule& verified) const;

  const BuildContext& context_;
  const std::vector<HipSource>& sources_;
  std::map<std::size_t, VerifiedModule> early_;  ///< by source
};

}  // namespace rocm_bindgen::build
