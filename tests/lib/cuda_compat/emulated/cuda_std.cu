// cuda::std on a device: the result of each function is in one element of the output.
#include <cuda/annotated_ptr>
#include <cuda/cmath>
#include <cuda/functional>
#include <cuda/std/algorithm>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/chrono>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/cstdint>
#include <cuda/std/functional>
#include <cuda/std/iterator>
#include <cuda/std/limits>
#include <cuda/std/memory>
#include <cuda/std/numbers>
#include <cuda/std/numeric>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <nv/target>
#include <nvfunctional>

namespace {

__device__ int total(cuda::std::span<const int> values) {
  int sum = 0;
  for (const int value : values) sum += value;
  return sum;
}

struct DeviceOnly {
  __device__ int operator()(int value) const { return value * 3; }
};

__device__ cuda::std::tuple<float, int> halved(int value) {
  return {0.5f * static_cast<float>(value), value / 2};
}

}  // namespace

extern "C" __global__ void cuda_std_tuples(int* out) {
  cuda::std::tuple<int, float, long> values{1, 2.5f, 3};
  cuda::std::tuple<int, float, long> copy;
  copy = values;
  cuda::std::get<0>(copy) = 10;
  *out++ = cuda::std::get<0>(values) + cuda::std::get<0>(copy) + static_cast<int>(cuda::std::get<long>(copy));
  *out++ = (values == copy) + 2 * (values < copy) + 4 * (values != copy);
  int whole = 0;
  float real = 0;
  cuda::std::tie(real, whole) = halved(7);
  *out++ = static_cast<int>(real * 10) + whole;
  cuda::std::tie(cuda::std::ignore, whole) = halved(9);
  *out++ = whole;
  const auto [first, second] = halved(5);
  *out++ = static_cast<int>(first * 2) * 10 + second;
  *out++ = cuda::std::apply([](int a, float b, long c) { return a * 100 + static_cast<int>(b * 4) + c; }, values);
  const auto all = cuda::std::tuple_cat(values, copy, cuda::std::make_tuple(7));
  *out++ = static_cast<int>(cuda::std::tuple_size<decltype(all)>::value) * 10 + cuda::std::get<6>(all);
  cuda::std::pair<int, float> pair;
  pair = cuda::std::make_pair(3, 1.5f);
  auto& [key, value] = pair;
  key += 1;
  const cuda::std::tuple<int, int> of_pair(pair);
  *out++ = pair.first * 100 + static_cast<int>(cuda::std::get<1>(pair) * 2) + cuda::std::get<1>(of_pair);
  cuda::std::swap(values, copy);
  *out++ = cuda::std::get<0>(values);
}

extern "C" __global__ void cuda_std_containers(int* out) {
  cuda::std::array<int, 4> values{4, 1, 3, 2};
  cuda::std::array<int, 4> filled;
  filled.fill(7);
  *out++ = values[2] + values.at(1) + values.front() + values.back();
  *out++ = filled[0] + filled[3] + static_cast<int>(filled.size());
  const auto [first, second, third, fourth] = values;
  *out++ = first * 1000 + second * 100 + third * 10 + fourth;
  *out++ = cuda::std::get<2>(values) + static_cast<int>(cuda::std::tuple_size<decltype(values)>::value);
  *out++ = (values == values) + 2 * (values != filled) + 4 * (values < filled);
  *out++ = total(values);
  int c_array[5] = {1, 2, 3, 4, 5};
  cuda::std::span<int> all(c_array);
  *out++ = total(all.subspan(1, 3)) * 100 + total({c_array, 2}) * 10 + total(all.last(1));
  all[0] = 50;
  *out++ = c_array[0] + static_cast<int>(all.size_bytes());
  const auto tuple = cuda::std::make_tuple(1, 2.5f, 3.0);
  const auto [whole, half, real] = tuple;
  *out++ = whole + static_cast<int>(half * 2) + static_cast<int>(real) + cuda::std::get<0>(tuple);
  cuda::std::optional<int> maybe;
  *out++ = maybe.value_or(9) + (maybe ? 100 : 0);
  maybe = 5;
  *out++ = *maybe;
  cuda::std::pair<int, int> pair{1, 2};
  cuda::std::swap(pair.first, pair.second);
  *out++ = pair.first * 10 + pair.second + cuda::std::exchange(pair.first, 90) + pair.first;
  cuda::annotated_ptr<int, cuda::access_property::persisting> persisting_pointer(c_array);
  *out++ = persisting_pointer[1] + *cuda::associate_access_property(c_array + 2, cuda::access_property::streaming());
}

extern "C" __global__ void cuda_std_algorithms(const int* in, int count, int* out) {
  cuda::std::copy_n(in, count, out);
  cuda::std::sort(out, out + count);
  out += count;
  cuda::std::copy(in, in + count, out);
  cuda::std::stable_sort(out, out + count, [](int left, int right) { return left % 10 < right % 10; });
  out += count;
  cuda::std::transform(in, in + count, out, DeviceOnly());
  cuda::std::reverse(out, out + count);
  out += count;
  cuda::std::partial_sum(in, in + count, out);
  out += count;
  const int* sorted = out - 4 * count;
  *out++ = cuda::std::accumulate(in, in + count, 10);
  *out++ = cuda::std::inner_product(in, in + count, in, 0);
  *out++ = static_cast<int>(cuda::std::lower_bound(sorted, sorted + count, 30) - sorted);
  *out++ = static_cast<int>(cuda::std::upper_bound(sorted, sorted + count, 30) - sorted);
  *out++ = cuda::std::binary_search(sorted, sorted + count, in[3]);
  *out++ = static_cast<int>(cuda::std::max_element(in, in + count) - in);
  *out++ = static_cast<int>(cuda::std::min_element(in, in + count) - in);
  *out++ = static_cast<int>(cuda::std::count_if(in, in + count, [](int value) { return value % 2 == 0; }));
  *out++ = cuda::std::is_sorted(sorted, sorted + count) + 2 * cuda::std::is_sorted(in, in + count);
  *out++ = cuda::std::clamp(50, 0, 20) + cuda::std::min(3, 4) + cuda::std::max(5, 6);
  *out++ = cuda::std::invoke(DeviceOnly(), 5) + cuda::std::plus<>()(1, 2);
}

extern "C" __global__ void cuda_std_bits(const unsigned* in, int* out) {
  const unsigned value = in[threadIdx.x];
  const auto narrow = static_cast<unsigned char>(value);
  out += threadIdx.x * 10;
  *out++ = cuda::std::popcount(value);
  *out++ = cuda::std::countl_zero(value);
  *out++ = cuda::std::countr_zero(value);
  *out++ = cuda::std::countl_zero(narrow);
  *out++ = cuda::std::countr_one(narrow);
  *out++ = static_cast<int>(cuda::std::rotl(value, 5));
  *out++ = static_cast<int>(cuda::std::rotr(narrow, 3));
  *out++ = cuda::std::bit_width(value);
  *out++ = static_cast<int>(cuda::std::bit_floor(value));
  *out++ = cuda::std::has_single_bit(value);
}

extern "C" __global__ void cuda_std_numbers(const double* in, double* out) {
  const double x = in[0], y = in[1];
  *out++ = cuda::std::sqrt(x) + cuda::std::floor(y);
  *out++ = cuda::std::fma(x, y, 1.0);
  *out++ = cuda::std::abs(-x);
  *out++ = cuda::std::numeric_limits<float>::max();
  *out++ = cuda::std::numeric_limits<int>::lowest();
  *out++ = cuda::std::numbers::pi;
  const cuda::std::complex<double> z(x, y);
  const auto product = z * cuda::std::conj(z) + cuda::std::complex<double>(1, 2);
  *out++ = product.real();
  *out++ = product.imag();
  *out++ = cuda::ceil_div(10, 4) + cuda::round_up(10, 4) * 100;
  *out++ = cuda::minimum<>()(x, y) + cuda::maximum<double>()(x, y) * 100;
  *out++ = cuda::std::bit_cast<double>(cuda::std::bit_cast<cuda::std::uint64_t>(x) + 1);
  NV_IF_ELSE_TARGET(NV_IS_DEVICE, (*out++ = 1;), (*out++ = 2;))
  NV_IF_TARGET(NV_IS_HOST, (*out = 3;))
  static_assert(cuda::std::is_same<cuda::std::remove_cv_t<const int>, int>::value, "cuda::std has std's traits");
}

extern "C" __global__ void cuda_std_functions(int offset, int* out) {
  nvstd::function<int(int)> function = [offset](int value) { return value + offset; };
  *out++ = function(3);
  const nvstd::function<int(int)> copy = function;
  function = DeviceOnly();
  *out++ = function(5) * 100 + copy(5);
  function = nullptr;
  *out++ = (function == nullptr) + 2 * static_cast<bool>(copy);
  int sum = 0;
  const nvstd::function<void(int)> add = [&](int value) { sum += value; };
  for (int i = 0; i < 5; ++i) add(i);
  *out++ = sum;
  const auto before = cuda::std::chrono::high_resolution_clock::now();
  const auto after = cuda::std::chrono::high_resolution_clock::now();
  *out++ = after >= before && after - before < cuda::std::chrono::seconds(100);
}

// `large` is the largest int, so that it is known only when the kernel runs.
extern "C" __global__ void cuda_std_later_standards(int large, int* out) {
  enum class Colour : short { red = 7 };
  static_assert(cuda::std::is_same_v<cuda::std::remove_cvref_t<const int&>, cuda::std::type_identity_t<int>>);
  static_assert(cuda::std::is_bounded_array_v<int[3]> && !cuda::std::is_bounded_array_v<int[]>);
  static_assert(cuda::std::is_unbounded_array_v<int[]> && !cuda::std::is_unbounded_array_v<int[3]>);
  static_assert(cuda::std::is_same_v<decltype(cuda::std::to_underlying(Colour::red)), short>);
  const cuda::std::identity same;
  *out++ = &same(large) == &large;
  *out++ = cuda::std::midpoint(large, large - 3) - large;
  *out++ = cuda::std::midpoint(large - 3, large) - large;
  *out++ = cuda::std::midpoint(-large - 1, large);
  const float largest = cuda::std::numeric_limits<float>::max() * (large > 0);
  *out++ = cuda::std::midpoint(largest, largest) == largest;
  *out++ = static_cast<int>(cuda::std::midpoint(2.0f * (large > 0), 5.0f) * 10);
  const int numbers[5] = {1, 2, 3, 4, 5};
  *out++ = *cuda::std::midpoint(numbers, numbers + 4);
  *out++ = *cuda::std::to_address(numbers + 1);
  *out++ = static_cast<int>(cuda::std::ssize(numbers));
  *out++ = cuda::std::to_underlying(Colour::red);
  const int minus_one = large < 0 ? 1 : -1;
  *out++ = cuda::std::cmp_equal(minus_one, 0xffffffffu) + 2 * cuda::std::cmp_not_equal(minus_one, 0xffffffffu);
  *out++ = cuda::std::cmp_less(minus_one, 1u) + 2 * cuda::std::cmp_less(1u, minus_one) +
           4 * cuda::std::cmp_greater(1u, minus_one) + 8 * cuda::std::cmp_greater_equal(minus_one, 1u) +
           16 * cuda::std::cmp_less_equal(1ull, large);
  *out++ = cuda::std::in_range<unsigned char>(minus_one) + 2 * cuda::std::in_range<unsigned char>(255) +
           4 * cuda::std::in_range<short>(large) + 8 * cuda::std::in_range<int>(static_cast<unsigned>(large) + 1);
}
