// The tests describe a launch; a launcher performs it, either on the host (host_launcher.cpp) or on a device, for which
// it copies the launch's memory to the device and back.
#pragma once

#include <cstddef>
#include <cstring>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "cuda_runtime.h"

namespace launcher {

struct Geometry {
  HostIndex grid;
  HostIndex block;
};

// Memory that a launch reads and, if `written`, changes.
struct Region {
  const void* begin;
  size_t bytes;
  bool written;
};

// The bytes of one parameter. A device launcher replaces a pointer into a region by the same offset in the device's
// copy of that region.
struct Argument {
  unsigned char bytes[8];
  size_t size;
  bool pointer;
};

struct Launch {
  std::string name;
  Geometry geometry;
  std::vector<Region> regions;
  std::vector<Argument> arguments;
  size_t lds;                  // bytes of dynamic LDS
  std::function<void()> body;  // calls the kernel with its arguments, for the host
};

// Performs the launch; afterwards written regions hold the results.
void start(const Launch& launch);

// The geometries to test for a launch over `numel` elements. `grid` is the grid that the test asks for with blocks of
// one thread.
std::vector<Geometry> geometries(HostIndex grid, size_t numel);

// The geometries to test for a kernel that gives one thread block to each of `rows` rows. On a device, index 1 has 32
// threads per block.
std::vector<Geometry> row_geometries(size_t rows);

// Whether bodies run on the host, in blocks of one thread.
bool runs_on_host();

// Whether launches over a million elements are affordable for every kernel.
bool has_time_for_large_sizes();

template <class T>
Argument argument(const T& value) {
  static_assert(sizeof(T) <= sizeof(Argument::bytes), "a scalar or a pointer");
  Argument result = {{}, sizeof(T), std::is_pointer_v<T>};
  std::memcpy(result.bytes, &value, sizeof(T));
  return result;
}

template <class T>
Region region(const std::vector<T>& memory, bool written = false) {
  return Region{memory.data(), memory.size() * sizeof(T), written};
}

template <class... Parameters>
void run_with_lds(size_t lds, const std::string& name, void (*kernel)(Parameters...), const Geometry& geometry,
                  const std::vector<Region>& regions, std::common_type_t<Parameters>... arguments) {
  start(Launch{name, geometry, regions, {argument(arguments)...}, lds, [=] { kernel(arguments...); }});
}

template <class... Parameters>
void run(const std::string& name, void (*kernel)(Parameters...), const Geometry& geometry,
         const std::vector<Region>& regions, std::common_type_t<Parameters>... arguments) {
  run_with_lds(0, name, kernel, geometry, regions, arguments...);
}

}  // namespace launcher
