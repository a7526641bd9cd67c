// Operands of different types: complex numbers with numbers of every kind, and atomic sums of vectors.
#include <cuda_runtime.h>
#include <thrust/complex.h>
#include <type_traits>

namespace mixed_types {

using Single = thrust::complex<float>;
using Double = thrust::complex<double>;

static_assert(std::is_trivial<Single>::value && sizeof(Single) == 8 && alignof(Single) == 8, "");
static_assert(std::is_trivial<Double>::value && sizeof(Double) == 16 && alignof(Double) == 16, "");

// The result has the type of the wider component, whichever side it is on.
static_assert(std::is_same<decltype(Single() * 2.0f), Single>::value, "");
static_assert(std::is_same<decltype(Single() - 1), Single>::value, "");
static_assert(std::is_same<decltype(2u / Single()), Single>::value, "");
static_assert(std::is_same<decltype(Single() * 2.0), Double>::value, "");
static_assert(std::is_same<decltype(1.0 - Single()), Double>::value, "");
static_assert(std::is_same<decltype(Single() + Double()), Double>::value, "");

__device__ void put(double*& out, const Double& z) {
  *out++ = z.real();
  *out++ = z.imag();
}
template <class A, class B>
__device__ void arithmetic(const A& a, const B& b, double*& out) {
  put(out, a + b);
  put(out, a - b);
  put(out, a * b);
  put(out, a / b);
}

}  // namespace mixed_types

extern "C" __global__ void mixed_types_complex(const float* in, double* out) {
  using namespace mixed_types;
  // Complex numbers are trivial types without a constructor, so they can be in shared memory.
  __shared__ Single shared[2];
  shared[0] = Single(in[0], in[1]);
  shared[1] = Single(in[2], in[3]);
  const Single a = shared[0];
  const Double b(shared[1]);
  const float f = in[4];
  arithmetic(a, f, out);
  arithmetic(f, a, out);
  arithmetic(a, 2, out);
  arithmetic(4, a, out);
  arithmetic(a, 0.5, out);
  arithmetic(b, f, out);
  arithmetic(a, b, out);
  arithmetic(b, a, out);
  arithmetic(a, 8u, out);
  arithmetic(static_cast<short>(2), b, out);
  Single c = a;
  static_assert(std::is_same<decltype(c += 1.0), Single&>::value, "");
  ((c += 1) *= 2.0) -= b;
  c /= 2u;
  put(out, c);
  c = 3;
  put(out, -c);
}

extern "C" __global__ void mixed_types_comparisons(const float* in, int* out) {
  using namespace mixed_types;
  const Single a(in[0], in[1]), real(in[0]);
  const Double b(a);
  const bool results[] = {a == b,
                          b == a,
                          a != b,
                          real == 2,
                          2.0 == real,
                          real != 2u,
                          a == 2,
                          2.0f != a,
                          a == std::complex<float>(2, 3),
                          std::complex<double>(2, 3) != a,
                          a == Single(2, 4),
                          a != Double(2, 4)};
  for (const bool result : results) *out++ = result;
}

extern "C" __global__ void mixed_types_functions(const float* in, double* out) {
  using namespace mixed_types;
  const Single a(in[0], in[1]);
  put(out, thrust::pow(a, 2));
  put(out, thrust::pow(a, Double(2)));
  put(out, thrust::pow(2.0, a));
  put(out, thrust::polar(in[0], 0.25));
  put(out, thrust::polar(in[0]));
  put(out, thrust::exp(a * 1.0));
  put(out, thrust::sqrt(a + 1));
  put(out, thrust::norm(a) + thrust::conj(a));
}

// Each thread adds its vector; the previous value that it gets is one of the partial sums.
extern "C" __global__ void mixed_types_atomics(const float4* in, float4* fours, float2* twos, float* before) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ float4 shared;
  if (threadIdx.x == 0) shared = make_float4(0, 0, 0, 0);
  __syncthreads();
  const float4 value = in[i];
  before[i] = atomicAdd(fours, value).w;
  atomicAdd_system(fours + 1, value);
  atomicAdd(twos, make_float2(value.x, value.y));
  atomicAdd_system(twos + 1, make_float2(value.z, value.w));
  atomicAdd_block(&shared, value);
  __syncthreads();
  if (threadIdx.x == 0) fours[2 + blockIdx.x] = shared;
}
