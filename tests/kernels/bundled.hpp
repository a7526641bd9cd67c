#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace test {

/// The folder in which the test "kernels: build" has put the bundled kernels' header and artifacts.
std::filesystem::path bundled_folder();

/// One row of abi.tsv: a kernel that a host program asks for by name.
struct AbiRow {
  std::string module;
  std::string name;
  std::vector<std::string> parameters;  ///< type and name of each, such as "const size_t numel"
};

/// The rows of the table; each 8-bit row is followed by the same row under the hosts' spelling (`..._f8e4m3`).
std::vector<AbiRow> abi_rows();

/// The size of an ABI parameter in bytes, by its C type; 0 for a type that the ABI does not have.
unsigned parameter_size(const std::string& parameter);

}  // namespace test
