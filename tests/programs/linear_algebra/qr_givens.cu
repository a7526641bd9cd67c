// QR decompositions by Givens rotations: one thread per matrix; matrices are interleaved for coalesced accesses.
#include "../program.cuh"

constexpr int kSize = 6;

__global__ void rotate_to_triangle(double* a, double* q, int matrices) {
  const int m = blockIdx.x * blockDim.x + threadIdx.x;
  if (m >= matrices) return;
  auto at = [&](double* base, int row, int column) -> double& { return base[(row * kSize + column) * matrices + m]; };
  for (int i = 0; i < kSize; ++i)
    for (int j = 0; j < kSize; ++j) at(q, i, j) = i == j;
  for (int column = 0; column < kSize; ++column)
    for (int row = column + 1; row < kSize; ++row) {
      const double top = at(a, column, column);
      const double bottom = at(a, row, column);
      const double length = hypot(top, bottom);
      if (length == 0) continue;
      const double cosine = top / length;
      const double sine = bottom / length;
      for (int j = 0; j < kSize; ++j) {
        const double upper = at(a, column, j), lower = at(a, row, j);
        at(a, column, j) = cosine * upper + sine * lower;
        at(a, row, j) = cosine * lower - sine * upper;
        const double q_upper = at(q, column, j), q_lower = at(q, row, j);
        at(q, column, j) = cosine * q_upper + sine * q_lower;
        at(q, row, j) = cosine * q_lower - sine * q_upper;
      }
    }
}

int main() {
  const int matrices = 150;
  Numbers numbers(/*seed=*/14);
  std::vector<double> in(kSize * kSize * matrices);
  for (double& value : in) value = numbers.between(-2, 2);
  DeviceArray<double> a(in), q(in.size());
  rotate_to_triangle<<<blocks_for(matrices, 64), 64>>>(a.get(), q.get(), matrices);
  CUDA_CHECK_KERNEL();
  const std::vector<double> r = a.host(), rotation = q.host();

  double below = 0, product_error = 0, orthogonality_error = 0;
  for (int m = 0; m < matrices; ++m)
    for (int i = 0; i < kSize; ++i)
      for (int j = 0; j < kSize; ++j) {
        if (i > j) below = std::fmax(below, std::fabs(r[(i * kSize + j) * matrices + m]));
        double product = 0, dot = 0;
        for (int k = 0; k < kSize; ++k) {
          product += rotation[(k * kSize + i) * matrices + m] * r[(k * kSize + j) * matrices + m];
          dot += rotation[(i * kSize + k) * matrices + m] * rotation[(j * kSize + k) * matrices + m];
        }
        product_error = std::fmax(product_error, std::fabs(product - in[(i * kSize + j) * matrices + m]));
        orthogonality_error = std::fmax(orthogonality_error, std::fabs(dot - (i == j)));
      }
  expect(below < 1e-12, "the result is an upper triangle");
  expect(product_error < 1e-12, "the product of both factors is the matrix");
  expect(orthogonality_error < 1e-12, "the rotations are orthogonal");
  std::printf("%d matrices of %d x %d\n", matrices, kSize, kSize);
  return verdict();
}
