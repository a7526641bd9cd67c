// What the README shows of `./dev demo` is what it prints, shortened, numbers aside.
//
// A demo with everything to do takes minutes. Here it runs where the bundled kernels are built already, which prints
// all but the lines of jobs; those are made from a small build's, of which there is one per module of the demo's table.
#include <algorithm>
#include <regex>
#include <sstream>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/tool.hpp"

using namespace test;

namespace {

using Lines = std::vector<std::string>;

const std::filesystem::path kRoot = ROCM_BINDGEN_SOURCE_DIR;
const std::string kArchs = "gfx1030,gfx1100,gfx90a";

Lines lines_of(const std::string& text) {
  std::istringstream stream(text);
  Lines lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string text_of(const Lines& lines) {
  std::string text;
  for (const auto& line : lines) text += line + "\n";
  return text;
}

/// The indented block behind the sentence that announces it.
std::string shown_in_readme() {
  Lines block;
  bool announced = false;
  for (const auto& line : lines_of(read(kRoot / "README.md"))) {
    if (line.rfind("What `./dev demo` prints", 0) == 0) announced = true;
    if (announced && line.rfind("    ", 0) == 0) block.push_back(line.substr(4));
    if (announced && !line.empty() && line[0] != ' ' && !block.empty()) break;
  }
  return text_of(block);
}

/// The demo names folders as they are seen from the root, the test by their whole paths.
std::string with_relative_paths(std::string text) {
  const auto replace = [&](const std::string& from, const std::string& to) {
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
      text.replace(at, from.size(), to);
  };
  replace(ROCM_BINDGEN_BUNDLED, "build/kernels");
  replace((kRoot / "").string(), "");
  return text;
}

bool is_job(const std::string& line) {
  return line.rfind('[', 0) == 0;
}

/// The modules that the table of a transcript names, in its order.
Lines modules_of(const Lines& transcript) {
  Lines modules;
  bool inside = false;
  for (const auto& line : transcript) {
    if (line.find("code objects compiled") != std::string::npos) break;
    if (inside) modules.push_back(line.substr(0, line.find(' ')));
    if (line.rfind("module ", 0) == 0) inside = true;
  }
  return modules;
}

/// The jobs' lines of a small build that does everything, as they are for all of `modules`.
Lines jobs_for(const Lines& modules) {
  const Folder folder;
  folder.write("sources/small.cu", kernel_source("small"));
  folder.write("sources/smaller.cu", kernel_source("smaller"));
  const auto built = run({tool(), "build", "sources", "-o", "small.hpp", "--arch", kArchs},
                         {folder.path(), {{"XDG_CACHE_HOME", folder / "cache"}}});
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  Lines jobs;
  const std::regex numbers(R"(^\[\d+/\d+\] )"), name(R"(\bsmall\b)");
  for (const std::string stage : {"hipify ", "precompile ", "compile "}) {
    Lines of_stage;
    for (const auto& line : lines_of(built.err))
      if (line.find("] " + stage) != std::string::npos && line.find("smaller") == std::string::npos)
        of_stage.push_back(line);
    INFO(stage);
    REQUIRE(!of_stage.empty());
    const bool per_module = std::regex_search(of_stage.front(), name);
    const auto total = of_stage.size() * (per_module ? modules.size() : 1);
    std::size_t done = 0;
    for (const auto& module : per_module ? modules : Lines{""})
      for (const auto& line : of_stage) {
        const auto number = "[" + std::to_string(++done) + "/" + std::to_string(total) + "] ";
        jobs.push_back(std::regex_replace(std::regex_replace(line, numbers, number), name, module));
      }
  }
  return jobs;
}

std::string shortened(const std::string& transcript) {
  const Folder folder;
  const auto finished =
      run({"awk", "-f", (kRoot / "tests/demo/shorten.awk").string(), folder.write("transcript", transcript).string()});
  INFO(finished.err);
  REQUIRE(finished.exit_code == 0);
  return finished.out;
}

/// Without sizes and times. In which order jobs end is the machine's business: of those lines, which source and which
/// architecture is left out.
std::string without_numbers(const std::string& transcript) {
  Lines lines;
  for (auto line : lines_of(transcript)) {
    if (is_job(line)) {
      line = std::regex_replace(line, std::regex(R"( [0-9.]+ s$)"), " N s");
      line = std::regex_replace(line, std::regex(R"(\bgfx\w+)"), "ARCH");
      line = std::regex_replace(line, std::regex(R"(\] (hipify|compile) \w+)"), "] $1 MODULE");
    } else if (line.find("code objects compiled") != std::string::npos) {
      line = std::regex_replace(line, std::regex(R"(\d+(\.\d+)?)"), "N");
    } else {
      line = std::regex_replace(line, std::regex(R"( +[0-9]+ (KB|B|bytes)\b)"), " N");
      line = std::regex_replace(line, std::regex(R"( +[0-9]+ embedded)"), " N embedded");
      line = std::regex_replace(line, std::regex(R"( +[0-9]+\.[0-9]$)"), " N");
    }
    lines.push_back(line);
  }
  return text_of(lines);
}

/// Sources and architectures of the jobs that are shown: those there are, none twice.
void check_jobs(const std::string& shown, const Lines& modules) {
  const std::regex job(R"(\] (hipify|compile|precompile headers)(?: (?!for )(\w+))?(?: for (\w+))? )");
  Lines seen;
  for (const auto& line : lines_of(shown)) {
    if (!is_job(line)) continue;
    INFO(line);
    std::smatch found;
    REQUIRE(std::regex_search(line, found, job));
    if (found[2].matched) CHECK(std::find(modules.begin(), modules.end(), found[2].str()) != modules.end());
    if (found[3].matched) CHECK(("," + kArchs + ",").find("," + found[3].str() + ",") != std::string::npos);
    CHECK(std::find(seen.begin(), seen.end(), found.str()) == seen.end());
    seen.push_back(found.str());
  }
}

}  // namespace

TEST_CASE("demo: the README shows what ./dev demo prints, numbers aside") {
  const std::filesystem::path bundled = ROCM_BINDGEN_BUNDLED;
  const auto demo = run({(kRoot / "tests/demo/run.sh").string(), tool(), kArchs, bundled.string()}, {kRoot, {}});
  INFO(demo.err);
  REQUIRE(demo.exit_code == 0);
  const auto printed = lines_of(with_relative_paths(demo.out));
  const auto modules = modules_of(printed);
  REQUIRE(modules.size() > 20);

  auto transcript = jobs_for(modules);
  for (const auto& line : lines_of(with_relative_paths(demo.err)))
    if (!is_job(line)) transcript.push_back(line);
  transcript.insert(transcript.end(), printed.begin(), printed.end());
  const auto shown = shown_in_readme();
  CHECK(without_numbers(shown) == without_numbers(shortened(text_of(transcript))));
  check_jobs(shown, modules);
  CHECK(shown.find(std::to_string(modules.size() * 3) + " code objects compiled, 0 up to date") != std::string::npos);
}
