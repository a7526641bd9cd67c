//! The C API (`rocm_bindgen.h` and `rocm_bindgen_ops.h`): its structs, and its functions in one table per library.
//!
//! `functions!` makes a type with a method per function from such a table. With the feature `link`, the methods call
//! functions that the linker found; otherwise they call the addresses that were found when the library was opened.

use crate::Error;
use std::marker::PhantomData;
use std::os::raw::{c_char, c_int, c_void};

/// A `rocm_bindgen_status`; 0 is success.
pub type Status = c_int;

/// A `rocm_bindgen_dim3`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Dim3 {
    pub x: u32,
    pub y: u32,
    pub z: u32,
}

/// A `rocm_bindgen_launch_config`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LaunchConfig {
    pub grid: Dim3,
    pub workgroup: Dim3,
    pub lds_bytes: u32,
}

/// A `rocm_bindgen_kernel`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Kernel {
    pub loaded: *mut c_void,
}

/// A `rocm_bindgen_device_info`.
#[repr(C)]
pub struct DeviceInfo {
    pub ordinal: c_int,
    pub name: [c_char; 256],
    pub arch: [c_char; 64],
    pub driver: [c_char; 16],
    pub driver_version: [c_char; 32],
    pub pci: [c_char; 32],
    pub compute_units: u32,
    pub wavefront_size: u32,
    pub memory_bytes: u64,
    pub lds_bytes: u32,
    pub max_lds_bytes: u32,
    pub max_workgroup_size: u32,
    pub max_workgroup: Dim3,
    pub max_grid: Dim3,
}

/// A `rocm_bindgen_load_statistics`.
#[repr(C)]
#[derive(Default)]
pub struct LoadStatistics {
    pub loads: u64,
    pub hits: u64,
    pub bytes: u64,
    pub milliseconds: f64,
}

/// Makes types for handles, which are only used through pointers.
macro_rules! handles {
    ($($name:ident)*) => {$(
        #[repr(C)]
        pub struct $name {
            private: [u8; 0],
        }
    )*};
}
handles!(Device Stream Event Buffer);

/// A stream as an argument of functions that only one thread at a time may call; `Stream::lock()` makes it.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct ExclusiveStream<'a> {
    // Read by C alone.
    _stream: *mut Stream,
    _lock: PhantomData<&'a ()>,
}

impl ExclusiveStream<'_> {
    /// The caller must hold the stream's lock as long as the result exists.
    pub fn new<'a>(stream: *mut Stream) -> ExclusiveStream<'a> {
        ExclusiveStream { _stream: stream, _lock: PhantomData }
    }
}

macro_rules! functions {
    (
        $(#[$doc:meta])* $type:ident in $library:literal of $package:literal, chosen by $variable:literal;
        $(fn $name:ident($($argument:ident: $argument_type:ty),*) $(-> $result:ty)?;)*
    ) => {
        $(#[$doc])*
        #[cfg(not(feature = "link"))]
        pub struct $type {
            $($name: unsafe extern "C" fn($($argument_type),*) $(-> $result)?,)*
        }

        #[cfg(not(feature = "link"))]
        impl $type {
            /// Returns the functions of the library, which the first call opens.
            pub fn get() -> Result<&'static $type, Error> {
                static OPENED: crate::library::Opened<$type> = crate::library::Opened::new();
                OPENED.get(&crate::library::Names { library: $library, package: $package, variable: $variable }, |library| {
                    Ok($type {
                        // SAFETY: the library's functions have the declared types; its name contains their version.
                        $($name: unsafe { std::mem::transmute(library.find(concat!(stringify!($name), "\0"))?) },)*
                    })
                })
            }

            $(
                #[allow(clippy::too_many_arguments)]
                pub unsafe fn $name(&self, $($argument: $argument_type),*) $(-> $result)? {
                    (self.$name)($($argument),*)
                }
            )*
        }

        $(#[$doc])*
        #[cfg(feature = "link")]
        pub struct $type;

        #[cfg(feature = "link")]
        impl $type {
            /// Returns the functions, which are linked.
            pub fn get() -> Result<&'static $type, Error> {
                Ok(&$type)
            }

            $(
                #[allow(clippy::too_many_arguments)]
                pub unsafe fn $name(&self, $($argument: $argument_type),*) $(-> $result)? {
                    extern "C" {
                        fn $name($($argument: $argument_type),*) $(-> $result)?;
                    }
                    $name($($argument),*)
                }
            )*
        }
    };
}

pub(crate) use functions;

functions! {
    /// The functions of the runtime; `rocm_bindgen.h` documents them.
    Runtime in "librocm_bindgen_runtime.so.0" of "librocm-bindgen-runtime0", chosen by "ROCM_BINDGEN_RUNTIME_LIBRARY";
    fn rocm_bindgen_last_error() -> *const c_char;
    fn rocm_bindgen_device_count(count: *mut c_int) -> Status;
    fn rocm_bindgen_device_open(ordinal: c_int, device: *mut *mut Device) -> Status;
    fn rocm_bindgen_device_close(device: *mut Device);
    fn rocm_bindgen_device_get_info(device: *const Device, info: *mut DeviceInfo) -> Status;
    fn rocm_bindgen_device_synchronize(device: *const Device) -> Status;
    fn rocm_bindgen_device_memory(device: *const Device, free: *mut usize, total: *mut usize) -> Status;
    fn rocm_bindgen_device_statistics(device: *const Device, statistics: *mut LoadStatistics) -> Status;
    fn rocm_bindgen_device_enable_access(device: *const Device, peer: *const Device) -> Status;
    fn rocm_bindgen_preload(device: *const Device, module: *const crate::Module) -> Status;
    fn rocm_bindgen_stream_create(device: *const Device, independent: bool, stream: *mut *mut Stream) -> Status;
    fn rocm_bindgen_stream_destroy(stream: *mut Stream);
    fn rocm_bindgen_stream_synchronize(stream: ExclusiveStream<'_>) -> Status;
    fn rocm_bindgen_stream_done(stream: ExclusiveStream<'_>, done: *mut bool) -> Status;
    fn rocm_bindgen_stream_wait(stream: ExclusiveStream<'_>, event: *const Event) -> Status;
    fn rocm_bindgen_event_create(device: *const Device, event: *mut *mut Event) -> Status;
    fn rocm_bindgen_event_destroy(event: *mut Event);
    fn rocm_bindgen_event_record(event: *mut Event, stream: ExclusiveStream<'_>) -> Status;
    fn rocm_bindgen_event_synchronize(event: *mut Event) -> Status;
    fn rocm_bindgen_event_done(event: *mut Event, done: *mut bool) -> Status;
    fn rocm_bindgen_event_milliseconds(earlier: *const Event, later: *const Event, milliseconds: *mut f32) -> Status;
    fn rocm_bindgen_buffer_allocate(device: *const Device, bytes: usize, buffer: *mut *mut Buffer) -> Status;
    fn rocm_bindgen_buffer_free(buffer: *mut Buffer);
    fn rocm_bindgen_buffer_pointer(buffer: *const Buffer) -> *mut c_void;
    fn rocm_bindgen_buffer_copy_from_host(to: *mut Buffer, from: *const c_void, bytes: usize, offset: usize, stream: *mut Stream) -> Status;
    fn rocm_bindgen_buffer_copy_to_host(from: *const Buffer, to: *mut c_void, bytes: usize, offset: usize, stream: *mut Stream) -> Status;
    fn rocm_bindgen_buffer_copy(to: *mut Buffer, from: *const Buffer, bytes: usize, stream: *mut Stream) -> Status;
    fn rocm_bindgen_buffer_fill(buffer: *mut Buffer, value: u8, stream: *mut Stream) -> Status;
    fn rocm_bindgen_get_kernel(device: *const Device, module: *const crate::Module, name: *const c_char, kernel: *mut Kernel) -> Status;
    fn rocm_bindgen_launch(kernel: Kernel, config: *const LaunchConfig, stream: *mut Stream, arguments: *const crate::Argument<'_>, count: usize) -> Status;
}
