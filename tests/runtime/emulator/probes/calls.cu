// Functions that are not inlined: direct and indirect calls, recursion, arguments on the stack, and virtual functions.
#include "math.cuh"

__device__ NOT_INLINED int twice(int x) {
  return 2 * x;
}
__device__ NOT_INLINED int squared(int x) {
  return x * x + twice(1);
}
__device__ NOT_INLINED int negated(int x) {
  return -x;
}
__device__ NOT_INLINED double mixed(float a, double b, long long c, short d) {
  return static_cast<double>(a) + b * 2 + static_cast<double>(c) + d + squared(d);
}

extern "C" __global__ void direct_calls(const int* in, double* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const int x = in[i];
  out[i] = x > 0 ? mixed(static_cast<float>(x) * 0.5f, x * 0.25, x * 10000000000ll, static_cast<short>(x)) : twice(x);
}

// The arguments exceed the registers, so the rest is passed on the stack.
__device__ NOT_INLINED long long weighted(int a0, int a1, int a2, int a3, int a4, int a5, int a6, int a7, int a8,
                                          int a9, double b0, double b1, double b2, double b3, double b4, double b5,
                                          double b6, double b7, int4 c0, int4 c1, int4 c2, double2 d0, double2 d1,
                                          long long e0, long long e1) {
  return a0 + 2 * a1 + 3 * a2 + 4 * a3 + 5 * a4 + 6 * a5 + 7 * a6 + 8 * a7 + 9 * a8 + 10 * a9 +
         static_cast<long long>(b0 - b1 + b2 - b3 + b4 - b5 + b6 - b7) + c0.x + c0.w * 2 + c1.y * 3 + c2.z * 4 +
         static_cast<long long>(d0.x * 2 + d0.y + d1.x + d1.y * 4) + e0 * 3 + e1;
}

extern "C" __global__ void stacked_arguments(const int* in, long long* out) {
  const unsigned i = threadIdx.x;
  const int x = in[i];
  const double w = x;
  out[i] = weighted(x, x + 1, x + 2, x + 3, x + 4, x + 5, x + 6, x + 7, x + 8, x + 9, w, w * 2, w * 3, w * 4, w * 5,
                    w * 6, w * 7, w * 8, make_int4(x, 1, 2, x + 3), make_int4(4, x * 5, 6, 7), make_int4(8, 9, x, 11),
                    make_double2(w, 2), make_double2(3, w), x * 3000000000ll, i);
}

using Function = int (*)(int);
__device__ Function functions[4] = {twice, squared, negated, twice};

// The lanes of a wave call different functions.
extern "C" __global__ void function_pointers(const int* in, int* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const Function chosen = functions[in[i] & 3];
  out[i] = chosen(in[i]) + functions[(in[i] + 1) & 3](7);
}

// NOLINTNEXTLINE(misc-no-recursion)
__device__ NOT_INLINED unsigned fibonacci(unsigned n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
__device__ bool is_odd(unsigned n);
__device__ NOT_INLINED bool is_even(unsigned n) {
  return n == 0 || is_odd(n - 1);
}
__device__ NOT_INLINED bool is_odd(unsigned n) {
  return n != 0 && is_even(n - 1);
}

// The depth of the recursion differs between lanes.
extern "C" __global__ void recursion(unsigned* out) {
  const unsigned i = threadIdx.x;
  out[i] = fibonacci(i % 11) * 2 + (is_even(i % 23) ? 1 : 0);
}

class Shape {
 public:
  __device__ virtual float area() const = 0;
  __device__ virtual float scaled(float by) const { return area() * by; }
};
class Square : public Shape {
 public:
  __device__ explicit Square(float side) : side_(side) {}
  __device__ float area() const override { return side_ * side_; }

 private:
  float side_;
};
class Circle : public Shape {
 public:
  __device__ explicit Circle(float radius) : radius_(radius) {}
  __device__ float area() const override { return 3 * radius_ * radius_; }
  __device__ float scaled(float by) const override { return area() * by * by; }

 private:
  float radius_;
};

__device__ NOT_INLINED float measured(const Shape& shape, float by) {
  return shape.area() + shape.scaled(by);
}

extern "C" __global__ void virtual_functions(float* out) {
  const unsigned i = threadIdx.x;
  const Square square(static_cast<float>(i));
  const Circle circle(static_cast<float>(i + 1));
  const Shape& shape = i % 5 < 2 ? static_cast<const Shape&>(square) : circle;
  out[i] = measured(shape, static_cast<float>(i % 3));
}
