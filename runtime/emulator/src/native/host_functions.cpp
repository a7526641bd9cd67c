#include "native/host_functions.hpp"

#include <bit>
#include <cstring>
#include <exception>
#include <limits>

#include "execute/lanes/lane_swizzle.hpp"
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

#if defined(__x86_64__)

/// Returns whether `bytes` bytes at every lane's address are in the range. The host has AVX2, since native code needs
/// it.
[[gnu::target("avx2")]] bool contains_all(const NativeRange& range, unsigned lanes, const std::uint64_t* addresses,
                                          std::uint64_t bytes) {
  if (bytes > range.bytes) return false;
  // AVX2 compares signed numbers only, so the sign bits are inverted.
  const auto sign = _mm256_set1_epi64x(std::numeric_limits<long long>::min());
  const auto begin = _mm256_set1_epi64x(static_cast<long long>(range.begin));
  const auto last = _mm256_xor_si256(_mm256_set1_epi64x(static_cast<long long>(range.bytes - bytes)), sign);
  auto outside = _mm256_setzero_si256();
  for (unsigned lane = 0; lane < lanes; lane += 4) {
    const auto address = _mm256_load_si256(reinterpret_cast<const __m256i*>(addresses + lane));
    const auto offset = _mm256_xor_si256(_mm256_sub_epi64(address, begin), sign);
    outside = _mm256_or_si256(outside, _mm256_cmpgt_epi64(offset, last));
  }
  return _mm256_testz_si256(outside, outside) != 0;
}

#endif

/// Returns whether all lanes' addresses may be accessed. They are usually in one allocation, which the range remembers.
bool may_access(NativeContext& context, std::uint32_t site, std::uint32_t bytes, std::uint64_t mask,
                const std::uint64_t* addresses, bool writes) {
  const auto& range = range_of(context, site, writes);
#if defined(__x86_64__)
  const auto& wave = *context.wave;
  if (mask == wave.all_lanes() && contains_all(range, wave.lanes, addresses, bytes)) return true;
#endif
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

/// Calls `body(lane)` for each lane of the mask, which is usually that of all lanes or of the first ones.
template <class Body>
void for_each_lane_of(std::uint64_t mask, Body body) {
  if ((mask & (mask + 1)) == 0) {
    const auto lanes = static_cast<unsigned>(std::popcount(mask));
    for (unsigned lane = 0; lane < lanes; ++lane) body(lane);
    return;
  }
  for (; mask != 0; mask &= mask - 1) body(static_cast<unsigned>(std::countr_zero(mask)));
}

/// `base` is 0 if the addresses are those of the host.
template <class Address>
void load_all(std::uint64_t base, std::uint32_t bytes, std::uint64_t mask, const Address* addresses,
              std::uint32_t* out) {
  with_size(bytes, [&](auto size) {
    for_each_lane_of(mask, [&](unsigned lane) {
      load_lane<decltype(size)::value>(reinterpret_cast<const std::byte*>(base + addresses[lane]), out + lane);
    });
  });
}

template <class Address>
void store_all(std::uint64_t base, std::uint32_t bytes, std::uint64_t mask, const Address* addresses,
               const std::uint32_t* in) {
  with_size(bytes, [&](auto size) {
    for_each_lane_of(mask, [&](unsigned lane) {
      store_lane<decltype(size)::value>(reinterpret_cast<std::byte*>(base + addresses[lane]), in + lane);
    });
  });
}

#if defined(__x86_64__)

/// Loads one dword per lane for groups of eight lanes, whose addresses are usually equal or consecutive.
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

/// `offset` is added to each address.
bool in_local_memory(const NativeContext& context, std::uint32_t bytes, std::uint64_t mask,
                     const std::uint32_t* addresses, std::uint32_t offset = 0) {
  std::uint32_t highest = 0;
#if defined(__x86_64__)
  if (mask == context.wave->all_lanes() && offset == 0)
    return std::uint64_t{highest_of(context.wave->lanes, addresses)} + bytes <= context.lds_bytes;
#endif
  for (; mask != 0; mask &= mask - 1) highest = std::max(highest, addresses[std::countr_zero(mask)] + offset);
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
  if (!in_local_memory(*context, bytes, mask, addresses)) return false;
#if defined(__x86_64__)
  if (mask == context->wave->all_lanes() && bytes % 4 == 0) {
    for (std::uint32_t dword = 0; dword < bytes / 4; ++dword)
      load_dwords_of_all(reinterpret_cast<std::uint64_t>(context->lds), context->wave->lanes, addresses, dword,
                         out + dword * kMaxLanes);
    return true;
  }
#endif
  load_all(reinterpret_cast<std::uint64_t>(context->lds), bytes, mask, addresses, out);
  return true;
}

bool store_local_lanes(NativeContext* context, std::uint32_t bytes, std::uint64_t mask, const std::uint32_t* addresses,
                       const std::uint32_t* in) {
  if (!in_local_memory(*context, bytes, mask, addresses)) return false;
  store_all(reinterpret_cast<std::uint64_t>(context->lds), bytes, mask, addresses, in);
  return true;
}

bool store_two_local_lanes(NativeContext* context, std::uint32_t bytes, std::uint64_t mask,
                           const std::uint32_t* addresses, std::uint32_t first, std::uint32_t second,
                           const std::uint32_t* in) {
  if (!in_local_memory(*context, bytes, mask, addresses, first) ||
      !in_local_memory(*context, bytes, mask, addresses, second))
    return false;
  with_size(bytes, [&](auto size) {
    constexpr std::uint32_t kBytes = decltype(size)::value;
    for_each_lane_of(mask, [&](unsigned lane) {
      store_lane<kBytes>(context->lds + (addresses[lane] + first), in + lane);
      store_lane<kBytes>(context->lds + (addresses[lane] + second), in + kBytes / 4 * kMaxLanes + lane);
    });
  });
  return true;
}

void permute_lanes(NativeContext* context, std::uint64_t mask, const std::uint32_t* addresses, const std::uint32_t* in,
                   std::uint32_t* out) {
  const auto& wave = *context->wave;
  std::memset(out, 0, wave.lanes * sizeof *out);
  const auto lanes_of_group = permuted_lanes(wave.target, wave.lanes);
  for_each_lane_of(mask, [&](unsigned lane) {
    out[lane / lanes_of_group * lanes_of_group + addresses[lane] / 4 % lanes_of_group] = in[lane];
  });
}

std::span<const HostFunction> host_functions() {
  static const HostFunction all[] = {
      {"call_handler", reinterpret_cast<const void*>(&call_handler_from_native)},
      {"find_range", reinterpret_cast<const void*>(&find_native_range)},
      {"load_lanes", reinterpret_cast<const void*>(&load_lanes)},
      {"store_lanes", reinterpret_cast<const void*>(&store_lanes)},
      {"load_local_lanes", reinterpret_cast<const void*>(&load_local_lanes)},
      {"store_local_lanes", reinterpret_cast<const void*>(&store_local_lanes)},
      {"store_two_local_lanes", reinterpret_cast<const void*>(&store_two_local_lanes)},
      {"permute_lanes", reinterpret_cast<const void*>(&permute_lanes)},
  };
  return all;
}

}  // namespace rocm_bindgen::emulator
