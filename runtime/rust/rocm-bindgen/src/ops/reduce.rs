//! Reductions along any dims, and sorting.

use super::{call, ArgReduce, Reduce, TensorView, TensorViewMut, Workspace};
use crate::{Error, Stream};
use std::os::raw::c_int;
use std::ptr::null;

/// The dims along which an op reduces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dims<'a> {
    /// All dims of a tensor of any rank.
    All,
    /// The dims in the list. An empty list reduces nothing.
    Listed(&'a [i64]),
}

impl Dims<'_> {
    /// Null means all dims. The address of an empty slice is not null.
    fn address(&self) -> *const i64 {
        match self {
            Dims::All => null(),
            Dims::Listed(dims) => dims.as_ptr(),
        }
    }

    fn count(&self) -> usize {
        match self {
            Dims::All => 0,
            Dims::Listed(dims) => dims.len(),
        }
    }
}

/// Which element is first in sorted order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SortOrder {
    /// The smallest.
    Ascending,
    /// The largest.
    Descending,
}

/// Reduces the elements of `in` along `dims`. Both have the same type. Without elements, the sum is 0 and the mean
/// is NaN; min and max are refused.
pub fn reduce(
    stream: &Stream,
    op: Reduce,
    input: &TensorView<'_>,
    dims: Dims<'_>,
    out: &mut TensorViewMut<'_>,
    workspace: &mut Workspace,
) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe {
        ops.rocm_bindgen_reduce(
            stream,
            op as c_int,
            input.raw(),
            dims.address(),
            dims.count(),
            out.raw(),
            workspace.raw(),
        )
    })
}

/// Computes the index, as u32, of the first smallest or largest element along `dims`. If there is a NaN, the result
/// is the index of the first NaN.
pub fn arg_reduce(
    stream: &Stream,
    op: ArgReduce,
    input: &TensorView<'_>,
    dims: Dims<'_>,
    out: &mut TensorViewMut<'_>,
    workspace: &mut Workspace,
) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe {
        ops.rocm_bindgen_arg_reduce(
            stream,
            op as c_int,
            input.raw(),
            dims.address(),
            dims.count(),
            out.raw(),
            workspace.raw(),
        )
    })
}

/// Computes the indices, as u32, that sort `in` along `dim`. The sort is stable, and NaN is last in both orders.
pub fn argsort(
    stream: &Stream,
    input: &TensorView<'_>,
    dim: i64,
    order: SortOrder,
    out: &mut TensorViewMut<'_>,
    workspace: &mut Workspace,
) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe {
        ops.rocm_bindgen_argsort(stream, input.raw(), dim, order == SortOrder::Descending, out.raw(), workspace.raw())
    })
}

/// Sorts the elements of `in` along `dim`.
pub fn sort(
    stream: &Stream,
    input: &TensorView<'_>,
    dim: i64,
    order: SortOrder,
    out: &mut TensorViewMut<'_>,
    workspace: &mut Workspace,
) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe {
        ops.rocm_bindgen_sort(stream, input.raw(), dim, order == SortOrder::Descending, out.raw(), workspace.raw())
    })
}

/// Computes the first elements in sorted order along `dim`, and their indices, as u32. Both results have the same
/// length along `dim`.
pub fn topk(
    stream: &Stream,
    input: &TensorView<'_>,
    dim: i64,
    order: SortOrder,
    values: &mut TensorViewMut<'_>,
    places: &mut TensorViewMut<'_>,
    workspace: &mut Workspace,
) -> Result<(), Error> {
    // SAFETY: the stream and the operands exist.
    call(stream, |ops, stream| unsafe {
        ops.rocm_bindgen_topk(
            stream,
            input.raw(),
            dim,
            order == SortOrder::Descending,
            values.raw(),
            places.raw(),
            workspace.raw(),
        )
    })
}
