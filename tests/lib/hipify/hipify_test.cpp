#include "hipify/hipify.hpp"

#include "support/catch.hpp"
#include "support/files.hpp"
#include "toolchain/rocm.hpp"

using namespace rocm_bindgen::build;

namespace {

HipSource translate(const test::Folder& folder, const std::string& source, bool launch_macro = false,
                    std::vector<std::string> flags = {}) {
  auto sources = discover({folder / source}, {});
  REQUIRE(sources);
  auto hip = hipify(sources->front(), {std::move(flags),
                                       *find_clang_resources(),
                                       {launch_macro, /*prefer_roc=*/false},
                                       /*device_header=*/true,
                                       {}});
  REQUIRE(hip);
  return std::move(*hip);
}

/// The translation, with the option --hip-kernel-execution-syntax, of a statement in a host function.
std::string launch(const std::string& statement) {
  test::Folder folder;
  folder.write(
      "a.cu",
      "template <class T> __global__ void t(T* p) {}\n__global__ void k(int a, int b) {}\n__global__ void n() {}\n"
      "void host(dim3 g, dim3 b, cudaStream_t s, float* p) {\n" +
          statement + "\n}\n");
  const auto text = translate(folder, "a.cu", /*launch_macro=*/true).files.front().text;
  const auto start = text.find("float* p) {\n") + 12;  // the length of this text
  return text.substr(start, text.find("\n}\n", start) - start);
}

}  // namespace

TEST_CASE("hipify: project headers are found in inactive branches, by -I and through macros") {
  test::Folder folder;
  folder.write("a.cu",
               "#include \"sub/near.cuh\"\n#if __CUDA_ARCH__ >= 9999\n#include <inactive.cuh>\n#endif\n"
               "#define HEADER \"macro.cuh\"\n#include HEADER\n#include <stdio.h>\n");
  folder.write("sub/near.cuh", "#include \"nearer.cuh\"\ncudaStream_t a;\n");
  folder.write("sub/nearer.cuh", "cudaStream_t b;\n");
  folder.write("inc/inactive.cuh", "cudaStream_t c;\n");
  folder.write("macro.cuh", "cudaStream_t d;\n");
  const auto hip = translate(folder, "a.cu", false, {"-I", (folder / "inc").string()});
  std::map<std::string, std::string> files;
  for (const auto& file : hip.files) files[file.relative.string()] = file.text;
  CHECK(files.size() == 5);
  CHECK(files["sub/near.cuh"] == "#include \"nearer.cuh\"\nhipStream_t a;\n");
  CHECK(files["sub/nearer.cuh"] == "hipStream_t b;\n");
  CHECK(files["inc/inactive.cuh"] == "hipStream_t c;\n");
  CHECK(files["macro.cuh"] == "hipStream_t d;\n");
}

TEST_CASE("hipify: headers outside the source's folder are placed inside the output") {
  test::Folder folder;
  folder.write("kernels/a.cu", "#include \"../common/x.cuh\"\n");
  folder.write("common/x.cuh", "cudaStream_t a;\n");
  const auto hip = translate(folder, "kernels/a.cu");
  REQUIRE(hip.files.size() == 2);
  CHECK(hip.files[1].relative == "common/x.cuh");
}

TEST_CASE("hipify: launches become hipLaunchKernelGGL") {
  CHECK(launch("k<<<1, 2>>>(3, 4);") == "hipLaunchKernelGGL(k, dim3(1), dim3(2), 0, 0, 3, 4);");
  CHECK(launch("n<<<g, b>>>();") == "hipLaunchKernelGGL(n, dim3(g), dim3(b), 0, 0);");
  CHECK(launch("n<<<g, b, 64>>>();") == "hipLaunchKernelGGL(n, dim3(g), dim3(b), 64, 0);");
  CHECK(launch("n<<<g, b, f(1, 2), s>>>();") == "hipLaunchKernelGGL(n, dim3(g), dim3(b), f(1, 2), s);");
  CHECK(launch("n<<<dim3(1, 2), dim3{3, 4}>>>();") == "hipLaunchKernelGGL(n, dim3(1, 2), dim3(dim3{3, 4}), 0, 0);");
  CHECK(launch("t<float><<<g, b>>>(p);") ==
        "hipLaunchKernelGGL(HIP_KERNEL_NAME(t<float>), dim3(g), dim3(b), 0, 0, p);");
  // The name of a macro is not a kernel to launch.
  CHECK(launch("#define LAUNCH <<<1, 2>>>(3)\nn LAUNCH;") == "#define LAUNCH <<<1, 2>>>(3)\nn LAUNCH;");
  // Not translated: the `<` of the kernel's template arguments would be outside g()'s parenthesis.
  CHECK(launch("f(a<b, g(c><<<1, 2>>>(p));") == "f(a<b, g(c><<<1, 2>>>(p));");
  CHECK(launch("get<float>(1)<<<g, b>>>(p);") ==
        "hipLaunchKernelGGL(HIP_KERNEL_NAME(get<float>(1)), dim3(g), dim3(b), 0, 0, p);");
  // The outer launch has no closing brackets, so it is not translated.
  CHECK(launch("n<<<g, n<<<1, 2>>>();") == "n<<<g, hipLaunchKernelGGL(n, dim3(1), dim3(2), 0, 0);");
  // `n<<<g, b>>>` has no arguments, so it is not a launch, and it is not a kernel either.
  CHECK(launch("n<<<g, b>>><<<1, 2>>>();") == "n<<<g, b>>><<<1, 2>>>();");
  CHECK(launch("if (p) n<<<1, 1>>>(); else n<<<2, 2>>>();") ==
        "if (p) hipLaunchKernelGGL(n, dim3(1), dim3(1), 0, 0); else hipLaunchKernelGGL(n, dim3(2), dim3(2), 0, 0);");
}

TEST_CASE("hipify: a launch within or after another one is unchanged in a second pass") {
  const RewriteOptions options{/*kernel_launch_macro=*/true, /*prefer_roc=*/false};
  for (const std::string text :
       {"n<<<g, k<<<1, 2>>>(p) + 256>>>(n, q);", "n<<<(k<<<1, 2>>>(p)), 256>>>(q);", "k<<<1, 2>>>(p)<<<3, 4>>>(q);",
        "k<<<1, 2>>>(p).n<<<3, 4>>>(q);", "k<<<1, 2>>>(p)::n<<<3, 4>>>(q);", "k<<<1, 2>>>(p)[i]<<<3, 4>>>(q);",
        "f < k<<<1, 2>>>(p) > <<<3, 4>>>(q);", "f<k, 1><<<1, 2>>>(p) > <<<3, 4>>>(q);", "k<<<(], 2>>>(p);",
        "k<<<1, 2>>>(n<<<3, 4>>>(p), q);", "(k<<<1, 2>>>(p))<<<3, 4>>>(q);",
        "#define TIMED(f, ...) cu##f(p, 4); __VA_ARGS__\nTIMED(MemAlloc<a, b><<<1, 2>>>(x));"}) {
    CAPTURE(text);
    const auto once = hipify_text(text, true, options);
    CHECK(hipify_text(once, true, options) == once);
  }
}

TEST_CASE("hipify: a parse error does not stop the translation") {
  test::Folder folder;
  folder.write("a.cu", "this is not C++ {{{\ncudaMalloc(&p, 1);\n#include \"absent.h\"\n");
  const auto text = translate(folder, "a.cu").files.front().text;
  CHECK(text.find("this is not C++ {{{\nhipMalloc(&p, 1);\n#include \"absent.h\"\n") != std::string::npos);
}

TEST_CASE("hipify: a source that cannot be read is a failure") {
  Source source;
  source.path = "/nonexistent.cu";
  CHECK_FALSE(hipify(source, {{}, *find_clang_resources(), {}, true, {}}));
}

TEST_CASE("hipify: a project's own quoted header may have a CUDA header's name") {
  test::Folder folder;
  folder.write("a.cu", "#include \"vector_types.h\"\n#include \"cuda_fp16.h\"\n");
  folder.write("vector_types.h", "cudaStream_t mine;\n");
  const auto hip = translate(folder, "a.cu");
  REQUIRE(hip.files.size() == 2);
  CHECK(hip.files[0].text.find("#include \"vector_types.h\"\n#include \"hip/hip_fp16.h\"\n") != std::string::npos);
  CHECK(hip.files[1].text == "hipStream_t mine;\n");
}
