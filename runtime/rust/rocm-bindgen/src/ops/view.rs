//! Tensors in device memory, as operands of ops.

use crate::{Bf16, Buffer, Element, Error, F16, F8E4M3};
use std::ffi::c_void;
use std::fmt;
use std::marker::PhantomData;

/// The maximum rank of a tensor.
const MAX_RANK: usize = 8;

/// Makes the enum of element types, and implements `TensorElement` for the Rust type of each.
macro_rules! dtypes {
    ($($name:ident $text:literal $type:ty;)*) => {
        /// Element types. `U8` is also the type of booleans, 1 or 0. The numbers are those of the C API.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum DType {
            $(
                #[doc = concat!("`", $text, "`")]
                $name,
            )*
        }

        impl DType {
            /// All of them, in order.
            pub const ALL: &'static [DType] = &[$(DType::$name,)*];

            /// The name as in names of kernels: `f16`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(DType::$name => $text,)*
                }
            }
        }

        $(
            impl TensorElement for $type {
                const DTYPE: DType = DType::$name;
            }
        )*
    };
}

/// A type of Rust that tensors can have as elements.
pub trait TensorElement: Element {
    /// The element type.
    const DTYPE: DType;
}

dtypes! {
    U8 "u8" u8;
    U32 "u32" u32;
    I16 "i16" i16;
    I32 "i32" i32;
    I64 "i64" i64;
    Bf16 "bf16" Bf16;
    F16 "f16" F16;
    F32 "f32" f32;
    F64 "f64" f64;
    F8E4M3 "f8e4m3" F8E4M3;
}

/// A `rocm_bindgen_tensor`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Raw {
    data: *mut c_void,
    dtype: u8,
    rank: u32,
    dims: [i64; MAX_RANK],
    strides: [i64; MAX_RANK],
}

impl Raw {
    /// A value for members that are not used.
    pub const NONE: Raw =
        Raw { data: std::ptr::null_mut(), dtype: 0, rank: 0, dims: [0; MAX_RANK], strides: [0; MAX_RANK] };

    /// Describes a part of a buffer, all of which must be inside the buffer.
    fn of<T: TensorElement>(buffer: &Buffer<T>, start: usize, dims: &[usize], strides: &[isize]) -> Result<Raw, Error> {
        let refuse = |reason: String| {
            let what = format!("a tensor {:?} with strides {:?} at element {}", dims, strides, start);
            Err(Error::bad_argument(format!("{} of a buffer of {} elements {}", what, buffer.len(), reason)))
        };
        if dims.len() != strides.len() {
            return refuse("must have one stride per dim".to_string());
        }
        if dims.len() > MAX_RANK {
            return refuse(format!("has more than {} dims", MAX_RANK));
        }
        let mut raw =
            Raw { data: buffer.address_of(start), dtype: T::DTYPE as u8, rank: dims.len() as u32, ..Raw::NONE };
        // The positions of the first and of the last element in memory; 128 bits, so that products cannot overflow.
        let (mut first, mut last) = (start as i128, start as i128);
        for (d, (&dim, &stride)) in dims.iter().zip(strides).enumerate() {
            let (dim, stride) = match i64::try_from(dim) {
                Ok(dim) => (dim, stride as i64),
                Err(_) => return refuse("has a dim that is too large".to_string()),
            };
            raw.dims[d] = dim;
            raw.strides[d] = stride;
            let distance = i128::from(dim - 1) * i128::from(stride);
            *(if distance < 0 { &mut first } else { &mut last }) += distance;
        }
        let is_empty = dims.contains(&0);
        if !is_empty && (first < 0 || last >= buffer.len() as i128) {
            return refuse(format!("has elements {} to {}, which are not all in the buffer", first, last));
        }
        Ok(raw)
    }
}

/// The strides of a dense row-major tensor.
fn dense(dims: &[usize]) -> Vec<isize> {
    let mut strides = vec![1isize; dims.len()];
    for d in (1..dims.len()).rev() {
        // A product that wraps belongs to a tensor that is larger than any buffer.
        strides[d - 1] = strides[d].wrapping_mul(dims[d] as isize);
    }
    strides
}

/// A tensor that ops read: the address, type, dims and strides of elements in a buffer.
#[derive(Clone, Copy)]
pub struct TensorView<'a> {
    raw: Raw,
    memory: PhantomData<&'a ()>,
}

/// A tensor that ops write.
pub struct TensorViewMut<'a> {
    raw: Raw,
    memory: PhantomData<&'a mut ()>,
}

// SAFETY: both are addresses, which no function of the crate dereferences on the host.
unsafe impl Send for TensorView<'_> {}
// SAFETY: as above.
unsafe impl Sync for TensorView<'_> {}
// SAFETY: as above.
unsafe impl Send for TensorViewMut<'_> {}
// SAFETY: as above.
unsafe impl Sync for TensorViewMut<'_> {}

impl<T: TensorElement> Buffer<T> {
    /// Returns a dense row-major tensor of the first elements, for ops that read it.
    pub fn view(&self, dims: &[usize]) -> Result<TensorView<'_>, Error> {
        self.view_with_strides(0, dims, &dense(dims))
    }

    /// Returns a tensor whose element at index 0, ..., 0 is at position `start`, for ops that read it. Strides are in
    /// elements; 0 repeats an element, and negative strides are valid.
    pub fn view_with_strides(&self, start: usize, dims: &[usize], strides: &[isize]) -> Result<TensorView<'_>, Error> {
        Ok(TensorView { raw: Raw::of(self, start, dims, strides)?, memory: PhantomData })
    }

    /// Returns a dense row-major tensor of the first elements, for ops that write it.
    pub fn view_mut(&mut self, dims: &[usize]) -> Result<TensorViewMut<'_>, Error> {
        self.view_mut_with_strides(0, dims, &dense(dims))
    }

    /// Returns a tensor whose element at index 0, ..., 0 is at position `start`, for ops that write it. No two indices
    /// may refer to the same element.
    pub fn view_mut_with_strides(
        &mut self,
        start: usize,
        dims: &[usize],
        strides: &[isize],
    ) -> Result<TensorViewMut<'_>, Error> {
        Ok(TensorViewMut { raw: Raw::of(self, start, dims, strides)?, memory: PhantomData })
    }
}

impl TensorView<'_> {
    pub(super) fn raw(&self) -> &Raw {
        &self.raw
    }
}

impl<'a> TensorViewMut<'a> {
    /// Returns the same tensor as an operand, for ops that can be computed in place.
    pub fn as_operand(&self) -> TensorView<'a> {
        TensorView { raw: self.raw, memory: PhantomData }
    }

    pub(super) fn raw(&mut self) -> &Raw {
        &self.raw
    }
}

fn print(raw: &Raw, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    let rank = raw.rank as usize;
    let dtype = DType::ALL[raw.dtype as usize].name();
    write!(formatter, "{} {:?} with strides {:?}", dtype, &raw.dims[..rank], &raw.strides[..rank])
}

impl fmt::Debug for TensorView<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        print(&self.raw, formatter)
    }
}

impl fmt::Debug for TensorViewMut<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        print(&self.raw, formatter)
    }
}
