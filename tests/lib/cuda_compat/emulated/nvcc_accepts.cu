// Code that nvcc accepts and clang alone refuses: execution spaces that a definition inherits from its declaration,
// shared variables whose type has a constructor, host functions in host device functions, template arguments in
// attributes.
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>

namespace inherited {

struct Point {
  float x, y;
  __host__ __device__ Point(float a, float b);
  __host__ __device__ float square() const;
  static __device__ int count();
  __host__ __device__ Point operator+(const Point& other) const;
  template <class T>
  __device__ T as() const;
};
template <class T>
struct Pair {
  using type = T;
  T a, b;
  __device__ type sum() const;
};
struct Secret {
  friend __device__ int reveal(const Secret& secret);
  __host__ __device__ explicit Secret(int v);

 private:
  int value;
};
__host__ __device__ int twice(int x);
template <class T>
__device__ T thrice(T x);

inline float Point::square() const {
  return x * x + y * y;
}
Point::Point(float a, float b) : x(a), y(b) {}
int Point::count() {
  return 7;
}
Point Point::operator+(const Point& other) const {
  return Point(x + other.x, y + other.y);
}
template <class T>
T Point::as() const {
  return static_cast<T>(x * 10);
}
template <class T>
typename Pair<T>::type Pair<T>::sum() const {
  return a + b;
}
template <>
double Pair<double>::sum() const {
  return a - b;
}
Secret::Secret(int v) : value(v) {}
int reveal(const Secret& secret) {
  return secret.value;
}
int twice(int x) {
  return 2 * x;
}
template <class T>
T thrice(T x) {
  return 3 * x;
}
template <>
int thrice<int>(int x) {
  return 30 * x;
}

}  // namespace inherited

extern "C" __global__ void nvcc_accepts_inherited(float* out, int n) {
  using namespace inherited;
  const Point p(n, 2), q = p + Point(1, 1);
  out[0] = p.square();
  out[1] = q.square();
  out[2] = Point::count();
  out[3] = p.as<int>();
  out[4] = Pair<int>{n, 4}.sum();
  out[5] = static_cast<float>(Pair<double>{1.0 * n, 4}.sum());
  out[6] = reveal(Secret(n));
  out[7] = twice(n);
  out[8] = thrice(1.5f);
  out[9] = thrice(n);
}

namespace constructed {

struct WithInitialisers {
  int a = 3;
  float b = 2.5f;
};
struct WithConstructor {
  int a;
  __device__ WithConstructor() : a(1) {}
};
template <class T>
struct Nested {
  WithInitialisers inner;
  T more[2];
};

template <class T>
__device__ T reversed(const T* in, T* out) {
  __shared__ Nested<T> all[64];
  all[threadIdx.x].more[1] = in[threadIdx.x];
  __syncthreads();
  return *out = all[blockDim.x - 1 - threadIdx.x].more[1];
}

}  // namespace constructed

extern "C" __global__ void nvcc_accepts_shared(const int* in, int* out, int* bytes) {
  using namespace constructed;
  __shared__ WithInitialisers one, two[2];
  __shared__ __align__(16) WithConstructor many[64];
  if (threadIdx.x == 0) {
    one.a = 5;
    two[1].a = 6;
    bytes[0] = sizeof(one);
    bytes[1] = sizeof(many);
    bytes[2] = reinterpret_cast<unsigned long long>(&many) % 16;
  }
  many[threadIdx.x].a = in[threadIdx.x];
  __syncthreads();
  reversed(in, out + threadIdx.x);
  out[threadIdx.x] += 1000 * many[(threadIdx.x + 1) % blockDim.x].a + 100000 * (one.a + two[1].a);
}

// Functions for host and device that call host functions. The test's inputs, 0 to 63, do not reach those calls.
namespace both {

void only_host(int);
struct Checked {
  int value;
  __host__ __device__ explicit Checked(int v) : value(v) {
    if (v < 0) only_host(v);
  }
  __host__ __device__ int get() const {
    if (value < 0) std::exit(1);
    return value;
  }
  // The input has no such value.
  __host__ __device__ ~Checked() {
    if (value == 12345) only_host(value);
  }
};
__host__ __device__ int checked(int x) {
  if (x < 0) std::abort();
  return x;
}
__host__ __device__ int summed(int x) {
  if (x < 0) {
    std::vector<int> numbers;
    numbers.push_back(x);
    return static_cast<int>(numbers.size());
  }
  return x;
}
template <class T>
__host__ __device__ T clamped(T x) {
  if (x > 1000) only_host(static_cast<int>(x));
  return x > 50 ? T(50) : x;
}

}  // namespace both

extern "C" __global__ void nvcc_accepts_host_calls(const int* in, int* out) {
  using namespace both;
  const int x = in[threadIdx.x];
  const Checked value(x);
  auto twice = [] __host__ __device__(int y) {
    if (y < 0) only_host(y);
    return 2 * y;
  };
  out[threadIdx.x] = value.get() + checked(x) + summed(x) + clamped(x) + twice(x);
}

namespace bounds {

template <int a, int b>
struct Sizes {
  static constexpr int threads = a * b;
  static constexpr int blocks = b / 2;
};
template <int a, int b>
__global__ void __launch_bounds__(Sizes<a, b>::threads) one(int* out) {
  out[threadIdx.x] = a * 100 + b;
}
template <int a, int b>
__global__ void __launch_bounds__(Sizes<a, b>::threads, Sizes<a, Sizes<1, b>::threads>::blocks) two(int* out) {
  out[threadIdx.x] = a * 1000 + b;
}
struct __align__(Sizes<8, 4>::threads) Aligned {
  int x;
};

}  // namespace bounds

template __global__ void bounds::one<8, 4>(int*);
template __global__ void bounds::two<16, 4>(int*);
extern "C" __global__ void __cluster_dims__(bounds::Sizes<1, 1>::threads, 1, 1)
    __launch_bounds__(bounds::Sizes<16, 4>::threads, bounds::Sizes<16, 4>::blocks, 1) nvcc_accepts_bounds(int* out) {
  if (threadIdx.x == 0) out[0] = alignof(bounds::Aligned);
  if (threadIdx.x == 1) out[1] = 9;
}

#define NVCC_ACCEPTS_ASM asm volatile
#define NVCC_ACCEPTS_LD "ld.global"
#define NVCC_ACCEPTS_LOAD NVCC_ACCEPTS_LD ".s32 %0, [%1];"
#define NVCC_ACCEPTS_NOT_BELOW "set.geu.u32.f32 %0, %1, %2;"

// The assembly text is passed through macros.
extern "C" __global__ void nvcc_accepts_assembly(const int* in, const float* floats, int* out) {
  const unsigned i = threadIdx.x;
  int x, y;
  unsigned not_below;
  asm(NVCC_ACCEPTS_LOAD : "=r"(x) : "l"(in + i));
  NVCC_ACCEPTS_ASM(NVCC_ACCEPTS_LD ".s32 %0, [%1+4];" : "=r"(y) : "l"(in + i));
  asm(NVCC_ACCEPTS_NOT_BELOW : "=r"(not_below) : "f"(floats[i]), "f"(2.0f));
  out[i] = not_below == 0xffffffffu ? x : not_below == 0 ? -y : 12345;
}
