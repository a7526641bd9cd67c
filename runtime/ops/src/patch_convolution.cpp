#include "patch_convolution.hpp"

#include <algorithm>

#include "launch_view.hpp"

namespace rocm_bindgen::ops {
namespace {

/// The kernels are for filters of 3 x 3 taps.
constexpr std::int64_t kTapsOfAxis = 3;
/// The widest memory access of a thread, in elements of f16 or bf16 and in bytes.
constexpr std::int64_t kAccessElements = 8, kAccessBytes = 16;
/// The number of columns per strip, within limits. In narrower strips, a larger share of the pixels that the taps read
/// is outside the strip.
constexpr std::int64_t kMaxColumns = 128, kFewestColumns = 16;

/// The shape of a strip: some columns of the result, in all its rows and batches.
struct Strip {
  std::int64_t columns;
  std::int64_t rows;
  std::int64_t batches;

  std::int64_t pixels() const { return columns * rows * batches; }
};

std::int64_t quotient_up(std::int64_t of, std::int64_t by) {
  return (of - 1) / by + 1;
}

/// The number of source rows or columns that the taps of `results` results read.
std::int64_t source_extent(const MatrixConvolutionAxis& axis, std::int64_t results) {
  return (results - 1) * axis.stride + (kTapsOfAxis - 1) * axis.dilation + 1;
}

/// Returns the maximum number of places (positions of the source, including the padding) that a tile reads. A tile
/// reads all places of the lines from its first row to its last. Between these, images may end and begin.
std::int64_t max_places(const MatrixConvolutionView& product, const Strip& strip) {
  const auto lines = source_extent(product.axis[0], strip.rows);
  // A tile may begin and end within a row, so it touches up to this number of rows.
  const auto rows = std::min((kPatchPixels - 1) / strip.columns + 2, strip.rows * strip.batches);
  const auto images_ended = std::min(strip.batches - 1, rows < 2 ? 0 : (rows - 2) / strip.rows + 1);
  // From the last row of an image to the first row of the next, a tile advances by this number of lines more than
  // between two rows of one image.
  const auto extra_lines = std::max<std::int64_t>(0, lines - strip.rows * product.axis[0].stride);
  const auto most_lines =
      std::min(source_extent(product.axis[0], rows) + images_ended * extra_lines, strip.batches * lines);
  return source_extent(product.axis[1], strip.columns) * most_lines;
}

/// Returns the widest strips whose source fits in LDS, or nullopt if none does. If the result's number of columns is a
/// multiple of the access size, the strips' number of columns is one, too.
std::optional<Strip> strip_of(const MatrixConvolutionView& product, std::int64_t batches, std::uint64_t lds_bytes) {
  const std::int64_t all = product.axis[1].results.extent;
  const auto unit = all % kAccessElements == 0 ? kAccessElements : 1;
  for (auto strips = quotient_up(all, kMaxColumns);; ++strips) {
    const Strip strip{quotient_up(quotient_up(all, strips), unit) * unit, product.axis[0].results.extent, batches};
    const auto places = max_places(product, strip);
    if (patch_lds_bytes(static_cast<std::uint64_t>(places)) <= lds_bytes) return strip;
    if (strip.columns <= kFewestColumns) return std::nullopt;
  }
}

/// Returns true if eight consecutive pixels of a strip, starting at a multiple of eight, can be written in one aligned
/// access.
bool is_out_packed(const MatrixConvolutionView& product, const Strip& strip, std::uintptr_t out) {
  const auto are_whole = [](auto count) { return count % kAccessElements == 0; };
  const std::int64_t columns = product.axis[1].results.extent;
  if (out % kAccessBytes != 0 || product.axis[1].out_step != 1 || !are_whole(product.out_channel) ||
      !are_whole(product.out_batch))
    return false;
  const auto row = static_cast<std::int64_t>(product.axis[0].out_step);
  if (strip.columns == columns && row == columns && are_whole(columns * strip.rows)) return true;
  return are_whole(columns) && are_whole(strip.columns) && are_whole(row);
}

}  // namespace

std::optional<PatchLaunch> plan_patches(const MatrixConvolutionView& product, std::uint32_t groups, std::uintptr_t out,
                                        const DeviceInfo& device) {
  const auto& [rows, columns] = product.axis;
  const auto in_channels = product.depth / kPatchTaps;
  if (device.arch.compare(0, 3, "sm_") != 0 || rows.taps.extent != kTapsOfAxis || columns.taps.extent != kTapsOfAxis ||
      in_channels % kPatchStep != 0 || product.is_packed == 0)
    return std::nullopt;
  const auto batches = std::int64_t{product.pixels} / rows.results.extent / columns.results.extent;
  const auto strip = strip_of(product, batches, device.max_lds_bytes);
  if (!strip) return std::nullopt;
  const auto lines = source_extent(rows, strip->rows), strips = quotient_up(columns.results.extent, strip->columns);
  const auto tiles = quotient_up(strip->pixels(), kPatchPixels);
  if (std::max({strip->pixels(), batches * lines, tiles * strips}) > kMaxPlaces) return std::nullopt;
  // A tile with fewer than kPatchChannels channels counts as a fraction. If the tiles, counted in this way, occupy at
  // least a quarter of the compute units, this kernel is faster than the gathering kernel on the whole device.
  const std::int64_t compute_units = device.compute_units;
  if (tiles * strips * product.out_channels * groups * 4 < compute_units * kPatchChannels) return std::nullopt;

  const auto narrow = [](std::int64_t value) { return static_cast<std::uint32_t>(value); };
  const auto channel_tiles = quotient_up(product.out_channels, kPatchChannels);
  const auto places = narrow(max_places(product, *strip));
  const PatchConvolutionView view{product,
                                  view_axis(narrow(strip->columns)),
                                  view_axis(narrow(tiles)),
                                  view_axis(narrow(lines)),
                                  view_axis(narrow(source_extent(columns, strip->columns))),
                                  narrow(strips),
                                  narrow(strip->pixels()),
                                  narrow(batches),
                                  in_channels,
                                  places,
                                  narrow(channel_tiles),
                                  is_out_packed(product, *strip, out)};
  // There is about one workgroup per compute unit; each processes several tiles in sequence.
  const auto at_once = std::max<std::int64_t>(1, compute_units / (channel_tiles * groups));
  const auto workgroups = channel_tiles * std::min(tiles * strips, at_once);
  return PatchLaunch{view,
                     {Dim3{narrow(workgroups), groups, 1}, Dim3{kViewWorkgroup}, narrow(patch_lds_bytes(places))}};
}

}  // namespace rocm_bindgen::ops
