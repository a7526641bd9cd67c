// FLAT, GLOBAL and SCRATCH: loads, stores, atomics and cache control.
#include "execute/memory/cache_control.hpp"
#include "execute/memory/flat_spaces.hpp"
#include "execute/memory/memory_atomics.hpp"
#include "execute/memory/memory_transfer.hpp"

namespace rocm_bindgen::emulator {
namespace {

/// The space of GLOBAL_LOAD_DWORD_ADDTID and GLOBAL_STORE_DWORD_ADDTID. They have no address register; consecutive
/// lanes access consecutive dwords from the base on.
class LaneByLaneSpace {
 public:
  LaneByLaneSpace(Wave& wave, const Instruction& instruction)
      : wave_(wave), base_(static_cast<std::uint64_t>(instruction.memory.offset)) {
    if (instruction.memory.has_base) base_ += wave.read64(instruction.base());
  }
  template <unsigned bytes>
  Payload<bytes> read(unsigned lane) const {
    return read_global<bytes>(wave_, base_ + lane * 4, lane);
  }
  template <unsigned bytes>
  void write(unsigned lane, const Payload<bytes>& payload) const {
    write_global<bytes>(wave_, base_ + lane * 4, lane, payload);
  }

 private:
  Wave& wave_;
  std::uint64_t base_;
};

template <class Space>
void add_loads_to_local(OperationTable& table, const std::string& prefix) {
  table.add(prefix + "_LOAD_LDS_DWORD", load_to_local<Space, std::uint32_t>);
  table.add(prefix + "_LOAD_LDS_UBYTE", load_to_local<Space, std::uint8_t>);
  table.add(prefix + "_LOAD_LDS_SBYTE", load_to_local<Space, std::int8_t>);
  table.add(prefix + "_LOAD_LDS_USHORT", load_to_local<Space, std::uint16_t>);
  table.add(prefix + "_LOAD_LDS_SSHORT", load_to_local<Space, std::int16_t>);
}

OperationTable make_table() {
  OperationTable table;
  add_loads_and_stores<FlatSpace>(table, "FLAT");
  add_loads_and_stores<GlobalSpace>(table, "GLOBAL");
  add_loads_and_stores<ScratchSpace>(table, "SCRATCH");
  add_loads_to_local<GlobalSpace>(table, "GLOBAL");
  add_loads_to_local<ScratchSpace>(table, "SCRATCH");
  table.add("GLOBAL_LOAD_DWORD_ADDTID", load<LaneByLaneSpace, WholeDwords<1>>);
  table.add("GLOBAL_STORE_DWORD_ADDTID", store<LaneByLaneSpace, WholeDwords<1>>);
  add_atomics<FlatSpace>(table, "FLAT");
  add_atomics<GlobalSpace>(table, "GLOBAL");
  table.add("GLOBAL_WB", order_memory);
  table.add("GLOBAL_INV", order_memory);
  table.add("GLOBAL_WBINV", order_memory);
  return table;
}

}  // namespace

Operations flat_operations() {
  static const OperationTable table = make_table();
  return table.operations();
}

}  // namespace rocm_bindgen::emulator
