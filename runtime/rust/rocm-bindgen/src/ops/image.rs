//! Pooling, resampling and convolutions of images, whose rows and columns are the innermost two dims.

use super::{call, TensorView, TensorViewMut};
use crate::{Error, Stream};

/// Two lengths or positions in an image, in elements.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ImageExtent {
    /// The number of rows, or the index of a row.
    pub rows: i64,
    /// The number of columns, or the index of a column.
    pub columns: i64,
}

/// Where the taps of a filter meet the input. One-dimensional convolutions use `columns` only.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Convolution {
    /// Step in the input from one result element to the next; if transposed, in the result.
    pub stride: ImageExtent,
    /// Number of zeros on every side of the input; if transposed, of elements removed from every side of the result.
    pub padding: ImageExtent,
    /// Distance between neighbouring taps.
    pub dilation: ImageExtent,
    /// Number of groups that the channels are divided into.
    pub groups: i64,
}

impl Default for Convolution {
    /// Steps of 1, no padding, one group.
    fn default() -> Convolution {
        let one = ImageExtent { rows: 1, columns: 1 };
        Convolution { stride: one, padding: ImageExtent { rows: 0, columns: 0 }, dilation: one, groups: 1 }
    }
}

/// How positions in the result map to positions in the source.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bilinear {
    /// If true, the centres of the corner elements of both images coincide; otherwise, the edges of the images do.
    pub align_corners: bool,
    /// The number of result rows per source row, if it is not exactly the ratio of the dims.
    pub row_factor: Option<f64>,
    /// The same for columns.
    pub column_factor: Option<f64>,
}

/// Computes the largest element of each window of the innermost two dims. Propagates NaN.
pub fn max_pool2d(
    stream: &Stream,
    input: &TensorView<'_>,
    window: ImageExtent,
    step: ImageExtent,
    out: &mut TensorViewMut<'_>,
) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe { ops.rocm_bindgen_max_pool2d(stream, input.raw(), window, step, out.raw()) })
}

/// Computes the mean of each window of the innermost two dims.
pub fn avg_pool2d(
    stream: &Stream,
    input: &TensorView<'_>,
    window: ImageExtent,
    step: ImageExtent,
    out: &mut TensorViewMut<'_>,
) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe { ops.rocm_bindgen_avg_pool2d(stream, input.raw(), window, step, out.raw()) })
}

/// Resamples an image to the dims of `out` by the nearest source element at or before each position.
pub fn upsample_nearest(stream: &Stream, input: &TensorView<'_>, out: &mut TensorViewMut<'_>) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe { ops.rocm_bindgen_upsample_nearest(stream, input.raw(), out.raw()) })
}

/// Resamples an image to the dims of `out` by linear interpolation.
pub fn upsample_bilinear2d(
    stream: &Stream,
    input: &TensorView<'_>,
    how: Bilinear,
    out: &mut TensorViewMut<'_>,
) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe {
        ops.rocm_bindgen_upsample_bilinear2d(
            stream,
            input.raw(),
            how.align_corners,
            how.row_factor.unwrap_or(0.0),
            how.column_factor.unwrap_or(0.0),
            out.raw(),
        )
    })
}

/// Computes the convolution of `{batches, channels, columns}` with weights `{output channels, input channels /
/// groups, taps}`.
pub fn conv1d(
    stream: &Stream,
    input: &TensorView<'_>,
    weights: &TensorView<'_>,
    how: &Convolution,
    out: &mut TensorViewMut<'_>,
) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe { ops.rocm_bindgen_conv1d(stream, input.raw(), weights.raw(), how, out.raw()) })
}

/// Computes [`conv1d`] along rows and columns.
pub fn conv2d(
    stream: &Stream,
    input: &TensorView<'_>,
    weights: &TensorView<'_>,
    how: &Convolution,
    out: &mut TensorViewMut<'_>,
) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe { ops.rocm_bindgen_conv2d(stream, input.raw(), weights.raw(), how, out.raw()) })
}

/// Computes the transposed convolution of `{batches, channels, columns}` with weights `{input channels, output
/// channels / groups, taps}`.
pub fn conv_transpose1d(
    stream: &Stream,
    input: &TensorView<'_>,
    weights: &TensorView<'_>,
    how: &Convolution,
    out: &mut TensorViewMut<'_>,
) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe {
        ops.rocm_bindgen_conv_transpose1d(stream, input.raw(), weights.raw(), how, out.raw())
    })
}

/// Computes [`conv_transpose1d`] along rows and columns.
pub fn conv_transpose2d(
    stream: &Stream,
    input: &TensorView<'_>,
    weights: &TensorView<'_>,
    how: &Convolution,
    out: &mut TensorViewMut<'_>,
) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe {
        ops.rocm_bindgen_conv_transpose2d(stream, input.raw(), weights.raw(), how, out.raw())
    })
}
