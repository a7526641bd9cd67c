#pragma once

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "pipeline/cache/remote_cache.hpp"
#include "pipeline/stages/job_keys.hpp"
#include "pipeline/stages/write_stage.hpp"
#include "rocm_bindgen/build/bindings.hpp"

namespace rocm_bindgen::build {

struct Bindings::State {
  FinishedBuild build;
  CompileOptions compile;               ///< the options that all jobs shared
  std::vector<Diagnostic> diagnostics;  ///< warnings and notes
  BuildStatistics statistics;
  std::chrono::system_clock::time_point start;
  bool used_external_compiler = false;
  bool reads_unseen_files = false;  ///< see CompileResult
  Upload upload;                    ///< what share_objects() has to do
  std::vector<Diagnostic> remote_warnings;
  std::string options;                   ///< options_identity()
  std::map<Job, CompileResult> results;  ///< of the objects, without their inputs
  WrittenFiles outputs;                  ///< files written by all calls of write() and write_artifacts()
};

}  // namespace rocm_bindgen::build
