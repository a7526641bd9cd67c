// CUB's DeviceHistogram. Each sample increments its bin in global memory by an atomic addition.
#pragma once

#include "rocm_bindgen_compat/cub/device.hpp"

namespace hipcub {
namespace detail {

// Bins of equal width. Samples outside [lower, upper) are not counted: their bin is -1. The differences of integers are
// unsigned so that they do not overflow. With floating-point numbers, rounding may give `bins`, which is one too many.
template <class Level>
struct EvenBins {
  Level lower;
  Level upper;
  int bins;
  template <class Sample>
  __device__ int operator()(const Sample& sample) const {
    if (!(sample >= lower && sample < upper)) return -1;
    if (std::is_integral<Level>::value && std::is_integral<Sample>::value)
      return static_cast<int>((static_cast<unsigned long long>(sample) - static_cast<unsigned long long>(lower)) *
                              static_cast<unsigned long long>(bins) /
                              (static_cast<unsigned long long>(upper) - static_cast<unsigned long long>(lower)));
    const int bin = static_cast<int>((sample - lower) * (static_cast<Level>(bins) / (upper - lower)));
    return bin < bins ? bin : bins - 1;
  }
};

// Bins between adjacent levels: bin i counts the samples in [levels[i], levels[i + 1]).
template <class Level>
struct RangeBins {
  const Level* levels;
  int bins;
  template <class Sample>
  __device__ int operator()(const Sample& sample) const {
    if (!(sample >= levels[0] && sample < levels[bins])) return -1;
    int low = 0;
    for (int high = bins; high - low > 1;) {
      const int middle = low + (high - low) / 2;
      (sample < levels[middle] ? high : low) = middle;
    }
    return low;
  }
};

// A pixel has Channels samples, of which the first Active are counted. Row n begins at sample n * row_samples, which
// includes any padding after its row_pixels pixels.
template <int Channels, int Active, class Input, class Counter, class Bins>
struct CountSamples {
  Input samples;
  Counter* histograms[Active];
  Bins bins[Active];
  size_t row_pixels;
  size_t row_samples;
  __device__ void operator()(size_t pixel) const {
    const size_t first = pixel / row_pixels * row_samples + pixel % row_pixels * Channels;
    for (int channel = 0; channel < Active; ++channel) {
      const int bin = bins[channel](samples[first + channel]);
      if (bin >= 0)
        __hip_atomic_fetch_add(&histograms[channel][bin], Counter{1}, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    }
  }
};

template <int Channels, int Active, class Input, class Counter, class Bins>
hipError_t histogram(void* temp, size_t& bytes, const CountSamples<Channels, Active, Input, Counter, Bins>& count,
                     size_t pixels, hipStream_t stream, bool synchronous) {
  if (Storage(temp).only_asked(bytes)) return hipSuccess;
  for (int channel = 0; channel < Active; ++channel) {
    const size_t size = static_cast<size_t>(count.bins[channel].bins) * sizeof(Counter);
    const hipError_t error = hipMemsetAsync(count.histograms[channel], 0, size, stream);
    if (error != hipSuccess) return error;
  }
  return for_each(pixels, stream, synchronous, count);
}

}  // namespace detail

struct DeviceHistogram {
  template <class Input, class Counter, class Level, class Offset>
  static hipError_t HistogramEven(void* temp, size_t& bytes, Input samples, Counter* histogram, int num_levels,
                                  Level lower, Level upper, Offset count, hipStream_t stream = 0,
                                  bool debug_synchronous = false) {
    return HistogramEven(temp, bytes, samples, histogram, num_levels, lower, upper, count, Offset(1),
                         sizeof(detail::ValueOf<Input>) * static_cast<size_t>(count), stream, debug_synchronous);
  }
  template <class Input, class Counter, class Level, class Offset>
  static hipError_t HistogramEven(void* temp, size_t& bytes, Input samples, Counter* histogram, int num_levels,
                                  Level lower, Level upper, Offset row_samples, Offset rows, size_t row_bytes,
                                  hipStream_t stream = 0, bool debug_synchronous = false) {
    Counter* histograms[1] = {histogram};
    return MultiHistogramEven<1, 1>(temp, bytes, samples, histograms, &num_levels, &lower, &upper, row_samples, rows,
                                    row_bytes, stream, debug_synchronous);
  }
  template <int Channels, int Active, class Input, class Counter, class Level, class Offset>
  static hipError_t MultiHistogramEven(void* temp, size_t& bytes, Input samples, Counter* histograms[Active],
                                       const int num_levels[Active], const Level lower[Active],
                                       const Level upper[Active], Offset pixels, hipStream_t stream = 0,
                                       bool debug_synchronous = false) {
    return MultiHistogramEven<Channels, Active>(
        temp, bytes, samples, histograms, num_levels, lower, upper, pixels, Offset(1),
        sizeof(detail::ValueOf<Input>) * Channels * static_cast<size_t>(pixels), stream, debug_synchronous);
  }
  template <int Channels, int Active, class Input, class Counter, class Level, class Offset>
  static hipError_t MultiHistogramEven(void* temp, size_t& bytes, Input samples, Counter* histograms[Active],
                                       const int num_levels[Active], const Level lower[Active],
                                       const Level upper[Active], Offset row_pixels, Offset rows, size_t row_bytes,
                                       hipStream_t stream = 0, bool debug_synchronous = false) {
    auto count = counting<Channels, Active, detail::EvenBins<Level>>(samples, histograms, row_pixels, row_bytes);
    for (int i = 0; i < Active; ++i) count.bins[i] = {lower[i], upper[i], num_levels[i] - 1};
    return detail::histogram(temp, bytes, count, static_cast<size_t>(row_pixels) * static_cast<size_t>(rows), stream,
                             debug_synchronous);
  }

  template <class Input, class Counter, class Level, class Offset>
  static hipError_t HistogramRange(void* temp, size_t& bytes, Input samples, Counter* histogram, int num_levels,
                                   const Level* levels, Offset count, hipStream_t stream = 0,
                                   bool debug_synchronous = false) {
    return HistogramRange(temp, bytes, samples, histogram, num_levels, levels, count, Offset(1),
                          sizeof(detail::ValueOf<Input>) * static_cast<size_t>(count), stream, debug_synchronous);
  }
  template <class Input, class Counter, class Level, class Offset>
  static hipError_t HistogramRange(void* temp, size_t& bytes, Input samples, Counter* histogram, int num_levels,
                                   const Level* levels, Offset row_samples, Offset rows, size_t row_bytes,
                                   hipStream_t stream = 0, bool debug_synchronous = false) {
    Counter* histograms[1] = {histogram};
    return MultiHistogramRange<1, 1>(temp, bytes, samples, histograms, &num_levels, &levels, row_samples, rows,
                                     row_bytes, stream, debug_synchronous);
  }
  template <int Channels, int Active, class Input, class Counter, class Level, class Offset>
  static hipError_t MultiHistogramRange(void* temp, size_t& bytes, Input samples, Counter* histograms[Active],
                                        const int num_levels[Active], const Level* const levels[Active], Offset pixels,
                                        hipStream_t stream = 0, bool debug_synchronous = false) {
    return MultiHistogramRange<Channels, Active>(
        temp, bytes, samples, histograms, num_levels, levels, pixels, Offset(1),
        sizeof(detail::ValueOf<Input>) * Channels * static_cast<size_t>(pixels), stream, debug_synchronous);
  }
  template <int Channels, int Active, class Input, class Counter, class Level, class Offset>
  static hipError_t MultiHistogramRange(void* temp, size_t& bytes, Input samples, Counter* histograms[Active],
                                        const int num_levels[Active], const Level* const levels[Active],
                                        Offset row_pixels, Offset rows, size_t row_bytes, hipStream_t stream = 0,
                                        bool debug_synchronous = false) {
    auto count = counting<Channels, Active, detail::RangeBins<Level>>(samples, histograms, row_pixels, row_bytes);
    for (int i = 0; i < Active; ++i) count.bins[i] = {levels[i], num_levels[i] - 1};
    return detail::histogram(temp, bytes, count, static_cast<size_t>(row_pixels) * static_cast<size_t>(rows), stream,
                             debug_synchronous);
  }

 private:
  template <int Channels, int Active, class Bins, class Input, class Counter, class Offset>
  static detail::CountSamples<Channels, Active, Input, Counter, Bins> counting(Input samples, Counter** histograms,
                                                                               Offset row_pixels, size_t row_bytes) {
    detail::CountSamples<Channels, Active, Input, Counter, Bins> count{
        samples, {}, {}, static_cast<size_t>(row_pixels), row_bytes / sizeof(detail::ValueOf<Input>)};
    for (int i = 0; i < Active; ++i) count.histograms[i] = histograms[i];
    return count;
  }
};

}  // namespace hipcub
