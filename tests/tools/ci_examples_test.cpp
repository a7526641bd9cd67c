// Tests docs/examples/ci: the files meet the requirements of GitHub Actions and GitLab, and the tool accepts the
// commands in them.
#include <filesystem>
#include <sstream>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
using nlohmann::json;

namespace {

const std::string kRoot = ROCM_BINDGEN_SOURCE_DIR;

/// Parses a file, and fails if a mapping has the same key twice. Python's library reads YAML 1.1, in which the key `on`
/// means true.
json read_yaml(const std::string& file) {
  const auto printed = run({"python3", "-c",
                            "import json, sys, yaml\n"
                            "class Strict(yaml.SafeLoader): pass\n"
                            "def mapping(loader, node):\n"
                            "  keys = [loader.construct_object(key) for key, value in node.value]\n"
                            "  assert len(keys) == len(set(keys)), 'a key twice: %s' % keys\n"
                            "  return loader.construct_mapping(node, deep=True)\n"
                            "Strict.add_constructor('tag:yaml.org,2002:map', mapping)\n"
                            "json.dump(yaml.load(open(sys.argv[1]), Strict), sys.stdout)",
                            file});
  INFO(printed.err);
  REQUIRE(printed.exit_code == 0);
  return json::parse(printed.out);
}

json example(const std::string& name) {
  return read_yaml(kRoot + "/docs/examples/ci/" + name);
}

/// Checks the keys that a workflow must have, and returns its only job. YAML's `on` is the key "true" here.
json only_job(const json& workflow) {
  CHECK(workflow.at("name").is_string());
  CHECK(workflow.at("true") == json::array({"push", "pull_request"}));
  REQUIRE(workflow.at("jobs").size() == 1);
  const json job = workflow.at("jobs").front();
  CHECK(job.at("runs-on").is_string());
  REQUIRE(job.at("steps").is_array());
  for (const auto& step : job.at("steps")) {
    INFO(step.dump());
    CHECK(step.contains("run") != step.contains("uses"));
    if (step.contains("uses")) CHECK(step.at("uses").get<std::string>().find('@') != std::string::npos);
  }
  // If a condition names the step `built`, one of the steps must have this ID.
  const auto text = job.at("steps").dump();
  if (text.find("steps.built.") != std::string::npos) CHECK_THAT(text, Catch::Contains("\"id\":\"built\""));
  return job;
}

/// The commands of all steps.
std::vector<std::string> scripts_of(const json& job) {
  std::vector<std::string> scripts;
  for (const auto& step : job.at("steps"))
    if (step.contains("run")) scripts.push_back(step.at("run").get<std::string>());
  return scripts;
}

/// The paths that are passed to an action by the steps that use it.
std::vector<std::string> paths_of(const json& job, const std::string& action) {
  std::vector<std::string> paths;
  for (const auto& step : job.at("steps"))
    if (step.contains("with") && step.at("uses").get<std::string>().rfind(action + "@", 0) == 0)
      paths.push_back(step.at("with").at("path").get<std::string>());
  return paths;
}

/// The lines of `scripts` that start the tool.
std::vector<std::string> commands_in(const std::vector<std::string>& scripts) {
  std::vector<std::string> commands;
  for (const auto& script : scripts) {
    std::istringstream lines(script);
    for (std::string line; std::getline(lines, line);)
      if (line.rfind("rocm-bindgen ", 0) == 0) commands.push_back(line);
  }
  return commands;
}

/// Runs the commands one after the other in a project laid out as the examples expect. A folder replaces the server of
/// the remote cache. The build must add its objects to this folder, unless `read_only`, the example's value of
/// ROCM_BINDGEN_REMOTE_CACHE_READ_ONLY, is "true".
void check_commands(const std::vector<std::string>& commands, const std::string& read_only) {
  Project project;
  project.source("scale.cu", kernel_source("scale"));
  project.folder().write("LICENSE", "Do as you like.\n");
  CHECK(commands.size() == 3);  // build, package, and package --verify
  for (const auto& command : commands) {
    std::istringstream rest(command);
    std::vector<std::string> words;
    for (std::string word; rest >> word;) words.push_back(word);
    words.erase(words.begin());
    const auto finished =
        rocm_bindgen(words, {project.path(),
                             {{"XDG_CACHE_HOME", (project / "home").string()},
                              {"ROCM_BINDGEN_REMOTE_CACHE", "file://" + (project / "remote").string()},
                              {"ROCM_BINDGEN_REMOTE_CACHE_READ_ONLY", read_only}}});
    INFO(command << ": " << finished.err);
    CHECK(finished.exit_code == 0);
  }
  CHECK(std::filesystem::exists(project / "remote/cas") == (read_only == "false"));
  CHECK(std::filesystem::exists(project / "kernels.tar.zst"));
}

/// Checks that one of the scripts builds the tool, with a target that exists.
void check_builds_the_tool(const std::vector<std::string>& scripts) {
  std::string all;
  for (const auto& script : scripts) all += script + "\n";
  CHECK_THAT(all, Catch::Contains("rocm-bindgen/dev setup\n"));
  CHECK_THAT(all, Catch::Contains("cmake --build rocm-bindgen/build --target rocm-bindgen\n"));
}

}  // namespace

TEST_CASE("examples for CI: the GitHub Actions workflow has the required keys and its commands are accepted") {
  const auto job = only_job(example("github.yml"));
  // The cache that the workflow keeps is the one that the tool uses.
  CHECK(job.at("env").at("XDG_CACHE_HOME") == "${{ github.workspace }}/.cache");
  for (const auto& step : job.at("steps"))
    if (step.contains("uses") && step.at("uses").get<std::string>().rfind("actions/cache@", 0) == 0)
      CHECK(step.at("with").at("key").is_string());
  CHECK(paths_of(job, "actions/cache") == std::vector<std::string>{"rocm-bindgen/build", ".cache/rocm-bindgen"});
  CHECK(paths_of(job, "actions/upload-artifact") == std::vector<std::string>{"kernels.tar.zst"});
  const auto scripts = scripts_of(job);
  check_builds_the_tool(scripts);
  CHECK(job.at("env").at("ROCM_BINDGEN_REMOTE_CACHE").is_string());
  CHECK(job.at("env").at("ROCM_BINDGEN_REMOTE_CACHE_READ_ONLY") == "${{ github.event_name == 'pull_request' }}");
  // What GitHub's expression becomes.
  for (const std::string read_only : {"true", "false"}) check_commands(commands_in(scripts), read_only);
}

TEST_CASE("examples for CI: the GitLab pipeline has the required keys and its commands are accepted") {
  const auto pipeline = example("gitlab.yml");
  REQUIRE(pipeline.size() == 1);
  const auto& job = pipeline.at("kernels");
  CHECK(job.at("image").is_string());
  std::vector<std::string> kept;
  REQUIRE(job.at("cache").is_array());
  for (const auto& cache : job.at("cache")) {
    CHECK(cache.at("key").is_string());
    for (const auto& path : cache.at("paths")) kept.push_back(path.get<std::string>());
  }
  CHECK(kept == std::vector<std::string>{"rocm-bindgen/", ".cache/rocm-bindgen/"});
  CHECK(job.at("variables").at("XDG_CACHE_HOME") == "$CI_PROJECT_DIR/.cache");
  CHECK(job.at("artifacts").at("paths") == json::array({"kernels.tar.zst"}));
  // Each element must be a string: a line with a colon could be parsed as a mapping.
  auto scripts = job.at("before_script").get<std::vector<std::string>>();
  check_builds_the_tool(scripts);
  scripts = job.at("script").get<std::vector<std::string>>();
  check_commands(commands_in(scripts), job.at("variables").at("ROCM_BINDGEN_REMOTE_CACHE_READ_ONLY"));
}

TEST_CASE("examples for CI: the emulated device workflow has the required keys and configures without tests") {
  const auto document = read(kRoot + "/docs/emulator.md");
  const std::string fence = "```yaml\n";
  REQUIRE(document.find(fence) != std::string::npos);
  const auto begin = document.find(fence) + fence.size();
  const Folder folder;
  const auto file = folder.write("kernels.yml", document.substr(begin, document.find("```", begin) - begin));
  const auto job = only_job(read_yaml(file.string()));
  CHECK(paths_of(job, "actions/checkout").size() == 1);  // checks out the other repository into a subfolder
  CHECK(paths_of(job, "actions/cache") == std::vector<std::string>{"rocm-bindgen/build"});
  std::string all;
  for (const auto& script : scripts_of(job)) all += script + "\n";
  CHECK_THAT(all, Catch::Contains("rocm-bindgen/dev setup\n"));
  CHECK_THAT(all, Catch::Contains("ctest --test-dir build --output-on-failure\n"));
  const std::string configure = "cmake -G Ninja -S rocm-bindgen -B rocm-bindgen/build -DROCM_BINDGEN_TESTS=OFF\n";
  CHECK_THAT(all, Catch::Contains(configure));
  // The documented configuration, but in another folder.
  const auto configured =
      run({"cmake", "-G", "Ninja", "-S", kRoot, "-B", (folder / "build").string(), "-DROCM_BINDGEN_TESTS=OFF"});
  INFO(configured.err);
  REQUIRE(configured.exit_code == 0);
  const auto ninja = read(folder / "build/build.ninja");
  CHECK_THAT(ninja, Catch::Contains("bin/rocm-bindgen"));
  CHECK_THAT(ninja, !Catch::Contains("cli-tests"));
}
