// --emit c: C and C++ compilers accept the header, and its launch functions launch.
#include <filesystem>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

const std::string kIncludes = std::string(ROCM_BINDGEN_SOURCE_DIR) + "/runtime/loader/include";

const std::vector<std::vector<std::string>> kCompilers{{"gcc", "-std=c11", "-xc"},
                                                       {"clang-19", "-std=c11", "-xc"},
                                                       {"gcc", "-std=c17", "-xc", "-Wstrict-prototypes"},
                                                       {"g++", "-std=c++17", "-xc++"},
                                                       {"clang++-19", "-std=c++17", "-xc++"}};

Finished compile(const Project& project, std::vector<std::string> words, const std::vector<std::string>& more) {
  words.insert(words.end(), {"-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror", "-I" + kIncludes, "-Iout"});
  words.insert(words.end(), more.begin(), more.end());
  return run(words, {project.path(), {}});
}

/// All kinds of parameters, and names that have a meaning in a C header.
const char* const kSource =
    "#include <cuda_fp16.h>\n"
    "#include <cuda_bf16.h>\n"
    "#include <cuda_fp8.h>\n"
    "struct Shape { unsigned long sizes[3]; };\n"
    "extern \"C\" __global__ void all(float* out, const float* in, bool yes, char c, signed char s8, unsigned char "
    "u8,\n"
    "    short s16, unsigned u32, long s64, double d, __half h, __nv_bfloat16 b, __nv_fp8_e4m3 e, const __half* hp,\n"
    "    Shape shape, Shape* shapes, int& reference) {\n"
    "  out[0] = in[0] + (yes ? 1 : 0) + c + s8 + u8 + s16 + u32 + s64 + float(d) + __half2float(h);\n"
    "  out[1] = shape.sizes[0] + 10 * shape.sizes[1] + 100 * shape.sizes[2];\n"
    "}\n"
    "extern \"C\" __global__ void none() {}\n"
    "extern \"C\" __global__ void restrict(int device, int config, int given, int int32_t, float restrict,\n"
    "    int rocm_bindgen_kernel, int status, int kernel, int kernel_) {}\n"
    "extern \"C\" __global__ void code_objects() {}\n"
    "extern \"C\" __global__ void data_gfx1100() {}\n"
    "namespace ns { template <class T> __global__ void scale(T*) {} }\n"
    "template __global__ void ns::scale<float>(float*);\n";

const char* const kProgram = R"(#include <stdio.h>
#define KERNELS_IMPLEMENTATION
#include "k.h"

static int failed(rocm_bindgen_status status) {
  if (status != ROCM_BINDGEN_SUCCESS) fprintf(stderr, "%s\n", rocm_bindgen_last_error());
  return status != ROCM_BINDGEN_SUCCESS;
}

int main(void) {
  rocm_bindgen_device* device = NULL;
  rocm_bindgen_stream* stream = NULL;
  rocm_bindgen_buffer* buffer = NULL;
  float values[2] = {0.5F, 0.0F};
  const unsigned long shape[3] = {1, 2, 3};
  const rocm_bindgen_f16 half = {0x3c00};
  const rocm_bindgen_bf16 bfloat = {0x3f80};
  const rocm_bindgen_f8e4m3 eighth = {0x38};
  const rocm_bindgen_launch_config config = {{1, 1, 1}, {1, 1, 1}, 0};
  float* data;
  if (failed(rocm_bindgen_device_open(0, &device)) || failed(rocm_bindgen_stream_create(device, false, &stream)) ||
      failed(rocm_bindgen_buffer_allocate(device, sizeof values, &buffer)) ||
      failed(rocm_bindgen_buffer_copy_from_host(buffer, values, sizeof values, 0, NULL)))
    return 1;
  data = (float*)rocm_bindgen_buffer_pointer(buffer);
  if (failed(kernels_a_all(device, stream, &config, data, data, true, 1, 2, 3, 4, 5, 6, 7.0, half, bfloat, eighth, NULL,
                           shape, NULL, NULL)) ||
      failed(kernels_a_none(device, stream, &config)) || failed(kernels_a_ns_scale_float(device, stream, &config, data)) ||
      failed(kernels_a_restrict(device, stream, &config, 1, 2, 3, 4, 5, 6, 7, 8, 9)) ||
      failed(rocm_bindgen_buffer_copy_to_host(buffer, values, sizeof values, 0, stream)) ||
      failed(rocm_bindgen_stream_synchronize(stream)))
    return 1;
  printf("%g %g\n", (double)values[0], (double)values[1]);
  printf("%d %s %s %d\n", (int)KERNELS_MODULE_COUNT, kernels_all_modules[0]->name, kernels_a.kernels[0].parameters[1].type,
         (int)kernels_a.code_object_count);
  rocm_bindgen_buffer_free(buffer);
  rocm_bindgen_stream_destroy(stream);
  rocm_bindgen_device_close(device);
  return 0;
}
)";

Finished build_c(const Project& project, const std::vector<std::string>& more = {}) {
  std::vector<std::string> words{"--emit", "c", "-o", "out/k.h", "--arch", "gfx1100,gfx90a:xnack-"};
  words.insert(words.end(), more.begin(), more.end());
  return project.build(words);
}

}  // namespace

TEST_CASE("build --emit c: programs in C and C++ compile without a warning and launch on the emulated device") {
  Project project;
  project.source("a.cu", kSource);
  project.folder().write("program.c", kProgram);
  const auto library = fs::path(ROCM_BINDGEN_RUNTIME_LIBRARY).parent_path().string();
  for (const std::string compression : {"zstd", "none"}) {
    const auto built = build_c(project, {"--compress", compression});
    INFO(built.err);
    REQUIRE(built.exit_code == 0);
    for (const auto& compiler : kCompilers) {
      INFO(compiler[0] << " " << compiler[1]);
      const auto compiled =
          compile(project, compiler,
                  {"program.c", "-o", "program", "-L", library, "-lrocm_bindgen_runtime", "-Wl,-rpath," + library});
      INFO(compiled.err);
      REQUIRE(compiled.exit_code == 0);
      const auto ran = run({(project / "program").string()},
                           {{}, {{"ROCM_BINDGEN_DRIVER", "emulated:gfx1100"}, {"ROCM_BINDGEN_EMULATOR_LIBRARY", ""}}});
      INFO(ran.err);
      CHECK(ran.exit_code == 0);
      // 0.5 + 1 (true) + 1 + 2 + 3 + 4 + 5 + 6 + 7 + 1 (0x3c00 as a half) = 30.5, and 1 + 10 * 2 + 100 * 3 = 321.
      CHECK(ran.out == "30.5 321\n1 a const float * 2\n");
    }
  }
}

TEST_CASE("build --emit c: one file of a program defines the code objects and the others declare them") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  project.source("a_b.cu", kernel_source("c"));
  project.source("b.cu", kernel_source("NULL_"));
  project.source("restrict.cu", kernel_source("kernels"));
  REQUIRE(build_c(project).exit_code == 0);
  project.folder().write("all.c",
                         "#include \"k.h\"\n#define KERNELS_IMPLEMENTATION\n#include \"k.h\"\n#include \"k.h\"\n");
  project.folder().write("user.c",
                         "#include \"k.h\"\nint main(void) { return kernels_restrict.index != 3 || "
                         "kernels_all_modules[1]->kernel_count != 1; }\n");
  for (const auto& compiler : kCompilers) {
    const auto one = compile(project, compiler, {"-c", "all.c", "-o", "all.o"});
    INFO(one.err);
    REQUIRE(one.exit_code == 0);
    const auto other = compile(project, compiler, {"-O1", "-c", "user.c", "-o", "user.o"});
    INFO(other.err);
    REQUIRE(other.exit_code == 0);
    CHECK(fs::file_size(project / "user.o") < 4000);  // so it contains no code object
    const auto library = fs::path(ROCM_BINDGEN_RUNTIME_LIBRARY).parent_path().string();
    const auto linked =
        run({"g++", "all.o", "user.o", "-o", "user", "-L", library, "-lrocm_bindgen_runtime", "-Wl,-rpath," + library},
            {project.path(), {}});
    INFO(linked.err);
    REQUIRE(linked.exit_code == 0);
    CHECK(run({(project / "user").string()}).exit_code == 0);
  }
}

TEST_CASE("build --emit c: a wrong argument does not compile and conflicting names are made unique") {
  Project project;
  // Both kernels would be called app_gpu_a_b_c; the second gets a '_'.
  project.source("a.cu", kernel_source("b_c"));
  project.source("a_b.cu", kernel_source("c"));
  REQUIRE(build_c(project, {"--namespace", "app::gpu"}).exit_code == 0);
  const std::string head =
      "#include \"k.h\"\nvoid user(rocm_bindgen_device* d, rocm_bindgen_stream* s, rocm_bindgen_launch_config* c, "
      "float* f, "
      "double* wrong);\nvoid user(rocm_bindgen_device* d, rocm_bindgen_stream* s, rocm_bindgen_launch_config* c, "
      "float* f, "
      "double* wrong) {\n  (void)f, (void)wrong;\n  ";
  for (const auto& compiler : kCompilers) {
    project.folder().write("user.c", head + "app_gpu_a_b_c(d, s, c, f);\n  app_gpu_a_b_c_(d, s, c, f);\n}\n");
    const auto right = compile(project, compiler, {"-fsyntax-only", "user.c"});
    INFO(right.err);
    CHECK(right.exit_code == 0);
    project.folder().write("user.c", head + "app_gpu_a_b_c(d, s, c, wrong);\n}\n");
    CHECK(compile(project, compiler, {"-fsyntax-only", "user.c"}).exit_code == 1);
  }
  check_refused(project, 2,
                {"--no-inline-runtime cannot be used with --emit c: only the C++ header contains the runtime's types"},
                {"--emit", "c", "--no-inline-runtime"});
}
