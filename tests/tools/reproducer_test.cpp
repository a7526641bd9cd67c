#include <algorithm>
#include <csignal>
#include <filesystem>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

/// A folder whose name a shell would split or expand.
constexpr const char* kFolder = "it's \"one\" $HOME `x`";

/// A project in that folder, with a source and a header that it includes.
struct Quoted {
  Finished build(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words{"build",   "src", "-o", "out/k.hpp",  "--arch",
                                   "gfx1030", "-O0", "-q", "--no-cache", "-DTEXT=\"it's $5\""};
    words.insert(words.end(), more.begin(), more.end());
    return rocm_bindgen(words, {folder / kFolder, {}});
  }
  fs::path source(const std::string& text) const {
    folder.write(fs::path(kFolder) / "common/size.cuh", "#define SIZE sizeof(TEXT)\n");
    return folder.write(fs::path(kFolder) / "src/some file.cu", "#include \"../common/size.cuh\"\n" + text);
  }
  fs::path reproducers() const { return folder / kFolder / "out/k.artifacts/.rocm-bindgen/reproducers"; }
  /// The only reproducer script.
  fs::path script() const {
    fs::path found;
    for (const auto& entry : fs::directory_iterator(reproducers()))
      if (entry.path().extension() == ".sh") found = entry.path();
    return found;
  }

  Folder folder;
};

/// Runs the script from another folder; a compiler that crashes leaves its reports in `scratch`.
Finished run_script(const fs::path& script, const Folder& scratch) {
  return run({"sh", script.string()}, {scratch.path(), {{"TMPDIR", scratch.path().string()}}});
}

const std::string kGood = "extern \"C\" __global__ void k(int* p) { *p = SIZE; }\n";
const std::string kWrong = "extern \"C\" __global__ void k(int* p) {\n  *p = SIZE;\n  *p = TEXT;\n}\n";
const std::string kCrash = "#ifdef __HIP_DEVICE_COMPILE__\n#pragma clang __debug crash\n#endif\n" + kGood;

}  // namespace

TEST_CASE("reproducer: the script of an error gives the same error at the same line from any folder") {
  const Quoted quoted;
  quoted.source(kWrong);
  const auto refused = quoted.build();
  REQUIRE(refused.exit_code == 1);
  // kWrong begins at line 2, after the #include. TEXT has seven characters and the terminating zero.
  const std::string message = "some file.cu:4:8: error: assigning to 'int' from incompatible type 'const char[8]'";
  REQUIRE_THAT(refused.err, Catch::Contains(message));
  // The message does not mention the script, which is there only for users who search for it.
  CHECK_THAT(refused.err, !Catch::Contains(".sh"));

  const Folder elsewhere;
  const auto again = run_script(quoted.script(), elsewhere);
  CHECK(again.exit_code == 1);
  CHECK_THAT(again.err, Catch::Contains(message));
}

TEST_CASE("reproducer: a crash names its script and the script crashes a compiler") {
  const Quoted quoted;
  quoted.source(kCrash);
  const auto crashed = quoted.build();
  REQUIRE(crashed.exit_code == 5);
  const auto script = quoted.script();
  CHECK_THAT(crashed.err, Catch::Contains("note: 'sh out/k.artifacts/.rocm-bindgen/reproducers/" +
                                          script.filename().string() + "' runs the compiler alone"));
  const Folder elsewhere;
  const auto again = run_script(script, elsewhere);
  CHECK(again.exit_code != 0);
  CHECK_THAT(again.err, Catch::Contains("PLEASE submit a bug report") && Catch::Contains("'pragma'"));
}

TEST_CASE("reproducer: a translation that crashes names its script and the script crashes it again") {
  const Quoted quoted;
  // To find the header that `#include HEADER` names, hipify runs clang's preprocessor, which crashes if DIE is defined.
  const std::string crash =
      "#define HEADER \"../common/size.cuh\"\n#include HEADER\n#ifdef DIE\n#pragma clang __debug crash\n#endif\n";
  quoted.source(crash + kGood);
  const auto crashed = quoted.build({"-DDIE=\"it's\""});
  REQUIRE(crashed.exit_code == 5);
  const auto script = quoted.script();
  CHECK(script.filename() == "some file.hipify.sh");
  CHECK_THAT(crashed.err,
             Catch::Contains("note: 'sh out/k.artifacts/.rocm-bindgen/reproducers/some file.hipify.sh' runs "
                             "the translation alone"));
  const Folder elsewhere;
  const auto again = run_script(script, elsewhere);
  CHECK(again.exit_code == 5);
  CHECK_THAT(again.err, Catch::Contains("some file.cu: error: ") && Catch::Contains("was killed by signal"));
  REQUIRE(quoted.build().exit_code == 0);
  CHECK_FALSE(fs::exists(quoted.reproducers()));
}

TEST_CASE("reproducer: the script of a job is removed when the job succeeds and that of another job remains",
          "[slow]") {
  const Quoted quoted;
  const auto source = quoted.source(kWrong);
  const auto other = quoted.folder.write(fs::path(kFolder) / "src/other.cu", "__global__ void other( {}\n");
  REQUIRE(quoted.build().exit_code == 1);
  quoted.source(kGood);
  REQUIRE(quoted.build().exit_code == 1);
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(quoted.reproducers()))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  CHECK(names == std::vector<std::string>{"other.gfx1030", "other.gfx1030.sh"});
  fs::remove(other);
  quoted.folder.write(fs::path(kFolder) / "src/other.cu", "__global__ void other() {}\n");
  REQUIRE(quoted.build().exit_code == 0);
  CHECK_FALSE(fs::exists(quoted.reproducers()));
}

TEST_CASE("reproducer: a job that exceeds its time limit has a script and an interrupted build leaves none") {
  Project project;
  project.source("endless.cu", endless_source("endless"));
  const auto late = project.build({kEndlessFlag, "--timeout", "1"});
  CHECK(late.exit_code == 5);
  const auto reproducers = project / "out/k.artifacts/.rocm-bindgen/reproducers";
  CHECK_THAT(late.err, Catch::Contains("reproducers/endless.gfx1100.sh' runs the compiler alone"));
  CHECK(fs::exists(reproducers / "endless.gfx1100.sh"));

  fs::remove_all(project / "out");
  Background tool(project.command({kEndlessFlag, "-q"}), {project.path(), tool_environment()});
  REQUIRE(wait_until([&] { return fs::exists(project / "out/k.artifacts/.rocm-bindgen/endless.hip.record"); }));
  REQUIRE(wait_until([&] { return children_of(tool.pid()).size() == 1; }));
  tool.send(SIGINT);
  CHECK(tool.wait().exit_code == 130);
  CHECK_FALSE(fs::exists(reproducers));
}
