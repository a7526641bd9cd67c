#include "compile/clang/assembly_inputs.hpp"

#include "support/catch.hpp"

using namespace rocm_bindgen::build;

TEST_CASE("assembly inputs: text that may name files is detected") {
  // Directives in any case, macros and loops that can compose one, and names that an operand, an alternative for a
  // dialect or a macro argument completes.
  for (const auto* text :
       {".incbin \"x\"", "\t.INCLUDE \"x\"", "s_nop 0\n.IncBin \"x\"", ".macro m\n.endm", ".irp x,1\n.endr",
        ".irpc x,ab\n.endr", ".${0:c} \"x\"", ".inc$0 \"x\"", ".inc$(bin$|bin$) \"x\"", ".in\\x \"x\"\n.macro"})
    CHECK(may_read_files(text));
}

TEST_CASE("assembly inputs: text that names no files is accepted") {
  for (const auto* text : {"", "s_nop 0", "v_add_f32 $0, $1, $2", ".Lend${:uid}:", "s_branch .Lend${:uid}", "100$$",
                           ".L$$0", ".p2align 2", "; a comment", "v_mov_b32 $0, 1.5"})
    CHECK_FALSE(may_read_files(text));
}
