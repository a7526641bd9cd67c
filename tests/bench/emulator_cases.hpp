// The cases of the emulated device's bench: launches of bundled kernels through ops.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "host_loops.hpp"
#include "rocm_bindgen/ops/quantized_view.hpp"
#include "rocm_bindgen/ops/workspace.hpp"
#include "rocm_bindgen/runtime.hpp"

namespace bench {

/// An open device with the memory of one case. The device is the one that the environment selects.
class Machine {
 public:
  Machine();

  const rocm_bindgen::Device& device() const { return device_; }
  rocm_bindgen::Stream& stream() { return stream_; }
  rocm_bindgen::ops::Workspace& workspace() { return workspace_; }

  /// Operands, without NaNs, infinities and subnormal numbers, for which native code is slower. These are f32 from -20
  /// to 20, and f16 of magnitudes from 0.125 to 2.
  void* numbers(std::int64_t count);
  void* halves(std::int64_t count);
  rocm_bindgen::QuantizedView weights(rocm_bindgen::QuantizedFormat format, std::int64_t rows, std::int64_t columns);
  /// Zeroed memory for the result. A case calls it once.
  void* result(std::int64_t bytes);

  /// The bytes of the result.
  std::vector<std::byte> results();

 private:
  void* copy_of(const std::vector<std::byte>& bytes);

  rocm_bindgen::Device device_;
  rocm_bindgen::Stream stream_;
  rocm_bindgen::ops::Workspace workspace_;
  std::vector<rocm_bindgen::Buffer<std::byte>> operands_;
  rocm_bindgen::Buffer<std::byte> result_;
};

/// Queues a case's launches once.
using Work = std::function<void()>;

struct Case {
  const char* name;
  const char* target;  ///< of the emulated device
  double bar;          ///< native code must be at least this many times as fast as the interpreter
  /// Makes the operands. The work is proportional to `rows`.
  Work (*prepare)(Machine& machine, std::int64_t rows);
  std::int64_t rows;      ///< for a launch above 10 M lane-instructions
  std::int64_t few_rows;  ///< for a first launch as tests have it
  /// Only for functions of one number: the host's loops over the same elements, of which a row has kColumns.
  HostLoop host = nullptr, host_vectors = nullptr;
};

constexpr std::int64_t kColumns = 1024;  ///< the length of a row

const std::vector<Case>& cases();

/// Launches of a kernel of nothing but WMMA (wmma_products.cu): 512 workgroups of four waves, each with four products.
/// Their bar is a time, kWmmaSeconds.
const std::vector<Case>& wmma_cases();

/// The elements that Machine::numbers() puts into device memory.
std::vector<float> host_numbers(std::int64_t count);

}  // namespace bench
