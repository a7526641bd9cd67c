// Kernels as templates: types, values, functors, specialisations, variadic packs, and traits in device code.
#include <type_traits>

#include "../program.cuh"

struct Square {
  template <typename T>
  __host__ __device__ T operator()(T x) const {
    return x * x;
  }
};

struct Scale {
  int factor;
  template <typename T>
  __host__ __device__ T operator()(T x) const {
    return T(x * factor);
  }
};

template <typename... Operations>
struct Chain;
template <>
struct Chain<> {
  template <typename T>
  __host__ __device__ T operator()(T x) const {
    return x;
  }
};
template <typename First, typename... Rest>
struct Chain<First, Rest...> {
  First first;
  Chain<Rest...> rest;
  template <typename T>
  __host__ __device__ T operator()(T x) const {
    return rest(first(x));
  }
};

template <typename T, int kPerThread, typename Operation>
__global__ void apply(const T* in, T* out, int count, Operation operation) {
  const int base = (blockIdx.x * blockDim.x + threadIdx.x) * kPerThread;
#pragma unroll
  for (int k = 0; k < kPerThread; ++k)
    if (base + k < count) out[base + k] = operation(in[base + k]);
}

// A number for the kind of a type, plus its size.
template <typename T>
__device__ int kind() {
  if constexpr (std::is_floating_point<T>::value)
    return 100 + sizeof(T);
  else if constexpr (std::is_signed<T>::value)
    return 200 + sizeof(T);
  else
    return 300 + sizeof(T);
}
template <>
__device__ int kind<bool>() {
  return 1;
}

template <typename... Types>
__global__ void kinds(int* out) {
  int i = 0;
  ((out[i++] = kind<Types>()), ...);
}

template <unsigned kN>
struct Fibonacci {
  static constexpr unsigned value = Fibonacci<kN - 1>::value + Fibonacci<kN - 2>::value;
};
template <>
struct Fibonacci<1> {
  static constexpr unsigned value = 1;
};
template <>
struct Fibonacci<0> {
  static constexpr unsigned value = 0;
};

template <unsigned kN>
__global__ void compute_at_compile_time(unsigned* out) {
  *out = Fibonacci<kN>::value;
}

template <typename T, int kPerThread, typename Operation>
void check(Operation operation, const char* what) {
  const int count = 777;
  std::vector<T> in(count), expected(count);
  for (int i = 0; i < count; ++i) {
    in[i] = T(i % 50);
    expected[i] = operation(in[i]);
  }
  DeviceArray<T> device_in(in), out(count);
  apply<T, kPerThread><<<blocks_for(count, 64 * kPerThread), 64>>>(device_in.get(), out.get(), count, operation);
  CUDA_CHECK_KERNEL();
  expect(out.host() == expected, what);
}

int main() {
  check<int, 1>(Square{}, "squares of int");
  check<double, 4>(Square{}, "squares of double");
  check<short, 3>(Scale{5}, "multiples of short");
  check<long long, 2>(Chain<Square, Scale, Square>{Square{}, {Scale{3}, {Square{}, {}}}}, "a chain of operations");

  DeviceArray<int> out(6);
  kinds<float, double, int, unsigned char, bool, long long><<<1, 1>>>(out.get());
  CUDA_CHECK_KERNEL();
  expect(out.host() == std::vector<int>({104, 108, 204, 301, 1, 208}), "kinds of types");

  DeviceArray<unsigned> number(1);
  compute_at_compile_time<30><<<1, 1>>>(number.get());
  CUDA_CHECK_KERNEL();
  expect(number.host()[0] == 832040, "a number of Fibonacci");
  std::printf("F(30) = %u\n", number.host()[0]);
  return verdict();
}
