#include "kernels/disassembly.hpp"

#include <sstream>

#include "kernels/bundled.hpp"
#include "support/catch.hpp"
#include "support/process.hpp"

namespace test {

std::map<std::string, std::vector<std::string>> disassemble(const std::filesystem::path& object) {
  const auto disassembled = run({"llvm-objdump-19", "-d", "--no-show-raw-insn", "--no-leading-addr", object.string()});
  INFO(object << "\n" << disassembled.err);
  REQUIRE(disassembled.exit_code == 0);
  std::map<std::string, std::vector<std::string>> functions;
  std::vector<std::string>* current = nullptr;
  std::istringstream lines(disassembled.out);
  for (std::string line; std::getline(lines, line);) {
    const bool is_label = line.size() > 3 && line.front() == '<' && line.substr(line.size() - 2) == ">:";
    if (is_label) {
      current = &functions[line.substr(1, line.size() - 3)];
    } else if (current != nullptr) {
      current->push_back(line);
    }
  }
  return functions;
}

std::filesystem::path bundled_object(const std::string& module, const std::string& target) {
  return bundled_folder() / "kernels.artifacts/hsaco" / (module + "." + target + ".hsaco");
}

}  // namespace test
