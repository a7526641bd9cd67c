// GLOBAL, FLAT and DS: loads and stores. FLAT is lowered like GLOBAL: the addresses of LDS and scratch are in no
// allocation, so native code declines them.
#include <array>
#include <deque>
#include <string>
#include <vector>

#include "native/lowering.hpp"
#include "native/memory_access.hpp"

namespace rocm_bindgen::emulator {
namespace {

using llvm::Value;
using Dwords = llvm::SmallVector<Value*, 4>;

/// How the bytes of a lane are placed in registers.
enum class Form : std::uint8_t { dwords, zero_extended, sign_extended, low_half, high_half, low_signed, high_signed };

Value* extended(BlockBuilder& block, Value* value, unsigned bytes) {
  auto& ir = block.ir();
  return ir.CreateAShr(ir.CreateShl(value, 32 - 8 * bytes), 32 - 8 * bytes);
}

/// Writes what a load has returned.
void place(BlockBuilder& block, const Operand& to, Form form, unsigned bytes, llvm::ArrayRef<Value*> loaded) {
  auto& ir = block.ir();
  auto& function = block.function();
  constexpr std::uint32_t kLow = 0xffff;
  switch (form) {
    case Form::dwords:
    case Form::zero_extended:
      for (unsigned dword = 0; dword < loaded.size(); ++dword) block.set_row(to, dword, loaded[dword]);
      return;
    case Form::sign_extended:
      return block.set_row(to, 0, extended(block, loaded[0], bytes));
    case Form::low_half:
    case Form::low_signed: {
      auto* value = form == Form::low_signed ? extended(block, loaded[0], bytes) : loaded[0];
      auto* kept = ir.CreateAnd(block.bits_of(to), function.splat32(~kLow));
      return block.set_row(to, 0, ir.CreateOr(kept, ir.CreateAnd(value, function.splat32(kLow))));
    }
    case Form::high_half:
    case Form::high_signed: {
      auto* value = form == Form::high_signed ? extended(block, loaded[0], bytes) : loaded[0];
      auto* kept = ir.CreateAnd(block.bits_of(to), function.splat32(kLow));
      return block.set_row(to, 0, ir.CreateOr(kept, ir.CreateShl(value, 16)));
    }
  }
}

/// The dwords of the data of a store.
Dwords data(BlockBuilder& block, const Operand& from, Form form, unsigned bytes) {
  Dwords dwords;
  for (unsigned dword = 0; dword < (bytes + 3) / 4; ++dword) dwords.push_back(block.bits_of(from, dword));
  if (form == Form::high_half) dwords[0] = block.ir().CreateLShr(dwords[0], 16);
  return dwords;
}

bool addresses_of(BlockBuilder& block, const Instruction& instruction, LaneAddresses& addresses) {
  const auto& memory = instruction.memory;
  auto& ir = block.ir();
  if (memory.lds || (memory.has_base && !block.can_read_scalar(instruction.base()))) return false;
  if (memory.has_address && instruction.address_operand().file != RegisterFile::vector) return false;
  addresses.base = ir.getInt64(static_cast<std::uint64_t>(memory.offset));
  if (memory.has_base) addresses.base = ir.CreateAdd(addresses.base, block.read64(instruction.base()));
  if (!memory.has_address) {
    addresses.low = block.function().splat32(0);
    return true;
  }
  addresses.low = block.bits_of(instruction.address_operand());
  if (!memory.has_base) addresses.high = block.bits_of(instruction.address_operand(), 1);
  return true;
}

template <Form form, unsigned bytes>
bool global_load(BlockBuilder& block, const Instruction& instruction) {
  LaneAddresses addresses;
  if (!addresses_of(block, instruction, addresses)) return false;
  place(block, instruction.dst, form, bytes, load_global(block, addresses, bytes));
  return true;
}

template <Form form, unsigned bytes>
bool global_store(BlockBuilder& block, const Instruction& instruction) {
  LaneAddresses addresses;
  if (instruction.memory.lds) return false;
  const auto values = data(block, instruction.data(), form, bytes);
  if (!addresses_of(block, instruction, addresses)) return false;
  block.commit();
  store_global(block, addresses, bytes, values);
  block.end_store();
  return true;
}

Value* local_offsets(BlockBuilder& block, const Instruction& instruction, std::uint32_t offset) {
  return block.ir().CreateAdd(block.bits_of(instruction.address_operand()), block.function().splat32(offset));
}

template <Form form, unsigned bytes>
bool local_load(BlockBuilder& block, const Instruction& instruction) {
  if (instruction.memory.gds) return false;
  auto* offsets = local_offsets(block, instruction, static_cast<std::uint32_t>(instruction.memory.offset));
  place(block, instruction.dst, form, bytes, load_local(block, offsets, bytes));
  return true;
}
template <Form form, unsigned bytes>
bool local_store(BlockBuilder& block, const Instruction& instruction) {
  if (instruction.memory.gds) return false;
  auto* offsets = local_offsets(block, instruction, static_cast<std::uint32_t>(instruction.memory.offset));
  const auto values = data(block, instruction.data(), form, bytes);
  block.commit();
  store_local(block, offsets, bytes, values);
  block.end_store();
  return true;
}

/// Two addresses per lane; the offsets count values, or blocks of 64 values.
template <unsigned bytes, unsigned stride>
bool local_load_two(BlockBuilder& block, const Instruction& instruction) {
  if (instruction.memory.gds) return false;
  const auto first = static_cast<std::uint32_t>(instruction.memory.offset) * bytes * stride;
  const auto second = instruction.memory.offset1 * bytes * stride;
  auto loaded = load_local(block, local_offsets(block, instruction, first), bytes);
  loaded.append(load_local(block, local_offsets(block, instruction, second), bytes));
  place(block, instruction.dst, Form::dwords, bytes, loaded);
  return true;
}

template <unsigned bytes, unsigned stride>
bool local_store_two(BlockBuilder& block, const Instruction& instruction) {
  if (instruction.memory.gds) return false;
  const LocalElement first = {static_cast<std::uint32_t>(instruction.memory.offset) * bytes * stride,
                              data(block, instruction.data(), Form::dwords, bytes)};
  const LocalElement second = {instruction.memory.offset1 * bytes * stride,
                               data(block, instruction.data1(), Form::dwords, bytes)};
  auto* addresses = block.bits_of(instruction.address_operand());
  block.commit();
  store_local_two(block, addresses, first, second);
  block.end_store();
  return true;
}

struct Table {
  template <Form form, unsigned bytes>
  void load(const char* name) {
    for (const char* prefix : {"GLOBAL_LOAD_", "FLAT_LOAD_"}) put(std::string(prefix) + name, global_load<form, bytes>);
  }
  template <Form form, unsigned bytes>
  void store(const char* name) {
    for (const char* prefix : {"GLOBAL_STORE_", "FLAT_STORE_"})
      put(std::string(prefix) + name, global_store<form, bytes>);
  }
  void put(std::string name, Lowering lower) {
    operations.push_back({names.emplace_back(std::move(name)).c_str(), lower});
  }

  std::deque<std::string> names;
  std::vector<LoweredOperation> operations;
};

constexpr std::array kLocal = std::to_array<LoweredOperation>({
    {"DS_READ_B32", local_load<Form::dwords, 4>},
    {"DS_READ_B64", local_load<Form::dwords, 8>},
    {"DS_READ_B96", local_load<Form::dwords, 12>},
    {"DS_READ_B128", local_load<Form::dwords, 16>},
    {"DS_READ_U8", local_load<Form::zero_extended, 1>},
    {"DS_READ_I8", local_load<Form::sign_extended, 1>},
    {"DS_READ_U16", local_load<Form::zero_extended, 2>},
    {"DS_READ_I16", local_load<Form::sign_extended, 2>},
    {"DS_READ_U8_D16", local_load<Form::low_half, 1>},
    {"DS_READ_U8_D16_HI", local_load<Form::high_half, 1>},
    {"DS_READ_I8_D16", local_load<Form::low_signed, 1>},
    {"DS_READ_I8_D16_HI", local_load<Form::high_signed, 1>},
    {"DS_READ_U16_D16", local_load<Form::low_half, 2>},
    {"DS_READ_U16_D16_HI", local_load<Form::high_half, 2>},
    {"DS_READ2_B32", local_load_two<4, 1>},
    {"DS_READ2_B64", local_load_two<8, 1>},
    {"DS_READ2ST64_B32", local_load_two<4, 64>},
    {"DS_READ2ST64_B64", local_load_two<8, 64>},
    {"DS_WRITE_B32", local_store<Form::dwords, 4>},
    {"DS_WRITE_B64", local_store<Form::dwords, 8>},
    {"DS_WRITE_B96", local_store<Form::dwords, 12>},
    {"DS_WRITE_B128", local_store<Form::dwords, 16>},
    {"DS_WRITE2_B32", local_store_two<4, 1>},
    {"DS_WRITE2_B64", local_store_two<8, 1>},
    {"DS_WRITE2ST64_B32", local_store_two<4, 64>},
    {"DS_WRITE2ST64_B64", local_store_two<8, 64>},
    {"DS_WRITE_B8", local_store<Form::zero_extended, 1>},
    {"DS_WRITE_B16", local_store<Form::zero_extended, 2>},
    {"DS_WRITE_B8_D16_HI", local_store<Form::high_half, 1>},
    {"DS_WRITE_B16_D16_HI", local_store<Form::high_half, 2>},
});

}  // namespace

LoweredOperations lowered_global_accesses() {
  // Never destroyed, because the thread that compiles may still run while the process exits.
  static const auto* const table = [] {
    auto* all = new Table;
    all->load<Form::dwords, 4>("DWORD");
    all->load<Form::dwords, 8>("DWORDX2");
    all->load<Form::dwords, 12>("DWORDX3");
    all->load<Form::dwords, 16>("DWORDX4");
    all->load<Form::zero_extended, 1>("UBYTE");
    all->load<Form::sign_extended, 1>("SBYTE");
    all->load<Form::zero_extended, 2>("USHORT");
    all->load<Form::sign_extended, 2>("SSHORT");
    all->load<Form::low_half, 1>("UBYTE_D16");
    all->load<Form::high_half, 1>("UBYTE_D16_HI");
    all->load<Form::low_signed, 1>("SBYTE_D16");
    all->load<Form::high_signed, 1>("SBYTE_D16_HI");
    all->load<Form::low_half, 2>("SHORT_D16");
    all->load<Form::high_half, 2>("SHORT_D16_HI");
    all->store<Form::dwords, 4>("DWORD");
    all->store<Form::dwords, 8>("DWORDX2");
    all->store<Form::dwords, 12>("DWORDX3");
    all->store<Form::dwords, 16>("DWORDX4");
    all->store<Form::zero_extended, 1>("BYTE");
    all->store<Form::zero_extended, 2>("SHORT");
    all->store<Form::high_half, 1>("BYTE_D16_HI");
    all->store<Form::high_half, 2>("SHORT_D16_HI");
    return all;
  }();
  return table->operations;
}

LoweredOperations lowered_local_accesses() {
  return kLocal;
}

}  // namespace rocm_bindgen::emulator
