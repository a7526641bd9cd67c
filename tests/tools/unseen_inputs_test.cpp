// Inputs that no preprocessor sees, and paths whose target changes: a change there must change the output.
#include <filesystem>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

using Jobs = std::vector<std::string>;
using Words = std::vector<std::string>;

Jobs build(const Project& project, const Words& more = {}) {
  const auto built = project.build(more);
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  return project.compiled();
}

Words with_cache(Words words) {
  words.insert(words.end(), {"--cache-dir", "cache"});
  return words;
}

/// The code object of a build into another folder.
std::string built_elsewhere(const Project& project, Words words) {
  fs::remove_all(project / "elsewhere");
  words.insert(words.end(), {"-o", "elsewhere/k.hpp"});
  build(project, words);
  return read(project / "elsewhere/k.artifacts/hsaco/a.gfx1100.hsaco");
}

/// The code object of a complete build: without earlier outputs and without a cache.
std::string built_anew(const Project& project, Words words) {
  words.push_back("--no-cache");
  return built_elsewhere(project, words);
}

std::string code_object(const Project& project) {
  return read(project / "out/k.artifacts/hsaco/a.gfx1100.hsaco");
}

/// A file that a build reads because of its source or its flags.
struct HiddenInput {
  std::string source;
  std::string file;
  std::string first, second;
  Words flags = {};
};

/// Builds with the first text of the input and then with the second. The second result must equal that of a complete
/// build and differ from the first.
void check_change_rebuilds(const HiddenInput& input) {
  Project project;
  project.uses_cache = true;
  project.source("a.cu", input.source);
  project.folder().write(input.file, input.first);
  const auto words = with_cache(input.flags);
  CHECK(build(project, words) == Jobs{"a gfx1100"});
  const auto first = code_object(project);
  project.folder().write(input.file, input.second);
  // Another folder has no records and uses the cache.
  const auto from_cache = built_elsewhere(project, words);
  build(project, words);
  CHECK(code_object(project) == from_cache);
  CHECK(code_object(project) == built_anew(project, input.flags));
  CHECK(first != from_cache);
}

std::string kernel_with(const std::string& body, const std::string& before = {}) {
  return before + "extern \"C\" __global__ void a(int* out) {\n" + body + "\n  out[threadIdx.x] = 1;\n}\n";
}

/// An asm statement in AMD's assembly. The condition keeps hipify from translating it as PTX.
std::string assembly(const std::string& text) {
  return "#ifdef __HIP_PLATFORM_AMD__\n  asm volatile(" + text + ");\n#endif";
}

}  // namespace

TEST_CASE("unseen inputs: a change of a file that assembly includes with .incbin causes a rebuild") {
  check_change_rebuilds(
      {kernel_with(assembly(R"(".pushsection .mine,\"a\",@progbits\n.incbin \"src/blob.bin\"\n.popsection")")),
       "src/blob.bin", "first", "second"});
}

TEST_CASE(
    "unseen inputs: a change of a file of a header folder that a directive in capitals includes causes a rebuild") {
  check_change_rebuilds({kernel_with(assembly(R"(".INCLUDE \"more.s\"")")),
                         "src/parts/more.s",
                         "s_nop 1\n",
                         "s_nop 2\n",
                         {"-I", "src/parts"}});
}

TEST_CASE(
    "unseen inputs: a change of a file that a directive composed by an assembler macro includes causes a rebuild") {
  check_change_rebuilds(
      {kernel_with(assembly(
           R"(".macro take what\n.\\what \"src/blob.bin\"\n.endm\n.pushsection .mine,\"a\",@progbits\ntake incbin\n.popsection")")),
       "src/blob.bin", "first", "second"});
}

TEST_CASE("unseen inputs: a change of a file that a directive from a C macro in a template includes causes a rebuild") {
  check_change_rebuilds(
      {"#define TAKE(file) \".pushsection .mine,\\\"a\\\",@progbits\\n.inc\" \"bin \\\"\" file \"\\\"\\n.popsection\"\n"
       "template <class T> __device__ void take(T) {\n" +
           assembly("TAKE(\"src/blob.bin\")") + "\n}\n" + kernel_with("  take(1);"),
       "src/blob.bin", "first", "second"});
}

TEST_CASE("unseen inputs: files named in assembly are in the dependency file") {
  Project project;
  project.source(
      "a.cu", kernel_with(assembly(R"(".pushsection .mine,\"a\",@progbits\n.incbin \"src/blob.bin\"\n.popsection")")));
  project.folder().write("src/blob.bin", "first");
  build(project, {"-MD", "-MF", "k.d"});
  CHECK_THAT(read(project / "k.d"), Catch::Contains((fs::canonical(project.path()) / "src/blob.bin").string()));
}

TEST_CASE("unseen inputs: assembly that reads nothing is compiled once") {
  Project project;
  project.source("a.cu", kernel_with(assembly(R"("s_nop 1")")));
  CHECK(build(project) == Jobs{"a gfx1100"});
  CHECK(build(project) == Jobs{});
}

TEST_CASE("unseen inputs: a change of a file that #embed includes causes a rebuild") {
  check_change_rebuilds({"__device__ const unsigned char bytes[] = {\n#embed \"blob.bin\"\n};\n" +
                             kernel_with("  out[0] = bytes[threadIdx.x & 3];"),
                         "src/blob.bin", "first", "second"});
}

TEST_CASE("unseen inputs: a change of a file that a flag names causes a rebuild even if the code stays the same",
          "[slow]") {
  for (const auto& flags : std::vector<Words>{{"-fembed-offload-object=named"},
                                              {"-fprofile-instr-generate", "-fprofile-list=named"},
                                              {"-fxray-attr-list=named"}}) {
    INFO(flags.back());
    Project project;
    project.source("a.cu", kernel_source("a"));
    project.folder().write("named", "[clang]\ndefault:skip\n");
    CHECK(build(project, flags) == Jobs{"a gfx1100"});
    CHECK(build(project, flags) == Jobs{});
    project.folder().write("named", "[clang]\ndefault:allow\n");
    CHECK(build(project, flags) == Jobs{"a gfx1100"});
    CHECK(build(project, flags) == Jobs{});
  }
}

TEST_CASE("unseen inputs: a change of an ignore list of sanitizers causes a rebuild") {
  Project project;
  project.source("a.cu", kernel_with("  out[1] = out[0] << out[2];"));
  project.folder().write("list", "[shift-base]\nfun:a\n");
  const Words flags{"-Xclang", "-fsanitize=shift-base",     "-Xclang", "-fsanitize-trap=shift-base",
                    "-Xclang", "-fsanitize-ignorelist=list"};
  build(project, flags);
  const auto first = code_object(project);
  CHECK(build(project, flags) == Jobs{});
  project.folder().write("list", "[shift-base]\nfun:b\n");
  CHECK(build(project, flags) == Jobs{"a gfx1100"});
  CHECK(code_object(project) != first);
}

TEST_CASE("unseen inputs: if a header is included through a link and '..' then a change of the link causes a rebuild") {
  Project project;
  project.uses_cache = true;
  project.source("a.cu", "#include \"link/../value.cuh\"\n" + kernel_with("  out[0] = VALUE;"));
  for (const std::string version : {"1", "2"}) {
    project.folder().write("v" + version + "/value.cuh", "#define VALUE " + version + "\n");
    project.folder().write("v" + version + "/below/more/nothing", "");
  }
  const auto set_link = [&](const std::string& target) {
    fs::remove(project / "src/link");
    fs::create_symlink(target, project / "src/link");
  };
  set_link("../v1/below");
  const auto words = with_cache({"-MD", "-MF", "k.d"});
  CHECK(build(project, words) == Jobs{"a gfx1100"});
  const auto first = code_object(project);
  CHECK(build(project, words) == Jobs{});
  CHECK_THAT(read(project / "k.d"), Catch::Contains("v1/value.cuh") && !Catch::Contains("/.."));
  set_link("../v2/below");
  CHECK(build(project, words) == Jobs{"a gfx1100"});
  CHECK(code_object(project) != first);
  CHECK(code_object(project) == built_anew(project, {}));
  set_link("../v1/below");
  build(project, words);
  CHECK(code_object(project) == first);
}

TEST_CASE(
    "unseen inputs: a change of one of two links with '..' after them or a link in place of a folder causes a rebuild",
    "[slow]") {
  Project project;
  project.source("a.cu", kernel_with("  out[0] = VALUE;"));
  for (const std::string version : {"1", "2"}) {
    project.folder().write("v" + version + "/include/value.cuh", "#define VALUE " + version + "\n");
    project.folder().write("v" + version + "/below/nothing", "");
  }
  project.folder().write("include/value.cuh", "#define VALUE 3\n");
  fs::create_directory(project / "links");
  fs::create_symlink("../v1", project / "links/outer");
  fs::create_symlink("below", project / "v1/inner");
  fs::create_symlink("below", project / "v2/inner");
  const Words flags{"-I", "links/outer/inner/../include", "-include", "value.cuh"};
  build(project, flags);
  const auto first = code_object(project);
  CHECK(build(project, flags) == Jobs{});
  fs::remove(project / "links/outer");
  fs::create_symlink("../v2", project / "links/outer");
  CHECK(build(project, flags) == Jobs{"a gfx1100"});
  const auto second = code_object(project);
  CHECK(second != first);
  fs::remove(project / "v2/inner");
  fs::create_symlink("../src", project / "v2/inner");
  CHECK(build(project, flags) == Jobs{"a gfx1100"});
  CHECK(code_object(project) == built_anew(project, flags));
  CHECK(code_object(project) != second);

  const Words plain{"-I", "src/folder/../../v1/include", "-include", "value.cuh"};
  fs::create_directory(project / "src/folder");
  build(project, plain);
  CHECK(code_object(project) == first);
  fs::remove(project / "src/folder");
  project.folder().write("deep/v1/include/value.cuh", "#define VALUE 2\n");
  project.folder().write("deep/src/folder/nothing", "");
  fs::create_symlink("../deep/src/folder", project / "src/folder");
  CHECK(build(project, plain) == Jobs{"a gfx1100"});
  CHECK(code_object(project) == built_anew(project, plain));
  CHECK(code_object(project) != first);
}

TEST_CASE("unseen inputs: a change of a header that only affects the choice of __CUDA_ARCH__ causes a rebuild",
          "[slow]") {
  Project project;
  const std::string if_900_or_more = "#if __CUDA_ARCH__ >= 900\n";
  project.source("a.cu", if_900_or_more + "#include \"choice.cuh\"\n#endif\n" + if_900_or_more +
                             "#ifdef LEAVE_OUT\n#define SKIP\n#endif\n#endif\n"
                             "#ifndef SKIP\n" +
                             kernel_with("") +
                             "#endif\n#if __CUDA_ARCH__ < 900\n"
                             "extern \"C\" __global__ void b(int* out) { *out = 2; }\n#endif\n");
  // With LEAVE_OUT, no kernel is left at 900, so the build selects a lower value, at which `a` exists.
  project.source("choice.cuh", "#define LEAVE_OUT\n");
  build(project);
  const auto first = code_object(project);
  CHECK(first.find("a.kd") != std::string::npos);
  project.source("choice.cuh", "\n");
  build(project);
  CHECK(code_object(project) == built_anew(project, {}));
}

TEST_CASE("unseen inputs: a new header that hides the one that a macro names causes a rebuild") {
  Project project;
  project.source("a.cu", "#define NAME \"named.cuh\"\n#include NAME\n" + kernel_with("  out[0] = VALUE;"));
  project.folder().write("two/named.cuh", "#include <cuda_fp16.h>\n#define VALUE 1\n");
  const Words flags{"-I", "one", "-I", "two"};
  build(project, flags);
  const auto first = code_object(project);
  // The first header with this name in the folders is used. The new one includes another CUDA header and uses a CUDA
  // type, so hipify's result for it differs, too.
  project.folder().write("one/named.cuh",
                         "#include <cuda_bf16.h>\ninline cudaError_t e() { return cudaSuccess; }\n#define VALUE 2\n");
  CHECK(build(project, flags) == Jobs{"a gfx1100"});
  CHECK(code_object(project) != first);
  CHECK(code_object(project) == built_anew(project, flags));
}

TEST_CASE("unseen inputs: swapped entries of the cache are not used") {
  Project project;
  project.uses_cache = true;
  const auto words = with_cache({"--arch", "gfx1100"});
  // Each source has its own set of inputs, its own key and its own code object.
  project.source("a.cu", "#include \"one.cuh\"\n" + kernel_with("  out[0] = 11;"));
  project.source("b.cu", "#include \"two.cuh\"\nextern \"C\" __global__ void a(int* out) { out[2] = 22; }\n");
  project.source("one.cuh", "// one\n");
  project.source("two.cuh", "// two\n");
  build(project, words);
  const auto first = project.outputs();
  for (const std::string extension : {".record", ".object", ".inputs"})
    for (const auto* folder : {"cache/objects", "cache/prefixes"}) {
      std::vector<fs::path> entries;
      for (const auto& entry : fs::directory_iterator(project / folder))
        if (entry.path().extension() == extension) entries.push_back(entry.path());
      if (entries.size() < 2) continue;
      INFO(extension << " in " << folder);
      fs::rename(entries[0], project / "kept");
      fs::rename(entries[1], entries[0]);
      fs::rename(project / "kept", entries[1]);
      fs::remove_all(project / "out");
      build(project, words);
      CHECK(differences(first, project.outputs()) == Jobs{});
    }
}

TEST_CASE("unseen inputs: a set of inputs under another set's name is not used") {
  Project project;
  project.uses_cache = true;
  const auto words = with_cache({});
  // Two sources with the same inputs, which are stored as one set.
  for (const std::string name : {"a", "b"})
    project.source(name + ".cu",
                   "#include \"value.cuh\"\nextern \"C\" __global__ void " + name + "(int* out) { *out = VALUE; }\n");
  project.folder().write("one/value.cuh", "#define VALUE 1\n");
  auto in_one = words;
  in_one.insert(in_one.end(), {"-I", "one"});
  build(project, in_one);
  std::vector<fs::path> sets;
  for (const auto& entry : fs::directory_iterator(project / "cache/objects"))
    if (entry.path().extension() == ".inputs") sets.push_back(entry.path());
  REQUIRE(sets.size() == 1);
  // The record of the precompiled headers replaces the set. Like a set, it is sealed and lists unchanged files, but the
  // name is not the hash of its content.
  for (const auto& entry : fs::directory_iterator(project / "cache/prefixes"))
    if (entry.path().extension() == ".record")
      fs::copy_file(entry.path(), sets[0], fs::copy_options::overwrite_existing);
  fs::remove_all(project / "out");
  CHECK(build(project, in_one).size() == 2);
}
