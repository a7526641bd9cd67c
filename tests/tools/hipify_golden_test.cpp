#include <algorithm>
#include <iterator>
#include <regex>
#include <sstream>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/golden_file.hpp"
#include "support/tool.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

/// A message of the tool about a line of its input.
struct Message {
  std::size_t line = 0, column = 0;
  std::string severity, text;
};

std::vector<Message> messages_in(const std::string& error_output, const fs::path& file) {
  static const std::regex message(R"((.*?):(\d+):(\d+): (warning|error): (.*))");
  std::vector<Message> messages;
  std::istringstream stream(error_output);
  for (std::string line; std::getline(stream, line);) {
    std::smatch match;
    if (std::regex_match(line, match, message) && fs::path(match[1].str()).filename() == file.filename())
      messages.push_back({std::stoul(match[2]), std::stoul(match[3]), match[4], match[5]});
  }
  return messages;
}

/// Whether the message is the expected one: at the same line, with all parts in the expected order.
bool meets(const Message& message, const ExpectedMessage& expected) {
  if (message.line != expected.line || message.severity != expected.severity) return false;
  std::size_t from = 0;
  return std::all_of(expected.parts.begin(), expected.parts.end(), [&](const std::string& part) {
    const auto at = message.text.find(part, from);
    from = at + part.size();
    return at != std::string::npos;
  });
}

/// For a message that begins with the quoted name of a symbol or header: whether its column is that of the name in the
/// line. Returns true for every other message, and if the line does not contain the name.
bool is_at_its_name(const Message& message, const GoldenFile& file) {
  static const std::regex quoted(R"('([\w$]+|[\w/]+\.(?:h|hpp|cuh))'.*)");
  std::istringstream stream(file.text);
  std::string line;
  for (std::size_t i = 0; i < message.line; ++i) std::getline(stream, line);
  std::smatch match;
  if (!std::regex_match(message.text, match, quoted) || line.find(match[1]) == std::string::npos) return true;
  return line.compare(message.column - 1, static_cast<std::size_t>(match.length(1)), match[1].str()) == 0;
}

std::string described(const std::vector<Message>& messages) {
  std::string text;
  for (const auto& message : messages)
    text += std::to_string(message.line) + ":" + std::to_string(message.column) + ": " + message.severity + ": " +
            message.text + "\n";
  return text;
}

void check_messages(const GoldenFile& file, const GoldenRun& run, std::vector<Message> messages) {
  for (const auto& expected : run.messages) {
    const auto found = std::find_if(messages.begin(), messages.end(),
                                    [&](const Message& message) { return meets(message, expected); });
    if (found == messages.end()) {
      FAIL_CHECK(file.path.string() << ":" << expected.line << ": no such " << expected.severity << ": '"
                                    << expected.parts.front() << "'; what is left:\n"
                                    << described(messages));
      continue;
    }
    if (!is_at_its_name(*found, file)) FAIL_CHECK(file.path.string() << ": column of " << described({*found}));
    messages.erase(found);
  }
  if (!messages.empty()) FAIL_CHECK(file.path.string() << ": no expectation for\n" << described(messages));
}

/// ROCm installations that are the same on every machine. Translations do not depend on them, but messages do.
class FakeRocm {
 public:
  explicit FakeRocm(bool has_libraries = true) {
    for (const std::string version : {"5.2", "7.0"}) {
      const auto include = "HIP-" + version + "/include/";
      folder_.write(include + "hip/hip_runtime.h", "");
      folder_.write(include + "hip/hip_version.h", "#define HIP_VERSION_MAJOR " + version.substr(0, 1) +
                                                       "\n#define HIP_VERSION_MINOR " + version.substr(2) +
                                                       "\n#define HIP_VERSION_PATCH 1\n");
      if (!has_libraries) continue;
      for (const auto* header :
           {"hipblas/hipblas.h", "hipblaslt/hipblaslt.h", "hipcub/hipcub.hpp", "hipfft/hipfft.h", "hipfft/hipfftXt.h",
            "hiprand/hiprand.h", "hiprand/hiprand_kernel.h", "hipsolver/hipsolver.h", "hipsparse/hipsparse.h",
            "miopen/miopen.h", "rccl/rccl.h", "rocblas/rocblas.h", "rocrand/rocrand.h", "rocrand/rocrand_kernel.h",
            "rocsolver/rocsolver.h", "rocsparse/rocsparse.h", "roctracer/roctx.h", "thrust/device_vector.h",
            "thrust/system/hip/execution_policy.h"})
        folder_.write(include + header, "");
    }
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

 private:
  Folder folder_;
};

/// The command line of a run. If its options name no HIP, such as `--rocm-path HIP-7.0`, it uses HIP-5.2.
std::vector<std::string> command(const GoldenRun& run, const fs::path& file, const FakeRocm& rocm) {
  std::vector<std::string> words{"hipify", "--verbose"};
  for (const auto& option : run.options) words.push_back(words.back() == "--rocm-path" ? rocm.path(option) : option);
  if (std::find(words.begin(), words.end(), "--rocm-path") == words.end())
    words.insert(words.end(), {"--rocm-path", rocm.path("HIP-5.2")});
  words.push_back(file.string());
  return words;
}

template <class Check>
void for_each_run(const Check& check) {
  for (const auto& file : golden_files())
    for (const auto& run : file.runs) {
      INFO(file.path.filename().string() << (run.name.empty() ? "" : ", run " + run.name));
      check(file, run);
    }
}

/// Writes a folder that looks like a CUDA SDK. A tool that read its headers would report an error or translate
/// differently.
void write_sdk(const Folder& folder) {
  for (const std::string header : {"cuda.h", "cuda_runtime.h", "cuda_runtime_api.h", "cuda_fp16.h", "cuda_bf16.h",
                                   "cublas_v2.h", "curand_kernel.h", "cooperative_groups.h", "cub/cub.cuh"})
    folder.write("sdk/include/" + header, "#define __global__ int\n#define cudaMalloc someThingElse\n#error SDK\n");
  folder.write("sdk/version.json", "{\"cuda\": {\"version\": \"11.0.1\"}}\n");
  const auto nvcc = folder.write("sdk/bin/nvcc", "#!/bin/sh\nexit 1\n");
  fs::permissions(nvcc, fs::perms::owner_all);
}

}  // namespace

TEST_CASE("golden: every line is translated as the file expects, with the expected messages") {
  const FakeRocm rocm;
  for_each_run([&](const GoldenFile& file, const GoldenRun& run) {
    const auto finished = rocm_bindgen(command(run, file.path, rocm));
    const auto difference = line_difference(run.text, finished.out);
    if (!difference.empty()) FAIL_CHECK("expected (-), actual (+):\n" << difference);
    check_messages(file, run, messages_in(finished.err, file.path));
    CHECK(finished.exit_code == 0);
  });
}

TEST_CASE("golden: a second translation changes nothing") {
  const Folder folder;
  const FakeRocm rocm;
  for_each_run([&](const GoldenFile& file, const GoldenRun& run) {
    const auto once = folder.write(file.path.filename(), run.text);
    const auto twice = rocm_bindgen(command(run, once, rocm));
    CHECK(twice.exit_code == 0);
    const auto difference = line_difference(run.text, twice.out);
    if (!difference.empty()) FAIL_CHECK("once (-), twice (+):\n" << difference);
  });
}

TEST_CASE("golden: a CUDA SDK on the machine changes nothing", "[slow]") {
  const Folder folder;
  const FakeRocm rocm;
  write_sdk(folder);
  const auto sdk = (folder / "sdk").string();
  const RunOptions with_sdk{{},
                            {{"CUDA_PATH", sdk},
                             {"CUDA_HOME", sdk},
                             {"CUDA_ROOT", sdk},
                             {"CPATH", sdk + "/include"},
                             {"CPLUS_INCLUDE_PATH", sdk + "/include"},
                             {"PATH", sdk + "/bin:/usr/bin:/bin"}}};
  for_each_run([&](const GoldenFile& file, const GoldenRun& run) {
    const auto words = command(run, file.path, rocm);
    const auto without = rocm_bindgen(words), with = rocm_bindgen(words, with_sdk);
    CHECK(line_difference(without.out, with.out) == "");
    CHECK(without.err == with.err);
  });
}

TEST_CASE("golden: a library whose headers are not installed is reported and changes nothing") {
  const auto path = fs::path(ROCM_BINDGEN_SOURCE_DIR) / "tests/golden/hipify/cudnn.cu";
  const auto file = parse_golden_file(path, read(path));
  const FakeRocm without_libraries(/*has_libraries=*/false);
  const auto finished = rocm_bindgen(command(file.runs.at(0), path, without_libraries));
  CHECK(finished.exit_code == 0);
  CHECK(line_difference(file.runs.at(0).text, finished.out) == "");
  const auto messages = messages_in(finished.err, path);
  CHECK(std::any_of(messages.begin(), messages.end(), [](const Message& message) {
    return meets(message, {3, "warning", {"'cudnn.h'", "<miopen/miopen.h>", "not installed"}});
  }));
}

TEST_CASE("golden: the files contain at least 300 constructs") {
  std::size_t expectations = 0;
  for (const auto& file : golden_files()) expectations += file.expectations;
  CHECK(expectations >= 300);
}

TEST_CASE("golden: C++ without CUDA is unchanged byte for byte") {
  const Folder folder;
  const auto library = fs::path(ROCM_BINDGEN_SOURCE_DIR) / "lib";
  for (const auto* folder_name : {"codeobject", "discover", "emit", "pipeline", "support", "toolchain"})
    for (const auto& [name, text] : tree(library / folder_name)) {
      auto copy = fs::path("in") / folder_name / name;
      if (copy.extension() == ".cpp") folder.write(copy.replace_extension(".cu"), text);
    }
  const auto in = tree(folder / "in");
  REQUIRE(in.size() > 20);
  const auto finished = rocm_bindgen({"hipify", "in", "-o", "out"}, {folder.path(), {}});
  INFO(finished.err);
  CHECK(finished.exit_code == 0);
  CHECK(differences(in, tree(folder / "out")) == std::vector<std::string>{});
}

TEST_CASE("golden: translations of files with the mark COMPILES compile for host and device", "[slow]") {
  // One source includes all of them, so that the headers are parsed only once.
  const Folder folder;
  std::string unity;
  for (const auto& file : golden_files())
    if (file.compiles) {
      const auto name = file.path.filename().string();
      folder.write(name, file.text);
      unity += "#include \"" + name + "\"\n";
    }
  REQUIRE(unity != "");
  folder.write("unity.cu", unity);
  const RunOptions here{folder.path(), {}};

  const auto device = rocm_bindgen({"build", "unity.cu", "-q", "--arch", "gfx1100", "-o", "unity.hpp"}, here);
  INFO(device.err);
  CHECK(device.exit_code == 0);

  REQUIRE(rocm_bindgen({"hipify", "unity.cu", "-o", "hip"}, here).exit_code == 0);
  std::istringstream flags(rocm_bindgen({"hipify", "--compile-flags"}).out);
  std::vector<std::string> words{"clang++-19", "-x", "hip", "--offload-arch=gfx1100", "-fsyntax-only", "-w"};
  words.insert(words.end(), std::istream_iterator<std::string>(flags), {});
  words.push_back("hip/unity.cu");
  const auto both = run(words, here);
  INFO(both.err);
  CHECK(both.exit_code == 0);
}

TEST_CASE("golden: a file's expectations are parsed as its README documents") {
  const std::string text =
      "// RUN: \n// RUN(macro): --a  --b\n  f();  // HIP: g();\n// HIP(macro): G();\n"
      "x \\\n  y \\\n// HIP@-2: z \\\n/* c */ a; /* HIP: b; */ \\\r\nw;  // WARNING: 'w' ... no\nlast  // SAME";
  const auto file = parse_golden_file("f.cu", text);
  CHECK(file.expectations == 6);  // four of HIP, one WARNING, and one SAME
  REQUIRE(file.runs.size() == 2);
  CHECK(file.runs[0].options.empty());
  CHECK(file.runs[1].options == std::vector<std::string>{"--a", "--b"});
  const std::string prologue = "#include <hip/hip_runtime.h>\n#include <rocm_bindgen_compat/device.hpp>\n#line 1\n";
  const auto after = [&](const std::string& call) {
    return prologue + "// RUN: \n// RUN(macro): --a  --b\n  " + call +
           "  // HIP: g();\n// HIP(macro): G();\nz \\\n  y \\\n// HIP@-2: z \\\nb; /* HIP: b; */ \\\r\n"
           "w;  // WARNING: 'w' ... no\nlast  // SAME";
  };
  CHECK(line_difference(after("g();"), file.runs[0].text) == "");
  CHECK(line_difference(after("G();"), file.runs[1].text) == "");
  REQUIRE(file.runs[0].messages.size() == 1);
  CHECK(file.runs[0].messages[0].line == 9);  // "w;"
  CHECK(file.runs[0].messages[0].parts == std::vector<std::string>{"'w'", "no"});
}

TEST_CASE("golden: an expectation without effect is refused") {
  const auto error_of = [](const std::string& text) -> std::string {
    try {
      parse_golden_file("f.cu", text);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  };
  CHECK(error_of("\nf();  // HIP: f();\n") == "f.cu:2: expects the line as it is; write SAME");
  CHECK(error_of("f();  // HIP(macro): g();\n") == "f.cu:1: no run has this name");
  CHECK(error_of("f();  // HIP: g();\n// HIP: h();\n") == "f.cu:2: this line already has an expectation");
  CHECK(error_of("f();  // HIP@-3: g();\n") == "f.cu:1: there is no such line");
}

TEST_CASE("golden: lines that differ are reported with their numbers") {
  CHECK(line_difference("a\nb\nc", "a\nB\nc\nd") == "- 2: b\n+ 2: B\n+ 4: d\n");
  CHECK(line_difference("a\r\n", "a\r\n") == "");
}
