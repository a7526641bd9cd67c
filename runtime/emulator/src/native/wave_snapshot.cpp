#include "native/wave_snapshot.hpp"

#include <algorithm>

#include "memory/access.hpp"

namespace rocm_bindgen::emulator {
namespace {

std::string scalar_name(std::size_t index) {
  switch (index) {
    case kVcc:
      return "vcc_lo";
    case kVcc + 1:
      return "vcc_hi";
    case kM0:
      return "m0";
    case kExec:
      return "exec_lo";
    case kExec + 1:
      return "exec_hi";
    default:
      return "s" + std::to_string(index);
  }
}

/// Rows have kMaxLanes values, also in waves with fewer lanes. The values of lanes that do not exist are unspecified.
std::string row_difference(const char* file, unsigned lanes, const std::vector<std::uint32_t>& interpreted,
                           const std::vector<std::uint32_t>& native) {
  for (std::size_t at = 0; at < interpreted.size(); ++at)
    if (at % kMaxLanes < lanes && interpreted[at] != native[at])
      return describe_difference(file + std::to_string(at / kMaxLanes) + " lane " + std::to_string(at % kMaxLanes),
                                 interpreted[at], native[at]);
  return {};
}

}  // namespace

std::string describe_difference(const std::string& what, std::uint64_t interpreted, std::uint64_t native) {
  return what + " is " + hexadecimal(interpreted) + " in the interpreter and " + hexadecimal(native) +
         " in native code";
}

void WaveSnapshot::take(Wave& wave) {
  lanes_ = wave.lanes;
  pc_ = wave.pc;
  scc_ = wave.scc;
  state_ = wave.state;
  mode_ = wave.mode;
  calls_ = wave.calls;
  scalars_ = wave.scalar;
  const auto copy = [](std::vector<std::uint32_t>& to, const std::uint32_t* rows, unsigned count) {
    to.assign(rows, rows + std::size_t{count} * kMaxLanes);
  };
  if (wave.vectors() > 0) copy(vectors_, wave.vector(0), wave.vectors());
  if (wave.accumulators() > 0) copy(accumulators_, wave.accumulator(0), wave.accumulators());
  if (const auto* lds = wave.lds.unchecked()) lds_.assign(lds, lds + wave.lds.size());
}

void WaveSnapshot::restore(Wave& wave) const {
  wave.pc = pc_;
  wave.scc = scc_;
  wave.state = state_;
  wave.mode = mode_;
  wave.calls = calls_;
  wave.scalar = scalars_;
  if (wave.vectors() > 0) std::copy(vectors_.begin(), vectors_.end(), wave.vector(0));
  if (wave.accumulators() > 0) std::copy(accumulators_.begin(), accumulators_.end(), wave.accumulator(0));
  if (!lds_.empty()) std::copy(lds_.begin(), lds_.end(), wave.lds.unchecked());
}

std::string WaveSnapshot::difference(const WaveSnapshot& interpreted, const WaveSnapshot& native) {
  for (std::size_t at = 0; at < interpreted.scalars_.size(); ++at)
    if (interpreted.scalars_[at] != native.scalars_[at])
      return describe_difference(scalar_name(at), interpreted.scalars_[at], native.scalars_[at]);
  if (interpreted.scc_ != native.scc_) return describe_difference("scc", interpreted.scc_ ? 1 : 0, native.scc_ ? 1 : 0);
  if (auto text = row_difference("v", interpreted.lanes_, interpreted.vectors_, native.vectors_); !text.empty())
    return text;
  if (auto text = row_difference("a", interpreted.lanes_, interpreted.accumulators_, native.accumulators_);
      !text.empty())
    return text;
  const auto [left, right] = std::mismatch(interpreted.lds_.begin(), interpreted.lds_.end(), native.lds_.begin());
  if (left != interpreted.lds_.end())
    return describe_difference("the byte " + std::to_string(left - interpreted.lds_.begin()) + " of LDS",
                               std::to_integer<std::uint64_t>(*left), std::to_integer<std::uint64_t>(*right));
  if (interpreted.mode_.bits != native.mode_.bits)
    return describe_difference("MODE", interpreted.mode_.bits, native.mode_.bits);
  if (interpreted.pc_ != native.pc_) return describe_difference("the program counter", interpreted.pc_, native.pc_);
  if (interpreted.calls_ != native.calls_) return "the calls of functions differ";
  return {};
}

}  // namespace rocm_bindgen::emulator
