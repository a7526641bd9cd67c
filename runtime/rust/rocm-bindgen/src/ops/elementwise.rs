//! Element-wise functions. Operands are broadcast to the result's shape, and an operand may be the result itself.

use super::sys::RawVariable;
use super::{call, Binary, Compare, TensorView, TensorViewMut, Unary};
use crate::{Error, Stream};
use std::ffi::CString;
use std::os::raw::c_int;

/// Computes `out = op(in)`. Both have the same float type.
pub fn unary(stream: &Stream, op: Unary, input: &TensorView<'_>, out: &mut TensorViewMut<'_>) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe { ops.rocm_bindgen_unary(stream, op as c_int, input.raw(), out.raw()) })
}

/// Computes `out = in > 0 ? in : alpha * (e^in - 1)`. Both have the same float type.
pub fn elu(stream: &Stream, input: &TensorView<'_>, alpha: f64, out: &mut TensorViewMut<'_>) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe { ops.rocm_bindgen_elu(stream, input.raw(), alpha, out.raw()) })
}

/// Computes `out = in^exponent`. Both have the same float type.
pub fn powf(stream: &Stream, input: &TensorView<'_>, exponent: f64, out: &mut TensorViewMut<'_>) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe { ops.rocm_bindgen_powf(stream, input.raw(), exponent, out.raw()) })
}

/// Computes `out = lhs op rhs`. All three have the same type. Integers wrap around; integer division by 0 gives 0.
pub fn binary(
    stream: &Stream,
    op: Binary,
    lhs: &TensorView<'_>,
    rhs: &TensorView<'_>,
    out: &mut TensorViewMut<'_>,
) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe { ops.rocm_bindgen_binary(stream, op as c_int, lhs.raw(), rhs.raw(), out.raw()) })
}

/// Computes `out = lhs op rhs ? 1 : 0`. Both operands have the same type; the result is u8.
pub fn compare(
    stream: &Stream,
    op: Compare,
    lhs: &TensorView<'_>,
    rhs: &TensorView<'_>,
    out: &mut TensorViewMut<'_>,
) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe {
        ops.rocm_bindgen_compare(stream, op as c_int, lhs.raw(), rhs.raw(), out.raw())
    })
}

/// Computes `out = in * mul + add`. Both have the same type.
pub fn affine(
    stream: &Stream,
    input: &TensorView<'_>,
    mul: f64,
    add: f64,
    out: &mut TensorViewMut<'_>,
) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe { ops.rocm_bindgen_affine(stream, input.raw(), mul, add, out.raw()) })
}

/// Converts `in` to the type of `out`. Float results are rounded to nearest; a float that is converted to an
/// integer is truncated toward zero and clamped.
pub fn cast(stream: &Stream, input: &TensorView<'_>, out: &mut TensorViewMut<'_>) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe { ops.rocm_bindgen_cast(stream, input.raw(), out.raw()) })
}

/// Copies `in` to `out`, which has the same type.
pub fn copy(stream: &Stream, input: &TensorView<'_>, out: &mut TensorViewMut<'_>) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe { ops.rocm_bindgen_copy(stream, input.raw(), out.raw()) })
}

/// Sets every element to `value`.
pub fn fill(stream: &Stream, out: &mut TensorViewMut<'_>, value: f64) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe { ops.rocm_bindgen_fill(stream, out.raw(), value) })
}

/// Computes `out = condition != 0 ? yes : no`. The condition is u8, u32 or i64; the other three have the same type.
pub fn where_(
    stream: &Stream,
    condition: &TensorView<'_>,
    yes: &TensorView<'_>,
    no: &TensorView<'_>,
    out: &mut TensorViewMut<'_>,
) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe {
        ops.rocm_bindgen_where(stream, condition.raw(), yes.raw(), no.raw(), out.raw())
    })
}

/// The meaning of a name in an expression.
#[derive(Clone, Copy, Debug)]
pub enum Variable<'a> {
    /// The tensor's elements.
    Tensor(TensorView<'a>),
    /// A number of type f32.
    F32(f32),
    /// A number of type f64.
    F64(f64),
    /// A number of type i32.
    I32(i32),
    /// A number of type i64.
    I64(i64),
}

/// Computes `out[i]` = the C++ expression for each index, in one kernel that is compiled when it is first used.
/// `variables` has each name in the expression, and its meaning. Waits only for the compilation.
///
/// The expression is code of the device like that of a kernel: one that makes an address of a number, or reads past a
/// tensor, is as incorrect as such a kernel; see [the crate's page](crate#why-launch-functions-are-safe).
pub fn elementwise(
    stream: &Stream,
    expression: &str,
    variables: &[(&str, Variable<'_>)],
    out: &mut TensorViewMut<'_>,
) -> Result<(), Error> {
    let text = |text: &str| {
        CString::new(text)
            .map_err(|_| Error::bad_argument(format!("elementwise: {:?} contains a null character", text)))
    };
    let expression = text(expression)?;
    let names = variables.iter().map(|(name, _)| text(name)).collect::<Result<Vec<_>, _>>()?;
    let raw: Vec<RawVariable> =
        names.iter().zip(variables).map(|(name, (_, variable))| RawVariable::of(name, variable)).collect();
    // SAFETY: the stream and the operands exist; the texts end with null characters.
    call(stream, |ops, stream| unsafe {
        ops.rocm_bindgen_elementwise(stream, expression.as_ptr(), raw.as_ptr(), raw.len(), out.raw())
    })
}
