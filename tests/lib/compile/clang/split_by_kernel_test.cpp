#include "compile/clang/split_by_kernel.hpp"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include "lib/compile/clang/parse_module.hpp"
#include "support/catch.hpp"

using namespace rocm_bindgen::build;

namespace {

/// A kernel that begins with `body` and has slightly more than `instructions` instructions.
std::string long_kernel(const std::string& name, unsigned instructions, const std::string& body = {}) {
  std::string text = "define protected amdgpu_kernel void @" + name + "(ptr addrspace(1) %p) {\n" + body;
  for (unsigned i = 0; i < instructions; ++i) text += "  store volatile i32 1, ptr addrspace(1) %p\n";
  return text + "  ret void\n}\n";
}

/// Puts each kernel into its own group, in the module's order.
std::vector<KernelGroup> one_each(const llvm::Module& module) {
  std::vector<KernelGroup> groups;
  for (const auto& function : module)
    if (function.getCallingConv() == llvm::CallingConv::AMDGPU_KERNEL) groups.push_back({&function});
  return groups;
}

/// The parts as text, after a check that each is a valid module.
std::vector<std::string> parts(const std::string& text) {
  llvm::LLVMContext context;
  const auto module = parse_module(context, text);
  std::vector<std::string> texts;
  split_by_kernel(*module, one_each(*module), [&](llvm::Module& part) {
    std::string printed;
    llvm::raw_string_ostream stream(printed);
    INFO(texts.size());
    CHECK_FALSE(llvm::verifyModule(part, &stream));
    part.print(stream, nullptr);
    texts.push_back(stream.str());
  });
  return texts;
}

std::vector<std::vector<std::string>> names(const std::vector<KernelGroup>& groups) {
  std::vector<std::vector<std::string>> all;
  for (const auto& group : groups) {
    all.emplace_back();
    for (const auto* one : group) all.back().push_back(one->getName().str());
  }
  return all;
}

}  // namespace

TEST_CASE("split by kernel: each kernel is in one group and the groups are the same each time") {
  llvm::LLVMContext context;
  const auto module = parse_module(context, long_kernel("a", 30'000) + long_kernel("b", 40'000) +
                                                long_kernel("c", 30'000) + long_kernel("d", 40'000));
  const auto groups = groups_of_kernels(*module);
  REQUIRE(groups.size() >= 2);
  std::size_t kernels = 0;
  for (const auto& group : groups) {
    CHECK_FALSE(group.empty());
    kernels += group.size();
  }
  CHECK(kernels == 4);
  CHECK(names(groups) == names(groups_of_kernels(*module)));
  CHECK(names(groups).front().front() == "b");  // heaviest first; of equal kernels, the first in the module
}

TEST_CASE("split by kernel: called functions count as work and small modules are not split") {
  llvm::LLVMContext context;
  // A group has at least 20,000 instructions, and a single kernel is not divided.
  CHECK(groups_of_kernels(*parse_module(context, long_kernel("a", 100) + long_kernel("b", 100))).size() == 1);
  CHECK(groups_of_kernels(*parse_module(context, long_kernel("a", 90'000))).size() == 1);
  // The helper's instructions are added to those of each kernel that calls it, so there is work for more than two
  // groups, but there are only two kernels.
  std::string helper = "define hidden void @helper(ptr addrspace(1) %p) {\n";
  for (unsigned i = 0; i < 50'000; ++i) helper += "  store volatile i32 1, ptr addrspace(1) %p\n";
  helper += "  ret void\n}\n";
  const std::string call = "  call void @helper(ptr addrspace(1) %p)\n";
  CHECK(groups_of_kernels(*parse_module(context, helper + long_kernel("a", 1, call) + long_kernel("b", 1, call)))
            .size() == 2);
}

TEST_CASE("split by kernel: modules with interdependent parts are not split") {
  llvm::LLVMContext context;
  const auto two = long_kernel("a", 90'000) + long_kernel("b", 90'000);
  REQUIRE(groups_of_kernels(*parse_module(context, two)).size() > 1);
  const std::string function = "define hidden void @f() {\n  ret void\n}\n";
  // The address of a function in a variable and in a kernel, a call through a pointer, an alias, a call of a function
  // that is defined elsewhere, a constructor, and assembly.
  for (const auto& more : {
           function + "@table = addrspace(1) global ptr @f\n",
           function + long_kernel("c", 1, "  store ptr @f, ptr addrspace(1) %p\n"),
           long_kernel("c", 1, "  %f = load ptr, ptr addrspace(1) %p\n  call void %f()\n"),
           "@alias = alias void (), ptr @f\n" + function,
           "declare void @elsewhere()\n" + long_kernel("c", 1, "  call void @elsewhere()\n"),
           "@llvm.global_ctors = appending addrspace(1) global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr "
           "@f, ptr null }]\n" +
               function,
           std::string("module asm \".globl x\"\n"),
       }) {
    INFO(more.substr(0, 200));
    CHECK(groups_of_kernels(*parse_module(context, two + more)).size() == 1);
  }
}

TEST_CASE("split by kernel: a part has its kernels and its own copies of the functions that they call") {
  const std::string call = "  call void @shared(ptr addrspace(1) %p)\n";
  const auto texts = parts(
      "define linkonce_odr hidden void @shared(ptr addrspace(1) %p) {\n  ret void\n}\n"
      "define hidden void @only_b(ptr addrspace(1) %p) {\n  ret void\n}\n"
      "define hidden void @nobody() {\n  ret void\n}\n" +
      long_kernel("a", 1, call) + long_kernel("b", 1, call + "  call void @only_b(ptr addrspace(1) %p)\n"));
  REQUIRE(texts.size() == 2);
  using Catch::Contains;
  CHECK_THAT(texts[0], Contains("amdgpu_kernel void @a(") && !Contains("@b(") && !Contains("@only_b") &&
                           !Contains("@nobody") && Contains("define internal void @shared("));
  CHECK_THAT(texts[1], Contains("amdgpu_kernel void @b(") && !Contains("@a(") &&
                           Contains("define internal void @only_b") && Contains("define internal void @shared("));
}

TEST_CASE("split by kernel: variables are shared by all parts, but LDS and unnamed constants are copied") {
  const std::string use =
      "  %x = load i32, ptr addrspace(1) @counter\n"
      "  %y = load i32, ptr addrspace(1) @hidden_counter\n"
      "  %z = load i32, ptr addrspace(4) @table\n"
      "  %w = load i32, ptr addrspace(4) @.str\n"
      "  %l = load i32, ptr addrspace(3) @tile\n"
      "  %d = load i32, ptr addrspace(3) @dynamic\n"
      "  %o = load i32, ptr addrspace(1) @once\n";
  const auto texts = parts(
      "@counter = protected addrspace(1) externally_initialized global i32 7\n"
      "@hidden_counter = internal addrspace(1) global i32 8\n"
      "@unused = protected addrspace(1) externally_initialized global i32 9\n"
      "@table = internal addrspace(4) constant i32 10\n"
      "@.str = private unnamed_addr addrspace(4) constant i32 11\n"
      "@tile = internal addrspace(3) global i32 undef\n"
      "@dynamic = external hidden addrspace(3) global [0 x i8]\n"
      "@once = linkonce_odr protected addrspace(1) global i32 12\n"
      "@llvm.compiler.used = appending addrspace(1) global [2 x ptr] [ptr addrspacecast (ptr addrspace(1) @counter to "
      "ptr), ptr addrspacecast (ptr addrspace(1) @unused to ptr)], section \"llvm.metadata\"\n" +
      long_kernel("a", 1, use) + long_kernel("b", 1, use));
  REQUIRE(texts.size() == 2);
  using Catch::Contains;
  CHECK_THAT(texts[0], Contains("@counter = protected addrspace(1) externally_initialized global i32 7") &&
                           Contains("@hidden_counter = hidden addrspace(1) global i32 8") && Contains("global i32 9") &&
                           Contains("@table = hidden addrspace(4) constant i32 10") &&
                           Contains("@once = weak_odr protected addrspace(1) global i32 12") &&
                           Contains("@llvm.compiler.used = appending") && Contains("@unused to ptr"));
  CHECK_THAT(texts[1], Contains("@counter = external protected addrspace(1) externally_initialized global i32") &&
                           Contains("@hidden_counter = external hidden addrspace(1) global i32") &&
                           !Contains("@unused") && Contains("@once = external protected addrspace(1) global i32") &&
                           // The value is available for constant folding, but the definition is in the first part.
                           Contains("@table = available_externally hidden addrspace(4) constant i32 10"));
  for (const auto& text : texts)
    CHECK_THAT(text, Contains("@.str = private unnamed_addr addrspace(4) constant i32 11") &&
                         Contains("@tile = internal addrspace(3) global i32 undef") &&
                         Contains("@dynamic = external hidden addrspace(3) global [0 x i8]"));
}
