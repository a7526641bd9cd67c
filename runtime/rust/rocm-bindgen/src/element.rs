//! Types of values in device memory.

use crate::{Bf16, F16, F8E4M3};

/// A type whose values can be in device memory.
///
/// # Safety
///
/// The type must be plain data: it has no padding, no pointers, and each bit pattern is a valid value. Its layout must
/// be that of the type in the kernels; for a struct, use `#[repr(C)]`.
pub unsafe trait Element: Copy + Send + Sync + 'static {}

macro_rules! elements {
    ($($name:ty)*) => {$(
        // SAFETY: numbers and their bits are plain data.
        unsafe impl Element for $name {}
    )*};
}
elements!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 F16 Bf16 F8E4M3);

// SAFETY: an array has no padding between its elements.
unsafe impl<T: Element, const N: usize> Element for [T; N] {}
