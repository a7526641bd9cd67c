//! The functions of the C API of ops, and the structs that they alone use.

use super::image::{Convolution, ImageExtent};
use super::quantized::QuantizedRaw;
use super::view::Raw;
use super::Variable;
use crate::sys::{functions, Device, ExclusiveStream, Status, Stream};
use crate::Error;
use std::ffi::CStr;
use std::os::raw::{c_char, c_int, c_void};

/// A handle, which is only used through pointers.
#[repr(C)]
pub struct Workspace {
    private: [u8; 0],
}

/// A `rocm_bindgen_variable`.
#[repr(C)]
pub struct RawVariable {
    name: *const c_char,
    kind: u8,
    tensor: Raw,
    real: f64,
    integer: i64,
}

impl RawVariable {
    /// The name must exist as long as the result is used. The kinds are those of `rocm_bindgen_variable_kind`.
    pub fn of(name: &CStr, variable: &Variable<'_>) -> RawVariable {
        let none = RawVariable { name: name.as_ptr(), kind: 0, tensor: Raw::NONE, real: 0.0, integer: 0 };
        match *variable {
            Variable::Tensor(view) => RawVariable { kind: 0, tensor: *view.raw(), ..none },
            Variable::F32(value) => RawVariable { kind: 1, real: value.into(), ..none },
            Variable::F64(value) => RawVariable { kind: 2, real: value, ..none },
            Variable::I32(value) => RawVariable { kind: 3, integer: value.into(), ..none },
            Variable::I64(value) => RawVariable { kind: 4, integer: value, ..none },
        }
    }
}

functions! {
    /// The functions of ops; `rocm_bindgen_ops.h` documents them.
    Ops in "librocm_bindgen_kernels.so.0" of "librocm-bindgen-kernels0", chosen by "ROCM_BINDGEN_KERNELS_LIBRARY";
    fn rocm_bindgen_block_elements(format: c_int) -> usize;
    fn rocm_bindgen_block_bytes(format: c_int) -> usize;
    fn rocm_bindgen_workspace_create(device: *const Device, bytes: usize, workspace: *mut *mut Workspace) -> Status;
    fn rocm_bindgen_workspace_free(workspace: *mut Workspace);
    fn rocm_bindgen_elementwise(stream: *mut Stream, expression: *const c_char, variables: *const RawVariable, count: usize, out: *const Raw) -> Status;
    fn rocm_bindgen_take_id_out_of_range(stream: ExclusiveStream<'_>, workspace: *mut Workspace, found: *mut bool) -> Status;
    fn rocm_bindgen_unary(stream: *mut Stream, op: c_int, input: *const Raw, out: *const Raw) -> Status;
    fn rocm_bindgen_elu(stream: *mut Stream, input: *const Raw, alpha: f64, out: *const Raw) -> Status;
    fn rocm_bindgen_powf(stream: *mut Stream, input: *const Raw, exponent: f64, out: *const Raw) -> Status;
    fn rocm_bindgen_binary(stream: *mut Stream, op: c_int, lhs: *const Raw, rhs: *const Raw, out: *const Raw) -> Status;
    fn rocm_bindgen_compare(stream: *mut Stream, op: c_int, lhs: *const Raw, rhs: *const Raw, out: *const Raw) -> Status;
    fn rocm_bindgen_affine(stream: *mut Stream, input: *const Raw, mul: f64, add: f64, out: *const Raw) -> Status;
    fn rocm_bindgen_cast(stream: *mut Stream, input: *const Raw, out: *const Raw) -> Status;
    fn rocm_bindgen_copy(stream: *mut Stream, input: *const Raw, out: *const Raw) -> Status;
    fn rocm_bindgen_fill(stream: *mut Stream, out: *const Raw, value: f64) -> Status;
    fn rocm_bindgen_where(stream: *mut Stream, condition: *const Raw, yes: *const Raw, no: *const Raw, out: *const Raw) -> Status;
    fn rocm_bindgen_reduce(stream: *mut Stream, op: c_int, input: *const Raw, dims: *const i64, count: usize, out: *const Raw, workspace: *mut Workspace) -> Status;
    fn rocm_bindgen_arg_reduce(stream: *mut Stream, op: c_int, input: *const Raw, dims: *const i64, count: usize, out: *const Raw, workspace: *mut Workspace) -> Status;
    fn rocm_bindgen_argsort(stream: *mut Stream, input: *const Raw, dim: i64, descending: bool, out: *const Raw, workspace: *mut Workspace) -> Status;
    fn rocm_bindgen_sort(stream: *mut Stream, input: *const Raw, dim: i64, descending: bool, out: *const Raw, workspace: *mut Workspace) -> Status;
    fn rocm_bindgen_topk(stream: *mut Stream, input: *const Raw, dim: i64, descending: bool, values: *const Raw, places: *const Raw, workspace: *mut Workspace) -> Status;
    fn rocm_bindgen_softmax(stream: *mut Stream, input: *const Raw, dim: i64, out: *const Raw) -> Status;
    fn rocm_bindgen_rms_norm(stream: *mut Stream, input: *const Raw, weight: *const Raw, eps: f64, out: *const Raw) -> Status;
    fn rocm_bindgen_layer_norm(stream: *mut Stream, input: *const Raw, weight: *const Raw, bias: *const Raw, eps: f64, out: *const Raw) -> Status;
    fn rocm_bindgen_rope(stream: *mut Stream, neighbours: bool, input: *const Raw, cosines: *const Raw, sines: *const Raw, out: *const Raw) -> Status;
    fn rocm_bindgen_index_select(stream: *mut Stream, input: *const Raw, dim: i64, ids: *const Raw, out: *const Raw) -> Status;
    fn rocm_bindgen_gather(stream: *mut Stream, input: *const Raw, dim: i64, ids: *const Raw, out: *const Raw) -> Status;
    fn rocm_bindgen_scatter(stream: *mut Stream, input: *const Raw, dim: i64, ids: *const Raw, out: *const Raw) -> Status;
    fn rocm_bindgen_scatter_add(stream: *mut Stream, input: *const Raw, dim: i64, ids: *const Raw, out: *const Raw) -> Status;
    fn rocm_bindgen_index_add(stream: *mut Stream, input: *const Raw, dim: i64, ids: *const Raw, out: *const Raw) -> Status;
    fn rocm_bindgen_max_pool2d(stream: *mut Stream, input: *const Raw, window: ImageExtent, step: ImageExtent, out: *const Raw) -> Status;
    fn rocm_bindgen_avg_pool2d(stream: *mut Stream, input: *const Raw, window: ImageExtent, step: ImageExtent, out: *const Raw) -> Status;
    fn rocm_bindgen_upsample_nearest(stream: *mut Stream, input: *const Raw, out: *const Raw) -> Status;
    fn rocm_bindgen_upsample_bilinear2d(stream: *mut Stream, input: *const Raw, align_corners: bool, row_factor: f64, column_factor: f64, out: *const Raw) -> Status;
    fn rocm_bindgen_conv1d(stream: *mut Stream, input: *const Raw, weights: *const Raw, how: *const Convolution, out: *const Raw) -> Status;
    fn rocm_bindgen_conv2d(stream: *mut Stream, input: *const Raw, weights: *const Raw, how: *const Convolution, out: *const Raw) -> Status;
    fn rocm_bindgen_conv_transpose1d(stream: *mut Stream, input: *const Raw, weights: *const Raw, how: *const Convolution, out: *const Raw) -> Status;
    fn rocm_bindgen_conv_transpose2d(stream: *mut Stream, input: *const Raw, weights: *const Raw, how: *const Convolution, out: *const Raw) -> Status;
    fn rocm_bindgen_dequantize(stream: *mut Stream, input: *const QuantizedRaw, out: *const Raw) -> Status;
    fn rocm_bindgen_quantize(stream: *mut Stream, input: *const Raw, out: *const QuantizedRaw) -> Status;
    fn rocm_bindgen_get_rows(stream: *mut Stream, input: *const QuantizedRaw, ids: *const Raw, out: *const Raw) -> Status;
    fn rocm_bindgen_matvec(stream: *mut Stream, weights: *const QuantizedRaw, input: *const Raw, floats: bool, out: *const Raw, workspace: *mut Workspace) -> Status;
    fn rocm_bindgen_matmul(stream: *mut Stream, weights: *const QuantizedRaw, input: *const Raw, floats: bool, out: *const Raw, workspace: *mut Workspace) -> Status;
    fn rocm_bindgen_matvec_blocks(stream: *mut Stream, weights: *const QuantizedRaw, input: *const QuantizedRaw, out: *const Raw) -> Status;
    fn rocm_bindgen_matmul_blocks(stream: *mut Stream, weights: *const QuantizedRaw, input: *const QuantizedRaw, out: *const Raw) -> Status;
    fn rocm_bindgen_moe_forward(stream: *mut Stream, weights: *const QuantizedRaw, experts: i64, input: *const Raw, ids: *const Raw, out: *const Raw, workspace: *mut Workspace) -> Status;
    fn rocm_bindgen_quantize_blocks(format: c_int, values: *const f32, count: usize, blocks: *mut c_void) -> Status;
    fn rocm_bindgen_dequantize_blocks(format: c_int, blocks: *const c_void, count: usize, values: *mut f32) -> Status;
}
