// Tests --embed: where the code objects of a header are stored.
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

const std::string kScaleSource = R"(#include <cuda_runtime.h>
extern "C" __global__ void twice(float* x) { x[threadIdx.x] *= 2; }
)";

/// Compares the program's code objects with the files (argv[1] is their folder, argv[2] the end of their names), and
/// prints where they are stored.
const std::string kScaleProgram = R"(
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include "k.hpp"

int main(int, char** argv) {
  for (const auto* module : kernels::ALL_MODULES)
    for (std::size_t i = 0; i < module->code_object_count; ++i) {
      const auto& object = module->code_objects[i];
      if (object.data == nullptr) {
        std::printf("%s %zu in %s\n", object.target, object.stored_size, object.file);
        continue;
      }
      std::ifstream file(argv[1] + ("/" + std::string(module->name)) + "." + object.target + argv[2], std::ios::binary);
      const std::string bytes{std::istreambuf_iterator<char>(file), {}};
      const bool same = bytes == std::string(reinterpret_cast<const char*>(object.data), object.stored_size);
      std::printf("%s %s %s\n", object.target, same ? "as its file" : "not as its file",
                  object.file == nullptr ? "embedded" : "filed");
    }
}
)";

const Words kStrict{"-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Werror"};

/// Compiles `files` of the project's folder without a warning and runs the resulting program.
std::string run_program(const Project& project, const std::string& compiler, const Words& files,
                        const Words& arguments) {
  Words command{compiler};
  command.insert(command.end(), kStrict.begin(), kStrict.end());
  command.insert(command.end(), {"-Iout", "-o", "program"});
  command.insert(command.end(), files.begin(), files.end());
  const auto compiled = run(command, {project.path(), {}});
  INFO(compiled.err);
  REQUIRE(compiled.exit_code == 0);
  Words words{(project / "program").string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const auto finished = run(words, {project.path(), {}});
  REQUIRE(finished.exit_code == 0);
  return finished.out;
}

void require_success(const Finished& finished) {
  INFO(finished.err);
  REQUIRE(finished.exit_code == 0);
}

const std::string kEmbedded = "gfx1100 as its file embedded\ngfx90a:xnack- as its file embedded\n";

}  // namespace

TEST_CASE("build --embed incbin: an assembly file includes the code objects") {
  const Project project;
  project.source("scale 2.cu", kScaleSource);
  project.source("main.cpp", kScaleProgram);
  for (const std::string compiler : {"g++", "clang++-19"}) {
    INFO(compiler);
    require_success(project.build({"--arch", "gfx1100,gfx90a:xnack-", "--embed", "incbin"}));
    CHECK(run_program(project, compiler, {"src/main.cpp", "out/k.S"}, {"out/k.artifacts/embed", ".hsaco.zst"}) ==
          kEmbedded);
    require_success(project.build({"--arch", "gfx1100,gfx90a:xnack-", "--embed", "incbin", "--compress", "none"}));
    CHECK_FALSE(fs::exists(project / "out/k.artifacts/embed/scale 2.gfx1100.hsaco.zst"));
    CHECK(run_program(project, compiler, {"src/main.cpp", "out/k.S"}, {"out/k.artifacts/hsaco", ".hsaco"}) ==
          kEmbedded);
  }
}

TEST_CASE("build --embed embed: a C++ file includes the code objects") {
  const Project project;
  project.source("scale.cu", kScaleSource);
  project.source("main.cpp", kScaleProgram);
  require_success(project.build({"--arch", "gfx1100,gfx90a:xnack-", "--embed", "embed"}));
  CHECK(run_program(project, "clang++-19", {"src/main.cpp", "out/k.cpp"}, {"out/k.artifacts/embed", ".hsaco.zst"}) ==
        kEmbedded);
}

TEST_CASE("build --embed embed: a compiler without #embed reports what to do") {
  const Project project;
  project.source("scale.cu", kScaleSource);
  require_success(project.build({"--embed", "embed"}));
  const auto compiled = run({"g++", "-c", "out/k.cpp", "-o", "k.o"}, {project.path(), {}});
  CHECK(compiled.exit_code == 1);
  CHECK(compiled.err.find("emit with --embed incbin") != std::string::npos);
}

TEST_CASE("build --embed none: the header names the files") {
  const Project project;
  project.source("scale.cu", kScaleSource);
  project.source("main.cpp", kScaleProgram);
  require_success(project.build({"--embed", "none"}));
  const auto size = fs::file_size(project / "out/k.artifacts/hsaco/scale.gfx1100.hsaco");
  CHECK(run_program(project, "g++", {"src/main.cpp"}, {}) ==
        fmt::format("gfx1100 {} in k.artifacts/hsaco/scale.gfx1100.hsaco\n", size));
}

TEST_CASE("build --embed: artifacts in another folder are named relative to the header's folder") {
  const Project project;
  project.source("scale.cu", kScaleSource);
  require_success(project.build({"--embed", "none", "--out-dir", "other/place/"}));
  CHECK(read(project / "out/k.hpp").find("\"../other/place/hsaco/scale.gfx1100.hsaco\"") != std::string::npos);
}

TEST_CASE("build --embed incbin: two headers in one program keep their own symbols, which may be defined twice") {
  const Project project;
  project.source("scale.cu", kScaleSource);
  project.source("main.cpp",
                 "#include \"k.hpp\"\n#include \"b.hpp\"\n"
                 "int main() {\n"
                 "  return kernels::SCALE.code_objects[0].data == b::SCALE.code_objects[0].data;\n}\n");
  project.source("twice.cpp",
                 "#include \"k.hpp\"\nconst void* twice() { return kernels::SCALE.code_objects[0].data; }\n");
  require_success(project.build({"--embed", "incbin"}));
  fs::copy(project / "out/k.S", project / "out/again.S");
  require_success(project.build({"--embed", "incbin", "-o", "out/b.hpp", "--namespace", "b"}));
  CHECK(
      run_program(project, "g++", {"src/main.cpp", "src/twice.cpp", "out/k.S", "out/again.S", "out/b.S"}, {}).empty());
}

TEST_CASE("build --embed: files that only the previous form needed are removed and are written again on return") {
  const Project project;
  project.source("scale.cu", kScaleSource);
  require_success(project.build({"--embed", "incbin"}));
  const auto incbin = project.outputs();
  CHECK(incbin.count("k.artifacts/embed/scale.gfx1100.hsaco.zst") == 1);
  require_success(project.build());
  CHECK(project.outputs().count("k.artifacts/embed/scale.gfx1100.hsaco.zst") == 0);
  CHECK(project.statistics().at("compiled") == 0);
  require_success(project.build({"--embed", "incbin"}));
  CHECK(differences(incbin, project.outputs()).empty());
  // A missing companion file is written again.
  fs::remove(project / "out/k.S");
  require_success(project.build({"--embed", "incbin"}));
  CHECK(differences(incbin, project.outputs()).empty());
}

TEST_CASE("build --embed: a foreign file next to the header is unchanged") {
  const Project project;
  project.source("scale.cu", kScaleSource);
  project.pretend_built();
  project.folder().write("out/k.cpp", "int mine;\n");
  check_refused(project, 2, {"'out/k.cpp'", "another program's file", "-o"}, {"--embed", "embed"});
  check_refused(project, 2, {"'out/l.S'", "is the header"}, {"--embed", "incbin", "-o", "out/l.S"});
  check_refused(project, 2, {"--embed", "incbin", "literal"}, {"--embed", "incbim"});
}

TEST_CASE("build --embed embed: a quote in a path is refused") {
  const Project project;
  project.source("sca\"le.cu", kScaleSource);
  check_refused(project, 4, {"sca\"le", "#embed"}, {"--embed", "embed"});
  require_success(project.build({"--embed", "incbin"}));
  const auto assembled = run({"g++", "-Iout", "-c", "out/k.S", "-o", "k.o"}, {project.path(), {}});
  INFO(assembled.err);
  CHECK(assembled.exit_code == 0);
}
