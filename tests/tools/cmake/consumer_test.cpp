// A user's project, built as users build it: with an installation or a clone, by Ninja and by make.
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/tool.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;
using Times = std::map<std::string, fs::file_time_type>;

/// 1, 2 and 3, first times FACTOR = 3, then plus 10.
const std::string kResult = "3 6 9 11 12 13 \n";

std::map<std::string, std::string> environment() {
  return {{"XDG_CACHE_HOME", ROCM_BINDGEN_TEST_CACHE},
          {"ROCM_BINDGEN_DRIVER", "emulated:gfx1100"},
          {"ROCM_BINDGEN_EMULATOR_LIBRARY", ""},
          {"ROCM_BINDGEN_CODE_OBJECT_PATH", ""},
          {"LD_LIBRARY_PATH", ""}};
}

void require_success(const Words& command) {
  const auto finished = run(command, {{}, environment()});
  INFO(command[0] << ": " << finished.out << finished.err);
  REQUIRE(finished.exit_code == 0);
}

/// A copy of a project of tests/tools/cmake/, in a path with spaces.
class Consumer {
 public:
  explicit Consumer(std::string generator, const std::string& project = "consumer") : generator_(std::move(generator)) {
    fs::copy(fs::path(ROCM_BINDGEN_SOURCE_DIR) / "tests/tools/cmake" / project, source(), fs::copy_options::recursive);
  }

  /// Options that avoid repeated compiles of the same files by different consumers, if ccache is installed. With
  /// precompiled headers, ccache requires GCC's -fpch-preprocess.
  Words compiler_cache() const {
    if (!has_program("ccache")) return {};
    return {
        "-DCMAKE_CXX_COMPILER_LAUNCHER=cmake;-E;env;CCACHE_NOHASHDIR=1;CCACHE_SLOPPINESS=pch_defines,time_macros;"
        "CCACHE_DIR=" +
        std::string(ROCM_BINDGEN_TEST_CACHE) + "/ccache;CCACHE_BASEDIR=" + folder_.path().string() + ";ccache"};
  }

  fs::path source() const { return folder_ / "a consumer"; }
  fs::path binary() const { return folder_ / "a build"; }

  /// Installs the tool and moves the installation, so that it is not in the folder that it was installed to.
  void use_installed() {
    const auto first = folder_ / "installed";
    prefix_ = folder_ / "moved here";
    require_success({"cmake", "--install", ROCM_BINDGEN_BUILD_DIR, "--prefix", first.string()});
    fs::rename(first, prefix_);
  }

  void configure(const Words& options) const {
    Words command{"cmake", "-G", generator_, "-S", source(), "-B", binary()};
    if (!prefix_.empty()) command.push_back("-DCMAKE_PREFIX_PATH=" + prefix_.string());
    command.insert(command.end(), options.begin(), options.end());
    require_success(command);
  }

  /// The tool's statistics for `kernels` in this build; null if it did not run for them.
  nlohmann::json build(const std::string& kernels = "incbin_kernels") const {
    const auto statistics = binary() / (kernels + ".rocm-bindgen") / (kernels + ".stats.json");
    fs::remove(statistics);
    require_success({"cmake", "--build", binary(), "-j", "2"});
    return fs::exists(statistics) ? nlohmann::json::parse(read(statistics)) : nlohmann::json();
  }

  std::string run_program(const std::string& name) const {
    const auto finished = run({(binary() / name).string()}, {{}, environment()});
    INFO(finished.err);
    CHECK(finished.exit_code == 0);
    return finished.out;
  }

  Times program_times(const Words& names) const {
    Times times;
    for (const auto& name : names) times[name] = fs::last_write_time(binary() / name);
    return times;
  }

  fs::path header() const { return source() / "shared headers/factor.cuh"; }

  void change_factor() const {
    folder_.write("a consumer/shared headers/factor.cuh",
                  "#pragma once\n__device__ inline float factor() { return FACTOR + 1; }\n");
  }

 private:
  std::string generator_;
  fs::path prefix_;
  Folder folder_;
};

/// Builds, runs, and builds again after typical changes. `forms` are the ways in which code objects are embedded; each
/// has a program of its name.
void check_rebuilds(const Consumer& consumer, const Words& forms) {
  const auto first = consumer.build();
  // Two modules for two targets.
  CHECK(first.at("compiled").get<int>() + first.at("cache_hits").get<int>() == 4);
  for (const auto& form : forms) {
    INFO(form);
    CHECK(consumer.run_program(form) == kResult);
  }
  CHECK(consumer.run_program("other") == "shift 1\n");
  CHECK(consumer.build().is_null());

  // After a change of only the time stamp, the tool runs and nothing else is rebuilt.
  auto programs = forms;
  programs.push_back("other");
  const auto before = consumer.program_times(programs);
  fs::last_write_time(consumer.header(), fs::file_time_type::clock::now());
  const auto touched = consumer.build();
  REQUIRE(touched.is_object());
  CHECK(touched.at("compiled") == 0);
  CHECK(consumer.program_times(programs) == before);
  CHECK(consumer.build().is_null());

  consumer.change_factor();
  const auto changed = consumer.build();
  REQUIRE(changed.is_object());
  CHECK(changed.at("up_to_date") == 2);  // shift.cu, for two targets
  for (const auto& job : changed.at("jobs")) CHECK(job.at("module") == "scale");
  const auto after = consumer.program_times(programs);
  for (const auto& form : forms) {
    INFO(form);
    CHECK(consumer.run_program(form) == "4 8 12 11 12 13 \n");  // with the factor 4
    // In the form `none`, the program reads its code objects from files and contains only their sizes.
    if (form != "none") CHECK(after.at(form) != before.at(form));
  }
  CHECK(after.at("other") == before.at("other"));
  CHECK(consumer.build().is_null());
}

const Words kForms{"incbin", "literal", "none"};

}  // namespace

TEST_CASE("cmake consumer: an installation works with Ninja") {
  Consumer consumer("Ninja");
  consumer.use_installed();
  consumer.configure({});
  check_rebuilds(consumer, kForms);
}

TEST_CASE("cmake consumer: an installation works with make") {
  Consumer consumer("Unix Makefiles");
  consumer.use_installed();
  consumer.configure({});
  check_rebuilds(consumer, kForms);
}

TEST_CASE("cmake consumer: an installation works with clang and code objects included by #embed") {
  Consumer consumer("Ninja");
  consumer.use_installed();
  consumer.configure({"-DCMAKE_CXX_COMPILER=clang++-19", "-DFORMS=embed;incbin"});
  check_rebuilds(consumer, {"embed", "incbin"});
}

TEST_CASE("cmake consumer: the bundled kernels of an installation fill and scale") {
  Consumer consumer("Ninja", "ops");
  consumer.use_installed();
  consumer.configure({});
  require_success({"cmake", "--build", consumer.binary()});
  CHECK(consumer.run_program("ops") == "6.5 6.5 6.5 \n");  // 2 * 3 + 0.5
}

TEST_CASE("cmake consumer: find_package names a component that is not installed") {
  const Folder folder;
  const auto prefix = (folder / "prefix").string();
  require_success({"cmake", "--install", ROCM_BINDGEN_BUILD_DIR, "--component", "tool", "--prefix", prefix});
  folder.write("CMakeLists.txt",
               "cmake_minimum_required(VERSION 3.22)\nproject(app LANGUAGES NONE)\n"
               "find_package(rocm_bindgen CONFIG REQUIRED COMPONENTS ${NEEDED})\n");
  const auto configure = [&](const std::string& needed) {
    return run({"cmake", "-G", "Ninja", "-S", folder.path(), "-B", (folder / "build").string(),
                "-DCMAKE_PREFIX_PATH=" + prefix, "-DNEEDED=" + needed},
               {{}, environment()});
  };
  CHECK(configure("tool").exit_code == 0);
  const auto refused = configure("tool;kernels;of_that_name");
  CHECK(refused.exit_code != 0);
  for (const std::string missing : {"kernels", "of_that_name"})
    CHECK_THAT(refused.err, Catch::Contains("not installed: " + missing));
  CHECK_THAT(refused.err, !Catch::Contains("not installed: tool"));
}

TEST_CASE("cmake consumer: a clone by FetchContent has the same targets") {
  const Consumer consumer("Ninja");
  // The project uses the targets, so configuring fails if one is missing.
  consumer.configure({std::string("-DROCM_BINDGEN_CLONE=") + ROCM_BINDGEN_SOURCE_DIR, "-DFETCH_ROCM_BINDGEN=ON"});
}

// Each configuration builds the whole tool, without optimization to save time.
TEST_CASE("cmake consumer: a clone by add_subdirectory works with Ninja and make", "[long]") {
  for (const auto* const generator : {"Ninja", "Unix Makefiles"}) {
    INFO(generator);
    const Consumer consumer(generator);
    Words options{std::string("-DROCM_BINDGEN_CLONE=") + ROCM_BINDGEN_SOURCE_DIR, "-DCMAKE_BUILD_TYPE=Debug",
                  "-DCMAKE_CXX_FLAGS_DEBUG=-fpch-preprocess"};
    for (const auto& option : consumer.compiler_cache()) options.push_back(option);
    consumer.configure(options);
    check_rebuilds(consumer, kForms);
  }
}
