// `compile` and `emit`: one command per code object, and one that writes what `build` writes.
#include <filesystem>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

/// A project with sources in two folders, one of which includes a header.
struct Sources {
  Sources() {
    project.source("scale.cu",
                   "#include \"common/factor.h\"\nextern \"C\" __global__ void scale(float* x) {\n"
                   "  x[threadIdx.x] *= FACTOR;\n}\n");
    project.source("common/factor.h", "#define FACTOR 2.0f\n");
    project.source("math/exp.cu", kernel_source("exponential") +
                                      "#ifdef ONLY\nextern \"C\" __global__ void lost() {}\n#endif\n"
                                      "template <class T> __global__ void typed(T* x) { *x = T(1); }\n"
                                      "template __global__ void typed<int>(int*);\n");
  }

  Finished tool_in(const Words& arguments) const { return rocm_bindgen(arguments, {project.path(), {}}); }

  std::string object_of(const std::string& source, const std::string& target) const {
    return "objects/" + fs::path(source).stem().string() + "." + target + ".rbo";
  }

  Finished compile(const std::string& source, const std::string& target, const Words& more = {}) const {
    Words words{"compile", "src/" + source, "--root", "src", "--arch", target, "-o", object_of(source, target)};
    words.insert(words.end(), more.begin(), more.end());
    return tool_in(words);
  }

  void compile_all(const Words& more = {}) const {
    for (const std::string source : {"math/exp.cu", "scale.cu"})
      for (const std::string target : {"gfx1100", "gfx90a"}) {
        const auto compiled = compile(source, target, more);
        INFO(compiled.err);
        REQUIRE(compiled.exit_code == 0);
      }
  }

  Words all_objects() const {
    Words objects;
    // In another order than that of a build.
    for (const std::string source : {"scale.cu", "math/exp.cu"})
      for (const std::string target : {"gfx1100", "gfx90a"}) objects.push_back(object_of(source, target));
    return objects;
  }

  Finished emit(const Words& objects, const Words& more = {}) const {
    Words words{"emit", "-o", "out/k.hpp"};
    words.insert(words.end(), objects.begin(), objects.end());
    words.insert(words.end(), more.begin(), more.end());
    return tool_in(words);
  }

  Project project;
};

}  // namespace

TEST_CASE("compile and emit: the outputs are those of build, byte for byte") {
  const Sources sources;
  sources.compile_all(sources.project.cache_without_objects());
  for (const Words& more : {Words{}, {"--namespace", "other", "--bundle"}, {"--emit", "rust"}, {"--embed", "incbin"}}) {
    CAPTURE(more.size());
    fs::remove_all(sources.project / "out");
    // With the objects of the cache, they would be equal whatever the two commands do.
    auto build = sources.project.cache_without_objects();
    build.insert(build.end(), {"--arch", "gfx1100,gfx90a"});
    build.insert(build.end(), more.begin(), more.end());
    REQUIRE(sources.project.build(build).exit_code == 0);
    const auto expected = sources.project.outputs();
    REQUIRE(expected.size() > 6);
    fs::remove_all(sources.project / "out");
    const auto emitted = sources.emit(sources.all_objects(), more);
    INFO(emitted.err);
    REQUIRE(emitted.exit_code == 0);
    CHECK(sources.project.outputs() == expected);
  }
}

TEST_CASE("compile: the same input gives the same bytes in another folder, without a path of the machine") {
  const Sources one, two;
  for (const auto* sources : {&one, &two}) {
    const auto root = (sources->project / "src").string();
    // With absolute paths, as CMake passes them.
    const auto compiled =
        sources->tool_in({"compile", root + "/scale.cu", "--root", root, "--arch", "gfx1100", "-o",
                          sources->object_of("scale.cu", "gfx1100"), "-I" + root + "/common", "--no-cache", "-g"});
    INFO(compiled.err);
    REQUIRE(compiled.exit_code == 0);
  }
  const auto bytes = read(one.project / one.object_of("scale.cu", "gfx1100"));
  CHECK(bytes == read(two.project / two.object_of("scale.cu", "gfx1100")));
  CHECK(bytes.find(one.project.path().string()) == std::string::npos);
}

TEST_CASE("compile: the dependency file names each header, and errors leave the object file as it was") {
  const Sources sources;
  REQUIRE(sources.compile("scale.cu", "gfx1100", {"-MD", "-MF", "scale.d"}).exit_code == 0);
  const auto dependencies = read(sources.project / "scale.d");
  CHECK_THAT(dependencies, Catch::StartsWith("objects/scale.gfx1100.rbo:"));
  for (const auto* file : {"src/scale.cu", "src/common/factor.h"}) CHECK_THAT(dependencies, Catch::Contains(file));

  const auto before = read(sources.project / "objects/scale.gfx1100.rbo");
  sources.project.source("common/factor.h", "#error \"no factor\"\n");
  const auto failed = sources.compile("scale.cu", "gfx1100");
  CHECK(failed.exit_code == 1);
  CHECK_THAT(failed.err, Catch::Contains("factor.h:1:2: error: \"no factor\""));
  CHECK(read(sources.project / "objects/scale.gfx1100.rbo") == before);
}

TEST_CASE("compile: the possible inputs that were not read") {
  const Sources sources;
  const std::string none = (sources.project / "src/none.h").string();
  sources.project.source("common/other.h", "");
  fs::create_symlink("common/factor.h", sources.project / "src/link.h");
  sources.project.folder().write("possible",
                                 "src/common/factor.h\nsrc/common/other.h\nsrc/link.h\n" + none + "\nsrc/scale.cu\n");
  const Words lists{"--possible-inputs", "possible", "--unused-inputs", "unused"};
  REQUIRE(sources.compile("scale.cu", "gfx1100", lists).exit_code == 0);
  CHECK(read(sources.project / "unused") == "src/common/other.h\n" + none + "\n");
  // The object comes from the cache.
  fs::remove(sources.project / "unused");
  REQUIRE(sources.compile("scale.cu", "gfx1100", lists).exit_code == 0);
  CHECK(read(sources.project / "unused") == "src/common/other.h\n" + none + "\n");

  // An assembler reads files of which only it knows.
  sources.project.source(
      "scale.cu",
      "extern \"C\" __global__ void scale() {\n  asm volatile(\".pushsection .mine,\\\"a\\\",@progbits\\n"
      ".incbin \\\"src/common/other.h\\\"\\n.popsection\");\n}\n");
  REQUIRE(sources.compile("scale.cu", "gfx1100", lists).exit_code == 0);
  CHECK(read(sources.project / "unused").empty());

  const auto refused = sources.compile("scale.cu", "gfx1100", {"--possible-inputs", "possible"});
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.err, Catch::Contains("--unused-inputs"));
  CHECK(sources.compile("scale.cu", "gfx1100", {"--possible-inputs", "none", "--unused-inputs", "unused"}).exit_code ==
        1);
}

TEST_CASE("compile: what it reports once, emit does not repeat") {
  const Sources sources;
  sources.project.source("lost.cu", kernel_source("present") +
                                        "#if __CUDA_ARCH__ >= 9999\nextern \"C\" __global__ void lost() {}\n#endif\n");
  const auto compiled = sources.compile("lost.cu", "gfx1100");
  CHECK(compiled.exit_code == 0);
  CHECK_THAT(compiled.err, Catch::Contains("kernel 'lost' is not compiled"));
  const auto emitted = sources.emit({sources.object_of("lost.cu", "gfx1100")});
  CHECK(emitted.exit_code == 0);
  CHECK(emitted.err.empty());
  CHECK(sources.compile("lost.cu", "gfx1100", {"-Werror=lost-kernels"}).exit_code == 1);
}

TEST_CASE("compile: bad usage") {
  const Sources sources;
  const auto check = [&](const Words& words, const std::string& message) {
    const auto refused = sources.tool_in(words);
    INFO(refused.err);
    CHECK(refused.exit_code == 2);
    CHECK_THAT(refused.err, Catch::Contains(message));
    CHECK_FALSE(fs::exists(sources.project / "x.rbo"));
  };
  check({"compile", "src/scale.cu", "--arch", "gfx1100,gfx90a", "-o", "x.rbo"},
        "one source and one architecture, not for 1 and 2");
  check({"compile", "src/scale.cu", "--arch", "gfx1100", "--root", "other", "-o", "x.rbo"},
        "is not in the folder 'other'");
  check({"compile", "src/scale.cu", "-o", "x.rbo"}, "--arch");
  check({"compile", "src", "--arch", "gfx1100", "-o", "x.rbo"}, "one source and one architecture, not for 2 and 1");
  check({"compile", "src/scale.cu", "--arch", "gfx1100", "-o", "src/scale.cu"}, "src/scale.cu");
  REQUIRE(sources.compile("scale.cu", "gfx1100").exit_code == 0);
  const auto object = sources.object_of("scale.cu", "gfx1100");
  check({"emit", object, "-o", "x.hpp", "-O2"}, "'-O2' has no effect: nothing is compiled");
  check({"emit", object, "-o", "x.hpp", "--namespace", "a b"}, "is not a C++ namespace name");
  check({"emit", object, "-o", object}, object);
  check({"emit", object, "-o", "/dev/stdout"}, "has no folder for the artifacts");
}

TEST_CASE("compile: -### prints the compiler's command and runs nothing") {
  const Sources sources;
  const auto printed = sources.compile("scale.cu", "gfx1100", {"-###"});
  CHECK(printed.exit_code == 0);
  CHECK_THAT(printed.err, Catch::Contains("--offload-arch=gfx1100"));
  CHECK_FALSE(fs::exists(sources.project / sources.object_of("scale.cu", "gfx1100")));
}

TEST_CASE("emit: the object files may be named in a file") {
  const Sources sources;
  sources.project.source("with blank.cu", kernel_source("blank"));
  REQUIRE(sources.compile("with blank.cu", "gfx1100").exit_code == 0);
  sources.project.folder().write("objects.rsp", "'" + sources.object_of("with blank.cu", "gfx1100") + "'\n");
  const auto emitted = sources.emit({"@objects.rsp"});
  INFO(emitted.err);
  CHECK(emitted.exit_code == 0);
  CHECK_THAT(read(sources.project / "out/k.hpp"), Catch::Contains("blank"));

  sources.project.folder().write("loop.rsp", "@loop.rsp\n");
  const auto loop = sources.emit({"@loop.rsp"});
  CHECK(loop.exit_code == 2);
  CHECK_THAT(loop.err, Catch::Contains("loop.rsp"));
  CHECK_THAT(sources.emit({"@none.rsp"}).err, Catch::Contains("@none.rsp"));
}

TEST_CASE("emit: lost kernels can be errors, as in build") {
  const Sources sources;
  sources.project.source("lost.cu", kernel_source("present") +
                                        "#if __CUDA_ARCH__ >= 9999\nextern \"C\" __global__ void lost() {}\n#endif\n");
  REQUIRE(sources.compile("lost.cu", "gfx1100").exit_code == 0);
  const auto emitted = sources.emit({sources.object_of("lost.cu", "gfx1100")}, {"-Werror=lost-kernels"});
  CHECK(emitted.exit_code == 1);
  CHECK_THAT(emitted.err, Catch::Contains("kernel 'lost' is not compiled"));
}

TEST_CASE("emit: files that are missing, repeated, foreign or damaged") {
  const Sources sources;
  sources.compile_all();
  sources.project.pretend_built();
  const auto check = [&](int exit_code, const std::string& message, const Words& objects) {
    check_refused(sources.project, exit_code, {message}, [&] { return sources.emit(objects); });
  };
  auto objects = sources.all_objects();
  SECTION("missing") {
    objects.pop_back();
    check(2, "there is no object file of this source for gfx90a", objects);
  }
  SECTION("repeated") {
    objects.push_back(objects.front());
    check(2, "has two object files for gfx1100", objects);
  }
  SECTION("not there") {
    objects.push_back("objects/none.rbo");
    check(1, "objects/none.rbo", objects);
  }
  SECTION("damaged") {
    auto bytes = read(sources.project / objects.front());
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    sources.project.folder().write(objects.front(), bytes);
    check(1, "or it is damaged", objects);
  }
  SECTION("no object file") {
    sources.project.folder().write("other.o", "ELF");
    check(1, "this is not an object file of `rocm-bindgen compile`", {"other.o"});
  }
  SECTION("of another text") {
    sources.project.source("common/factor.h", "#define FACTOR 3.0f\n");
    REQUIRE(sources.compile("scale.cu", "gfx90a").exit_code == 0);
    check(2, "was compiled from other text or with other flags", objects);
  }
  SECTION("with other flags") {
    REQUIRE(sources.compile("scale.cu", "gfx90a", {"-DOTHER"}).exit_code == 0);
    check(2, "or with other flags", objects);
  }
  SECTION("features that cannot be combined") {
    for (const std::string source : {"scale.cu", "math/exp.cu"}) {
      REQUIRE(sources.compile(source, "gfx90a:xnack+").exit_code == 0);
      objects.push_back(sources.object_of(source, "gfx90a:xnack+"));
    }
    check(2, "cannot be combined in one program", objects);
  }
  SECTION("another source with the same name") {
    sources.project.source("other/scale.cu", kernel_source("scale"));
    REQUIRE(sources.tool_in({"compile", "src/other/scale.cu", "--root", "src", "--arch", "gfx1100", "-o", "other.rbo"})
                .exit_code == 0);
    objects.push_back("other.rbo");
    check(2, "module 'scale' has two sources", objects);
  }
  SECTION("parameters that differ between targets") {
    sources.project.source("scale.cu",
                           "#ifdef __gfx90a__\nextern \"C\" __global__ void scale(double* x, double y) { *x = y; }\n"
                           "#else\nextern \"C\" __global__ void scale(float* x, float y) { *x = y; }\n#endif\n");
    for (const std::string target : {"gfx1100", "gfx90a"}) REQUIRE(sources.compile("scale.cu", target).exit_code == 0);
    check(1, "the parameters of kernel 'scale' differ", objects);
  }
}
