#include <filesystem>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

TEST_CASE("bad sources: an empty folder is reported") {
  Project project;
  fs::create_directories(project / "src/deep");
  check_refused(project, 1,
                {"rocm-bindgen: error: no sources: there is no *.cu file in 'src'", "help: pass files or folders"});
}

TEST_CASE("bad sources: a missing SRC is named in the message") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  check_refused(project, 1, {"nowhere/x.cu: error: no such source: No such file or directory"}, {"nowhere/x.cu"});
}

TEST_CASE("bad sources: an unreadable file is named in the message") {
  Project project;
  project.source("fine.cu", kernel_source("fine"));
  fs::permissions(project.source("secret.cu", kernel_source("secret")), fs::perms::none);
  // The build runs as another user, because root may read every file. This user may write the output.
  check_refused(project, 1, {"src/secret.cu: error: cannot read the source: Permission denied"}, [&] {
    fs::permissions(project / "out", fs::perms(0777));
    return project.build_unprivileged();
  });
}

TEST_CASE("bad sources: an unreadable folder is named in the message") {
  Project project;
  project.source("fine.cu", kernel_source("fine"));
  project.source("secret/a.cu", kernel_source("a"));
  fs::permissions(project / "src/secret", fs::perms::none);
  check_refused(project, 1, {"src/secret: error: cannot read the folder: Permission denied"}, [&] {
    fs::permissions(project / "out", fs::perms(0777));
    return project.build_unprivileged();
  });
  fs::permissions(project / "src/secret", fs::perms(0755));
}

TEST_CASE("bad sources: a source that is a link to itself is named in the message") {
  Project project;
  project.source("fine.cu", kernel_source("fine"));
  fs::create_symlink("loop.cu", project / "src/loop.cu");
  check_refused(project, 1, {"src/loop.cu: error: cannot read the source: Too many levels of symbolic links"});
}

TEST_CASE("bad sources: a folder link to its parent is named in the message") {
  Project project;
  project.source("deep/fine.cu", kernel_source("fine"));
  fs::create_directory_symlink("..", project / "src/deep/up");
  check_refused(project, 1,
                {"src/deep/up: error: this symbolic link leads to a folder that contains it",
                 "help: remove the link, or exclude it with --exclude"});
}

TEST_CASE("bad sources: a dangling link is named in the message") {
  Project project;
  fs::create_directories(project / "src");
  fs::create_symlink("nowhere", project / "src/gone.cu");
  check_refused(project, 1, {"src/gone.cu: error: cannot read the source: No such file or directory"});
}

TEST_CASE("bad sources: a syntax error is reported at its line of the .cu") {
  Project project;
  project.source("bad.cu",
                 "#include <cuda_runtime.h>\n"
                 "__global__ void bad(float* out) {\n"
                 "  out[0] = ;\n"
                 "}\n");
  check_refused(project, 1, {"src/bad.cu:3:12: error: expected expression [gfx1100]", "  out[0] = ;"});
}

TEST_CASE("bad sources: a syntax error in a project header is reported there") {
  Project project;
  project.source("bad.cu", "#include \"deep/bad.cuh\"\n" + kernel_source("bad"));
  project.source("deep/bad.cuh",
                 "#pragma once\n"
                 "// cudaError_t becomes a shorter name, which moves columns and never lines.\n"
                 "inline cudaError_t none() { return cudaSuccess }\n");
  check_refused(project, 1, {"src/deep/bad.cuh:3:", "error: expected ';' after return statement [gfx1100]"});
}

TEST_CASE("bad sources: an error in every target is reported once, naming the targets") {
  Project project;
  project.source("bad.cu", "__global__ void bad() { wrong }\n");
  const auto finished =
      check_refused(project, 1, {"src/bad.cu:1:25: error: use of undeclared identifier 'wrong' [gfx1030, gfx1100]"},
                    {"--arch", "gfx1030,gfx1100"});
  CHECK(finished.err.find("undeclared") == finished.err.rfind("undeclared"));
}

TEST_CASE("bad sources: a missing include is reported at its line") {
  Project project;
  project.source("bad.cu", "// first\n#include \"missing.cuh\"\n" + kernel_source("bad"));
  check_refused(project, 1, {"src/bad.cu:2:10: error: 'missing.cuh' file not found [gfx1100]"});
}

TEST_CASE("bad sources: a type left incomplete by a missing include causes no crash") {
  Project project;
  project.source("bad.cu",
                 "#include \"missing.cuh\"\ntemplate <class T> class Matrix;\n"
                 "__global__ void bad(Matrix<float> m) { m.clear(); }\n");
  check_refused(project, 1, {"src/bad.cu:1:10: error: 'missing.cuh' file not found [gfx1100]"});
}

TEST_CASE("bad sources: two sources with one module name are both named in the message") {
  Project project;
  project.source("one/add.cu", kernel_source("add"));
  project.source("two/add.cu", kernel_source("add"));
  check_refused(project, 1,
                {"src/two/add.cu: error: module name 'ADD' is already used by 'src/one/add.cu'",
                 "help: rename one of the files, or exclude it with --exclude"});
}

TEST_CASE("bad sources: two names with the same identifier are both named in the message") {
  Project project;
  project.source("add-f32.cu", kernel_source("a"));
  project.source("add_f32.cu", kernel_source("b"));
  check_refused(project, 1, {"module name 'ADD_F32' is already used by"});
}

TEST_CASE("bad sources: excluding one of two conflicting sources resolves the conflict") {
  Project project;
  project.source("one/add.cu", kernel_source("add"));
  project.source("two/add.cu", kernel_source("add"));
  const auto built = project.build({"--exclude", "two/*"});
  INFO(built.err);
  CHECK(built.exit_code == 0);
}
