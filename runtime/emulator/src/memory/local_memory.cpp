#include "memory/local_memory.hpp"

#include <algorithm>

#include "fault.hpp"
#include "memory/access_log.hpp"

namespace rocm_bindgen::emulator {

LocalMemory::LocalMemory(std::uint32_t bytes, Checks checks)
    : bytes_(bytes), checks_(checks), plain_(!checks.race && !checks.uninit) {
  if (!plain_) shadow_.resize(bytes);
}

void LocalMemory::reset() {
  std::fill(bytes_.begin(), bytes_.end(), std::byte{0});
  std::fill(shadow_.begin(), shadow_.end(), Shadow());
  epoch_ = 1;
}

void LocalMemory::barrier() {
  ++epoch_;
}

std::byte* LocalMemory::checked(std::uint32_t address, std::uint32_t bytes, Access access, unsigned wave, int lane) {
  if (std::uint64_t{address} + bytes > bytes_.size()) {
    if (checks_.bounds)
      throw Fault("LDS " + describe(access, bytes, address) + " is beyond the workgroup's " + byte_count(bytes_.size()),
                  lane, address, true);
    nowhere_ = {};
    return nowhere_.data();
  }
  if (is_logged_) AccessLog::of_thread().add({address, bytes, lane, AccessLog::Space::local, access});
  if (shadow_.empty()) return &bytes_[address];
  const Actor actor{static_cast<std::uint16_t>(wave), static_cast<std::int16_t>(lane)};
  for (std::uint32_t byte = 0; byte < bytes; ++byte) {
    auto& shadow = shadow_[address + byte];
    if (checks_.uninit && access != Access::write && !shadow.initialized)
      throw Fault("uninitialised LDS " + describe(access, bytes, address) + ": byte " + std::to_string(byte) +
                      " was never written",
                  lane, address, true);
    if (checks_.race) check_race(address + byte, access, actor);
    if (access != Access::read) shadow.initialized = true;
  }
  return &bytes_[address];
}

void LocalMemory::check_race(std::uint32_t address, Access access, Actor actor) {
  auto& shadow = shadow_[address];
  constexpr auto kRead = "read", kWritten = "written", kUpdated = "updated atomically";
  const char* verb = access == Access::read ? kRead : access == Access::write ? kWritten : kUpdated;
  refuse_conflict(shadow.writes, kWritten, verb, actor, address);
  if (access != Access::atomic) refuse_conflict(shadow.atomics, kUpdated, verb, actor, address);
  if (access != Access::read) refuse_conflict(shadow.reads, kRead, verb, actor, address);
  record(access == Access::read ? shadow.reads : access == Access::write ? shadow.writes : shadow.atomics, actor);
}

void LocalMemory::refuse_conflict(const Accesses& earlier, const char* earlier_verb, const char* verb, Actor actor,
                                  std::uint32_t address) const {
  if (earlier.epoch != epoch_ || (earlier.first.wave == actor.wave && !earlier.shared)) return;
  const auto by = [](Actor who) {
    return " by wave " + std::to_string(who.wave) + " lane " + std::to_string(who.lane);
  };
  const auto& other = earlier.first.wave != actor.wave ? earlier.first : earlier.other;
  throw Fault("LDS race at " + hexadecimal(address) + ": " + earlier_verb + by(other) + " and " + verb + by(actor) +
                  " with no barrier between",
              actor.lane, address, true);
}

void LocalMemory::record(Accesses& accesses, Actor actor) const {
  if (accesses.epoch != epoch_) {
    accesses = {epoch_, false, actor, {}};
  } else if (accesses.first.wave != actor.wave) {
    accesses.shared = true;
    accesses.other = actor;
  }
}

}  // namespace rocm_bindgen::emulator
