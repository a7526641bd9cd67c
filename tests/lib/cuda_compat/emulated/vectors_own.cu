// A program's own types that vectors convert to, and its own operators for CUDA's vectors, which have none.
//
// These operators deliberately differ from any usual vector operator, so that the results show which one was called.
#include <cuda_runtime.h>
#include <type_traits>

namespace vectors_own {

struct P {
  double x, y, z;
  __host__ __device__ P(double s) : x(s), y(s), z(s) {}
  __host__ __device__ P(const double3& v) : x(v.x), y(v.y), z(v.z) {}
};
__host__ __device__ P operator*(double s, const P& p) {
  return P(make_double3(s * p.x, s + p.y, s - p.z));
}
__host__ __device__ P operator-(const P& p) {
  return P(make_double3(p.z, p.y, p.x));
}
__host__ __device__ bool operator==(const P& a, const P& b) {
  return a.x == b.y;
}

// Detects whether a type has an operator+. Without one, it computes something that no addition gives.
template <class T, class = void>
struct Adder {
  static __device__ T add(T a, T b) { return T{a.x - b.x, a.y * b.y}; }
};
template <class T>
struct Adder<T, std::void_t<decltype(T() + T())>> {
  static __device__ T add(T a, T b) { return a + b; }
};

}  // namespace vectors_own

extern "C" __global__ void vectors_own_conversions(const double3* in, double* out) {
  using namespace vectors_own;
  const double3 v = in[0];
  const P scaled = 2.0 * v, negated = -v;
  out[0] = scaled.x;
  out[1] = scaled.y;
  out[2] = scaled.z;
  out[3] = negated.x;
  out[4] = v == in[1] ? 1 : 0;
}

extern "C" __global__ void vectors_own_choices(const short2* in, short2* out) {
  out[0] = vectors_own::Adder<short2>::add(in[0], in[1]);
}
