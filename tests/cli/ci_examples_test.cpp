// examples/ci: what GitHub Actions and GitLab ask of such files, and what the tool says to the commands in them.
#include <filesystem>
#include <sstream>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
using nlohmann::json;

namespace {

/// An example as its reader's system reads it. YAML 1.1, which Python's library reads, takes the key `on` for true.
json example(const std::string& name) {
  const auto file = std::string(ROCM_BINDGEN_SOURCE_DIR) + "/examples/ci/" + name;
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

/// Runs them one after the other in a project as the examples expect it.
void check_commands(const std::vector<std::string>& commands) {
  Project project;
  project.source("scale.cu", kernel_source("scale"));
  project.folder().write("LICENSE", "Do as you like.\n");
  CHECK(commands.size() == 3);
  for (const auto& command : commands) {
    std::istringstream rest(command);
    std::vector<std::string> words;
    for (std::string word; rest >> word;) words.push_back(word);
    words.erase(words.begin());
    const auto finished = rocm_bindgen(words, {project.path(), {}});
    INFO(command << ": " << finished.err);
    CHECK(finished.exit_code == 0);
  }
  CHECK(std::filesystem::exists(project / "kernels.tar.zst"));
}

/// Does one of the scripts say how the tool is built, with a target that there is?
void check_builds_the_tool(const std::vector<std::string>& scripts) {
  std::string all;
  for (const auto& script : scripts) all += script + "\n";
  CHECK_THAT(all, Catch::Contains("rocm-bindgen/dev setup\n"));
  CHECK_THAT(all, Catch::Contains("cmake --build rocm-bindgen/build --target rocm-bindgen\n"));
}

}  // namespace

TEST_CASE("examples for CI: GitHub Actions' has what a workflow needs, and its commands are accepted") {
  const auto workflow = example("github.yml");
  CHECK(workflow.at("name").is_string());
  CHECK(workflow.at("true") == json::array({"push", "pull_request"}));
  REQUIRE(workflow.at("jobs").size() == 1);
  std::vector<std::string> scripts, caches, uploaded;
  for (const auto& [name, job] : workflow.at("jobs").items()) {
    INFO(name);
    CHECK(job.at("runs-on").is_string());
    REQUIRE(job.at("steps").is_array());
    for (const auto& step : job.at("steps")) {
      INFO(step.dump());
      CHECK(step.contains("run") != step.contains("uses"));
      if (step.contains("run")) scripts.push_back(step.at("run").get<std::string>());
      if (!step.contains("uses")) continue;
      const auto action = step.at("uses").get<std::string>();
      CHECK(action.find('@') != std::string::npos);
      if (action.find("actions/cache@") == 0) {
        CHECK(step.at("with").at("key").is_string());
        caches.push_back(step.at("with").at("path").get<std::string>());
      }
      if (action.find("actions/upload-artifact@") == 0)
        uploaded.push_back(step.at("with").at("path").get<std::string>());
    }
    // A step that is asked for by its name is there.
    const auto text = job.at("steps").dump();
    if (text.find("steps.built.") != std::string::npos) CHECK_THAT(text, Catch::Contains("\"id\":\"built\""));
    // The cache that is kept is the one that the tool uses.
    CHECK(job.at("env").at("XDG_CACHE_HOME") == "${{ github.workspace }}/.cache");
  }
  CHECK(caches == std::vector<std::string>{"rocm-bindgen/build", ".cache/rocm-bindgen"});
  CHECK(uploaded == std::vector<std::string>{"kernels.tar.zst"});
  check_builds_the_tool(scripts);
  check_commands(commands_in(scripts));
}

TEST_CASE("examples for CI: GitLab's has what a pipeline needs, and its commands are accepted") {
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
  // Lists of lines, each a text: one with a colon in it could have become a mapping.
  auto scripts = job.at("before_script").get<std::vector<std::string>>();
  check_builds_the_tool(scripts);
  scripts = job.at("script").get<std::vector<std::string>>();
  check_commands(commands_in(scripts));
}
