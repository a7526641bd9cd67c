#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;

TEST_CASE("bad usage: an unknown option is named in the message") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  check_refused(project, 2, {"rocm-bindgen: error: ", "unknown option '--wrong'", "help: `rocm-bindgen build --help`"},
                {"--wrong"});
}

TEST_CASE("bad usage: build requires -o") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  check_refused(project, 2, {"error: --output is required"},
                [&] { return rocm_bindgen({"build", "src"}, {project.path(), {}}); });
}

TEST_CASE("bad usage: a --namespace that is invalid in C++ is named in the message") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  for (const std::string name : {"a b", "a::", "1st", "class", "a.b"}) {
    INFO("--namespace '" << name << "'");
    check_refused(project, 2, {"error: --namespace '" + name + "' is not a C++ namespace name"},
                  {"--namespace=" + name});
  }
}

TEST_CASE("bad usage: values out of range are named in the message") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  check_refused(project, 2, {"--jobs"}, {"-j", "0"});
  check_refused(project, 2, {"--timeout"}, {"--timeout", "-1"});
  check_refused(project, 2, {"--cuda-arch-compat"}, {"--cuda-arch-compat", "99999999999"});
  check_refused(project, 2, {"--cuda-arch-compat"}, {"--cuda-arch-compat", "1e3"});
  check_refused(project, 2, {"--max-memory"}, {"--max-memory", "much"});
  check_refused(project, 2, {"--compress"}, {"--compress", "lzma"});
  check_refused(project, 2, {"--message-format"}, {"--message-format", "xml"});
  check_refused(project, 2, {"--exclude '['"}, {"--exclude", "["});
}

TEST_CASE("bad usage: a missing and an unknown command are refused") {
  for (const auto& words : std::vector<std::vector<std::string>>{{}, {"bild"}}) {
    const auto finished = rocm_bindgen(words);
    CHECK(finished.exit_code == 2);
    CHECK_THAT(finished.err, Catch::Contains("help: `rocm-bindgen --help` lists commands and options"));
  }
}

TEST_CASE("bad usage: the message for a mistyped word suggests a similar one") {
  const auto check = [](const std::vector<std::string>& words, const std::string& message) {
    const auto refused = rocm_bindgen(words);
    CHECK(refused.exit_code == 2);
    CHECK_THAT(refused.err, Catch::StartsWith("rocm-bindgen: error: " + message + "\n"));
  };
  check({"biuld"}, "unknown command 'biuld'; did you mean 'build'?");
  check({"target"}, "unknown command 'target'; did you mean 'targets'?");
  check({"--verison"}, "unknown option '--verison'; did you mean '--version'?");
  check({"build", "src", "--archs", "gfx1030", "-o", "k.hpp"}, "unknown option '--archs'; did you mean '--arch'?");
  check({"build", "src", "--ouptut=k.hpp"}, "unknown option '--ouptut'; did you mean '--output'?");
  check({"build", "src", "-o", "k.hpp", "--std=c++17"}, "unknown option '--std'; did you mean '-std='?");
  check({"--arch", "gfx1030", "build", "src"}, "option '--arch' precedes the command");
  check({"targets", "gfx1030"}, "unexpected argument 'gfx1030'");
  // No known word is similar to these.
  check({"frobnicate"}, "unknown command 'frobnicate'");
  check({"build", "src", "-o", "k.hpp", "--frobnicate"}, "unknown option '--frobnicate'");
}

TEST_CASE("bad usage: --help and --version are no errors") {
  const auto help = rocm_bindgen({"build", "--help"});
  CHECK(help.exit_code == 0);
  CHECK_THAT(help.out, Catch::Contains("--namespace"));
  const auto version = rocm_bindgen({"--version"});
  CHECK(version.exit_code == 0);
  CHECK_THAT(version.out, Catch::StartsWith("rocm-bindgen "));
}

TEST_CASE("bad usage: a compiler flag that clang does not know fails the build and is named in the message") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  check_refused(project, 2, {"-fno-such-thing"}, {"-fno-such-thing"});
}
