//! Runs on the device that ROCM_BINDGEN_DRIVER selects; CI sets it to `emulated:gfx1100`.

use rocm_bindgen::{Argument, Buffer, Device, ErrorCode, Input, Launch, Output, Stream};
use rocm_bindgen_example::{clamp, histogram, hsaco, saxpy};

fn open() -> (Device, Stream) {
    let device = Device::open(0).unwrap();
    let stream = Stream::new(&device).unwrap();
    (device, stream)
}

#[test]
fn saxpy_adds() {
    let (device, stream) = open();
    let x: Vec<f32> = (0..1000).map(|i| i as f32).collect();
    let device_x = Buffer::from_slice(&device, &x).unwrap();
    let mut y = Buffer::from_slice(&device, &[1.0; 1000]).unwrap();
    saxpy(&stream, 2.0, &device_x, &mut y).unwrap();
    let expected: Vec<f32> = x.iter().map(|x| 2.0 * x + 1.0).collect();
    assert_eq!(y.read(&stream).unwrap(), expected);
}

#[test]
fn a_mask_and_its_absence() {
    let (device, stream) = open();
    let mut pixels = Buffer::from_slice(&device, &[-1.0, -2.0, 7.0, 8.0]).unwrap();
    let mask = Buffer::from_slice(&device, &[1, 0, 0, 1]).unwrap();
    clamp(&stream, &mut pixels, Some(&mask), 0.0, 5.0).unwrap();
    assert_eq!(pixels.read(&stream).unwrap(), [0.0, -2.0, 7.0, 5.0]);
    clamp(&stream, &mut pixels, None, 0.0, 5.0).unwrap();
    assert_eq!(pixels.read(&stream).unwrap(), [0.0, 0.0, 5.0, 5.0]);
}

#[test]
fn dynamic_lds() {
    let (device, stream) = open();
    let values: Vec<u8> = (0..=255).chain(0..100).collect();
    let device_values = Buffer::from_slice(&device, &values).unwrap();
    let mut counters = Buffer::zeros(&device, 200).unwrap();
    histogram(&stream, &device_values, &mut counters).unwrap();
    let expected: Vec<u32> = (0..200).map(|value| if value < 100 { 2 } else { 1 }).collect();
    assert_eq!(counters.read(&stream).unwrap(), expected);
}

#[test]
fn a_part_of_a_buffer() {
    let (device, stream) = open();
    let x = Buffer::from_slice(&device, &[1.0, 2.0, 3.0, 4.0]).unwrap();
    let mut y = Buffer::zeros(&device, 4).unwrap();
    hsaco::saxpy::saxpy(&stream, Launch::new(1, 64), 1.0, x.slice(2..), y.slice_mut(1..3), 2).unwrap();
    assert_eq!(y.read(&stream).unwrap(), [0.0, 3.0, 4.0, 0.0]);
}

#[test]
fn a_kernel_by_its_name() {
    let (device, stream) = open();
    let kernel = device.get_or_load_func("saxpy", &hsaco::SAXPY).unwrap();
    let x = Buffer::from_slice(&device, &[1.0f32, 2.0]).unwrap();
    let mut y = Buffer::from_slice(&device, &[0.0f32, 0.5]).unwrap();
    let (input, output) = (Input::<f32>::address(&&x), Output::<f32>::address(&&mut y));
    let arguments =
        [Argument::value(&3.0f32), Argument::address(&input), Argument::address(&output), Argument::value(&2u64)];
    // SAFETY: these are the kernel's parameters, and both buffers exist until the result is read.
    unsafe { kernel.launch(Launch::new(1, 64), &stream, &arguments) }.unwrap();
    assert_eq!(y.read(&stream).unwrap(), [3.0, 6.5]);

    let error = device.get_or_load_func("sixpy", &hsaco::SAXPY).unwrap_err();
    assert_eq!(error.code(), ErrorCode::UnknownKernel);
    // SAFETY: the runtime refuses a wrong number of arguments.
    let error = unsafe { kernel.launch(Launch::new(1, 64), &stream, &arguments[..3]) }.unwrap_err();
    assert_eq!(error.code(), ErrorCode::BadArgument);
}

#[test]
fn all_kernels_are_found() {
    let (device, _) = open();
    for id in hsaco::ALL_IDS {
        assert_eq!(hsaco::Id::from_name(id.module().name()), Some(id));
        for kernel in id.module().kernels() {
            device.get_or_load_func(kernel.name(), id.module()).unwrap();
        }
    }
}
