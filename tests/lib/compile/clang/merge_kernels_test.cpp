#include "compile/clang/merge_kernels.hpp"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include "lib/compile/clang/parse_module.hpp"
#include "support/catch.hpp"

using namespace rocm_bindgen::build;

namespace {

/// The variables and functions that the kernels of all tests use.
constexpr char kShared[] =
    "@one = internal addrspace(3) global i32 undef\n"
    "@other = internal addrspace(3) global i32 undef\n"
    "declare void @f(ptr addrspace(1))\n"
    "declare void @g(ptr addrspace(1))\n";

/// A kernel with `body` before its return, and `attributes` between the argument, whose name is `argument`, and the
/// body.
std::string kernel(const std::string& name, const std::string& body, const std::string& attributes = {},
                   const std::string& linkage = "protected", const std::string& argument = "%p") {
  return "define " + linkage + " amdgpu_kernel void @" + name + "(ptr addrspace(1) " + argument + ") " + attributes +
         " {\n" + body + "  ret void\n}\n";
}

/// Returns "b = a" for each kernel that was merged.
std::vector<std::string> merged(const std::string& kernels) {
  llvm::LLVMContext context;
  const auto module = parse_module(context, kShared + kernels);
  std::vector<std::string> all;
  for (const auto& [name, same_as] : merge_identical_kernels(*module)) {
    all.push_back(name + " = " + same_as);
    CHECK(module->getFunction(name)->isDeclaration());
    CHECK_FALSE(module->getFunction(same_as)->isDeclaration());
  }
  CHECK_FALSE(llvm::verifyModule(*module, &llvm::errs()));
  return all;
}

using Names = std::vector<std::string>;

constexpr char kCallF[] = "  call void @f(ptr addrspace(1) %p)\n";
constexpr char kCallG[] = "  call void @g(ptr addrspace(1) %p)\n";

std::string load_as(const std::string& metadata) {
  return "  %x = load i32, ptr addrspace(1) %p, align 4, " + metadata + "\n  call void @f(ptr addrspace(1) %p)\n";
}

}  // namespace

TEST_CASE("merge: the first of several equal kernels remains") {
  CHECK(merged(kernel("a", kCallF) + kernel("b", kCallG) + kernel("c", kCallF) + kernel("d", kCallG) +
               kernel("e", kCallF)) == Names{"c = a", "d = b", "e = a"});
}

TEST_CASE("merge: kernels that differ in anything remain unchanged") {
  CHECK(merged(kernel("a", kCallF) + kernel("b", kCallG)).empty());
  CHECK(merged(kernel("a", "  store i32 1, ptr addrspace(3) @one\n") +
               kernel("b", "  store i32 1, ptr addrspace(3) @other\n"))
            .empty());
  CHECK(merged(kernel("a", kCallF, "\"amdgpu-flat-work-group-size\"=\"1,64\"") +
               kernel("b", kCallF, "\"amdgpu-flat-work-group-size\"=\"1,256\""))
            .empty());
  CHECK(merged(kernel("a", kCallF, "!note !0") + kernel("b", kCallF, "!note !1") + "!0 = !{i32 1}\n!1 = !{i32 2}\n")
            .empty());
  // The names of arguments are stored in the code object, so they must match.
  std::string call_with_q = kCallF;
  call_with_q.replace(call_with_q.find("%p"), 2, "%q");
  CHECK(merged(kernel("a", kCallF) + kernel("b", call_with_q, "", "protected", "%q")).empty());
  // A function that is not a kernel is not merged.
  CHECK(merged(kernel("a", kCallF) + "define void @b(ptr addrspace(1) %p) {\n" + kCallF + "  ret void\n}\n").empty());
}

TEST_CASE("merge: kernels with different metadata of memory and loops remain") {
  // !0 is the tag of accesses to an int, !2 of those to a long.
  const std::string types =
      "!0 = !{!1, !1, i64 0}\n!1 = !{!\"int\", !3}\n!2 = !{!4, !4, i64 0}\n!3 = !{!\"root\"}\n!4 = !{!\"long\", !3}\n";
  CHECK(merged(kernel("a", load_as("!tbaa !0")) + kernel("b", load_as("!tbaa !0")) + types) == Names{"b = a"});
  CHECK(merged(kernel("a", load_as("!tbaa !0")) + kernel("b", load_as("!tbaa !2")) + types).empty());
  CHECK(merged(kernel("a", load_as("!tbaa !0")) + kernel("b", load_as("!noundef !5")) + types + "!5 = !{}\n").empty());

  // The same metadata is attached to different instructions.
  const std::string store = "  store i32 1, ptr addrspace(1) %p", tagged = store + ", !tbaa !0\n";
  CHECK(merged(kernel("a", tagged + store + "\n") + kernel("b", tagged + store + "\n") + types) == Names{"b = a"});
  CHECK(merged(kernel("a", tagged + store + "\n") + kernel("b", tagged + tagged) + types).empty());
  CHECK(merged(kernel("a", tagged + tagged) + kernel("b", tagged + store + "\n") + types).empty());

  const auto loop = [](const std::string& metadata) {
    return "  br label %l\nl:\n  call void @f(ptr addrspace(1) %p)\n  br i1 undef, label %l, label %e, !llvm.loop " +
           metadata + "\ne:\n";
  };
  // !0 and !1 differ only in their first operand, the node itself; !3 has another property, and !5 has none.
  const std::string loops =
      "!0 = distinct !{!0, !2}\n!1 = distinct !{!1, !2}\n!2 = !{!\"llvm.loop.unroll.disable\"}\n"
      "!3 = distinct !{!3, !4}\n!4 = !{!\"llvm.loop.unroll.full\"}\n!5 = distinct !{!5}\n";
  CHECK(merged(kernel("a", loop("!0")) + kernel("b", loop("!1")) + kernel("c", loop("!3")) + kernel("d", loop("!5")) +
               loops) == Names{"b = a"});
}

TEST_CASE("merge: kernels remain if unprotected, differing in section or alignment, or with their address taken") {
  CHECK(merged(kernel("a", kCallF, "", "") + kernel("b", kCallF, "", "")).empty());
  CHECK(merged(kernel("a", kCallF, "", "internal") + kernel("b", kCallF, "", "internal")).empty());
  CHECK(merged(kernel("a", kCallF, "", "weak_odr protected") + kernel("b", kCallF, "", "weak_odr protected")).empty());
  CHECK(merged(kernel("a", kCallF) + kernel("b", kCallF, "section \"mine\"")).empty());
  CHECK(merged(kernel("a", kCallF) + kernel("b", kCallF, "align 4096")).empty());
  CHECK(merged(kernel("a", kCallF) + kernel("b", kCallF) + "@table = addrspace(1) constant ptr @b\n").empty());
}

TEST_CASE("merge: with debug information all kernels remain") {
  const std::string unit =
      "!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!2}\n"
      "!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1)\n!1 = !DIFile(filename: \"a\", directory: \"\")\n"
      "!2 = !{i32 2, !\"Debug Info Version\", i32 3}\n";
  CHECK(merged(kernel("a", kCallF) + kernel("b", kCallF)) == Names{"b = a"});
  CHECK(merged(kernel("a", kCallF) + kernel("b", kCallF) + unit).empty());
}

TEST_CASE("merge: names of merged kernels are defined in the module with the code") {
  llvm::LLVMContext context;
  const auto module = parse_module(context, kShared + kernel("a", kCallF));
  // Only `b` is defined: the module has no `c`, and only a declaration of `g`.
  define_merged_kernels(*module, {{"b", "a"}, {"d", "c"}, {"g2", "g"}});
  CHECK(module->getModuleInlineAsm() ==
        ".globl \"b\"\n.protected \"b\"\n.set \"b\", \"a\"\n"
        ".globl \"b.kd\"\n.protected \"b.kd\"\n.set \"b.kd\", \"a.kd\"\n");
}
