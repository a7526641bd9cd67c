#pragma once

#include <map>
#include <string>
#include <vector>

#include "support/process.hpp"

namespace test {

/// Path of the rocm-bindgen under test.
std::string tool();

/// What every run of it gets: caches go to a folder of the test run's own.
std::map<std::string, std::string> tool_environment();

/// Runs it. Caches go to a folder of the test run's own.
Finished rocm_bindgen(const std::vector<std::string>& arguments, RunOptions options = {});

/// A small kernel source: `extern "C" __global__ void NAME(float* out)`.
std::string kernel_source(const std::string& name);

}  // namespace test
