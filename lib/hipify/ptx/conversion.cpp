#include <fmt/format.h>

#include "hipify/ptx/instructions.hpp"

namespace rocm_bindgen::build {
namespace {

/// The mode that rounds to a whole number: rni, rzi, rmi or rpi; empty if there is none.
std::string whole_rounding(const PtxCall& call) {
  for (const auto* mode : {"rni", "rzi", "rmi", "rpi"})
    if (call.has(mode)) return mode;
  return {};
}

/// Translates cvt.rn.f16x2.f32 d, a, b, where a becomes the upper half.
std::string two_halves(const PtxCall& call) {
  call.expect(3);
  if (!call.has("rn") || call.type() != "f32") call.operands.fail();
  return call.assign(fmt::format("ptx::do_pack({}, {})", call.value(2, "float"), call.value(1, "float")));
}

std::string cvt(const PtxCall& call) {
  call.allow({"rn", "rni", "rzi", "rmi", "rpi", "ftz", "sat"}, /*types=*/2);
  const auto& parts = call.statement.parts;
  if (parts.size() < 3 || call.operands.failed()) {
    call.operands.fail();
    return {};
  }
  const auto to = llvm::StringRef(parts[parts.size() - 2]), from = call.type();
  if (to == "f16x2" && !call.has("sat")) return two_halves(call);
  call.expect(2);
  const auto type = call.cpp(to);
  if (to == "f16x2" || from == "f16x2") call.operands.fail();
  const auto mode = whole_rounding(call);
  auto value = call.value(1, call.cpp(from));
  if (!mode.empty() && is_floating(from)) value = fmt::format("ptx::do_{}({})", mode, value);
  if (is_floating(from) && !is_floating(to)) {
    if (mode.empty()) call.operands.fail();  // PTX requires a mode here
    return call.assign(fmt::format("ptx::do_to_integer<{}>({})", type, value));
  }
  if (!is_floating(to) && call.has("sat")) return call.assign(fmt::format("ptx::do_clamp<{}>({})", type, value));
  value = fmt::format("static_cast<{}>({})", type, value);
  return call.assign(call.has("sat") ? fmt::format("ptx::do_saturate({})", value) : value);
}

/// The elements as C++ arguments of type `type`.
std::string joined(const PtxCall& call, const std::vector<std::string>& elements, const std::string& type) {
  std::string text;
  for (const auto& element : elements) text += (text.empty() ? "" : ", ") + call.operands.value(element, type);
  return text;
}

/// Translates mov, including mov.b64 {lo, hi}, x and mov.b64 x, {lo, hi} with two or four elements.
std::string mov(const PtxCall& call) {
  call.allow({});
  call.expect(2);
  const auto type = call.cpp(call.type());
  const auto targets = PtxOperands::elements(call.operand(0)), sources = PtxOperands::elements(call.operand(1));
  if (targets.size() == 1 && sources.size() == 1) return call.assign(call.value(1, type));
  // Other types cannot be split, so with 0 bits the check of `part` below fails.
  const auto bits = call.type() == "b64" ? 64U : (call.type() == "b32" ? 32U : 0U);
  const auto elements = targets.size() * sources.size();  // one of the factors must be 1
  const auto part = bits / elements;
  if ((targets.size() != 1 && sources.size() != 1) || (part != 32 && part != 16)) call.operands.fail();
  const auto part_type = part == 32 ? "unsigned" : "unsigned short";
  if (targets.size() == 1)
    return call.assign(fmt::format("ptx::do_join<{}>({})", type, joined(call, sources, part_type)));
  std::string text = fmt::format("{{ const auto whole = {}; ", call.value(1, type));
  for (std::size_t i = 0; i < targets.size(); ++i)
    text += fmt::format("ptx::put({}, static_cast<{}>(whole >> {})); ", call.operands.target(targets[i]), part_type,
                        part * i);
  return text + "} ";
}

std::string selp(const PtxCall& call) {
  call.allow({});
  call.expect(4);
  const auto type = call.cpp(call.type());
  return call.assign(
      fmt::format("{} ? {} : {}", call.operands.predicate(call.operand(3)), call.value(1, type), call.value(2, type)));
}

}  // namespace

std::string translate_conversion(const PtxCall& call) {
  if (call.opcode() == "mov") return mov(call);
  if (call.opcode() == "cvt") return cvt(call);
  if (call.opcode() == "selp") return selp(call);
  return {};
}

}  // namespace rocm_bindgen::build
