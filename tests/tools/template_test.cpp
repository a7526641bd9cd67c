// --template: the user's own template, filled in.
#include <chrono>
#include <filesystem>
#include <thread>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

/// A project with one kernel and a template.
struct TemplateProject : Project {
  explicit TemplateProject(const std::string& text) {
    source("a.cu", kernel_source("a"));
    write(text);
  }
  void write(const std::string& text) const { folder().write("t/page.mustache", text); }
  Finished fill(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words{"--template", "t/page.mustache", "-o", "out/page.txt", "-O0"};
    words.insert(words.end(), more.begin(), more.end());
    return build(words);
  }
  /// The output for the template.
  std::string page(const std::vector<std::string>& more = {}) const {
    const auto filled = fill(more);
    INFO(filled.err);
    REQUIRE(filled.exit_code == 0);
    return read(path() / "out/page.txt");
  }
  void refused(const std::vector<std::string>& messages, int exit_code = 1) const {
    check_refused(*this, exit_code, messages, [&] { return fill(); });
  }
};

std::string image_of(const Project& project) {
  return read(project / "out/page.artifacts/hsaco/a.gfx1100.hsaco");
}

}  // namespace

TEST_CASE("build --template: the data model and the additional variables of templates are available") {
  TemplateProject project(
      "{{namespace}} {{output}} {{schema}} {{module_count}}{{#targets}} {{.}}{{/targets}}\n"
      "{{#modules}}\n"
      "{{name}} {{constant}} {{source}}\n"
      "{{#kernels}}\n"
      "  {{module_name}}/{{name}}{{#is_first}} first{{/is_first}}{{#is_last}} last{{/is_last}}:"
      "{{^has_parameters}} none{{/has_parameters}}{{#parameters}}{{^is_first}},{{/is_first}} {{kernel_name}}.{{name}} "
      "{{#is_pointer}}pointer{{/is_pointer}}{{^is_pointer}}value{{/is_pointer}}{{/parameters}}\n"
      "{{/kernels}}\n"
      "{{#code_objects}}\n"
      "  {{target}} {{code_object_identifier}} {{file}}\n"
      "{{/code_objects}}\n"
      "{{/modules}}\n");
  project.source("a.cu",
                 "extern \"C\" __global__ void a(float* x, int n) {}\n"
                 "extern \"C\" __global__ void b() {}\n");
  CHECK(project.page({"--arch", "gfx1100,gfx90a:xnack+"}) ==
        "kernels page.txt 1 1 gfx1100 gfx90a:xnack+\n"
        "a A a.cu\n"
        "  a/a first: a.x pointer, a.n value\n"
        "  a/b last: none\n"
        "  gfx1100 gfx1100 page.artifacts/hsaco/a.gfx1100.hsaco\n"
        "  gfx90a:xnack+ gfx90a_xnack_on page.artifacts/hsaco/a.gfx90a:xnack+.hsaco\n");
}

TEST_CASE("build --template: nothing is escaped unless requested") {
  TemplateProject project(
      "{{#modules}}{{#kernels}}{{qualified_name}} {{{qualified_name}}} {{&qualified_name}} "
      "{{#upper}}{{name}}_x{{/upper}} "
      "{{#lower}}ABC{{/lower}} {{#escaped}}\\\"{{source}}\"{{/escaped}}{{/kernels}}{{/modules}}");
  project.source("a.cu", "template <class T> __global__ void k(T* x) {}\ntemplate __global__ void k<float>(float*);\n");
  CHECK(project.page() == "k<float> k<float> k<float> K_FLOAT_X abc \\\\\\\"a.cu\\\"");
}

TEST_CASE("build --template: each form of the bytes of code objects represents the same bytes") {
  TemplateProject project("{{#modules}}{{#code_objects}}{{byte_list}}{{/code_objects}}{{/modules}}");
  std::string listed;
  const auto list = project.page();
  for (std::size_t at = 0; at != std::string::npos && at < list.size(); at = list.find(',', at) + 1) {
    listed += static_cast<char>(std::stoi(list.substr(at)));
    if (list.find(',', at) == std::string::npos) break;
  }
  CHECK((listed == image_of(project)));

  project.write("{{#modules}}{{#code_objects}}{{base64}}{{/code_objects}}{{/modules}}");
  project.folder().write("base64", project.page());
  const auto decoded = run({"base64", "--decode", (project / "base64").string()});
  CHECK((decoded.out == image_of(project)));

  // A literal has a null byte after the bytes, hence the "+ 1".
  project.write(
      "#include <cstdio>\n"
      "{{#modules}}{{#code_objects}}\n"
      "static const unsigned char image[] = {{literal}};\n"
      "static const unsigned char frame[] = {{compressed_literal}};\n"
      "static const unsigned char numbers[] = { {{compressed_byte_list}} };\n"
      "int main() {\n"
      "  static_assert(sizeof image == {{bytes}} + 1 && sizeof frame == {{compressed_bytes}} + 1, \"\");\n"
      "  for (int i = 0; i < {{compressed_bytes}}; ++i) if (frame[i] != numbers[i]) return 1;\n"
      "  return std::fwrite(image, 1, {{bytes}}, stdout) != {{bytes}};\n"
      "}\n"
      "{{/code_objects}}{{/modules}}\n");
  project.folder().write("program.cpp", project.page());
  const auto compiled =
      run({"g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "program.cpp", "-o", "program"}, {project.path(), {}});
  INFO(compiled.err);
  REQUIRE(compiled.exit_code == 0);
  const auto ran = run({(project / "program").string()});
  CHECK(ran.exit_code == 0);
  CHECK((ran.out == image_of(project)));
}

TEST_CASE("build --template: partials are found next to the template") {
  TemplateProject project("{{#modules}}\n{{> module}}\n{{/modules}}\n");
  project.folder().write("t/module.mustache", "{{name}}:{{> parts/kernels}}\n");
  project.folder().write("t/parts/kernels.mustache", "{{#kernels}} {{name}}{{/kernels}}");
  CHECK_THAT(project.page(), Catch::StartsWith("a: a\n"));
}

TEST_CASE("build --template: the template and its partials are inputs") {
  TemplateProject project("{{> first}}{{#modules}}{{name}}{{/modules}}\n");
  project.folder().write("t/first.mustache", "one ");
  CHECK(project.page({"-MD"}) == "one a\n");
  const auto dependencies = read(project / "out/page.d");
  CHECK_THAT(dependencies, Catch::StartsWith("out/page.txt:") && Catch::Contains("/t/page.mustache") &&
                               Catch::Contains("/t/first.mustache"));
  // The second build writes a stamp, because its inputs are more than 50 ms older than its start (see kClockLag in
  // build_stamp.cpp). The stamp makes the third build do nothing. A change of a partial must invalidate it.
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  REQUIRE(project.page() == "one a\n");
  REQUIRE(project.page() == "one a\n");
  CHECK(project.statistics()["stages"].empty());
  project.folder().write("t/first.mustache", "two ");
  CHECK(project.page() == "two a\n");
  CHECK(project.compiled().empty());
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  REQUIRE(project.page() == "two a\n");
  project.write("{{> first}}!\n");
  CHECK(project.page() == "two !\n");
  CHECK(project.compiled().empty());
}

TEST_CASE("build --template: errors are reported with their position") {
  TemplateProject project("");
  const auto refused = [&](const std::string& text, const std::string& message) {
    INFO(text);
    project.write(text);
    project.refused({message});
  };
  refused("a\n  {{#modules}\n", "t/page.mustache:2:3: error: unclosed tag");
  refused("{{#modules}}\n{{/kernels}}\n", "t/page.mustache:1:1: error: unclosed section \"modules\"");
  refused("\n{{/modules}}", "t/page.mustache:2:1: error: unopened section \"modules\"");
  refused("{{=x}}", "t/page.mustache:1:1: error: invalid set delimiter tag");
  refused("\n {{> absent}}", "t/page.mustache:2:2: error: partial 'absent' cannot be read");
  refused("{{#modules}}\n{{#kernels}}{{nmae}}{{/kernels}}\n{{/modules}}",
          "t/page.mustache:2:13: error: unknown name 'nmae'");
  refused("{{#modules}}{{name}}{{/modules}}\n{{name}}", "t/page.mustache:2:1: error: unknown name 'name'");
  refused("{{#kernels}}{{/kernels}}", "t/page.mustache:1:1: error: unknown name 'kernels'");
  refused("{{^modles}}{{/modles}}", "t/page.mustache:1:1: error: unknown name 'modles'");
  refused("{{=<% %>=}}\n<% {{x}} %>", "t/page.mustache:2:1: error: unknown name '{{x}}'");
  project.folder().write("t/self.mustache", "{{! comment }}\n{{> self}}");
  refused("{{> self}}", "t/self.mustache:2:1: error: partial 'self' includes itself");
  project.folder().write("t/bad.mustache", "\n\n{{nothing}}");
  refused("{{> bad}}", "t/bad.mustache:3:1: error: unknown name 'nothing'");
  project.folder().write("t/worse.mustache", "\n{{#open}}");
  refused("{{> worse}}", "t/worse.mustache:2:1: error: unclosed section \"open\"");
}

TEST_CASE("build --template: syntax errors are reported before anything is compiled") {
  TemplateProject project("{{#modules}}");
  project.source("a.cu", "this is no CUDA\n");
  const auto finished = project.fill();
  CHECK(finished.exit_code == 1);
  CHECK_THAT(finished.err, Catch::Contains("unclosed section") && !Catch::Contains("a.cu"));
}

TEST_CASE("build --template: bad usage is refused") {
  TemplateProject project("x");
  check_refused(project, 2, {"absent.mustache: error: --template: "}, {"--template", "absent.mustache"});
  check_refused(project, 2, {"--template: "}, {"--template", "src"});
  check_refused(project, 2, {"--template: "}, {"--template", ""});
  check_refused(project, 2, {"--emit excludes --template"}, {"--template", "t/page.mustache", "--emit", "c"});
  check_refused(project, 2, {"--compress cannot be used with --template"},
                {"--template", "t/page.mustache", "--compress", "none"});
  // The template must not be overwritten.
  const auto over = project.build({"--template", "t/page.mustache", "-o", "t/page.mustache"});
  CHECK(over.exit_code == 2);
  CHECK_THAT(over.err, Catch::Contains("'t/page.mustache' is an input of this build and cannot be its output"));
  CHECK(read(project / "t/page.mustache") == "x");
}
