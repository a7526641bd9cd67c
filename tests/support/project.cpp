#include "support/project.hpp"

#include <algorithm>

#include "support/catch.hpp"

namespace test {
namespace fs = std::filesystem;

fs::path Project::source(const std::string& name, const std::string& text) const {
  return folder_.write("src/" + name, text);
}

void Project::pretend_built() const {
  folder_.write("out/k.hpp", "// the header of the build before\n");
  folder_.write("out/k.artifacts/hip/old.cu", "// translated\n");
  folder_.write("out/k.artifacts/hsaco/old.gfx1100.hsaco", "code object");
  folder_.write("out/k.artifacts/manifest.json", R"({"schema": 1, "generator": "rocm-bindgen 0.1.0", "modules": [],)"
                                                 R"( "files": ["hip/old.cu", "hsaco/old.gfx1100.hsaco"]})");
}

std::vector<std::string> Project::command(const std::vector<std::string>& more) const {
  std::vector<std::string> words{tool(), "build", "src"};
  const auto contains = [&](const char* option) { return std::find(more.begin(), more.end(), option) != more.end(); };
  if (!contains("--stats")) words.insert(words.end(), {"--stats", "stats.json"});
  if (!contains("-o")) words.insert(words.end(), {"-o", "out/k.hpp"});
  if (!contains("--arch")) words.insert(words.end(), {"--arch", "gfx1100"});
  if (!uses_cache) words.push_back("--no-cache");
  if (compiles_anew) {
    const auto cache = cache_without_objects();
    words.insert(words.end(), cache.begin(), cache.end());
  }
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::vector<std::string> Project::cache_without_objects() const {
  const auto cache = folder_ / "own-cache";
  fs::remove_all(cache / "objects");
  share_precompiled_headers(cache);
  return {"--cache-dir", cache.string()};
}

Finished Project::build(const std::vector<std::string>& more) const {
  std::error_code ignored;
  fs::remove(folder_ / "stats.json", ignored);
  return run(command(more), {folder_.path(), tool_environment()});
}

Finished Project::build_unprivileged(const std::vector<std::string>& more) const {
  // The unprivileged user may have no access to the checkout, so the tool is copied into the project's folder.
  const auto copy = copy_tool(folder_ / "tool");
  fs::permissions(folder_.path(), fs::perms(0755));
  auto environment = tool_environment();
  for (const auto* variable : {"XDG_CACHE_HOME", "TMPDIR"}) {
    const auto directory = folder_ / variable;
    fs::create_directories(directory);
    fs::permissions(directory, fs::perms(0777));
    environment[variable] = directory.string();
  }
  auto words = command(more);
  words.front() = copy.string();
  auto prefixed = as_unprivileged();
  prefixed.insert(prefixed.end(), words.begin(), words.end());
  return run(prefixed, {folder_.path(), environment});
}

Finished Project::build_on_terminal(const std::string& variables, const std::vector<std::string>& more) const {
  auto line = variables;
  for (const auto& word : command(more)) line += " '" + word + "'";
  auto environment = tool_environment();
  environment.insert({{"NO_COLOR", ""}, {"TERM", "xterm"}});
  return run({"script", "-qec", line, "/dev/null"}, {path(), environment});
}

std::map<std::string, std::string> Project::outputs() const {
  auto files = tree(folder_ / "out");
  for (auto file = files.begin(); file != files.end();)
    file = file->first.find("/.rocm-bindgen/") != std::string::npos ? files.erase(file) : std::next(file);
  return files;
}

nlohmann::json Project::statistics() const {
  return nlohmann::json::parse(read(folder_ / "stats.json"));
}

std::vector<std::string> Project::compiled() const {
  std::vector<std::string> jobs;
  const auto counted = statistics();
  for (const auto& job : counted.at("jobs"))
    if (job.at("stage") == "compile")
      jobs.push_back(job.at("module").get<std::string>() + " " + job.at("target").get<std::string>());
  std::sort(jobs.begin(), jobs.end());
  return jobs;
}

Finished check_refused(const Project& project, int exit_code, const std::vector<std::string>& messages,
                       const std::function<Finished()>& build) {
  project.pretend_built();
  const auto before = project.outputs();
  auto finished = build();
  INFO(finished.err);
  CAPTURE(finished.signal);
  CHECK(finished.exit_code == exit_code);
  for (const auto& message : messages) CHECK_THAT(finished.err, Catch::Contains(message));
  CHECK(differences(before, project.outputs()) == std::vector<std::string>{});
  return finished;
}

Finished check_refused(const Project& project, int exit_code, const std::vector<std::string>& messages,
                       const std::vector<std::string>& more) {
  return check_refused(project, exit_code, messages, [&] { return project.build(more); });
}

std::string endless_source(const std::string& kernel) {
  return "constexpr unsigned spin() {\n"
         "  unsigned sum = 0;\n"
         "  for (unsigned long i = 0; i < 1000000000000ul; ++i) sum += i;\n"
         "  return sum;\n"
         "}\n"
         "extern \"C\" __global__ void " +
         kernel +
         "(unsigned* out) {\n"
         "  constexpr unsigned sum = spin();\n"
         "  out[threadIdx.x] = sum;\n"
         "}\n";
}

}  // namespace test
