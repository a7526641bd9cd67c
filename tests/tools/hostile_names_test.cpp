// Names and types of users that look like code, in emitted files, which real compilers compile, and on the terminal.
#include <algorithm>
#include <filesystem>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

/// Kernels whose symbols, types and template arguments would end strings and comments if not escaped, and contain
/// characters that control a terminal.
const std::string kHostileSource =
    "template <char C> struct S { float v; };\n"
    "template <char... C> struct P { float v; };\n"
    "template <char32_t C> struct U { float v; };\n"
    "__global__ void quote(S<'\"'> s, float* o) { o[0] = s.v; }\n"
    "__global__ void backslash(S<'\\\\'> s, S<'\\x1b'> t, S<'\\n'> u, float* o) { o[0] = s.v + t.v + u.v; }\n"
    "__global__ void turns(U<U'\\u202e'> s, U<U'\\u2028'> t, float* o) { o[0] = s.v + t.v; }\n"
    "__global__ void trigraph(P<'?', '?', '/'> s, float* o$) { o$[0] = s.v; }\n"
    "template <char... C> __global__ void closing(float* o) { o[0] = sizeof...(C); }\n"
    "template __global__ void closing<'*', '/'>(float*);\n"
    "extern \"C\" __global__ void named(float* o) asm(\"a*/b\x1b[31mred\x07 \u202e\");\n"
    "extern \"C\" __global__ void named(float* o) { o[0] = 3; }\n"
    "extern \"C\" __global__ void marked(float* o) asm(\"x\x01"
    "blob 7\x01\");\n"
    "extern \"C\" __global__ void marked(float* o) { o[0] = 3; }\n";

/// Names of source files. The carriage return in the third would end a `//` comment of a header, so that the compiler
/// would read the rest as code. Names with "blob", "content" and "{{" resemble the placeholders with which the tool
/// itself fills in templates.
const std::vector<std::string> kHostileNames{
    "\x1b"
    "blob 99\x01",
    "c\x1c"
    "b",
    "x\rint evil;",
    "a*?\"??"
    "b\\",
    "d\u202e"
    "b\u2028",
    "c*",
    "{{namespace}}",
    "\x01"
    "content\x01"};

/// Whether the text has no control characters except line ends.
bool is_plain(const std::string& text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return (c < 0 || c >= ' ' || c == '\n' || c == '\t') && c != '\x7f'; }) &&
         text.find("\u202e") == std::string::npos && text.find("\u2028") == std::string::npos;
}

void require_done(const Finished& finished) {
  INFO(finished.out << finished.err);
  REQUIRE(finished.exit_code == 0);
  CHECK(is_plain(finished.out));
  CHECK(is_plain(finished.err));
}

void require_compiles(const Project& project, std::vector<std::string> command) {
  const auto compiled = run(command, {project.path(), {}});
  INFO(command.front() << compiled.err);
  REQUIRE(compiled.exit_code == 0);
}

/// Checks that the emitted file in each language compiles without warnings.
void check_outputs_compile(const Project& project) {
  require_done(project.build());
  for (const std::string compiler : {"g++", "clang++-19"})
    require_compiles(project, {compiler, "-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only",
                               "-x", "c++", "out/k.hpp"});
  require_compiles(project,
                   {"g++", "-std=c++17", "-trigraphs", "-Wall", "-Werror", "-fsyntax-only", "-x", "c++", "out/k.hpp"});
  require_done(project.build({"--emit", "c", "-o", "out/k.h"}));
  project.folder().write("c.c", "#define KERNELS_IMPLEMENTATION\n#include \"out/k.h\"\n");
  require_compiles(project, {"gcc", "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only",
                             std::string("-I") + ROCM_BINDGEN_SOURCE_DIR + "/runtime/loader/include", "c.c"});
  require_done(project.build({"--emit", "rust", "-o", "out/k.rs"}));
  if (has_program("rustc"))
    require_compiles(project, {"rustc", "--edition", "2021", "--crate-type", "lib", "out/k.rs", "-o", "k.rlib"});
  // The crate that the launch functions need is not compiled here, so only the syntax is checked.
  require_done(project.build({"--emit", "rust-launch", "-o", "out/launch.rs"}));
  if (has_program("rustfmt")) require_compiles(project, {"rustfmt", "--edition", "2021", "--check", "out/launch.rs"});
  require_done(project.build({"--emit", "json", "-o", "out/k.json"}));
  CHECK(is_plain(read(project / "out/k.json")));
}

}  // namespace

TEST_CASE("hostile names: names of sources are escaped in every language", "[slow]") {
  Project project;
  project.uses_cache = true;
  for (const auto& name : kHostileNames) project.source(name + ".cu", kernel_source("k"));
  check_outputs_compile(project);
  const auto header = read(project / "out/k.hpp");
  CHECK(header.find("\rint evil") == std::string::npos);
  const auto manifest = nlohmann::json::parse(read(project / "out/k.artifacts/manifest.json"));
  REQUIRE(manifest["modules"].size() == kHostileNames.size());
  for (const auto& module : manifest["modules"])
    CHECK(std::count(kHostileNames.begin(), kHostileNames.end(), module["name"].get<std::string>()) == 1);
}

TEST_CASE("hostile names: kernels and their parameters' types are escaped in every language and on the terminal") {
  Project project;
  project.uses_cache = true;
  project.source("a.cu", kHostileSource);
  check_outputs_compile(project);
  require_done(project.build());
  const std::string manifest = "out/k.artifacts/manifest.json";
  for (const auto& words : std::vector<std::vector<std::string>>{{"inspect", manifest},
                                                                 {"inspect", "--json", manifest},
                                                                 {"inspect", "--diff", manifest, manifest},
                                                                 {"inspect", "--html", "k.html", manifest},
                                                                 {"package", "out/k.hpp", "-o", "k.tar.zst"},
                                                                 {"package", "--verify", "k.tar.zst"}})
    require_done(rocm_bindgen(words, {project.path(), {}}));
  CHECK(is_plain(read(project / "k.html")));
  const auto shown = rocm_bindgen({"inspect", manifest}, {project.path(), {}}).out;
  CHECK_THAT(shown, Catch::Contains("a*/b\\x1b[31mred\\x07 \\u202e"));

  // The symbols that a program looks up are those of the code object.
  project.folder().write(
      "symbols.cpp",
      "#include \"out/k.hpp\"\n#include <cstdio>\n#include <string>\n"
      "int main() {\n"
      "  bool first = false, second = false;\n"
      "  for (const auto* module : kernels::ALL_MODULES)\n"
      "    for (std::size_t i = 0; i < module->kernel_count; ++i) {\n"
      "      first |= module->kernels[i].symbol == std::string(\"a*/b\\033[31mred\\007 \\342\\200\\256\");\n"
      "      second |= module->kernels[i].symbol == std::string(\"x\\001blob 7\\001\");\n"
      "    }\n"
      "  return first && second ? 0 : 1;\n}\n");
  require_compiles(project,
                   {"g++", "-std=c++17", "-O1", "symbols.cpp", "-o", "symbols", "-Wl,--unresolved-symbols=ignore-all"});
  CHECK(run({(project / "symbols").string()}).exit_code == 0);
}

TEST_CASE("hostile names: an error's message, file and source line do not control a terminal") {
  Project project;
  const std::string name = "e\x1b[2J\r\u202e.cu";
  project.source(name, "// \u202e \x1b[31m\nint wrong_\xc3\xb6 = \"\u202e\x1b\" + undefined; // \u202e\n");
  for (const auto& more : std::vector<std::vector<std::string>>{{}, {"--message-format", "json"}, {"-###"}}) {
    const auto built = project.build(more);
    CHECK(is_plain(built.out));
    CHECK(is_plain(built.err));
  }
  const auto hipified = rocm_bindgen({"hipify", "--examine", "src"}, {project.path(), {}});
  CHECK(is_plain(hipified.out));
  CHECK(is_plain(hipified.err));
  for (const auto& words : std::vector<std::vector<std::string>>{{"build", "no\x1b[2Jsuch", "-o", "k.hpp"},
                                                                 {"build", "src", "-o", "k.hpp", "--arch", "\x1b[2J"},
                                                                 {"build", "src", "-o", "k.hpp", "--no\x1b[2J"},
                                                                 {"\x1b[2J"},
                                                                 {"inspect", "\x1b[2J\u202e"},
                                                                 {"package", "--verify", "\x1b[2J"},
                                                                 {"cache", "--cache-dir", "\x1b[2J"},
                                                                 {"doctor", "--compiler", "\x1b[2J"},
                                                                 {"build", "--config", "\x1b[2J", "-o", "k.hpp"}}) {
    const auto finished = rocm_bindgen(words, {project.path(), {}});
    INFO(words.back());
    CHECK(is_plain(finished.out));
    CHECK(is_plain(finished.err));
  }
}

TEST_CASE("hostile names: names that make and ninja cannot read are refused before anything is compiled", "[slow]") {
  for (const std::string part : {"a;b", "a\tb", "a\rb", "a|b", "a*b",
                                 "a\x1b"
                                 "b"}) {
    Project project;
    project.source(part + ".cu", kernel_source("k"));
    require_done(project.build());
    const auto refused = project.build({"-MD"});
    INFO(refused.err);
    CHECK(refused.exit_code == 1);
    CHECK_THAT(refused.err, Catch::Contains("in a file name cannot be written to a dependency file"));
    CHECK_THAT(refused.err, Catch::Contains("help: rename the file, or build without -MD"));
    CHECK_THAT(refused.err, !Catch::Contains("compile"));
    CHECK(is_plain(refused.err));
  }
  Project project;
  project.source("a.cu", "#include \"h;.cuh\"\n" + kernel_source("k"));
  project.source("h;.cuh", "");
  check_refused(project, 1, {"src/h;.cuh: error: ';' in a file name cannot be written"}, {"-MD"});
  project.source("a.cu", kernel_source("k"));
  check_refused(project, 2, {"out/100%.hpp: error: '%' in a file name", "or set the target with -MT"},
                {"-o", "out/100%.hpp", "-MD"});
  require_done(project.build({"-o", "out/100%.hpp", "-MD", "-MT", "k"}));
}

TEST_CASE("hostile names: code objects in files that an assembler includes are found", "[slow]") {
  for (const std::string name : {"a\rb", "a\"b\\",
                                 "a\x1b\u202e"
                                 "b",
                                 "a??"
                                 "b"}) {
    Project project;
    project.source(name + ".cu", kernel_source("k"));
    require_done(project.build({"--embed", "incbin"}));
    for (const std::string compiler : {"gcc", "clang-19"})
      require_compiles(project, {compiler, "-c", "out/k.S", "-I", "out", "-o", "k.o"});
  }
  Project project;
  project.source("a\rb.cu", kernel_source("k"));
  check_refused(project, 4, {"cannot be written in an #embed"}, {"--embed", "embed"});
}

TEST_CASE("hostile names: a name that is not UTF-8 is refused, because the manifest cannot contain it") {
  Project project;
  project.source("a\xff.cu", kernel_source("k"));
  check_refused(
      project, 1,
      {"a\\xff.cu' is not UTF-8 and cannot be written to manifest.json", "help: rename the source or header"});
}

TEST_CASE("hostile names: a diff names files as patch reads them") {
  Project project;
  const std::string name = "a\t\x1b\"\\.cu";
  const auto file = project.source(name, "#include <cuda_runtime.h>\nint a;\n");
  const auto made = rocm_bindgen({"hipify", "--diff", "src"}, {project.path(), {}});
  REQUIRE(made.exit_code == 0);
  CHECK(is_plain(made.out));
  project.folder().write("changes.patch", made.out);
  if (!has_program("patch")) return;
  const auto patched = run({"patch", "-p1", "-i", "changes.patch"}, {project.path(), {}});
  INFO(patched.out << patched.err);
  CHECK(patched.exit_code == 0);
  CHECK_THAT(read(file), Catch::Contains("hip/hip_runtime.h"));
}

TEST_CASE("hostile names: a folder's name does not end the #include of a translated file") {
  for (const std::string folder : {"in\"c", "in\nint evil;\n", "in\rc"}) {
    Project project;
    project.source("a.cu", "#include <h.cuh>\n#include <cuda_runtime.h>\n" + kernel_source("a"));
    project.folder().write(folder + "/h.cuh", "#define V 1\n");
    REQUIRE(rocm_bindgen({"hipify", "src", "-o", "hip", "-I", folder}, {project.path(), {}}).exit_code == 0);
    CHECK_THAT(read(project / "hip/a.cu"), Catch::Contains("\n#include <h.cuh>\n"));
  }
  Project project;
  project.source("a.cu", "#include <h.cuh>\n" + kernel_source("a"));
  project.folder().write("in c/h.cuh", "#define V 1\n");
  REQUIRE(rocm_bindgen({"hipify", "src", "-o", "hip", "-I", "in c"}, {project.path(), {}}).exit_code == 0);
  CHECK_THAT(read(project / "hip/a.cu"), Catch::Contains("\n#include \"in c/h.cuh\"\n"));
}
