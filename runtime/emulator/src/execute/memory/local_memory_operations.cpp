// DS: loads and stores of LDS, and the table that also contains LDS atomics and lane swizzles.
#include "execute/lanes/lane_swizzle.hpp"
#include "execute/memory/local_memory_atomics.hpp"
#include "execute/memory/local_space.hpp"
#include "execute/memory/memory_transfer.hpp"

namespace rocm_bindgen::emulator {
namespace {

/// The two addresses of a READ2 or WRITE2, each of a value of `count` dwords. The instruction's two offsets count
/// values (`stride` is 1), or blocks of 64 values (ST64: `stride` is 64).
template <unsigned count, unsigned stride>
struct TwoAddresses {
  static constexpr unsigned kBytes = 4 * count;
  LocalSpace first, second;

  TwoAddresses(Wave& wave, const Instruction& instruction)
      : first(wave, instruction, static_cast<std::uint32_t>(instruction.memory.offset) * kBytes * stride),
        second(wave, instruction, instruction.memory.offset1 * kBytes * stride) {}
};

template <unsigned count, unsigned stride>
void load_two(Wave& wave, const Instruction& instruction) {
  const TwoAddresses<count, stride> addresses(wave, instruction);
  auto *const low = wave.row(instruction.dst), *const high = wave.row(instruction.dst, count);
  for_each_lane(wave.exec(), [&](unsigned lane) {
    // Both values are read before a register is written, because the address may be in one of these registers.
    const auto one = addresses.first.template read<4 * count>(lane),
               other = addresses.second.template read<4 * count>(lane);
    WholeDwords<count>::put(low, lane, one);
    WholeDwords<count>::put(high, lane, other);
  });
}

template <unsigned count, unsigned stride>
void store_two(Wave& wave, const Instruction& instruction) {
  const TwoAddresses<count, stride> addresses(wave, instruction);
  const auto *const data = wave.row(instruction.data()), *const data1 = wave.row(instruction.data1());
  for_each_lane(wave.exec(), [&](unsigned lane) {
    addresses.first.template write<4 * count>(lane, WholeDwords<count>::get(data, lane));
    addresses.second.template write<4 * count>(lane, WholeDwords<count>::get(data1, lane));
  });
}

/// The space of DS_READ_ADDTID_B32 and DS_WRITE_ADDTID_B32. They have no address register; consecutive lanes access
/// consecutive dwords from the address in M0 on.
class LaneByLaneSpace {
 public:
  LaneByLaneSpace(Wave& wave, const Instruction& instruction) : wave_(wave), instruction_(instruction) {
    LocalSpace::refuse_global_data_share(instruction);
  }
  template <unsigned bytes>
  Payload<bytes> read(unsigned lane) const {
    return read_local<bytes>(wave_, direct_local_address(wave_, instruction_, lane), lane);
  }
  template <unsigned bytes>
  void write(unsigned lane, const Payload<bytes>& payload) const {
    write_local<bytes>(wave_, direct_local_address(wave_, instruction_, lane), lane, payload);
  }

 private:
  Wave& wave_;
  const Instruction& instruction_;
};

void do_nothing(Wave&, const Instruction&) {}

constexpr Operation kOperations[] = {
    {"DS_READ_B32", load<LocalSpace, WholeDwords<1>>},
    {"DS_READ_B64", load<LocalSpace, WholeDwords<2>>},
    {"DS_READ_B96", load<LocalSpace, WholeDwords<3>>},
    {"DS_READ_B128", load<LocalSpace, WholeDwords<4>>},
    {"DS_READ_U8", load<LocalSpace, Extended<std::uint8_t>>},
    {"DS_READ_I8", load<LocalSpace, Extended<std::int8_t>>},
    {"DS_READ_U16", load<LocalSpace, Extended<std::uint16_t>>},
    {"DS_READ_I16", load<LocalSpace, Extended<std::int16_t>>},
    {"DS_READ_U8_D16", load<LocalSpace, LowHalf<std::uint8_t>>},
    {"DS_READ_U8_D16_HI", load<LocalSpace, HighHalf<std::uint8_t>>},
    {"DS_READ_I8_D16", load<LocalSpace, LowHalf<std::int8_t>>},
    {"DS_READ_I8_D16_HI", load<LocalSpace, HighHalf<std::int8_t>>},
    {"DS_READ_U16_D16", load<LocalSpace, LowHalf<std::uint16_t>>},
    {"DS_READ_U16_D16_HI", load<LocalSpace, HighHalf<std::uint16_t>>},
    {"DS_READ2_B32", load_two<1, 1>},
    {"DS_READ2_B64", load_two<2, 1>},
    {"DS_READ2ST64_B32", load_two<1, 64>},
    {"DS_READ2ST64_B64", load_two<2, 64>},
    {"DS_READ_ADDTID_B32", load<LaneByLaneSpace, WholeDwords<1>>},
    {"DS_WRITE_B32", store<LocalSpace, WholeDwords<1>>},
    {"DS_WRITE_B64", store<LocalSpace, WholeDwords<2>>},
    {"DS_WRITE_B96", store<LocalSpace, WholeDwords<3>>},
    {"DS_WRITE_B128", store<LocalSpace, WholeDwords<4>>},
    {"DS_WRITE_B8", store<LocalSpace, Extended<std::uint8_t>>},
    {"DS_WRITE_B16", store<LocalSpace, Extended<std::uint16_t>>},
    {"DS_WRITE_B8_D16_HI", store<LocalSpace, HighHalf<std::uint8_t>>},
    {"DS_WRITE_B16_D16_HI", store<LocalSpace, HighHalf<std::uint16_t>>},
    {"DS_WRITE2_B32", store_two<1, 1>},
    {"DS_WRITE2_B64", store_two<2, 1>},
    {"DS_WRITE2ST64_B32", store_two<1, 64>},
    {"DS_WRITE2ST64_B64", store_two<2, 64>},
    {"DS_WRITE_ADDTID_B32", store<LaneByLaneSpace, WholeDwords<1>>},
    {"DS_NOP", do_nothing},
};

OperationTable make_table() {
  OperationTable table;
  for (const auto& operation : kOperations) table.add(operation.name, operation.execute);
  add_local_memory_atomics(table);
  add_lane_swizzles(table);
  return table;
}

}  // namespace

Operations local_memory_operations() {
  static const OperationTable table = make_table();
  return table.operations();
}

}  // namespace rocm_bindgen::emulator
