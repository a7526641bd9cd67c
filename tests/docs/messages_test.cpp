// Checks that the messages of the runtime which docs/troubleshooting.md quotes are in its sources. commands_test.cpp
// tests the messages of the tool.
#include <filesystem>
#include <regex>

#include "support/catch.hpp"
#include "support/files.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

const fs::path kRoot = ROCM_BINDGEN_SOURCE_DIR;

/// All of the runtime's sources, with adjacent string literals joined.
std::string sources() {
  std::string text;
  for (const auto& [name, content] : tree(kRoot / "runtime/loader/src"))
    if (fs::path(name).extension() == ".cpp") text += content;
  return std::regex_replace(text, std::regex("\"[ \n]+\""), "");
}

/// The parts of a quotation that are the same in every message: the text between "..." marks, without adjacent spaces.
std::vector<std::string> fixed_words(const std::string& quotation) {
  std::vector<std::string> words;
  const std::regex variable(R"( *\.\.\. *)");
  for (std::sregex_token_iterator part(quotation.begin(), quotation.end(), variable, -1), end; part != end; ++part)
    if (part->length() != 0) words.push_back(*part);
  return words;
}

}  // namespace

TEST_CASE("docs: the run-time messages of troubleshooting.md are in the runtime's sources") {
  const auto document = read(kRoot / "docs/troubleshooting.md");
  const auto begin = document.find("\n## At run time\n");
  REQUIRE(begin != std::string::npos);
  const auto section = document.substr(begin, document.find("\n## ", begin + 1) - begin);
  const auto runtime = sources();
  const std::regex quotation(R"(\n\*\*([^*]+)\*\*)");
  unsigned count = 0;
  for (std::sregex_iterator at(section.begin(), section.end(), quotation), end; at != end; ++at) {
    ++count;
    for (const auto& words : fixed_words((*at)[1].str())) {
      INFO("no source of the runtime contains:" << words);
      CHECK(runtime.find(words) != std::string::npos);
    }
  }
  CHECK(count >= 10);
}
