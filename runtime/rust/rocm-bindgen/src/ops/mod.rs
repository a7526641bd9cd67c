//! Functions whose operands are tensors in device memory, with the bundled kernels of `librocm_bindgen_kernels`.
//!
//! ```no_run
//! use rocm_bindgen::ops::{self, Binary};
//! use rocm_bindgen::{Buffer, Device, Stream};
//!
//! # fn main() -> Result<(), rocm_bindgen::Error> {
//! let device = Device::open(0)?;
//! let stream = Stream::new(&device)?;
//! let matrix = Buffer::from_slice(&device, &[1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0])?;
//! let row = Buffer::from_slice(&device, &[10.0f32, 20.0, 30.0])?;
//! let mut sums = Buffer::<f32>::zeros(&device, 6)?;
//! ops::binary(&stream, Binary::Add, &matrix.view(&[2, 3])?, &row.view(&[3])?, &mut sums.view_mut(&[2, 3])?)?;
//! assert_eq!(sums.read(&stream)?, [11.0, 22.0, 33.0, 14.0, 25.0, 36.0]);
//! # Ok(())
//! # }
//! ```
//!
//! Each function does what the C++ function with its name does. `docs/ops.md` describes the shapes, the types and the
//! order of computations. Work is queued on the stream. Unless documented otherwise, the functions do not wait, and only
//! a [`Workspace`] allocates. If shapes, types or strides do not match, they return
//! [`ErrorCode::BadArgument`](crate::ErrorCode::BadArgument) with a message that names the operand. Dims are counted
//! from 0, the outermost; negative values count from the end.

mod elementwise;
mod image;
mod index;
mod normalize;
mod quantized;
mod reduce;
mod sys;
mod view;
mod workspace;

pub use elementwise::{affine, binary, cast, compare, copy, elementwise, elu, fill, powf, unary, where_, Variable};
pub use image::{
    avg_pool2d, conv1d, conv2d, conv_transpose1d, conv_transpose2d, max_pool2d, upsample_bilinear2d, upsample_nearest,
    Bilinear, Convolution, ImageExtent,
};
pub use index::{gather, index_add, index_select, scatter, scatter_add, take_id_out_of_range};
pub use normalize::{layer_norm, rms_norm, rope, softmax, RopePairs};
pub use quantized::{
    dequantize, dequantize_blocks, get_rows, matmul, matmul_blocks, matvec, matvec_blocks, moe_forward, quantize,
    quantize_blocks, Activations, QuantizedFormat, QuantizedView, QuantizedViewMut,
};
pub use reduce::{arg_reduce, argsort, reduce, sort, topk, Dims, SortOrder};
pub use view::{DType, TensorElement, TensorView, TensorViewMut};
pub use workspace::Workspace;

include!(concat!(env!("OUT_DIR"), "/tables.rs"));

use crate::error::check;
use crate::{Error, Stream};
use std::os::raw::c_int;
use sys::Ops;

/// Calls a function of the library with the stream, and turns its status into a result.
fn call(stream: &Stream, function: impl FnOnce(&Ops, *mut crate::sys::Stream) -> c_int) -> Result<(), Error> {
    check(stream.runtime(), function(Ops::get()?, stream.raw()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::CStr;
    use std::os::raw::c_char;

    crate::sys::functions! {
        /// The names of the numbers that this crate passes to the library.
        Names in "librocm_bindgen_kernels.so.0" of "librocm-bindgen-kernels0", chosen by "ROCM_BINDGEN_KERNELS_LIBRARY";
        fn rocm_bindgen_dtype_name(dtype: c_int) -> *const c_char;
        fn rocm_bindgen_quantized_format_name(format: c_int) -> *const c_char;
    }

    fn text(from: *const c_char) -> String {
        // SAFETY: the library returns constant texts.
        unsafe { CStr::from_ptr(from) }.to_string_lossy().into_owned()
    }

    #[test]
    fn numbers_mean_the_same_in_the_library() {
        let names = Names::get().unwrap();
        // SAFETY: the functions have no requirements.
        unsafe {
            for (number, dtype) in DType::ALL.iter().enumerate() {
                assert_eq!(text(names.rocm_bindgen_dtype_name(number as c_int)), dtype.name());
            }
            assert_eq!(text(names.rocm_bindgen_dtype_name(DType::ALL.len() as c_int)), "?");
            for (number, format) in QuantizedFormat::ALL.iter().enumerate() {
                let name = text(names.rocm_bindgen_quantized_format_name(number as c_int));
                assert_eq!(name.to_uppercase(), format!("{:?}", format));
            }
            let after = QuantizedFormat::ALL.len() as c_int;
            assert_eq!(text(names.rocm_bindgen_quantized_format_name(after)), "?");
        }
    }
}
