// Bytes at a host address as the emulated program's loads, stores and atomics touch them. Workgroups run on several
// host threads and may legally race with one another (relaxed polling, flags), so what is naturally aligned is accessed
// by relaxed host atomics: whole, and without a data race of the emulator's own. Hosts are little-endian.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace rocm_bindgen::emulator {

/// What a memory access moves, low bytes first; the last dword's upper bytes are 0 where it is not whole.
template <unsigned bytes>
using Payload = std::array<std::uint32_t, (bytes + 3) / 4>;

namespace host {

// Device memory has whatever type the host's code gives it.
template <class Unit>
struct Aliased {
  using Type [[gnu::may_alias]] = Unit;
};

template <class Unit>
bool is_aligned(const std::byte* at) {
  return reinterpret_cast<std::uintptr_t>(at) % sizeof(Unit) == 0;
}

template <class Unit>
Unit load_unit(const std::byte* at) {
  return __atomic_load_n(reinterpret_cast<const typename Aliased<Unit>::Type*>(at), __ATOMIC_RELAXED);
}

template <class Unit>
void store_unit(std::byte* at, Unit value) {
  __atomic_store_n(reinterpret_cast<typename Aliased<Unit>::Type*>(at), value, __ATOMIC_RELAXED);
}

/// Unaligned memory, byte by byte.
inline void load_bytes(const std::byte* at, void* to, unsigned bytes) {
  for (unsigned n = 0; n < bytes; ++n) static_cast<std::uint8_t*>(to)[n] = load_unit<std::uint8_t>(at + n);
}

inline void store_bytes(std::byte* at, const void* from, unsigned bytes) {
  for (unsigned n = 0; n < bytes; ++n) store_unit(at + n, static_cast<const std::uint8_t*>(from)[n]);
}

template <unsigned bytes>
Payload<bytes> load(const std::byte* at) {
  Payload<bytes> payload{};
  if constexpr (bytes == 1) {
    payload[0] = load_unit<std::uint8_t>(at);
  } else if constexpr (bytes == 2) {
    if (is_aligned<std::uint16_t>(at))
      payload[0] = load_unit<std::uint16_t>(at);
    else
      load_bytes(at, payload.data(), bytes);
  } else if (bytes == 8 && is_aligned<std::uint64_t>(at)) {
    const auto value = load_unit<std::uint64_t>(at);
    std::memcpy(payload.data(), &value, sizeof(value));
  } else if (is_aligned<std::uint32_t>(at)) {
    for (unsigned n = 0; n < payload.size(); ++n) payload[n] = load_unit<std::uint32_t>(at + 4 * n);
  } else {
    load_bytes(at, payload.data(), bytes);
  }
  return payload;
}

template <unsigned bytes>
void store(std::byte* at, const Payload<bytes>& payload) {
  if constexpr (bytes == 1) {
    store_unit(at, static_cast<std::uint8_t>(payload[0]));
  } else if constexpr (bytes == 2) {
    if (is_aligned<std::uint16_t>(at))
      store_unit(at, static_cast<std::uint16_t>(payload[0]));
    else
      store_bytes(at, payload.data(), bytes);
  } else if (bytes == 8 && is_aligned<std::uint64_t>(at)) {
    std::uint64_t value;
    std::memcpy(&value, payload.data(), sizeof(value));
    store_unit(at, value);
  } else if (is_aligned<std::uint32_t>(at)) {
    for (unsigned n = 0; n < payload.size(); ++n) store_unit(at + 4 * n, payload[n]);
  } else {
    store_bytes(at, payload.data(), bytes);
  }
}

/// Replaces an aligned unit by `function` of it, atomically, and gives back what was there. Ordered as the emulated
/// program's release and acquire sequences around its atomics need: the waits between are no operation on the host.
template <class Unit, class Function>
Unit modify(std::byte* at, Function function) {
  auto* unit = reinterpret_cast<typename Aliased<Unit>::Type*>(at);
  Unit before = __atomic_load_n(unit, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(unit, &before, static_cast<Unit>(function(before)), false, __ATOMIC_ACQ_REL,
                                      __ATOMIC_RELAXED)) {
  }
  return before;
}

}  // namespace host
}  // namespace rocm_bindgen::emulator
