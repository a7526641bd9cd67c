// Compares Thrust's vectors and algorithms on the device with the standard library's.
#include <algorithm>
#include <numeric>
#include <random>
#include <thrust/binary_search.h>
#include <thrust/complex.h>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/partition.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/swap.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/unique.h>
#include <thrust/universal_vector.h>

#include "check.cuh"

namespace {

struct Saxpy {
  float a;
  __host__ __device__ float operator()(float x, float y) const { return a * x + y; }
};
struct IsEven {
  __device__ bool operator()(int x) const { return x % 2 == 0; }
};
struct Sums {
  template <class Tuple>
  __device__ void operator()(Tuple t) const {
    thrust::get<2>(t) = thrust::get<0>(t) + thrust::get<1>(t);
  }
};
struct ByFirst {
  __host__ __device__ bool operator()(const int2& a, const int2& b) const { return a.x < b.x; }
};

// Sorts the first five values and sets the sixth to their sum.
__global__ void in_kernel(int* values) {
  thrust::sort(thrust::seq, values, values + 5);
  values[5] = thrust::reduce(thrust::seq, values, values + 5, 0);
}

std::vector<int> host_of(const thrust::device_vector<int>& values) {
  std::vector<int> copy(values.size());
  thrust::copy(values.begin(), values.end(), copy.begin());
  return copy;
}
// Pseudo-random values from -128 to 127 (Knuth's multiplicative hash).
std::vector<int> mixed(size_t count) {
  std::vector<int> values;
  for (unsigned int i = 0; i < count; ++i) values.push_back(static_cast<int>((i * 2654435761u) >> 24u) - 128);
  return values;
}

void check_vectors() {
  thrust::host_vector<float> host(10, 1.5f);
  thrust::device_vector<float> a = host, b(10), c;
  a[3] = 4;
  a[4] += 1;
  CHECK(a[3] == 4.0f && a[4] == 2.5f && a[9] == 1.5f && b[0] == 0.0f);
  thrust::sequence(b.begin(), b.end());
  thrust::transform(a.begin(), a.end(), b.begin(), b.begin(), Saxpy{2});
  c = b;
  host = c;
  // 2 * 1.5 + 0, 2 * 4 + 3 and 2 * 1.5 + 9
  CHECK(host[0] == 3.0f && host[3] == 11.0f && host[9] == 12.0f);
  c.push_back(7);
  c.resize(12, 8);
  CHECK(c.size() == 12 && c.front() == 3.0f && c[10] == 7.0f && c.back() == 8.0f);
  c.erase(c.begin() + 1, c.begin() + 3);
  CHECK(c.size() == 10 && c[1] == 11.0f && c[9] == 8.0f);
  CHECK(a != b && a == thrust::device_vector<float>(a.begin(), a.end()));

  thrust::device_vector<int> six(std::vector<int>{5, 1, 4, 2, 3, 0});
  in_kernel<<<1, 1>>>(thrust::raw_pointer_cast(six.data()));
  CHECK((host_of(six) == std::vector<int>{1, 2, 3, 4, 5, 15}));
  const auto pointer = thrust::device_pointer_cast(thrust::raw_pointer_cast(&six[2]));
  CHECK(*pointer == 3 && pointer - six.data() == 2);
}

void check_loops(const std::vector<int>& values) {
  const int n = static_cast<int>(values.size());
  const thrust::device_vector<int> in = values;
  thrust::device_vector<int> out(n);
  CHECK(thrust::reduce(in.begin(), in.end()) == std::accumulate(values.begin(), values.end(), 0));
  CHECK(thrust::count_if(in.begin(), in.end(), IsEven()) ==
        std::count_if(values.begin(), values.end(), [](int x) { return x % 2 == 0; }));
  CHECK(thrust::inner_product(in.begin(), in.end(), in.begin(), 1) ==
        std::inner_product(values.begin(), values.end(), values.begin(), 1));
  const int largest = thrust::transform_reduce(
      in.begin(), in.end(), [] __device__(int x) { return -x; }, -1000, thrust::maximum<int>());
  CHECK(n == 0 ? largest == -1000 : largest == -*std::min_element(values.begin(), values.end()));
  CHECK(thrust::max_element(in.begin(), in.end()) - in.begin() ==
        std::max_element(values.begin(), values.end()) - values.begin());
  CHECK(thrust::find(in.begin(), in.end(), 17) - in.begin() ==
        std::find(values.begin(), values.end(), 17) - values.begin());

  std::vector<int> expected(n);
  thrust::inclusive_scan(in.begin(), in.end(), out.begin());
  std::partial_sum(values.begin(), values.end(), expected.begin());
  CHECK(host_of(out) == expected);
  const cudaStream_t stream = nullptr;
  thrust::exclusive_scan(thrust::cuda::par.on(stream), out.begin(), out.end(), out.begin(), 3, thrust::maximum<int>());
  std::exclusive_scan(expected.begin(), expected.end(), expected.begin(), 3,
                      [](int a, int b) { return std::max(a, b); });
  CHECK(host_of(out) == expected);
  thrust::device_vector<int> sums(n);
  const auto zipped =
      thrust::make_zip_iterator(thrust::make_tuple(in.begin(), thrust::make_counting_iterator(5), sums.begin()));
  thrust::for_each(zipped, zipped + n, Sums());
  for (int i = 0; i < n; ++i) expected[i] = values[i] + 5 + i;
  CHECK(host_of(sums) == expected);
}

void check_sorts(const std::vector<int>& values) {
  thrust::device_vector<int> keys = values, positions(values.size());
  std::vector<int> expected = values, order(values.size());
  thrust::sequence(positions.begin(), positions.end());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return values[a] > values[b]; });
  thrust::stable_sort_by_key(keys.begin(), keys.end(), positions.begin(), thrust::greater<int>());
  CHECK(host_of(positions) == order);
  std::sort(expected.begin(), expected.end());
  thrust::sort(thrust::device, keys.begin(), keys.end());
  CHECK(host_of(keys) == expected);

  // A sort with its own comparison is stable too.
  std::vector<int2> pairs;
  for (size_t i = 0; i < values.size(); ++i) pairs.push_back(make_int2(values[i], static_cast<int>(i)));
  thrust::device_vector<int2> sorted = pairs;
  thrust::stable_sort(sorted.begin(), sorted.end(), ByFirst());
  std::stable_sort(pairs.begin(), pairs.end(), ByFirst());
  const thrust::host_vector<int2> got = sorted;
  size_t different = 0;
  for (size_t i = 0; i < pairs.size(); ++i) different += got[i].x != pairs[i].x || got[i].y != pairs[i].y;
  CHECK(different == 0);
  thrust::host_vector<int> on_host(values.begin(), values.end());
  thrust::sort(on_host.begin(), on_host.end());
  CHECK(std::equal(expected.begin(), expected.end(), on_host.begin()));

  thrust::device_vector<int> wanted(std::vector<int>{-200, 0, 17, 500}), bounds(4);
  thrust::upper_bound(keys.begin(), keys.end(), wanted.begin(), wanted.end(), bounds.begin());
  for (const size_t i : {0, 1, 2, 3})
    CHECK(bounds[i] == std::upper_bound(expected.begin(), expected.end(), wanted[i]) - expected.begin());
}

void check_selections(const std::vector<int>& values) {
  const auto even = [](int x) { return x % 2 == 0; };
  thrust::device_vector<int> all = values, out(2 * values.size()), counts(values.size());
  std::vector<int> expected;
  std::copy_if(values.begin(), values.end(), std::back_inserter(expected), even);
  out.resize(thrust::copy_if(all.begin(), all.end(), out.begin(), IsEven()) - out.begin());
  CHECK(host_of(out) == expected);
  thrust::device_vector<int> rest = all;
  rest.erase(thrust::remove_if(rest.begin(), rest.end(), IsEven()), rest.end());
  thrust::stable_partition(all.begin(), all.end(), IsEven());
  const std::vector<int> odd = host_of(rest);
  expected.insert(expected.end(), odd.begin(), odd.end());
  CHECK(odd.size() + out.size() == values.size() && host_of(all) == expected);

  std::vector<int> sorted = values, other, both;
  std::sort(sorted.begin(), sorted.end());
  // Each number twice, because set operations keep repeated elements.
  for (int i = -50; i < 300; ++i) other.insert(other.end(), 2, i);
  thrust::device_vector<int> a = sorted, b = other, runs(values.size());
  thrust::device_vector<int> merged(sorted.size() + other.size());
  merged.resize(thrust::set_intersection(a.begin(), a.end(), b.begin(), b.end(), merged.begin()) - merged.begin());
  std::set_intersection(sorted.begin(), sorted.end(), other.begin(), other.end(), std::back_inserter(both));
  CHECK(host_of(merged) == both);
  merged.resize(sorted.size() + other.size());
  merged.resize(thrust::set_union(a.begin(), a.end(), b.begin(), b.end(), merged.begin()) - merged.begin());
  both.clear();
  std::set_union(sorted.begin(), sorted.end(), other.begin(), other.end(), std::back_inserter(both));
  CHECK(host_of(merged) == both);
  const auto ends =
      thrust::reduce_by_key(a.begin(), a.end(), thrust::make_constant_iterator(1), runs.begin(), counts.begin());
  runs.resize(ends.first - runs.begin());
  a.erase(thrust::unique(a.begin(), a.end()), a.end());
  CHECK(a == runs);
  for (size_t i = 0; i < std::min<size_t>(runs.size(), 3); ++i)
    CHECK(counts[i] == std::count(values.begin(), values.end(), static_cast<int>(runs[i])));
}

void check_random() {
  thrust::default_random_engine ours(7), ahead(7);
  std::minstd_rand theirs(7);
  ahead.discard(1001);
  for (int i = 0; i < 1000; ++i) CHECK(ours() == theirs());
  ours();  // number 1001
  CHECK(ahead() == ours());
}

using Complex = thrust::complex<float>;

// A class with a constructor from each type compiles only if they are different types.
struct Number {
  float real;
  explicit Number(const std::complex<float>& z) : real(z.real()) {}
  explicit Number(const Complex& z) : real(-z.real()) {}
};

struct Formula {
  __host__ __device__ Complex operator()(Complex a) const {
    Complex b = a.real() > 0 ? a : a * a;
    b *= 2.0f;
    thrust::swap(a, b);
    return (thrust::exp(b) + conj(a) / b - 1.0f) * thrust::abs(a);
  }
};

// Gathers and scatters only the elements whose stencil is true.
void check_gather_and_scatter_by_stencil() {
  const std::vector<int> positions{3, 0, 2, 1}, stencil{1, 0, 7, 1}, values{10, 20, 30, 40};
  const thrust::device_vector<int> map = positions, asked = stencil, in = values;
  thrust::device_vector<int> out(4, -1);
  thrust::gather_if(map.begin(), map.end(), asked.begin(), in.begin(), out.begin());
  CHECK(std::vector<int>(out.begin(), out.end()) == (std::vector<int>{40, -1, 30, 20}));
  // Only the third stencil, 7, is above 1, and out[2] is already 30.
  thrust::scatter_if(thrust::device, in.begin(), in.end(), map.begin(), asked.begin(), out.begin(),
                     thrust::placeholders::_1 > 1);
  CHECK(std::vector<int>(out.begin(), out.end()) == (std::vector<int>{40, -1, 30, 20}));
  thrust::scatter_if(in.begin(), in.end(), map.begin(), asked.begin(), out.begin());
  CHECK(std::vector<int>(out.begin(), out.end()) == (std::vector<int>{40, 40, 30, 10}));
  CHECK(out[3]++ == 10);
  CHECK(out[3] == 11);
  out.insert(out.begin() + 1, 2, 5);
  CHECK(std::vector<int>(out.begin(), out.end()) == (std::vector<int>{40, 5, 5, 40, 30, 11}));
}

void check_complex() {
  thrust::device_vector<Complex> numbers(3);
  numbers[0] = Complex(1, 2);
  numbers[1] = Complex(-1, 0.5f);
  numbers[2] = Complex(0.25f);
  const thrust::host_vector<Complex> before = numbers;
  thrust::transform(numbers.begin(), numbers.end(), numbers.begin(), Formula());
  for (size_t i = 0; i < 3; ++i) {
    const std::complex<float> a = before[i], scaled = (a.real() > 0 ? a : a * a) * 2.0f;
    const std::complex<float> expected = (std::exp(a) + std::conj(scaled) / a - 1.0f) * std::abs(scaled);
    // A float's last place is 1e-7 of its value, and the formula has several roundings.
    CHECK(std::abs(Complex(numbers[i]) - expected) < 1e-5f * std::abs(expected));
  }
  CHECK(Number(Complex(2)).real == -2);
  CHECK(Number(std::complex<float>(2)).real == 2);
}

struct Halved {
  __host__ __device__ float operator()(int x) const { return 0.5f * static_cast<float>(x); }
};

void check_transformed_output() {
  thrust::universal_vector<float> halves(3);
  const thrust::device_vector<int> in(std::vector<int>{1, 2, 3});
  thrust::copy(in.begin(), in.end(), thrust::make_transform_output_iterator(halves.begin(), Halved()));
  const float* values = thrust::raw_pointer_cast(halves.data());
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(values[0] == 0.5f && values[1] == 1.0f && values[2] == 1.5f);
}

}  // namespace

int main() {
  check_vectors();
  check_transformed_output();
  check_gather_and_scatter_by_stencil();
  check_complex();
  check_random();
  // On the device, tiles have 2048 items: no tile, parts of one, and more than one.
  for (const size_t count : {0, 1, 700, 2100}) {
    const std::vector<int> values = mixed(count);
    check_loops(values);
    check_sorts(values);
    check_selections(values);
  }
  return failures == 0 ? 0 : 1;
}
