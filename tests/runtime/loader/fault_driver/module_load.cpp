// Checks whether data is a code object and for which device; simulates the time of a load.
#ifndef FAULT_HIP_BROKEN

#include <algorithm>

#include "runtime/loader/fault_driver/code_object.hpp"
#include "runtime/loader/fault_driver/driver_state.hpp"

using namespace fault;

namespace {

// Fields of e_flags from code object version 4 on.
constexpr unsigned kMachineMask = 0xff;
constexpr unsigned kXnackMask = 0x300, kXnackOff = 0x200, kXnackOn = 0x300;
constexpr unsigned kSrameccMask = 0xc00, kSrameccOff = 0x800, kSrameccOn = 0xc00;

bool has(const std::string& arch, const char* feature) {
  return arch.find(feature) != std::string::npos;
}

bool fits(unsigned flags, const Device& device) {
  const unsigned machine = flags & kMachineMask;
  if (machine != device.machine &&
      std::find(device.generics.begin(), device.generics.end(), machine) == device.generics.end())
    return false;
  const unsigned xnack = flags & kXnackMask;
  const unsigned sramecc = flags & kSrameccMask;
  return !(xnack == kXnackOn && has(device.arch, "xnack-")) && !(xnack == kXnackOff && has(device.arch, "xnack+")) &&
         !(sramecc == kSrameccOn && has(device.arch, "sramecc-")) &&
         !(sramecc == kSrameccOff && has(device.arch, "sramecc+"));
}

/// Sleeps without the lock, because a load must not delay other loads.
void sleep_unlocked(Call& call) {
  State& driver = call.driver;
  const std::chrono::milliseconds time(driver.load_milliseconds);
  driver.most_concurrent_loads = std::max(driver.most_concurrent_loads, ++driver.loads_under_way);
  call.lock.unlock();
  std::this_thread::sleep_for(time);
  call.lock.lock();
  --driver.loads_under_way;
}

}  // namespace

int hipModuleLoadData(void** module, const void* image) {
  return enter(__func__, CallKind::device_work, [&](Call& call) {
    if (module == nullptr || image == nullptr) return call.misuse(kInvalidValue, "null for the module or the image");
    if (!call.thread.device_set) call.misuse(kSuccess, "hipSetDevice was not called in this thread");
    sleep_unlocked(call);
    CodeObject object;
    const Status status = read_code_object(image, object);
    if (status != kSuccess) return status;
    if (!fits(object.flags, call.driver.devices[call.thread.device])) return kNoBinaryForGpu;
    *module = call.driver.new_handle();
    call.driver.modules[*module] = {call.thread.device, std::move(object.kernels), {}};
    ++call.driver.loads;
    return kSuccess;
  });
}

#endif
