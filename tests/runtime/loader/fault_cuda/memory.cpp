// Memory and the functions that copy and fill it. Device memory is host memory.
#include <cstdlib>
#include <cstring>
#include <memory>

#include "runtime/loader/fault_cuda/state.hpp"

using namespace fault_cuda;

namespace {

void* host(Pointer address) {
  return reinterpret_cast<void*>(address);  // NOLINT(performance-no-int-to-ptr)
}

Pointer address_of(const void* memory) {
  return reinterpret_cast<Pointer>(memory);
}

/// The source or the destination of a copy.
struct Endpoint {
  void* context;  ///< the owner of the bytes; null for host memory
  Pointer address;
};

Work copy(Endpoint to, Endpoint from, std::size_t bytes) {
  return [=](Call& call, void*, bool) {
    for (const auto& endpoint : {to, from})
      if (endpoint.context != nullptr && !call.holds(endpoint.context, endpoint.address, bytes)) return kInvalidValue;
    std::memmove(host(to.address), host(from.address), bytes);
    return kSuccess;
  };
}

std::size_t used(const Call& call, int device) {
  std::size_t bytes = 0;
  for (const auto& [address, allocation] : call.driver.allocations)
    if (call.driver.contexts.at(allocation.context).device == device) bytes += allocation.bytes;
  return bytes;
}

}  // namespace

FAULT_CUDA_API cuMemGetInfo_v2(std::size_t* free_bytes, std::size_t* total_bytes) {
  return enter(__func__, Needs::context, [&](Call& call) {
    *total_bytes = kMemoryBytes;
    *free_bytes = kMemoryBytes - used(call, call.driver.contexts.at(call.current).device);
    return kSuccess;
  });
}

FAULT_CUDA_API cuMemAlloc_v2(Pointer* memory, std::size_t bytes) {
  return enter(__func__, Needs::context, [&](Call& call) {
    if (bytes == 0) return call.misuse(kInvalidValue, "no bytes");
    if (bytes > kMemoryBytes - used(call, call.driver.contexts.at(call.current).device)) return kOutOfMemory;
    void* const made = std::malloc(bytes);  // NOLINT
    std::memset(made, 0xa5, bytes);         // fresh memory is not zero, so that no code relies on zeros
    *memory = address_of(made);
    call.driver.allocations[*memory] = {bytes, call.current};
    call.driver.released.erase(made);
    return kSuccess;
  });
}

FAULT_CUDA_API cuMemFree_v2(Pointer memory) {
  const auto body = [&](Call& call) {
    const auto found = call.driver.allocations.find(memory);
    if (found == call.driver.allocations.end()) return call.misuse(kInvalidValue, "memory" + call.whose(host(memory)));
    if (found->second.context != call.current) return call.misuse(kInvalidValue, "memory of another context");
    call.flush(call.current);
    call.driver.allocations.erase(found);
    call.driver.released.insert(host(memory));
    std::free(host(memory));  // NOLINT
    return kSuccess;
  };
  return enter(__func__, Needs::context, body, OnFailure::releases);
}

FAULT_CUDA_API cuMemHostAlloc(void** memory, std::size_t bytes, unsigned flags) {
  return enter(__func__, Needs::context, [&](Call& call) {
    constexpr unsigned kKnownFlags = 7;  // portable, device map, write-combined
    if (bytes == 0 || (flags & ~kKnownFlags) != 0) return call.misuse(kInvalidValue, "no bytes, or unknown flags");
    *memory = std::malloc(bytes);  // NOLINT
    call.driver.pinned.insert(*memory);
    call.driver.released.erase(*memory);
    return kSuccess;
  });
}

FAULT_CUDA_API cuMemFreeHost(void* memory) {
  const auto body = [&](Call& call) {
    if (call.driver.pinned.erase(memory) == 0) return call.misuse(kInvalidValue, "pinned memory" + call.whose(memory));
    call.flush(call.current);
    call.driver.released.insert(memory);
    std::free(memory);  // NOLINT
    return kSuccess;
  };
  return enter(__func__, Needs::context, body, OnFailure::releases);
}

/// As in CUDA for pageable memory, the call returns as soon as the bytes are staged.
FAULT_CUDA_API cuMemcpyHtoD_v2(Pointer to, const void* from, std::size_t bytes) {
  return enter(__func__, Needs::context, [&](Call& call) {
    const auto* const first = static_cast<const char*>(from);
    const auto staged = std::make_shared<std::vector<char>>(first, first + bytes);
    return call.submit(nullptr, [=, context = call.current](Call& running, void* stream, bool from_graph) {
      return copy({context, to}, {nullptr, address_of(staged->data())}, bytes)(running, stream, from_graph);
    });
  });
}

FAULT_CUDA_API cuMemcpyDtoH_v2(void* to, Pointer from, std::size_t bytes) {
  return enter(__func__, Needs::context, [&](Call& call) {
    call.flush(call.current);
    return copy({nullptr, address_of(to)}, {call.current, from}, bytes)(call, nullptr, false);
  });
}

/// The copy is asynchronous to the host, although its name suggests otherwise.
FAULT_CUDA_API cuMemcpyDtoD_v2(Pointer to, Pointer from, std::size_t bytes) {
  return enter(__func__, Needs::context,
               [&](Call& call) { return call.submit(nullptr, copy({call.current, to}, {call.current, from}, bytes)); });
}

FAULT_CUDA_API cuMemcpyHtoDAsync_v2(Pointer to, const void* from, std::size_t bytes, void* stream) {
  return enter(__func__, Needs::context, [&](Call& call) {
    return call.submit(stream, copy({call.current, to}, {nullptr, address_of(from)}, bytes));
  });
}

FAULT_CUDA_API cuMemcpyDtoHAsync_v2(void* to, Pointer from, std::size_t bytes, void* stream) {
  return enter(__func__, Needs::context, [&](Call& call) {
    return call.submit(stream, copy({nullptr, address_of(to)}, {call.current, from}, bytes));
  });
}

FAULT_CUDA_API cuMemcpyDtoDAsync_v2(Pointer to, Pointer from, std::size_t bytes, void* stream) {
  return enter(__func__, Needs::context,
               [&](Call& call) { return call.submit(stream, copy({call.current, to}, {call.current, from}, bytes)); });
}

FAULT_CUDA_API cuMemcpyPeerAsync(Pointer to, void* to_context, Pointer from, void* from_context, std::size_t bytes,
                                 void* stream) {
  return enter(__func__, Needs::context, [&](Call& call) {
    for (void* context : {to_context, from_context})
      if (call.find(call.driver.contexts, context, "a context") == nullptr) return kInvalidContext;
    return call.submit(stream, copy({to_context, to}, {from_context, from}, bytes));
  });
}

FAULT_CUDA_API cuMemsetD8Async(Pointer memory, unsigned char value, std::size_t bytes, void* stream) {
  return enter(__func__, Needs::context, [&](Call& call) {
    return call.submit(stream, [=, context = call.current](Call& running, void*, bool) {
      if (!running.holds(context, memory, bytes)) return kInvalidValue;
      std::memset(host(memory), value, bytes);
      return kSuccess;
    });
  });
}
