#include <filesystem>
#include <set>
#include <sstream>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/tool.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string help_of(const std::vector<std::string>& words) {
  auto all = words;
  all.push_back("--help");
  const auto help = rocm_bindgen(all);
  REQUIRE(help.exit_code == 0);
  CHECK(help.err.empty());
  return help.out;
}

/// The words in the first column below "Commands:".
std::vector<std::string> commands() {
  std::vector<std::string> found;
  bool inside = false;
  for (const auto& line : lines_of(help_of({}))) {
    if (inside && line.rfind("  ", 0) != 0) break;
    if (inside && line.rfind("   ", 0) != 0) found.push_back(line.substr(2, line.find(' ', 2) - 2));
    inside = inside || line == "Commands:";
  }
  return found;
}

/// The commands below "Examples:", without comments.
std::vector<std::string> examples_of(const std::string& help) {
  std::vector<std::string> found;
  bool inside = false;
  for (const auto& line : lines_of(help)) {
    if (inside && line.rfind("  ", 0) != 0) break;
    if (inside && line.rfind("  #", 0) != 0) found.push_back(line.substr(2));
    inside = inside || line == "Examples:";
  }
  return found;
}

}  // namespace

TEST_CASE("help: each of build's options is in a group") {
  const auto help = help_of({"build"});
  std::size_t last = 0;
  for (const std::string group :
       {"Inputs and outputs", "Targets", "Compiler", "Cache", "Jobs and limits", "Messages", "Examples"}) {
    const auto start = help.find("\n" + group + ":\n");
    INFO(group);
    REQUIRE(start != std::string::npos);
    CHECK(start > last);
    last = start;
  }
  INFO("an option without a group: add it to groups() in command_table.cpp");
  CHECK_THAT(help, !Catch::Contains("\nOptions:\n"));
}

TEST_CASE("help: every command fits 80 columns and has examples") {
  const auto all = commands();
  CHECK(all.size() >= 8);  // so the table of commands was found
  for (const auto& command : all) {
    INFO(command);
    const auto help = help_of({command});
    CHECK_FALSE(examples_of(help).empty());
    for (const auto& line : lines_of(help)) {
      INFO(line);
      CHECK(line.size() <= 80);
    }
  }
}

TEST_CASE("help: the examples work", "[slow]") {
  Folder folder;
  folder.write("kernels/scale.cu", kernel_source("scale"));
  folder.write("kernels.json", R"({"build": {"inputs": "kernels", "output": "kernels.hpp", "quiet": true},
    "package": {"header": "kernels.hpp", "output": "configured.tar.zst"}})");
  folder.write("saxpy.cu",
               "__global__ void saxpy() {}\nint main() { saxpy<<<1, 1>>>(); return cudaDeviceSynchronize(); }\n");
  folder.write("kernels.cu", "__global__ void kernel() {}\nvoid launch() { kernel<<<1, 1>>>(); }\n");
  folder.write("profile.json", R"({"profile": 1, "target": "gfx1100", "kernels": []})");
  // Returns 0 if the example passes one argument to the program.
  folder.write("main.cu", "void launch();\nint main(int count, char**) { launch(); return count - 2; }\n");
  for (const auto* subfolder : {".zfunc", ".config/fish/completions"}) fs::create_directories(folder / subfolder);
  const auto path = fs::path(tool()).parent_path().string() + ":" + std::getenv("PATH");
  const RunOptions options{folder.path(),
                           {{"PATH", path},
                            {"HOME", folder.path().string()},
                            {"XDG_CACHE_HOME", (folder / "cache").string()},
                            {"MANPAGER", "cat"}}};
  std::set<std::string> seen;
  for (const auto& command : commands())
    for (const auto& example : examples_of(help_of({command}))) {
      INFO(example);
      CHECK(seen.insert(example).second);  // each example occurs in the help once
      const auto finished = run({"bash", "-c", example}, options);
      INFO(finished.err);
      CHECK(finished.exit_code == 0);
      // inspect --diff needs two builds.
      if (command == "build" && !fs::exists(folder / "old"))
        fs::copy(folder / "kernels.artifacts", folder / "old", fs::copy_options::recursive);
    }
}

TEST_CASE("help: the manual pages pass mandoc's lint and are the same each time") {
  Folder folder;
  REQUIRE(rocm_bindgen({"man", "--out-dir", (folder / "first").string()}).exit_code == 0);
  REQUIRE(rocm_bindgen({"man", "--out-dir", (folder / "second").string()}).exit_code == 0);
  const auto pages = tree(folder / "first");
  CHECK(differences(pages, tree(folder / "second")).empty());
  CHECK(pages.size() == commands().size() + 1);
  CHECK(pages.count("rocm-bindgen.1") == 1);
  for (const auto& [name, text] : pages) {
    INFO(name);
    const auto page = (folder / "first" / name).string();
    const auto shown =
        run({"man", "--warnings", "-E", "UTF-8", "-l", page}, {{}, {{"MANWIDTH", "80"}, {"LC_ALL", "C.UTF-8"}}});
    CHECK(shown.exit_code == 0);
    CHECK(shown.err.empty());
    CHECK_THAT(shown.out, Catch::Contains("SYNOPSIS"));
    // Pages intentionally have no date, so this warning is ignored.
    for (const auto& line : lines_of(run({"mandoc", "-T", "lint", "-W", "warning", page}).out)) {
      INFO(line);
      CHECK_THAT(line, Catch::Contains("missing date"));
    }
  }
  CHECK(rocm_bindgen({"man", "build"}).out == pages.at("rocm-bindgen-build.1"));
  CHECK(rocm_bindgen({"man"}).out == pages.at("rocm-bindgen.1"));
}

TEST_CASE("help: a manual page documents every option of the help") {
  const auto page = rocm_bindgen({"man", "build"}).out;
  unsigned seen = 0;
  for (const auto& line : lines_of(help_of({"build"}))) {
    const auto start = line.find_first_not_of(' ');
    // Options are indented by at most 6. Lines of a description, which may begin with an option too, are further to the
    // right.
    if (start == std::string::npos || line[start] != '-' || start > 6) continue;
    auto name = line.substr(start, line.find_first_of(" ,", start) - start);
    std::string escaped;
    for (const char c : name) escaped += c == '-' ? "\\-" : std::string(1, c);
    INFO(name);
    CHECK_THAT(page, Catch::Contains("\\fB" + escaped + "\\fR"));
    ++seen;
  }
  CHECK(seen > 20);
}

TEST_CASE("help: docs/command-line.md shows the messages for mistyped words") {
  Folder folder;
  folder.write("kernels/scale.cu", kernel_source("scale"));
  const auto lines = lines_of(read(std::string(ROCM_BINDGEN_SOURCE_DIR) + "/docs/command-line.md"));
  unsigned seen = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].rfind("    $ rocm-bindgen ", 0) != 0) continue;
    INFO(lines[i]);
    std::istringstream stream(lines[i].substr(19));  // without "    $ rocm-bindgen "
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    std::string shown;
    for (auto next = i + 1; next < lines.size() && lines[next].rfind("    ", 0) == 0; ++next) {
      if (lines[next].rfind("    $ ", 0) == 0) break;
      shown += lines[next].substr(4) + "\n";
    }
    const auto refused = rocm_bindgen(words, {folder.path(), {}});
    CHECK(refused.exit_code == 2);
    CHECK(refused.err == shown);
    ++seen;
  }
  CHECK(seen == 3);  // the document has three such commands
}
