// Projects that include RocmBindgen.cmake and name the tool, without an installation.
#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/tool.hpp"
#include "tools/cmake/job_server.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

/// A copy of tests/tools/cmake/minimal, built with Ninja as a user would.
class Consumer {
 public:
  Consumer() {
    fs::copy(fs::path(ROCM_BINDGEN_SOURCE_DIR) / "tests/tools/cmake/minimal", source(), fs::copy_options::recursive);
  }

  fs::path source() const { return folder_ / "a consumer"; }  // with a space

  void configure() {
    const auto configured = run({"cmake", "-G", "Ninja", "-S", source(), "-B", binary(),
                                 std::string("-DROCM_BINDGEN_CMAKE_DIR=") + ROCM_BINDGEN_SOURCE_DIR + "/tools/cmake",
                                 "-DROCM_BINDGEN_EXECUTABLE=" + tool()});
    INFO(configured.out << configured.err);
    REQUIRE(configured.exit_code == 0);
  }

  /// The tool's statistics for this build; null if it did not run.
  nlohmann::json build() {
    fs::remove(statistics());
    const auto built = run({"cmake", "--build", binary()}, {{}, {{"XDG_CACHE_HOME", ROCM_BINDGEN_TEST_CACHE}}});
    INFO(built.out << built.err);
    REQUIRE(built.exit_code == 0);
    return fs::exists(statistics()) ? nlohmann::json::parse(read(statistics())) : nlohmann::json();
  }

  std::string run_app() { return run({(binary() / "app").string()}).out; }

 private:
  fs::path binary() const { return folder_ / "build"; }
  fs::path statistics() const { return binary() / "my_kernels.rocm-bindgen/my_kernels.stats.json"; }

  Folder folder_;
};

using Words = std::vector<std::string>;

Words lines(const std::string& text) {
  std::istringstream stream(text);
  Words words;
  for (std::string line; std::getline(stream, line);) words.push_back(line);
  return words;
}

/// A project with only a call of rocm_bindgen_add_kernels(), and a script in place of the tool that records its
/// arguments.
class Call {
 public:
  explicit Call(const std::string& arguments, const std::string& before = "") {
    folder_.write("kernels/scale.cu", kernel_source("scale"));
    const auto script = folder_.write("record", "#!/bin/sh\nprintf '%s\\n' \"$@\" >'" + recorded().string() + "'\n");
    fs::permissions(script, fs::perms(0755));
    folder_.write("CMakeLists.txt",
                  "cmake_minimum_required(VERSION 3.22)\nproject(call LANGUAGES CXX)\n"
                  "add_library(rocm_bindgen::runtime INTERFACE IMPORTED)\n"
                  "include(\"" ROCM_BINDGEN_SOURCE_DIR "/tools/cmake/RocmBindgen.cmake\")\n" +
                      before + "\nrocm_bindgen_add_kernels(k SOURCES kernels/*.cu " + arguments +
                      ")\nget_target_property(links k INTERFACE_LINK_LIBRARIES)\n"
                      "file(WRITE \"${CMAKE_BINARY_DIR}/links\" \"${links}\")\n");
  }

  fs::path operator/(const std::string& below) const { return folder_ / below; }

  /// The arguments of the tool between the kernels' header and -MD.
  Words flags(const Words& options = {}, const std::string& generator = "Ninja") const {
    Words command{"cmake", "-G", generator, "-S", folder_.path(), "-B", binary()};
    command.push_back("-DROCM_BINDGEN_EXECUTABLE=" + (folder_ / "record").string());
    command.insert(command.end(), options.begin(), options.end());
    for (const Words& step : {command, {"cmake", "--build", binary(), "--target", "k_code_objects"}}) {
      const auto finished = run(step);
      INFO(finished.out << finished.err);
      REQUIRE(finished.exit_code == 0);
    }
    const auto words = lines(read(recorded()));
    const auto header = std::find(words.begin(), words.end(), (binary() / "k.rocm-bindgen/k.hpp").string());
    REQUIRE(header != words.end());
    return {header + 1, std::find(header, words.end(), "-MD")};
  }

  /// The libraries that the target links, after flags().
  std::string links() const { return read(binary() / "links"); }

 private:
  fs::path binary() const { return folder_ / "build"; }
  fs::path recorded() const { return folder_ / "recorded"; }

  Folder folder_;
};

Words with_archs(const std::string& archs, const Words& more = {}) {
  Words words{"--arch", archs, "--embed", "incbin"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

}  // namespace

TEST_CASE("cmake call: the targets are ARCHS, CMAKE_HIP_ARCHITECTURES, GPU_TARGETS or the default of the tool") {
  const std::string hip = "-DCMAKE_HIP_ARCHITECTURES=gfx906;gfx942", gpu = "-DGPU_TARGETS=gfx1201;gfx1200";
  CHECK(Call("ARCHS gfx1100 gfx90a").flags({hip, gpu}) == with_archs("gfx1100,gfx90a"));
  CHECK(Call("").flags({hip, gpu}) == with_archs("gfx906,gfx942"));
  CHECK(Call("").flags({gpu}) == with_archs("gfx1201,gfx1200"));
  CHECK(Call("").flags() == std::vector<std::string>{"--embed", "incbin"});
}

TEST_CASE("cmake call: COMPRESS and NAMESPACE are passed to the tool and NO_RUNTIME omits the runtime") {
  const Call plain("ARCHS gfx1100");
  CHECK(plain.flags() == with_archs("gfx1100"));
  CHECK_THAT(plain.links(), Catch::Contains("rocm_bindgen::runtime"));
  const Call full("ARCHS gfx1100 COMPRESS none NAMESPACE a::b NO_RUNTIME");
  CHECK(full.flags() == with_archs("gfx1100", {"--namespace", "a::b", "--compress", "none"}));
  CHECK_THAT(full.links(), !Catch::Contains("rocm_bindgen::runtime"));
}

TEST_CASE("cmake call: flags may have commas and angle brackets and empty generator expressions give none") {
  const Call call(R"(ARCHS gfx1100
    INCLUDE_DIRECTORIES "x,y" "z>w" $<TARGET_PROPERTY:uses,INTERFACE_INCLUDE_DIRECTORIES> $<$<CONFIG:Debug>:/debug>
    DEFINITIONS $<$<CONFIG:Debug>:DEBUG> "PAIR=1,2" "MORE=a>b" N "TEXT=\"a, b\"" "$<$<CONFIG:Release>:ONE;TWO>"
      "MIXED=$<1:a,b>,c>d" $<TARGET_PROPERTY:uses,INTERFACE_COMPILE_DEFINITIONS>
    COMPILE_OPTIONS "-DLAST=p,q>r")",
                  R"cmake(add_library(uses INTERFACE)
target_compile_definitions(uses INTERFACE "CALL=f(1,2)" "GREATER=1>0")
target_include_directories(uses INTERFACE "/in,terface"))cmake");
  const auto source = (call / "").parent_path().string();
  const Words expected{"-I" + source + "/x,y",
                       "-I" + source + "/z>w",
                       "-I/in,terface",
                       "-DPAIR=1,2",
                       "-DMORE=a>b",
                       "-DN",
                       "-DTEXT=\"a, b\"",
                       "-DONE",
                       "-DTWO",
                       "-DMIXED=a,b,c>d",
                       "-DCALL=f(1,2)",
                       "-DGREATER=1>0",
                       "-DLAST=p,q>r"};
  for (const auto* const generator : {"Ninja", "Unix Makefiles"}) {
    INFO(generator);
    fs::remove_all(call / "build");
    CHECK(call.flags({"-DCMAKE_BUILD_TYPE=Release"}, generator) == with_archs("gfx1100", expected));
  }
  const Call nothing(
      "ARCHS gfx1100 DEFINITIONS $<$<CONFIG:Debug>:DEBUG> INCLUDE_DIRECTORIES $<$<CONFIG:Debug>:/debug>");
  CHECK(nothing.flags({"-DCMAKE_BUILD_TYPE=Release"}) == with_archs("gfx1100"));
}

TEST_CASE("cmake call: ROCM_BINDGEN_JOBS is the tool's -j unless the tool has make's job server") {
  const Words jobs{"-DROCM_BINDGEN_JOBS=3"};
  const auto with_jobs = with_archs("gfx1100", {"-j", "3"});
  CHECK(Call("ARCHS gfx1100").flags(jobs, "Ninja") == with_jobs);
  CHECK(Call("ARCHS gfx1100").flags(jobs, "Unix Makefiles") ==
        (passes_on_the_job_server() ? with_archs("gfx1100") : with_jobs));
}

TEST_CASE("cmake minimal: a project is configured, built, run and rebuilt exactly where a changed header is used") {
  Consumer consumer;
  consumer.configure();
  const auto first = consumer.build();
  CHECK(first.at("compiled") == 4);  // two modules for two targets
  // Each module has one kernel and two code objects.
  CHECK(consumer.run_app() == "scale 1 2\nshift 1 2\n");

  CHECK(consumer.build().is_null());

  const auto header = consumer.source() / "include/factor.cuh";
  fs::last_write_time(header, fs::file_time_type::clock::now());
  const auto touched = consumer.build();
  REQUIRE(touched.is_object());
  CHECK(touched.at("compiled") == 0);
  CHECK(touched.at("up_to_date") == 4);

  Folder edit;
  fs::copy_file(edit.write("factor.cuh", "#pragma once\n__device__ inline float factor() { return FACTOR + 1; }\n"),
                header, fs::copy_options::overwrite_existing);
  const auto changed = consumer.build();
  REQUIRE(changed.is_object());
  CHECK(changed.at("compiled") == 2);
  CHECK(changed.at("up_to_date") == 2);
  for (const auto& job : changed.at("jobs")) CHECK(job.at("module") == "scale");
  CHECK(consumer.build().is_null());
}
