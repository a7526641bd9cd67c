#include "native/host_functions.hpp"

#include <bit>
#include <cstring>
#include <exception>

#include "machine/wave.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace rocm_bindgen::emulator {
namespace {

NativeRange& range_of(NativeContext& context, std::uint32_t site, bool writes) {
  return (writes ? context.writes : context.reads)[context.first_range + site];
}

bool contains(const NativeRange& range, std::uint64_t address, std::uint64_t bytes) {
  const auto offset = address - range.begin;
  return offset < range.bytes && bytes <= range.bytes - offset;
}

/// Returns whether all lanes' addresses may be accessed. They are usually in one allocation, which the range remembers.
bool may_access(NativeContext& context, std::uint32_t site, std::uint32_t bytes, std::uint64_t mask,
                const std::uint64_t* addresses, bool writes) {
  const auto& range = range_of(context, site, writes);
  for (; mask != 0; mask &= mask - 1) {
    const auto address = addresses[std::countr_zero(mask)];
    if (!contains(range, address, bytes) && !find_native_range(&context, site, address, bytes, writes)) return false;
  }
  return true;
}

/// Copies the bytes of one lane from memory to a column of the rows. Sizes are constants, so that a copy is one access.
template <std::uint32_t bytes>
void load_lane(const std::byte* from, std::uint32_t* out) {
  constexpr std::uint32_t kDwords = (bytes + 3) / 4;
  std::uint32_t values[kDwords] = {};
  std::memcpy(values, from, bytes);
  for (std::uint32_t dword = 0; dword < kDwords; ++dword) out[dword * kMaxLanes] = values[dword];
}

template <std::uint32_t bytes>
void store_lane(std::byte* to, const std::uint32_t* in) {
  constexpr std::uint32_t kDwords = (bytes + 3) / 4;
  std::uint32_t values[kDwords];
  for (std::uint32_t dword = 0; dword < kDwords; ++dword) values[dword] = in[dword * kMaxLanes];
  std::memcpy(to, values, bytes);
}

/// Calls `body` with the size as a constant.
template <class Body>
void with_size(std::uint32_t bytes, Body body) {
  switch (bytes) {
    case 1:
      return body(std::integral_constant<std::uint32_t, 1>());
    case 2:
      return body(std::integral_constant<std::uint32_t, 2>());
    case 4:
      return body(std::integral_constant<std::uint32_t, 4>());
    case 8:
      return body(std::integral_constant<std::uint32_t, 8>());
    case 12:
      return body(std::integral_constant<std::uint32_t, 12>());
    default:
      return body(std::integral_constant<std::uint32_t, 16>());
  }
}

/// `base` is 0 if the addresses are those of the host.
template <class Address>
void load_all(std::uint64_t base, std::uint32_t bytes, std::uint64_t mask, const Address* addresses,
              std::uint32_t* out) {
  with_size(bytes, [&](auto size) {
    for (; mask != 0; mask &= mask - 1) {
      const auto lane = std::countr_zero(mask);
      load_lane<decltype(size)::value>(reinterpret_cast<const std::byte*>(base + addresses[lane]), out + lane);
    }
  });
}

template <class Address>
void store_all(std::uint64_t base, std::uint32_t bytes, std::uint64_t mask, const Address* addresses,
               const std::uint32_t* in) {
  with_size(bytes, [&](auto size) {
    for (; mask != 0; mask &= mask - 1) {
      const auto lane = std::countr_zero(mask);
      store_lane<decltype(size)::value>(reinterpret_cast<std::byte*>(base + addresses[lane]), in + lane);
    }
  });
}

#if defined(__x86_64__)

/// Loads one dword per lane for groups of eight lanes, whose addresses are usually equal or consecutive. The host has
/// AVX2, since native code needs it.
[[gnu::target("avx2")]] void load_dwords_of_all(std::uint64_t base, unsigned lanes, const std::uint32_t* addresses,
                                                std::uint32_t dword, std::uint32_t* out) {
  const auto* const memory = reinterpret_cast<const std::byte*>(base) + 4 * dword;
  const auto first_lane = _mm256_setzero_si256();
  const auto steps = _mm256_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28);
  for (unsigned lane = 0; lane < lanes; lane += 8) {
    const auto offsets = _mm256_load_si256(reinterpret_cast<const __m256i*>(addresses + lane));
    const auto difference = _mm256_sub_epi32(offsets, _mm256_permutevar8x32_epi32(offsets, first_lane));
    __m256i values;
    if (_mm256_testz_si256(difference, difference))
      values = _mm256_set1_epi32(*reinterpret_cast<const int*>(memory + addresses[lane]));
    else if (_mm256_movemask_epi8(_mm256_cmpeq_epi32(difference, steps)) == -1)
      values = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(memory + addresses[lane]));
    else
      values = _mm256_i32gather_epi32(reinterpret_cast<const int*>(memory), offsets, 1);
    _mm256_store_si256(reinterpret_cast<__m256i*>(out + lane), values);
  }
}

[[gnu::target("avx2")]] std::uint32_t highest_of(unsigned lanes, const std::uint32_t* addresses) {
  auto highest = _mm256_load_si256(reinterpret_cast<const __m256i*>(addresses));
  for (unsigned lane = 8; lane < lanes; lane += 8)
    highest = _mm256_max_epu32(highest, _mm256_load_si256(reinterpret_cast<const __m256i*>(addresses + lane)));
  const auto half = _mm_max_epu32(_mm256_castsi256_si128(highest), _mm256_extracti128_si256(highest, 1));
  const auto pair = _mm_max_epu32(half, _mm_shuffle_epi32(half, 0x4e));
  return static_cast<std::uint32_t>(_mm_cvtsi128_si32(_mm_max_epu32(pair, _mm_shuffle_epi32(pair, 0xb1))));
}

#endif

bool in_local_memory(const NativeContext& context, std::uint32_t bytes, std::uint64_t mask,
                     const std::uint32_t* addresses) {
  std::uint32_t highest = 0;
  for (; mask != 0; mask &= mask - 1) highest = std::max(highest, addresses[std::countr_zero(mask)]);
  return std::uint64_t{highest} + bytes <= context.lds_bytes;
}

}  // namespace

bool call_handler_from_native(NativeContext* context, const Instruction* instruction) {
  try {
    instruction->execute(*context->wave, *instruction);
    return true;
  } catch (...) {
    *static_cast<std::exception_ptr*>(context->failure) = std::current_exception();
    context->failed_instruction = instruction->address;
    return false;
  }
}

bool find_native_range(NativeContext* context, std::uint32_t site, std::uint64_t address, std::uint64_t bytes,
                       bool writes) {
  const auto* found = context->wave->memory.unchecked(address, bytes, writes ? Access::write : Access::read);
  if (found == nullptr) return false;
  range_of(*context, site, writes) = {found->begin, found->bytes};
  return true;
}

bool load_lanes(NativeContext* context, std::uint32_t site, std::uint32_t bytes, std::uint64_t mask,
                const std::uint64_t* addresses, std::uint32_t* out) {
  if (!may_access(*context, site, bytes, mask, addresses, false)) return false;
  load_all(0, bytes, mask, addresses, out);
  return true;
}

bool store_lanes(NativeContext* context, std::uint32_t site, std::uint32_t bytes, std::uint64_t mask,
                 const std::uint64_t* addresses, const std::uint32_t* in) {
  if (!may_access(*context, site, bytes, mask, addresses, true)) return false;
  store_all(0, bytes, mask, addresses, in);
  return true;
}

bool load_local_lanes(NativeContext* context, std::uint32_t bytes, std::uint64_t mask, const std::uint32_t* addresses,
                      std::uint32_t* out) {
#if defined(__x86_64__)
  const auto lanes = context->wave->lanes;
  if (mask == context->wave->all_lanes() && bytes % 4 == 0) {
    if (std::uint64_t{highest_of(lanes, addresses)} + bytes > context->lds_bytes) return false;
    for (std::uint32_t dword = 0; dword < bytes / 4; ++dword)
      load_dwords_of_all(reinterpret_cast<std::uint64_t>(context->lds), lanes, addresses, dword,
                         out + dword * kMaxLanes);
    return true;
  }
#endif
  if (!in_local_memory(*context, bytes, mask, addresses)) return false;
  load_all(reinterpret_cast<std::uint64_t>(context->lds), bytes, mask, addresses, out);
  return true;
}

bool store_local_lanes(NativeContext* context, std::uint32_t bytes, std::uint64_t mask, const std::uint32_t* addresses,
                       const std::uint32_t* in) {
  if (!in_local_memory(*context, bytes, mask, addresses)) return false;
  store_all(reinterpret_cast<std::uint64_t>(context->lds), bytes, mask, addresses, in);
  return true;
}

std::span<const HostFunction> host_functions() {
  static const HostFunction all[] = {
      {"call_handler", reinterpret_cast<const void*>(&call_handler_from_native)},
      {"find_range", reinterpret_cast<const void*>(&find_native_range)},
      {"load_lanes", reinterpret_cast<const void*>(&load_lanes)},
      {"store_lanes", reinterpret_cast<const void*>(&store_lanes)},
      {"load_local_lanes", reinterpret_cast<const void*>(&load_local_lanes)},
      {"store_local_lanes", reinterpret_cast<const void*>(&store_local_lanes)},
  };
  return all;
}

}  // namespace rocm_bindgen::emulator
