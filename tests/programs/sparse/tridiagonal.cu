// Many tridiagonal systems by parallel cyclic reduction: one block for each system, and one thread for each unknown.
#include "../program.cuh"

constexpr int kUnknowns = 128;

// lower * x[i - 1] + diagonal * x[i] + upper * x[i + 1] = right
struct Row {
  float lower, diagonal, upper, right;
};

__global__ void solve(const Row* systems, float* solutions) {
  __shared__ Row rows[2][kUnknowns];
  const int i = threadIdx.x;
  rows[0][i] = systems[blockIdx.x * kUnknowns + i];
  int from = 0;
  for (int distance = 1; distance < kUnknowns; distance *= 2) {
    __syncthreads();
    const Row row = rows[from][i];
    const Row none = {0, 1, 0, 0};  // outside the system: adds nothing to the row
    const Row before = i >= distance ? rows[from][i - distance] : none;
    const Row after = i + distance < kUnknowns ? rows[from][i + distance] : none;
    const float left = -row.lower / before.diagonal;
    const float right = -row.upper / after.diagonal;
    rows[1 - from][i] = {left * before.lower, row.diagonal + left * before.upper + right * after.lower,
                         right * after.upper, row.right + left * before.right + right * after.right};
    from = 1 - from;
  }
  __syncthreads();
  solutions[blockIdx.x * kUnknowns + i] = rows[from][i].right / rows[from][i].diagonal;
}

int main() {
  const int systems = 30;
  Numbers numbers(/*seed=*/25);
  std::vector<Row> rows(systems * kUnknowns);
  std::vector<float> expected(rows.size());
  for (float& value : expected) value = numbers.between(-2, 2);
  for (int i = 0; i < int(rows.size()); ++i) {
    const int k = i % kUnknowns;
    Row row = {k > 0 ? numbers.between(-1, 1) : 0.0f, numbers.between(3, 5),
               k + 1 < kUnknowns ? numbers.between(-1, 1) : 0.0f, 0};
    row.right = row.diagonal * expected[i];
    if (k > 0) row.right += row.lower * expected[i - 1];
    if (k + 1 < kUnknowns) row.right += row.upper * expected[i + 1];
    rows[i] = row;
  }
  DeviceArray<Row> device_rows(rows);
  DeviceArray<float> solutions(rows.size());
  solve<<<systems, kUnknowns>>>(device_rows.get(), solutions.get());
  CUDA_CHECK_KERNEL();
  expect(all_near(solutions.host(), expected, 1e-5), "the solutions are those that were chosen");
  std::printf("%d systems of %d unknowns\n", systems, kUnknowns);
  return verdict();
}
