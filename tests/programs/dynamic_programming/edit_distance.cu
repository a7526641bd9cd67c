// The edit distances of many pairs of words: one thread for each pair, with a row of the table in local memory.
#include <algorithm>
#include <string>

#include "../program.cuh"

constexpr int kMost = 24;  // the most characters of a word

__host__ __device__ inline int edit_distance(const char* a, int a_length, const char* b, int b_length) {
  // row[j] is the distance between the first i characters of `a` and the first j of `b`; `corner` is that between the
  // first i - 1 and j - 1.
  int row[kMost + 1];
  for (int j = 0; j <= b_length; ++j) row[j] = j;
  for (int i = 1; i <= a_length; ++i) {
    int corner = row[0];
    row[0] = i;
    for (int j = 1; j <= b_length; ++j) {
      const int replaced = corner + (a[i - 1] != b[j - 1]);
      corner = row[j];
      const int removed = row[j] + 1, added = row[j - 1] + 1;
      const int removed_or_added = removed < added ? removed : added;
      row[j] = replaced < removed_or_added ? replaced : removed_or_added;
    }
  }
  return row[b_length];
}

__global__ void distances_of_pairs(const char* text, const int* starts, int words, unsigned char* distances) {
  const int pair = blockIdx.x * blockDim.x + threadIdx.x;
  if (pair >= words * words) return;
  const int a = pair / words, b = pair % words;
  distances[pair] = (unsigned char)edit_distance(text + starts[a], starts[a + 1] - starts[a], text + starts[b],
                                                 starts[b + 1] - starts[b]);
}

int main() {
  const int words = 40;
  Numbers numbers(/*seed=*/51);
  std::string text;
  std::vector<int> starts{0};
  for (int word = 0; word < words; ++word) {
    for (int length = 4 + numbers.below(kMost - 4); length > 0; --length) text += char('a' + numbers.below(5));
    starts.push_back(int(text.size()));
  }
  std::vector<unsigned char> expected(words * words);
  for (int a = 0; a < words; ++a)
    for (int b = 0; b < words; ++b)
      expected[a * words + b] = (unsigned char)edit_distance(text.data() + starts[a], starts[a + 1] - starts[a],
                                                             text.data() + starts[b], starts[b + 1] - starts[b]);
  DeviceArray<char> device_text({text.begin(), text.end()});
  DeviceArray<int> device_starts(starts);
  DeviceArray<unsigned char> distances(words * words);
  distances_of_pairs<<<blocks_for(words * words, 128), 128>>>(device_text.get(), device_starts.get(), words,
                                                              distances.get());
  CUDA_CHECK_KERNEL();
  const std::vector<unsigned char> result = distances.host();
  expect(result == expected, "the distances are those of the host");
  bool symmetric = true;
  for (int a = 0; a < words; ++a)
    for (int b = 0; b < words; ++b) symmetric = symmetric && result[a * words + b] == result[b * words + a];
  expect(symmetric, "a distance is the same in both directions");
  std::printf("largest distance %d\n", *std::max_element(expected.begin(), expected.end()));
  return verdict();
}
