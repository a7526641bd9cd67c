#include "compile/flag_inputs.hpp"

#include <filesystem>

#include "support/catch.hpp"
#include "support/files.hpp"

using namespace rocm_bindgen::build;
namespace fs = std::filesystem;

using Words = std::vector<std::string>;

TEST_CASE("flag inputs: files are found in any part of a flag") {
  const test::Folder folder;
  const auto file = fs::canonical(folder.write("some file", "")).string(),
             other = fs::canonical(folder.write("b", "")).string();
  for (const auto& flags : std::vector<Words>{{"-fembed-offload-object=" + file},
                                              {"-mllvm", "-option=" + file},
                                              {"-mllvm", "-option", "-mllvm", file},
                                              {"-mllvm", "@" + file},
                                              {"-mllvm", "-option=kind:" + file},
                                              {"-Xclang", "-load", "-Xclang", file},
                                              {"-Wp,-option," + file},
                                              {"-fpass-plugin=" + file},
                                              {"-D", "A=1", "-fthinlto-index=" + file}}) {
    INFO(flags.front());
    CHECK(files_named_by(flags) == Words{file});
  }
  CHECK(files_named_by({"-foption=" + other + "," + file}) == Words{other, file});
  // If a flag names a symbolic link, both the link and its target are inputs.
  fs::create_symlink("b", folder / "link");
  const auto link = (fs::canonical(folder.path()) / "link").string();
  CHECK(files_named_by({"-foption=" + link}) == Words{other, link});
}

TEST_CASE("flag inputs: macros, headers, outputs and folders are not input files") {
  const test::Folder folder;
  const auto file = folder.write("file", "").string();
  // The compiler itself reports the headers that it reads. Folders and missing files are not inputs either.
  CHECK(files_named_by({"-D", file, "-DA=" + file, "-include", file, "-I" + file, "-foptimization-record-file=" + file,
                        "-ftime-trace=" + file, "-O3", "-foption=" + folder.path().string(), "-foption=/nowhere"})
            .empty());
  // Flags that make the compiler read code that was compiled before.
  CHECK(any_brings_compiled_code({"-Xclang", "-include-pch"}));
  CHECK(any_brings_compiled_code({"-fmodule-file=x"}));
  CHECK_FALSE(any_brings_compiled_code({"-include", "x.h", "-O3"}));
}

TEST_CASE("flag inputs: the processor counts if a flag asks for this machine's") {
  CHECK(processor_named_by({"-O2", "-march=gfx1100", "-DNAME=native"}) == "");
  for (const auto* flag : {"-march=native", "-mtune=native", "-mcpu=native"}) {
    const auto processor = processor_named_by({"-O2", flag});
    CHECK(processor != "");
    CHECK(processor == processor_named_by({flag}));
  }
}
