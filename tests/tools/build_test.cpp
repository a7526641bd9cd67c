#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/tool.hpp"

using namespace test;

TEST_CASE("build: a folder of sources becomes a header and artifacts") {
  Folder folder;
  folder.write("kernels/add.cu", kernel_source("add"));
  folder.write("kernels/deep/er/scale.cu", kernel_source("scale"));
  const auto built =
      rocm_bindgen({"build", "kernels", "-o", "out/k.hpp", "--arch", "gfx1100,gfx90a"}, {folder.path(), {}});
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  const auto header = read(folder / "out/k.hpp");
  CHECK(header.find("::rocm_bindgen::Module ADD") != std::string::npos);
  CHECK(header.find("::rocm_bindgen::Module SCALE") != std::string::npos);
  for (const auto* file : {"hip/add.cu", "hip/deep/er/scale.cu", "hsaco/add.gfx1100.hsaco", "hsaco/add.gfx90a.hsaco",
                           "hsaco/scale.gfx1100.hsaco", "hsaco/scale.gfx90a.hsaco", "manifest.json"})
    CHECK(std::filesystem::exists(folder / "out/k.artifacts" / file));
  CHECK(built.out.find("module") != std::string::npos);
}

TEST_CASE("build: bytes that are not UTF-8 are passed on unchanged") {
  Folder folder;
  folder.write("a.cu",
               "// caf\xe9\n__device__ const char text[] = \"\xe9\";\n"
               "static_assert(sizeof(text) == 2, \"one byte and the end\");\n" +
                   kernel_source("a"));
  const auto built = rocm_bindgen({"build", "a.cu", "-o", "k.hpp", "--arch", "gfx1100"}, {folder.path(), {}});
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  CHECK(read(folder / "k.artifacts/hip/a.cu").find("// caf\xe9\n") != std::string::npos);
}

// clang accepts a byte order mark only at the very start, so the includes that hipify adds must come after it.
TEST_CASE("build: a source with a byte order mark compiles") {
  Folder folder;
  folder.write("a.cu", "\xEF\xBB\xBF" + kernel_source("a"));
  const auto built = rocm_bindgen({"build", "a.cu", "-o", "k.hpp", "--arch", "gfx1100"}, {folder.path(), {}});
  INFO(built.err);
  CHECK(built.exit_code == 0);
}

TEST_CASE("build: workgroups have uniform size unless -fno-offload-uniform-block is given") {
  Folder folder;
  folder.write("a.cu", "__global__ void a(unsigned* out) { *out = blockDim.x * gridDim.x; }\n");
  const auto object = [&](const std::vector<std::string>& flags) {
    std::vector<std::string> command{"build", "a.cu", "-o", "k.hpp", "--arch", "gfx1100"};
    command.insert(command.end(), flags.begin(), flags.end());
    const auto built = rocm_bindgen(command, {folder.path(), {}});
    INFO(built.err);
    REQUIRE(built.exit_code == 0);
    return read(folder / "k.artifacts/hsaco/a.gfx1100.hsaco");
  };
  const auto uniform = object({});
  CHECK(object({"-foffload-uniform-block"}) == uniform);
  const auto partial = object({"-fno-offload-uniform-block"});
  CHECK(partial != uniform);
}

TEST_CASE("build: an input is never an output and foreign files remain") {
  Folder folder;
  const auto source = kernel_source("a");
  folder.write("a.cu", source);
  const auto onto_source =
      rocm_bindgen({"build", "a.cu", "-o", "a.cu", "--arch", "gfx1100", "--out-dir", "out"}, {folder.path(), {}});
  CHECK(onto_source.exit_code == 2);
  CHECK(onto_source.err.find("'a.cu' is an input") != std::string::npos);
  CHECK(read(folder / "a.cu") == source);

  const std::string foreign = R"({"files": ["a.cu"]})";
  folder.write("manifest.json", foreign);
  const auto into_project =
      rocm_bindgen({"build", "a.cu", "-o", "k.hpp", "--arch", "gfx1100", "--out-dir", "."}, {folder.path(), {}});
  CHECK(into_project.exit_code == 4);
  CHECK(read(folder / "manifest.json") == foreign);
  CHECK(read(folder / "a.cu") == source);
}

TEST_CASE("build: the artifacts below a source folder are not sources") {
  Folder folder;
  folder.write("a.cu", kernel_source("a"));
  for (int run = 0; run < 2; ++run) {
    const auto built = rocm_bindgen({"build", ".", "-o", "k.hpp", "--arch", "gfx1100"}, {folder.path(), {}});
    INFO(built.err);
    CHECK(built.exit_code == 0);
  }
}

TEST_CASE("build: two headers with the same names can be in one program") {
  Folder folder;
  folder.write("p/a.cu", kernel_source("first"));
  folder.write("q/a.cu", kernel_source("second"));
  for (const std::string name : {"p", "q"})
    REQUIRE(rocm_bindgen({"build", name, "-o", name + ".d/kernels.hpp", "--arch", "gfx1100"}, {folder.path(), {}})
                .exit_code == 0);
  folder.write("p.cpp", "#include \"p.d/kernels.hpp\"\nconst char* p() { return kernels::A.kernels[0].name; }\n");
  folder.write("q.cpp", "#include \"q.d/kernels.hpp\"\nconst char* q() { return kernels::A.kernels[0].name; }\n");
  folder.write(
      "main.cpp",
      "#include <cstdio>\nconst char* p();\nconst char* q();\nint main() { std::printf(\"%s %s\", p(), q()); }\n");
  const auto linked = run({"g++", "-std=c++17", "p.cpp", "q.cpp", "main.cpp", "-o", "app"}, {folder.path(), {}});
  INFO(linked.err);
  REQUIRE(linked.exit_code == 0);
  CHECK(run({"./app"}, {folder.path(), {}}).out == "first second");
}

TEST_CASE("build: a kernel that differs between targets is refused") {
  Folder folder;
  folder.write("a.cu",
               "#ifdef __gfx1100__\ntypedef float T;\n#else\ntypedef double T;\n#endif\n"
               "extern \"C\" __global__ void differs(T* p, T value) { *p = value; }\n");
  const auto built = rocm_bindgen({"build", "a.cu", "-o", "k.hpp", "--arch", "gfx1100,gfx90a"}, {folder.path(), {}});
  CHECK(built.exit_code == 1);
  CHECK(built.err.find("the parameters of kernel 'differs' differ from those for gfx1100 [gfx90a]") !=
        std::string::npos);
}

// A kernel is lost if the source defines it and the preprocessor skips it, so that it is not compiled.
TEST_CASE("build: a lost kernel is reported where a macro that defines it is used and not where a macro is defined") {
  test::Folder folder;
  folder.write("a.cu",
               "#ifdef __AMDGCN__\n"
               "#define PREFIX(N) extern \"C\" __global__ void __launch_bounds__(N)\n"
               "#define WHOLE(NAME) PREFIX(64) NAME(float* p) { *p = 1; }\n"
               "#else\n"
               "#define PREFIX(N) extern \"C\" __global__ void \\\n"
               "  __launch_bounds__(N, 2)\n"
               "#define WHOLE(NAME) PREFIX(64) NAME(float* p) { *p = 2; }\n"
               "#define ELSEWHERE(NAME) extern \"C\" __global__ void NAME(float* p) { *p = 3; }\n"
               "ELSEWHERE(b)\n"
               "WHOLE(c)\n"
               "#endif\n"
               "WHOLE(a)\n");
  const auto built = rocm_bindgen({"build", "a.cu", "-o", "k.hpp", "--arch", "gfx1100"}, {folder.path(), {}});
  INFO(built.err);
  CHECK(built.exit_code == 0);
  std::size_t lost = 0;
  for (auto at = built.err.find("is not compiled"); at != std::string::npos;
       at = built.err.find("is not compiled", at + 1))
    ++lost;
  CHECK(lost == 2);
  CHECK(
      built.err.find("a.cu:9: warning: kernel 'ELSEWHERE(b)' is not compiled: the preprocessor skips it at '#else'") !=
      std::string::npos);
  CHECK(built.err.find("a.cu:10: warning: kernel 'WHOLE(c)' is not compiled") != std::string::npos);
}

TEST_CASE("build: lost kernels are reported and prototypes and compiled branches are not", "[slow]") {
  Folder folder;
  folder.write("a.cu",
               "extern \"C\" __global__ void kept(float* p) { *p = 1; }\n"
               "#if __CUDA_ARCH__ >= 9999\n"
               "extern \"C\" __global__ void __launch_bounds__(64) lost(float* p) { *p = 1; }\n"
               "extern \"C\" __global__ void prototype(float* p);\n"
               "extern \"C\" __global__ void kept(float* p) { *p = 2; }\n"
               "#endif\n");
  const auto built = rocm_bindgen({"build", "a.cu", "-o", "k.hpp", "--arch", "gfx1100"}, {folder.path(), {}});
  CHECK(built.exit_code == 0);
  CHECK(
      built.err.find(
          "a.cu:3: warning: kernel 'lost' is not compiled: the preprocessor skips it at '#if __CUDA_ARCH__ >= 9999'") !=
      std::string::npos);
  CHECK(built.err.find("'prototype'") == std::string::npos);
  CHECK(built.err.find("'kept'") == std::string::npos);
  CHECK(rocm_bindgen({"build", "a.cu", "-o", "k.hpp", "--arch", "gfx1100", "-Werror=lost-kernels"}, {folder.path(), {}})
            .exit_code == 1);
}
