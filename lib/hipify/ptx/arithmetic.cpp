#include <algorithm>

#include <fmt/format.h>
#include <llvm/ADT/StringSwitch.h>

#include "hipify/ptx/instructions.hpp"

namespace rocm_bindgen::build {
namespace {

/// The number of sources of an instruction whose operands all have the instruction's type; 0 for any other instruction.
std::size_t source_count(llvm::StringRef opcode) {
  return llvm::StringSwitch<std::size_t>(opcode)
      .Cases("abs", "neg", "not", "cnot", "brev", "sqrt", "rsqrt", "rcp", 1)
      .Cases("ex2", "lg2", "sin", "cos", "tanh", "popc", "clz", 1)
      .Cases("add", "sub", "min", "max", "div", "rem", "and", "or", "xor", 2)
      .Case("copysign", 2)
      .Cases("fma", "sad", 3)
      .Default(0);
}

/// The suffix of CUDA's intrinsic functions for the rounding mode: rz, rd or ru; empty means to nearest.
std::string rounding_of(const PtxCall& call) {
  return call.has("rz") ? "rz" : (call.has("rm") ? "rd" : (call.has("rp") ? "ru" : ""));
}

/// Translates instructions whose operands all have the instruction's type; see source_count().
std::string same_type_operation(const PtxCall& call, std::size_t sources) {
  call.allow({"rn", "rz", "rm", "rp", "ftz", "approx", "full", "sat"});
  call.expect(sources + 1);
  const auto rounding = rounding_of(call);
  const bool floating = is_floating(call.type());
  if ((call.has("sat") || !rounding.empty()) && !floating) call.operands.fail();
  // The functions in rocm_bindgen_compat/ptx/ support only these operations for two halves.
  const bool has_half2_form =
      llvm::StringSwitch<bool>(call.opcode()).Cases("add", "sub", "fma", "neg", "abs", "mul", true).Default(false);
  if (call.type() == "f16x2" && !has_half2_form) call.operands.fail();
  const auto type = call.cpp(call.type());
  std::string arguments;
  for (std::size_t i = 1; i <= sources; ++i) arguments += (i > 1 ? ", " : "") + call.value(i, type);
  auto result = fmt::format("ptx::do_{}({})", call.opcode().str(), arguments);
  if (!rounding.empty()) {
    const bool is_float_or_double = type == "float" || type == "double";
    // CUDA has functions with a rounding mode for these operations only.
    const bool has_function = llvm::StringSwitch<bool>(call.opcode())
                                  .Cases("add", "sub", "mul", "div", "fma", "sqrt", "rcp", true)
                                  .Default(false);
    if (!is_float_or_double || !has_function) call.operands.fail();
    // __fadd_rz, __fmaf_rz, __dadd_rz and __fma_rz: a prefix for the type, except for fma of doubles.
    const auto name = call.opcode() == "fma" && type == "float" ? "maf" : call.opcode().str();
    result =
        fmt::format("__{}{}_{}({})", type == "float" ? "f" : (name == "fma" ? "" : "d"), name, rounding, arguments);
  }
  return call.assign(call.has("sat") ? fmt::format("ptx::do_saturate({})", result) : result);
}

/// Translates mul and mad. Integer forms yield the lower half (.lo), the upper half (.hi) or all of the product
/// (.wide).
std::string product(const PtxCall& call) {
  const bool adds = call.opcode().starts_with("mad");
  const bool floating = is_floating(call.type());
  if (floating) {
    if (adds) call.allow({"rn", "ftz"});
    if (!adds) return same_type_operation(call, 2);
    call.expect(4);
  }
  const auto type = call.cpp(call.type());
  if (floating)
    return call.assign(
        fmt::format("ptx::do_fma({}, {}, {})", call.value(1, type), call.value(2, type), call.value(3, type)));
  call.allow({"lo", "hi", "wide"});
  call.expect(adds ? 4 : 3);
  const auto bits = call.type().drop_front();  // "u32" -> "32"
  const auto wider = call.cpp(call.type().take_front().str() + (bits == "16" ? "32" : "64"));
  if (call.has("wide") && bits != "16" && bits != "32") call.operands.fail();
  const auto form = call.has("wide") ? "wide" : (call.has("hi") ? "hi" : "lo");
  const bool is_24_bit = call.opcode().ends_with("24");
  // Only the lower 32 bits of the 48-bit product are supported.
  if (is_24_bit && !call.has("lo")) call.operands.fail();
  const auto factor = [&](std::size_t i) {
    return is_24_bit ? fmt::format("ptx::low_24_bits({})", call.value(i, type)) : call.value(i, type);
  };
  auto result = fmt::format("ptx::do_mul_{}({}, {})", form, factor(1), factor(2));
  if (adds) result = fmt::format("ptx::do_add({}, {})", result, call.value(3, call.has("wide") ? wider : type));
  return call.assign(result);
}

std::string shift(const PtxCall& call) {
  call.allow({});
  call.expect(3);
  return call.assign(fmt::format("ptx::do_{}({}, {})", call.opcode().str(), call.value(1, call.cpp(call.type())),
                                 call.value(2, "unsigned")));
}

std::string bit_field(const PtxCall& call) {
  const auto type = call.cpp(call.type());
  if (call.opcode() == "bfind") {
    call.allow({"shiftamt"});
    call.expect(2);
    return call.assign(
        fmt::format("ptx::do_bfind({}, {})", call.value(1, type), call.has("shiftamt") ? "true" : "false"));
  }
  call.allow({});
  const bool inserts = call.opcode() == "bfi";
  call.expect(inserts ? 5 : 4);
  const std::size_t start = inserts ? 3 : 2;  // operand with the first bit of the field; the next one is its length
  return call.assign(fmt::format("ptx::do_{}({}, {}{}, {})", call.opcode().str(), call.value(1, type),
                                 inserts ? call.value(2, type) + ", " : "", call.value(start, "unsigned"),
                                 call.value(start + 1, "unsigned")));
}

/// Translates instructions with three 32-bit sources and a mode.
std::string three_word_operation(const PtxCall& call) {
  const auto opcode = call.opcode();
  std::string name, last;
  call.expect(opcode == "lop3" ? 5 : 4);
  if (opcode == "shf") {
    call.allow({"l", "r", "wrap", "clamp"});
    name = fmt::format("__funnelshift_{}{}", call.has("l") ? "l" : "r", call.has("clamp") ? "c" : "");
    if (!call.has("clamp") && !call.has("wrap")) call.operands.fail();
  } else if (opcode == "lop3") {
    call.allow({});
    name = "ptx::do_lop3";
    last = ", " + call.value(4, "unsigned");
  } else {
    // prmt has its mode where other instructions have their type; b32 is the default mode.
    const auto kind = call.type() == "b32" ? std::string("__byte_perm") : "ptx::do_prmt_" + call.type().str();
    call.allow({"b32"});
    name = kind;
  }
  return call.assign(fmt::format("{}({}, {}, {}{})", name, call.value(1, "unsigned"), call.value(2, "unsigned"),
                                 call.value(3, "unsigned"), last));
}

/// Translates dp4a.atype.btype and dp2a.mode.atype.btype.
std::string dot_product(const PtxCall& call) {
  call.allow({"lo", "hi"}, /*types=*/2);
  call.expect(4);
  const auto& parts = call.statement.parts;
  if (parts.size() < 3) call.operands.fail();
  if (call.operands.failed()) return {};
  // CUDA's functions exist only for two operands of the same signedness.
  if (parts[parts.size() - 2] != parts.back()) call.operands.fail();
  const auto type = call.cpp(call.type());
  const auto mode = call.opcode() == "dp4a" ? "" : (call.has("hi") ? "_hi" : "_lo");
  return call.assign(fmt::format("__{}{}({}, {}, {})", call.opcode().str(), mode, call.value(1, type),
                                 call.value(2, type), call.value(3, type)));
}

/// Translates vadd4, vabsdiff2 and similar SIMD instructions that write all lanes. The .add form adds the result's
/// lanes to the last source.
std::string simd_operation(const PtxCall& call) {
  // The types may be followed by .sat and .add, so they are listed as modifiers and no part at the end counts as a
  // type.
  call.allow({"u32", "s32", "sat", "add"}, /*types=*/0);
  call.expect(4);
  const auto& parts = call.statement.parts;
  if (parts.size() < 4 || call.operands.failed()) {
    call.operands.fail();
    return {};
  }
  // parts[1] is the type of the result, parts[2] and parts[3] are the types of the operands a and b.
  const bool is_signed = parts[2] == "s32";
  // CUDA's functions exist only for two operands of the same signedness.
  if (parts[2] != parts[3]) call.operands.fail();
  const auto stem = call.opcode().drop_back().str();
  const char width = call.opcode().back();
  const bool adds = call.has("add"), saturates = call.has("sat");
  const auto a = call.value(1, "unsigned"), b = call.value(2, "unsigned"), c = call.value(3, "unsigned");
  if (adds && stem == "vabsdiff" && !saturates)
    return call.assign(fmt::format("ptx::do_add(__vsad{}{}({}, {}), {})", is_signed ? 's' : 'u', width, a, b, c));
  const bool sums = stem == "vadd" || stem == "vsub";
  if (adds || (saturates && !sums)) call.operands.fail();
  const auto sign = is_signed ? "s" : "u";
  const auto suffix = sums ? (saturates ? std::string(sign) + "s" : std::string()) : std::string(sign);
  return call.assign(fmt::format("__{}{}{}({}, {})", stem, suffix, width, a, b));
}

/// Translates setp. `setp.lt.u32 p|q, a, b` sets p to a < b and, if q is given, q to the opposite. With .and, .or or
/// .xor, the comparison is combined with a fourth operand, a predicate; q is not supported then.
std::string comparison(const PtxCall& call) {
  call.allow({"eq",  "ne",  "lt",  "le",  "gt",  "ge",  "lo",  "ls",  "hi", "hs",  "equ",
              "neu", "ltu", "leu", "gtu", "geu", "num", "nan", "and", "or", "xor", "ftz"});
  const bool combines = call.has("and") || call.has("or") || call.has("xor");
  call.expect(combines ? 4 : 3);
  const auto type = call.cpp(call.type());
  auto result = fmt::format("ptx::is_{}({}, {})", call.statement.parts.size() > 1 ? call.statement.parts[1] : "",
                            call.value(1, type), call.value(2, type));
  const auto [yes, no] = call.operand(0).split('|');
  if (combines) {
    const auto operation = call.has("and") ? "&" : (call.has("or") ? "|" : "^");
    const auto other = call.operands.predicate(call.operand(3));
    if (!no.empty()) call.operands.fail();
    result = fmt::format("(static_cast<int>({}) {} static_cast<int>({})) != 0", result, operation, other);
  }
  const auto text = fmt::format("ptx::put({}, {}); ", call.operands.target(yes), result);
  // "_" discards the first predicate, so its value cannot be read back.
  return no.empty() ? text
                    : text + fmt::format("ptx::put({}, !{}); ", call.operands.target(no),
                                         yes.trim() == "_" ? result : call.operands.predicate(yes));
}

/// Translates set: the result of setp as a number, either all bits set or 1.0 for true. The last two parts of
/// `set.lt.u32.f32` are the type of the result and the type of the sources.
std::string comparison_as_number(const PtxCall& call) {
  call.allow({"eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs", "equ", "neu", "ltu", "leu", "gtu", "geu",
              "num", "nan", "ftz"},
             /*types=*/2);
  call.expect(3);
  const auto& parts = call.statement.parts;
  if (parts.size() < 4) {
    call.operands.fail();
    return {};
  }
  const llvm::StringRef result = parts[parts.size() - 2];
  if (result != "u32" && result != "s32" && result != "f32") call.operands.fail();
  const auto type = call.cpp(call.type());
  const auto holds = fmt::format("ptx::is_{}({}, {})", parts[1], call.value(1, type), call.value(2, type));
  return call.assign(result == "f32" ? fmt::format("({} ? 1.0f : 0.0f)", holds)
                                     : fmt::format("static_cast<{}>({} ? -1 : 0)", call.cpp(result), holds));
}

}  // namespace

bool is_carry(const PtxStatement& statement) {
  if (statement.kind != PtxStatement::Kind::instruction) return false;
  const auto& parts = statement.parts;
  const auto& opcode = parts.front();
  return opcode == "addc" || opcode == "subc" || opcode == "madc" ||
         std::find(parts.begin(), parts.end(), "cc") != parts.end();
}

std::string translate_carry(const PtxCall& call) {
  auto opcode = call.opcode();
  // addc reads the carry, and .cc writes it. Without them, the carry is false, and ptx::Nothing() discards the
  // new one.
  const bool reads = opcode.consume_back("c");
  const bool multiplies = opcode == "mad";
  call.allow({"cc", "lo", "hi"});
  call.expect(multiplies ? 4 : 3);
  const auto type = call.cpp(call.type());
  const bool writes = call.has("cc");
  const auto a = call.value(1, type), b = call.value(2, type);
  const auto carry = fmt::format("{}, {}", reads ? "carry" : "false", writes ? "carry" : "ptx::Nothing()");
  if (!multiplies) return call.assign(fmt::format("ptx::do_{}_carry({}, {}, {})", opcode.str(), a, b, carry));
  return call.assign(fmt::format("ptx::do_add_carry(ptx::do_mul_{}({}, {}), {}, {})", call.has("hi") ? "hi" : "lo", a,
                                 b, call.value(3, type), carry));
}

std::string translate_arithmetic(const PtxCall& call) {
  const auto opcode = call.opcode();
  if (is_carry(call.statement)) return translate_carry(call);
  if (opcode == "popc" || opcode == "clz") call.allow({});  // none of those that same_type_operation() allows
  if (const auto sources = source_count(opcode); sources != 0) return same_type_operation(call, sources);
  const auto translate = llvm::StringSwitch<std::string (*)(const PtxCall&)>(opcode)
                             .Cases("mul", "mad", "mul24", "mad24", product)
                             .Cases("shl", "shr", shift)
                             .Cases("bfe", "bfi", "bfind", bit_field)
                             .Cases("shf", "lop3", "prmt", three_word_operation)
                             .Cases("dp4a", "dp2a", dot_product)
                             .Cases("vadd2", "vadd4", "vsub2", "vsub4", simd_operation)
                             .Cases("vabsdiff2", "vabsdiff4", "vmin2", "vmin4", "vmax2", "vmax4", simd_operation)
                             .Case("setp", comparison)
                             .Case("set", comparison_as_number)
                             .Default(nullptr);
  return translate == nullptr ? std::string() : translate(call);
}

}  // namespace rocm_bindgen::build
