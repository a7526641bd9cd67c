// Checks that every block of a document is tested. Each block needs a row in kClaims: the test that runs it, or the
// reason why none can.
#include <filesystem>
#include <vector>

#include "docs/document.hpp"
#include "support/catch.hpp"
#include "support/files.hpp"

using namespace docs_test;
namespace fs = std::filesystem;

namespace {

/// States which test runs certain blocks of a document.
struct Claim {
  std::string document;
  std::string language;  ///< language of the blocks, as in `Block`
  std::string begin;     ///< beginning of their text; if several claims match, the longest applies
  std::size_t blocks;    ///< the number of matching blocks
  std::string test;      ///< name of a TEST_CASE, or the beginning of it; empty if `untested` gives a reason
  std::string untested = {};
};

/// Why no test runs a block with results of benchmarks.
const std::string kMeasured = "measured: whoever changes what was measured runs the benchmark again";
/// The beginning of the names of two tests.
const std::string kTerminals = "docs: the terminals of ";

const std::vector<Claim> kClaims{
    {"README.md", "indented", "$ build/bin/rocm-bindgen", 1, "docs: the README shows what ./dev demo"},
    {"README.md", "indented", "apt-get install", 1, "", "./dev packages installs these in a bare Debian"},
    {"README.md", "indented", "./dev build", 1, "docs: each ./dev command in a document"},
    {"README.md", "indented", "./dev demo", 1, "docs: each ./dev command in a document"},
    {"README.md", "indented", "", 2, "docs: the README's program lists"},
    {"README.md", "cmake", "", 1, "docs: the CMake lines of README"},
    {"docs/library.md", "cpp", "auto bindings", 1, "docs: library.md's program"},
    {"README.md", "cpp", "", 2, "docs: the README's program lists"},
    {"ARCHITECTURE.md", "indented", "discover ->", 1, "", "the names of stages, and no text of a file or a terminal"},

    {"docs/build.md", "indented", "rocm-bindgen build", 1, "docs: build.md"},
    {"docs/build.md", "console", "", 2, "docs: build.md"},
    {"docs/build.md", "indented", "compile [", 1, "progress: docs/build.md"},
    {"docs/design/build-speed.md", "", "200 small sources", 1, "", kMeasured},
    {"docs/design/build-speed.md", "", "200 sources, nothing", 1, "", kMeasured},
    {"docs/build.md", "", "src/sum.cu", 1, "docs: build.md"},

    {"docs/sharing.md", "indented", "", 4, "docs: sharing.md's commands"},

    {"docs/cmake.md", "cmake", "find_package", 1, "docs: the CMake lines of README"},
    {"docs/cmake.md", "cmake", "include(FetchContent)", 1, "docs: the FetchContent lines"},

    {"docs/command-line.md", "json", "", 2, "docs: command-line.md"},
    {"docs/command-line.md", "console", "", 3, "docs: command-line.md"},
    {"docs/command-line.md", "indented", "", 3, "docs: command-line.md"},

    {"docs/emulator.md", "cuda", "", 2, "docs: the emulated device's example"},
    {"docs/emulator.md", "cuda", "#include <cuda_runtime.h>\n\nextern \"C\" __global__ void previous", 1,
     "docs: emulator.md's kernel without"},
    {"docs/emulator.md", "cpp", "", 1, "docs: the emulated device's example"},
    {"docs/emulator.md", "cmake", "", 1, "docs: the emulated device's example"},
    {"docs/emulator.md", "yaml", "", 1, "examples for CI: the emulated device workflow"},
    {"docs/emulator.md", "indented", "ROCM_BINDGEN_DRIVER=", 1, "docs: emulator.md's command"},
    {"docs/emulator.md", "indented", "cmake ", 1, "cmake emulated-ci:"},
    {"docs/emulator.md", "indented", "    Start 1:", 3, "cmake emulated-ci:"},
    {"docs/emulator.md", "indented", "kernel '", 1, "docs: emulator.md's faults"},
    {"docs/emulator.md", "indented", "{\n \"target\"", 1, "docs: emulator.md's command"},

    {"docs/external-compiler.md", "indented", "", 2, "docs: external-compiler.md"},

    {"docs/hip-functions.md", "indented", "LD_LIBRARY_PATH=", 1, "program: each case is right on RDNA"},

    {"docs/hip-versions.md", "", "HIP      device", 1, "", kMeasured},
    {"docs/hip-versions.md", "", "rocm-bindgen: error", 1, "newer device libraries: the message"},

    {"docs/hipify.md", "", "", 4, "docs: hipify.md"},
    {"docs/inspect.md", "indented", "bound ", 1, "docs: inspect.md shows the bound"},
    {"docs/inspect.md", "indented", "", 6, "docs: inspect.md"},
    {"docs/kernels.md", "", "", 1, "", kMeasured},
    {"docs/design/kernels.md", "", "", 1, "", kMeasured},

    {"docs/languages.md", "indented", "", 4, "docs: languages.md"},
    {"docs/languages.md", "toml", "", 1, "docs: languages.md's crate"},
    {"docs/languages.md", "rust", "", 3, "docs: languages.md"},
    {"docs/languages.md", "c", "", 1, "docs: languages.md"},
    {"docs/languages.md", "text", "", 3, "docs: languages.md"},

    {"docs/ops.md", "cpp", "", 3, "docs: the programs of ops.md and quantized.md"},
    {"docs/ops.md", "", "", 3, "docs: the programs of ops.md and quantized.md"},
    {"docs/ops.md", "", "add: rhs:", 1, "docs: ops.md shows the message"},

    {"docs/package.md", "indented", "", 4, "docs: package.md"},
    {"docs/porting.md", "cuda", "", 17, "docs: the alternatives in porting.md"},
    {"docs/porting.md", "console", "", 9, kTerminals + "porting.md"},

    {"docs/quantized.md", "cpp", "", 1, "docs: the programs of ops.md and quantized.md"},
    {"docs/quantized.md", "", "16.00", 1, "docs: the programs of ops.md and quantized.md"},
    {"docs/design/quantized.md", "", "  ", 1, "", kMeasured},

    {"docs/programs.md", "cuda", "", 1, "docs: programs.md"},
    {"docs/programs.md", "console", "", 4, "docs: programs.md"},
    {"docs/programs.md", "indented", "", 1, "", "the form of the command"},

    {"docs/nvcc.md", "indented", "", 1, "nvcc: the CMake example is built"},

    {"docs/quick-start.md", "cuda", "", 1, "docs: quick-start.md"},
    {"docs/quick-start.md", "cpp", "", 1, "docs: quick-start.md"},
    {"docs/quick-start.md", "console", "", 3, "docs: quick-start.md"},
    {"docs/quick-start.md", "indented", "", 3, "docs: quick-start.md"},

    {"docs/runtime.md", "cuda", "", 1, "docs: runtime.md's program"},
    {"docs/runtime.md", "cpp", "", 8, "docs: runtime.md's snippets"},
    {"docs/runtime.md", "cpp", "// main.cpp", 1, "docs: runtime.md's program"},
    {"docs/runtime.md", "c", "", 1, "docs: runtime.md's function in C"},
    {"docs/runtime.md", "indented", "build/bin/rocm-bindgen", 1, "docs: runtime.md's program"},
    {"docs/runtime.md", "indented", "NVIDIA H200:", 1, "", "the output on a GPU: tests/gpu runs similar programs"},
    {"docs/runtime.md", "indented", "no GPU driver", 1, "docs: runtime.md's program"},
    {"docs/runtime.md", "indented", "emulated gfx1100:", 1, "docs: runtime.md's program"},
    {"docs/runtime.md", "indented", "module 'saxpy'", 1, "docs: runtime.md's program"},
    {"docs/design/runtime.md", "indented", "cached look-up", 1, "", kMeasured},

    {"docs/targets.md", "indented", "", 2, "docs: the commands of targets.md"},
    {"docs/targets.md", "indented", "processor ", 1, "docs: targets.md has the tables"},

    {"docs/templates.md", "indented", "", 2, "docs: the commands of templates.md"},
    {"docs/templates.md", "mustache", "# Made by", 1, "docs: the template for Python"},
    {"docs/templates.md", "mustache", "| module", 1, "docs: the template for people"},
    {"docs/templates.md", "text", "| module", 1, "docs: the template for people"},

    {"docs/troubleshooting.md", "cuda", "", 5, kTerminals + "troubleshooting.md"},
    {"docs/troubleshooting.md", "console", "", 12, kTerminals + "troubleshooting.md"},
};

/// The index in `kClaims` of the claim that a block matches, or the number of claims.
std::size_t claim_of(const std::string& document, const Block& block) {
  auto best = kClaims.size();
  for (std::size_t i = 0; i < kClaims.size(); ++i) {
    const auto& claim = kClaims[i];
    if (claim.document != document || claim.language != block.language || block.text.rfind(claim.begin, 0) != 0)
      continue;
    if (best == kClaims.size() || claim.begin.size() > kClaims[best].begin.size()) best = i;
  }
  return best;
}

}  // namespace

TEST_CASE("docs: every block of every document has a test or a reason for having none") {
  std::vector<std::size_t> blocks(kClaims.size());
  for (const auto& document : all_documents())
    for (const auto& block : blocks_of(document)) {
      INFO(document << ":" << block.line << ": no test is named for:\n" << block.text);
      const auto claim = claim_of(document, block);
      CHECK(claim < kClaims.size());
      if (claim < kClaims.size()) ++blocks[claim];
    }
  for (std::size_t i = 0; i < kClaims.size(); ++i) {
    const auto& claim = kClaims[i];
    INFO("number of " << claim.language << " blocks of " << claim.document << " that begin with \"" << claim.begin
                      << "\": is each of them run by \"" << claim.test << "\"?");
    CHECK(blocks[i] == claim.blocks);
  }
}

TEST_CASE("docs: the tests named for documents' blocks exist") {
  std::string sources;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(ROCM_BINDGEN_SOURCE_DIR) / "tests"))
    if (entry.path().extension() == ".cpp" && entry.path().filename() != "coverage_test.cpp")
      sources += test::read(entry.path());
  for (const auto& claim : kClaims) {
    INFO(claim.document << ", " << claim.language << ": " << claim.begin << " by " << claim.test);
    CHECK(claim.test.empty() != claim.untested.empty());
    if (!claim.test.empty()) CHECK(sources.find("TEST_CASE(\"" + claim.test) != std::string::npos);
  }
}
