//! Memory, events, and the types of parameters.

use rocm_bindgen::{Bf16, Buffer, Device, Event, Launch, F16};
use rocm_bindgen_tests::{hsaco, open};

#[test]
fn every_type_of_parameter_arrives() {
    let (device, stream) = open();
    let mut out = Buffer::<f64>::zeros(&device, 17).unwrap();
    let pair = |first: i32, second: i64| {
        let mut bytes = [0u8; 16];
        bytes[..4].copy_from_slice(&first.to_ne_bytes());
        bytes[8..].copy_from_slice(&second.to_ne_bytes());
        bytes
    };
    let pairs = Buffer::from_slice(&device, &[pair(1, 2), pair(3, 4)]).unwrap();
    let halves = Buffer::from_slice(&device, &[0.5, -1.5].map(F16::from_f32)).unwrap();
    let (half, bfloat) = (F16::from_f32(0.25), Bf16::from_f32(-8.0));
    hsaco::types::store(
        &stream,
        Launch::new(1, 1),
        &mut out,
        true,
        -2,
        -3,
        200,
        -400,
        50_000,
        -70_000,
        4_000_000_000,
        -(1 << 40),
        1 << 50,
        0.125,
        half,
        bfloat,
        &pair(-5, 1 << 33),
        &pairs,
        &halves,
    )
    .unwrap();
    let large = [-70_000.0, 4e9, -((1u64 << 40) as f64), (1u64 << 50) as f64];
    let mut expected = vec![1.0, -2.0, -3.0, 200.0, -400.0, 50_000.0];
    expected.extend(large);
    expected.extend([0.125, 0.25, -8.0, -5.0, (1u64 << 33) as f64, 4.0, -1.5]);
    assert_eq!(out.read(&stream).unwrap(), expected);
}

#[test]
fn parts_of_buffers_are_copied() {
    let (device, stream) = open();
    let mut buffer = Buffer::from_slice(&device, &[0u16, 1, 2, 3, 4]).unwrap();
    buffer.write(&stream, 1, &[10, 20]).unwrap();
    let mut part = [0; 3];
    buffer.read_into(&stream, 2, &mut part).unwrap();
    assert_eq!(part, [20, 3, 4]);
    let mut other = Buffer::uninitialised(&device, 5).unwrap();
    other.copy_from(&stream, &buffer).unwrap();
    assert_eq!(other.read(&stream).unwrap(), [0, 10, 20, 3, 4]);
    other.fill_bytes(&stream, 1).unwrap();
    assert_eq!(other.read(&stream).unwrap(), [0x0101; 5]);
    assert_eq!(format!("{:?}", other).split(" at ").next(), Some("Buffer<u16> of 5 elements"));
}

#[test]
fn an_empty_buffer_is_allowed() {
    let (device, stream) = open();
    let empty = Buffer::<f32>::from_slice(&device, &[]).unwrap();
    assert!(empty.is_empty() && empty.slice(..).is_empty());
    assert_eq!(empty.read(&stream).unwrap(), [0.0f32; 0]);
}

#[test]
#[should_panic(expected = "range 2..6 of a buffer of 5 elements")]
fn a_slice_outside_of_its_buffer_panics() {
    let (device, _) = open();
    Buffer::<u8>::zeros(&device, 5).unwrap().slice(2..6);
}

#[test]
#[should_panic(expected = "a range ends after the largest usize")]
fn a_slice_that_ends_after_the_largest_number_panics() {
    let (device, _) = open();
    Buffer::<u8>::zeros(&device, 5).unwrap().slice(..=usize::MAX);
}

#[test]
fn an_address_is_the_number_that_kernels_get() {
    let (device, _) = open();
    let buffer = Buffer::<u32>::zeros(&device, 5).unwrap();
    let first = rocm_bindgen::Input::<u32>::address(&&buffer).as_u64();
    assert_ne!(first, 0);
    assert_eq!(rocm_bindgen::Input::<u32>::address(&buffer.slice(2..)).as_u64(), first + 8);
}

#[test]
fn a_launch_for_no_elements_has_a_workgroup() {
    let (device, stream) = open();
    assert_eq!(Launch::linear(0, 64), Launch::new(1, 64));
    let mut counters = Buffer::zeros(&device, 1).unwrap();
    hsaco::count::count(&stream, Launch::linear(0, 64), &mut counters, 0, 100).unwrap();
    assert_eq!(counters.read(&stream).unwrap(), [0]);
}

#[test]
fn events_measure_time() {
    let (device, stream) = open();
    let (start, end) = (Event::new(&device).unwrap(), Event::new(&device).unwrap());
    start.record(&stream).unwrap();
    let mut counters = Buffer::zeros(&device, 64).unwrap();
    hsaco::count::count(&stream, Launch::linear(64, 64), &mut counters, 64, 100).unwrap();
    end.record(&stream).unwrap();
    end.synchronize().unwrap();
    assert!(end.is_done().unwrap() && stream.is_done().unwrap());
    assert!(end.milliseconds_since(&start).unwrap() >= 0.0);
}

#[test]
fn a_device_describes_itself() {
    let (device, _) = open();
    assert!(Device::count().unwrap() >= 1);
    let info = device.info().unwrap();
    assert!(!info.arch.is_empty() && info.max_workgroup_size >= 64 && info.max_grid.x > 1000);
    let (free, total) = device.memory().unwrap();
    assert!(free <= total && total > 0);
    device.preload(&hsaco::COUNT).unwrap();
    assert!(device.statistics().unwrap().loads >= 1);
    assert!(format!("{:?}", device).starts_with("Device 0"));
}

#[test]
fn a_module_describes_itself() {
    let module = hsaco::Id::from_name("types").unwrap().module();
    assert_eq!((module.name(), module.kernels().len(), module.index()), ("types", 1, 1));
    let kernel = &module.kernels()[0];
    assert_eq!((kernel.name(), kernel.symbol()), ("store", "store"));
    let half = &kernel.parameters()[12];
    assert_eq!((half.name(), half.type_name(), half.size(), half.is_pointer()), ("half", "__half", 2, false));
    let object = &module.code_objects()[0];
    assert_eq!(object.target(), "gfx1100");
    assert!(object.image().starts_with(b"\x7fELF") && object.image().as_ptr() as usize % 4096 == 0);
    assert!(format!("{:?}", module).contains("store[double * out, bool fn, "));
}
