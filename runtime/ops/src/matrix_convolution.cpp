// Each launch uses the patch kernel if plan_patches() returns a plan; otherwise, it uses the gathering kernel, with
// tiles of many or of few output channels.
#include "matrix_convolution.hpp"

#include <algorithm>
#include <charconv>

#include "kernel_tables.hpp"
#include "kernels/ops/convolution_view.hpp"
#include "launch_view.hpp"
#include "patch_convolution.hpp"

namespace rocm_bindgen::ops {
namespace {

/// Indices of the dims of a tensor of images.
constexpr std::uint32_t kBatches = 0, kChannels = 1, kRows = 2, kColumns = 3;
/// The minimum extent along each side of the product: the size of the matrices that a matrix unit multiplies.
constexpr std::int64_t kFewest = 16;
/// The size of an f16 or bf16, and of the widest memory access of a thread.
constexpr std::int64_t kElementBytes = 2, kAccessBytes = 16;
/// Limits of the kernels: byte offsets in the source have 32 bits, and the depth of the product is at most 2^30.
constexpr std::int64_t kMaxBytes = std::int64_t{1} << 32, kMaxDepth = 1 << 30;
/// Limits of a launch: work-items along x of the grid, and the height of the grid, which has a row for each group.
constexpr std::int64_t kMaxWorkItems = std::int64_t{1} << 31;
constexpr std::int64_t kMaxGroups = 65535;

/// The shape of the matrix product of one group.
struct Shape {
  std::int64_t channels;
  std::int64_t depth;
  std::int64_t of_image;  ///< pixels of the result, in each batch
  std::int64_t batches;
};

Shape shape_of(const TensorView& weights, const Convolution& how, const TensorView& out) {
  return {out.dims[kChannels] / how.groups, weights.dims[kChannels] * weights.dims[kRows] * weights.dims[kColumns],
          out.dims[kRows] * out.dims[kColumns], out.dims[kBatches]};
}

/// Returns true if the input channels and taps of each output channel are contiguous.
bool has_dense_rows(const TensorView& weights) {
  std::int64_t wanted = 1;
  for (auto d = kColumns; d != 0; --d) {
    if (weights.dims[d] > 1 && weights.strides[d] != wanted) return false;
    wanted *= weights.dims[d];
  }
  return true;
}

/// Returns the number of batches whose byte offsets the kernels support, or 0 if one batch is too large or a stride is
/// negative.
std::int64_t most_batches(const TensorView& in) {
  std::int64_t image_span = 1;
  for (auto d = kChannels; d <= kColumns; ++d) {
    std::int64_t span = 0;
    if (in.strides[d] < 0 || __builtin_mul_overflow(in.dims[d] - 1, in.strides[d], &span) ||
        __builtin_add_overflow(image_span, span, &image_span) || image_span >= kMaxBytes / kElementBytes)
      return 0;
  }
  const auto batch = in.strides[kBatches];
  if (batch < 0) return 0;
  return batch == 0 ? in.dims[kBatches] : (kMaxBytes / kElementBytes - image_span) / batch + 1;
}

std::uint32_t in_bytes(std::int64_t elements) {
  return static_cast<std::uint32_t>(elements * kElementBytes);
}

std::int64_t tiles(std::int64_t count, std::int64_t of) {
  return (count - 1) / of + 1;
}

/// Returns the number of output channels per tile. It is the larger number, kTileChannels, unless kTileFewChannels
/// suffice or some compute units would have no tile.
std::int64_t tile_channels(const Shape& shape, std::int64_t groups, std::uint32_t compute_units) {
  const auto pixels = tiles(shape.of_image * shape.batches, kTilePixels);
  const bool are_few = shape.channels <= kTileFewChannels ||
                       tiles(shape.channels, kTileChannels) * pixels * groups < std::int64_t{compute_units};
  return are_few ? kTileFewChannels : kTileChannels;
}

}  // namespace

bool has_matrix_units(std::string_view arch) {
  constexpr std::string_view kNvidia = "sm_";
  if (arch.substr(0, kNvidia.size()) == kNvidia) {
    int capability = 0;
    std::from_chars(arch.data() + kNvidia.size(), arch.data() + arch.size(), capability);
    return capability >= 80;  // what kernels/ops/matrix_unit.cuh requires
  }
  // kernels/ops/matrix_unit.cuh does not support the first generation of MFMA instructions.
  enum class Matrix { none, mfma1, mfma, wmma };
  const auto processor = arch.substr(0, arch.find(':'));
#define ROCM_BINDGEN_TARGET(name, machine, family, features, generic, wave, registers, matrix, use, llvm) \
  if (processor == name) return Matrix::matrix >= Matrix::mfma;
#include "rocm_bindgen/targets.def"
  return false;
}

MatrixConvolutionView product_of(const TensorView& in, const TensorView& weights, const Convolution& how,
                                 const TensorView& out) {
  const auto shape = shape_of(weights, how, out);
  MatrixConvolutionView view{};
  for (std::uint32_t a = 0; a < 2; ++a) {
    const auto of = [a](const ImageExtent& extent) {
      return static_cast<std::uint32_t>(a == 0 ? extent.rows : extent.columns);
    };
    const auto d = kRows + a;
    view.axis[a] = {view_axis(static_cast<std::uint32_t>(out.dims[d])),
                    view_axis(static_cast<std::uint32_t>(weights.dims[d])),
                    static_cast<std::uint32_t>(in.dims[d]),
                    of(how.stride),
                    of(how.padding),
                    of(how.dilation),
                    in_bytes(in.strides[d]),
                    static_cast<std::size_t>(out.strides[d])};
  }
  view.out_channels = static_cast<std::uint32_t>(shape.channels);
  view.depth = static_cast<std::uint32_t>(shape.depth);
  view.pixels = static_cast<std::uint32_t>(shape.of_image * shape.batches);
  view.in_channel = in_bytes(in.strides[kChannels]);
  view.in_batch = in_bytes(in.strides[kBatches]);
  const auto packs = kAccessBytes / kElementBytes;
  view.is_packed = reinterpret_cast<std::uintptr_t>(weights.data) % kAccessBytes == 0 &&  // NOLINT
                   weights.strides[0] % packs == 0 && shape.depth % packs == 0;
  view.in_group = static_cast<std::size_t>(in.strides[kChannels] * weights.dims[kChannels]);
  view.out_channel = static_cast<std::size_t>(out.strides[kChannels]);
  view.out_batch = static_cast<std::size_t>(out.strides[kBatches]);
  view.weight_out = static_cast<std::size_t>(weights.strides[0]);
  return view;
}

bool convolve_by_matrix(Stream& stream, const TensorView& in, const TensorView& weights, const Convolution& how,
                        const TensorView& out) {
  const auto& device = stream.device().info();
  if ((out.dtype != DType::f16 && out.dtype != DType::bf16) || !has_matrix_units(device.arch)) return false;
  const auto shape = shape_of(weights, how, out);
  if (std::min({shape.channels, shape.depth, shape.of_image * shape.batches}) < kFewest) return false;
  if (shape.channels > kMaxPlaces || shape.depth > kMaxDepth || how.groups > kMaxGroups) return false;
  if (weights.dims[kRows] + weights.dims[kColumns] > kMaxTaps || !has_dense_rows(weights)) return false;
  const auto channels = tile_channels(shape, how.groups, device.compute_units);
  const auto most_tiles = kMaxWorkItems / kViewWorkgroup / tiles(shape.channels, channels);
  const auto most_pixels = std::min(most_tiles * std::int64_t{kTilePixels}, kMaxPlaces);
  const auto at_once = std::min(most_batches(in), most_pixels / shape.of_image);
  if (at_once < 1) return false;

  auto view = product_of(in, weights, how, out);
  for (std::int64_t first = 0; first < shape.batches; first += at_once) {
    const auto pixels = std::min(at_once, shape.batches - first) * shape.of_image;
    view.pixels = static_cast<std::uint32_t>(pixels);
    auto* const to = static_cast<std::byte*>(out.data) + first * out.strides[kBatches] * kElementBytes;
    const auto* const from = static_cast<const std::byte*>(in.data) + first * in.strides[kBatches] * kElementBytes;
    const auto launch = [&](MatrixConvolution form, const LaunchConfig& config, const auto& arguments) {
      bundled_kernel(stream.device(), kMatrixConvolutionKernels.find(form, out.dtype))
          .launch(config, stream, arguments, static_cast<void*>(to), static_cast<const void*>(from),
                  static_cast<const void*>(weights.data));
    };
    const auto groups = static_cast<std::uint32_t>(how.groups);
    if (const auto patches = plan_patches(view, groups, reinterpret_cast<std::uintptr_t>(to), device)) {  // NOLINT
      launch(MatrixConvolution::patch, patches->config, patches->view);
      continue;
    }
    const auto workgroups = tiles(pixels, kTilePixels) * tiles(shape.channels, channels);
    launch(channels == kTileChannels ? MatrixConvolution::many_channels : MatrixConvolution::few_channels,
           {Dim3{static_cast<std::uint32_t>(workgroups), groups, 1}, Dim3{kViewWorkgroup}, 0}, view);
  }
  return true;
}

}  // namespace rocm_bindgen::ops
