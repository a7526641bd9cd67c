// --emit rust: rustc compiles the file, and a program can use it.
#include <filesystem>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

/// The path of a program of Debian's Rust, which is the oldest supported version. If it is not installed, the one in
/// PATH is used.
std::string rust_program(const std::string& program) {
  const auto of_debian = "/usr/bin/" + program;
  return fs::exists(of_debian) ? of_debian : program;
}

void require_rust(const std::string& program) {
  INFO("no " << program << " on this machine: `./dev setup` installs Debian's");
  REQUIRE(has_program(program));
}

/// A source whose kernels and parameters have names with a meaning in Rust.
const char* const kKeywords =
    "struct Shape { int sizes[3]; };\n"
    "extern \"C\" __global__ void match(float* fn, const unsigned long impl, Shape let) {}\n"
    "extern \"C\" __global__ void self(int) {}\n"
    "extern \"C\" __global__ void self_() {}\n"
    "template <class T, char kMark> __global__ void quoting(T* out) {}\n"
    "template __global__ void quoting<float, '\"'>(float*);\n";

void write_sources(const Project& project) {
  project.source("move.cu", kKeywords);
  project.source("view_binary.cu", kernel_source("view_add"));
  project.source("Id.cu", kernel_source("Id"));
  project.source("CAPITALS.cu", kernel_source("CAPITALS"));
}

const std::vector<std::string> kToRust{"--emit", "rust", "-o", "out/hsaco.rs", "--arch", "gfx1100,gfx90a:xnack-",
                                       "-O0"};

Finished compile(const Project& project, const std::string& source, const std::vector<std::string>& more) {
  std::vector<std::string> words{rust_program("rustc"), source};
  words.insert(words.end(), more.begin(), more.end());
  return run(words, {project / "out", {}});
}

/// Prints the contents and compares each code object with its file.
const char* const kProgram = R"(#![deny(warnings)]
mod hsaco;

fn main() {
    for id in hsaco::ALL_IDS.iter().copied() {
        let module = id.module();
        assert_eq!(hsaco::Id::from_name(module.name), Some(id));
        println!("{:?} {} {} {}", id, id as u32, module.index(), module.name);
        for kernel in module.kernels {
            let found = module.kernel(kernel.name).expect("a kernel by its name");
            println!("  {} {}", kernel.name, found.symbol);
            for p in kernel.parameters {
                println!("    {:?} {:?} {} {} {}", p.name, p.type_name, p.offset, p.size, p.is_pointer);
            }
        }
        for object in module.code_objects {
            let file = format!("hsaco.artifacts/hsaco/{}.{}.hsaco", module.name, object.target);
            let same = std::fs::read(file).expect("the file").as_slice() == object.image;
            println!("  {} {} {}", object.target, same, object.image.as_ptr() as usize % 4096);
        }
        assert!(module.kernel("absent").is_none());
        assert!(module.code_object("gfx90a").is_none());
        assert_eq!(module.code_object("gfx90a:sramecc+:xnack-").expect("gfx90a").target, "gfx90a:xnack-");
        assert_eq!(module.code_object("gfx1100").expect("gfx1100").target, "gfx1100");
    }
    println!("{}", hsaco::r#move::r#match.symbol);
    println!("{}", hsaco::r#move::self__.name);
    println!("{}", hsaco::Id_::Id.name);
    println!("{}", hsaco::VIEW_BINARY.kernels.len());
}
)";

/// The last number in the line of a code object is its address modulo 4096: images are page-aligned. In the symbol of
/// quoting, Lc34E is the argument '"', whose code is 34.
const char* const kPrinted = R"(Capitals 0 0 CAPITALS
  CAPITALS CAPITALS
    "out" "float *" 0 8 true
  gfx1100 true 0
  gfx90a:xnack- true 0
Id 1 1 Id
  Id Id
    "out" "float *" 0 8 true
  gfx1100 true 0
  gfx90a:xnack- true 0
Move 2 2 move
  match match
    "fn" "float *" 0 8 true
    "impl" "const unsigned long" 8 8 false
    "let" "Shape" 16 12 false
  self self
    "" "int" 0 4 false
  self_ self_
  quoting_float _Z7quotingIfLc34EEvPT_
    "out" "float *" 0 8 true
  gfx1100 true 0
  gfx90a:xnack- true 0
ViewBinary 3 3 view_binary
  view_add view_add
    "out" "float *" 0 8 true
  gfx1100 true 0
  gfx90a:xnack- true 0
match
self_
Id
1
)";

}  // namespace

TEST_CASE("build --emit rust: a program finds modules, kernels and the bytes of every code object", "[slow]") {
  require_rust("rustc");
  Project project;
  write_sources(project);
  const auto built = project.build(kToRust);
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  CHECK_THAT(built.out, Catch::Contains("out/hsaco.rs: 8 code objects compiled"));
  project.folder().write("out/main.rs", kProgram);
  for (const std::string edition : {"2018", "2021"}) {
    const auto compiled = compile(project, "main.rs", {"--edition", edition, "-o", "main"});
    INFO(compiled.err);
    REQUIRE(compiled.exit_code == 0);
    const auto ran = run({(project / "out/main").string()}, {project / "out", {}});
    INFO(ran.err);
    CHECK(ran.exit_code == 0);
    CHECK(ran.out == kPrinted);
  }
}

TEST_CASE("build --emit rust: the file needs no std, causes no warning and can be a module or included into one",
          "[slow]") {
  require_rust("rustc");
  Project project;
  write_sources(project);
  REQUIRE(project.build(kToRust).exit_code == 0);
  project.folder().write("out/lib.rs",
                         "#![no_std]\n"
                         "#![deny(warnings, missing_docs, missing_debug_implementations, rust_2018_idioms)]\n"
                         "//! A library.\n"
                         "/// Kernels.\n"
                         "pub mod hsaco;\n"
                         "/// The same by other means, and with names of the core library around it.\n"
                         "pub mod core { include!(concat!(\"./\", \"hsaco.rs\")); }\n"
                         "mod unused { include!(\"hsaco.rs\"); }\n");
  for (const std::string edition : {"2018", "2021"}) {
    const auto compiled =
        compile(project, "lib.rs", {"--edition", edition, "--crate-type", "lib", "--emit", "metadata"});
    INFO(compiled.err);
    CHECK(compiled.exit_code == 0);
  }
}

TEST_CASE("build --emit rust: rustfmt changes nothing") {
  require_rust("rustfmt");
  Project project;
  write_sources(project);
  REQUIRE(project.build(kToRust).exit_code == 0);
  const auto formatted =
      run({rust_program("rustfmt"), "--edition", "2018", "--check", (project / "out/hsaco.rs").string()});
  INFO(formatted.out << formatted.err);
  CHECK(formatted.exit_code == 0);
}

TEST_CASE("build --emit rust-launch: rustfmt changes nothing") {
  require_rust("rustfmt");
  Project project;
  write_sources(project);
  REQUIRE(project.build({"--emit", "rust-launch", "-o", "out/hsaco.rs", "-O0"}).exit_code == 0);
  const auto formatted =
      run({rust_program("rustfmt"), "--edition", "2018", "--check", (project / "out/hsaco.rs").string()});
  INFO(formatted.out << formatted.err);
  CHECK(formatted.exit_code == 0);
}

TEST_CASE("build --emit rust: files are included by relative paths for any --out-dir", "[slow]") {
  require_rust("rustc");
  Project project;
  project.source("a.cu", kernel_source("a"));
  fs::create_directories(project / "linked to/deep");
  fs::create_directory_symlink(project / "linked to/deep", project / "out");
  for (const std::string folder : {"out", "artifacts", "with \"quotes\"/and blanks/"}) {
    INFO(folder);
    const auto built = project.build({"--emit", "rust", "-o", "out/hsaco.rs", "--out-dir", folder});
    INFO(built.err);
    REQUIRE(built.exit_code == 0);
    const auto text = read(project / "out/hsaco.rs");
    CHECK_THAT(text, !Catch::Contains(project.path().string()));
    const auto compiled = compile(project, "hsaco.rs", {"--crate-type", "lib", "--edition", "2018", "-o", "lib.rlib"});
    INFO(compiled.err);
    CHECK(compiled.exit_code == 0);
  }
  const auto where = read(project / "out/hsaco.rs");
  CHECK_THAT(where, Catch::Contains("include_bytes!(\"../../with \\\"quotes\\\"/and blanks/hsaco/a.gfx1100.hsaco\")"));
}

TEST_CASE("build --emit rust: the bytes do not depend on the folder and an equal file is not written again", "[slow]") {
  Project first, second;
  for (const auto* project : {&first, &second}) {
    write_sources(*project);
    REQUIRE(project->build(kToRust).exit_code == 0);
  }
  CHECK(differences(first.outputs(), second.outputs()) == std::vector<std::string>{});
  const auto before = fs::last_write_time(first / "out/hsaco.rs");
  REQUIRE(first.build(kToRust).exit_code == 0);
  CHECK(first.compiled().empty());
  CHECK(fs::last_write_time(first / "out/hsaco.rs") == before);
}

TEST_CASE("build --emit rust: inapplicable options are refused") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  const auto refused = [&](const std::vector<std::string>& option, const std::string& message) {
    auto words = option;
    words.insert(words.end(), {"--emit", "rust"});
    check_refused(project, 2, {message}, words);
  };
  refused({"--namespace", "n"}, "--namespace cannot be used with --emit rust: a Rust file has no namespace");
  refused({"--compress", "none"},
          "--compress cannot be used with --emit rust: only the C++ and the C header embed code objects");
  refused({"--no-inline-runtime"}, "--no-inline-runtime cannot be used with --emit rust");
  check_refused(project, 2, {"--compress cannot be used with --emit rust-launch"},
                {"--emit", "rust-launch", "--compress", "none"});
  check_refused(project, 2, {"--emit", "pascal"}, {"--emit", "pascal"});
}

TEST_CASE("build --emit rust: a name that is not UTF-8 is refused") {
  Project project;
  project.source("a\xe9.cu", kernel_source("a"));
  check_refused(project, 2, {"--emit rust: a name is not UTF-8", "help: rename the file"}, {"--emit", "rust"});
}
