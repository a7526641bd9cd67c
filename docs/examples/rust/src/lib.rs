//! Functions on vectors and images, whose kernels `build.rs` compiles from the CUDA sources in `kernels/`.

use rocm_bindgen::{Buffer, Error, Launch, Stream};

/// The modules and the launch functions.
pub mod hsaco {
    include!(concat!(env!("OUT_DIR"), "/hsaco.rs"));
}

/// Work-items per workgroup.
const WORKGROUP: u32 = 64;

/// Queues y = a * x + y. If the lengths differ, the rest of the longer buffer is ignored.
pub fn saxpy(stream: &Stream, a: f32, x: &Buffer<f32>, y: &mut Buffer<f32>) -> Result<(), Error> {
    let count = x.len().min(y.len());
    hsaco::saxpy::saxpy(stream, Launch::linear(count, WORKGROUP), a, x, y, count as u64)
}

/// Queues limiting the pixels whose mask is not 0, or all pixels, to low..=high.
pub fn clamp(
    stream: &Stream,
    pixels: &mut Buffer<f32>,
    mask: Option<&Buffer<u8>>,
    low: f32,
    high: f32,
) -> Result<(), Error> {
    let count = mask.map_or(pixels.len(), |mask| mask.len().min(pixels.len()));
    // A struct that is passed by value is passed as its bytes.
    let mut range = [0; 8];
    range[..4].copy_from_slice(&low.to_ne_bytes());
    range[4..].copy_from_slice(&high.to_ne_bytes());
    hsaco::image::clamp_pixels(stream, Launch::linear(count, WORKGROUP), pixels, mask, &range, count as u32)
}

/// Queues counting the values that are below the number of counters, which are increased. There are 256 values, so more
/// counters are ignored.
pub fn histogram(stream: &Stream, values: &Buffer<u8>, counters: &mut Buffer<u32>) -> Result<(), Error> {
    let bins = counters.len().min(256) as u32;
    let launch = Launch::linear(values.len(), WORKGROUP).with_lds(bins * 4);
    hsaco::image::histogram(stream, launch, values, values.len() as u32, counters, bins)
}
