#include "execute/lanes/dpp.hpp"

namespace rocm_bindgen::emulator {
namespace {

// The ranges of DPP_CTRL (Vega ISA, table "DPP_CTRL Enumeration"; row_share and row_xmask exist from RDNA on).
constexpr unsigned kQuadPermLast = 0x0ff;
constexpr unsigned kRowShl = 0x100, kRowShr = 0x110, kRowRor = 0x120;
constexpr unsigned kWaveShl = 0x130, kWaveRol = 0x134, kWaveShr = 0x138, kWaveRor = 0x13c;
constexpr unsigned kRowMirror = 0x140, kRowHalfMirror = 0x141, kRowBcast15 = 0x142, kRowBcast31 = 0x143;
constexpr unsigned kRowShare = 0x150, kRowXmask = 0x160;

constexpr int kInvalid = -1;  // as in DppSource::lane
constexpr unsigned kRow = 16;

/// Returns the lane that `lane` reads, or kInvalid if there is none.
int source_lane(unsigned lanes, unsigned control, unsigned lane) {
  const unsigned in_row = lane % kRow, row_start = lane - in_row, last = lanes - 1;
  const unsigned amount = control & 0xf;
  const auto as_int = [](unsigned value) { return static_cast<int>(value); };
  if (control <= kQuadPermLast) return as_int((lane & ~3u) + (control >> (2 * (lane & 3)) & 3));
  switch (control & ~0xfu) {
    case kRowShl:
      return in_row + amount < kRow ? as_int(lane + amount) : kInvalid;
    case kRowShr:
      return in_row >= amount ? as_int(lane - amount) : kInvalid;
    case kRowRor:
      return as_int(row_start + (in_row + kRow - amount) % kRow);
    // On gfx90a, this control is called row_newbcast. Under both names, all lanes of a row read lane `amount` of it.
    case kRowShare:
      return as_int(row_start + amount);
    case kRowXmask:
      return as_int(row_start + (in_row ^ amount));
    default:
      break;
  }
  switch (control) {
    case kWaveShl:
      return lane < last ? as_int(lane + 1) : kInvalid;
    case kWaveRol:
      return lane < last ? as_int(lane + 1) : 0;
    case kWaveShr:
      return lane > 0 ? as_int(lane - 1) : kInvalid;
    case kWaveRor:
      return lane > 0 ? as_int(lane - 1) : as_int(last);
    case kRowMirror:
      return as_int(row_start + kRow - 1 - in_row);
    case kRowHalfMirror:
      return as_int(lane ^ 7);
    // Lane 15 of each row is broadcast to the next row; lane 31 is broadcast to the upper half. Lanes that receive no
    // broadcast are invalid.
    case kRowBcast15:
      return row_start >= kRow ? as_int(row_start - 1) : kInvalid;
    case kRowBcast31:
      return lane >= 32 ? 31 : kInvalid;
    default:
      throw Fault("DPP control " + hexadecimal(control) + " is unknown", as_int(lane));
  }
}

}  // namespace

DppSelection dpp_selection(unsigned lanes, const Modifiers& modifiers, unsigned lane) {
  if (modifiers.lanes == Modifiers::Lanes::dpp8)
    return {true, static_cast<int>((lane & ~7u) + (modifiers.dpp8 >> (3 * (lane & 7)) & 7))};
  const unsigned row = lane / kRow, bank = lane % kRow / 4;
  if ((modifiers.row_mask >> row & 1) == 0 || (modifiers.bank_mask >> bank & 1) == 0) return {false, kInvalid};
  return {true, source_lane(lanes, modifiers.dpp_control, lane)};
}

DppSource dpp_source(const Wave& wave, const Modifiers& modifiers, unsigned lane) {
  const auto [included, from] = dpp_selection(wave.lanes, modifiers, lane);
  if (!included) return {false, kInvalid};
  const bool readable = from != kInvalid && (modifiers.fetch_inactive || (wave.exec() >> from & 1) != 0);
  if (readable) return {true, from};
  // There is no valid source. With DPP8, or with bound_ctrl, the lane reads 0 and writes. With the other DPP controls
  // and without bound_ctrl, the lane does not write.
  return {modifiers.lanes == Modifiers::Lanes::dpp8 || modifiers.bound_control, kInvalid};
}

}  // namespace rocm_bindgen::emulator
