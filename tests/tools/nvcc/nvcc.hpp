// Runs the nvcc of the toolkit folder.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "support/files.hpp"
#include "support/tool.hpp"

namespace test {

/// The toolkit's folder in the build tree.
std::filesystem::path toolkit();

/// The environment in which nvcc runs: it compiles for gfx1100, and nothing of the user's affects it.
std::map<std::string, std::string> nvcc_environment();

/// Runs nvcc with these words in a folder.
Finished nvcc(const Folder& folder, const std::vector<std::string>& words,
              const std::map<std::string, std::string>& environment = {});

/// Runs nvcc, which must succeed.
Finished nvcc_succeeds(const Folder& folder, const std::vector<std::string>& words,
                       const std::map<std::string, std::string>& environment = {});

/// Runs a program on an emulated device.
Finished run_emulated(const Folder& folder, const std::vector<std::string>& words,
                      const std::string& target = "gfx1100");

/// A source whose program prints 42, which a kernel computes.
extern const std::string kProgram;

}  // namespace test
