// Machine code as LLVM's own tool prints it.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace test {

/// The instructions of each function of a code object, a line each. Fails the test if there is no such object.
std::map<std::string, std::vector<std::string>> disassemble(const std::filesystem::path& object);

/// Where a bundled module's code object for a target is.
std::filesystem::path bundled_object(const std::string& module, const std::string& target);

}  // namespace test
