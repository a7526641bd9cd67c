// The command run: it builds programs from CUDA sources and runs them on the emulated device.
#include <chrono>
#include <csignal>
#include <sys/stat.h>
#include <thread>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;

namespace {

// Adds one to each argument on the device, prints the results, and returns the number of arguments.
const std::string kProgram = R"(#include <cstdio>
#include <cstdlib>
__global__ void add_one(int* value) { *value += 1; }
int main(int count, char** words) {
  int* device = nullptr;
  cudaMalloc(&device, sizeof(int));
  for (int i = 1; i < count; ++i) {
    int value = std::atoi(words[i]);
    cudaMemcpy(device, &value, sizeof value, cudaMemcpyHostToDevice);
    add_one<<<1, 1>>>(device);
    cudaMemcpy(&value, device, sizeof value, cudaMemcpyDeviceToHost);
    std::printf("%s %d\n", words[i], value);
  }
  cudaFree(device);
  return count - 1;
}
)";

enum class Cache { shared, own };

/// Runs `rocm-bindgen run` with these words in the project's folder. Tests of the cache use a cache in this folder.
Finished in(const Project& project, std::vector<std::string> words, Cache cache = Cache::shared,
            const std::string& driver = "") {
  words.insert(words.begin(), "run");
  std::map<std::string, std::string> environment{{"ROCM_BINDGEN_DRIVER", driver}};
  if (cache == Cache::own) environment["XDG_CACHE_HOME"] = (project / "cache").string();
  return rocm_bindgen(words, {project.path(), environment});
}

/// Returns the inode of each program in the cache. A program that was linked again has another inode.
std::vector<ino_t> cached_programs(const Project& project) {
  std::vector<ino_t> found;
  for (const auto& entry : std::filesystem::directory_iterator(project / "cache/rocm-bindgen/programs")) {
    struct stat status{};
    if (entry.path().extension() == ".program" && ::stat(entry.path().c_str(), &status) == 0)
      found.push_back(status.st_ino);
  }
  return found;
}

/// Expects that `rocm-bindgen run` with these words fails with this exit code and message, and runs nothing.
void refused(int exit_code, const std::vector<std::string>& words, const std::string& message) {
  Project project;
  project.source("a.cu", kProgram);
  const auto finished = in(project, words);
  INFO(finished.err);
  CHECK(finished.exit_code == exit_code);
  CHECK_THAT(finished.err, Catch::Contains(message));
  CHECK(finished.out.empty());
}

}  // namespace

TEST_CASE(
    "run: argv[0] is the path of the first source without its extension, the file of -o, or the word of --program") {
  Project project;
  project.source("name.cu", "#include <cstdio>\nint main(int, char** words) { std::puts(words[0]); }\n");
  CHECK(in(project, {"src/name.cu"}).out == "src/name\n");
  CHECK(in(project, {"src/name.cu", "-o", "kept"}).out == "kept\n");
  CHECK(in(project, {"--program", "./kept"}).out == "./kept\n");
}

TEST_CASE("run: host code may violate rules that matter only to optimisers, as in programs that nvcc has built") {
  Project project;
  project.source("a.cu",
                 "#include <climits>\n"
                 "#include <cstdio>\n"
                 "__attribute__((noinline)) bool wraps(int x) { return x + 1 < x; }\n"
                 "__attribute__((noinline)) float alias(float* x, int* y) { *x = 1; *y = 0; return *x; }\n"
                 "double positive(const float* x, int n) {\n"
                 "  for (int i = 0; i < n; ++i)\n"
                 "    if (x[i] > 0) std::printf(\"%d \", i);\n"
                 "}\n"
                 "int main() {\n"
                 "  const float numbers[] = {-1, 2, 3};\n"
                 "  positive(numbers, 3);\n"
                 "  float x = 2;\n"
                 "  return (wraps(INT_MAX) ? 0 : 1) + (alias(&x, reinterpret_cast<int*>(&x)) == 0 ? 0 : 2);\n"
                 "}\n");
  // The exit status has 1 if the integer does not wrap, and 2 if the types may not alias. A function without its return
  // would go on after the last number.
  const auto finished = in(project, {"src/a.cu", "-O3", "-Wno-return-type"});
  CHECK(finished.exit_code == 0);
  CHECK(finished.out == "1 2 ");
}

TEST_CASE("run: a C source is compiled as C") {
  Project project;
  project.source("a.cu", "extern \"C\" int seven(int);\nint main() { return seven(1); }\n");
  // Parameters in the old style, a name that is reserved in C++, and a function without declaration.
  project.source("b.c",
                 "int seven(class) int class; { return later(class) + sizeof('a') - sizeof(int); }\n"
                 "int later(int x) { return x + SIX; }\n");
  const auto finished = in(project, {"src/a.cu", "src/b.c", "-DSIX=6", "-std=c++20"});
  INFO(finished.err);
  CHECK(finished.exit_code == 7);
  CHECK(finished.err.find("src/b.c:1:") != std::string::npos);  // a warning about later()

  project.source("b.c", "\nint seven(int x) { return x + ; }\n");
  const auto failed = in(project, {"src/a.cu", "src/b.c"});
  CHECK(failed.exit_code == 1);
  CHECK(failed.err.find("src/b.c:2:31: error: expected expression") != std::string::npos);
}

TEST_CASE("run: a C source calls CUDA's functions, and OpenMP's without OpenMP") {
  Project project;
  project.source("a.cu",
                 "extern \"C\" int value(void);\n"
                 "__global__ void set(int* out) { *out = 5; }\n"
                 "extern \"C\" void launch(int* out) { set<<<1, 1>>>(out); }\n"
                 "int main() { return value(); }\n");
  project.source(
      "b.c",
      "#include <cuda_runtime.h>\n#include <omp.h>\n"
      "void launch(int* out);\n"
      "int value(void) {\n"
      "  int* out;\n  int on_host = 0;\n"
      "  if (cudaSetDevice(0) != cudaSuccess || cudaMalloc((void**)&out, sizeof(int)) != cudaSuccess) return 1;\n"
      "  launch(out);\n"
      "  if (cudaMemcpy(&on_host, out, sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess) return 2;\n"
      "  cudaFree(out);\n"
      "  return on_host + omp_get_max_threads();\n"
      "}\n");
  const auto finished = in(project, {"src/a.cu", "src/b.c", "--driver", "emulated:gfx1100"});
  INFO(finished.err);
  CHECK(finished.exit_code == 6);
}

TEST_CASE("run: a changed C source is compiled again") {
  Project project;
  project.source("a.cu", "extern \"C\" int value();\nint main() { return value(); }\n");
  project.source("b.c", "#include \"value.h\"\nint value() { return VALUE; }\n");
  for (const auto* value : {"3", "4"}) {
    project.source("value.h", std::string("#define VALUE ") + value + "\n");
    CHECK(in(project, {"src/a.cu", "src/b.c"}).exit_code == std::stoi(value));
  }
}

TEST_CASE("run: a program of C sources alone is refused, whatever else is in the folder") {
  Project project;
  project.source("a.cu", kProgram);
  project.source("b.c", "int main(void) { return 0; }\n");
  const auto finished = in(project, {"src/b.c"});
  CHECK(finished.exit_code == 2);
  CHECK_THAT(finished.err, Catch::Contains("there are only C sources"));
}

TEST_CASE("run: a program is linked again if a static library that it names has changed") {
  Project project;
  project.source("a.cu", "extern \"C\" int value();\nint main() { return value(); }\n");
  for (const auto* value : {"3", "4"}) {
    project.source("value.c", std::string("int value(void) { return ") + value + "; }\n");
    REQUIRE(run({"cc", "-c", "src/value.c", "-o", "value.o"}, {project.path(), {}}).exit_code == 0);
    std::filesystem::remove(project / "libvalue.a");
    REQUIRE(run({"ar", "qcs", "libvalue.a", "value.o"}, {project.path(), {}}).exit_code == 0);
    CHECK(in(project, {"src/a.cu", "-L.", "-lvalue"}).exit_code == std::stoi(value));
  }
}

TEST_CASE("run: the program gets the words after --, and the user gets its output and exit status") {
  Project project;
  project.source("a.cu", kProgram);
  const auto finished = in(project, {"src/a.cu", "--driver", "emulated:gfx1100", "--", "41", "-1", "--help"});
  INFO(finished.err);
  CHECK(finished.out == "41 42\n-1 0\n--help 1\n");
  CHECK(finished.exit_code == 3);  // the program's: three arguments
  CHECK_THAT(finished.err, Catch::Contains("emulated gfx1100"));
  CHECK(in(project, {"src/a.cu", "--driver", "emulated"}).exit_code == 0);
}

TEST_CASE("run: words after -- that look like options or files of arguments are the program's") {
  Project project;
  project.source("a.cu", kProgram);
  const auto finished = in(project, {"src/a.cu", "--driver", "emulated", "--", "-O2", "-DX", "@f", "--"});
  INFO(finished.err);
  CHECK(finished.out == "-O2 1\n-DX 1\n@f 1\n-- 1\n");
  CHECK(finished.exit_code == 4);
}

TEST_CASE("run: a program that a signal ends ends the command with it, and the program reads the command's input") {
  Project project;
  project.source("a.cu", "#include <cstdlib>\nint main() { std::abort(); }\n");
  const auto aborted = in(project, {"src/a.cu"});
  CHECK(aborted.signal == SIGABRT);
  project.source("a.cu",
                 "#include <cstdio>\n"
                 "int main() {\n"
                 "  int sum = 0, value = 0;\n"
                 "  while (std::scanf(\"%d\", &value) == 1) sum += value;\n"
                 "  return sum;\n"
                 "}\n");
  // The words of a shell's command are $0 and later ones.
  const auto finished =
      run({"sh", "-c", "echo 3 4 | \"$0\" run src/a.cu", tool()}, {project.path(), tool_environment()});
  INFO(finished.err);
  CHECK(finished.exit_code == 7);
}

TEST_CASE("run: the program is compiled for the processor of --driver, and otherwise for those of --arch") {
  Project project;
  project.source("a.cu", R"(#include <cstdio>
__global__ void lanes(int* out) {
#if defined(__GFX9__)
  *out = 64;
#else
  *out = 32;
#endif
}
int main() {
  int* out = nullptr;
  cudaMallocManaged(&out, sizeof(int));
  lanes<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  std::printf("%d\n", *out);
})");
  CHECK(in(project, {"src/a.cu", "--driver", "emulated:gfx1030"}).out == "32\n");
  CHECK(in(project, {"src/a.cu", "--driver=emulated:gfx90a"}).out == "64\n");
  // The emulated device is the first target of --arch.
  CHECK(in(project, {"src/a.cu", "--driver=emulated", "--arch", "gfx90a,gfx1030"}).out == "64\n");
}

TEST_CASE(
    "run: ROCM_BINDGEN_DRIVER chooses the target unless an option does, and --program runs what the program has") {
  Project project;
  // Prints the number in the name of the processor.
  project.source("a.cu", R"(#include <cstdio>
__global__ void store(int* out) { *out = 1; }
int main() {
  int* out = nullptr;
  cudaMallocManaged(&out, sizeof(int));
  store<<<1, 1>>>(out);
  if (cudaDeviceSynchronize() != cudaSuccess || *out != 1) return 1;
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  std::puts(properties.name);
})");
  const std::string rdna = "emulated gfx1030\n", cdna = "emulated gfx90a\n";
  CHECK(in(project, {"src/a.cu", "-o", "cdna"}, Cache::shared, "emulated:gfx90a").out == cdna);
  CHECK(in(project, {"src/a.cu", "--driver", "emulated:gfx1030"}, Cache::shared, "emulated:gfx90a").out == rdna);
  CHECK(in(project, {"--program", "./cdna"}).out == cdna);
  // Drivers of the runtime that the library of the emulated device does not know do not apply.
  CHECK(in(project, {"--program", "./cdna"}, Cache::shared, "amd").out == cdna);
  const auto two = in(project, {"src/a.cu", "--arch", "gfx90a,gfx1030", "--driver", "emulated:gfx1030", "-o", "both"});
  INFO(two.err);
  CHECK(two.out == rdna);
  CHECK(in(project, {"--program", "./both", "--driver", "emulated:gfx90a"}).out == cdna);
  CHECK(in(project, {"--program", "./both"}, Cache::shared, "emulated:gfx1030").out == rdna);
  CHECK(in(project, {"--program", "./both", "--arch", "gfx1030"}).out == rdna);
  const auto other = in(project, {"src/a.cu", "--arch", "gfx1030", "--driver", "emulated:gfx90a"});
  CHECK(other.exit_code == 2);
  CHECK_THAT(other.err, Catch::Contains("the emulated gfx90a cannot run code for gfx1030"));
  // A generic target includes the processor.
  project.source("host.cu", "int main() { return 5; }\n");
  CHECK(in(project, {"src/host.cu", "--arch", "gfx10-3-generic", "--driver", "emulated:gfx1030"}).exit_code == 5);
}

TEST_CASE("run: a program is built again only if a header or a flag has changed") {
  Project project;
  project.source("value.h", "#define VALUE 1\n");
  project.source("a.cu", R"(#include "value.h"
__global__ void store(int* out) { *out = VALUE; }
int main() {
  int* out = nullptr;
  cudaMallocManaged(&out, sizeof(int));
  store<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  return *out * FACTOR;
})");
  const std::vector<std::string> words{"src/a.cu", "--driver", "emulated", "-DFACTOR=3"};
  // The exit status of the program is VALUE * FACTOR. The sources must be clearly older than the first run.
  // Otherwise they might have changed during it, and the second run would build again.
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  CHECK(in(project, words, Cache::own).exit_code == 3);
  const auto before = cached_programs(project);
  REQUIRE(before.size() == 1);
  CHECK(in(project, words, Cache::own).exit_code == 3);
  CHECK(cached_programs(project) == before);
  project.source("value.h", "#define VALUE 2\n");
  CHECK(in(project, words, Cache::own).exit_code == 6);
  CHECK(in(project, {"src/a.cu", "--driver", "emulated", "-DFACTOR=5"}, Cache::own).exit_code == 10);
  // One program for each set of flags. The one with the changed header has replaced the older one.
  CHECK(cached_programs(project).size() == 2);
}

TEST_CASE("run: several sources make one program, in which static kernels of the same name are distinct") {
  Project project;
  const std::string kernel =
      "static __global__ void store(int* out) { *out = NUMBER; }\n"
      "int NAME() {\n"
      "  int* out = nullptr;\n"
      "  cudaMallocManaged(&out, sizeof(int));\n"
      "  store<<<1, 1>>>(out);\n"
      "  cudaDeviceSynchronize();\n"
      "  return *out;\n"
      "}\n";
  project.source("one.cu", "#define NAME one\n#define NUMBER 3\n" + kernel);
  project.source("two.cu", "#define NAME two\n#define NUMBER 40\n" + kernel +
                               "int one();\nint main() { return one() + two(); }\n");
  const auto finished = in(project, {"src/one.cu", "src/two.cu", "--driver", "emulated"});
  INFO(finished.err);
  CHECK(finished.exit_code == 43);  // 3 + 40
}

TEST_CASE("run: with relocatable device code, kernels use functions and variables of other sources and of archives") {
  Project project;
  project.source("shared.cuh", "__device__ int twice(int);\nextern __device__ int counter;\n");
  project.source("twice.cu",
                 "#include \"shared.cuh\"\n__device__ int twice(int x) { atomicAdd(&counter, 1); return 2 * x; }\n");
  project.source("counter.cu",
                 "#include \"shared.cuh\"\n__device__ int counter = 5;\n"
                 "static __global__ void bump() { ++counter; }\nvoid run_bump() { bump<<<1, 1>>>(); }\n");
  project.source("offset.c", "int offset(void) { return 1; }\n");
  project.source(
      "main.cu",
      "#include \"shared.cuh\"\nvoid run_bump();\nextern \"C\" int offset(void);\n"
      "static __global__ void bump(int* out) { const int doubled = twice(21); *out = 2 * doubled + counter; }\n"
      "int main() {\n"
      "  int *device, host = 0;\n"
      "  cudaMalloc(&device, sizeof(int));\n"
      "  run_bump();\n"
      "  bump<<<1, 1>>>(device);\n"
      "  cudaMemcpy(&host, device, sizeof(int), cudaMemcpyDeviceToHost);\n"
      "  return host + offset();\n}\n");
  const std::vector<std::string> sources{"src/main.cu", "src/twice.cu", "src/counter.cu", "src/offset.c"};
  const std::vector<std::vector<std::string>> spellings{
      {"-fgpu-rdc"}, {"-rdc=true"}, {"-rdc", "true"}, {"--relocatable-device-code=true"}, {"-rdc=false", "-fgpu-rdc"}};
  for (const auto& flags : spellings) {
    auto words = sources;
    words.insert(words.end(), {"--driver", "emulated"});
    words.insert(words.end(), flags.begin(), flags.end());
    const auto finished = in(project, words);
    INFO(flags.front() << "\n" << finished.err);
    CHECK(finished.exit_code == 92);  // 42 * 2 + 7 + 1
  }
  // Without the flag, and with a source left out, the function is undefined.
  const auto alone =
      in(project, {"src/main.cu", "src/counter.cu", "src/offset.c", "--driver", "emulated", "-rdc=true"});
  CHECK(alone.exit_code == 1);
  CHECK_THAT(alone.err, Catch::Contains("src/main.cu:4:") &&
                            Catch::Contains("error: undefined device function or variable: twice(int)"));
}

TEST_CASE("run: a changed header of relocatable device code changes the program, others come from the cache") {
  Project project;
  project.source("number.cuh", "__device__ int number();\nconstexpr int kNumber = 3;\n");
  project.source("number.cu", "#include \"number.cuh\"\n__device__ int number() { return kNumber; }\n");
  project.source("main.cu",
                 "#include \"number.cuh\"\n__global__ void k(int* out) { *out = number(); }\n"
                 "int main() {\n  int* out;\n  cudaMallocManaged(&out, sizeof(int));\n  k<<<1, 1>>>(out);\n"
                 "  cudaDeviceSynchronize();\n  return *out;\n}\n");
  const std::vector<std::string> words{"src/main.cu", "src/number.cu", "-fgpu-rdc", "--driver", "emulated"};
  CHECK(in(project, words, Cache::own).exit_code == 3);
  const auto first = cached_programs(project);
  CHECK(in(project, words, Cache::own).exit_code == 3);
  CHECK(cached_programs(project) == first);
  project.source("number.cuh", "__device__ int number();\nconstexpr int kNumber = 4;\n");
  CHECK(in(project, words, Cache::own).exit_code == 4);
}

TEST_CASE("run: host code accepts what nvcc accepts") {
  Project project;
  project.source("a.cu",
                 "#include <cstdio>\n"
                 "struct Square {\n  int x;\n  __host__ __device__ int area() const;\n"
                 "  __device__ void store(int* out) const;\n};\n"
                 "inline int Square::area() const { return x * x; }\n"
                 "void Square::store(int* out) const { *out = area(); }\n"
                 "struct Part { int first = 1, second = 2; };\n"
                 "template <class A, class B> struct Impl {\n"
                 "  template <int N> static __host__ __device__ A scaled(A x) { return x * N; }\n};\n"
                 "template <class T> __host__ __device__ T tripled(T x) { return Impl<T, T>::scaled<3>(x); }\n"
                 "__global__ void k(int* out) {\n"
                 "  __shared__ Part part;\n  part.first = 5;\n"
                 "  Square{4}.store(out);\n  *out += tripled(part.first);\n}\n"
                 "int main() {\n  int* out;\n  cudaMallocManaged(&out, sizeof(int));\n  k<<<1, 1>>>(out);\n"
                 "  cudaDeviceSynchronize();\n"
                 "  std::printf(\"%d %d\\n\", *out, Square{3}.area() + tripled(2));\n}\n");
  for (const std::string flag : {"-fno-gpu-rdc", "-fgpu-rdc"}) {
    const auto finished = in(project, {"src/a.cu", "--driver", "emulated", flag}, Cache::own);
    INFO(flag << "\n" << finished.err);
    CHECK(finished.out == "31 15\n");
    CHECK_THAT(finished.err, Catch::Contains("src/a.cu:15:19: warning: __shared__ variables are not initialised"));
  }
}

TEST_CASE("run -o writes the program to a file, and run --program starts it on the emulated device") {
  Project project;
  project.source("a.cu", kProgram);
  CHECK(in(project, {"src/a.cu", "--driver", "emulated", "-o", "a.out", "--", "1"}).out == "1 2\n");
  const auto finished = in(project, {"--program", "a.out", "--", "5", "6"});
  INFO(finished.err);
  CHECK(finished.out == "5 6\n6 7\n");
  CHECK(finished.exit_code == 2);
}

TEST_CASE("run: errors are reported with their lines in the CUDA sources, and linker errors with the missing symbol") {
  Project project;
  project.source("a.cu", "int main() { return\n  absent_on_the_host(); }\n");
  auto finished = in(project, {"src/a.cu", "--driver", "emulated"});
  CHECK(finished.exit_code == 1);
  CHECK_THAT(finished.err, Catch::Contains("src/a.cu:2:3: error:"));
  project.source("a.cu", "__global__ void k() {}\nint absent();\nint main() { return absent(); }\n");
  finished = in(project, {"src/a.cu", "--driver", "emulated"});
  CHECK(finished.exit_code == 1);
  CHECK_THAT(finished.err, Catch::Contains("cannot link the program") && Catch::Contains("absent()"));
}

TEST_CASE("run: words that do not name one program, and unknown drivers and linkers, are refused") {
  refused(2, {}, "there is no source to run");
  refused(2, {"src/a.cu", "--program", "src/a.cu"}, "two programs");
  refused(2, {"src/a.o"}, "'src/a.o' is not a source");
  refused(1, {"src/absent.cu"}, "src/absent.cu: error: no such source");
  refused(2, {"src/a.cu", "--no-such-option"}, "--no-such-option");
  refused(2, {"--program", "absent"}, "'absent' is not a program");
  refused(2, {"src/a.cu", "--driver", "nvidia"}, "there is no driver 'nvidia'");
  refused(3, {"src/a.cu", "--driver", "emulated", "--linker", "absent-linker"}, "'absent-linker' is not a program");
}
