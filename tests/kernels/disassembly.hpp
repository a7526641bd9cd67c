// Machine code as LLVM's disassembler prints it.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace test {

/// The instructions of each function of a code object, one per line. Fails the test if the object does not exist.
std::map<std::string, std::vector<std::string>> disassemble(const std::filesystem::path& object);

/// The path of a bundled module's code object for a target.
std::filesystem::path bundled_object(const std::string& module, const std::string& target);

}  // namespace test
