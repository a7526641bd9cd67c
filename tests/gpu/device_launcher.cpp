// Runs the kernels under test on the device: copies a launch's memory there, and written regions back.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fstream>
#include <functional>
#include <limits>
#include <mutex>

#include "gpu/bundled_kernels.hpp"
#include "kernels/launcher.hpp"

namespace launcher {
namespace {

using rocm_bindgen::Buffer;

/// The alignment of device allocations. A copy is placed so that it is misaligned like its region.
constexpr std::size_t kAlignment = 256;

using Memory = Buffer<unsigned char>;

/// The copy of a region in device memory.
struct Copy {
  const Region* region;
  Memory* memory;
  std::size_t offset;  ///< of the copy in `memory`
};

std::size_t rounded(std::size_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

/// The corresponding address in the device's copy of a region, also for a pointer to a region's end. Pointers into no
/// region, such as null, are unchanged.
const void* translated(const void* pointer, const std::vector<Copy>& copies) {
  const auto* at = static_cast<const unsigned char*>(pointer);
  for (const auto& copy : copies) {
    const auto* begin = static_cast<const unsigned char*>(copy.region->begin);
    if (at >= begin && at <= begin + copy.region->bytes && begin != nullptr)
      return copy.memory->data() + copy.offset + (at - begin);
  }
  return pointer;
}

/// The distance of the region's start from the aligned address before it.
std::size_t misalignment(const Region& region) {
  return reinterpret_cast<std::uintptr_t>(region.begin) % kAlignment;
}

/// Places the regions one after the other in an allocation that later launches use again, because drivers take long to
/// allocate.
std::vector<Copy> placed_in_pool(const std::vector<Region>& regions) {
  // One pool per thread, so that launches from several threads do not share memory.
  thread_local Memory pool(gpu::device(), std::size_t{1} << 20);
  std::vector<Copy> copies;
  std::size_t total = 0;
  for (const auto& region : regions) {
    copies.push_back({&region, &pool, total + misalignment(region)});
    total += rounded(region.bytes + kAlignment);  // with room for the misalignment
  }
  if (total > pool.size()) pool = Memory(gpu::device(), 2 * total);  // twice the size, so that it grows seldom
  return copies;
}

/// Adds to `allocations` one allocation per region. It ends where the region ends, so that an emulated device reports
/// accesses beyond the region.
std::vector<Copy> allocated_separately(const std::vector<Region>& regions, std::deque<Memory>& allocations) {
  std::vector<Copy> copies;
  for (const auto& region : regions) {
    auto& memory = allocations.emplace_back(gpu::device(), misalignment(region) + region.bytes);
    copies.push_back({&region, &memory, misalignment(region)});
  }
  return copies;
}

rocm_bindgen::Dim3 sizes(const HostIndex& index) {
  return {index.x, index.y, index.z};
}

/// For `./dev bench emulator launches`, which sets the variable: repeats a launch, and appends a line with the kernel's
/// name and the least of the seconds that the repetitions took. The results have been copied, so it does not matter
/// what a repetition does to its operands.
void time_again(const Launch& launch, rocm_bindgen::Stream& stream, const std::function<void()>& queue) {
  static const char* const file = std::getenv("ROCM_BINDGEN_LAUNCH_TIMES");
  if (file == nullptr) return;
  constexpr int kTimes = 3;
  double least = std::numeric_limits<double>::infinity();
  for (int n = 0; n < kTimes; ++n) {
    const auto start = std::chrono::steady_clock::now();
    queue();
    stream.synchronize();
    least = std::min(least, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  std::ofstream(file, std::ios::app) << launch.name << '\t' << least << '\n';
}

}  // namespace

void start(const Launch& launch) {
  thread_local rocm_bindgen::Stream stream(gpu::device());
  std::deque<Memory> allocations;
  const bool emulated = gpu::device().info().driver == "emulated";
  const auto copies = emulated ? allocated_separately(launch.regions, allocations) : placed_in_pool(launch.regions);
  for (const auto& copy : copies)
    copy.memory->copy_from(static_cast<const unsigned char*>(copy.region->begin), copy.region->bytes, stream,
                           copy.offset);

  std::vector<std::vector<unsigned char>> values;
  std::vector<rocm_bindgen::Argument> arguments;
  for (const auto& argument : launch.arguments) {
    auto& value = values.emplace_back(argument.bytes, argument.bytes + argument.size);
    if (argument.pointer) {
      const void* pointer = nullptr;
      std::memcpy(&pointer, value.data(), sizeof pointer);
      pointer = translated(pointer, copies);
      std::memcpy(value.data(), &pointer, sizeof pointer);
    }
    arguments.push_back({value.data(), static_cast<std::uint32_t>(argument.size),
                         argument.pointer ? rocm_bindgen::ArgumentKind::pointer : rocm_bindgen::ArgumentKind::other});
  }
  const auto kernel = gpu::bundled_kernel(launch.name);
  const auto queue = [&] {
    kernel.launch_checked(
        {sizes(launch.geometry.grid), sizes(launch.geometry.block), static_cast<std::uint32_t>(launch.lds)}, stream,
        arguments.data(), arguments.size());
  };
  queue();
  for (const auto& copy : copies)
    if (copy.region->written)
      copy.memory->copy_to(static_cast<unsigned char*>(const_cast<void*>(copy.region->begin)), copy.region->bytes,
                           stream, copy.offset);
  stream.synchronize();
  time_again(launch, stream, queue);
}

std::vector<Geometry> geometries(HostIndex grid, std::size_t numel) {
  const auto blocks = [&](std::size_t per_block) {
    const std::size_t count = (numel + per_block - 1) / per_block;
    return static_cast<unsigned>(std::clamp<std::size_t>(count, 1, 4096));
  };
  // Blocks of 1024 threads with one thread per element, as hosts launch (but at most 4096 blocks); a grid so small that
  // threads process many elements; and a geometry with three dimensions.
  return {{{blocks(1024), 1, 1}, {1024, 1, 1}}, {{2, 1, 1}, {96, 1, 1}}, {grid, {32, 2, 3}}};
}

std::vector<Geometry> row_geometries(std::size_t rows) {
  const auto grid = HostIndex{static_cast<unsigned>(rows), 1, 1};
  // One thread; 32 threads in the second dimension, as the reference set launches (docs/kernels.md); a block whose last
  // warp is incomplete (72 = 2 * 32 + 8); and blocks of many warps.
  return {{grid, {1, 1, 1}}, {grid, {1, 32, 1}}, {grid, {72, 1, 1}}, {grid, {256, 1, 1}}, {grid, {1024, 1, 1}}};
}

bool runs_on_host() {
  return false;
}

bool has_time_for_large_sizes() {
  return gpu::device().info().driver != "emulated";
}

}  // namespace launcher
