// PTX's special registers and the collective instructions of a warp.
#pragma once

#include "rocm_bindgen_compat/language/steady_counter.hpp"
#include "rocm_bindgen_compat/ptx/ptx_registers.hpp"
#include "rocm_bindgen_compat/warp/warp.hpp"

namespace rocm_bindgen::ptx {

ROCM_BINDGEN_DEVICE inline unsigned read_laneid() {
  return rocm_bindgen::detail::wave_lane() & rocm_bindgen::detail::kLaneBits;
}
ROCM_BINDGEN_DEVICE inline unsigned read_lanemask_eq() {
  return 1u << read_laneid();
}
ROCM_BINDGEN_DEVICE inline unsigned read_lanemask_lt() {
  return read_lanemask_eq() - 1;
}
ROCM_BINDGEN_DEVICE inline unsigned read_lanemask_le() {
  return read_lanemask_lt() | read_lanemask_eq();
}
ROCM_BINDGEN_DEVICE inline unsigned read_lanemask_gt() {
  return ~read_lanemask_le();
}
ROCM_BINDGEN_DEVICE inline unsigned read_lanemask_ge() {
  return ~read_lanemask_lt();
}
/// The index of the thread's warp in its block.
ROCM_BINDGEN_DEVICE inline unsigned read_warpid() {
  return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) / rocm_bindgen::detail::kWarpLanes;
}
/// The number of warps of the largest block.
ROCM_BINDGEN_DEVICE inline unsigned read_nwarpid() {
  constexpr unsigned kLargestBlock = 1024;
  return kLargestBlock / rocm_bindgen::detail::kWarpLanes;
}
/// The number of the compute unit on which the thread runs. It is less than nsmid.
ROCM_BINDGEN_DEVICE inline unsigned read_smid() {
  return __smid();
}
/// Greater than every possible smid, which has 16 bits.
ROCM_BINDGEN_DEVICE inline unsigned read_nsmid() {
  constexpr unsigned kNumbers = 0x10000;
  return kNumbers;
}
/// The number of the launch, which AMD devices do not provide.
ROCM_BINDGEN_DEVICE inline unsigned long long read_gridid() {
  return 0;
}
ROCM_BINDGEN_DEVICE inline unsigned long long read_clock64() {
  return static_cast<unsigned long long>(clock64());
}
ROCM_BINDGEN_DEVICE inline unsigned read_clock() {
  return static_cast<unsigned>(read_clock64());
}
ROCM_BINDGEN_DEVICE inline unsigned read_clock_hi() {
  return static_cast<unsigned>(read_clock64() >> 32u);
}
/// Nanoseconds, with the resolution of the counter.
ROCM_BINDGEN_DEVICE inline unsigned long long read_globaltimer() {
  return rocm_bindgen::detail::steady_nanoseconds();
}
ROCM_BINDGEN_DEVICE inline unsigned read_globaltimer_lo() {
  return static_cast<unsigned>(read_globaltimer());
}
ROCM_BINDGEN_DEVICE inline unsigned read_globaltimer_hi() {
  return static_cast<unsigned>(read_globaltimer() >> 32u);
}

/// The lane that shfl reads from. If the requested lane is outside of the caller's section (`exists` is false), it is
/// the caller's own.
struct SourceLane {
  unsigned lane;
  bool exists;
};
ROCM_BINDGEN_DEVICE inline SourceLane source_lane(unsigned lane, bool exists) {
  return {exists ? lane : read_laneid(), exists};
}
// `clamp` is the last operand of shfl, PTX's operand c. Bits 8 to 12 are the mask of those bits of a lane's number that
// identify its section: lanes that agree in these bits exchange values. Bits 0 to 4 limit the lane within the section.
ROCM_BINDGEN_DEVICE inline unsigned section_of(unsigned clamp) {
  return clamp >> 8u & rocm_bindgen::detail::kLaneBits;
}
ROCM_BINDGEN_DEVICE inline unsigned last_lane(unsigned clamp) {
  const unsigned section = section_of(clamp);
  return (read_laneid() & section) | (clamp & rocm_bindgen::detail::kLaneBits & ~section);
}
// shfl.up moves towards lower lanes, so its limit is the lowest one: bits 0 to 4 are 0, and last_lane() is the first
// lane of the section.
ROCM_BINDGEN_DEVICE inline SourceLane source_lane_up(unsigned distance, unsigned clamp) {
  const int lane = static_cast<int>(read_laneid()) - static_cast<int>(distance & rocm_bindgen::detail::kLaneBits);
  return source_lane(static_cast<unsigned>(lane), lane >= static_cast<int>(last_lane(clamp)));
}
ROCM_BINDGEN_DEVICE inline SourceLane source_lane_down(unsigned distance, unsigned clamp) {
  const unsigned lane = read_laneid() + (distance & rocm_bindgen::detail::kLaneBits);
  return source_lane(lane, lane <= last_lane(clamp));
}
ROCM_BINDGEN_DEVICE inline SourceLane source_lane_bfly(unsigned mask, unsigned clamp) {
  const unsigned lane = read_laneid() ^ (mask & rocm_bindgen::detail::kLaneBits);
  return source_lane(lane, lane <= last_lane(clamp));
}
ROCM_BINDGEN_DEVICE inline SourceLane source_lane_idx(unsigned index, unsigned clamp) {
  const unsigned section = section_of(clamp);
  const unsigned lane = (read_laneid() & section) | (index & rocm_bindgen::detail::kLaneBits & ~section);
  return source_lane(lane, lane <= last_lane(clamp));
}
ROCM_BINDGEN_DEVICE inline unsigned from_lane(unsigned value, SourceLane source) {
  return rocm_bindgen::detail::from_wave_lane(value,
                                              static_cast<int>(rocm_bindgen::detail::warp_start() + source.lane));
}

}  // namespace rocm_bindgen::ptx
