//! Finds every kernel of candle-kernels on a device, and launches one per module.

use candle_kernels as kernels;
use rocm_bindgen::{Argument, Buffer, Device, Dim3, Element, Input, Launch, Module, Stream};

static MODULES: [&kernels::Module; 11] = [
    &kernels::AFFINE,
    &kernels::BINARY,
    &kernels::CAST,
    &kernels::CONV,
    &kernels::FILL,
    &kernels::INDEXING,
    &kernels::QUANTIZED,
    &kernels::REDUCE,
    &kernels::SORT,
    &kernels::TERNARY,
    &kernels::UNARY,
];

/// A device with a stream, and a backend's function for launches.
struct Backend {
    device: Device,
    stream: Stream,
}

/// An argument: a number, or the elements of a buffer.
enum Value {
    Size(u64),
    Int(i32),
    Float(f32),
    Double(f64),
    Pointer(rocm_bindgen::Address),
}

impl Value {
    fn of<T: Element>(buffer: &Buffer<T>) -> Value {
        Value::Pointer(Input::<T>::address(&buffer))
    }

    fn null() -> Value {
        Value::Pointer(Input::<u8>::address(&None))
    }

    fn argument(&self) -> Argument<'_> {
        match self {
            Value::Size(value) => Argument::value(value),
            Value::Int(value) => Argument::value(value),
            Value::Float(value) => Argument::value(value),
            Value::Double(value) => Argument::value(value),
            Value::Pointer(address) => Argument::address(address),
        }
    }
}

impl Backend {
    fn new() -> Backend {
        let device = Device::open(0).unwrap();
        let stream = Stream::new(&device).unwrap();
        Backend { device, stream }
    }

    fn buffer<T: Element>(&self, elements: &[T]) -> Buffer<T> {
        Buffer::from_slice(&self.device, elements).unwrap()
    }

    /// Launches one workgroup of this size.
    fn launch(
        &self,
        module: &'static Module,
        name: &str,
        workgroup: impl Into<Dim3>,
        values: &[Value],
    ) {
        let kernel = self.device.get_or_load_func(name, module).unwrap();
        let arguments: Vec<_> = values.iter().map(Value::argument).collect();
        let launch = Launch::new(1, workgroup).with_lds(256);
        // SAFETY: the values are those of the kernel's parameters, and the callers read the results.
        unsafe { kernel.launch(launch, &self.stream, &arguments) }.unwrap();
    }
}

#[test]
fn every_kernel_is_found() {
    let backend = Backend::new();
    let mut count = 0;
    for module in MODULES {
        for kernel in module.hsaco().kernels() {
            backend
                .device
                .get_or_load_func(kernel.name(), module.hsaco())
                .unwrap();
            count += 1;
        }
    }
    println!("{}: {} kernels", backend.device.info().unwrap().name, count);
    assert_eq!(count, 748);
}

#[test]
fn affine_binary_unary_and_cast() {
    let backend = Backend::new();
    let x: Vec<f32> = (0..50).map(|i| i as f32 / 4.0 - 3.0).collect();
    let (device_x, out) = (backend.buffer(&x), backend.buffer(&[0.0f32; 50]));
    let count = || {
        vec![
            Value::Size(50),
            Value::Size(0),
            Value::null(),
            Value::of(&device_x),
        ]
    };
    let run = |module: &kernels::Module, name: &str, more: Vec<Value>| {
        let values: Vec<Value> = count().into_iter().chain(more).collect();
        backend.launch(module.hsaco(), name, 64, &values);
        out.read(&backend.stream).unwrap()
    };
    let expected = |f: fn(f32) -> f32| x.iter().map(|&x| f(x)).collect::<Vec<f32>>();
    // is_contiguous() of no dims is true for any info.
    let more = vec![Value::of(&out), Value::Float(2.0), Value::Float(0.5)];
    assert_eq!(
        run(&kernels::AFFINE, "affine_f32", more),
        expected(|x| 2.0 * x + 0.5)
    );
    let more = vec![Value::of(&device_x), Value::of(&out)];
    assert_eq!(run(&kernels::BINARY, "bmul_f32", more), expected(|x| x * x));
    assert_eq!(
        run(&kernels::UNARY, "urelu_f32", vec![Value::of(&out)]),
        expected(|x| x.max(0.0))
    );
    let doubles = backend.buffer(&[0.0f64; 50]);
    run(&kernels::CAST, "cast_f32_f64", vec![Value::of(&doubles)]);
    let expected: Vec<f64> = x.iter().map(|&x| f64::from(x)).collect();
    assert_eq!(doubles.read(&backend.stream).unwrap(), expected);
}

#[test]
fn fill() {
    let backend = Backend::new();
    let out = backend.buffer(&[0.0f32; 70]);
    let values = [Value::of(&out), Value::Float(2.5), Value::Size(70)];
    backend.launch(kernels::FILL.hsaco(), "fill_f32", 128, &values);
    assert_eq!(out.read(&backend.stream).unwrap(), [2.5; 70]);
}

#[test]
fn ternary() {
    let backend = Backend::new();
    let ids: Vec<u8> = (0..40).map(|i| i % 3).collect();
    let (yes, no): (Vec<f32>, Vec<f32>) = (0..40).map(|i| (i as f32, -(i as f32))).unzip();
    let expected: Vec<f32> = (0..40)
        .map(|i| if ids[i] != 0 { yes[i] } else { no[i] })
        .collect();
    let info = backend.buffer(&[40u64, 1, 1, 1]);
    let (ids, yes, no) = (
        backend.buffer(&ids),
        backend.buffer(&yes),
        backend.buffer(&no),
    );
    let out = backend.buffer(&[0.0f32; 40]);
    let mut values = vec![
        Value::Size(40),
        Value::Size(1),
        Value::of(&info),
        Value::of(&ids),
    ];
    values.extend([Value::of(&yes), Value::of(&no), Value::of(&out)]);
    backend.launch(kernels::TERNARY.hsaco(), "where_u8_f32", 64, &values);
    assert_eq!(out.read(&backend.stream).unwrap(), expected);
}

#[test]
fn indexing() {
    // Rows 2, 0 and 2 of a matrix of 3 x 4.
    let backend = Backend::new();
    let x: Vec<f32> = (0..12).map(|i| i as f32).collect();
    let rows = [2u32, 0, 2];
    let expected: Vec<f32> = rows
        .iter()
        .flat_map(|&row| x[4 * row as usize..][..4].to_vec())
        .collect();
    let (info, ids) = (backend.buffer(&[3u64, 1]), backend.buffer(&rows));
    let (x, out) = (backend.buffer(&x), backend.buffer(&[0.0f32; 12]));
    let mut values = vec![
        Value::Size(12),
        Value::Size(1),
        Value::of(&info),
        Value::of(&ids),
        Value::of(&x),
    ];
    values.extend([
        Value::of(&out),
        Value::Size(1),
        Value::Size(3),
        Value::Size(3),
        Value::Size(4),
    ]);
    backend.launch(kernels::INDEXING.hsaco(), "is_u32_f32", 64, &values);
    assert_eq!(out.read(&backend.stream).unwrap(), expected);
}

#[test]
fn conv() {
    // An image of 4 x 4 is enlarged to 8 x 8.
    let backend = Backend::new();
    let x: Vec<f32> = (0..16).map(|i| i as f32).collect();
    let expected: Vec<f32> = (0..64).map(|i| x[i / 8 / 2 * 4 + i % 8 / 2]).collect();
    let info = backend.buffer(&[1u64, 1, 4, 4, 16, 16, 4, 1]);
    let (x, out) = (backend.buffer(&x), backend.buffer(&[0.0f32; 64]));
    let mut values = vec![
        Value::Size(8),
        Value::Size(8),
        Value::Double(0.5),
        Value::Double(0.5),
    ];
    values.extend([Value::of(&info), Value::of(&x), Value::of(&out)]);
    backend.launch(kernels::CONV.hsaco(), "upsample_nearest2d_f32", 64, &values);
    assert_eq!(out.read(&backend.stream).unwrap(), expected);
}

#[test]
fn quantized() {
    // Eight blocks of Q8_0: a scale of 0.5 as f16, and 32 integers.
    let backend = Backend::new();
    let integers: Vec<i8> = (0..256).map(|i| (i - 128) as i8).collect();
    let expected: Vec<f32> = integers.iter().map(|&i| 0.5 * f32::from(i)).collect();
    let block = |values: &[i8]| {
        [0x00, 0x38]
            .into_iter()
            .chain(values.iter().map(|&i| i as u8))
            .collect::<Vec<u8>>()
    };
    let blocks: Vec<u8> = integers.chunks(32).flat_map(block).collect();
    let (blocks, out) = (backend.buffer(&blocks), backend.buffer(&[0.0f32; 256]));
    let values = [Value::of(&blocks), Value::of(&out), Value::Int(256)];
    backend.launch(
        kernels::QUANTIZED.hsaco(),
        "dequantize_block_q8_0_f32",
        32,
        &values,
    );
    assert_eq!(out.read(&backend.stream).unwrap(), expected);
}

#[test]
fn reduce() {
    let backend = Backend::new();
    let x: Vec<f32> = (0..100).map(|i| (i % 7) as f32).collect();
    let sum: f32 = x.iter().map(|x| x.exp()).sum();
    let (device_x, out) = (backend.buffer(&x), backend.buffer(&[0.0f32; 100]));
    let values = [Value::of(&device_x), Value::of(&out), Value::Int(100)];
    backend.launch(kernels::REDUCE.hsaco(), "softmax_f32", (1, 32), &values);
    for (result, x) in out.read(&backend.stream).unwrap().into_iter().zip(x) {
        assert!(
            (result - x.exp() / sum).abs() < 1e-5,
            "{} {}",
            result,
            x.exp() / sum
        );
    }
}

#[test]
fn sort() {
    let backend = Backend::new();
    let x: Vec<f32> = (0..32).map(|i| (i * 7 % 32) as f32).collect();
    let mut expected: Vec<u32> = (0..32).collect();
    expected.sort_by(|&a, &b| x[a as usize].total_cmp(&x[b as usize]));
    let (x, out) = (backend.buffer(&x), backend.buffer(&[0u32; 32]));
    let values = [
        Value::of(&x),
        Value::of(&out),
        Value::Int(32),
        Value::Int(32),
    ];
    backend.launch(kernels::SORT.hsaco(), "asort_asc_f32", 32, &values);
    assert_eq!(out.read(&backend.stream).unwrap(), expected);
}
