// Checks that the commands and options that the text of documents mentions exist.
#include <map>
#include <regex>
#include <sstream>

#include "docs/document.hpp"
#include "support/catch.hpp"
#include "support/process.hpp"
#include "support/tool.hpp"

using namespace docs_test;

namespace {

/// The code between backquotes in the text of a document.
Lines code_in(const std::string& document) {
  const auto prose = std::regex_replace(prose_of(document), std::regex("\n"), " ");
  const std::regex code("`([^`]+)`");
  Lines found;
  for (std::sregex_iterator at(prose.begin(), prose.end(), code), end; at != end; ++at) found.push_back((*at)[1].str());
  return found;
}

Lines words_of(const std::string& text) {
  std::istringstream stream(text);
  Lines words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

/// The help text of each command; that of rocm-bindgen itself at "".
std::map<std::string, std::string> help_of_commands() {
  std::map<std::string, std::string> help{{"", test::rocm_bindgen({"--help"}).out}};
  for (const std::string name : {"build", "compile", "emit", "run", "hipify", "inspect", "package", "cache", "targets",
                                 "doctor", "completions", "man"})
    help[name] = test::rocm_bindgen({name, "--help"}).out;
  return help;
}

bool has_option(const std::string& help, const std::string& word) {
  const auto name = word.substr(0, word.find('='));
  const std::regex option("(^|[ ,\n])" + name + "($|[ ,=\n\\[])");
  return std::regex_search(help, option);
}

}  // namespace

TEST_CASE("docs: each command and option of rocm-bindgen in the text exists") {
  const auto help = help_of_commands();
  std::string all;
  for (const auto& [name, text] : help) all += text;
  unsigned commands = 0, options = 0;
  for (const auto& document : all_documents()) {
    // Its options are nvcc's; tests/tools/nvcc/options_test.cpp compares their table with the program's.
    const bool has_other_options = document == "docs/nvcc.md";
    for (const auto& code : code_in(document)) {
      const auto words = words_of(code);
      if (words.size() > 1 && words[0] == "rocm-bindgen" && words[1] != "COMMAND" && words[1][0] != '-') {
        INFO(document << ": " << code);
        ++commands;
        REQUIRE(help.count(words[1]) == 1);
        for (std::size_t i = 2; i < words.size(); ++i)
          if (words[i].rfind("--", 0) == 0) CHECK(has_option(help.at(words[1]), words[i]));
      } else if (!has_other_options && !words.empty() && words[0].rfind("--", 0) == 0 &&
                 words[0].rfind("--override_", 0) != 0) {
        // All of these are options of rocm-bindgen, except Bazel's --override_repository.
        INFO(document << ": " << code);
        ++options;
        CHECK(has_option(all, words[0]));
      }
    }
  }
  // A wrong pattern would find few or none.
  CHECK(commands > 20);
  CHECK(options > 90);
}

TEST_CASE("docs: each ./dev command in a document exists") {
  const std::string dev = std::string(ROCM_BINDGEN_SOURCE_DIR) + "/dev";
  const auto described = test::run({dev});
  const auto usage = described.out + described.err;
  const std::regex command("\\./dev ([a-z-]+)");
  unsigned seen = 0;
  for (const auto& document : all_documents()) {
    const auto text = text_of(document);
    for (std::sregex_iterator at(text.begin(), text.end(), command), end; at != end; ++at) {
      INFO(document << ": " << at->str());
      CHECK_THAT(usage, Catch::Contains("\n  " + (*at)[1].str() + " "));
      ++seen;
    }
  }
  CHECK(seen > 20);  // a wrong pattern would find few or none
}
