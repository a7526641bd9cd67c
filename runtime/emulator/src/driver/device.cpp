#include "driver/device.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "dispatch/kernel_arguments.hpp"
#include "services/print_buffer.hpp"

namespace rocm_bindgen::emulator {
namespace {

/// If the file cannot be written, only a message is printed, because this is no reason to fail a program whose kernels
/// ran. The text is written to a temporary file that is then renamed, so readers never see an incomplete one.
void write(const std::string& path, const char* variable, const std::string& text) {
  const auto temporary = path + "." + std::to_string(getpid());
  std::ofstream file(temporary);
  file << text;
  file.close();
  if (file && std::rename(temporary.c_str(), path.c_str()) == 0) return;
  std::fprintf(stderr, "rocm_bindgen: %s: '%s' cannot be written\n", variable, path.c_str());
  std::remove(temporary.c_str());
}

}  // namespace

/// Copies `bytes` to device memory, which no other launch uses until this object is destroyed.
class EmulatedDevice::LaunchMemory {
 public:
  LaunchMemory(EmulatedDevice& device, const std::vector<std::uint8_t>& bytes) : device_(device), bytes_(bytes.size()) {
    {
      const std::lock_guard lock(device.mutex_);
      if (const auto spare = device.spare_.find(bytes_); spare != device.spare_.end()) {
        memory_ = spare->second;
        device.spare_.erase(spare);
      }
    }
    if (memory_ == nullptr)
      memory_ = device.space_.allocate(bytes_, AllocationKind::kernel_arguments, /*writable=*/false);
    if (memory_ == nullptr) throw std::bad_alloc();
    if (!bytes.empty()) std::memcpy(memory_, bytes.data(), bytes.size());
    device.space_.mark_initialized(memory_, bytes_);
  }
  LaunchMemory(const LaunchMemory&) = delete;
  LaunchMemory& operator=(const LaunchMemory&) = delete;
  ~LaunchMemory() {
    const std::lock_guard lock(device_.mutex_);
    device_.spare_.emplace(bytes_, memory_);
  }

  std::uint64_t address() const { return reinterpret_cast<std::uint64_t>(memory_); }

 private:
  EmulatedDevice& device_;
  std::uint64_t bytes_;
  void* memory_ = nullptr;
};

EmulatedDevice::EmulatedDevice(Target target, Options options)
    : target_(std::move(target)),
      options_(std::move(options)),
      space_(options_.memory_bytes, options_.checks),
      threads_(options_.threads) {
  // Kernels read the queue structure through a pointer, like the kernarg segment, so both are allocated alike.
  const auto bytes = queue();
  queue_ = space_.allocate(bytes.size(), AllocationKind::kernel_arguments, /*writable=*/false);
  if (queue_ == nullptr) throw std::bad_alloc();
  std::memcpy(queue_, bytes.data(), bytes.size());
}

EmulatedDevice::~EmulatedDevice() {
  services_.reset();
  space_.release(queue_, AllocationKind::kernel_arguments);
  for (const auto& [bytes, memory] : spare_) space_.release(memory, AllocationKind::kernel_arguments);
  if (!options_.report.empty()) write(options_.report, "ROCM_BINDGEN_EMULATOR_REPORT", report());
  if (!options_.profile.empty()) write(options_.profile, "ROCM_BINDGEN_EMULATOR_PROFILE", profile_.text());
}

std::shared_ptr<const Program> EmulatedDevice::load(std::string_view image) {
  // Before a program is destroyed, the names of its executed instructions are saved for the report.
  const std::shared_ptr<const Program> program(new Program(target_, space_, image), [this](const Program* gone) {
    auto executed = gone->executed();
    delete gone;
    const std::lock_guard lock(mutex_);
    executed_.merge(executed);
  });
  const std::lock_guard lock(mutex_);
  std::erase_if(programs_, [](const auto& other) { return other.expired(); });
  programs_.push_back(program);
  return program;
}

void EmulatedDevice::add_services(Dispatch& dispatch) {
  const auto has = [&](std::string_view kind) {
    const auto& arguments = dispatch.kernel->metadata.arguments;
    return std::any_of(arguments.begin(), arguments.end(), [&](const auto& argument) { return argument.kind == kind; });
  };
  if (has("hidden_printf_buffer")) {
    dispatch.print_buffer = std::make_shared<PrintBuffer>(space_);
    dispatch.print_address = dispatch.print_buffer->address();
  }
  if (!has("hidden_hostcall_buffer") && !has("hidden_heap_v1")) return;
  // The number of waves that may make requests at the same time: a wave has one request at a time, a host thread runs
  // one workgroup at a time, and a workgroup has at most 1024 work-items, which are 32 waves of 32 lanes.
  constexpr unsigned kWavesPerThread = 32;
  std::call_once(services_once_,
                 [&] { services_ = std::make_unique<HostCalls>(space_, threads_.size() * kWavesPerThread); });
  dispatch.hostcall_address = services_->buffer_address();
  dispatch.heap_address = services_->heap_address();
  dispatch.interrupts = services_.get();
}

std::optional<DispatchFault> EmulatedDevice::launch(Dispatch dispatch, const std::vector<std::uint8_t>& arguments) {
  const LaunchMemory segment(*this, arguments);
  dispatch.kernarg_address = segment.address();
  const LaunchMemory packet(*this, dispatch_packet(dispatch));
  dispatch.packet_address = packet.address();
  Statistics statistics;
  const auto* services = dispatch.interrupts == nullptr ? nullptr : services_.get();
  const auto messages = services == nullptr ? 0 : services->error_messages();
  auto fault = execute(dispatch, target_, options_, space_, threads_, statistics);
  if (dispatch.print_buffer != nullptr)
    dispatch.print_buffer->print(read_print_formats(dispatch.program->print_entries()));
  // A failed assertion writes a message to standard error and then traps. Other traps write no message.
  if (fault && fault->kind == FaultKind::trap && services != nullptr && services->error_messages() != messages)
    fault->kind = FaultKind::assertion;
  if (!options_.profile.empty()) {
    const LaunchShape shape{dispatch.workgroup, dispatch.workgroups(), dispatch.lds_bytes(), dispatch.lanes(target_)};
    if (fault)
      profile_.add_faulted(*dispatch.kernel);
    else
      profile_.add(*dispatch.program, *dispatch.kernel, shape, statistics.profile);
  }
  const std::lock_guard lock(mutex_);
  ++launches_;
  statistics_.instructions += statistics.instructions;
  statistics_.lane_instructions += statistics.lane_instructions;
  return fault;
}

std::string EmulatedDevice::report() const {
  auto executed = executed_;
  for (const auto& weak : programs_)
    if (const auto program = weak.lock()) executed.merge(program->executed());
  return nlohmann::ordered_json{{"target", target_.processor},
                                {"launches", launches_},
                                {"instructions", statistics_.instructions},
                                {"lane_instructions", statistics_.lane_instructions},
                                {"executed", executed}}
             .dump(1) +
         "\n";
}

}  // namespace rocm_bindgen::emulator
