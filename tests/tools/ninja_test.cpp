// `build --ninja`: the graph that it writes, run by ninja.
#include <algorithm>
#include <filesystem>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

/// A project of which ninja builds out/k.hpp.
struct NinjaProject {
  NinjaProject() {
    project.source("scale.cu",
                   "#include \"common/factor.h\"\nextern \"C\" __global__ void scale(float* x) {\n"
                   "  x[threadIdx.x] *= FACTOR;\n}\n");
    project.source("common/factor.h", "#define FACTOR 2.0f\n");
    project.source("math/exp.cu", kernel_source("exponential"));
  }

  Words arguments(const Words& more = {}) const {
    Words words{"build", "src", "-o", "out/k.hpp", "--arch", "gfx1100,gfx90a", "--ninja", "build.ninja"};
    const auto cache = project.cache_without_objects();
    words.insert(words.end(), cache.begin(), cache.end());
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  Finished write_graph(const Words& more = {}) const { return rocm_bindgen(arguments(more), {project.path(), {}}); }

  /// Runs ninja, which must succeed, and returns what it prints with -v.
  std::string ninja() const {
    RunOptions options{project.path(), tool_environment()};
    const auto finished = run({"ninja", "-v"}, options);
    INFO(finished.out << finished.err);
    REQUIRE(finished.exit_code == 0);
    return finished.out;
  }

  static std::size_t compiled(const std::string& output) { return count(output, " compile src/"); }
  static std::size_t emitted(const std::string& output) { return count(output, " emit @"); }

  static std::size_t count(const std::string& text, const std::string& word) {
    std::size_t found = 0;
    for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++found;
    return found;
  }

  /// The outputs, without the files that only a build by ninja has.
  std::map<std::string, std::string> outputs() const {
    auto files = project.outputs();
    for (auto file = files.begin(); file != files.end();)
      file = file->first.find("/objects/") != std::string::npos ? files.erase(file) : std::next(file);
    return files;
  }

  Project project;
};

}  // namespace

TEST_CASE("ninja: the outputs are those of build, byte for byte") {
  const NinjaProject ninja;
  const auto more = GENERATE(Words{}, Words{"--namespace", "other", "--bundle", "-DUNUSED='a b'", "-O1", "--no-merge"},
                             Words{"--emit", "rust"}, Words{"--embed", "incbin", "--out-dir", "out/parts"});
  CAPTURE(more);
  REQUIRE(ninja.write_graph(more).exit_code == 0);
  CHECK_FALSE(fs::exists(ninja.project / "out"));
  ninja.ninja();
  const auto built = ninja.outputs();
  fs::remove_all(ninja.project / "out");

  // With the objects of the graph, they would be equal whatever the graph does.
  auto words = ninja.project.cache_without_objects();
  words.insert(words.end(), {"--arch", "gfx1100,gfx90a"});
  words.insert(words.end(), more.begin(), more.end());
  REQUIRE(ninja.project.build(words).exit_code == 0);
  CHECK(built == ninja.outputs());
  CHECK(built.size() > 6);
}

TEST_CASE("ninja: only what depends on a change runs again") {
  const NinjaProject ninja;
  REQUIRE(ninja.write_graph().exit_code == 0);
  auto output = ninja.ninja();
  CHECK(ninja.compiled(output) == 4);
  CHECK(ninja.emitted(output) == 1);
  CHECK_THAT(ninja.ninja(), Catch::Contains("no work to do"));

  ninja.project.source("common/factor.h", "#define FACTOR 3.0f\n");
  output = ninja.ninja();
  CHECK(ninja.compiled(output) == 2);
  CHECK(ninja.emitted(output) == 1);

  // A time stamp that changes alone causes one compile.
  fs::last_write_time(ninja.project / "src/scale.cu", fs::file_time_type::clock::now());
  CHECK(ninja.compiled(ninja.ninja()) == 2);
  CHECK_THAT(ninja.ninja(), Catch::Contains("no work to do"));

  ninja.project.source("more/added.cu", kernel_source("added"));
  output = ninja.ninja();
  CHECK(ninja.compiled(output) == 2);
  CHECK_THAT(read(ninja.project / "out/k.hpp"), Catch::Contains("added"));

  fs::remove_all(ninja.project / "src/more");
  output = ninja.ninja();
  CHECK(ninja.compiled(output) == 0);
  CHECK_THAT(read(ninja.project / "out/k.hpp"), !Catch::Contains("added"));
  CHECK_THAT(ninja.ninja(), Catch::Contains("no work to do"));
}

TEST_CASE("ninja: names with characters of ninja and of the shell") {
  const Project project;
  // Versions of ninja before 1.12 cannot read quotes and '&' in a dependency file.
  const std::string name = "a $b(d)";
  project.source(name + "/scale.cu", kernel_source("scale"));
  const auto written = rocm_bindgen({"build", "src/" + name, "-o", "out " + name + "/k.hpp", "--arch", "gfx90a:xnack+",
                                     "--ninja", "build.ninja", "--no-cache", "-DTEXT=\"it's $x\""},
                                    {project.path(), {}});
  INFO(written.err);
  REQUIRE(written.exit_code == 0);
  const auto built = run({"ninja"}, {project.path(), tool_environment()});
  INFO(built.out << built.err);
  REQUIRE(built.exit_code == 0);
  CHECK(fs::exists(project.path() / ("out " + name) / "k.hpp"));
  CHECK_THAT(run({"ninja"}, {project.path(), tool_environment()}).out, Catch::Contains("no work to do"));
}

TEST_CASE("ninja: options from a file, and the file as an input of the graph") {
  const NinjaProject ninja;
  ninja.project.folder().write("kernels.json", R"({"build": {"namespace": "one", "compile-options": ["-DUNUSED"]}})");
  REQUIRE(ninja.write_graph({"--config", "kernels.json"}).exit_code == 0);
  CHECK(NinjaProject::count(ninja.ninja(), "-DUNUSED") >= 4);
  CHECK_THAT(read(ninja.project / "out/k.hpp"), Catch::Contains("namespace one"));

  ninja.project.folder().write("kernels.json", R"({"build": {"namespace": "two", "compile-options": ["-DUNUSED"]}})");
  const auto output = ninja.ninja();
  CHECK(ninja.compiled(output) == 0);
  CHECK_THAT(read(ninja.project / "out/k.hpp"), Catch::Contains("namespace two"));
}

TEST_CASE("ninja: the URL of a remote cache is not copied from the environment") {
  const NinjaProject ninja;
  auto environment = tool_environment();
  environment["ROCM_BINDGEN_REMOTE_CACHE"] = "http://user:secret@127.0.0.1:9/";
  Words words{tool()};
  for (const auto& word : ninja.arguments()) words.push_back(word);
  REQUIRE(run(words, {ninja.project.path(), environment}).exit_code == 0);
  CHECK_THAT(read(ninja.project / "build.ninja"), !Catch::Contains("secret"));
}

TEST_CASE("ninja: bad usage") {
  const NinjaProject ninja;
  const auto check = [&](const Words& more, const std::string& message) {
    const auto refused = ninja.write_graph(more);
    INFO(refused.err);
    CHECK(refused.exit_code == 2);
    CHECK_THAT(refused.err, Catch::Contains(message));
    CHECK_FALSE(fs::exists(ninja.project / "build.ninja"));
  };
  check({"-MD"}, "-MD has no effect with --ninja");
  check({"--stats", "stats.json"}, "--stats has no effect with --ninja");
  check({"-###"}, "-### has no effect with --ninja");
  check({"-DTEXT=a\nb"}, "newline");
  check({"--remote-cache", "http://user:secret@127.0.0.1:9/"}, "~/.netrc");
  check({"--remote-cache", "http://user:se/cret@127.0.0.1:9/"}, "~/.netrc");
  const auto refused = [&](const std::string& file) {
    auto words = ninja.arguments();
    *(std::find(words.begin(), words.end(), "--ninja") + 1) = file;
    const auto finished = rocm_bindgen(words, {ninja.project.path(), {}});
    CHECK(finished.exit_code == 2);
    return finished.err;
  };
  CHECK_THAT(refused("src/scale.cu"), Catch::Contains("src/scale.cu"));
  CHECK_THAT(refused("out/k.hpp"), Catch::Contains("out/k.hpp"));
  ninja.project.folder().write("build.ninja", "rule cc\n");
  CHECK_THAT(refused("build.ninja"), Catch::Contains("another program's file"));
  CHECK(read(ninja.project / "build.ninja") == "rule cc\n");
}
