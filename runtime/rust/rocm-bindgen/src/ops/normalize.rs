//! Softmax, norms, and rotary embedding. The result may be the operand itself.

use super::{call, TensorView, TensorViewMut};
use crate::{Error, Stream};
use std::ptr::null;

/// Which elements of the innermost dim, of length d, form a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RopePairs {
    /// (j, j + d/2), the faster form.
    Halves,
    /// (2j, 2j + 1).
    Neighbours,
}

/// Computes the softmax along `dim`.
pub fn softmax(stream: &Stream, input: &TensorView<'_>, dim: i64, out: &mut TensorViewMut<'_>) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe { ops.rocm_bindgen_softmax(stream, input.raw(), dim, out.raw()) })
}

/// Computes `out = in / sqrt(mean(in^2) + eps) * weight` along the innermost dim. A missing weight is 1.
pub fn rms_norm(
    stream: &Stream,
    input: &TensorView<'_>,
    weight: Option<&TensorView<'_>>,
    eps: f64,
    out: &mut TensorViewMut<'_>,
) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe {
        ops.rocm_bindgen_rms_norm(stream, input.raw(), weight.map_or(null(), |view| view.raw()), eps, out.raw())
    })
}

/// Computes `out = (in - mean) / sqrt(variance + eps) * weight + bias` along the innermost dim. A missing weight is
/// 1, a missing bias is 0.
pub fn layer_norm(
    stream: &Stream,
    input: &TensorView<'_>,
    weight: Option<&TensorView<'_>>,
    bias: Option<&TensorView<'_>>,
    eps: f64,
    out: &mut TensorViewMut<'_>,
) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe {
        ops.rocm_bindgen_layer_norm(
            stream,
            input.raw(),
            weight.map_or(null(), |view| view.raw()),
            bias.map_or(null(), |view| view.raw()),
            eps,
            out.raw(),
        )
    })
}

/// Rotates pairs of elements of the innermost dim by angles: `(a, b)` becomes `(a cos - b sin, a sin + b cos)`.
pub fn rope(
    stream: &Stream,
    pairs: RopePairs,
    input: &TensorView<'_>,
    cosines: &TensorView<'_>,
    sines: &TensorView<'_>,
    out: &mut TensorViewMut<'_>,
) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe {
        ops.rocm_bindgen_rope(
            stream,
            pairs == RopePairs::Neighbours,
            input.raw(),
            cosines.raw(),
            sines.raw(),
            out.raw(),
        )
    })
}
