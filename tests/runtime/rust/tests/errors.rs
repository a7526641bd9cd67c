//! What is refused, and how. Tests that change the environment have their own files.

use rocm_bindgen::{Argument, Buffer, Device, Error, ErrorCode, Launch};
use rocm_bindgen_tests::{hsaco, open};

/// Checks the code and a part of the text. An empty part means that any text is right.
fn check<T>(result: Result<T, Error>, code: ErrorCode, part: &str) {
    let error: Box<dyn std::error::Error> = match result {
        Ok(_) => panic!("no error, but {:?} was expected", code),
        Err(error) => {
            assert_eq!(error.code(), code, "{}", error);
            Box::new(error)
        }
    };
    assert!(error.to_string().contains(part), "'{}' does not contain '{}'", error, part);
}

#[test]
fn a_missing_device() {
    check(Device::open(99), ErrorCode::NoDevice, "99");
}

#[test]
fn a_missing_kernel() {
    let (device, _) = open();
    check(device.get_or_load_func("cuont", &hsaco::COUNT), ErrorCode::UnknownKernel, "'count'");
    check(device.get_or_load_func("co\0unt", &hsaco::COUNT), ErrorCode::BadArgument, "null character");
}

#[test]
fn arguments_that_do_not_fit() {
    let (device, stream) = open();
    let kernel = device.get_or_load_func("count", &hsaco::COUNT).unwrap();
    let launch = |arguments: &[Argument<'_>]| {
        // SAFETY: the runtime refuses arguments with wrong numbers, sizes and kinds.
        unsafe { kernel.launch(Launch::new(1, 64), &stream, arguments) }
    };
    check(launch(&[]), ErrorCode::BadArgument, "3");
    let number = Argument::value(&1u32);
    check(launch(&[Argument::value(&1u16), number, number]), ErrorCode::BadArgument, "counters");
}

#[test]
fn a_launch_that_no_device_can_run() {
    let (device, stream) = open();
    let mut counters = Buffer::zeros(&device, 64).unwrap();
    for launch in [Launch::new(0, 64), Launch::new(1, 1 << 20), Launch::new(1, 64).with_lds(1 << 30)] {
        let result = hsaco::count::count(&stream, launch, &mut counters, 64, 1);
        check(result, ErrorCode::BadLaunch, "kernel 'count'");
    }
}

#[test]
fn copies_outside_of_a_buffer() {
    let (device, stream) = open();
    let mut buffer = Buffer::<u32>::zeros(&device, 4).unwrap();
    check(buffer.write(&stream, 3, &[1, 2]), ErrorCode::BadArgument, "16");
    check(buffer.read_into(&stream, usize::MAX, &mut [0]), ErrorCode::BadArgument, "");
    let other = Buffer::zeros(&device, 5).unwrap();
    check(buffer.copy_from(&stream, &other), ErrorCode::BadArgument, "5 elements, but the target has 4");
}

#[test]
fn more_memory_than_there_is() {
    let (device, _) = open();
    check(Buffer::<u64>::uninitialised(&device, 1 << 50), ErrorCode::OutOfMemory, "");
    check(Buffer::<u64>::uninitialised(&device, usize::MAX), ErrorCode::OutOfMemory, "");
}

#[test]
fn a_kernel_that_writes_outside_of_its_buffer() {
    let (device, stream) = open();
    let mut counters = Buffer::zeros(&device, 64).unwrap();
    let launched = hsaco::count::write_outside(&stream, Launch::new(1, 1), &mut counters);
    check(launched.and_then(|_| stream.synchronize()), ErrorCode::DeviceLost, "write_outside");
}
