//! Kernels and helpers of the tests in `tests/`, which run on the device that ROCM_BINDGEN_DRIVER selects.
#![deny(missing_docs, missing_debug_implementations, rust_2018_idioms, unsafe_code, warnings)]

use rocm_bindgen::{Device, Stream};

/// The modules and the launch functions. The attributes above check the emitted source, too.
///
/// The types of a launch function's arguments are those of the kernel's parameters:
///
/// ```no_run
/// # use rocm_bindgen::{Buffer, Launch};
/// # let (device, stream) = rocm_bindgen_tests::open();
/// let mut counters = Buffer::<u32>::zeros(&device, 64).unwrap();
/// rocm_bindgen_tests::hsaco::count::count(&stream, Launch::new(1, 64), &mut counters, 64u32, 1).unwrap();
/// ```
///
/// Neither other elements, nor another number, nor a buffer that the kernel must not write is accepted:
///
/// ```compile_fail,E0277
/// # use rocm_bindgen::{Buffer, Launch};
/// # let (device, stream) = rocm_bindgen_tests::open();
/// let mut counters = Buffer::<f32>::zeros(&device, 64).unwrap();
/// rocm_bindgen_tests::hsaco::count::count(&stream, Launch::new(1, 64), &mut counters, 64u32, 1).unwrap();
/// ```
///
/// ```compile_fail,E0308
/// # use rocm_bindgen::{Buffer, Launch};
/// # let (device, stream) = rocm_bindgen_tests::open();
/// let mut counters = Buffer::<u32>::zeros(&device, 64).unwrap();
/// rocm_bindgen_tests::hsaco::count::count(&stream, Launch::new(1, 64), &mut counters, 64u64, 1).unwrap();
/// ```
///
/// ```compile_fail,E0277
/// # use rocm_bindgen::{Buffer, Launch};
/// # let (device, stream) = rocm_bindgen_tests::open();
/// let mut counters = Buffer::<u32>::zeros(&device, 64).unwrap();
/// rocm_bindgen_tests::hsaco::count::count(&stream, Launch::new(1, 64), &counters, 64u32, 1).unwrap();
/// ```
pub mod hsaco {
    include!(concat!(env!("OUT_DIR"), "/hsaco.rs"));
}

/// Opens the device, with a stream.
pub fn open() -> (Device, Stream) {
    let device = Device::open(0).expect("the tests need a device");
    let stream = Stream::new(&device).expect("a stream");
    (device, stream)
}
