#include "rocm_bindgen/build/builder.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <thread>

#include "support/catch.hpp"
#include "support/files.hpp"

using namespace rocm_bindgen::build;

namespace {

/// Options of a build without the user's cache, in which another test or an earlier run of the same one may have put
/// the same object.
BuildOptions uncached(const std::filesystem::path& sources) {
  BuildOptions options;
  options.inputs = {sources};
  options.targets = {"gfx1030"};
  options.use_cache = false;
  return options;
}

}  // namespace

TEST_CASE("builder: a build from CUDA text writes a header and another output") {
  test::Folder folder;
  folder.write("kernels/add.cu", "extern \"C\" __global__ void add(float* out) { *out = 1; }\n");
  auto options_of_build = uncached(folder / "kernels");
  options_of_build.out_dir = folder / "out";
  auto bindings = Builder(options_of_build).build_hsaco();
  if (!bindings)
    for (const auto& diagnostic : bindings.error().diagnostics) UNSCOPED_INFO(render(diagnostic));
  REQUIRE(bindings);
  WriteOptions options;
  options.name_space = "my::kernels";
  REQUIRE(bindings->write(folder / "kernels.hpp", options));
  CHECK(test::read(folder / "kernels.hpp").find("namespace my::kernels {") != std::string::npos);
  CHECK(std::filesystem::exists(folder / "out/hsaco/add.gfx1030.hsaco"));
  CHECK(bindings->statistics().compiled == 1);
  REQUIRE(bindings->modules().size() == 1);
  CHECK(bindings->modules()[0].kernels == 1);

  // One build may have several outputs.
  options.language = OutputLanguage::json;
  REQUIRE(bindings->write(folder / "kernels.json", options));
  CHECK(test::read(folder / "kernels.json").find("\"namespace\": \"my::kernels\"") != std::string::npos);
  const auto outputs = bindings->outputs();
  for (const std::string name : {"kernels.hpp", "kernels.json", "out/manifest.json"})
    CHECK(std::count(outputs.begin(), outputs.end(), (folder / name).string()) == 1);
}

TEST_CASE("builder: a root is refused for several sources") {
  test::Folder folder;
  for (const std::string name : {"a.cu", "b.cu"}) folder.write(name, "__global__ void k() {}\n");
  auto options = uncached(folder.path());
  options.root = folder.path();
  options.out_dir = folder / "out";
  const auto bindings = Builder(options).build_hsaco();
  REQUIRE_FALSE(bindings);
  CHECK(bindings.error().code() == ExitCode::usage);
  CHECK(bindings.error().diagnostics.back().text == "a root is for one source, not for 2");
  CHECK_FALSE(std::filesystem::exists(folder / "out"));
}

TEST_CASE("builder: calls of host functions in device code are warnings or on request errors") {
  test::Folder folder;
  const auto source = folder.write("a.cu",
                                   "int host_only();\n"
                                   "__host__ __device__ int both(int x) { return x < 0 ? host_only() : x; }\n"
                                   "extern \"C\" __global__ void a(int* out) { *out = both(*out); }\n");
  auto options = uncached(source);
  options.use_cache = true;
  options.cache_dir = folder / "cache";
  options.out_dir = folder / "out";
  const auto text_of = [](const std::vector<Diagnostic>& diagnostics) {
    std::string text;
    for (const auto& diagnostic : diagnostics) text += render(diagnostic);
    return text;
  };
  // The column is that of the translated text, in which the definition has `inline`.
  const auto lenient = Builder(options).build_hsaco();
  REQUIRE(lenient);
  CHECK(text_of(lenient->diagnostics()).find("a.cu:2:61: warning: ") != std::string::npos);
  // The code object of the earlier build is not taken.
  options.cross_space_calls_are_errors = true;
  const auto strict = Builder(options).build_hsaco();
  REQUIRE_FALSE(strict);
  CHECK(strict.error().code() == ExitCode::source_error);
  CHECK(text_of(strict.error().diagnostics).find("a.cu:2:61: error: ") != std::string::npos);
}

TEST_CASE("builder: every error of every source is returned") {
  test::Folder folder;
  folder.write("a.cu", "extern \"C\" __global__ void a() { first_error; }\n");
  folder.write("b.cu", "\nextern \"C\" __global__ void b() { second_error; }\n");
  const auto bindings = Builder{}.src_dir(folder.path()).out_dir(folder / "out").target_arch("gfx1030").build_hsaco();
  REQUIRE_FALSE(bindings);
  CHECK(bindings.error().code() == ExitCode::source_error);
  std::string text;
  for (const auto& diagnostic : bindings.error().diagnostics) text += render(diagnostic);
  INFO(text);
  CHECK(text.find("a.cu:1:34: error: use of undeclared identifier 'first_error' [gfx1030]") != std::string::npos);
  CHECK(text.find("b.cu:2:34: error: use of undeclared identifier 'second_error' [gfx1030]") != std::string::npos);
}

namespace {

/// When each file below the folder was written.
std::map<std::string, std::filesystem::file_time_type> times_of(const std::filesystem::path& folder) {
  std::map<std::string, std::filesystem::file_time_type> times;
  for (const auto& [file, bytes] : test::tree(folder)) times[file] = std::filesystem::last_write_time(folder / file);
  return times;
}

}  // namespace

TEST_CASE("builder: run() writes header and artifacts and detects that nothing has changed") {
  test::Folder folder;
  folder.write("kernels/add.cu", "extern \"C\" __global__ void add(float* out) { *out = 1; }\n");
  // The first run writes a build stamp only if its inputs are at least 50 ms older than itself (kClockLag).
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  const auto header = folder / "kernels.hpp";
  const Builder builder(uncached(folder / "kernels"));
  const auto first = builder.run(header);
  if (!first)
    for (const auto& diagnostic : first.error().diagnostics) UNSCOPED_INFO(render(diagnostic));
  REQUIRE(first);
  CHECK(first->statistics.compiled == 1);
  CHECK(std::filesystem::exists(folder / "kernels.artifacts/hsaco/add.gfx1030.hsaco"));
  CHECK_FALSE(first->statistics.stages.empty());

  const auto written = times_of(folder.path());
  REQUIRE(written.count("kernels.hpp") == 1);
  REQUIRE(written.count("kernels.artifacts/.rocm-bindgen/build.stamp") == 1);
  std::vector<std::string> stages;
  Progress progress;
  progress.stage_begins = [&](const std::string& stage, const std::vector<PlannedJob>&, unsigned) {
    stages.push_back(stage);
  };
  const auto second = builder.run(header, {}, progress);
  REQUIRE(second);
  CHECK(second->statistics.compiled == 0);
  CHECK(second->statistics.up_to_date == 1);
  // The second run ended before the first stage.
  CHECK(stages.empty());
  CHECK(second->statistics.stages.empty());
  CHECK(second->modules.at(0).name == "add");
  CHECK(times_of(folder.path()) == written);

  WriteOptions other;
  other.name_space = "not a namespace";
  const auto refused = builder.run(header, other);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code() == ExitCode::usage);
  CHECK(times_of(folder.path()) == written);
}

TEST_CASE("builder: plan() has a command per source and target") {
  test::Folder folder;
  folder.write("kernels/a.cu", "__global__ void a() {}\n");
  folder.write("kernels/b.cu", "__global__ void b() {}\n");
  const auto commands = Builder{}.src_dir(folder / "kernels").target_arch("gfx1030,gfx90a").plan();
  REQUIRE(commands);
  std::vector<std::string> jobs;
  for (const auto& command : *commands) {
    jobs.push_back(command.module + " " + command.target);
    CHECK(std::count(command.words.begin(), command.words.end(), "--offload-arch=" + command.target) == 1);
  }
  CHECK(jobs == std::vector<std::string>{"a gfx1030", "a gfx90a", "b gfx1030", "b gfx90a"});
  CHECK_FALSE(std::filesystem::exists(folder / "kernels.artifacts"));
}
