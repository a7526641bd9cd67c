// Runs the commands that documents tell a reader to type and compares the output with the documents. coverage_test.cpp
// names the test for each block.
#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "docs/reader.hpp"
#include "support/catch.hpp"
#include "support/tool.hpp"

using namespace docs_test;
using namespace test;
namespace fs = std::filesystem;

namespace {

void write_scale(const Reader& reader, const std::string& file) {
  reader.folder().write(file, kernel_source("scale"));
}

}  // namespace

TEST_CASE("docs: quick-start.md works from the installation to the program's output") {
  Reader reader;
  reader.be_in_clone();
  // The tool of this build is not in PATH, so the commands find only the one that the document installs.
  reader.set("PATH", std::getenv("PATH"));
  // The text names the variables of pkg-config and the dynamic linker.
  const auto text = text_of("docs/quick-start.md");
  for (const std::string variable : {"PKG_CONFIG_PATH", "LD_LIBRARY_PATH"}) {
    const auto begin = text.find("`" + variable + "=~");
    REQUIRE(begin != std::string::npos);
    reader.type("export " + text.substr(begin + 1, text.find('`', begin + 1) - begin - 1));
  }
  reader.follow("docs/quick-start.md", Numbers::compared, {{"./dev build", "this test runs in such a build"}});
  CHECK(reader.succeed("command -v rocm-bindgen") == (reader.folder() / "rocm-bindgen/bin/rocm-bindgen\n").string());
  // The document says: "If you build again, nothing is compiled". It builds one source for three architectures.
  CHECK_THAT(read(reader.folder() / "stats.json"),
             Catch::Contains("\"compiled\": 0,") && Catch::Contains("\"up_to_date\": 3"));
}

TEST_CASE("docs: the terminals of troubleshooting.md show what the commands print") {
  Reader().follow("docs/troubleshooting.md");
}

TEST_CASE("docs: command-line.md shows what its commands print") {
  Reader reader;
  write_scale(reader, "kernels/scale.cu");
  reader.set("MANPAGER", "cat");
  const std::string completions = "rocm-bindgen completions bash|zsh|fish";
  reader.follow("docs/command-line.md", Numbers::compared, {{completions, "three commands in one, typed below"}});
  for (const std::string shell : {"bash", "zsh", "fish"})
    CHECK_THAT(reader.succeed(completions.substr(0, completions.rfind(' ') + 1) + shell), Catch::Contains("gfx1100"));
  CHECK(fs::exists(reader.folder() / ".local/share/man/man1/rocm-bindgen-build.1"));
}

TEST_CASE("docs: programs.md shows what its commands print") {
  Reader().follow("docs/programs.md", Numbers::compared,
                  {{"rocm-bindgen run [OPTIONS] SRC... [-- ARGUMENTS]", "the form of the command"}});
}

TEST_CASE("docs: the terminals of porting.md show what the commands print") {
  Reader().follow("docs/porting.md");
}

TEST_CASE("docs: package.md shows what its commands print") {
  Reader reader;
  write_scale(reader, "src/scale.cu");
  reader.folder().write("LICENSE", "Whoever reads this may use it.\n");
  reader.folder().write("kernels.json",
                        R"({"build": {"inputs": ["src"], "output": "out/kernels.hpp", "arch": ["gfx1030"]},
                            "package": {"header": "out/kernels.hpp", "output": "kernels.tar.zst"}})");
  const auto hash = block_that_begins("docs/package.md", "find ").text;
  reader.follow("docs/package.md", Numbers::ignored,
                {{hash.substr(0, hash.size() - 1), "must be typed in the package's folder: see below"}});
  // The command prints the hash that `package` printed (SHA-256, 64 digits), followed by "-" for standard input.
  const auto printed = reader.succeed("rocm-bindgen package --verify kernels.tar.zst");
  reader.succeed("tar --zstd -xf kernels.tar.zst");
  const auto content = reader.succeed("cd kernels-0 && " + hash);
  CHECK_THAT(printed, Catch::Contains("content  " + content.substr(0, 64) + "\n"));
}

TEST_CASE("docs: inspect.md shows what its commands print") {
  Reader reader;
  // The second version of `tile`, with an array of 160 numbers, needs more registers than a wave can have in a
  // workgroup of 1024 work-items.
  const auto sum = [](const std::string& values, const std::string& bounds) {
    return "#include <cuda_runtime.h>\n"
           "extern \"C\" __global__ void sum(const float* in, float* out, int n) {\n"
           "  __shared__ float part[256];\n"
           "  part[threadIdx.x] = threadIdx.x < n ? in[threadIdx.x] : 0;\n"
           "  for (int half = 128; half > 0; half /= 2) {\n"
           "    __syncthreads();\n"
           "    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];\n"
           "  }\n"
           "  if (threadIdx.x == 0) *out = part[0];\n"
           "}\n"
           "extern \"C\" __global__ void " +
           bounds +
           " tile(const float* in, float* out) {\n"
           "  float values[" +
           values +
           "];\n"
           "#pragma unroll\n"
           "  for (int i = 0; i < " +
           values +
           "; ++i) values[i] = in[i * 64 + threadIdx.x];\n"
           "  __syncthreads();\n"
           "#pragma unroll\n"
           "  for (int i = 0; i < " +
           values + "; ++i) out[i * 64 + threadIdx.x] = values[i] * values[" + values + " - 1 - i];\n}\n";
  };
  const auto build = [&](const std::string& header, const std::string& source) {
    reader.folder().write("kernels/sum.cu", source);
    reader.succeed("rocm-bindgen build kernels -o " + header + " --arch gfx1030,gfx90a --stats stats.json -q");
  };
  const auto before = sum("64", "__launch_bounds__(1024)");
  build("kernels.hpp", before);
  build("before/k.hpp", before);
  build("after/k.hpp", sum("160", "__launch_bounds__(1024)"));
  const std::string diff =
      "rocm-bindgen inspect --diff before/k.artifacts/manifest.json after/k.artifacts/manifest.json";
  reader.follow("docs/inspect.md", Numbers::ignored,
                {{"rocm-bindgen inspect FILE...", "a pattern: FILE stands for files"}, {diff, "typed below"}});
  const auto worse = reader.type(diff);
  INFO(worse.out << worse.err);
  CHECK(worse.exit_code == 1);
  CHECK(matches(block_that_begins("docs/inspect.md", "worse ").text, worse.out, Numbers::ignored));

  const std::string files = " before/k.artifacts/hsaco/sum.gfx1030.hsaco before/k.artifacts/hsaco/sum.gfx90a.hsaco";
  const auto table = reader.succeed("rocm-bindgen inspect" + files);
  INFO(table);
  CHECK(matches(block_that_begins("docs/inspect.md", "before/").text, table, Numbers::ignored));
  // The document shows only the beginning of the JSON.
  const auto json = reader.succeed("rocm-bindgen inspect --json" + files);
  INFO(json);
  CHECK(matches(block_that_begins("docs/inspect.md", "[\n").text + "...\n", json, Numbers::ignored));
}

TEST_CASE("docs: inspect.md shows the bound of a copy") {
  Reader reader;
  reader.folder().write("copy.cu",
                        "#include <cuda_runtime.h>\n"
                        "__global__ void copy(float* to, const float* from, int n) {\n"
                        "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                        "  if (i < n) to[i] = from[i];\n"
                        "}\n"
                        "int main() {\n"
                        "  const int n = 1 << 20;\n"
                        "  float *from, *to;\n"
                        "  cudaMalloc(&from, n * sizeof(float));\n"
                        "  cudaMalloc(&to, n * sizeof(float));\n"
                        "  copy<<<n / 256, 256>>>(to, from, n);\n"
                        "  return cudaDeviceSynchronize();\n"
                        "}\n");
  reader.succeed(
      "ROCM_BINDGEN_EMULATOR_PROFILE=copy.json rocm-bindgen run copy.cu --arch gfx1100 --driver emulated:gfx1100");
  CHECK_THAT(reader.succeed("rocm-bindgen inspect --profile copy.json"),
             Catch::Contains(block_that_begins("docs/inspect.md", "bound ").text));
}

TEST_CASE("docs: hipify.md shows what its commands print") {
  Reader reader;
  // A source of 19 lines, two of which are reported; hipify.md shows parts of it.
  reader.folder().write("src/scale.cu", R"(#include <cuda_runtime.h>
#include "half.cuh"

#define CHECK(call) do { if ((call) != cudaSuccess) abort(); } while (0)

__global__ void scale(float* x, float s, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = half_of(x[i]) * s;
#if __CUDA_ARCH__ >= 900
  // Copies of the block.
  // One thread waits for them.
  if (threadIdx.x == 0 && i < n)  asm volatile("cp.async.bulk.wait_all;");
#endif
}

void scale_all(float* x, float s, int n, cudaStream_t stream) {
  scale<<<(n + 255) / 256, 256, 0, stream>>>(x, n);
  cudaArraySparseProperties properties;
  cudaStreamSynchronize(stream); }
)");
  reader.folder().write("src/half.cuh", "__device__ inline float half_of(float x) { return x / 2; }\n");
  // The command that calls clang, without "$ " and the end of the line.
  auto clang_command = block_that_begins("docs/hipify.md", "$ clang++-19").text.substr(2);
  clang_command.pop_back();
  reader.follow("docs/hipify.md", Numbers::compared,
                {{clang_command, "compiles a source of which HIP supports everything: see below"}});
  CHECK(fs::exists(reader.folder() / "hip/half.cuh"));
  // Each line of both columns must be in the source or in its translation.
  const auto check_has_line = [&](const std::string& file, const std::string& line) {
    INFO(file << " has no such line: " << line);
    CHECK_THAT(read(reader.folder() / file), Catch::Contains(line));
  };
  const auto columns = lines_of(block_that_begins("docs/hipify.md", "#include <cuda_runtime.h> ").text);
  const auto right = columns.front().find("#include <hip/");
  for (const auto& line : columns) {
    const auto left = line.substr(0, std::min(right, line.size()));
    check_has_line("src/scale.cu", left.substr(0, left.find_last_not_of(' ') + 1));
    if (line.size() > right) check_has_line("hip/scale.cu", line.substr(right));
  }

  write_scale(reader, "src/scale.cu");
  reader.succeed("rocm-bindgen hipify src -o hip");
  reader.succeed(clang_command);
}

TEST_CASE("docs: the commands of targets.md work") {
  Reader reader;
  write_scale(reader, "kernels/scale.cu");
  write_scale(reader, "src/shift.cu");
  reader.succeed("rocm-bindgen build -o out/k.hpp --bundle --arch gfx1030 -q");
  reader.follow("docs/targets.md");
  reader.succeed("rocm-bindgen inspect out/k.artifacts/bundle/shift.hipfb");
}

TEST_CASE("docs: the commands of templates.md work") {
  Reader reader;
  for (const std::string source : {"kernels/scale.cu", "src/scale.cu"}) write_scale(reader, source);
  reader.folder().write("kernels.py.mustache", "{{#modules}}{{name}}{{/modules}}\n");
  reader.folder().write("list.mustache", "{{#modules}}{{#kernels}}\n- {{kernel_nam}}\n{{/kernels}}{{/modules}}\n");
  reader.follow("docs/templates.md");
}

TEST_CASE("docs: external-compiler.md shows what its commands print") {
  Reader reader;
  write_scale(reader, "kernels/scale.cu");
  reader.follow("docs/external-compiler.md", Numbers::compared,
                {{"rocm-bindgen build kernels/ -o kernels.hpp --compiler /opt/rocm/llvm/bin/clang++",
                  "a compiler of AMD's own packages, which no test has"}});
  const auto printed = reader.type("rocm-bindgen doctor --compiler /usr/bin/clang++-16").out;
  INFO(printed);
  CHECK(matches("...\n" + block_that_begins("docs/external-compiler.md", "  ok ").text + "...\n", printed));
}

TEST_CASE("docs: languages.md has commands and programs that work") {
  Reader reader;
  write_scale(reader, "kernels/scale.cu");
  reader.be_in_clone();
  reader.folder().write("saxpy.cu", blocks_of("docs/runtime.md", "cuda").at(0));
  // Each program comes after the commands that build it.
  for (const auto& block : blocks_of("docs/languages.md"))
    if (!block.file().empty()) reader.folder().write(block.file(), block.text);
  reader.follow("docs/languages.md", Numbers::compared,
                {{"rocm-bindgen build kernels/ --template FILE -o OUT", "a pattern; templates.md has examples"}});
  const auto outputs = blocks_of("docs/languages.md", "text");
  REQUIRE(outputs.size() == 3);
  CHECK(reader.succeed("./main") == outputs[1]);
  CHECK(reader.succeed("ROCM_BINDGEN_DRIVER=emulated:gfx1100 ./saxpy") == outputs[2]);

  // The alternative declaration of the module, which build scripts use.
  const std::string include = "mod hsaco { include!(concat!(env!(\"OUT_DIR\"), \"/hsaco.rs\")); }",
                    module = "mod hsaco;";
  CHECK_THAT(text_of("docs/languages.md"), Catch::Contains("`" + include + "`"));
  auto program = read(reader.folder() / "main.rs");
  reader.folder().write("other/main.rs", program.replace(program.find(module), module.size(), include));
  reader.succeed("OUT_DIR=$PWD rustc --edition 2021 -D warnings other/main.rs -o other/main");
  CHECK(reader.succeed("other/main") == outputs[1]);
}

TEST_CASE("docs: languages.md's crate builds and prints what is shown") {
  Reader reader;
  reader.folder().write("src/saxpy.cu", blocks_of("docs/runtime.md", "cuda").at(0));
  auto manifest = blocks_of("docs/languages.md", "toml").at(0);
  // The crates are installed by a package; the tests use those of the repository.
  const std::pair<std::string, std::string> folders[] = {{"rocm-bindgen-build", "tools/rust"},
                                                         {"rocm-bindgen\"", "runtime/rust"}};
  for (const auto& [crate, folder] : folders) {
    const auto installed = "/usr/share/rocm_bindgen/rust/" + crate;
    REQUIRE(manifest.find(installed) != std::string::npos);
    manifest.replace(manifest.find(installed), installed.size(), ROCM_BINDGEN_SOURCE_DIR "/" + folder + "/" + crate);
  }
  reader.folder().write("Cargo.toml", manifest);
  for (const auto& block : blocks_of("docs/languages.md"))
    if (block.file() == "build.rs" || block.file() == "src/main.rs") reader.folder().write(block.file(), block.text);
  CHECK(reader.succeed("ROCM_BINDGEN=" + tool() +
                       " ROCM_BINDGEN_RUNTIME_LIBRARY=" ROCM_BINDGEN_RUNTIME_LIBRARY
                       " ROCM_BINDGEN_DRIVER=emulated:gfx1100 cargo run -q --offline") ==
        blocks_of("docs/languages.md", "text").at(0));
}

TEST_CASE("docs: build.md shows what its commands print") {
  Reader reader;
  write_scale(reader, "kernels/scale.cu");
  reader.follow("docs/build.md");
  reader.folder().write("src/sum.cu",
                        "extern \"C\" __global__ void sum(const float* in, float* out, int n) {\n"
                        "  const int i = threadIdx.x;\n"
                        "  if (i < n) atomicAdd(out, in[j]);\n}\n");
  const auto failed = reader.type("rocm-bindgen build -o k.hpp --arch gfx1030,gfx90a -q");
  CHECK(failed.exit_code == 1);
  INFO(failed.err);
  CHECK(matches(block_that_begins("docs/build.md", "src/sum.cu:").text + "...\n", failed.err));
}
