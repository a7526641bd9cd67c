// Lowers the vector comparisons (VOPC) to native code. Like the table of their handlers
// (execute/comparison_operations.cpp), the table here is built from the relations and the types.
#include <deque>
#include <string>
#include <vector>

#include "native/lowering.hpp"

namespace rocm_bindgen::emulator {
namespace {

using llvm::CmpInst;
using llvm::Value;

enum class Kind : std::uint8_t { f16, f32, f64, i16, i32, i64, u16, u32, u64 };

Value* source(BlockBuilder& block, Kind kind, unsigned n) {
  auto& ir = block.ir();
  switch (kind) {
    case Kind::f16:
      return block.float16(n);
    case Kind::f32:
      return block.float32(n);
    case Kind::f64:
      return block.float64(n);
    case Kind::i16:
      return ir.CreateAShr(ir.CreateShl(block.bits16(n), 16), 16);
    case Kind::u16:
      return block.bits16(n);
    case Kind::i32:
    case Kind::u32:
      return block.bits(n);
    case Kind::i64:
    case Kind::u64:
      break;
  }
  return block.bits64(n);
}

template <Kind kind, CmpInst::Predicate predicate>
bool compare(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction)) return false;
  auto *a = source(block, kind, 0), *b = source(block, kind, 1);
  auto* mask = block.ir().CreateCmp(predicate, a, b);
  block.write_lane_mask(instruction.dst, mask);
  return true;
}

/// On gfx9, V_CMPX writes EXEC in addition to its other destination.
template <Lowering comparison>
bool with_exec(BlockBuilder& block, const Instruction& instruction) {
  if (!comparison(block, instruction)) return false;
  const auto& destination = instruction.dst;
  if (destination.file == RegisterFile::scalar && destination.index == kExec) return true;
  block.set_scalar(kExec, block.scalar(destination.index));
  if (block.lanes() == 64) block.set_scalar(kExec + 1, block.scalar(destination.index + 1u));
  return true;
}

class Table {
 public:
  template <Kind kind, CmpInst::Predicate predicate>
  void add(const std::string& relation, const std::string& type) {
    constexpr Lowering lower = compare<kind, predicate>;
    put("V_CMP_" + relation + "_" + type, lower);
    put("V_CMPX_" + relation + "_" + type, with_exec<lower>);
  }
  template <Kind kind>
  void add_floats(const std::string& type) {
    add<kind, CmpInst::FCMP_OLT>("LT", type);
    add<kind, CmpInst::FCMP_OEQ>("EQ", type);
    add<kind, CmpInst::FCMP_OLE>("LE", type);
    add<kind, CmpInst::FCMP_OGT>("GT", type);
    add<kind, CmpInst::FCMP_ONE>("LG", type);
    add<kind, CmpInst::FCMP_OGE>("GE", type);
    add<kind, CmpInst::FCMP_ORD>("O", type);
    add<kind, CmpInst::FCMP_UNO>("U", type);
    add<kind, CmpInst::FCMP_ULT>("NGE", type);
    add<kind, CmpInst::FCMP_UEQ>("NLG", type);
    add<kind, CmpInst::FCMP_ULE>("NGT", type);
    add<kind, CmpInst::FCMP_UGT>("NLE", type);
    add<kind, CmpInst::FCMP_UNE>("NEQ", type);
    add<kind, CmpInst::FCMP_UGE>("NLT", type);
  }
  template <Kind kind, bool is_signed>
  void add_integers(const std::string& type) {
    add<kind, is_signed ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT>("LT", type);
    add<kind, CmpInst::ICMP_EQ>("EQ", type);
    add<kind, is_signed ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE>("LE", type);
    add<kind, is_signed ? CmpInst::ICMP_SGT : CmpInst::ICMP_UGT>("GT", type);
    add<kind, CmpInst::ICMP_NE>("NE", type);
    add<kind, is_signed ? CmpInst::ICMP_SGE : CmpInst::ICMP_UGE>("GE", type);
  }
  LoweredOperations operations() const { return operations_; }

 private:
  void put(std::string name, Lowering lower) {
    operations_.push_back({names_.emplace_back(std::move(name)).c_str(), lower});
  }

  std::deque<std::string> names_;  // a deque, because operations_ has pointers into the names, which must not move
  std::vector<LoweredOperation> operations_;
};

}  // namespace

LoweredOperations lowered_comparisons() {
  // Never destroyed, because the thread that compiles may still run while the process exits.
  static const auto* const table = [] {
    auto* all = new Table;
    all->add_floats<Kind::f16>("F16");
    all->add_floats<Kind::f32>("F32");
    all->add_floats<Kind::f64>("F64");
    all->add_integers<Kind::i16, true>("I16");
    all->add_integers<Kind::u16, false>("U16");
    all->add_integers<Kind::i32, true>("I32");
    all->add_integers<Kind::u32, false>("U32");
    all->add_integers<Kind::i64, true>("I64");
    all->add_integers<Kind::u64, false>("U64");
    return all;
  }();
  return table->operations();
}

}  // namespace rocm_bindgen::emulator
