// A program with raised rights must ignore all variables of the environment.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string_view>
#include <unistd.h>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/process.hpp"

namespace fs = std::filesystem;

namespace {

/// The ID that every distribution gives to the user "nobody".
constexpr const char* kStranger = "65534";

/// A folder that anyone may write to, with two copies of the program: one unchanged, and one that runs with root's
/// rights for any user.
struct Stage {
  Stage() {
    fs::permissions(folder, fs::perms::all);
    for (const auto& copy : {plain(), raised()}) {
      fs::copy_file(ROCM_BINDGEN_RAISED_PROGRAM, copy);
      fs::permissions(copy, static_cast<fs::perms>(0755));
    }
    fs::permissions(raised(), static_cast<fs::perms>(04755));  // set-user-ID
    fs::copy_file(ROCM_BINDGEN_EMULATOR_FOR_TESTS, emulator());
    fs::permissions(emulator(), static_cast<fs::perms>(0755));
  }

  fs::path plain() const { return folder / "plain"; }
  fs::path raised() const { return folder / "raised"; }
  fs::path emulator() const { return folder / "emulator.so"; }
  /// A copy of the intruder library, as another user could put it there. It leaves a mark when it is opened.
  fs::path intruder(const std::string& name) const {
    const auto path = folder / name;
    fs::create_directories(path.parent_path());
    fs::permissions(path.parent_path(), fs::perms::all);
    fs::copy_file(ROCM_BINDGEN_INTRUDER_LIBRARY, path, fs::copy_options::overwrite_existing);
    fs::permissions(path, static_cast<fs::perms>(0755));
    return path;
  }

  /// Runs the program as another user with one variable set, and all others that the runtime reads unset.
  std::string run(const fs::path& program, const std::string& action, const std::string& variable,
                  const std::string& value) const {
    test::RunOptions options;
    for (const char* ours :
         {"ROCM_BINDGEN_DRIVER", "ROCM_BINDGEN_HIP_LIBRARY", "ROCM_BINDGEN_CUDA_LIBRARY", "ROCM_PATH", "CUDA_PATH",
          "ROCM_BINDGEN_EMULATOR_LIBRARY", "ROCM_BINDGEN_EMULATOR_REPORT", "ROCM_BINDGEN_EMULATOR_MEMORY",
          "ROCM_BINDGEN_EMULATOR_CHECKS", "ROCM_BINDGEN_CODE_OBJECT_PATH", "ROCM_BINDGEN_LOG", "ROCM_BINDGEN_RTC_CACHE",
          "ROCM_BINDGEN_HIPRTC_LIBRARY", "ROCM_BINDGEN_NVRTC_LIBRARY", "XDG_CACHE_HOME", "HOME", "LD_LIBRARY_PATH"})
      options.environment[ours] = "";
    options.environment[variable] = value;
    // The variable that names the emulator's library is only read if the emulator is requested.
    if (variable == "ROCM_BINDGEN_EMULATOR_LIBRARY") options.environment["ROCM_BINDGEN_DRIVER"] = "emulated:gfx1100";
    const auto finished = test::run({"setpriv", "--reuid", kStranger, "--regid", kStranger, "--clear-groups",
                                     program.string(), action, emulator().string()},
                                    options);
    return finished.out + finished.err;
  }

  test::Folder dir;
  fs::path folder = dir.path();
};

/// The reason why a set-user-ID program cannot be tested here; empty if it can.
std::string obstacle(const Stage& stage) {
  // The program prints "secure 1" if it has raised rights.
  const auto text = stage.run(stage.plain(), "log", "ROCM_BINDGEN_LOG", "");
  if (text.find("secure 0") == std::string::npos) return "a stranger cannot run programs in " + stage.folder.string();
  if (stage.run(stage.raised(), "log", "ROCM_BINDGEN_LOG", "").find("secure 1") == std::string::npos)
    return "set-user-ID bits mean nothing in " + stage.folder.string() + " (nosuid, or no new privileges)";
  return {};
}

bool can_be_tried() {
  if (!std::string_view(ROCM_BINDGEN_TEST_SANITIZERS).empty()) {
    WARN("not checked: this build is sanitized");
    return false;
  }
  if (geteuid() != 0 || !test::has_program("setpriv")) {
    WARN("not checked: only root can make a set-user-ID program of another user's, and setpriv runs it");
    return false;
  }
  return true;
}

/// A variable that names a library, by its path or by its folder.
struct Library {
  const char* variable;
  const char* action;  ///< the argument of raised_program with which it opens the library
  const char* file;    ///< where the intruder library is put, relative to the stage's folder
  const char* value;   ///< of the variable, relative to the stage's folder
};

constexpr Library kLibraries[] = {{"ROCM_BINDGEN_HIP_LIBRARY", "driver", "libown.so", "libown.so"},
                                  {"ROCM_BINDGEN_CUDA_LIBRARY", "driver", "libown.so", "libown.so"},
                                  {"ROCM_BINDGEN_EMULATOR_LIBRARY", "driver", "libown.so", "libown.so"},
                                  {"ROCM_PATH", "driver", "lib/libamdhip64.so.6", "."},
                                  {"ROCM_PATH", "hiprtc", "lib/libhiprtc.so.6", "."},
                                  {"ROCM_BINDGEN_HIPRTC_LIBRARY", "hiprtc", "libown.so", "libown.so"},
                                  {"ROCM_BINDGEN_NVRTC_LIBRARY", "nvrtc", "libown.so", "libown.so"},
                                  {"CUDA_PATH", "nvrtc", "lib64/libnvrtc.so.12", "."}};

/// Whether the text contains "getenv" or "environ" as a whole word or after "secure_".
bool reads_variables(std::string_view text) {
  const auto is_word_character = [&](std::size_t at) {
    return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
  };
  for (const std::string_view word : {"getenv", "environ"})
    for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
      const bool begins =
          at == 0 || !is_word_character(at - 1) ||
          text.substr(0, at).substr(std::max<std::size_t>(at, 7) - 7) == "secure_";  // the 7 characters before `at`
      if (begins && !is_word_character(at + word.size())) return true;
    }
  return false;
}

}  // namespace

TEST_CASE("environment: a program with raised rights opens no library that a variable names") {
  if (!can_be_tried()) return;
  for (const auto& library : kLibraries) {
    const Stage stage;
    if (const auto why = obstacle(stage); !why.empty()) {
      WARN("not checked: " << why);
      return;
    }
    INFO(library.variable << " for " << library.action);
    const auto mark = stage.intruder(library.file).string() + ".opened";
    const auto value = (stage.folder / library.value).lexically_normal().string();
    const auto raised = stage.run(stage.raised(), library.action, library.variable, value);
    INFO(raised);
    CHECK_FALSE(fs::exists(mark));
    CHECK_THAT(raised, !Catch::Contains(stage.folder.string()));
    // Without raised rights the library is opened.
    stage.run(stage.plain(), library.action, library.variable, value);
    CHECK(fs::exists(mark));
  }
}

TEST_CASE("environment: a program with raised rights reads and writes no file that a variable names") {
  if (!can_be_tried()) return;
  const Stage stage;
  if (const auto why = obstacle(stage); !why.empty()) {
    WARN("not checked: " << why);
    return;
  }
  for (const auto* variable : {"ROCM_BINDGEN_RTC_CACHE", "XDG_CACHE_HOME", "HOME"}) {
    INFO(variable);
    const auto named = stage.folder / variable;
    CHECK_THAT(stage.run(stage.raised(), "cache", variable, named.string()), Catch::Contains("done"));
    CHECK_FALSE(fs::exists(named));
    CHECK_THAT(stage.run(stage.plain(), "cache", variable, named.string()), Catch::Contains("done"));
    CHECK(fs::exists(named));
  }

  const auto report = stage.folder / "report.json";
  CHECK_THAT(stage.run(stage.raised(), "emulator", "ROCM_BINDGEN_EMULATOR_REPORT", report.string()),
             Catch::Contains("done"));
  CHECK_FALSE(fs::exists(report));
  CHECK_THAT(stage.run(stage.plain(), "emulator", "ROCM_BINDGEN_EMULATOR_REPORT", report.string()),
             Catch::Contains("done"));
  CHECK(fs::exists(report));

  const auto objects = (stage.folder / "objects").string();
  const auto raised = stage.run(stage.raised(), "code-object", "ROCM_BINDGEN_CODE_OBJECT_PATH", objects);
  CHECK_THAT(raised, Catch::Contains("wanted.hsaco") && !Catch::Contains(objects));
  CHECK_THAT(stage.run(stage.plain(), "code-object", "ROCM_BINDGEN_CODE_OBJECT_PATH", objects),
             Catch::Contains(objects + "/wanted.hsaco"));
}

TEST_CASE("environment: a program with raised rights behaves as if no variable was set") {
  if (!can_be_tried()) return;
  const Stage stage;
  if (const auto why = obstacle(stage); !why.empty()) {
    WARN("not checked: " << why);
    return;
  }
  CHECK_THAT(stage.run(stage.raised(), "log", "ROCM_BINDGEN_LOG", "debug"), Catch::Contains("debug 0"));
  CHECK_THAT(stage.run(stage.plain(), "log", "ROCM_BINDGEN_LOG", "debug"), Catch::Contains("debug 1"));
  const auto* memory = "ROCM_BINDGEN_EMULATOR_MEMORY";
  CHECK_THAT(stage.run(stage.raised(), "emulator", memory, "4096"), !Catch::Contains("memory 4096"));
  CHECK_THAT(stage.run(stage.plain(), "emulator", memory, "4096"), Catch::Contains("memory 4096"));
  const auto* checks = "ROCM_BINDGEN_EMULATOR_CHECKS";
  CHECK_THAT(stage.run(stage.raised(), "emulator", checks, "nonsense"), Catch::Contains("done"));
  CHECK_THAT(stage.run(stage.plain(), "emulator", checks, "nonsense"), Catch::Contains("nonsense"));
  // If the variable were read, the message would name the unknown driver.
  CHECK_THAT(stage.run(stage.raised(), "driver", "ROCM_BINDGEN_DRIVER", "nonsense"), !Catch::Contains("nonsense"));
  CHECK_THAT(stage.run(stage.plain(), "driver", "ROCM_BINDGEN_DRIVER", "nonsense"), Catch::Contains("nonsense"));
}

TEST_CASE("environment: a set-group-ID program has raised rights too") {
  if (!can_be_tried()) return;
  const Stage stage;
  if (const auto why = obstacle(stage); !why.empty()) {
    WARN("not checked: " << why);
    return;
  }
  fs::permissions(stage.raised(), static_cast<fs::perms>(02755));  // set-group-ID
  const auto mark = stage.intruder("libown.so").string() + ".opened";
  const auto text =
      stage.run(stage.raised(), "driver", "ROCM_BINDGEN_HIP_LIBRARY", (stage.folder / "libown.so").string());
  CHECK_THAT(text, Catch::Contains("secure 1"));
  CHECK_FALSE(fs::exists(mark));
}

TEST_CASE("environment: each shipped library reads variables in one place") {
  const fs::path root = ROCM_BINDGEN_SOURCE_DIR;
  std::vector<std::string> readers;
  std::size_t files = 0;
  for (const auto* folder : {"runtime", "lib/cuda_compat", "templates"})
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      if (!entry.is_regular_file()) continue;
      ++files;
      const auto text = test::read(entry.path());
      if (reads_variables(text)) readers.push_back(fs::relative(entry.path(), root).string());
    }
  CHECK(files > 100);  // the folders were found
  std::sort(readers.begin(), readers.end());
  CHECK(readers ==
        std::vector<std::string>{"runtime/loader/src/environment.hpp", "runtime/rust/rocm-bindgen/src/library.rs"});
}
