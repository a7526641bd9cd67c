#include "dispatch/initial_state.hpp"

#include <algorithm>
#include <cstring>

namespace rocm_bindgen::emulator {
namespace {

/// Returns the private segment buffer's descriptor: a raw buffer at kScratchBase that is swizzled by lane (AMDGPUUsage,
/// "Private Segment Buffer"; the layout of a buffer resource is in the ISA documents, "Buffer Resource Descriptor").
std::array<std::uint32_t, 4> scratch_descriptor(const Target& target, unsigned lanes) {
  constexpr std::uint32_t kSwizzleEnable = 1u << 31, kAddThreadId = 1u << 23;
  constexpr std::uint32_t kIndexStride64 = 3u << 21, kIndexStride32 = 2u << 21, kElementSize4 = 1u << 19;
  std::uint32_t last = kAddThreadId | (lanes == 64 ? kIndexStride64 : kIndexStride32);
  if (target.generation == Generation::gfx9) last |= kElementSize4;
  // From gfx10 on, the descriptor selects the rule for bounds. For a raw buffer, everything within num_records is in
  // bounds.
  constexpr std::uint32_t kRawBounds = 3u << 28;
  if (target.generation >= Generation::gfx10) last |= kRawBounds;
  return {static_cast<std::uint32_t>(kScratchBase), static_cast<std::uint32_t>(kScratchBase >> 32) | kSwizzleEnable,
          ~0u, last};
}

/// Assigns scalar registers in increasing order.
class Scalars {
 public:
  explicit Scalars(Wave& wave) : wave_(wave) {}
  void put(std::uint32_t value) { wave_.scalar[next_++] = value; }
  void put64(std::uint64_t value) {
    put(static_cast<std::uint32_t>(value));
    put(static_cast<std::uint32_t>(value >> 32));
  }
  unsigned next() const { return next_; }
  void skip_to(unsigned next) { next_ = next; }

 private:
  Wave& wave_;
  unsigned next_ = 0;
};

void set_user_scalars(Scalars& scalars, const Wave& wave, const Dispatch& dispatch) {
  const auto& descriptor = dispatch.kernel->descriptor;
  if (descriptor.private_segment_buffer())
    for (const auto word : scratch_descriptor(wave.target, wave.lanes)) scalars.put(word);
  if (descriptor.dispatch_pointer()) scalars.put64(dispatch.packet_address);
  if (descriptor.queue_pointer()) scalars.put64(dispatch.queue_address);
  if (descriptor.kernarg_pointer()) scalars.put64(dispatch.kernarg_address);
  if (descriptor.dispatch_id()) scalars.put64(0);  // dispatches have no numbers here
  if (descriptor.flat_scratch_init()) scalars.put64(kScratchBase);
  if (descriptor.private_segment_size()) scalars.put(wave.scratch.bytes_per_lane());
  // The number of user SGPRs includes the preloaded arguments.
  for (unsigned i = 0; i < descriptor.preload_length() && scalars.next() < descriptor.user_scalars(); ++i) {
    std::uint32_t word = 0;
    std::memcpy(&word, reinterpret_cast<const void*>(dispatch.kernarg_address + 4 * (descriptor.preload_offset() + i)),
                4);
    scalars.put(word);
  }
}

void set_system_scalars(Scalars& scalars, Wave& wave, const Dispatch& dispatch, const Sizes& workgroup) {
  const auto& descriptor = dispatch.kernel->descriptor;
  if (wave.target.workgroup_ids_in_ttmp) {
    // ttmp9 has x, ttmp7 has y and z with 16 bits each, and ttmp8 has the wave's index from bit 25 on.
    wave.scalar[kTtmp + 9] = workgroup[0];
    wave.scalar[kTtmp + 7] = (workgroup[1] & 0xffff) | workgroup[2] << 16;
    wave.scalar[kTtmp + 8] = wave.index << 25;
    return;
  }
  for (unsigned d = 0; d < 3; ++d)
    if (descriptor.workgroup_id(d)) scalars.put(workgroup[d]);
  if (descriptor.workgroup_info()) scalars.put(0);
  // This register has the wave's offset in scratch. It is 0 because each wave has its own scratch.
  if (descriptor.has_private_segment() && !wave.target.architected_flat_scratch) scalars.put(0);
}

Mode initial_mode(const KernelDescriptor& descriptor, const Target& target) {
  constexpr std::uint32_t kDx10Clamp = 1u << 8, kIeee = 1u << 9, kFp16Overflow = 1u << 23;
  // gfx12 has neither bit, and behaves as if both were set (AMDGPUUsage, COMPUTE_PGM_RSRC1).
  const bool always = target.generation >= Generation::gfx12;
  auto bits = descriptor.mode_bits();
  if (always || descriptor.dx10_clamp()) bits |= kDx10Clamp;
  if (always || descriptor.ieee_mode()) bits |= kIeee;
  if (descriptor.fp16_overflow()) bits |= kFp16Overflow;
  return decode_mode(bits);
}

}  // namespace

Sizes work_item(const Wave& wave, unsigned lane, const Sizes& size) {
  const auto linear = wave.index * wave.lanes + lane;
  return {linear % size[0], linear / size[0] % size[1], linear / size[0] / size[1]};
}

void set_initial_state(Wave& wave, const Dispatch& dispatch, const Sizes& workgroup, const Sizes& size) {
  const auto& descriptor = dispatch.kernel->descriptor;
  wave.mode = initial_mode(descriptor, wave.target);
  wave.pc = dispatch.kernel->entry;
  // If arguments are preloaded, the first 256 bytes of code are for firmware that cannot preload them, and execution
  // begins after them.
  constexpr std::uint64_t kPreloadPrologue = 256;
  if (descriptor.preload_length() > 0) wave.pc += kPreloadPrologue;

  Scalars scalars(wave);
  set_user_scalars(scalars, wave, dispatch);
  scalars.skip_to(descriptor.user_scalars());
  set_system_scalars(scalars, wave, dispatch, workgroup);

  const auto total = size[0] * size[1] * size[2], first = wave.index * wave.lanes;
  const auto lanes = std::min(wave.lanes, total - std::min(first, total));
  // The position is counted up, because divisions for each lane would take longer than many kernels.
  auto item = work_item(wave, 0, size);
  for (unsigned lane = 0; lane < lanes; ++lane) {
    for (unsigned d = 0; d <= descriptor.work_item_dimensions() && d < 3; ++d) {
      // IDs that the descriptor does not request are 0, and compilers rely on this: v0 contains only x if y is not
      // requested.
      constexpr unsigned kPackedBits = 10;
      if (wave.target.packed_work_item_ids)
        wave.vector(0)[lane] |= item[d] << kPackedBits * d;
      else if (d < wave.vectors())
        wave.vector(d)[lane] = item[d];
    }
    if (++item[0] < size[0]) continue;
    item[0] = 0;
    if (++item[1] < size[1]) continue;
    item[1] = 0;
    ++item[2];
  }
  wave.set_exec(lanes == 0 ? 0 : ~std::uint64_t{0} >> (64 - lanes));
}

}  // namespace rocm_bindgen::emulator
