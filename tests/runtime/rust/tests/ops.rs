//! Each op once, compared with values that are computed here. The C++ tests of ops compare all types and shapes.

use rocm_bindgen::ops::*;
use rocm_bindgen::{Buffer, Device, ErrorCode, Stream, F16};
use rocm_bindgen_tests::open;

fn buffer<T: TensorElement>(device: &Device, elements: &[T]) -> Buffer<T> {
    Buffer::from_slice(device, elements).unwrap()
}

/// Calls an op with a result of these dims, and compares the result.
fn expect<T: TensorElement + PartialEq + std::fmt::Debug>(
    dims: &[usize],
    expected: &[T],
    op: impl FnOnce(&Stream, &mut TensorViewMut<'_>) -> Result<(), rocm_bindgen::Error>,
) {
    let (device, stream) = open();
    let mut out = Buffer::<T>::zeros(&device, expected.len()).unwrap();
    op(&stream, &mut out.view_mut(dims).unwrap()).unwrap();
    assert_eq!(out.read(&stream).unwrap(), expected);
}

#[test]
fn functions_of_one_operand() {
    let (device, _) = open();
    let x = buffer(&device, &[-2.0f32, 0.0, 1.0, 2.25]);
    let x = x.view(&[4]).unwrap();
    expect(&[4], &[2.0f32, 0.0, -1.0, -2.25], |s, out| unary(s, Unary::Neg, &x, out));
    expect(&[4], &[0.0f32, 0.0, 1.0, 2.25], |s, out| unary(s, Unary::Relu, &x, out));
    expect(&[4], &[4.0f32, 0.0, 1.0, 5.0625], |s, out| unary(s, Unary::Sqr, &x, out));
    expect(&[4], &[-2.0f32, 0.0, 1.0, 3.0], |s, out| unary(s, Unary::Ceil, &x, out));
    expect(&[4], &[1.0f32; 4], |s, out| powf(s, &x, 0.0, out));
    expect(&[4], &[-3.0f32, 1.0, 3.0, 5.5], |s, out| affine(s, &x, 2.0, 1.0, out));
    expect(&[4], &[-2i32, 0, 1, 2], |s, out| cast(s, &x, out));
    expect(&[4], &[-2.0f32, 0.0, 1.0, 2.25], |s, out| copy(s, &x, out));
    expect(&[2], &[7i64, 7], |s, out| fill(s, out, 7.5));
    assert_eq!(Unary::ALL.len(), 21);
    assert_eq!((Unary::GeluErf.name(), Unary::ALL[0].name()), ("gelu_erf", "neg"));
}

#[test]
fn elu_of_negative_numbers() {
    let (device, stream) = open();
    let x = buffer(&device, &[-1.0f32, 3.0]);
    let mut out = Buffer::<f32>::zeros(&device, 2).unwrap();
    elu(&stream, &x.view(&[2]).unwrap(), 2.0, &mut out.view_mut(&[2]).unwrap()).unwrap();
    let result = out.read(&stream).unwrap();
    assert!((result[0] - 2.0 * ((-1.0f32).exp() - 1.0)).abs() < 1e-5 && result[1] == 3.0, "{:?}", result);
}

#[test]
fn functions_of_two_operands_are_broadcast() {
    let (device, _) = open();
    let (matrix, row) = (buffer(&device, &[1u32, 2, 3, 4, 5, 6]), buffer(&device, &[3u32, 0, 5]));
    let (matrix, row) = (matrix.view(&[2, 3]).unwrap(), row.view(&[3]).unwrap());
    expect(&[2, 3], &[4u32, 2, 8, 7, 5, 11], |s, out| binary(s, Binary::Add, &matrix, &row, out));
    expect(&[2, 3], &[0u32, 0, 0, 1, 0, 1], |s, out| binary(s, Binary::Div, &matrix, &row, out));
    expect(&[2, 3], &[3u32, 2, 5, 4, 5, 6], |s, out| binary(s, Binary::Maximum, &matrix, &row, out));
    expect(&[2, 3], &[1u8, 0, 1, 0, 0, 0], |s, out| compare(s, Compare::Lt, &matrix, &row, out));
    expect(&[2, 3], &[1u32, 9, 3, 4, 9, 6], |s, out| {
        let (device, _) = open();
        let nine = buffer(&device, &[9u32]);
        where_(s, &row, &matrix, &nine.view(&[1]).unwrap(), out)
    });
}

#[test]
fn views_with_strides_and_in_place() {
    let (device, stream) = open();
    let mut x = buffer(&device, &[1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let transposed = x.view_with_strides(0, &[3, 2], &[1, 3]).unwrap();
    expect(&[3, 2], &[1.0f32, 4.0, 2.0, 5.0, 3.0, 6.0], |s, out| copy(s, &transposed, out));
    let backwards = x.view_with_strides(5, &[6], &[-1]).unwrap();
    expect(&[6], &[6.0f32, 5.0, 4.0, 3.0, 2.0, 1.0], |s, out| copy(s, &backwards, out));
    assert_eq!(format!("{:?}", backwards), "f32 [6] with strides [-1]");
    let mut out = x.view_mut(&[6]).unwrap();
    affine(&stream, &out.as_operand(), 10.0, 0.0, &mut out).unwrap();
    assert_eq!(x.read(&stream).unwrap(), [10.0, 20.0, 30.0, 40.0, 50.0, 60.0]);
}

#[test]
fn views_outside_of_their_buffer_are_refused() {
    let (device, _) = open();
    let x = buffer(&device, &[0.0f32; 6]);
    let refused = |start, dims: &[usize], strides: &[isize]| {
        let error = x.view_with_strides(start, dims, strides).unwrap_err();
        assert_eq!(error.code(), ErrorCode::BadArgument);
        error.to_string()
    };
    assert!(x.view(&[7]).unwrap_err().to_string().contains("has elements 0 to 6, which are not all in the buffer"));
    assert!(x.view(&[usize::MAX, usize::MAX]).is_err());
    assert!(refused(4, &[6], &[-1]).contains("elements -1 to 4"));
    assert!(refused(0, &[2, 3], &[3]).contains("one stride per dim"));
    assert!(refused(0, &[1; 9], &[1; 9]).contains("more than 8 dims"));
    assert!(x.view(&[0, 100]).is_ok());
}

#[test]
fn operands_that_do_not_match_are_refused() {
    let (device, stream) = open();
    let (x, y) = (buffer(&device, &[0.0f32; 4]), buffer(&device, &[0.0f32; 3]));
    let mut out = Buffer::<f32>::zeros(&device, 3).unwrap();
    let (x, y) = (x.view(&[4]).unwrap(), y.view(&[3]).unwrap());
    let error = binary(&stream, Binary::Add, &x, &y, &mut out.view_mut(&[3]).unwrap()).unwrap_err();
    assert_eq!(error.code(), ErrorCode::BadArgument);
    assert!(error.to_string().starts_with("add: lhs: f32 {4}"), "{}", error);
}

#[test]
fn reductions_and_sorting() {
    let (device, _) = open();
    let mut workspace = Workspace::new(&device, 0).unwrap();
    let x = buffer(&device, &[1.0f32, 7.0, 3.0, 4.0, 5.0, 6.0]);
    let x = x.view(&[2, 3]).unwrap();
    let w = &mut workspace;
    expect(&[], &[26.0f32], |s, out| reduce(s, Reduce::Sum, &x, Dims::All, out, w));
    expect(&[3], &[2.5f32, 6.0, 4.5], |s, out| reduce(s, Reduce::Mean, &x, Dims::Listed(&[0]), out, w));
    expect(&[2, 1], &[7.0f32, 6.0], |s, out| reduce(s, Reduce::Max, &x, Dims::Listed(&[-1]), out, w));
    expect(&[2], &[0u32, 0], |s, out| arg_reduce(s, ArgReduce::Argmin, &x, Dims::Listed(&[1]), out, w));
    expect(&[2, 3], &[0u32, 2, 1, 0, 1, 2], |s, out| argsort(s, &x, 1, SortOrder::Ascending, out, w));
    expect(&[2, 3], &[7.0f32, 3.0, 1.0, 6.0, 5.0, 4.0], |s, out| sort(s, &x, 1, SortOrder::Descending, out, w));
    let mut places = Buffer::<u32>::zeros(&device, 4).unwrap();
    expect(&[2, 2], &[7.0f32, 3.0, 6.0, 5.0], |s, out| {
        topk(s, &x, 1, SortOrder::Descending, out, &mut places.view_mut(&[2, 2]).unwrap(), w)
    });
    let (_, stream) = open();
    assert_eq!(places.read(&stream).unwrap(), [1, 2, 2, 1]);
}

#[test]
fn norms_and_rotary_embedding() {
    let (device, _) = open();
    let x = buffer(&device, &[3.0f32, 4.0]);
    let weight = buffer(&device, &[2.0f32, 1.0]);
    let (x, weight) = (x.view(&[1, 2]).unwrap(), weight.view(&[2]).unwrap());
    let rms = 12.5f32.sqrt();
    let near = |expected: [f32; 2], op: &dyn Fn(&Stream, &mut TensorViewMut<'_>) -> Result<(), rocm_bindgen::Error>| {
        let (device, stream) = open();
        let mut out = Buffer::<f32>::zeros(&device, 2).unwrap();
        op(&stream, &mut out.view_mut(&[1, 2]).unwrap()).unwrap();
        let result = out.read(&stream).unwrap();
        assert!(result.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-5), "{:?} {:?}", result, expected);
    };
    let e = 1f32.exp();
    near([1.0 / (1.0 + e), e / (1.0 + e)], &|s, out| softmax(s, &x, -1, out));
    near([3.0 / rms, 4.0 / rms], &|s, out| rms_norm(s, &x, None, 0.0, out));
    near([6.0 / rms, 4.0 / rms], &|s, out| rms_norm(s, &x, Some(&weight), 0.0, out));
    near([-2.0 + 2.0, 1.0 + 1.0], &|s, out| layer_norm(s, &x, Some(&weight), Some(&weight), 0.0, out));
    let (cosine, sine) = (buffer(&device, &[0.0f32]), buffer(&device, &[1.0f32]));
    let (cosine, sine) = (cosine.view(&[1, 1]).unwrap(), sine.view(&[1, 1]).unwrap());
    near([-4.0, 3.0], &|s, out| rope(s, RopePairs::Halves, &x, &cosine, &sine, out));
    near([-4.0, 3.0], &|s, out| rope(s, RopePairs::Neighbours, &x, &cosine, &sine, out));
}

#[test]
fn reading_and_writing_by_ids() {
    let (device, stream) = open();
    let mut workspace = Workspace::new(&device, 64).unwrap();
    let (x, ids) = (buffer(&device, &[1i32, 2, 3, 4]), buffer(&device, &[1u32, 0]));
    let each = buffer(&device, &[1i64, 0, 0, 1]);
    let (x, ids, each) = (x.view(&[2, 2]).unwrap(), ids.view(&[2]).unwrap(), each.view(&[2, 2]).unwrap());
    expect(&[2, 2], &[3i32, 4, 1, 2], |s, out| index_select(s, &x, 0, &ids, out));
    expect(&[2, 2], &[2i32, 1, 3, 4], |s, out| gather(s, &x, 1, &each, out));
    expect(&[2, 2], &[2i32, 1, 3, 4], |s, out| scatter(s, &x, 1, &each, out));
    expect(&[2, 2], &[2i32, 1, 3, 4], |s, out| scatter_add(s, &x, 1, &each, out));
    expect(&[2, 2], &[3i32, 4, 1, 2], |s, out| index_add(s, &x, 0, &ids, out));
    assert!(!take_id_out_of_range(&stream, &mut workspace).unwrap());
}

#[test]
fn images() {
    let (device, _) = open();
    let x: Vec<f32> = (1..=16).map(|i| i as f32).collect();
    let x = buffer(&device, &x);
    let x = x.view(&[1, 1, 4, 4]).unwrap();
    let two = ImageExtent { rows: 2, columns: 2 };
    expect(&[1, 1, 2, 2], &[6.0f32, 8.0, 14.0, 16.0], |s, out| max_pool2d(s, &x, two, two, out));
    expect(&[1, 1, 2, 2], &[3.5f32, 5.5, 11.5, 13.5], |s, out| avg_pool2d(s, &x, two, two, out));
    expect(&[1, 1, 2, 2], &[1.0f32, 3.0, 9.0, 11.0], |s, out| upsample_nearest(s, &x, out));
    let corners = Bilinear { align_corners: true, ..Bilinear::default() };
    expect(&[1, 1, 2, 2], &[1.0f32, 4.0, 13.0, 16.0], |s, out| upsample_bilinear2d(s, &x, corners, out));
    let weights = buffer(&device, &[1.0f32, 0.0, 0.0, 1.0]);
    let weights = weights.view(&[1, 1, 2, 2]).unwrap();
    let how = Convolution { stride: two, ..Convolution::default() };
    expect(&[1, 1, 2, 2], &[7.0f32, 11.0, 23.0, 27.0], |s, out| conv2d(s, &x, &weights, &how, out));
    let small = buffer(&device, &[1.0f32, 2.0]);
    let small_image = small.view(&[1, 1, 1, 2]).unwrap();
    expect(&[1, 1, 2, 4], &[1.0f32, 0.0, 2.0, 0.0, 0.0, 1.0, 0.0, 2.0], |s, out| {
        conv_transpose2d(s, &small_image, &weights, &how, out)
    });
    let signal = small.view(&[1, 1, 2]).unwrap();
    let taps = buffer(&device, &[1.0f32, 10.0]);
    let taps = taps.view(&[1, 1, 2]).unwrap();
    expect(&[1, 1, 1], &[21.0f32], |s, out| conv1d(s, &signal, &taps, &Convolution::default(), out));
    expect(&[1, 1, 3], &[1.0f32, 12.0, 20.0], |s, out| {
        conv_transpose1d(s, &signal, &taps, &Convolution::default(), out)
    });
}

/// Two rows of 32 elements in Q8_0: 1, 2, 3, ..., 31, 127, and their negatives. With 127 as the largest magnitude, the
/// scale is 1, so all elements are exact.
fn weights() -> (Vec<f32>, Vec<u8>) {
    let mut values: Vec<f32> = (1..=32).map(|i| if i == 32 { 127.0 } else { i as f32 }).collect();
    let negative: Vec<f32> = values.iter().map(|value| -value).collect();
    values.extend(negative);
    let blocks = quantize_blocks(QuantizedFormat::Q8_0, &values).unwrap();
    (values, blocks)
}

#[test]
fn quantized_weights() {
    let (device, _) = open();
    let mut workspace = Workspace::new(&device, 0).unwrap();
    let w = &mut workspace;
    let (values, blocks) = weights();
    assert_eq!(blocks.len(), 2 * QuantizedFormat::Q8_0.block_bytes().unwrap());
    assert_eq!(dequantize_blocks(QuantizedFormat::Q8_0, &blocks).unwrap(), values);
    let blocks = buffer(&device, &blocks);
    let matrix = QuantizedView::new(&blocks, QuantizedFormat::Q8_0, 2, 32).unwrap();
    expect(&[2, 32], &values, |s, out| dequantize(s, &matrix, out));
    let id = buffer(&device, &[1u32]);
    let id = id.view(&[1]).unwrap();
    expect(&[1, 32], &values[32..], |s, out| get_rows(s, &matrix, &id, out));
    // All activations are 1, so a product is the sum of a row.
    let sum: f32 = values[..32].iter().sum();
    let ones = buffer(&device, &[1.0f32; 32]);
    let (row, vector) = (ones.view(&[1, 32]).unwrap(), ones.view(&[32]).unwrap());
    let halves = buffer(&device, &[F16::from_f32(1.0); 32]);
    let halves = halves.view(&[1, 32]).unwrap();
    expect(&[2], &[sum, -sum], |s, out| matvec(s, &matrix, &vector, Activations::Floats, out, w));
    expect(&[1, 2], &[sum, -sum], |s, out| matmul(s, &matrix, &halves, Activations::Floats, out, w));
    let ids_of_batch = buffer(&device, &[1u32]);
    let ids_of_batch = ids_of_batch.view(&[1, 1]).unwrap();
    // As Q8_1, the activations have the scale 1 / 127, rounded to a half, so products are nearly exact.
    let close = |result: Vec<f32>, expected: &[f32]| {
        let near = result.iter().zip(expected).all(|(a, b)| (a - b).abs() < 0.01 * sum);
        assert!(result.len() == expected.len() && near, "{:?} {:?}", result, expected);
    };
    let (device, stream) = open();
    let mut out = Buffer::<f32>::zeros(&device, 1).unwrap();
    moe_forward(&stream, &matrix, 2, &row, &ids_of_batch, &mut out.view_mut(&[1, 1, 1]).unwrap(), w).unwrap();
    close(out.read(&stream).unwrap(), &[-sum]);
    let mut q8_1 = Buffer::<u8>::zeros(&device, QuantizedFormat::Q8_1.block_bytes().unwrap()).unwrap();
    quantize(&stream, &row, &mut QuantizedViewMut::new(&mut q8_1, QuantizedFormat::Q8_1, 1, 32).unwrap()).unwrap();
    let activations = QuantizedView::new(&q8_1, QuantizedFormat::Q8_1, 1, 32).unwrap();
    let mut out = Buffer::<f32>::zeros(&device, 2).unwrap();
    matvec_blocks(&stream, &matrix, &activations, &mut out.view_mut(&[2]).unwrap()).unwrap();
    close(out.read(&stream).unwrap(), &[sum, -sum]);
    matmul_blocks(&stream, &matrix, &activations, &mut out.view_mut(&[1, 2]).unwrap()).unwrap();
    close(out.read(&stream).unwrap(), &[sum, -sum]);
}

#[test]
fn quantized_matrices_that_do_not_fit_are_refused() {
    let (device, _) = open();
    let blocks = Buffer::<u8>::zeros(&device, 34).unwrap();
    let error = QuantizedView::new(&blocks, QuantizedFormat::Q8_0, 2, 32).unwrap_err();
    assert_eq!(error.to_string(), "2 rows of 32 elements as Q8_0 need 68 bytes, but the buffer has 34");
    let error = QuantizedView::new(&blocks, QuantizedFormat::Q8_0, 1, 33).unwrap_err();
    assert_eq!(error.to_string(), "Q8_0: 33 elements are not whole blocks of 32");
    assert!(quantize_blocks(QuantizedFormat::Q2_K, &[0.0; 32]).is_err());
    assert!(dequantize_blocks(QuantizedFormat::Q8_0, &[0; 33]).is_err());
}

#[test]
fn expressions() {
    let (device, stream) = open();
    let x = buffer(&device, &[1.0f32, 2.0]);
    let mut out = Buffer::<f32>::zeros(&device, 2).unwrap();
    let variables = [("x", Variable::Tensor(x.view(&[2]).unwrap())), ("alpha", Variable::F32(0.5))];
    let result = elementwise(&stream, "alpha * x + 1", &variables, &mut out.view_mut(&[2]).unwrap());
    match result {
        Ok(()) => assert_eq!(out.read(&stream).unwrap(), [1.5, 2.0]),
        // Debian's hipRTC does not support all processors.
        Err(error) => assert_eq!(error.code(), ErrorCode::NoCompiler, "{}", error),
    }
    let error = elementwise(&stream, "x", &[("a b", Variable::I32(1))], &mut out.view_mut(&[2]).unwrap()).unwrap_err();
    assert!(error.to_string().contains("a b"), "{}", error);
}
