#include <fmt/format.h>
#include <llvm/ADT/StringSwitch.h>

#include "hipify/ptx/instructions.hpp"

namespace rocm_bindgen::build {
namespace {

/// Translates shfl.sync.down.b32 d|p, a, b, c, mask and the other modes. The predicate p says whether the source lane
/// is in range. The mask is not passed on: it only states which lanes participate, and the result depends on no lane
/// but the source, from which AMD's instruction reads without waiting for others. __shfl_sync() ignores its mask, too.
std::string shuffle(const PtxCall& call) {
  call.allow({"sync", "idx", "up", "down", "bfly"});
  const bool synchronous = call.has("sync");
  call.expect(synchronous ? 5 : 4);
  std::string form;
  for (const auto* name : {"idx", "up", "down", "bfly"})
    if (call.has(name)) form = name;
  if (form.empty() || call.type() == "b64") call.operands.fail();  // PTX shuffles 32 bits only
  const auto [target, exists] = call.operand(0).split('|');
  const auto lane =
      fmt::format("ptx::source_lane_{}({}, {})", form, call.value(2, "unsigned"), call.value(3, "unsigned"));
  auto text = fmt::format("{{ const auto source = {}; ptx::put({}, ptx::from_lane({}, source)); ", lane,
                          call.operands.target(target.trim()), call.value(1, "unsigned"));
  if (!exists.empty()) text += fmt::format("ptx::put({}, source.exists); ", call.operands.target(exists.trim()));
  return text + "} ";
}

/// The mask of the participating lanes, operand `i`. Without .sync there is none, and all lanes participate.
std::string mask_of(const PtxCall& call, std::size_t i) {
  return call.has("sync") ? call.value(i, "unsigned") : "0xffffffffu";
}

std::string vote(const PtxCall& call) {
  call.allow({"sync", "all", "any", "uni", "ballot"});
  call.expect(call.has("sync") ? 3 : 2);
  std::string form;
  for (const auto* name : {"all", "any", "uni", "ballot"})
    if (call.has(name)) form = name;
  if (form.empty()) call.operands.fail();
  const auto text = fmt::format("__{}_sync({}, {})", form, mask_of(call, 2), call.operands.predicate(call.operand(1)));
  return call.assign(form == "ballot" ? text : text + " != 0");
}

/// Translates match.any.sync.b32 d, a, mask and match.all.sync.b32 d|p, a, mask, where p says whether all values are
/// equal.
std::string match(const PtxCall& call) {
  call.allow({"sync", "all", "any"});
  call.expect(3);
  const auto value = call.value(1, call.cpp(call.type()));
  const auto [target, equal] = call.operand(0).split('|');
  if (call.has("any")) return call.assign(fmt::format("__match_any_sync({}, {})", mask_of(call, 2), value));
  auto text = fmt::format("{{ int equal = 0; ptx::put({}, __match_all_sync({}, {}, &equal)); ",
                          call.operands.target(target.trim()), mask_of(call, 2), value);
  if (!equal.empty()) text += fmt::format("ptx::put({}, equal != 0); ", call.operands.target(equal.trim()));
  return text + "} ";
}

std::string reduction(const PtxCall& call) {
  call.allow({"sync", "add", "min", "max", "and", "or", "xor"});
  call.expect(3);
  std::string form;
  for (const auto* name : {"add", "min", "max", "and", "or", "xor"})
    if (call.has(name)) form = name;
  if (form.empty()) call.operands.fail();
  return call.assign(
      fmt::format("__reduce_{}_sync({}, {})", form, mask_of(call, 2), call.value(1, call.cpp(call.type()))));
}

/// Translates bar and barrier. Only barrier 0, for all threads of the block, is supported.
std::string barrier(const PtxCall& call) {
  const auto& parts = call.statement.parts;
  if (parts.size() == 3 && parts[1] == "warp" && parts[2] == "sync") {
    call.expect(1);
    return fmt::format("__syncwarp({}); ", call.value(0, "unsigned"));
  }
  if (call.has("red")) {
    call.allow({"cta", "red", "popc", "and", "or", "aligned"});
    call.expect(3);
    if (call.operand(1) != "0") call.operands.fail();
    const auto form = call.has("popc") ? "count" : (call.has("and") ? "and" : "or");
    const auto text = fmt::format("__syncthreads_{}({})", form, call.operands.predicate(call.operand(2)));
    return call.assign(call.has("popc") ? text : text + " != 0");
  }
  call.allow({"cta", "sync", "aligned"}, /*types=*/0);
  call.expect(1);
  if (!call.has("sync") || call.operand(0) != "0") call.operands.fail();
  return "__syncthreads(); ";
}

}  // namespace

std::string translate_warp(const PtxCall& call) {
  if (call.opcode() == "trap") return "__trap(); ";
  if (call.opcode() == "brkpt") return "__brkpt(); ";
  const auto translate = llvm::StringSwitch<std::string (*)(const PtxCall&)>(call.opcode())
                             .Case("shfl", shuffle)
                             .Case("vote", vote)
                             .Case("match", match)
                             .Case("redux", reduction)
                             .Cases("bar", "barrier", barrier)
                             .Default(nullptr);
  if (call.opcode() == "activemask") return call.assign("__activemask()");
  if (call.opcode() == "nanosleep") return fmt::format("__nanosleep({}); ", call.value(0, "unsigned"));
  return translate == nullptr ? std::string() : translate(call);
}

}  // namespace rocm_bindgen::build
