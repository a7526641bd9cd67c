#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "emit/built_module.hpp"
#include "pipeline/stages/plan_stage.hpp"

namespace rocm_bindgen::build {

/// Nothing may be lost between a source and its code objects. The objects of each source are compared with what the
/// source defines, kernel by kernel and parameter by parameter, and become the module that is emitted. What compiles
/// reported about a source is reported here as well, so that an object from a record or the cache has the same messages
/// as one that was just compiled, in the order of sources and targets.
///
/// A module can be verified as soon as its objects are there. That needs no worker, so the parent does it while it
/// waits for jobs of other sources.
class Verifier {
 public:
  /// The arguments must outlive the verifier.
  Verifier(const BuildContext& context, const std::vector<HipSource>& sources) : context_(context), sources_(sources) {}

  /// Verifies the module of one source, all of whose objects are there, before finish() asks for it.
  void verify_early(std::size_t source, const CompiledObjects& objects);

  /// Verifies the others. Returns a module per source, in their order. The result may be emitted only if the report has
  /// no errors: the modules of sources that failed lack code objects.
  std::vector<BuiltModule> finish(const CompiledObjects& objects, BuildReport& report);

 private:
  /// A module as it is emitted, and what is reported about it.
  struct VerifiedModule {
    BuiltModule module;
    std::vector<Diagnostic> diagnostics;
  };

  VerifiedModule verify(std::size_t source, const CompiledObjects& objects) const;
  void add_object(const FinishedObject& object, const TargetId& target, VerifiedModule& verified) const;
  void report_lost(const CompileResult& result, const TargetId& target, VerifiedModule& verified) const;

  const BuildContext& context_;
  const std::vector<HipSource>& sources_;
  std::map<std::size_t, VerifiedModule> early_;  ///< by source
};

}  // namespace rocm_bindgen::build
