// The longest common subsequence of two texts: one block computes the table diagonal by diagonal. A diagonal needs only
// the two before it, so three are stored.
#include <algorithm>
#include <string>

#include "../program.cuh"

constexpr int kThreads = 256;

__global__ void lcs(const char* a, int a_length, const char* b, int b_length, int* result) {
  extern __shared__ int diagonals[];
  const int width = a_length + 1;
  int* before_last = diagonals;
  int* last = diagonals + width;
  int* now = diagonals + 2 * width;
  for (int i = threadIdx.x; i < 3 * width; i += blockDim.x) diagonals[i] = 0;
  __syncthreads();
  // The diagonal d has the cells (i, d - i); cell (i, j) compares the first i characters with the first j.
  for (int d = 2; d <= a_length + b_length; ++d) {
    const int first = max(1, d - b_length);
    const int end = min(a_length, d - 1) + 1;
    for (int i = first + threadIdx.x; i < end; i += blockDim.x)
      now[i] = a[i - 1] == b[d - i - 1] ? before_last[i - 1] + 1 : max(last[i - 1], last[i]);
    __syncthreads();
    int* unused = before_last;
    before_last = last;
    last = now;
    now = unused;
    if (threadIdx.x == 0) now[0] = 0;  // the cell for no characters of `a`
    __syncthreads();
  }
  if (threadIdx.x == 0) *result = last[a_length];
}

int host_lcs(const std::string& a, const std::string& b) {
  std::vector<int> row(b.size() + 1, 0);
  for (char character : a) {
    int corner = 0;
    for (size_t j = 0; j < b.size(); ++j) {
      const int above = row[j + 1];
      row[j + 1] = character == b[j] ? corner + 1 : std::max(above, row[j]);
      corner = above;
    }
  }
  return row.back();
}

int main() {
  Numbers numbers(/*seed=*/50);
  for (auto [a_length, b_length] : {std::pair{300, 200}, {100, 300}, {1, 5}}) {
    std::string a(a_length, ' '), b(b_length, ' ');
    for (char& character : a) character = "ACGT"[numbers.below(4)];
    for (char& character : b) character = "ACGT"[numbers.below(4)];
    DeviceArray<char> device_a({a.begin(), a.end()}), device_b({b.begin(), b.end()});
    DeviceArray<int> result(1);
    lcs<<<1, kThreads, 3 * (a_length + 1) * sizeof(int)>>>(device_a.get(), a_length, device_b.get(), b_length,
                                                           result.get());
    CUDA_CHECK_KERNEL();
    const int expected = host_lcs(a, b);
    expect(result.host()[0] == expected, "the length of the longest common subsequence");
    std::printf("%d and %d characters have %d in common\n", a_length, b_length, expected);
  }
  return verdict();
}
