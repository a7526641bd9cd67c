// SMEM (RDNA 3 ISA, chapter 8 "Scalar Memory Operations"; RDNA 4 ISA, the same chapter, for bytes and words).
#include <array>
#include <cstring>

#include "execute/operation.hpp"
#include "execute/scalar/scalar_clock.hpp"
#include "machine/wave.hpp"

namespace rocm_bindgen::emulator {
namespace {

using std::uint32_t;
using std::uint64_t;

constexpr uint64_t kDword = 4;

void nothing(Wave&, const Instruction&) {}

/// The two lowest bits of each part of a dword's address are ignored (chapter 8, "Alignment and Bounds Checking"). For
/// smaller sizes, load_small() aligns the sum of the parts, and load_small_from_buffer() aligns the offsets before it
/// compares them with the size of the buffer. The two differ only for 16 bits and odd parts. The tests contain odd
/// parts with an even sum for load_small() only.
uint64_t aligned(uint64_t part, uint64_t size) {
  return part & ~(size - 1);
}

/// An SGPR offset is unsigned; the immediate offset is signed.
uint64_t offset(const Wave& wave, const Instruction& instruction, uint64_t size) {
  const auto& reg = instruction.offset_register();
  return aligned(static_cast<uint64_t>(instruction.memory.offset), size) +
         (reg ? aligned(wave.read32(reg), size) : uint64_t{0});
}

/// Writes to SGPR_NULL are discarded, as by Wave::write32(). The destination field of these instructions names
/// scalar registers only, so no other destination occurs.
void write_dwords(Wave& wave, const Operand& destination, const uint32_t* values) {
  if (destination.file != RegisterFile::scalar || destination.index == kNull) return;
  std::memcpy(&wave.scalar[destination.index], values, destination.dwords * kDword);
}

void load(Wave& wave, const Instruction& instruction) {
  const auto address = aligned(wave.read64(instruction.address_operand()), kDword) + offset(wave, instruction, kDword);
  std::array<uint32_t, 16> values{};
  const auto bytes = instruction.dst.dwords * kDword;
  std::memcpy(values.data(), wave.memory.at(address, bytes, Access::read, kNoLane), bytes);
  write_dwords(wave, instruction.dst, values.data());
}

/// The fields of a buffer resource descriptor that scalar loads use (9.1 "Buffer Resource Descriptor").
struct Buffer {
  explicit Buffer(const Wave& wave, const Operand& descriptor)
      : base(wave.scalar[descriptor.index] | uint64_t{wave.scalar[descriptor.index + 1u] & 0xffff} << 32) {
    const uint32_t stride = wave.scalar[descriptor.index + 1u] >> 16 & 0x3fff;
    const uint64_t records = wave.scalar[descriptor.index + 2u];
    bytes = stride == 0 ? records : records * stride;
  }
  uint64_t base;
  uint64_t bytes = 0;
};

/// Dwords outside the buffer read as 0.
void load_buffer(Wave& wave, const Instruction& instruction) {
  const Buffer buffer(wave, instruction.address_operand());
  const auto first = offset(wave, instruction, kDword);
  std::array<uint32_t, 16> values{};
  for (unsigned dword = 0; dword < instruction.dst.dwords; ++dword) {
    const auto at = first + dword * kDword;
    if (buffer.bytes < kDword || at > buffer.bytes - kDword) continue;
    const auto address = aligned(buffer.base, kDword) + at;
    std::memcpy(&values[dword], wave.memory.at(address, kDword, Access::read, kNoLane), kDword);
  }
  write_dwords(wave, instruction.dst, values.data());
}

template <class Integer>
void write_extended(Wave& wave, const Instruction& instruction, const std::byte* from) {
  Integer value;
  std::memcpy(&value, from, sizeof value);
  using Wide = std::conditional_t<std::is_signed_v<Integer>, std::int32_t, uint32_t>;
  wave.write32(instruction.dst, static_cast<uint32_t>(Wide{value}));
}

template <class Integer>
void load_small(Wave& wave, const Instruction& instruction) {
  constexpr uint64_t kSize = sizeof(Integer);
  const auto address = aligned(wave.read64(instruction.address_operand()) + offset(wave, instruction, 1), kSize);
  write_extended<Integer>(wave, instruction, wave.memory.at(address, kSize, Access::read, kNoLane));
}

template <class Integer>
void load_small_from_buffer(Wave& wave, const Instruction& instruction) {
  constexpr uint64_t kSize = sizeof(Integer);
  const Buffer buffer(wave, instruction.address_operand());
  const auto at = offset(wave, instruction, kSize);
  if (buffer.bytes < kSize || at > buffer.bytes - kSize) return wave.write32(instruction.dst, 0);
  write_extended<Integer>(wave, instruction,
                          wave.memory.at(aligned(buffer.base + at, kSize), kSize, Access::read, kNoLane));
}

constexpr std::array kTable = std::to_array<Operation>({
    {"S_LOAD_DWORD", load},
    {"S_LOAD_DWORDX2", load},
    {"S_LOAD_DWORDX4", load},
    {"S_LOAD_DWORDX8", load},
    {"S_LOAD_DWORDX16", load},
    {"S_LOAD_B32", load},
    {"S_LOAD_B64", load},
    {"S_LOAD_B96", load},
    {"S_LOAD_B128", load},
    {"S_LOAD_B256", load},
    {"S_LOAD_B512", load},
    {"S_LOAD_I8", load_small<std::int8_t>},
    {"S_LOAD_U8", load_small<std::uint8_t>},
    {"S_LOAD_I16", load_small<std::int16_t>},
    {"S_LOAD_U16", load_small<std::uint16_t>},
    {"S_BUFFER_LOAD_DWORD", load_buffer},
    {"S_BUFFER_LOAD_DWORDX2", load_buffer},
    {"S_BUFFER_LOAD_DWORDX4", load_buffer},
    {"S_BUFFER_LOAD_DWORDX8", load_buffer},
    {"S_BUFFER_LOAD_DWORDX16", load_buffer},
    {"S_BUFFER_LOAD_B32", load_buffer},
    {"S_BUFFER_LOAD_B64", load_buffer},
    {"S_BUFFER_LOAD_B96", load_buffer},
    {"S_BUFFER_LOAD_B128", load_buffer},
    {"S_BUFFER_LOAD_B256", load_buffer},
    {"S_BUFFER_LOAD_B512", load_buffer},
    {"S_BUFFER_LOAD_I8", load_small_from_buffer<std::int8_t>},
    {"S_BUFFER_LOAD_U8", load_small_from_buffer<std::uint8_t>},
    {"S_BUFFER_LOAD_I16", load_small_from_buffer<std::int16_t>},
    {"S_BUFFER_LOAD_U16", load_small_from_buffer<std::uint16_t>},
    {"S_MEMTIME", [](Wave& wave, const Instruction& instruction) { wave.write64(instruction.dst, shader_cycles()); }},
    {"S_MEMREALTIME",
     [](Wave& wave, const Instruction& instruction) {
       wave.write64(instruction.dst, real_time(wave.target.slow_real_time));
     }},
    // Memory is coherent here, so writing caches back, invalidating them and prefetching have no effect.
    {"S_DCACHE_INV", nothing},
    {"S_DCACHE_INV_VOL", nothing},
    {"S_DCACHE_WB", nothing},
    {"S_DCACHE_WB_VOL", nothing},
    {"S_GL1_INV", nothing},
    {"S_ATC_PROBE", nothing},
    {"S_ATC_PROBE_BUFFER", nothing},
    {"S_PREFETCH_INST", nothing},
    {"S_PREFETCH_INST_PC_REL", nothing},
    {"S_PREFETCH_DATA", nothing},
    {"S_PREFETCH_DATA_PC_REL", nothing},
    {"S_BUFFER_PREFETCH_DATA", nothing},
});

}  // namespace

Operations scalar_memory_operations() {
  return kTable;
}

}  // namespace rocm_bindgen::emulator
