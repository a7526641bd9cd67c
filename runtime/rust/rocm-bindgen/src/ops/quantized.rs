//! Quantized weights: dequantization, selection of rows, and products with activations. Tensors must be dense.

use super::sys::Ops;
use super::{call, TensorView, TensorViewMut, Workspace};
use crate::error::check;
use crate::sys::Runtime;
use crate::{Buffer, Error, Stream};
use std::ffi::c_void;
use std::marker::PhantomData;
use std::os::raw::c_int;

/// GGML's block formats. The numbers are those of the C API.
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum QuantizedFormat {
    /// 4 bits, a scale.
    Q4_0,
    /// 4 bits, a scale and a minimum.
    Q4_1,
    /// 5 bits, a scale.
    Q5_0,
    /// 5 bits, a scale and a minimum.
    Q5_1,
    /// 8 bits, a scale.
    Q8_0,
    /// 8 bits, a scale and a sum: activations.
    Q8_1,
    /// 2 bits, in superblocks.
    Q2_K,
    /// 3 bits, in superblocks.
    Q3_K,
    /// 4 bits, in superblocks.
    Q4_K,
    /// 5 bits, in superblocks.
    Q5_K,
    /// 6 bits, in superblocks.
    Q6_K,
    /// 8 bits, in superblocks.
    Q8_K,
}

impl QuantizedFormat {
    /// All of them, in order.
    pub const ALL: [QuantizedFormat; 12] = {
        use QuantizedFormat::*;
        [Q4_0, Q4_1, Q5_0, Q5_1, Q8_0, Q8_1, Q2_K, Q3_K, Q4_K, Q5_K, Q6_K, Q8_K]
    };

    /// Number of elements in a block.
    pub fn block_elements(self) -> Result<usize, Error> {
        // SAFETY: the function has no requirements.
        Ok(unsafe { Ops::get()?.rocm_bindgen_block_elements(self as c_int) })
    }

    /// Number of bytes in a block.
    pub fn block_bytes(self) -> Result<usize, Error> {
        // SAFETY: the function has no requirements.
        Ok(unsafe { Ops::get()?.rocm_bindgen_block_bytes(self as c_int) })
    }

    /// Number of bytes of `count` elements. Fails if they are not whole blocks.
    fn bytes(self, count: usize) -> Result<usize, Error> {
        let elements = self.block_elements()?;
        if count % elements != 0 {
            return Err(Error::bad_argument(format!(
                "{:?}: {} elements are not whole blocks of {}",
                self, count, elements
            )));
        }
        Ok((count / elements).saturating_mul(self.block_bytes()?))
    }
}

/// A `rocm_bindgen_quantized`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct QuantizedRaw {
    data: *mut c_void,
    format: u8,
    rows: i64,
    cols: i64,
}

impl QuantizedRaw {
    fn of(buffer: &Buffer<u8>, format: QuantizedFormat, rows: usize, cols: usize) -> Result<QuantizedRaw, Error> {
        let bytes = format.bytes(cols)?.saturating_mul(rows);
        if bytes > buffer.len() {
            let what = format!("{} rows of {} elements as {:?} need {} bytes", rows, cols, format, bytes);
            return Err(Error::bad_argument(format!("{}, but the buffer has {}", what, buffer.len())));
        }
        Ok(QuantizedRaw { data: buffer.address_of(0), format: format as u8, rows: rows as i64, cols: cols as i64 })
    }
}

/// A matrix of quantized weights that ops read. Rows are whole blocks and contiguous.
#[derive(Clone, Copy, Debug)]
pub struct QuantizedView<'a> {
    raw: QuantizedRaw,
    memory: PhantomData<&'a Buffer<u8>>,
}

// SAFETY: both are addresses, which no function of the crate dereferences on the host.
unsafe impl Send for QuantizedView<'_> {}
// SAFETY: as above.
unsafe impl Sync for QuantizedView<'_> {}
// SAFETY: as above.
unsafe impl Send for QuantizedViewMut<'_> {}
// SAFETY: as above.
unsafe impl Sync for QuantizedViewMut<'_> {}

impl<'a> QuantizedView<'a> {
    /// Returns the matrix in the first bytes of a buffer.
    pub fn new(buffer: &'a Buffer<u8>, format: QuantizedFormat, rows: usize, cols: usize) -> Result<Self, Error> {
        Ok(QuantizedView { raw: QuantizedRaw::of(buffer, format, rows, cols)?, memory: PhantomData })
    }

    fn raw(&self) -> *const QuantizedRaw {
        &self.raw
    }
}

/// A matrix of quantized blocks that ops write.
#[derive(Debug)]
pub struct QuantizedViewMut<'a> {
    raw: QuantizedRaw,
    memory: PhantomData<&'a mut Buffer<u8>>,
}

impl<'a> QuantizedViewMut<'a> {
    /// Returns the matrix in the first bytes of a buffer.
    pub fn new(buffer: &'a mut Buffer<u8>, format: QuantizedFormat, rows: usize, cols: usize) -> Result<Self, Error> {
        Ok(QuantizedViewMut { raw: QuantizedRaw::of(buffer, format, rows, cols)?, memory: PhantomData })
    }

    fn raw(&mut self) -> *const QuantizedRaw {
        &self.raw
    }
}

/// Representation of the activations that weights are multiplied by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Activations {
    /// The op first quantizes activations to Q8_1 blocks.
    Q8_1,
    /// Activations are used unchanged; weights are dequantized.
    Floats,
}

/// Dequantizes `in`, which may have any format, to `out`, `{rows, cols}`.
pub fn dequantize(stream: &Stream, input: &QuantizedView<'_>, out: &mut TensorViewMut<'_>) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe { ops.rocm_bindgen_dequantize(stream, input.raw(), out.raw()) })
}

/// Quantizes `in`, `{rows, cols}`, to Q8_1 blocks.
pub fn quantize(stream: &Stream, input: &TensorView<'_>, out: &mut QuantizedViewMut<'_>) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe { ops.rocm_bindgen_quantize(stream, input.raw(), out.raw()) })
}

/// Computes `out[i]` = row `ids[i]` of `in`, dequantized. `ids` is u32.
pub fn get_rows(
    stream: &Stream,
    input: &QuantizedView<'_>,
    ids: &TensorView<'_>,
    out: &mut TensorViewMut<'_>,
) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe { ops.rocm_bindgen_get_rows(stream, input.raw(), ids.raw(), out.raw()) })
}

/// Computes `out = weights * in`. Shapes: `out` `{rows}`, f32; `in` `{cols}`.
pub fn matvec(
    stream: &Stream,
    weights: &QuantizedView<'_>,
    input: &TensorView<'_>,
    activations: Activations,
    out: &mut TensorViewMut<'_>,
    workspace: &mut Workspace,
) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe {
        ops.rocm_bindgen_matvec(
            stream,
            weights.raw(),
            input.raw(),
            activations == Activations::Floats,
            out.raw(),
            workspace.raw(),
        )
    })
}

/// Computes `out[i] = weights * in[i]` for each row. Shapes: `out` `{n, rows}`, f32; `in` `{n, cols}`.
pub fn matmul(
    stream: &Stream,
    weights: &QuantizedView<'_>,
    input: &TensorView<'_>,
    activations: Activations,
    out: &mut TensorViewMut<'_>,
    workspace: &mut Workspace,
) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe {
        ops.rocm_bindgen_matmul(
            stream,
            weights.raw(),
            input.raw(),
            activations == Activations::Floats,
            out.raw(),
            workspace.raw(),
        )
    })
}

/// Computes `out = weights * in`, with `in` as Q8_1 blocks, `{1, cols}`.
pub fn matvec_blocks(
    stream: &Stream,
    weights: &QuantizedView<'_>,
    input: &QuantizedView<'_>,
    out: &mut TensorViewMut<'_>,
) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe { ops.rocm_bindgen_matvec_blocks(stream, weights.raw(), input.raw(), out.raw()) })
}

/// Computes `out[i] = weights * in[i]` for each row, with `in` as Q8_1 blocks.
pub fn matmul_blocks(
    stream: &Stream,
    weights: &QuantizedView<'_>,
    input: &QuantizedView<'_>,
    out: &mut TensorViewMut<'_>,
) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe { ops.rocm_bindgen_matmul_blocks(stream, weights.raw(), input.raw(), out.raw()) })
}

/// Computes `out[b, t] = W[ids[b, t]] * x`, where `W[e]` are the weights of expert `e`, and `x` is `in[b]` or
/// `in[b, t]`.
pub fn moe_forward(
    stream: &Stream,
    weights: &QuantizedView<'_>,
    experts: i64,
    input: &TensorView<'_>,
    ids: &TensorView<'_>,
    out: &mut TensorViewMut<'_>,
    workspace: &mut Workspace,
) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe {
        ops.rocm_bindgen_moe_forward(stream, weights.raw(), experts, input.raw(), ids.raw(), out.raw(), workspace.raw())
    })
}

/// Quantizes floats on the host.
pub fn quantize_blocks(format: QuantizedFormat, values: &[f32]) -> Result<Vec<u8>, Error> {
    let mut blocks = vec![0; format.bytes(values.len())?];
    // SAFETY: the blocks have the size that the values need.
    let status = unsafe {
        Ops::get()?.rocm_bindgen_quantize_blocks(
            format as c_int,
            values.as_ptr(),
            values.len(),
            blocks.as_mut_ptr().cast(),
        )
    };
    check(Runtime::get()?, status)?;
    Ok(blocks)
}

/// Dequantizes blocks on the host. Fails if the bytes are not whole blocks.
pub fn dequantize_blocks(format: QuantizedFormat, blocks: &[u8]) -> Result<Vec<f32>, Error> {
    let size = format.block_bytes()?;
    if blocks.len() % size != 0 {
        let message = format!("{:?}: {} bytes are not whole blocks of {} bytes", format, blocks.len(), size);
        return Err(Error::bad_argument(message));
    }
    let mut values = vec![0.0; blocks.len() / size * format.block_elements()?];
    // SAFETY: the values are those of all blocks.
    let status = unsafe {
        Ops::get()?.rocm_bindgen_dequantize_blocks(
            format as c_int,
            blocks.as_ptr().cast(),
            values.len(),
            values.as_mut_ptr(),
        )
    };
    check(Runtime::get()?, status)?;
    Ok(values)
}
