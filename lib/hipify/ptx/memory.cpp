#include <algorithm>

#include <fmt/format.h>
#include <llvm/ADT/StringSwitch.h>

#include "hipify/ptx/instructions.hpp"

namespace rocm_bindgen::build {
namespace {

/// The state space of an instruction's addresses: "shared", "local" or empty. Empty means that the address is used as a
/// generic one. This includes global and constant addresses, which equal the generic ones on AMD GPUs.
std::string space_of(const PtxCall& call) {
  if (call.has("shared") || call.has("shared::cta")) return "shared";
  return call.has("local") ? "local" : "";
}

/// The scope of an atomic operation; in PTX, the default is the GPU.
std::string scope_of(const PtxCall& call) {
  if (call.has("cta")) return "__HIP_MEMORY_SCOPE_WORKGROUP";
  return call.has("sys") ? "__HIP_MEMORY_SCOPE_SYSTEM" : "__HIP_MEMORY_SCOPE_AGENT";
}

/// The memory order of an atomic operation; in PTX, the default is relaxed.
std::string order_of(const PtxCall& call) {
  if (call.has("acq_rel")) return "__ATOMIC_ACQ_REL";
  if (call.has("acquire")) return "__ATOMIC_ACQUIRE";
  return call.has("release") ? "__ATOMIC_RELEASE" : "__ATOMIC_RELAXED";
}

/// Translates ld, ldu and st of one, two or four elements.
std::string access(const PtxCall& call) {
  call.allow({"global",
              "shared",
              "shared::cta",
              "local",
              "const",
              "volatile",
              "nc",
              "ca",
              "cg",
              "cs",
              "lu",
              "cv",
              "wb",
              "wt",
              "weak",
              "relaxed",
              "acquire",
              "release",
              "cta",
              "gpu",
              "sys",
              "v2",
              "v4",
              "L1::evict_last",
              "L1::evict_first",
              "L1::evict_normal",
              "L1::evict_unchanged",
              "L1::no_allocate",
              "L2::64B",
              "L2::128B",
              "L2::256B",
              "L2::cache_hint"});
  call.expect(2, call.has("L2::cache_hint") ? 3 : 2);
  const bool loads = call.opcode() != "st";
  const auto type = call.cpp(call.type());
  const auto address = call.operands.address(call.operand(loads ? 1 : 0), space_of(call), type);
  const auto elements = PtxOperands::elements(call.operand(loads ? 0 : 1));
  const bool ordered = call.has("relaxed") || call.has("acquire") || call.has("release");
  const bool is_volatile = call.has("volatile") || call.has("cv") || call.has("wt");
  if (elements.size() != (call.has("v4") ? 4U : (call.has("v2") ? 2U : 1U))) call.operands.fail();
  if (elements.size() == 1) {
    const auto how = ordered ? fmt::format("<{}, {}>", order_of(call), scope_of(call)) : std::string();
    const auto name = ordered ? "ordered_" : (is_volatile ? "volatile_" : "");
    if (loads) return call.assign(fmt::format("ptx::do_{}load{}({})", name, how, address));
    return fmt::format("ptx::do_{}store{}({}, {}); ", name, how, address, call.operands.value(elements[0], type));
  }
  if (ordered) call.operands.fail();
  std::string text = fmt::format("{{ ptx::Elements<{}, {}> all; ", type, elements.size());
  const auto name = is_volatile ? "volatile_" : "";
  if (loads) text += fmt::format("ptx::do_{}load_all(all, {}); ", name, address);
  for (std::size_t i = 0; i < elements.size(); ++i)
    text += loads ? fmt::format("ptx::put({}, all.at[{}]); ", call.operands.target(elements[i]), i)
                  : fmt::format("all.at[{}] = {}; ", i, call.operands.value(elements[i], type));
  if (!loads) text += fmt::format("ptx::do_{}store_all(all, {}); ", name, address);
  return text + "} ";
}

std::string atomic(const PtxCall& call) {
  call.allow({"global", "shared", "shared::cta", "relaxed", "acquire", "release", "acq_rel",
              "cta",    "gpu",    "sys",         "add",     "min",     "max",     "exch",
              "cas",    "and",    "or",          "xor",     "inc",     "dec",     "noftz"});
  const bool returns = call.opcode() == "atom";
  const bool compares = call.has("cas");
  const std::size_t address = returns ? 1 : 0;  // index of the operand
  call.expect(address + (compares ? 3 : 2));
  const auto type = call.cpp(call.type());
  // f16, f16x2 and integers of 8 and 16 bits are not supported, whatever the operation.
  if (call.type().starts_with("f16") || type.find("char") != std::string::npos ||
      type.find("short") != std::string::npos)
    call.operands.fail();
  std::string operation;
  for (const auto* name : {"add", "min", "max", "exch", "cas", "and", "or", "xor", "inc", "dec"})
    if (call.has(name)) operation = name;
  if (operation.empty()) call.operands.fail();
  auto text =
      fmt::format("ptx::do_atomic_{}<{}, {}>({}, {}", operation, order_of(call), scope_of(call),
                  call.operands.address(call.operand(address), space_of(call), type), call.value(address + 1, type));
  if (compares) text += ", " + call.value(address + 2, type);
  return returns ? call.assign(text + ")") : text + "); ";
}

/// Translates cp.async. The copy is synchronous, so the instructions that wait for it do nothing.
std::string asynchronous_copy(const PtxCall& call) {
  if (call.has("commit_group") || call.has("wait_group") || call.has("wait_all")) {
    call.allow({"async", "commit_group", "wait_group", "wait_all"}, /*types=*/0);
    return "ptx::do_nothing(); ";
  }
  call.allow(
      {"async", "ca", "cg", "shared", "shared::cta", "global", "L2::64B", "L2::128B", "L2::256B", "L2::cache_hint"},
      /*types=*/0);
  // The operands are the target, the source, the size and two optional ones: operand 3, which is explained below, and
  // a cache policy.
  const std::size_t cache_policies = call.has("L2::cache_hint") ? 1 : 0;
  call.expect(3 + cache_policies, 4 + cache_policies);
  const auto size = call.value(2, "unsigned");
  auto source_size = size;
  if (call.count() - cache_policies == 4) {
    // Operand 3 is either the number of bytes to read, or a predicate that says whether to ignore the source. Bytes
    // that are not read are written as zeros.
    source_size = call.operands.is_predicate(call.operand(3))
                      ? fmt::format("{} ? 0u : {}", call.operands.predicate(call.operand(3)), size)
                      : call.value(3, "unsigned");
  }
  return fmt::format("ptx::do_copy({}, {}, {}, {}); ", call.operands.address(call.operand(0), "shared", "char"),
                     call.operands.address(call.operand(1), "", "char"), size, source_size);
}

std::string address_conversion(const PtxCall& call) {
  call.allow({"to", "global", "shared", "local", "const", "u64", "u32"}, /*types=*/0);
  call.expect(2);
  const auto from = call.value(1, "unsigned long long");
  const auto space = space_of(call);
  if (space.empty()) return call.assign(from);
  return call.assign(fmt::format("ptx::do_cvta_{}{}({})", call.has("to") ? "to_" : "", space, from));
}

std::string is_in_space(const PtxCall& call) {
  call.allow({"global", "shared", "shared::cta", "local", "const"}, /*types=*/0);
  call.expect(2);
  const auto space =
      call.has("global") ? "Global" : (call.has("local") ? "Local" : (call.has("const") ? "Constant" : "Shared"));
  return call.assign(
      fmt::format("__is{}(reinterpret_cast<const void*>({})) != 0", space, call.value(1, "unsigned long long")));
}

std::string fence(const PtxCall& call) {
  call.allow({"cta", "gl", "gpu", "sys", "sc", "acq_rel"}, /*types=*/0);
  call.expect(0);
  // PTX requires a scope.
  if (call.statement.parts.size() < 2) call.operands.fail();
  if (call.has("sys")) return "__threadfence_system(); ";
  return call.has("cta") ? "__threadfence_block(); " : "__threadfence(); ";
}

/// Translates instructions that only affect performance or tools.
std::string no_operation(const PtxCall&) {
  return "ptx::do_nothing(); ";
}

/// Translates createpolicy. AMD devices have no cache policies, but programs may pass the result on, so it must have a
/// value. Instructions with L2::cache_hint ignore it.
std::string cache_policy(const PtxCall& call) {
  return call.assign("0ull");
}

}  // namespace

std::string translate_memory(const PtxCall& call) {
  const auto translate = llvm::StringSwitch<std::string (*)(const PtxCall&)>(call.opcode())
                             .Cases("ld", "st", "ldu", access)
                             .Cases("atom", "red", atomic)
                             .Case("cvta", address_conversion)
                             .Case("isspacep", is_in_space)
                             .Cases("membar", "fence", fence)
                             .Cases("prefetch", "prefetchu", "discard", "applypriority", "pmevent", no_operation)
                             .Case("createpolicy", cache_policy)
                             .Default(nullptr);
  if (call.opcode() == "cp" && call.has("async")) return asynchronous_copy(call);
  return translate == nullptr ? std::string() : translate(call);
}

}  // namespace rocm_bindgen::build
