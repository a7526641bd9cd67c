// The toolkit's libraries: programs that use CUDA's libraries are linked, and run with AMD's or without.
#include <algorithm>
#include <map>

#include "support/catch.hpp"
#include "tools/nvcc/nvcc.hpp"

using namespace test;
using Catch::Contains;

namespace {

/// Prints the status of functions of each library.
const std::string kCalls = R"(
#include <cstdio>
#include <cublasLt.h>
#include <cublas_v2.h>
#include <cufft.h>
#include <curand.h>
#include <cusolverDn.h>
#include <cusparse.h>
int main() {
  cublasHandle_t blas;
  cublasLtHandle_t products;
  cublasLtMatmulDesc_t product;
  const cublasOperation_t transposed = CUBLAS_OP_T;
  cufftHandle fft;
  curandGenerator_t generator;
  cusolverDnHandle_t solver;
  cusparseHandle_t sparse;
  std::printf("%d %d", cublasCreate(&blas), cublasDestroy(blas));
  std::printf(" %d", cufftPlan1d(&fft, 8, CUFFT_C2C, 1));
  std::printf(" %d %d", curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT), cusolverDnCreate(&solver));
  std::printf(" %d\n", cusparseCreate(&sparse));
  std::printf("%d", cublasLtCreate(&products));
  std::printf(" %d", cublasLtMatmulDescCreate(&product, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  std::printf(" %d\n", cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_TRANSA, &transposed,
                                                      sizeof(transposed)));
  std::printf("%s\n", cublasGetStatusString(CUBLAS_STATUS_NOT_SUPPORTED));
}
)";

const std::vector<std::string> kLibraries{"-lcublas", "-lcublasLt", "-lcufft", "-lcurand", "-lcusolver", "-lcusparse"};

/// A library that has hipBLAS' name and one of its functions.
void write_hip_blas(const Folder& folder, const std::string& output, const std::string& soname) {
  folder.write("blas.c",
               "int hipblasCreate(void** handle) { *handle = 0; return 0; }\n"
               "int hipblasDestroy(void* handle) { return handle != 0; }\n");
  const auto built =
      run({"cc", "-shared", "-fPIC", "blas.c", "-o", output, "-Wl,-soname," + soname}, {folder.path(), {}});
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
}

}  // namespace

TEST_CASE(
    "nvcc: functions of AMD's libraries that are not installed return NOT_SUPPORTED, and one line names the package") {
  Folder folder;
  // A CUDA source, and a C++ source that the host's compiler compiles.
  for (const std::string source : {"calls.cu", "calls.cpp"}) {
    INFO(source);
    folder.write(source, kCalls);
    std::vector<std::string> words{source, "-o", "calls"};
    words.insert(words.end(), kLibraries.begin(), kLibraries.end());
    nvcc_succeeds(folder, words);
    const auto finished = run_emulated(folder, {"./calls"});
    INFO(finished.err);
    CHECK(finished.exit_code == 0);
    CHECK(finished.out == "7 7 16 1000 7 10\n7 7 7\nhipBLAS is not installed\n");
    for (const auto* name : {"hipBLAS", "hipBLASLt", "hipFFT", "hipRAND", "hipSPARSE", "hipSOLVER"}) {
      INFO(name);
      CHECK_THAT(finished.err, Contains(std::string(name) + " is not installed"));
    }
    CHECK_THAT(finished.err, Contains("install ROCm's package hipblas\n"));
    CHECK(std::count(finished.err.begin(), finished.err.end(), '\n') == 6);
  }
}

TEST_CASE("nvcc: the toolkit's headers for AMD's libraries are C++11 and C99 for the host's compiler") {
  Folder folder;
  folder.write("calls.cpp", kCalls);
  folder.write("calls.c",
               "#include <cublasLt.h>\n#include <cublas_v2.h>\n#include <cufftXt.h>\n#include <curand.h>\n#include "
               "<cusolverSp.h>\n"
               "#include <cusparse.h>\n"
               "int main(void) {\n  cublasHandle_t blas;\n  cufftHandle fft;\n  float x = 1, y = 1;\n"
               "  return cublasCreate(&blas) + cublasSaxpy(blas, 1, &x, &x, 1, &y, 1) +\n"
               "         cufftPlan1d(&fft, 8, CUFFT_C2C, 1);\n}\n");
  const auto headers = "-I" + (toolkit() / "include").string();
  for (const std::vector<std::string>& compiler : std::vector<std::vector<std::string>>{
           {"c++", "-std=c++11", "calls.cpp"}, {"c++", "-std=c++20", "calls.cpp"}, {"cc", "-std=c99", "calls.c"}}) {
    auto words = compiler;
    words.insert(words.end(), {"-Wall", "-Wextra", "-Werror", "-fsyntax-only", headers});
    const auto compiled = run(words, {folder.path(), {}});
    INFO(compiler[1] << "\n" << compiled.err);
    CHECK(compiled.exit_code == 0);
  }
}

TEST_CASE("nvcc: C++ sources can test which of CUDA's headers were included") {
  Folder folder;
  folder.write("runtime.cpp",
               "#include <cuda_runtime.h>\n"
               "#if !defined(__DRIVER_TYPES_H__) || !defined(__CUDA_RUNTIME_H__) || defined(CUBLAS_API_H_)\n"
               "#error runtime\n#endif\n"
               "struct cudaGraphicsResource* resource = nullptr;\n");
  folder.write(
      "libraries.cpp",
      "#include <cublas_v2.h>\n#include <cufft.h>\n#include <curand.h>\n#include <cusparse.h>\n"
      "#include <cusolverDn.h>\n"
      "#if !defined(CUBLAS_API_H_) || !defined(_CUFFT_H_) || !defined(CURAND_H_) || !defined(CUSPARSEAPI) || \\\n"
      "    !defined(CUSOLVER_COMMON_H_) || !defined(__DRIVER_TYPES_H__)\n"
      "#error libraries\n#endif\n");
  folder.write("forms.cpp",
               "#include <cuda.h>\n#include <nvrtc.h>\n"
               "const char* text_of(CUresult error) {\n  const char* text = nullptr;\n"
               "  cuGetErrorString(error, &text);\n  return text;\n}\n"
               "int compile(nvrtcProgram program, char** variable, const char** constant) {\n"
               "  return nvrtcCompileProgram(program, 1, variable) + nvrtcCompileProgram(program, 1, constant);\n}\n");
  for (const auto* source : {"runtime.cpp", "libraries.cpp", "forms.cpp"}) {
    INFO(source);
    const auto compiled =
        run({"c++", "-fsyntax-only", "-I" + (toolkit() / "include").string(), source}, {folder.path(), {}});
    INFO(compiled.err);
    CHECK(compiled.exit_code == 0);
  }
}

TEST_CASE("nvcc: sources can name the results that only cuFFT has") {
  Folder folder;
  const std::string source =
      "#include <cufft.h>\n"
      "const char* text_of(cufftResult result) {\n"
      "  switch (result) {\n"
      "    case CUFFT_LICENSE_ERROR: return \"license\";\n    case CUFFT_NOT_SUPPORTED: return \"support\";\n"
      "    case CUFFT_MISSING_DEPENDENCY: return \"dependency\";\n    case CUFFT_NVRTC_FAILURE: return \"nvrtc\";\n"
      "    case CUFFT_NVJITLINK_FAILURE: return \"link\";\n    case CUFFT_NVSHMEM_FAILURE: return \"shmem\";\n"
      "    default: return \"other\";\n  }\n}\n";
  for (const auto* name : {"texts.cu", "texts.cpp"}) {
    INFO(name);
    folder.write(name, source);
    CHECK(nvcc(folder, {"-c", name, "-o", "texts.o"}).exit_code == 0);
  }
}

TEST_CASE("nvcc: C and C++ sources find NVTX and math_constants.h and the headers in crt/") {
  Folder folder;
  const std::string includes =
      "#include <crt/host_defines.h>\n#include <cuda_stdint.h>\n#include <math_constants.h>\n"
      "#include <nvtx3/nvToolsExt.h>\n#include <stdio.h>\n";
  const std::string ranges =
      "int main(void) {\n  int outer = nvtxRangePushA(\"outer\"), inner = nvtxRangePushA(\"inner\");\n"
      "  nvtxMarkA(\"mark\");\n  nvtxRangeEnd(nvtxRangeStartA(\"range\"));\n"
      "  printf(\"%d %d\", outer, inner);\n  printf(\" %d\", nvtxRangePop());\n"
      "  printf(\" %d %.2f\\n\", nvtxRangePop(), CUDART_PI);\n  return 0;\n}\n";
  folder.write("ranges.c", includes + ranges);
  folder.write("ranges.cpp", includes + "void mark(nvtxEventAttributes_t* event) { nvtxMarkEx(event); }\n" + ranges);
  for (const std::vector<std::string>& compiler :
       std::vector<std::vector<std::string>>{{"cc", "-std=c99", "ranges.c"}, {"c++", "-std=c++11", "ranges.cpp"}}) {
    auto words = compiler;
    words.insert(words.end(), {"-Wall", "-Wextra", "-Werror", "-o", "ranges", "-I" + (toolkit() / "include").string(),
                               "-L" + (toolkit() / "lib64").string(), "-lnvToolsExt", "-lcudart"});
    const auto built = run(words, {folder.path(), {}});
    INFO(compiler[2] << "\n" << built.err);
    REQUIRE(built.exit_code == 0);
    CHECK(run_emulated(folder, {"./ranges"}).out == "0 1 1 0 3.14\n");
  }
}

TEST_CASE("nvcc: build systems that search the toolkit's files for CUDA's version find it") {
  for (const auto& [file, line] :
       std::map<std::string, std::string>{{"include/cuda.h", "\n#define CUDA_VERSION 120"},
                                          {"include/cuda_runtime_api.h", "\n#define CUDART_VERSION 120"},
                                          {"version.txt", "CUDA Version 12."},
                                          {"version.json", "\"version\" : \"12."}}) {
    INFO(file);
    CHECK_THAT(read(toolkit() / file), Contains(line));
  }
}

TEST_CASE("nvcc: a program runs with AMD's library if ld.so finds it") {
  Folder folder;
  folder.write("calls.cu",
               "#include <cstdio>\n#include <cublas_v2.h>\n"
               "int main() {\n  cublasHandle_t blas;\n  const int created = cublasCreate(&blas);\n"
               "  std::printf(\"%d %d\\n\", created, cublasDestroy(blas));\n}\n");
  nvcc_succeeds(folder, {"calls.cu", "-o", "calls", "-lcublas"});
  folder.write("installed/readme", "");
  // The soname with HIP 5, whose headers these tests compile with.
  write_hip_blas(folder, "installed/libhipblas.so.0", "libhipblas.so.0");
  const auto finished = rocm_bindgen({"run", "--driver", "emulated:gfx1100", "--program", "./calls"},
                                     {folder.path(), {{"LD_LIBRARY_PATH", folder / "installed"}}});
  CHECK(finished.exit_code == 0);
  CHECK(finished.out == "0 0\n");
  CHECK_THAT(finished.err, !Contains("not installed"));
}

TEST_CASE("nvcc: a C source that declares CUDA's functions itself links with libcudart.so") {
  Folder folder;
  folder.write("main.c",
               "int cudaSetDevice(int);\nint cudaMalloc(void**, unsigned long);\nint cudaFree(void*);\n"
               "const char* cudaGetErrorName(int);\nint puts(const char*);\n"
               "int main(void) {\n  void* memory = 0;\n"
               "  if (cudaSetDevice(0) || cudaMalloc(&memory, 8) || !memory || cudaFree(memory)) return 1;\n"
               "  puts(cudaGetErrorName(cudaSetDevice(100)));\n  return 0;\n}\n");
  const auto libraries = (toolkit() / "lib64").string();
  for (const auto* library : {"-lcudart", "-lcudart_static"}) {
    INFO(library);
    const auto linked = run({"cc", "main.c", "-o", "main", "-L" + libraries, library}, {folder.path(), {}});
    INFO(linked.err);
    REQUIRE(linked.exit_code == 0);
    const auto finished = run_emulated(folder, {"./main"});
    CHECK(finished.exit_code == 0);
    CHECK(finished.out == "hipErrorInvalidDevice\n");
  }
  nvcc_succeeds(folder, {"main.c", "-o", "by_nvcc"});
  CHECK(run_emulated(folder, {"./by_nvcc"}).exit_code == 0);
}

TEST_CASE("nvcc: functions that configure scripts test for can be linked and called by CUDA's names") {
  Folder folder;
  folder.write("main.c",
               "int cuInit(unsigned);\nint cuDeviceGetCount(int*);\nint cublasCreate_v2(void**);\n"
               "int cufftPlan1d(void**, int, int, int);\nint curandCreateGenerator(void**, int);\n"
               "int cusparseCreate(void**);\nint cusolverDnCreate(void**);\nconst char* nvrtcGetErrorString(int);\n"
               "int printf(const char*, ...);\n"
               "int main(void) {\n  int devices = 0;\n  void* handle;\n"
               "  if (cuInit(0) || cuDeviceGetCount(&devices) || !nvrtcGetErrorString(0)) return 1;\n"
               "  printf(\"%d %d %d\", devices, cublasCreate_v2(&handle), cufftPlan1d(&handle, 8, 0x29, 1));\n"
               "  printf(\" %d %d\", curandCreateGenerator(&handle, 100), cusparseCreate(&handle));\n"
               "  printf(\" %d\\n\", cusolverDnCreate(&handle));\n  return 0;\n}\n");
  const auto libraries = "-L" + (toolkit() / "lib64").string();
  for (const std::string suffix : {"", "_static"}) {
    INFO(suffix);
    std::vector<std::string> words{"cc", "main.c", "-o", "main", libraries, "-lcuda", "-lnvrtc"};
    for (const auto* library : {"-lcublas", "-lcufft", "-lcurand", "-lcusparse", "-lcusolver"})
      words.push_back(library + suffix);
    const auto linked = run(words, {folder.path(), {}});
    INFO(linked.err);
    REQUIRE(linked.exit_code == 0);
    const auto finished = run_emulated(folder, {"./main"});
    INFO(finished.err);
    CHECK(finished.exit_code == 0);
    CHECK(finished.out == "1 7 16 1000 10 7\n");
  }
}

TEST_CASE("nvcc: programs open libcuda.so.1 and libcudart.so.12 of lib64 and find CUDA's functions by name") {
  Folder folder;
  folder.write("main.c",
               "#include <dlfcn.h>\n#include <stdio.h>\n"
               "static void* function(const char* library, const char* name) {\n"
               "  void* opened = dlopen(library, RTLD_NOW | RTLD_LOCAL);\n"
               "  if (!opened) puts(dlerror());\n  return opened ? dlsym(opened, name) : 0;\n}\n"
               "int main(void) {\n  int devices = 0;\n"
               "  int (*init)(unsigned) = function(\"libcuda.so.1\", \"cuInit\");\n"
               "  int (*count)(int*) = function(\"libcudart.so.12\", \"cudaGetDeviceCount\");\n"
               "  if (!init || !count) return 1;\n"
               "  printf(\"%d %d\", init(0), count(&devices));\n  printf(\" %d\\n\", devices);\n  return 0;\n}\n");
  const auto linked = run({"cc", "main.c", "-o", "main", "-ldl"}, {folder.path(), {}});
  INFO(linked.err);
  REQUIRE(linked.exit_code == 0);
  const auto finished = rocm_bindgen({"run", "--driver", "emulated:gfx1100", "--program", "./main"},
                                     {folder.path(), {{"LD_LIBRARY_PATH", toolkit() / "lib64"}}});
  INFO(finished.err);
  CHECK(finished.exit_code == 0);
  CHECK(finished.out == "0 0 1\n");
}

TEST_CASE("nvcc: find_package(CUDAToolkit) makes the targets of all libraries that lib64 names") {
  Folder folder;
  folder.write("main.cpp",
               "#include <cstdio>\n#include <cublas_v2.h>\n"
               "int main() {\n  cublasHandle_t blas;\n  std::printf(\"%d\\n\", cublasCreate(&blas));\n}\n");
  folder.write("CMakeLists.txt",
               "cmake_minimum_required(VERSION 3.20)\nproject(targets LANGUAGES CXX)\n"
               "find_package(CUDAToolkit REQUIRED)\n"
               "foreach(name cudart cudart_static cuda_driver nvrtc nvml nvToolsExt culibos cufftw nvjpeg\n"
               "    cublas cublasLt cufft curand cusparse cusolver cublas_static cublasLt_static cufft_static\n"
               "    curand_static cusparse_static cusolver_static cufft_static_nocallback\n"
               "    nppc nppial nppicc nppidei nppif nppig nppim nppist nppisu nppitc npps)\n"
               "  if(NOT TARGET CUDA::${name})\n    message(SEND_ERROR \"no target CUDA::${name}\")\n  endif()\n"
               "endforeach()\n"
               "find_library(NVVM nvvm PATHS ${CUDAToolkit_BIN_DIR}/../nvvm/lib64 NO_DEFAULT_PATH REQUIRED)\n"
               "add_executable(main main.cpp)\n"
               "target_link_libraries(main PRIVATE CUDA::cublas_static CUDA::cufft_static CUDA::nppc CUDA::cudart)\n");
  const auto configured = run({"cmake", "-G", "Ninja", "-B", "build", "-DCUDAToolkit_ROOT=" + toolkit().string()},
                              {folder.path(), nvcc_environment()});
  INFO(configured.out << configured.err);
  REQUIRE(configured.exit_code == 0);
  const auto built = run({"cmake", "--build", "build"}, {folder.path(), nvcc_environment()});
  INFO(built.out << built.err);
  REQUIRE(built.exit_code == 0);
  CHECK(run_emulated(folder, {"build/main"}).out == "7\n");
}

TEST_CASE("nvcc: libamdhip64 of HIP 5, 6 and 7 has all functions that libcuda_names.a refers to") {
  Folder folder;
  folder.write("main.c", "int main(void) { return 0; }\n");
  for (const auto* version : {"5", "6", "7"}) {
    INFO(version);
    const auto hip = toolkit() / ("../hip/libamdhip64.so." + std::string(version));
    const auto linked = run({"cc", "main.c", "-o", "main", "-Wl,--whole-archive", toolkit() / "lib64/libcuda_names.a",
                             "-Wl,--no-whole-archive", hip},
                            {folder.path(), {}});
    INFO(linked.err);
    CHECK(linked.exit_code == 0);
  }
}
