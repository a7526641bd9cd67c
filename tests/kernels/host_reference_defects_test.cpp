// One test for each defect of the reference set, which these kernels must not have. The names of the tests describe the
// defects. The kernels are compiled with the other tests.
#include "host_launch.hpp"
#include "near.hpp"

extern "C" {
void affine_f8e4m3(size_t, size_t, const size_t*, const __nv_fp8_e4m3*, __nv_fp8_e4m3*, __nv_fp8_e4m3, __nv_fp8_e4m3);
void is_u32_f32(size_t, size_t, const size_t*, const uint32_t*, const float*, float*, size_t, size_t, size_t, size_t);
void gather_u32_f32(size_t, const uint32_t*, const float*, float*, size_t, size_t, size_t, size_t);
void take_id_out_of_range(uint32_t*);
void conv1d_f32(size_t, size_t, size_t, size_t, size_t, const size_t*, const float*, const float*, float*);
void avg_pool2d_f64(size_t, size_t, size_t, size_t, size_t, const size_t*, const double*, double*);
void fast_sum_f16(size_t, size_t, size_t, const size_t*, const __half*, __half*);
void fast_sum_bf16(size_t, size_t, size_t, const size_t*, const __nv_bfloat16*, __nv_bfloat16*);
void fast_max_f32(size_t, size_t, size_t, const size_t*, const float*, float*);
void fast_min_f64(size_t, size_t, size_t, const size_t*, const double*, double*);
void fast_argmax_f32(size_t, size_t, size_t, const size_t*, const float*, uint32_t*);
void fast_argmin_f32(size_t, size_t, size_t, const size_t*, const float*, uint32_t*);
void softmax_f16(const __half*, __half*, int);
void rmsnorm_f64(const double*, double*, const double*, int, int, float);
void layernorm_f32(const float*, float*, const float*, const float*, int, int, float);
void asort_asc_f32(const float*, uint32_t*, int, int);
}

namespace {

using launcher::region;
using reference::Element;

// The geometries that a host would choose: on a device, blocks of 1024 threads.
launcher::Geometry by_element(size_t numel) {
  return launcher::geometries({1, 1, 1}, numel).front();
}
launcher::Geometry by_row(size_t rows) {
  return launcher::row_geometries(rows).back();
}

// Reduces one dense row.
template <class Result, class T>
Result reduced(const std::string& name, void (*kernel)(size_t, size_t, size_t, const size_t*, const T*, Result*),
               const std::vector<T>& row) {
  const host::Sizes info{row.size(), 1};
  std::vector<Result> out(1);
  launcher::run(name, kernel, by_row(1), {region(row), region(info), region(out, true)}, row.size(), row.size(), 1,
                info.data(), row.data(), out.data());
  return out[0];
}

template <class T>
bool is(T got, reference::Real expected) {
  return host::is_near(got, expected, 0);
}

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

TEST_CASE("the reference's defects: the names of e4m3 kernels that hosts use were in no module") {
  using E = Element<__nv_fp8_e4m3>;
  const std::vector<__nv_fp8_e4m3> x{E::nearest(1), E::nearest(-3)};
  std::vector<__nv_fp8_e4m3> out(2);
  launcher::run("affine_f8e4m3", affine_f8e4m3, by_element(2), {region(x), region(out, true)}, 2, 0, nullptr, x.data(),
                out.data(), E::nearest(2), E::nearest(0.5L));
  CHECK((is(out[0], 2.5L) && is(out[1], -5.5L)));
}

TEST_CASE("the reference's defects: the strides of index_select's ids were applied to the source") {
  // The ids are the middle column of three.
  const std::vector<uint32_t> ids{9, 2, 9, 9, 0, 9, 9, 2, 9};
  const std::vector<float> rows{1, 2, 3, 4, 5, 6};
  const host::Sizes info{3, 3};
  std::vector<float> out(6);
  // After `out`: left size 1, 3 source rows, 3 ids, and right size 2, the length of a row.
  launcher::run("is_u32_f32", is_u32_f32, by_element(6), {region(ids), region(rows), region(info), region(out, true)},
                6, 1, info.data(), ids.data() + 1, rows.data(), out.data(), 1, 3, 3, 2);
  CHECK(out == std::vector<float>{5, 6, 1, 2, 5, 6});  // rows 2, 0 and 2
}

TEST_CASE("the reference's defects: conv1d applied the dilation to the stride") {
  const std::vector<float> line{1, 2, 4, 8, 16, 32, 64, 128, 256, 512};
  const std::vector<float> taps{1, 1, 1};
  // Dims and strides of the source, then those of the weights.
  const host::Sizes info{1, 1, 10, 10, 10, 1, 1, 1, 3, 3, 3, 1};
  std::vector<float> out(2);
  // 10 elements, 2 results, stride 2, padding 0, dilation 3.
  launcher::run("conv1d_f32", conv1d_f32, by_element(2), {region(line), region(taps), region(info), region(out, true)},
                10, 2, 2, 0, 3, info.data(), line.data(), taps.data(), out.data());
  // With stride 2 and dilation 3, the results are the sums of elements 0, 3, 6 and 2, 5, 8.
  CHECK(out == std::vector<float>{1 + 8 + 64, 4 + 32 + 256});
}

TEST_CASE("the reference's defects: gather used the width of the source for narrower ids") {
  const std::vector<float> source{1, 2, 3, 4, 5, 6};
  const std::vector<uint32_t> ids{1, 0, 0, 1};
  std::vector<float> out(4);
  // After `out`: left size 1, 2 source rows, 2 rows of ids, and right size 3, the width of the source.
  launcher::run("gather_u32_f32", gather_u32_f32, by_element(4), {region(source), region(ids), region(out, true)}, 4,
                ids.data(), source.data(), out.data(), 1, 2, 2, 3);
  // out[j][r] = source[ids[j][r]][r]; the source has rows {1, 2, 3} and {4, 5, 6}, the ids have two columns.
  CHECK(out == std::vector<float>{4, 2, 1, 5});
}

TEST_CASE("the reference's defects: ids out of range destroyed the context") {
  const std::vector<float> rows{1, 2, 3};
  const std::vector<uint32_t> ids{1, 3};
  std::vector<float> out(2);
  std::vector<uint32_t> flag{7};
  const auto take = [&] {
    launcher::run("take_id_out_of_range", take_id_out_of_range, by_element(1), {region(flag, true)}, flag.data());
    return flag[0];
  };
  take();  // clears what earlier tests may have set
  launcher::run("is_u32_f32", is_u32_f32, by_element(2), {region(ids), region(rows), region(out, true)}, 2, 0, nullptr,
                ids.data(), rows.data(), out.data(), 1, 3, 2, 1);
  CHECK(out == std::vector<float>{2, 0});  // id 3 of three rows reads as 0
  CHECK(take() == 1);
  CHECK(take() == 0);
}

TEST_CASE("the reference's defects: any of several equal extremes of a long row was found") {
  std::vector<float> row(5000, 1);
  CHECK(reduced("fast_argmax_f32", fast_argmax_f32, row) == 0);
  CHECK(reduced("fast_argmin_f32", fast_argmin_f32, row) == 0);
  // In a block of 1024 threads with one element at a time, one thread reads both 700 and 1724, and another reads 4096.
  for (const size_t index : {700, 1724, 4096}) row[index] = 2;
  CHECK(reduced("fast_argmax_f32", fast_argmax_f32, row) == 700);
}

TEST_CASE("the reference's defects: extremes lost NaN or returned infinity for rows of only NaN") {
  CHECK(std::isnan(reduced("fast_max_f32", fast_max_f32, std::vector<float>(40, kNan))));
  CHECK(std::isnan(reduced("fast_max_f32", fast_max_f32, {1, kNan, 3})));
  CHECK(std::isnan(reduced("fast_min_f64", fast_min_f64, {1, 2, std::numeric_limits<double>::quiet_NaN()})));
  CHECK(reduced("fast_argmin_f32", fast_argmin_f32, {1, kNan, -3, kNan}) == 1);
}

TEST_CASE("the reference's defects: sums of 16-bit floats overflowed or stopped growing") {
  // 300 * 400 = 120,000 is beyond the range of half. In bfloat16, 256 + 1 is rounded to 256.
  std::vector<__half> there_and_back;
  for (int i = 0; i < 600; ++i) there_and_back.push_back(Element<__half>::nearest(i < 300 ? 400 : -400));
  CHECK(is(reduced("fast_sum_f16", fast_sum_f16, there_and_back), 0));
  const std::vector<__nv_bfloat16> ones(4096, Element<__nv_bfloat16>::nearest(1));
  CHECK(is(reduced("fast_sum_bf16", fast_sum_bf16, ones), 4096));
}

TEST_CASE("the reference's defects: the reciprocal in softmax of long rows of halves was subnormal") {
  // The sum is kColumns; its reciprocal is below the smallest normal half, 1 / 16384.
  constexpr int kColumns = 20001;
  const std::vector<__half> x(kColumns, Element<__half>::nearest(0.7L));
  std::vector<__half> out(kColumns);
  launcher::run("softmax_f16", softmax_f16, by_row(1), {region(x), region(out, true)}, x.data(), out.data(), kColumns);
  CHECK(is(out.front(), 1.0L / kColumns));
  CHECK(is(out.back(), 1.0L / kColumns));
}

TEST_CASE("the reference's defects: the variance of a layer with a large mean cancelled") {
  std::vector<float> x(64);
  // The mean is 10000.5, and the standard deviation is 0.5.
  for (size_t i = 0; i < x.size(); ++i) x[i] = i % 2 == 0 ? 10000.0f : 10001.0f;
  std::vector<float> out(x.size());
  launcher::run("layernorm_f32", layernorm_f32, by_row(1), {region(x), region(out, true)}, x.data(), out.data(),
                nullptr, nullptr, static_cast<int>(x.size()), 1024, 0.0f);
  CHECK(host::is_near(out[0], -1, 1e-5L));
  CHECK(host::is_near(out[1], 1, 1e-5L));
}

TEST_CASE("the reference's defects: norms and mean pools of doubles were computed in float") {
  // In float, the two elements are equal.
  const std::vector<double> x{1, 1 + 0x1p-40};
  std::vector<double> out(2);
  launcher::run("rmsnorm_f64", rmsnorm_f64, by_row(1), {region(x), region(out, true)}, x.data(), out.data(), nullptr, 2,
                1024, 0.0f);
  CHECK(host::is_near(out[1] - out[0], 0x1p-40L, 0x1p-50L));
  // An image of one row and two columns; the pool's window has two columns, and its steps are 1 and 2.
  const host::Sizes info{1, 1, 1, 2, 2, 2, 2, 1};
  std::vector<double> mean(1);
  launcher::run("avg_pool2d_f64", avg_pool2d_f64, by_element(1), {region(x), region(info), region(mean, true)}, 2, 1, 2,
                1, 2, info.data(), x.data(), mean.data());
  CHECK(mean[0] == 1 + 0x1p-41);
}

TEST_CASE("the reference's defects: rows beyond 8192 elements were not sorted") {
  constexpr int kColumns = 9000;
  std::vector<float> x(kColumns);
  for (int i = 0; i < kColumns; ++i) x[static_cast<size_t>(i)] = static_cast<float>(i % 3 == 0 ? i : -i);
  std::vector<uint32_t> order(kColumns);
  // 16384 is the number of columns, rounded up to a power of two.
  launcher::run("asort_asc_f32", asort_asc_f32, by_row(1), {region(x), region(order, true)}, x.data(), order.data(),
                kColumns, 16384);
  const auto goes_up = std::is_sorted(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return x[a] < x[b]; });
  CHECK(goes_up);
  std::sort(order.begin(), order.end());
  CHECK((order.front() == 0 && order.back() == kColumns - 1));
  CHECK(std::adjacent_find(order.begin(), order.end()) == order.end());
}

}  // namespace
