// Our nvcc: objects, programs and libraries from CUDA, C++ and C sources.
#include <algorithm>

#include "support/catch.hpp"
#include "tools/nvcc/nvcc.hpp"

using namespace test;
using Catch::Contains;
namespace fs = std::filesystem;

namespace {

/// Compiles the source with these words, which must fail, and expects these messages.
void refused(const std::vector<std::string>& words, const std::vector<std::string>& messages) {
  Folder folder;
  folder.write("a.cu", kProgram);
  const auto finished = nvcc(folder, words);
  INFO(finished.err);
  CHECK(finished.exit_code == 1);
  for (const auto& message : messages) CHECK_THAT(finished.err, Contains(message));
}

}  // namespace

TEST_CASE("nvcc: one source becomes a program, which runs on the emulated device") {
  Folder folder;
  folder.write("a.cu", kProgram);
  const auto finished = nvcc_succeeds(folder, {"a.cu"});
  CHECK(finished.out.empty());
  CHECK(finished.err.empty());
  CHECK(run_emulated(folder, {"./a.out"}).out == "42\n");
}

TEST_CASE("nvcc: objects of CUDA, C++ and C sources, an archive and a library are linked by the host's linker") {
  Folder folder;
  folder.write("kernel.cu",
               "__global__ void answer(int* out) { *out = 40; }\n"
               "void launch(int* out) { answer<<<1, 1>>>(out); }\n");
  folder.write("main.cpp",
               "#include <cuda_runtime.h>\n#include <cstdio>\n"
               "#ifdef __CUDACC__\n#error this is no CUDA source\n#endif\n"
               "void launch(int* out);\nextern \"C\" int one(void);\nint more();\n"
               "int main() {\n"
               "  int *device, host = 0;\n"
               "  cudaMalloc((void**)&device, sizeof(int));\n"
               "  launch(device);\n"
               "  cudaMemcpy(&host, device, sizeof(int), cudaMemcpyDeviceToHost);\n"
               "  std::printf(\"%d\\n\", host + one() + more());\n}\n");
  folder.write("one.c", "#include <cuda_runtime_api.h>\nint one(void) { int class = 1; return class; }\n");
  folder.write("more.cu", "int more() { return 1; }\n");
  nvcc_succeeds(folder, {"-c", "kernel.cu", "-o", "kernel.o"});
  nvcc_succeeds(folder, {"-c", "main.cpp", "one.c"});
  nvcc_succeeds(folder, {"-lib", "kernel.o", "one.o", "-o", "libparts.a"});
  nvcc_succeeds(folder, {"-shared", "-Xcompiler", "-fPIC", "more.cu", "-o", "libmore.so"});
  SECTION("by nvcc, whatever their order") {
    nvcc_succeeds(folder, {"libparts.a", "main.o", "-L.", "-lmore", "-Xlinker", "-rpath,.", "-o", "program"});
  }
  SECTION("by nvcc") {
    nvcc_succeeds(folder, {"main.o", "-L.", "-lparts", "-lmore", "-Xlinker", "-rpath,.", "-o", "program"});
  }
  SECTION("by the host's compiler, with the toolkit's library") {
    const auto linked = run({"c++", "main.o", "libparts.a", "libmore.so", toolkit() / "lib64/libcudart_static.a",
                             "-Wl,-rpath,.", "-o", "program"},
                            {folder.path(), {}});
    INFO(linked.err);
    REQUIRE(linked.exit_code == 0);
  }
  const auto finished = run_emulated(folder, {"./program"});
  INFO(finished.err);
  CHECK(finished.out == "42\n");
}

TEST_CASE("nvcc: macros are as CUDA sources expect them") {
  Folder folder;
  folder.write("a.cu",
               "#ifndef __CUDACC__\n#error\n#endif\n"
               "#ifndef __NVCC__\n#error\n#endif\n"
               "#if __CUDACC_VER_MAJOR__ < 12 || CUDART_VERSION < 12000\n#error\n#endif\n"
               "#ifndef NUMBER\n#error\n#endif\n"
               "__global__ void k(int* out) {\n"
               "#if __CUDA_ARCH__ >= 700\n  *out = NUMBER;\n#elif defined(__CUDA_ARCH__)\n  none;\n#endif\n}\n"
               "#if !defined(__CUDA_ARCH__)\nint main() { return 0; }\n#endif\n");
  nvcc_succeeds(folder, {"-c", "a.cu", "-DNUMBER=1"});
  nvcc_succeeds(folder, {"-x", "cu", "-D", "NUMBER=1", "-c", "a.cu", "-arch=sm_80"});
  nvcc_succeeds(folder, {"a.cu", "-DNUMBER=1"});  // main() is in the host's code
}

TEST_CASE("nvcc: an error in a source is reported at its file and line, and no object is written") {
  Folder folder;
  folder.write("a.cu", "__global__ void k(int* out) {\n  *out = missing;\n}\n");
  const auto finished = nvcc(folder, {"-c", "a.cu"});
  CHECK(finished.exit_code == 1);
  CHECK_THAT(finished.err, Contains("a.cu:2:10: error: use of undeclared identifier 'missing'"));
  CHECK_FALSE(fs::exists(folder / "a.o"));
}

TEST_CASE("nvcc: targets are those of --offload-arch, $ROCM_BINDGEN_ARCHS or the toolkit's file, and not sm_ numbers") {
  Folder folder;
  folder.write("a.cu", kProgram);
  const auto targets_of = [&](const std::vector<std::string>& words, const std::string& variable) {
    auto all = words;
    all.insert(all.begin(), {"--dryrun", "-c", "a.cu"});
    const auto line = nvcc_succeeds(folder, all, {{"ROCM_BINDGEN_ARCHS", variable}}).err;
    const auto begin = line.find("--offload-arch=") + std::string("--offload-arch=").size();
    return line.substr(begin, line.find(' ', begin) - begin);
  };
  CHECK(targets_of({"-arch=sm_90"}, "") == "gfx1030,gfx1100,gfx90a");
  CHECK(targets_of({"-gencode", "arch=compute_80,code=sm_80"}, "gfx90a") == "gfx90a");
  CHECK(targets_of({"--offload-arch=gfx1030,gfx942"}, "gfx90a") == "gfx1030,gfx942");

  // Without an AMD GPU, the defaults are used, with a warning.
  const auto native =
      nvcc_succeeds(folder, {"--dryrun", "-c", "a.cu", "-arch=native"}, {{"ROCM_BINDGEN_ARCHS", ""}}).err;
  const bool has_gpu = fs::exists("/dev/kfd");
  CHECK((native.find("--offload-arch=gfx1030,gfx1100,gfx90a ") == std::string::npos) == has_gpu);
  CHECK((native.find("warning: no AMD GPU for -arch=native is found") == std::string::npos) == has_gpu);
  CHECK(targets_of({"-arch=native"}, "gfx90a") == "gfx90a");

  // A copy of the toolkit's folder finds the tool in PATH.
  fs::copy(toolkit(), folder / "copy", fs::copy_options::recursive | fs::copy_options::copy_symlinks);
  folder.write("copy/offload-arch", "gfx942\n");
  const auto finished =
      run({folder / "copy/bin/nvcc", "--dryrun", "-c", "a.cu"},
          {folder.path(),
           {{"PATH", fs::path(tool()).parent_path().string() + ":/usr/bin:/bin"}, {"ROCM_BINDGEN_ARCHS", ""}}});
  CHECK_THAT(finished.err, Contains("--offload-arch=gfx942") && Contains("TOP=" + (folder / "copy").string()));
}

TEST_CASE("nvcc: -ptx, -cubin and -fatbin write code objects, and say so once") {
  Folder folder;
  folder.write("a.cu", kProgram);
  folder.write("b.cu", kProgram);
  const auto finished = nvcc_succeeds(folder, {"-ptx", "a.cu", "b.cu"});
  CHECK_THAT(finished.err, Contains("a.ptx: note: this is an offload bundle with code objects for gfx1100, not ptx"));
  CHECK_THAT(finished.err, !Contains("b.ptx"));
  CHECK(fs::exists(folder / "b.ptx"));
  nvcc_succeeds(folder, {"-cubin", "a.cu", "-o", "code.bin"});
  CHECK(rocm_bindgen({"inspect", "code.bin"}, {folder.path(), {}}).exit_code == 0);
  CHECK(nvcc_succeeds(folder, {"-fatbin", "a.cu"}).err.empty());
  CHECK(fs::exists(folder / "a.fatbin"));
}

TEST_CASE("nvcc: an object that was built before is taken from the cache, unless it had warnings") {
  Folder folder;
  const std::map<std::string, std::string> own{{"XDG_CACHE_HOME", (folder / "cache").string()}};
  folder.write("a.cu", kProgram);
  nvcc_succeeds(folder, {"-c", "a.cu", "-MD"}, own);
  const auto object = read(folder / "a.o"), rule = read(folder / "a.d");
  fs::remove(folder / "a.o");
  fs::remove(folder / "a.d");
  // Nothing can be compiled without processes for it.
  nvcc_succeeds(folder, {"-c", "a.cu", "-MD"}, own);
  CHECK(read(folder / "a.o") == object);
  CHECK(read(folder / "a.d") == rule);

  folder.write("a.cu", "#warning said each time\n" + kProgram);
  for (int i = 0; i < 2; ++i) CHECK_THAT(nvcc_succeeds(folder, {"-c", "a.cu"}, own).err, Contains("said each time"));
}

TEST_CASE(
    "nvcc: C and C++ sources see the macros that nvcc defines for them, and CUDA sources those of their options") {
  Folder folder;
  const std::string expected =
      "#if !defined(__NVCC__) || __CUDACC_VER_MAJOR__ < 12 || !defined(__CUDA_API_VER_MINOR__)\n"
      "#error nvcc's macros are missing\n#endif\n"
      "#if defined(__CUDACC__) || defined(__CUDA_ARCH__)\n#error this is no CUDA source\n#endif\n"
      "#if WANTED != (CUDA_API_PER_THREAD_DEFAULT_STREAM + 0)\n#error another default stream\n#endif\n";
  folder.write("a.c", expected);
  folder.write("b.cpp", expected);
  nvcc_succeeds(folder, {"-c", "a.c", "b.cpp", "-DWANTED=0"});
  nvcc_succeeds(folder, {"-c", "a.c", "b.cpp", "-DWANTED=1", "--default-stream", "per-thread"});
  nvcc_succeeds(folder, {"-c", "a.c", "b.cpp", "-DWANTED=1", "-DCUDA_API_PER_THREAD_DEFAULT_STREAM"});
  folder.write("a.cu",
               "#if defined(__CUDACC_RDC__) != WANTED\n#error not as -rdc says\n#endif\n"
               "#if defined(__CUDA_ARCH__) && !defined(__CUDACC__)\n#error\n#endif\n" +
                   kProgram);
  nvcc_succeeds(folder, {"-c", "a.cu", "-DWANTED=0"});
  nvcc_succeeds(folder, {"-dc", "a.cu", "-DWANTED=1"});
  // The macro is an option, too.
  CHECK_THAT(nvcc_succeeds(folder, {"--dryrun", "-c", "a.cu", "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1"}).err,
             Contains("-fgpu-default-stream=per-thread"));
}

TEST_CASE("nvcc: headers in a folder of -isystem are translated, and cause no warnings") {
  Folder folder;
  folder.write("imported/include/library.cuh",
               "#pragma once\n#include <cuda_runtime.h>\n"
               "inline int unused() { int never_read; return 1; }\n"
               "#ifdef __CUDACC__\n#define BOTH __host__ __device__\n#else\n#define BOTH\n#endif\n"
               "template <class T> BOTH T doubled(T x) { return 2 * x; }\n"
               "inline cudaError_t make(int** p) { return cudaMallocManaged(p, sizeof(int)); }\n");
  folder.write("first/library_name.cuh", "#define ANSWER 21\n");
  folder.write("imported/include/library_name.cuh", "#define ANSWER 0\n");
  folder.write("a.cu",
               "#include <library.cuh>\n#include <library_name.cuh>\n#include <cstdio>\n"
               "__global__ void store(int* p) { *p = doubled(ANSWER); }\n"
               "int main() { int* p; if (make(&p) != cudaSuccess) return 1; store<<<1, 1>>>(p); "
               "if (cudaDeviceSynchronize() == cudaSuccess) std::printf(\"%d\\n\", *p); }\n");
  // A folder of -I is searched first, wherever it is named.
  const auto finished = nvcc_succeeds(
      folder, {"-isystem", "imported/include", "-I", "first", "-Xcompiler", "-Wall,-Wextra,-Werror", "a.cu"});
  CHECK(finished.err.empty());
  CHECK(run_emulated(folder, {"./a.out"}).out == "42\n");
}

TEST_CASE("nvcc: CUDA's names in the values of macros on the command line are translated, but not in strings") {
  Folder folder;
  folder.write("a.cu",
               "#include <cuComplex.h>\n#include <cstring>\n"
               "STREAM_T stream;\nREAL real;\n"
               "cudaError_t copy(int* to, int* from) { return cudaMemcpyAsync(to, from, SIZE(int), KIND, stream); }\n"
               "static_assert(sizeof(NAME) == sizeof(\"cudaStream_t\"), \"\");\n"
               "EXIT_TYPE leave() { return cudaSuccess; }\n");
  nvcc_succeeds(
      folder, {"-c", "a.cu", "-DSTREAM_T=cudaStream_t", "-D", "REAL=cuComplex", "-DSIZE(x)=sizeof(x)",
               "-DKIND=cudaMemcpyDeviceToDevice", "-DNAME=\"cudaStream_t\"", "-Xcompiler", "-DEXIT_TYPE=cudaError_t"});
}

TEST_CASE("nvcc: folders of CPATH and CPLUS_INCLUDE_PATH are searched after those of -I and -isystem") {
  Folder folder;
  const std::string includes = "#include <first.h>\n#include <second.h>\n#include <third.h>\n";
  folder.write("a.cu", includes + "static_assert(FIRST == 1 && SECOND == 2 && THIRD == 3, \"\");\n");
  folder.write("b.cpp", read(folder / "a.cu"));
  folder.write("option/first.h", "#define FIRST 1\n");
  folder.write("cpath/first.h", "#define FIRST 0\n");
  folder.write("cpath/second.h", "#define SECOND 2\n");
  folder.write("more/third.h",
               "#pragma once\n#include <cuda_runtime.h>\n#define THIRD 3\n"
               "inline cudaError_t status() { return cudaSuccess; }\n");
  folder.write("system/second.h", "#define SECOND 0\n");
  folder.write("system/third.h", "#define THIRD 0\n");
  const std::map<std::string, std::string> variables{{"CPATH", "cpath:more:" + (toolkit() / "include").string()},
                                                     {"CPLUS_INCLUDE_PATH", (folder / "system").string()}};
  nvcc_succeeds(folder, {"-c", "a.cu", "b.cpp", "-I", "option"}, variables);
  // An empty name is the current folder.
  const std::map<std::string, std::string> current{{"CPATH", "cpath:more:"}};
  folder.write("fourth.h", "");
  folder.write("sub/c.cu", "#include <fourth.h>\n");
  nvcc_succeeds(folder, {"-c", "sub/c.cu"}, current);
}

TEST_CASE("nvcc: a call of a host function in device code is a warning, or an error with -Werror") {
  Folder folder;
  folder.write("a.cu",
               "int host_only();\n"
               "__host__ __device__ int both(bool rare) { return rare ? host_only() : 1; }\n"
               "__global__ void k(int* out) { *out = both(*out == 5); }\n");
  CHECK_THAT(nvcc_succeeds(folder, {"-c", "a.cu"}).err, Contains("a.cu:2:64: warning: "));
  nvcc_succeeds(folder, {"-c", "a.cu", "-Werror", "missing-launch-bounds,default-stream-launch,reorder"});
  for (const auto* kind : {"cross-execution-space-call", "all-warnings"}) {
    const auto stopped = nvcc(folder, {"-c", "a.cu", "-Werror", kind, "-o", "b.o"});
    INFO(kind << stopped.err);
    CHECK(stopped.exit_code == 1);
    CHECK_THAT(stopped.err, Contains("a.cu:2:64: error: "));
    CHECK_FALSE(fs::exists(folder / "b.o"));
  }
}

TEST_CASE("nvcc: findings in headers are one line per kind, and -v prints each") {
  Folder folder;
  folder.write("names.cuh", "#define A (cudaNoSuchA(1))\n#define B (cudaNoSuchB(1))\n");
  folder.write("more.cuh", "#define C (cudaNoSuchC(1))\n");
  folder.write("a.cu", "#include \"names.cuh\"\n#define D (cudaNoSuchD(1))\n" + kProgram);
  folder.write("b.cu", "#include \"more.cuh\"\n#include \"names.cuh\"\n" + kProgram);
  const auto a = nvcc_succeeds(folder, {"-c", "a.cu"}).err;
  CHECK_THAT(a, Contains("a.cu:2:12: warning: 'cudaNoSuchD' is unknown") &&
                    Contains("names.cuh: warning: 2 places of this kind in this header; --verbose prints them "
                             "[unknown name]"));
  CHECK_THAT(a, !Contains("cudaNoSuchA"));
  const auto b = nvcc_succeeds(folder, {"-c", "b.cu"}).err;
  CHECK(std::count(b.begin(), b.end(), '\n') == 1);
  CHECK_THAT(b, Contains("more.cuh: warning: 3 places of this kind in this and 1 other header; --verbose prints them"));
  const auto verbose = nvcc_succeeds(folder, {"-v", "-c", "b.cu"}).err;
  for (const auto* place : {"names.cuh:1:12: warning: 'cudaNoSuchA'", "names.cuh:2:12: warning: 'cudaNoSuchB'",
                            "more.cuh:1:12: warning: 'cudaNoSuchC'"})
    CHECK_THAT(verbose, Contains(place));
}

TEST_CASE("nvcc: wrong command lines are refused in nvcc's words") {
  refused({}, {"nvcc fatal   : No input files specified; use option --help for more information"});
  refused({"--bogus", "a.cu"}, {"nvcc fatal   : Unknown option '--bogus'"});
  refused({"--arch=sm_80", "a.cu"}, {"nvcc fatal   : Unknown option '--arch=sm_80'"});
  refused({"a.cu", "-arch"}, {"nvcc fatal   : argument expected after '-arch'"});
  refused({"a.xyz"}, {"nvcc fatal   : Don't know what to do with 'a.xyz'"});
  refused({"-std=c++99", "a.cu"}, {"nvcc fatal   : Value 'c++99' is not defined for option 'std'"});
  refused({"-Werror=all", "a.cu"}, {"nvcc fatal   : Value 'all' is not defined for option 'Werror'"});
  refused({"-Werror", "a.cu"}, {"nvcc fatal   : Value 'a.cu' is not defined for option 'Werror'"});
  refused({"-c", "a.cu", "a.cu", "-o", "b.o"}, {"A single input file is required for a non-link phase"});
  refused({"-E", "a.cu", "a.cu", "-o", "b"}, {"A single input file is required for a non-link phase"});
  refused({"-Os", "a.cu"}, {"nvcc fatal   : 's': expected a number"});
  refused({"-optf", "missing", "a.cu"}, {"nvcc fatal   : Cannot open options file 'missing'"});
  refused({"-clean", "a.cu"}, {"'--clean-targets' is refused: it would delete the outputs", "delete them with rm"});
  refused({"a.ptx"}, {"device code without its source", "name the CUDA source"});
}
