#include "dispatch/fault_report.hpp"

#include <cstring>
#include <string_view>

#include "dispatch/initial_state.hpp"
#include "dispatch/kernel_arguments.hpp"
#include "load/readable_name.hpp"
#include "memory/allocation_search.hpp"

namespace rocm_bindgen::emulator {
namespace {

std::string triple(const Sizes& sizes) {
  return std::to_string(sizes[0]) + "," + std::to_string(sizes[1]) + "," + std::to_string(sizes[2]);
}

std::string who(const Fault& fault, const FaultPlace& place) {
  std::string text = "kernel '" + readable_name(place.dispatch.kernel->metadata.name) + "', workgroup " +
                     triple(place.workgroup) + ", wave " + std::to_string(place.wave.index);
  if (fault.lane == kNoLane) return text;
  const auto lane = static_cast<unsigned>(fault.lane);
  return text + ", lane " + std::to_string(lane) + " (work-item " + triple(work_item(place.wave, lane, place.size)) +
         ")";
}

std::string what(const Fault& fault) {
  if (fault.has_address && fault.address >= kMissingServices && fault.address < kMissingServicesEnd)
    return "it uses a service of the host that the emulated device does not have (a queue, or a grid of several "
           "devices)";
  std::string text = fault.what();
  // Most texts contain the address already.
  if (fault.has_address && text.find("0x") == std::string::npos) text += ", address " + hexadecimal(fault.address);
  return text;
}

/// Returns whether the argument contains a pointer into the allocation or to its end. A structure may contain it at any
/// aligned offset.
bool points_into(const Allocation& allocation, const KernelArgument& argument, std::uint64_t kernarg_address) {
  constexpr std::uint32_t kPointer = sizeof(std::uint64_t);
  const auto first = (argument.offset + kPointer - 1) / kPointer * kPointer;
  for (auto at = first; at + kPointer <= argument.offset + argument.size; at += kPointer) {
    std::uint64_t pointer = 0;
    std::memcpy(&pointer, reinterpret_cast<const void*>(kernarg_address + at), sizeof pointer);
    if (pointer >= allocation.begin && pointer <= allocation.end()) return true;
  }
  return false;
}

/// Lists the arguments that point to the allocation that the fault is about. Empty if there is none.
std::string whose_memory(const Fault& fault, const FaultPlace& place) {
  const auto* allocation = fault.has_address ? nearest_allocation(place.allocations.entries(), fault.address) : nullptr;
  if (allocation == nullptr) return {};
  const auto* segment = place.allocations.find(place.dispatch.kernarg_address);
  std::string numbers;
  unsigned number = 0, found = 0;
  for (const auto& argument : place.dispatch.kernel->metadata.arguments) {
    if (argument.hidden()) continue;
    ++number;
    if (segment == nullptr || !segment->contains(segment->begin + argument.offset, argument.size) ||
        !points_into(*allocation, argument, segment->begin))
      continue;
    numbers += (found++ == 0 ? "" : ", ") + std::to_string(number);
  }
  if (found == 0) return {};
  return std::string("\n  the allocation was passed as argument") + (found == 1 ? " " : "s ") + numbers;
}

std::string where(const FaultPlace& place) {
  const auto& kernel = *place.dispatch.kernel;
  const auto& program = *place.dispatch.program;
  std::string text;
  if (const auto offset = place.instruction - kernel.entry; offset < kernel.code_bytes)
    text = "\n  at offset " + hexadecimal(offset) + " of its code";
  else if (const auto function = program.function_at(place.instruction); !function.name.empty())
    text = "\n  at offset " + hexadecimal(place.instruction - function.begin) + " of '" + function.name + "'";
  else
    text = "\n  at address " + hexadecimal(place.instruction) + ", which is not in a function";
  if (const auto assembly = place.instructions.text(place.instruction); !assembly.empty()) text += ": " + assembly;
  if (const auto line = program.source_line(place.instruction); !line.empty()) text += "\n  source: " + line;
  return text;
}

/// Lists the calls that led to the instruction, the innermost first.
std::string called_from(const FaultPlace& place) {
  constexpr std::uint64_t kCall = 4;  // the size of a call instruction in bytes
  std::string text;
  for (auto call = place.wave.calls.rbegin(); call != place.wave.calls.rend(); ++call) {
    auto from = place.dispatch.program->source_line(*call - kCall);
    if (from.empty()) from = place.dispatch.program->function_at(*call - kCall).name;
    if (!from.empty()) text += "\n  called from: " + from;
  }
  return text;
}

}  // namespace

std::string describe(const Fault& fault, const FaultPlace& place) {
  return who(fault, place) + ": " + what(fault) + whose_memory(fault, place) + where(place) + called_from(place);
}

}  // namespace rocm_bindgen::emulator
