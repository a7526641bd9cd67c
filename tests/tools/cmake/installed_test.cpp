// Uses the result of `cmake --install` without CMake: the examples, and pkg-config.
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "docs/document.hpp"
#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/tool.hpp"
#include "tools/cmake/example.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

/// The ```cmake block of a document that contains `text`.
std::string cmake_block(const std::string& document, const std::string& text) {
  for (const auto& block : docs_test::blocks_of(document, "cmake"))
    if (block.find(text) != std::string::npos) return block;
  FAIL("no cmake block of " << document << " has " << text);
  return {};
}

}  // namespace

TEST_CASE("examples: make builds kernels and program and rebuilds only what has changed") {
  const Example example("make");
  example.succeed({"make", "-j2"});
  CHECK(example.succeed({"build/saxpy"}) == kResult);
  CHECK(example.succeed({"make", "-j2"}) == "make: 'build/saxpy' is up to date.\n");
  // A change of a comment changes no code object: the tool runs, but nothing is compiled or linked again.
  const auto program = fs::last_write_time(example.source() / "build/saxpy");
  example.change_kernel();
  CHECK(example.succeed({"make", "-j2"}).find("rocm-bindgen build") != std::string::npos);
  CHECK(fs::last_write_time(example.source() / "build/saxpy") == program);
  CHECK(example.succeed({"make", "-j2"}).find("rocm-bindgen build") == std::string::npos);
}

TEST_CASE("examples: Meson builds kernels and program and rebuilds only what has changed") {
  const Example example("meson");
  example.succeed({"meson", "setup", "build"});
  example.succeed({"ninja", "-C", "build"});
  CHECK(example.succeed({"build/saxpy"}) == kResult);
  CHECK(example.succeed({"ninja", "-C", "build"}).find("no work to do") != std::string::npos);
  example.change_kernel();
  CHECK(example.succeed({"ninja", "-C", "build"}).find("Generating kernels") != std::string::npos);
  CHECK(example.succeed({"ninja", "-C", "build"}).find("no work to do") != std::string::npos);
}

TEST_CASE("docs: the CMake lines of README and of cmake.md build a program") {
  const Example example("make");
  for (const std::string document : {"README.md", "docs/cmake.md"}) {
    INFO(document);
    // One of the documents does not show the executable, because it is the user's.
    const auto lines = cmake_block(document, "rocm_bindgen_add_kernels(");
    const std::string project =
        "cmake_minimum_required(VERSION 3.22)\nproject(app LANGUAGES CXX)\n" +
        std::string(lines.find("add_executable") == std::string::npos ? "add_executable(app main.cpp)\n" : "") + lines;
    const Folder folder;
    folder.write("CMakeLists.txt", project);
    folder.write("src/saxpy.cu", read(example.source() / "kernels/saxpy.cu"));
    folder.write("main.cpp", std::regex_replace(read(example.source() / "main.cpp"), std::regex("\"kernels.hpp\""),
                                                "\"my_kernels.hpp\""));
    const auto binary = (folder / "build").string();
    example.succeed({"cmake", "-G", "Ninja", "-S", folder.path(), "-B", binary,
                     "-DCMAKE_PREFIX_PATH=" + example.prefix().string()});
    example.succeed({"cmake", "--build", binary});
    CHECK(example.succeed({binary + "/app"}) == kResult);
  }
}

TEST_CASE("docs: the FetchContent lines of cmake.md define the targets") {
  const Folder folder;
  folder.write("CMakeLists.txt", "cmake_minimum_required(VERSION 3.25)\nproject(app LANGUAGES C CXX)\n" +
                                     cmake_block("docs/cmake.md", "FetchContent_Declare(") +
                                     "foreach(name rocm-bindgen runtime kernels emulator)\n"
                                     "  if(NOT TARGET rocm_bindgen::${name})\n"
                                     "    message(FATAL_ERROR \"no ${name}\")\n  endif()\nendforeach()\n");
  fs::create_directories(folder / "third_party");
  fs::create_directory_symlink(ROCM_BINDGEN_SOURCE_DIR, folder / "third_party/rocm-bindgen");
  const auto configured =
      run({"cmake", "-G", "Ninja", "-S", folder.path().string(), "-B", (folder / "build").string()});
  INFO(configured.err);
  CHECK(configured.exit_code == 0);
}

TEST_CASE("installed: pkg-config gives the flags of a program after the installation was moved") {
  const Example example("make");
  const auto prefix = example.prefix().string();
  CHECK(example.succeed({"pkg-config", "--define-prefix", "--cflags", "rocm_bindgen"}).find(prefix + "/include") !=
        std::string::npos);
  const auto libraries = example.succeed({"pkg-config", "--libs", "rocm_bindgen-kernels"});
  CHECK(libraries.find("-lrocm_bindgen_kernels") != std::string::npos);
  CHECK(libraries.find("-lrocm_bindgen_runtime") != std::string::npos);
  CHECK(libraries.find(ROCM_BINDGEN_BUILD_DIR) == std::string::npos);
}

// This test is slow, because it builds all of the tool's sources again and links a hundred megabytes.
TEST_CASE("static tool: links no LLVM libraries dynamically and writes the same files", "[long]") {
  const auto built = run({"cmake", "--build", ROCM_BINDGEN_BUILD_DIR, "--target", "rocm-bindgen-static"});
  INFO(built.out << built.err);
  REQUIRE(built.exit_code == 0);
  const auto static_tool = tool() + "-static";
  const auto libraries = run({"ldd", static_tool}).out;
  for (const std::string name : {"libc.so", "libm.so"}) CHECK(libraries.find(name) != std::string::npos);
  for (const std::string name : {"LLVM", "clang", "stdc++", "fmt", "zstd", "tcmalloc", "libz.", "curl"}) {
    INFO(name << " in\n" << libraries);
    CHECK(libraries.find(name) == std::string::npos);
  }
  const Folder folder;
  const auto source = folder.write("scale.cu", kernel_source("scale")).string();
  const auto build = [&](const std::string& program, const std::string& subfolder) {
    const auto finished = run({program, "build", source, "-o", (folder / subfolder / "k.hpp").string(), "--arch",
                               "gfx1100,gfx90a", "--no-cache", "-q"},
                              {{}, tool_environment()});
    INFO(finished.err);
    REQUIRE(finished.exit_code == 0);
    std::filesystem::remove_all(folder / subfolder /
                                "k.artifacts/.rocm-bindgen");  // this folder contains the path of the tool
    return tree(folder / subfolder);
  };
  CHECK(differences(build(tool(), "shared"), build(static_tool, "static")).empty());
}

TEST_CASE("installed: libraries have versions and no file contains the path of the build folder") {
  const Example example("make");
  for (const std::string name : {"runtime", "kernels"}) {
    const auto library = example.prefix() / "lib" / ("librocm_bindgen_" + name + ".so");
    CHECK(fs::read_symlink(library) == library.filename().string() + ".0");
    CHECK(fs::read_symlink(library.string() + ".0") == library.filename().string() + ".0.1.0");
  }
  for (const auto& [name, content] : tree(example.prefix())) {
    INFO(name);
    const bool clean = content.find(ROCM_BINDGEN_BUILD_DIR) == std::string::npos;
    CHECK(clean);
  }
}
