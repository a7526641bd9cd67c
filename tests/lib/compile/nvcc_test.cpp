#include "compile/nvcc/nvcc_command.hpp"
#include "compile/nvcc/nvcc_messages.hpp"
#include "support/catch.hpp"

using namespace rocm_bindgen::build;

namespace {

std::string parsed(const std::string& output) {
  std::string text;
  for (const auto& diagnostic : parse_nvcc_messages(output, "src/a.cu")) text += render(diagnostic);
  return text;
}

}  // namespace

TEST_CASE("nvcc messages: those of the front end are parsed with the source lines below them") {
  CHECK(parsed("er.cu(2): error: identifier \"thing\" is undefined\n"
               "  thing(p);\n"
               "  ^\n"
               "\n"
               "dir (x)/er.cu(12): warning #177-D: variable \"unused\" was declared but never referenced\n"
               "\n"
               "Remark: The warnings can be suppressed with \"-diag-suppress <warning-number>\"\n"
               "\n"
               "a.cu(3): catastrophic error: out of memory\n"
               "1 error detected in the compilation of \"er.cu\".\n") ==
        "er.cu:2: error: identifier \"thing\" is undefined\n"
        "  thing(p);\n"
        "  ^\n"
        "dir (x)/er.cu:12: warning: variable \"unused\" was declared but never referenced [#177-D]\n"
        "a.cu:3: error: out of memory\n");
}

TEST_CASE("nvcc messages: those of the host compiler, which preprocesses, are parsed") {
  CHECK(parsed("er2.cu:1:10: fatal error: nope.h: No such file or directory\n"
               "    1 | #include \"nope.h\"\n"
               "      |          ^~~~~~~~\n"
               "compilation terminated.\n"
               "er3.cu:1: warning: #warning hello [-Wcpp]\n"
               "cc1plus: fatal error: none.cu: No such file or directory\n") ==
        "er2.cu:1:10: error: nope.h: No such file or directory\n"
        "    1 | #include \"nope.h\"\n"
        "      |          ^~~~~~~~\n"
        "er3.cu:1: warning: #warning hello [-Wcpp]\n"
        "src/a.cu: error: cc1plus: none.cu: No such file or directory\n");
}

TEST_CASE(
    "nvcc messages: those of ptxas and nvcc are reported for the source, without the intermediate file and its line") {
  CHECK(parsed("ptxas /tmp/tmpxft_00001ac4_00000000-6_er.ptx, line 84; error   : Not a name of any known instruction\n"
               "ptxas fatal   : Ptx assembly aborted due to errors\n"
               "ptxas error   : Entry function 'l' uses too much shared data (0x61a80 bytes, 0xc000 max)\n"
               "nvcc fatal   : Unknown option '-x'\n"
               "nvcc error   : 'cicc' died due to signal 11 (Invalid memory reference)\n"
               "ptxas info    : 10 bytes gmem\n") ==
        "src/a.cu: error: ptxas: Not a name of any known instruction\n"
        "src/a.cu: error: ptxas: Entry function 'l' uses too much shared data (0x61a80 bytes, 0xc000 max)\n"
        "src/a.cu: error: nvcc: Unknown option '-x'\n"
        "src/a.cu: error: nvcc: 'cicc' died due to signal 11 (Invalid memory reference)\n"
        "src/a.cu: note: ptxas: 10 bytes gmem\n");
}

TEST_CASE("nvcc messages: other text is reported unchanged") {
  CHECK(parsed("sh: 1: gcc: not found\nsecond line\n") == "src/a.cu: note: sh: 1: gcc: not found\nsecond line\n");
  CHECK(parsed("").empty());
}

TEST_CASE("nvcc dependencies: only escapes of blanks are undone") {
  CHECK(read_nvcc_dependencies("cubin : a\\ b.cu \\\n    /usr/include/x.h \\\n    c:\\d#$.h\n\nother") ==
        std::vector<std::string>{"a b.cu", "/usr/include/x.h", "c:\\d#$.h", "other"});
  CHECK(read_nvcc_dependencies("").empty());
  CHECK(read_nvcc_dependencies("cubin :").empty());
}

TEST_CASE("nvcc command: a source with a leading dash is not parsed as an option") {
  CompileOptions options;
  options.nvcc.program = "nvcc";
  options.nvcc.host_compiler = "g++-12";
  const Source source{"-a.cu", ".", "-a.cu", "-a", "a", "A", {}};
  const auto command = nvcc_command(source, {"sm_90", "sm_90a"}, options, "x.cubin");
  REQUIRE(command);
  CHECK(command->back() == "./-a.cu");
  CHECK(std::vector<std::string>(command->begin(), command->begin() + 5) ==
        std::vector<std::string>{"nvcc", "-cubin", "-arch=sm_90a", "-ccbin", "g++-12"});
}
