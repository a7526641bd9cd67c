#include "memory/store_journal.hpp"

#include <algorithm>
#include <cstring>

namespace rocm_bindgen::emulator {
namespace {

/// As large as a row of dwords, so that an inactive lane that is stored with its neighbours is noticed.
constexpr std::uintptr_t kWindow = 256;

thread_local StoreJournal* recording = nullptr;

}  // namespace

StoreJournal::Recording::Recording(StoreJournal& journal) {
  recording = &journal;
}

StoreJournal::Recording::~Recording() {
  recording = nullptr;
}

StoreJournal* StoreJournal::of_this_thread() {
  return recording;
}

void StoreJournal::clear() {
  stores_.clear();
  before_.clear();
  windows_.clear();
  host_access_ = false;
}

void StoreJournal::before_store(std::byte* at, std::uint64_t bytes, std::byte* begin, std::byte* end) {
  stores_.push_back({at, bytes, before_.size()});
  before_.insert(before_.end(), at, at + bytes);
  const auto first = reinterpret_cast<std::uintptr_t>(at), last = first + bytes - 1;
  for (auto window = first / kWindow * kWindow; window <= last; window += kWindow) {
    auto* const from = std::max(begin, reinterpret_cast<std::byte*>(window));
    auto* const to = std::min(end, reinterpret_cast<std::byte*>(window + kWindow));
    if (from < to) windows_.try_emplace(from, static_cast<std::size_t>(to - from));
  }
}

void StoreJournal::roll_back() const {
  for (auto store = stores_.rbegin(); store != stores_.rend(); ++store)
    std::memcpy(store->at, &before_[store->before], store->bytes);
}

std::vector<std::byte> StoreJournal::contents() const {
  std::vector<std::byte> all;
  for (const auto& [begin, bytes] : windows_) all.insert(all.end(), begin, begin + bytes);
  return all;
}

std::uint64_t StoreJournal::address_of(std::size_t position) const {
  for (const auto& [begin, bytes] : windows_) {
    if (position < bytes) return reinterpret_cast<std::uint64_t>(begin) + position;
    position -= bytes;
  }
  return 0;
}

}  // namespace rocm_bindgen::emulator
