#include "profile/coalescing.hpp"

#include <algorithm>
#include <vector>

namespace rocm_bindgen::emulator {
namespace {

struct ByteRange {
  std::uint64_t begin, end;
};

/// The number of distinct aligned blocks of `size` bytes that the ranges touch. The ranges are in the order of their
/// beginnings.
std::uint64_t blocks_touched(std::span<const ByteRange> ranges, std::uint64_t size) {
  std::uint64_t count = 0, next = 0;  // all blocks before `next` that are touched have been counted
  for (const auto& range : ranges) {
    const auto first = std::max(next, range.begin / size), end = (range.end - 1) / size + 1;
    if (first >= end) continue;
    count += end - first;
    next = end;
  }
  return count;
}

}  // namespace

void count_global(std::span<const AccessLog::Entry> entries, Access access, GlobalTraffic& traffic) {
  std::vector<ByteRange> ranges;
  for (const auto& entry : entries) {
    if (entry.space != AccessLog::Space::global || entry.access != access || entry.lane < 0) continue;
    ranges.push_back({entry.address, entry.address + entry.bytes});
    traffic.bytes += entry.bytes;
  }
  if (ranges.empty()) return;
  std::sort(ranges.begin(), ranges.end(), [](const ByteRange& a, const ByteRange& b) { return a.begin < b.begin; });
  ++traffic.requests;
  traffic.distinct_bytes += blocks_touched(ranges, 1);
  traffic.sectors_64 += blocks_touched(ranges, 64);
  traffic.sectors_128 += blocks_touched(ranges, 128);
}

}  // namespace rocm_bindgen::emulator
