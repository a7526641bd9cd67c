//! Kernels, and how they are launched.

use crate::error::check;
use crate::{sys, Buffer, Device, Element, Error, Slice, SliceMut, Stream};
use std::ffi::c_void;
use std::fmt;
use std::marker::PhantomData;
use std::ptr::null_mut;

/// Three sizes: workgroups of a grid, or work-items of a workgroup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dim3 {
    /// The first dimension.
    pub x: u32,
    /// The second dimension.
    pub y: u32,
    /// The third dimension.
    pub z: u32,
}

impl Dim3 {
    pub(crate) fn of(from: sys::Dim3) -> Dim3 {
        Dim3 { x: from.x, y: from.y, z: from.z }
    }

    fn raw(self) -> sys::Dim3 {
        sys::Dim3 { x: self.x, y: self.y, z: self.z }
    }
}

impl From<u32> for Dim3 {
    fn from(x: u32) -> Dim3 {
        Dim3 { x, y: 1, z: 1 }
    }
}

impl From<(u32, u32)> for Dim3 {
    fn from((x, y): (u32, u32)) -> Dim3 {
        Dim3 { x, y, z: 1 }
    }
}

impl From<(u32, u32, u32)> for Dim3 {
    fn from((x, y, z): (u32, u32, u32)) -> Dim3 {
        Dim3 { x, y, z }
    }
}

/// How a kernel is launched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Launch {
    /// Workgroups.
    pub grid: Dim3,
    /// Work-items per workgroup.
    pub workgroup: Dim3,
    /// Dynamic LDS per workgroup, in bytes.
    pub lds_bytes: u32,
}

impl Launch {
    /// A launch of `grid` workgroups of `workgroup` work-items, without dynamic LDS.
    pub fn new(grid: impl Into<Dim3>, workgroup: impl Into<Dim3>) -> Launch {
        Launch { grid: grid.into(), workgroup: workgroup.into(), lds_bytes: 0 }
    }

    /// A launch with at least one work-item per element, and at least one workgroup, in workgroups of `workgroup`
    /// work-items. If the number of workgroups does not fit into 32 bits, the launch fails.
    pub fn linear(elements: usize, workgroup: u32) -> Launch {
        let size = workgroup.max(1) as usize;
        let groups = elements / size + usize::from(elements % size != 0);
        Launch::new(u32::try_from(groups.max(1)).unwrap_or(u32::MAX), workgroup)
    }

    /// The same launch with dynamic LDS.
    pub fn with_lds(self, bytes: u32) -> Launch {
        Launch { lds_bytes: bytes, ..self }
    }

    fn raw(&self) -> sys::LaunchConfig {
        sys::LaunchConfig { grid: self.grid.raw(), workgroup: self.workgroup.raw(), lds_bytes: self.lds_bytes }
    }
}

/// An address on a device, as an argument of [`Kernel::launch`]. It is a number: it does not keep its buffer.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct Address(*mut c_void);

impl Address {
    /// The number, for structs and tables that contain addresses.
    pub fn as_u64(self) -> u64 {
        self.0 as u64
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:p}", self.0)
    }
}

/// The element type of pointers in launch functions whose C++ type has no counterpart in Rust, such as `void *` and
/// pointers to structs: any buffer can be passed.
#[derive(Debug)]
pub enum Untyped {}

/// Only this crate implements the traits below. An implementation elsewhere could return the address of a buffer that
/// no longer exists, which the safe launch functions would pass to the kernel.
mod sealed {
    pub trait Operand {}
}

/// What can be passed for a pointer to constant elements: a buffer or a part of one, or `None` for a null pointer.
/// Other crates cannot implement it:
///
/// ```
/// struct Mine(rocm_bindgen::Address);
/// ```
///
/// ```compile_fail,E0277
/// struct Mine(rocm_bindgen::Address);
/// impl rocm_bindgen::Input<f32> for Mine {
///     fn address(&self) -> rocm_bindgen::Address {
///         self.0
///     }
/// }
/// ```
pub trait Input<T>: sealed::Operand {
    /// The address of the first element.
    fn address(&self) -> Address;
}

/// What can be passed for a pointer to elements that the kernel may write: a buffer or a part of one, or `None` for a
/// null pointer. Other crates cannot implement it.
pub trait Output<T>: sealed::Operand {
    /// The address of the first element.
    fn address(&self) -> Address;
}

/// Makes an implementation for elements of the type and one for kernels that accept any type.
macro_rules! operand {
    ($($operand:ident for $type:ty, $self:ident => $address:expr;)*) => {$(
        impl<T: Element> $operand<T> for $type {
            fn address(&$self) -> Address {
                Address($address)
            }
        }

        impl<T: Element> $operand<Untyped> for $type {
            fn address(&$self) -> Address {
                Address($address)
            }
        }
    )*};
}

impl<T: Element> sealed::Operand for &Buffer<T> {}
impl<T: Element> sealed::Operand for &mut Buffer<T> {}
impl<T: Element> sealed::Operand for Slice<'_, T> {}
impl<T: Element> sealed::Operand for SliceMut<'_, T> {}
impl<T: Element> sealed::Operand for Option<&Buffer<T>> {}
impl<T: Element> sealed::Operand for Option<&mut Buffer<T>> {}

operand! {
    Input for &Buffer<T>, self => self.address_of(0);
    Input for &mut Buffer<T>, self => self.address_of(0);
    Input for Slice<'_, T>, self => self.raw();
    Input for Option<&Buffer<T>>, self => self.map_or(null_mut(), |buffer| buffer.address_of(0));
    Output for &mut Buffer<T>, self => self.address_of(0);
    Output for SliceMut<'_, T>, self => self.raw();
    Output for Option<&mut Buffer<T>>, self => self.as_ref().map_or(null_mut(), |buffer| buffer.address_of(0));
}

/// A value for a parameter of a kernel.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Argument<'a> {
    value: *const c_void,
    size: u32,
    kind: u8,
    of: PhantomData<&'a ()>,
}

/// Values of `rocm_bindgen_argument_kind`: what the runtime compares with the type of the parameter, in addition to the
/// size.
const ANY_KIND: u8 = 0;
const POINTER_KIND: u8 = 1;

impl<'a> Argument<'a> {
    /// A number or another plain value.
    pub fn value<T: Copy>(value: &'a T) -> Argument<'a> {
        Argument::new((value as *const T).cast(), std::mem::size_of::<T>(), ANY_KIND)
    }

    /// A struct, as its bytes.
    pub fn bytes(bytes: &'a [u8]) -> Argument<'a> {
        Argument::new(bytes.as_ptr().cast(), bytes.len(), ANY_KIND)
    }

    /// An address, which [`Input::address`] and [`Output::address`] return.
    pub fn address(address: &'a Address) -> Argument<'a> {
        Argument::new((address as *const Address).cast(), std::mem::size_of::<Address>(), POINTER_KIND)
    }

    fn new(value: *const c_void, size: usize, kind: u8) -> Argument<'a> {
        // No parameter has a size that does not fit, so the launch is refused.
        Argument { value, size: u32::try_from(size).unwrap_or(u32::MAX), kind, of: PhantomData }
    }
}

impl fmt::Debug for Argument<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Argument of {} bytes", self.size)
    }
}

/// A kernel of a module that is loaded on a device. It keeps the device open, and can be used from any number of threads
/// at once.
#[derive(Clone, Debug)]
pub struct Kernel {
    device: Device,
    kernel: sys::Kernel,
}

// SAFETY: the runtime documents that a kernel may be used from any number of threads at once.
unsafe impl Send for Kernel {}
// SAFETY: as above.
unsafe impl Sync for Kernel {}

impl Kernel {
    pub(crate) fn new(device: Device, kernel: sys::Kernel) -> Kernel {
        Kernel { device, kernel }
    }

    /// The device that the kernel's module is loaded on.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Queues the kernel. The runtime checks the number, the sizes and the kinds (address or not) of the arguments, and
    /// the launch geometry. The arguments' values are copied before the call returns.
    ///
    /// # Safety
    ///
    /// The arguments must have the types of the kernel's parameters, and a buffer that an address is from must exist
    /// until the launch has been queued. Prefer the launch functions of `hsaco.rs`, which are safe.
    pub unsafe fn launch(&self, launch: Launch, stream: &Stream, arguments: &[Argument<'_>]) -> Result<(), Error> {
        launch_loaded(self.kernel, stream, launch, arguments)
    }
}

/// Queues a kernel on a stream.
///
/// # Safety
///
/// The kernel must be loaded; the arguments must be as Kernel::launch() requires.
pub(crate) unsafe fn launch_loaded(
    kernel: sys::Kernel,
    stream: &Stream,
    launch: Launch,
    arguments: &[Argument<'_>],
) -> Result<(), Error> {
    let runtime = stream.runtime();
    let config = launch.raw();
    check(runtime, runtime.rocm_bindgen_launch(kernel, &config, stream.raw(), arguments.as_ptr(), arguments.len()))
}
