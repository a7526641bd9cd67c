//! GPU kernels that rocm-bindgen built from CUDA sources, loaded and launched on AMD and NVIDIA devices and on the
//! emulated device.
//!
//! A build script compiles the kernels with the crate `rocm-bindgen-build` and writes `hsaco.rs`. That file contains
//! a [`Module`] per CUDA source and a launch function per kernel:
//!
//! ```ignore
//! mod hsaco {
//!     include!(concat!(env!("OUT_DIR"), "/hsaco.rs"));
//! }
//! use rocm_bindgen::{Buffer, Device, Launch, Stream};
//!
//! fn main() -> Result<(), rocm_bindgen::Error> {
//!     let device = Device::open(0)?;
//!     let stream = Stream::new(&device)?;
//!     let x = Buffer::from_slice(&device, &[1.0f32, 2.0, 3.0])?;
//!     let mut y = Buffer::from_slice(&device, &[10.0f32, 20.0, 30.0])?;
//!     hsaco::saxpy::saxpy(&stream, Launch::linear(3, 64), 2.0, &x, &mut y, 3)?;
//!     println!("{:?}", y.read(&stream)?);
//!     Ok(())
//! }
//! ```
//!
//! A kernel can also be found by its name, with [`Device::get_or_load_func`], and launched with
//! [`Kernel::launch`]. That is the only `unsafe` function that programs need; to have structs in device memory, they
//! write `unsafe impl` [`Element`].
//!
//! # Why launch functions are safe
//!
//! A launch function checks the types of its arguments when it is compiled; the runtime checks the launch geometry.
//! What the kernel does is not checked, as for a function of another language that a safe function calls. The same
//! applies to the expression of [`ops::elementwise`], which is compiled as part of a kernel. Launch functions are safe
//! under one assumption: **a kernel accesses no memory of the host.** Device memory contains nothing
//! but plain data ([`Element`]), for which all bit patterns are valid. So a kernel that accesses elements of another
//! buffer, two streams that use a buffer without waiting for each other, and memory that was not written give
//! unspecified values, and at worst [`ErrorCode::DeviceLost`].
//!
//! - A kernel that accesses only the elements of its buffers meets the assumption on every device, because for a
//!   pointer a launch function passes only addresses of device memory. That can depend on the arguments: a number of
//!   elements must not be larger than the buffers. A number or a struct that a kernel uses as an address is not checked:
//!   pass what [`Address::as_u64`] returned for a buffer that still exists.
//! - An incorrect kernel, for example one with an index that is too large, meets it where the device cannot access the
//!   host's memory at all, and on the emulated device, which reports such an access unless
//!   `ROCM_BINDGEN_EMULATOR_CHECKS` turns that off.
//! - It can violate the assumption where device and host share memory: on an APU, where the driver maps the process's
//!   pages for the device (XNACK, HMM), or where another library has given memory of the host to the device. There, a
//!   stray write can change any value of the program. Treat such a kernel as you treat incorrect `unsafe` code.
//!
//! # Where the libraries are found
//!
//! The crate calls `librocm_bindgen_runtime`, and for [`ops`] also `librocm_bindgen_kernels`. By default it opens them
//! when they are first used: the files that the environment variables `ROCM_BINDGEN_RUNTIME_LIBRARY` and
//! `ROCM_BINDGEN_KERNELS_LIBRARY` name, or else the installed ones. The feature `link` links the shared libraries
//! instead, and the feature `static` the static ones; both ask pkg-config for them.
#![warn(missing_docs, missing_debug_implementations)]
// The tables of functions contain each type once, in the declaration of a struct, and the compiler infers it for
// transmute().
#![allow(clippy::missing_transmute_annotations)]

mod buffer;
mod device;
mod element;
mod error;
mod kernel;
#[cfg(not(feature = "link"))]
mod library;
mod module;
pub mod ops;
mod small_float;
mod stream;
mod sys;

pub use buffer::{Buffer, Slice, SliceMut};
pub use device::{Device, DeviceInfo, LoadStatistics};
pub use element::Element;
pub use error::{Error, ErrorCode};
pub use kernel::{Address, Argument, Dim3, Input, Kernel, Launch, Output, Untyped};
pub use module::{CodeObject, KernelInfo, Module, Parameter};
pub use small_float::{Bf16, F16, F8E4M3};
pub use stream::{Event, Stream};
