// What documents show of a terminal is what happens. Each ```console block is run, in a folder with the files that the
// document has shown until there. A line with "..." stands for anything, at its end or as lines. Of some documents the
// commands in indented and unlabelled blocks are run as well, in a folder that has what they take for granted.
#include <map>
#include <regex>
#include <sstream>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/tool.hpp"

using namespace test;

namespace {

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text) {
  std::istringstream stream(text);
  Lines lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Words without quoting: what the documents show needs none.
Lines words_of(const std::string& command) {
  std::istringstream stream(command);
  Lines words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

bool same_line(const std::string& shown, const std::string& printed) {
  if (!ends_with(shown, "...")) return shown == printed;
  return printed.rfind(shown.substr(0, shown.size() - 3), 0) == 0;
}

/// Does what was printed match what is shown?
bool matches(const Lines& shown, std::size_t i, const Lines& printed, std::size_t k) {
  if (i == shown.size()) return k == printed.size();
  if (shown[i] == "...") {
    for (auto next = k; next <= printed.size(); ++next)
      if (matches(shown, i + 1, printed, next)) return true;
    return false;
  }
  return k < printed.size() && same_line(shown[i], printed[k]) && matches(shown, i + 1, printed, k + 1);
}

/// Runs a document's blocks from the first to the last in `folder`; how many of them were of a console.
int run_document(const std::string& document, const Folder& folder) {
  int consoles = 0;
  std::string language, block;
  bool inside = false;
  for (const auto& line : lines_of(read(std::string(ROCM_BINDGEN_SOURCE_DIR) + "/" + document))) {
    if (line.rfind("```", 0) != 0) {
      if (inside) block += line + "\n";
      continue;
    }
    inside = !inside;
    if (inside) {
      language = line.substr(3);
      block.clear();
    } else if (block.rfind("// ", 0) == 0) {
      folder.write(block.substr(3, block.find('\n') - 3), block);
    } else if (language == "console") {
      auto shown = lines_of(block);
      REQUIRE(shown.front().rfind("$ rocm-bindgen ", 0) == 0);
      auto words = words_of(shown.front().substr(2));
      words.erase(words.begin());
      const auto finished = rocm_bindgen(words, {folder.path(), {}});
      const auto printed = finished.err + finished.out;
      INFO(document << ": " << shown.front() << "\nprinted:\n" << printed);
      shown.erase(shown.begin());
      CHECK(matches(shown, 0, lines_of(printed), 0));
      ++consoles;
    }
  }
  return consoles;
}

/// The command in a line of a block; empty if it is none of ours.
std::string command_in(const std::string& line) {
  const auto command = line.rfind("$ ", 0) == 0 ? line.substr(2) : line;
  return command.rfind("rocm-bindgen ", 0) == 0 ? command : std::string();
}

/// A command of another program, which stands behind one of ours.
bool is_of_another(const std::string& line) {
  return std::regex_search(line, std::regex("^(clang\\+\\+-19 |rustc |gcc |[A-Z_]+=)"));
}

struct Command {
  std::string text;
  Lines shown;  ///< what the document shows it print; empty: nothing is shown
};

/// The commands in a document's indented and unlabelled blocks.
std::vector<Command> commands_of(const std::string& document) {
  std::vector<Command> commands;
  bool fenced = false, unlabelled = false, in_command = false;
  for (const auto& line : lines_of(read(std::string(ROCM_BINDGEN_SOURCE_DIR) + "/" + document))) {
    if (line.rfind("```", 0) == 0) {
      fenced = !fenced;
      unlabelled = fenced && line == "```";
      in_command = false;
      continue;
    }
    const bool indented = !fenced && line.rfind("    ", 0) == 0;
    if (!unlabelled && !indented) {
      in_command = false;
      continue;
    }
    const auto text = indented ? line.substr(4) : line;
    if (const auto command = command_in(text); !command.empty()) {
      commands.push_back({command, {}});
      in_command = true;
    } else if (is_of_another(text)) {
      in_command = false;
    } else if (in_command) {
      commands.back().shown.push_back(text);
    }
  }
  return commands;
}

/// Figures and hashes are of the document's own sources.
Lines without_figures(const Lines& lines) {
  Lines plain;
  for (const auto& line : lines)
    plain.push_back(std::regex_replace(std::regex_replace(line, std::regex("[0-9a-f]{64}"), "#"),
                                       std::regex("[0-9]+(\\.[0-9]+)?"), "#"));
  return plain;
}

enum class Figures { kept, aside };

/// Runs the commands of a document, from the first to the last, in `folder`. Where output is shown it is what is
/// printed, figures aside where the document's sources are others than ours; else the command has to succeed.
/// `exceptions`: the commands that are not run, and why.
void run_commands(const std::string& document, const Folder& folder, Figures figures,
                  std::map<std::string, std::string> exceptions = {}) {
  int ran = 0;
  for (const auto& [text, shown] : commands_of(document)) {
    if (exceptions.erase(text) == 1) continue;
    auto words = words_of(text);
    words.erase(words.begin());
    const auto finished = rocm_bindgen(words, {folder.path(), {}});
    const auto printed = lines_of(finished.err + finished.out);
    INFO(document << ": " << text << "\nprinted:\n" << finished.err + finished.out);
    ++ran;
    if (shown.empty()) {
      CHECK(finished.exit_code == 0);
    } else if (figures == Figures::kept) {
      CHECK(matches(shown, 0, printed, 0));
    } else {
      CHECK(matches(without_figures(shown), 0, without_figures(printed), 0));
    }
  }
  for (const auto& [text, reason] : exceptions) FAIL_CHECK(text << " (" << reason << ") is not in " << document);
  CHECK(ran > 0);
}

}  // namespace

TEST_CASE("docs: the terminals of quick-start.md, and its program") {
  const Folder folder;
  CHECK(run_document("docs/quick-start.md", folder) == 3);
  const auto library = std::filesystem::path(ROCM_BINDGEN_RUNTIME_LIBRARY).parent_path().string();
  const auto linked =
      run({"g++", "-std=c++17", "main.cpp", std::string("-I") + ROCM_BINDGEN_SOURCE_DIR + "/runtime/include",
           "-L" + library, "-lrocm_bindgen_runtime", "-Wl,-rpath," + library, "-o", "scale"},
          {folder.path(), {}});
  INFO(linked.err);
  REQUIRE(linked.exit_code == 0);
  const auto shown = read(std::string(ROCM_BINDGEN_SOURCE_DIR) + "/docs/quick-start.md");
  const auto result =
      run({"./scale"},
          {folder.path(), {{"ROCM_BINDGEN_DRIVER", "emulated:gfx1100"}, {"ROCM_BINDGEN_EMULATOR_LIBRARY", ""}}});
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(shown.find("./scale\n    " + result.out) != std::string::npos);
}

TEST_CASE("docs: the terminals of troubleshooting.md") {
  const Folder folder;
  CHECK(run_document("docs/troubleshooting.md", folder) == 12);
}

TEST_CASE("docs: the terminals of command-line.md") {
  const Folder folder;
  folder.write("kernels/scale.cu", kernel_source("scale"));
  CHECK(run_document("docs/command-line.md", folder) == 3);
}

TEST_CASE("docs: the terminals of porting.md") {
  const Folder folder;
  CHECK(run_document("docs/porting.md", folder) == 8);
}

TEST_CASE("docs: the commands of package.md") {
  const Folder folder;
  folder.write("src/scale.cu", kernel_source("scale"));
  folder.write("LICENSE", "Whoever reads this may use it.\n");
  folder.write("kernels.json",
               R"({"build": {"inputs": ["src"], "output": "out/kernels.hpp", "arch": ["gfx1030"]},
                   "package": {"header": "out/kernels.hpp", "output": "kernels.tar.zst"}})");
  run_commands("docs/package.md", folder, Figures::aside);
}

TEST_CASE("docs: the commands of inspect.md") {
  const Folder folder;
  folder.write("kernels/sum.cu", kernel_source("sum"));
  for (const std::string header : {"before/k.hpp", "after/k.hpp", "kernels.hpp"})
    REQUIRE(rocm_bindgen({"build", "kernels", "-o", header, "--arch", "gfx1030,gfx90a", "--stats", "stats.json", "-q"},
                         {folder.path(), {}})
                .exit_code == 0);
  run_commands("docs/inspect.md", folder, Figures::aside,
               {{"rocm-bindgen inspect FILE...", "a pattern: FILE stands for files"}});
}

TEST_CASE("docs: the commands of hipify.md") {
  const Folder folder;
  // Of 19 lines, with something to look at in two: what hipify.md shows parts of.
  folder.write("src/scale.cu", R"(#include <cuda_runtime.h>
#include "half.cuh"

#define CHECK(call) do { if ((call) != cudaSuccess) abort(); } while (0)

__global__ void scale(float* x, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = half_of(x[i]) * s;
#if __CUDA_ARCH__ >= 900
  // Copies of the block.
  // One thread waits for them.
  if (threadIdx.x == 0 && i < n)  asm volatile("cp.async.bulk.wait_all;");
#endif
}

void scale_all(float* x, float s, int n, cudaStream_t stream) {
  scale<<<(n + 255) / 256, 256, 0, stream>>>(x, n);
  cudaArraySparseProperties properties;
  cudaStreamSynchronize(stream); }
)");
  folder.write("src/half.cuh", "__device__ inline float half_of(float x) { return x / 2; }\n");
  run_commands("docs/hipify.md", folder, Figures::kept);
  CHECK(std::filesystem::exists(folder / "hip/scale.cu"));
  CHECK(std::filesystem::exists(folder / "hip/half.cuh"));
}

TEST_CASE("docs: the commands of targets.md") {
  const Folder folder;
  folder.write("kernels/scale.cu", kernel_source("scale"));
  run_commands("docs/targets.md", folder, Figures::kept);
}

TEST_CASE("docs: the commands of templates.md") {
  const Folder folder;
  for (const std::string source : {"kernels/scale.cu", "src/scale.cu"}) folder.write(source, kernel_source("scale"));
  folder.write("kernels.py.mustache", "{{#modules}}{{name}}{{/modules}}\n");
  folder.write("list.mustache", "{{#modules}}{{#kernels}}\n- {{kernel_nam}}\n{{/kernels}}{{/modules}}\n");
  run_commands("docs/templates.md", folder, Figures::kept);
}

TEST_CASE("docs: the commands of external-compiler.md") {
  const Folder folder;
  folder.write("kernels/scale.cu", kernel_source("scale"));
  if (!std::filesystem::exists("/usr/bin/clang++-16")) {
    WARN("skipped: clang++-16 is not installed");
    return;
  }
  run_commands("docs/external-compiler.md", folder, Figures::kept,
               {{"rocm-bindgen build kernels/ -o kernels.hpp --compiler /opt/rocm/llvm/bin/clang++",
                 "a compiler of AMD's own packages, which no test has"}});
}

TEST_CASE("docs: the commands of the README, and clang's after them") {
  const Folder folder;
  for (const std::string source : {"kernels/scale.cu", "src/scale.cu"}) folder.write(source, kernel_source("scale"));
  run_commands("README.md", folder, Figures::kept);
  const auto flags = rocm_bindgen({"hipify", "--compile-flags"}, {folder.path(), {}});
  REQUIRE(flags.exit_code == 0);
  const std::string asked = "$(rocm-bindgen hipify --compile-flags)";
  int compiled = 0;
  for (auto line : lines_of(read(std::string(ROCM_BINDGEN_SOURCE_DIR) + "/README.md"))) {
    if (line.rfind("    clang++-19 -x hip ", 0) != 0) continue;
    REQUIRE(line.find(asked) != std::string::npos);
    line.replace(line.find(asked), asked.size(), flags.out);
    const auto finished = run(words_of(line), {folder.path(), {}});
    INFO(line << "\n" << finished.err);
    CHECK(finished.exit_code == 0);
    ++compiled;
  }
  CHECK(compiled == 1);
}

TEST_CASE("docs: the commands of languages.md and build.md") {
  const Folder folder;
  folder.write("kernels/scale.cu", kernel_source("scale"));
  folder.write("saxpy.cu", kernel_source("saxpy"));
  run_commands("docs/languages.md", folder, Figures::kept,
               {{"rocm-bindgen build kernels/ --template FILE -o OUT", "a pattern; templates.md has examples"}});
  run_commands("docs/build.md", folder, Figures::kept);
}
