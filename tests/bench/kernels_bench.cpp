// Measures the bundled kernels through ops, and some of them launched as candle launches its kernels of the same names.
// Each time is the median of 15 runs, timed by events. The rate is given as a percentage of the rate of a
// device-to-device copy in the same run. It counts useful bytes: each operand and the result once. Prints one line per
// case: name, ms, GB/s, %.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>

#include "bundled_kernels.hpp"
#include "rocm_bindgen/ops/convolution.hpp"
#include "rocm_bindgen/ops/elementwise.hpp"
#include "rocm_bindgen/ops/expression.hpp"
#include "rocm_bindgen/ops/index.hpp"
#include "rocm_bindgen/ops/normalize.hpp"
#include "rocm_bindgen/ops/quantized.hpp"
#include "rocm_bindgen/ops/reduce.hpp"
#include "rocm_bindgen/ops/rope.hpp"
#include "rocm_bindgen/ops/sort.hpp"
#include "rocm_bindgen/ops/window.hpp"
#include "rocm_bindgen/runtime.hpp"

namespace {

using namespace rocm_bindgen;
constexpr std::int64_t kGiB = std::int64_t{1} << 30;
constexpr int kRuns = 15;

/// Buffers much larger than any L2. No case reads more than these buffers or writes more than one.
struct Memory {
  explicit Memory(const Device& device)
      : a(Buffer<char>::zeros(device, kGiB)),
        b(Buffer<char>::zeros(device, kGiB)),
        c(device, kGiB),
        mask(device, kGiB / 4) {}
  Buffer<char> a, b, c, mask;
};

class Bench {
 public:
  Bench() : device_(Device::open()), stream_(device_), memory_(device_) {
    copy_seconds_per_byte_ = seconds([&] { memory_.c.copy_from(memory_.a, stream_); }) / (2.0 * kGiB);
    std::printf("# %s, copy %.0f GB/s\n", device_.info().name.c_str(), 1e-9 / copy_seconds_per_byte_);
  }

  Stream& stream() { return stream_; }
  char* a() { return memory_.a.data(); }
  char* b() { return memory_.b.data(); }
  char* c() { return memory_.c.data(); }
  char* mask() { return memory_.mask.data(); }

  void run(const char* name, double bytes, const std::function<void()>& work) {
    const double took = seconds(work);
    std::printf("%s\t%.4f\t%.0f\t%.1f\n", name, took * 1e3, bytes / took * 1e-9,
                100 * bytes * copy_seconds_per_byte_ / took);
    std::fflush(stdout);
  }

 private:
  double seconds(const std::function<void()>& work) {
    Event start(device_), end(device_);
    std::vector<float> milliseconds;
    for (int run = -2; run < kRuns; ++run) {  // the two negative runs warm up
      start.record(stream_);
      work();
      end.record(stream_);
      end.synchronize();
      if (run >= 0) milliseconds.push_back(end.milliseconds_since(start));
    }
    std::nth_element(milliseconds.begin(), milliseconds.begin() + kRuns / 2, milliseconds.end());
    return milliseconds[kRuns / 2] * 1e-3;
  }

  Device device_;
  Stream stream_;
  Memory memory_;
  double copy_seconds_per_byte_ = 0;
};

/// Elementwise ops.
void maps(Bench& bench) {
  const std::int64_t floats = kGiB / 4, halves = kGiB / 2;
  auto& s = bench.stream();
  const auto f32 = [&](char* at) { return TensorView(at, DType::f32, {floats}); };
  const auto half = [&](char* at, DType type) { return TensorView(at, type, {halves}); };
  bench.run("exp f32", 2.0 * kGiB, [&] { ops::unary(s, ops::Unary::exp, f32(bench.a()), f32(bench.c())); });
  bench.run("gelu f16", 2.0 * kGiB,
            [&] { ops::unary(s, ops::Unary::gelu, half(bench.a(), DType::f16), half(bench.c(), DType::f16)); });
  bench.run("silu bf16", 2.0 * kGiB,
            [&] { ops::unary(s, ops::Unary::silu, half(bench.a(), DType::bf16), half(bench.c(), DType::bf16)); });
  bench.run("transposed copy f32", 2.0 * kGiB, [&] {
    ops::copy(s, TensorView(bench.a(), DType::f32, {16384, 16384}, {1, 16384}),
              TensorView(bench.c(), DType::f32, {16384, 16384}));
  });
  bench.run("add f32", 3.0 * kGiB,
            [&] { ops::binary(s, ops::Binary::add, f32(bench.a()), f32(bench.b()), f32(bench.c())); });
  bench.run("add f32 row broadcast", 2.0 * kGiB, [&] {
    ops::binary(s, ops::Binary::add, TensorView(bench.a(), DType::f32, {16384, 16384}),
                TensorView(bench.b(), DType::f32, {16384}), TensorView(bench.c(), DType::f32, {16384, 16384}));
  });
  bench.run("add f32 permuted", 3.0 * kGiB, [&] {
    ops::binary(s, ops::Binary::add,
                TensorView(bench.a(), DType::f32, {64, 64, 256, 256}, {256 * 64 * 256, 256, 64 * 256, 1}),
                TensorView(bench.b(), DType::f32, {64, 64, 256, 256}, {65536, 65536 * 64, 256, 1}),
                TensorView(bench.c(), DType::f32, {64, 64, 256, 256}));
  });
  bench.run("lt f16", 2.5 * kGiB, [&] {
    ops::compare(s, ops::Compare::lt, half(bench.a(), DType::f16), half(bench.b(), DType::f16),
                 half(bench.c(), DType::u8));
  });
  bench.run("affine f32", 2.0 * kGiB, [&] { ops::affine(s, f32(bench.a()), 1.5, 0.5, f32(bench.c())); });
  const auto casts = [&](DType from, DType to) {
    return [&, from, to] { ops::cast(s, TensorView(bench.a(), from, {floats}), TensorView(bench.c(), to, {floats})); };
  };
  bench.run("cast f32 f16", 1.5 * kGiB, casts(DType::f32, DType::f16));
  bench.run("cast f16 f32", 1.5 * kGiB, casts(DType::f16, DType::f32));
  bench.run("cast u8 f32", 1.25 * kGiB, casts(DType::u8, DType::f32));
  bench.run("where u8 f32", 3.25 * kGiB, [&] {
    ops::where(s, TensorView(bench.mask(), DType::u8, {floats}), f32(bench.a()), f32(bench.b()), f32(bench.c()));
  });
  bench.run("fill f32", 1.0 * kGiB, [&] { ops::fill(s, f32(bench.c()), 1.5); });
}

/// The kernels of kernels/candle/ as candle launches them: one thread per element, in blocks of 1024. Operands are
/// dense.
void by_hosts(Bench& bench) {
  auto& s = bench.stream();
  constexpr std::size_t kFloats = kGiB / 4, kHalves = kGiB / 2, kNoDims = 0;
  constexpr const std::size_t* kNoInfo = nullptr;
  const auto device = s.device();
  const void* const a = bench.a();
  const void* const b = bench.b();
  void* const c = bench.c();
  const auto run = [&](const char* name, double gib, const Module& module, std::size_t numel, auto... operands) {
    const auto kernel = device.kernel(module, name);
    const Dim3 block{1024}, grid{workgroups_for(numel, block.x)};
    bench.run(name, gib * kGiB, [&] { kernel.launch(grid, block, 0, s, numel, kNoDims, kNoInfo, operands...); });
  };
  run("uexp_f32", 2, bundled::UNARY, kFloats, a, c);
  run("ugelu_f16", 2, bundled::UNARY, kHalves, a, c);
  run("usilu_bf16", 2, bundled::UNARY, kHalves, a, c);
  run("badd_f32", 3, bundled::BINARY, kFloats, a, b, c);
  run("lt_f16", 2.5, bundled::BINARY, kHalves, a, b, c);
  run("affine_f32", 2, bundled::AFFINE, kFloats, a, c, 1.5f, 0.5f);
  run("cast_f32_f16", 1.5, bundled::CAST, kFloats, a, c);
  run("cast_f16_f32", 1.5, bundled::CAST, kFloats, a, c);
  run("cast_u8_f32", 1.25, bundled::CAST, kFloats, a, c);
  // Candle always passes a shape to this kernel.
  const void* const mask = bench.mask();
  const auto info = Buffer<std::size_t>::from(device, std::vector<std::size_t>{kFloats, 1, 1, 1});
  const auto where = device.kernel(bundled::TERNARY, "where_u8_f32");
  bench.run("where_u8_f32", 3.25 * kGiB, [&] {
    where.launch({workgroups_for(kFloats, 1024)}, {1024}, 0, s, kFloats, std::size_t{1}, info, mask, a, b, c);
  });
}

/// The rows add up to 1 GiB. Useful bytes of a reduction are those of the operand.
void rows(Bench& bench) {
  auto& s = bench.stream();
  ops::Workspace workspace(s.device());
  const TensorView matrix(bench.a(), DType::f32, {32768, 8192}), halves(bench.a(), DType::f16, {65536, 8192});
  bench.run("sum f32 rows", 1.0 * kGiB, [&] {
    ops::reduce(s, ops::Reduce::sum, matrix, {1}, TensorView(bench.c(), DType::f32, {32768}), workspace);
  });
  bench.run("sum f32 columns", 1.0 * kGiB, [&] {
    ops::reduce(s, ops::Reduce::sum, matrix, {0}, TensorView(bench.c(), DType::f32, {8192}), workspace);
  });
  bench.run("sum f32 of 2^26 to one", 0.25 * kGiB, [&] {
    ops::reduce(s, ops::Reduce::sum, TensorView(bench.a(), DType::f32, {1 << 26}), ops::Dims::all(),
                TensorView(bench.c(), DType::f32, {}), workspace);
  });
  bench.run("argmax f16 rows", 1.0 * kGiB, [&] {
    ops::reduce(s, ops::ArgReduce::argmax, halves, {1}, TensorView(bench.c(), DType::u32, {65536}), workspace);
  });
  const TensorView in(bench.a(), DType::f32, {65536, 4096}), out(bench.c(), DType::f32, {65536, 4096});
  const TensorView half_in(bench.a(), DType::f16, {131072, 4096}), half_out(bench.c(), DType::f16, {131072, 4096});
  const TensorView weight(bench.b(), DType::f32, {4096}), bias(bench.b() + 65536, DType::f32, {4096});
  const TensorView half_weight(bench.b(), DType::f16, {4096});
  bench.run("softmax f32", 2.0 * kGiB, [&] { ops::softmax(s, in, -1, out); });
  bench.run("RMS norm f32", 2.0 * kGiB, [&] { ops::rms_norm(s, in, weight, 1e-5, out); });
  bench.run("RMS norm f16", 2.0 * kGiB, [&] { ops::rms_norm(s, half_in, half_weight, 1e-5, half_out); });
  bench.run("layer norm f32", 2.0 * kGiB, [&] { ops::layer_norm(s, in, weight, bias, 1e-5, out); });
  const TensorView heads(bench.a(), DType::f16, {32, 32, 4096, 128}),
      turned(bench.c(), DType::f16, {32, 32, 4096, 128});
  const TensorView cosines(bench.b(), DType::f16, {4096, 64}), sines(bench.b() + kGiB / 2, DType::f16, {4096, 64});
  bench.run("rope f16", 2.0 * kGiB, [&] { ops::rope(s, ops::RopePairs::halves, heads, cosines, sines, turned); });
}

void windows(Bench& bench) {
  auto& s = bench.stream();
  const TensorView images(bench.a(), DType::f32, {64, 256, 128, 128}), halved(bench.c(), DType::f32, {64, 256, 64, 64});
  bench.run("max pool f32 2x2", 1.25 * kGiB, [&] { ops::max_pool2d(s, images, {2, 2}, {2, 2}, halved); });
  bench.run("upsample nearest f32", 1.25 * kGiB, [&] {
    ops::upsample_nearest(s, TensorView(bench.a(), DType::f32, {64, 256, 64, 64}),
                          TensorView(bench.c(), DType::f32, {64, 256, 128, 128}));
  });
  // Useful bytes count all three tensors once. The running time is determined by the multiplications.
  const TensorView pixels(bench.a(), DType::f16, {32, 128, 56, 56}), taps(bench.b(), DType::f16, {128, 128, 3, 3});
  bench.run("conv2d f16 3x3", 2.0 * (2 * 32 * 128 * 56 * 56 + 128 * 128 * 9), [&] {
    ops::conv2d(s, pixels, taps, {{1, 1}, {1, 1}}, TensorView(bench.c(), DType::f16, {32, 128, 56, 56}));
  });
}

/// The operand has pseudo-random numbers; any seed would do. Useful bytes are those of the operand and the indices.
void sorting(Bench& bench) {
  auto& s = bench.stream();
  ops::Workspace workspace(s.device());
  std::vector<float> host(std::size_t{65536} * 1024);
  std::uint32_t state = 3;
  for (auto& x : host) x = static_cast<float>(state = state * 1664525u + 1013904223u);
  const auto numbers = Buffer<float>::from(s.device(), host);
  bench.run("argsort f32", 0.5 * kGiB, [&] {
    ops::argsort(s, TensorView(numbers.data(), DType::f32, {65536, 1024}), -1, ops::SortOrder::ascending,
                 TensorView(bench.c(), DType::u32, {65536, 1024}), workspace);
  });
}

/// The ids are pseudo-random; any seed would do. Useful bytes are the ids, the elements that are read or written at
/// their positions, and, for sums, the previous values there.
void by_ids(Bench& bench) {
  auto& s = bench.stream();
  constexpr std::int64_t kRows = 1 << 20, kElements = kGiB / 4;
  std::vector<std::uint32_t> host(kElements);
  const auto fill = [&](std::uint32_t bits) {
    std::uint32_t state = 3;
    for (auto& id : host) id = (state = state * 1664525u + 1013904223u) >> (32 - bits);
  };
  fill(20);  // below kRows
  const auto row_ids = Buffer<std::uint32_t>::from(s.device(), host.data(), kRows);
  fill(13);  // below 8192, the length of the dim that the ids index
  const auto element_ids = Buffer<std::uint32_t>::from(s.device(), host);
  bench.run("index_select f16", 2.0 * kGiB + 4.0 * kRows, [&] {
    ops::index_select(s, TensorView(bench.a(), DType::f16, {kRows, 512}), 0,
                      TensorView(row_ids.data(), DType::u32, {kRows}), TensorView(bench.c(), DType::f16, {kRows, 512}));
  });
  const auto square = [](void* at, DType type, bool rows) {
    return rows ? TensorView(at, type, {32768, 8192}) : TensorView(at, type, {8192, 32768});
  };
  for (const bool rows : {true, false}) {
    const auto ids = square(element_ids.data(), DType::u32, rows);
    const auto a = square(bench.a(), DType::f32, rows), c = square(bench.c(), DType::f32, rows);
    const std::int64_t dim = rows ? 1 : 0;
    bench.run(rows ? "gather f32 dim 1" : "gather f32 dim 0", 3.0 * kGiB, [&] { ops::gather(s, a, dim, ids, c); });
    bench.run(rows ? "scatter_add f32 dim 1" : "scatter_add f32 dim 0", 4.0 * kGiB,
              [&] { ops::scatter_add(s, a, dim, ids, c); });
  }
}

/// The work of two ops in one kernel, which is an expression at its call site. Needs NVRTC or hipRTC.
void expressions(Bench& bench) {
  auto& s = bench.stream();
  const auto view = [](char* at, std::int64_t count) { return TensorView(at, DType::f16, {count}); };
  try {
    const auto gate = [&](std::int64_t count) {
      ops::elementwise(s, "x / (1 + expf(-x)) * y", {{"x", view(bench.a(), count)}, {"y", view(bench.b(), count)}},
                       view(bench.c(), count));
    };
    bench.run("expression silu(x) * y f16", 3.0 * kGiB, [&] { gate(kGiB / 2); });
    bench.run("expression of 4096", 6.0 * 4096, [&] { gate(4096); });
  } catch (const Error& error) {
    if (error.code() != ErrorCode::no_compiler) throw;
    std::fprintf(stderr, "expressions were not timed: %s\n", error.what());
  }
}

/// The baseline is a kernel of one workgroup without work, whose time is that of a launch alone.
void small_sizes(Bench& bench) {
  auto& s = bench.stream();
  const auto device = s.device();
  const auto nothing = device.kernel(bundled::UNARY, "ucopy_u8");
  constexpr std::size_t kNone = 0;
  constexpr const std::size_t* kNoInfo = nullptr;
  const void* const a = bench.a();
  void* const c = bench.c();
  bench.run("a launch that does nothing", 0, [&] { nothing.launch({1}, {32}, 0, s, kNone, kNone, kNoInfo, a, c); });
  for (const std::int64_t count : {std::int64_t{4096}, std::int64_t{65536}, std::int64_t{1} << 20}) {
    const auto name = "exp f32 of " + std::to_string(count);
    bench.run(name.c_str(), 8.0 * static_cast<double>(count), [&] {
      ops::unary(s, ops::Unary::exp, TensorView(bench.a(), DType::f32, {count}),
                 TensorView(bench.c(), DType::f32, {count}));
    });
  }
}

/// Useful bytes are the weights and the result. Arithmetic also limits the products of matrices.
void quantized(Bench& bench) {
  auto& s = bench.stream();
  ops::Workspace workspace(s.device());
  const auto matrix = [&](QuantizedFormat format, std::int64_t rows, std::int64_t cols) {
    return QuantizedView{bench.a(), format, rows, cols};
  };
  const auto bytes = [](const QuantizedView& view) {
    return static_cast<double>(view.rows) * static_cast<double>(view.row_bytes());
  };
  const auto dequantize = [&](const char* name, QuantizedFormat format, DType type) {
    const auto in = matrix(format, 32768, 8192);
    const TensorView out(bench.c(), type, {in.rows, in.cols});
    bench.run(name, bytes(in) + static_cast<double>(in.rows * in.cols) * static_cast<double>(size_of(type)),
              [&] { ops::dequantize(s, in, out); });
  };
  dequantize("dequantize q4_0 f32", QuantizedFormat::q4_0, DType::f32);
  dequantize("dequantize q4_K f16", QuantizedFormat::q4_K, DType::f16);
  dequantize("dequantize q6_K f32", QuantizedFormat::q6_K, DType::f32);
  constexpr std::int64_t kRows = 65536, kCols = 8192;
  const TensorView in(bench.b(), DType::f32, {kCols}), out(bench.c(), DType::f32, {kRows});
  const auto matvec = [&](const char* name, QuantizedFormat format, const auto& queue) {
    const auto weights = matrix(format, kRows, kCols);
    bench.run(name, bytes(weights) + 4.0 * static_cast<double>(kRows), [&] { queue(weights); });
  };
  // A block of q8_1 has 32 values in 36 bytes.
  const QuantizedView blocks{workspace.at_least(kCols / 32 * 36), QuantizedFormat::q8_1, 1, kCols};
  ops::quantize(s, {in.data, DType::f32, {1, kCols}}, blocks);
  const auto by_blocks = [&](const QuantizedView& weights) { ops::matvec(s, weights, blocks, out); };
  matvec("mat-vec q4_0 q8_1", QuantizedFormat::q4_0, by_blocks);
  matvec("mat-vec q4_K q8_1", QuantizedFormat::q4_K, by_blocks);
  matvec("mat-vec q6_K q8_1", QuantizedFormat::q6_K, by_blocks);
  matvec("mat-vec q8_0 q8_1", QuantizedFormat::q8_0, by_blocks);
  matvec("mat-vec q4_0, f32 to q8_1", QuantizedFormat::q4_0,
         [&](const QuantizedView& weights) { ops::matvec(s, weights, in, ops::Activations::q8_1, out, workspace); });
  matvec("mat-vec q8_0 f32", QuantizedFormat::q8_0,
         [&](const QuantizedView& weights) { ops::matvec(s, weights, in, ops::Activations::floats, out, workspace); });
  const auto matmul = [&](const char* name, DType type, ops::Activations activations) {
    const auto weights = matrix(QuantizedFormat::q4_K, 4096, 4096);
    const TensorView in(bench.b(), type, {512, 4096}), out(bench.c(), DType::f32, {512, 4096});
    bench.run(name, bytes(weights) + 4.0 * 512 * 4096,
              [&] { ops::matmul(s, weights, in, activations, out, workspace); });
  };
  matmul("mat-mul q4_K q8_1 by 512", DType::f32, ops::Activations::q8_1);
  matmul("mat-mul q4_K f16 by 512", DType::f16, ops::Activations::floats);
}

}  // namespace

int main() {
  try {
    Bench bench;
    maps(bench);
    by_hosts(bench);
    rows(bench);
    windows(bench);
    sorting(bench);
    by_ids(bench);
    small_sizes(bench);
    expressions(bench);
    quantized(bench);
  } catch (const Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
