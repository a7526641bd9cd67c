#include "memory/scratch.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include "fault.hpp"
#include "memory/access_log.hpp"
#include "memory/store_journal.hpp"

namespace rocm_bindgen::emulator {
namespace {

constexpr std::uint32_t kDword = 4;
/// Above this size, allocating new zeros from the host is faster than writing zeros.
constexpr std::size_t kLarge = std::size_t{4} << 20;

}  // namespace

Scratch::Scratch(std::uint32_t bytes_per_lane, unsigned lanes, Checks checks)
    : bytes_per_lane_(bytes_per_lane),
      lanes_(lanes),
      checks_(checks),
      size_((std::size_t{bytes_per_lane} + kDword - 1) / kDword * kDword * lanes),
      plain_(!checks.uninit) {
  allocate();
  if (checks.uninit) initialized_.resize(size_);
}

void Scratch::Free::operator()(std::byte* memory) const {
  std::free(memory);
}

void Scratch::allocate() {
  bytes_.reset(static_cast<std::byte*>(std::calloc(std::max<std::size_t>(size_, 1), 1)));
  if (bytes_ == nullptr) throw std::bad_alloc();
}

void Scratch::reset() {
  if (size_ > kLarge) {
    bytes_.reset();
    allocate();
  } else {
    std::fill_n(bytes_.get(), size_, std::byte{0});
  }
  std::fill(initialized_.begin(), initialized_.end(), std::uint8_t{0});
}

bool Scratch::in_bounds(int lane, std::uint64_t offset, std::uint32_t bytes, Access access) const {
  if (offset <= bytes_per_lane_ && bytes <= bytes_per_lane_ - offset) return true;
  if (checks_.bounds)
    throw Fault("scratch " + describe(access, bytes, offset) + " is beyond the lane's " + byte_count(bytes_per_lane_),
                lane, offset, true);
  return false;
}

std::byte* Scratch::checked(int lane, std::uint64_t offset, std::uint32_t bytes, Access access) {
  if (!in_bounds(lane, offset, bytes, access)) {
    nowhere_ = {};
    return nowhere_.data();
  }
  if (is_logged_) AccessLog::of_thread().add({offset, bytes, lane, AccessLog::Space::scratch, access});
  const auto at = index_of(static_cast<std::uint32_t>(lane), offset);
  for (std::uint32_t byte = 0; checks_.uninit && byte < bytes; ++byte) {
    if (access != Access::write && initialized_[at + byte] == 0)
      throw Fault("uninitialised scratch " + describe(access, bytes, offset) + ": byte " + std::to_string(byte) +
                      " was never written",
                  lane, offset, true);
    if (access != Access::read) initialized_[at + byte] = 1;
  }
  if (auto* journal = StoreJournal::of_this_thread(); journal != nullptr && access != Access::read)
    journal->before_store(&bytes_[at], bytes, bytes_.get(), bytes_.get() + size_);
  return &bytes_[at];
}

std::byte* Scratch::at_swizzled(int lane, std::uint64_t offset, std::uint32_t bytes, Access access) {
  const auto dword = offset / kDword;
  const auto owner = static_cast<int>(dword % lanes_);
  try {
    return at(owner, dword / lanes_ * kDword + offset % kDword, bytes, access);
  } catch (Fault& fault) {
    // The fault is that of the accessing lane, even if the memory belongs to another lane.
    fault.lane = lane;
    throw;
  }
}

void Scratch::read(int lane, std::uint64_t offset, void* to, std::uint32_t bytes) {
  auto* out = static_cast<std::byte*>(to);
  if (!in_bounds(lane, offset, bytes, Access::read)) {
    std::memset(out, 0, bytes);
    return;
  }
  // Only the bytes of one dword are contiguous, because the lanes' dwords are interleaved.
  while (bytes != 0) {
    const auto piece = std::min(bytes, kDword - static_cast<std::uint32_t>(offset % kDword));
    std::memcpy(out, at(lane, offset, piece, Access::read), piece);
    out += piece;
    offset += piece;
    bytes -= piece;
  }
}

void Scratch::write(int lane, std::uint64_t offset, const void* from, std::uint32_t bytes) {
  const auto* in = static_cast<const std::byte*>(from);
  if (!in_bounds(lane, offset, bytes, Access::write)) return;
  while (bytes != 0) {
    const auto piece = std::min(bytes, kDword - static_cast<std::uint32_t>(offset % kDword));
    std::memcpy(at(lane, offset, piece, Access::write), in, piece);
    in += piece;
    offset += piece;
    bytes -= piece;
  }
}

}  // namespace rocm_bindgen::emulator
