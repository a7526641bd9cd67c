// Loads, stores and atomics of the emulated program at a host address.
//
// Workgroups run on several host threads and may legally race with each other (relaxed polling, flags). Naturally
// aligned units are therefore accessed with relaxed host atomics: the emulated program sees no torn values, and the
// emulator itself has no data race. Plain accesses would be undefined behaviour in C++. The host must be little-endian.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace rocm_bindgen::emulator {

/// The value of a memory access of `bytes` bytes, in dwords, the low bytes first. Unused upper bytes of the last dword
/// are 0.
template <unsigned bytes>
using Payload = std::array<std::uint32_t, (bytes + 3) / 4>;

namespace host {

// The host's code accesses device memory with types of its choice, so accesses through this type may alias any of them.
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

/// Accesses of unaligned memory, byte by byte.
inline void load_bytes(const std::byte* at, void* to, unsigned bytes) {
  for (unsigned n = 0; n < bytes; ++n) static_cast<std::uint8_t*>(to)[n] = load_unit<std::uint8_t>(at + n);
}

inline void store_bytes(std::byte* at, const void* from, unsigned bytes) {
  for (unsigned n = 0; n < bytes; ++n) store_unit(at + n, static_cast<const std::uint8_t*>(from)[n]);
}

/// Loads a payload. Aligned units are read atomically, but a payload of more than one unit is not atomic as a whole.
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

/// Stores a payload, with the same guarantees as load().
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

/// Atomically replaces the aligned unit at `at` by `function` of it, and returns the previous value. The order is
/// acquire and release: the emulated program's waits before and after its atomics have no effect on the host, so the
/// atomic itself must provide their ordering.
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
