// coverage TARGET FOLDER REPORT...: lists the instructions of the target's code objects in FOLDER that none of the
// reported runs has executed, each with a kernel that contains it. Fails if there is one.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <llvm/MC/MCInst.h>
#include <llvm/MC/MCInstrInfo.h>
#include <llvm/Object/ELFObjectFile.h>
#include <nlohmann/json.hpp>

#include "decode/disassembler.hpp"

namespace {

using rocm_bindgen::emulator::Disassembler;

/// LLVM's names of instructions, each with the first kernel in which it was found and its text there:
/// "uexp_f32: v_exp_f32_e32 v1, v1".
using Instructions = std::map<std::string, std::string>;

std::set<std::string> executed(const std::vector<std::string>& reports, const std::string& target) {
  std::set<std::string> names;
  for (const auto& path : reports) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error("there is no report '" + path + "'");
    const auto report = nlohmann::json::parse(file);
    if (report.at("target") != target) throw std::runtime_error("'" + path + "' is not a report of " + target);
    for (const auto& name : report.at("executed")) names.insert(name);
  }
  return names;
}

/// Adds the instructions of all functions. The bytes between functions are padding.
void add_instructions(const std::filesystem::path& path, const Disassembler& disassembler, Instructions& found) {
  const auto binary = llvm::cantFail(llvm::object::ObjectFile::createObjectFile(path.string()));
  const auto& object = *llvm::cast<llvm::object::ELFObjectFileBase>(binary.getBinary());
  for (const llvm::object::ELFSymbolRef symbol : object.symbols()) {
    if (symbol.getELFType() != llvm::ELF::STT_FUNC) continue;
    const auto section = llvm::cantFail(symbol.getSection());
    if (section == object.section_end()) continue;
    const auto contents = llvm::cantFail(section->getContents());
    const auto begin = llvm::cantFail(symbol.getAddress()) - section->getAddress();
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(contents.data());
    for (auto at = begin; at < begin + symbol.getSize();) {
      llvm::MCInst instruction;
      const auto size = disassembler.decode({bytes + at, contents.size() - at}, at, instruction);
      if (size == 0) throw std::runtime_error(path.string() + " has bytes that are not an instruction");
      found.try_emplace(disassembler.instructions().getName(instruction.getOpcode()).str(),
                        llvm::cantFail(symbol.getName()).str() + ": " + disassembler.text(instruction));
      at += size;
    }
  }
}

Instructions shipped(const std::filesystem::path& folder, const std::string& target) {
  const Disassembler disassembler(target, "");
  Instructions found;
  const auto ending = "." + target + ".hsaco";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const auto name = entry.path().filename().string();
    if (name.size() > ending.size() && name.compare(name.size() - ending.size(), ending.size(), ending) == 0)
      add_instructions(entry.path(), disassembler, found);
  }
  if (found.empty()) throw std::runtime_error("no code object of " + target + " in " + folder.string());
  return found;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fputs("usage: coverage TARGET FOLDER REPORT...\n", stderr);
    return 2;
  }
  try {
    const std::string target = argv[1];
    const auto wanted = shipped(argv[2], target);
    const auto done = executed({argv + 3, argv + argc}, target);
    std::size_t missing = 0;
    for (const auto& [name, seen] : wanted) {
      if (done.count(name) != 0) continue;
      ++missing;
      std::printf("never executed: %s (%s)\n", name.c_str(), seen.c_str());
    }
    std::printf("%s: %zu of %zu instructions executed\n", target.c_str(), wanted.size() - missing, wanted.size());
    return missing == 0 ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "coverage: %s\n", error.what());
    return 1;
  }
}
