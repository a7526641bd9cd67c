//! Kernels and helpers of the tests in `tests/`, which run on the device that ROCM_BINDGEN_DRIVER selects.
#![deny(missing_docs, missing_debug_implementations, rust_2018_idioms, warnings)]

use rocm_bindgen::{Device, Stream};

/// The modules and the launch functions. The attributes above check the emitted source, too.
pub mod hsaco {
    include!(concat!(env!("OUT_DIR"), "/hsaco.rs"));
}

/// Opens the device, with a stream.
pub fn open() -> (Device, Stream) {
    let device = Device::open(0).expect("the tests need a device");
    let stream = Stream::new(&device).expect("a stream");
    (device, stream)
}
