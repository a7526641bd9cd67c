// MUBUF: untyped buffer loads, stores and atomics, and cache control.
#include "execute/memory/buffer_address.hpp"
#include "execute/memory/cache_control.hpp"
#include "execute/memory/memory_atomics.hpp"
#include "execute/memory/memory_transfer.hpp"

namespace rocm_bindgen::emulator {
namespace {

/// The memory of a buffer: global memory, or scratch if the descriptor is that of the private segment.
class BufferSpace {
 public:
  BufferSpace(Wave& wave, const Instruction& instruction) : wave_(wave), addresses_(wave, instruction) {}

  /// Each dword is in or out of range separately.
  template <unsigned bytes>
  Payload<bytes> read(unsigned lane) const {
    constexpr unsigned piece = bytes < 4 ? bytes : 4;
    Payload<bytes> payload;
    for (unsigned n = 0; n < payload.size(); ++n) payload[n] = read_piece<piece>(lane, 4 * n);
    return payload;
  }
  template <unsigned bytes>
  void write(unsigned lane, const Payload<bytes>& payload) const {
    constexpr unsigned piece = bytes < 4 ? bytes : 4;
    for (unsigned n = 0; n < payload.size(); ++n) write_piece<piece>(lane, 4 * n, payload[n]);
  }
  template <class Unit, class Function>
  Unit modify(unsigned lane, Function function) const;

 private:
  /// Nothing is mapped between the end of scratch and the aperture of LDS.
  static bool is_scratch(std::uint64_t address) { return address >= kScratchBase && address < kSharedAperture; }
  /// A piece is the part of an access that is in one register: up to four bytes. Its bytes are accessed one by one if
  /// they are not contiguous, because the buffer or scratch is swizzled.
  template <unsigned bytes>
  std::uint32_t read_piece(unsigned lane, std::uint32_t at) const;
  template <unsigned bytes>
  void write_piece(unsigned lane, std::uint32_t at, std::uint32_t value) const;
  std::byte* scratch(unsigned lane, std::uint64_t address, std::uint32_t bytes, Access access) const {
    return wave_.scratch.at_swizzled(static_cast<int>(lane), address - kScratchBase, bytes, access);
  }

  Wave& wave_;
  BufferAddresses addresses_;
};

template <unsigned bytes>
std::uint32_t BufferSpace::read_piece(unsigned lane, std::uint32_t at) const {
  const auto place = addresses_.place(lane, at, bytes);
  if (!place.in_range) return 0;
  if (place.split || (is_scratch(place.address) && place.address % 4 + bytes > 4)) {
    std::uint32_t value = 0;
    if constexpr (bytes > 1)
      for (unsigned n = 0; n < bytes; ++n) value |= read_piece<1>(lane, at + n) << (8 * n);
    return value;
  }
  if (!is_scratch(place.address)) return read_global<bytes>(wave_, place.address, lane)[0];
  std::uint32_t value = 0;
  std::memcpy(&value, scratch(lane, place.address, bytes, Access::read), bytes);
  return value;
}

template <unsigned bytes>
void BufferSpace::write_piece(unsigned lane, std::uint32_t at, std::uint32_t value) const {
  const auto place = addresses_.place(lane, at, bytes);
  if (!place.in_range) return;
  if (place.split || (is_scratch(place.address) && place.address % 4 + bytes > 4)) {
    if constexpr (bytes > 1)
      for (unsigned n = 0; n < bytes; ++n) write_piece<1>(lane, at + n, value >> (8 * n));
  } else if (is_scratch(place.address)) {
    std::memcpy(scratch(lane, place.address, bytes, Access::write), &value, bytes);
  } else {
    write_global<bytes>(wave_, place.address, lane, {value});
  }
}

/// An atomic is in range or out of range as a whole.
template <class Unit, class Function>
Unit BufferSpace::modify(unsigned lane, Function function) const {
  const auto place = addresses_.place(lane, 0, sizeof(Unit));
  if (!place.in_range) return 0;
  if (!is_scratch(place.address)) return modify_global<Unit>(wave_, place.address, lane, function);
  check_alignment(place.address, sizeof(Unit), lane);
  const auto before = std::bit_cast<Unit>(read<sizeof(Unit)>(lane));
  const Unit after = function(before, global_denormals(wave_));
  write<sizeof(Unit)>(lane, std::bit_cast<Payload<sizeof(Unit)>>(after));
  return before;
}

/// BUFFER_STORE_LDS_DWORD copies from LDS to memory; both addresses are computed as for the loads to LDS.
void store_from_local(Wave& wave, const Instruction& instruction) {
  const BufferSpace space(wave, instruction);
  for_each_lane(wave.exec(), [&](unsigned lane) {
    space.write<4>(lane, read_local<4>(wave, direct_local_address(wave, instruction, lane), lane));
  });
}

OperationTable make_table() {
  OperationTable table;
  add_loads_and_stores<BufferSpace>(table, "BUFFER");
  add_atomics<BufferSpace>(table, "BUFFER");
  // Loads to LDS. gfx11 has different names for them.
  for (const char* name : {"BUFFER_LOAD_DWORD_LDS", "BUFFER_LOAD_LDS_B32"})
    table.add(name, load_to_local<BufferSpace, std::uint32_t>);
  for (const char* name : {"BUFFER_LOAD_UBYTE_LDS", "BUFFER_LOAD_LDS_U8"})
    table.add(name, load_to_local<BufferSpace, std::uint8_t>);
  for (const char* name : {"BUFFER_LOAD_SBYTE_LDS", "BUFFER_LOAD_LDS_I8"})
    table.add(name, load_to_local<BufferSpace, std::int8_t>);
  for (const char* name : {"BUFFER_LOAD_USHORT_LDS", "BUFFER_LOAD_LDS_U16"})
    table.add(name, load_to_local<BufferSpace, std::uint16_t>);
  for (const char* name : {"BUFFER_LOAD_SSHORT_LDS", "BUFFER_LOAD_LDS_I16"})
    table.add(name, load_to_local<BufferSpace, std::int16_t>);
  table.add("BUFFER_STORE_LDS_DWORD", store_from_local);
  for (const char* name : {"BUFFER_GL0_INV", "BUFFER_GL1_INV", "BUFFER_INV", "BUFFER_INVL2", "BUFFER_WBL2",
                           "BUFFER_WBINVL1", "BUFFER_WBINVL1_VOL"})
    table.add(name, order_memory);
  return table;
}

}  // namespace

Operations buffer_operations() {
  static const OperationTable table = make_table();
  return table.operations();
}

}  // namespace rocm_bindgen::emulator
