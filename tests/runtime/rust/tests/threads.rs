//! What several threads may do, and what objects that are dropped early leave behind.

use rocm_bindgen::{
    ops, Address, Argument, Buffer, Device, Error, Event, Kernel, Launch, Module, Slice, SliceMut, Stream,
};
use rocm_bindgen_tests::{hsaco, open};
use std::sync::Arc;
use std::thread;

/// The number of work-items per workgroup, which is also the number of counters.
const SIZE: u32 = 64;

fn count(stream: &Stream, counters: &mut Buffer<u32>, rounds: u32) {
    hsaco::count::count(stream, Launch::new(1, SIZE), counters, SIZE, rounds).unwrap();
}

/// Whether a type is Send and Sync: an inherent constant whose bound holds hides the one of the trait.
struct Of<T>(std::marker::PhantomData<T>);

trait Otherwise {
    const SEND: bool = false;
    const SYNC: bool = false;
}

impl<T> Otherwise for Of<T> {}

impl<T: Send> Of<T> {
    const SEND: bool = true;
}

impl<T: Sync> Of<T> {
    const SYNC: bool = true;
}

macro_rules! check_threads {
    ($($type:ty: $send:literal $sync:literal;)*) => {$(
        assert_eq!((Of::<$type>::SEND, Of::<$type>::SYNC), ($send, $sync), stringify!($type));
    )*};
}

#[test]
fn objects_can_be_sent_and_shared_as_documented() {
    check_threads! {
        Device: true true;
        Kernel: true true;
        Stream: true true;
        Event: true false;
        Buffer<f32>: true true;
        Slice<'static, f32>: true true;
        SliceMut<'static, f32>: true true;
        &'static Module: true true;
        Error: true true;
        ops::TensorView<'static>: true true;
        ops::TensorViewMut<'static>: true true;
        ops::QuantizedView<'static>: true true;
        ops::QuantizedViewMut<'static>: true true;
        ops::Workspace: true false;
        Address: false false;
        Argument<'static>: false false;
    }
}

#[test]
fn two_threads_load_one_module_and_use_one_stream() {
    let (device, stream) = open();
    let counters = Arc::new(Buffer::<u32>::zeros(&device, SIZE as usize).unwrap());
    let stream = Arc::new(stream);
    let work = |_| {
        let (stream, device, counters) = (stream.clone(), device.clone(), counters.clone());
        thread::spawn(move || {
            let kernel = device.get_or_load_func("count_together", &hsaco::COUNT).unwrap();
            // Input is implemented for &Buffer, and address() takes a reference to that.
            let address = rocm_bindgen::Input::<u32>::address(&&*counters);
            for _ in 0..100 {
                let arguments = [Argument::address(&address), Argument::value(&SIZE), Argument::value(&1u32)];
                // SAFETY: these are the kernel's parameters, and the buffer outlives both threads.
                unsafe { kernel.launch(Launch::new(1, SIZE), &stream, &arguments) }.unwrap();
                stream.is_done().unwrap();
            }
        })
    };
    let threads: Vec<_> = (0..2).map(work).collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    assert_eq!(counters.read(&stream).unwrap(), [200; SIZE as usize]);
}

#[test]
fn two_threads_have_their_own_streams() {
    let (device, _) = open();
    let work = |rounds: u32| {
        let device = device.clone();
        thread::spawn(move || {
            let stream = Stream::independent(&device).unwrap();
            let mut counters = Buffer::zeros(&device, SIZE as usize).unwrap();
            for _ in 0..20 {
                count(&stream, &mut counters, rounds);
            }
            counters.read(&stream).unwrap()
        })
    };
    let (first, second) = (work(1), work(3));
    assert_eq!(first.join().unwrap(), [20; SIZE as usize]);
    assert_eq!(second.join().unwrap(), [60; SIZE as usize]);
}

#[test]
fn two_threads_read_one_buffer() {
    let (device, _) = open();
    let values: Vec<u32> = (0..10_000).collect();
    let buffer = Arc::new(Buffer::from_slice(&device, &values).unwrap());
    let read = |_| {
        let (device, buffer) = (device.clone(), buffer.clone());
        thread::spawn(move || buffer.read(&Stream::new(&device).unwrap()).unwrap())
    };
    let threads: Vec<_> = (0..2).map(read).collect();
    threads.into_iter().for_each(|thread| assert_eq!(thread.join().unwrap(), values));
}

#[test]
fn work_of_a_dropped_stream_is_done() {
    let (device, stream) = open();
    let mut counters = Buffer::zeros(&device, SIZE as usize).unwrap();
    let dropped = Stream::new(&device).unwrap();
    for _ in 0..20 {
        count(&dropped, &mut counters, 50);
    }
    drop(dropped);
    device.synchronize().unwrap();
    assert_eq!(counters.read(&stream).unwrap(), [1000; SIZE as usize]);
}

#[test]
fn a_buffer_that_is_dropped_with_work_on_it_does_no_harm() {
    let (device, stream) = open();
    let mut counters = Buffer::zeros(&device, SIZE as usize).unwrap();
    for _ in 0..5 {
        let mut temporary = Buffer::zeros(&device, SIZE as usize).unwrap();
        count(&stream, &mut temporary, 100);
        drop(temporary);
        count(&stream, &mut counters, 1);
    }
    assert_eq!(counters.read(&stream).unwrap(), [5; SIZE as usize]);
}

#[test]
fn a_buffer_is_used_by_another_thread_and_comes_back() {
    let (device, stream) = open();
    let mut counters = Buffer::zeros(&device, SIZE as usize).unwrap();
    count(&stream, &mut counters, 7);
    let event = Event::new(&device).unwrap();
    event.record(&stream).unwrap();
    let thread = thread::spawn(move || {
        let stream = Stream::new(counters.device()).unwrap();
        stream.wait(&event).unwrap();
        count(&stream, &mut counters, 10);
        stream.synchronize().unwrap();
        counters
    });
    let counters = thread.join().unwrap();
    assert_eq!(counters.read(&stream).unwrap(), [17; SIZE as usize]);
}

#[test]
fn objects_keep_their_device_open() {
    let (device, stream) = open();
    let mut counters = Buffer::zeros(&device, SIZE as usize).unwrap();
    let kernel = device.get_or_load_func("count", &hsaco::COUNT).unwrap();
    drop(device);
    count(&stream, &mut counters, 2);
    assert_eq!(counters.read(&stream).unwrap(), [2; SIZE as usize]);
    assert_eq!(kernel.device().info().unwrap().ordinal, 0);
}
