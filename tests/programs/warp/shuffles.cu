// Shuffles of a warp of 32: all four kinds, with widths, for types of 4 and 8 bytes.
#include "../program.cuh"

template <typename T>
struct Shuffled {
  T broadcast, rotated, up, down, crossed, narrow_up, narrow_down, narrow;
};

template <typename T>
__global__ void shuffle(Shuffled<T>* out) {
  const int lane = threadIdx.x % 32;
  const T value = T(int(threadIdx.x));
  Shuffled<T> s;
  s.broadcast = __shfl_sync(0xffffffffu, value, 7);
  s.rotated = __shfl_sync(0xffffffffu, value, (lane + 3) % 32);
  s.up = __shfl_up_sync(0xffffffffu, value, 2);
  s.down = __shfl_down_sync(0xffffffffu, value, 5);
  s.crossed = __shfl_xor_sync(0xffffffffu, value, 21);
  s.narrow_up = __shfl_up_sync(0xffffffffu, value, 1, 8);
  s.narrow_down = __shfl_down_sync(0xffffffffu, value, 3, 16);
  s.narrow = __shfl_sync(0xffffffffu, value, 2, 4);
  out[threadIdx.x] = s;
}

template <typename T>
void check(const char* type) {
  const int threads = 128;
  DeviceArray<Shuffled<T>> out(threads);
  shuffle<<<1, threads>>>(out.get());
  CUDA_CHECK_KERNEL();
  const std::vector<Shuffled<T>> result = out.host();
  bool right = true;
  for (int i = 0; i < threads; ++i) {
    const int lane = i % 32, base = i - lane;
    auto is = [&](T value, int from) { right = right && double(value) == double(base + from); };
    is(result[i].broadcast, 7);
    is(result[i].rotated, (lane + 3) % 32);
    is(result[i].up, lane < 2 ? lane : lane - 2);
    is(result[i].down, lane + 5 > 31 ? lane : lane + 5);
    is(result[i].crossed, lane ^ 21);
    is(result[i].narrow_up, lane % 8 == 0 ? lane : lane - 1);
    is(result[i].narrow_down, lane % 16 + 3 > 15 ? lane : lane + 3);
    is(result[i].narrow, lane / 4 * 4 + 2);
  }
  expect(right, type);
}

// Half of a warp shuffles in each branch, and reverses its order there: lane 16 reads from lane 31.
__global__ void in_branches(int* out) {
  const int lane = threadIdx.x % 32;
  int value;
  if (lane < 16)
    value = __shfl_sync(0x0000ffffu, lane * 2, 15 - lane);
  else
    value = __shfl_sync(0xffff0000u, lane * 3, 47 - lane);
  out[threadIdx.x] = value;
}

int main() {
  check<int>("shuffles of int");
  check<unsigned>("shuffles of unsigned");
  check<float>("shuffles of float");
  check<double>("shuffles of double");
  check<long long>("shuffles of long long");
  check<unsigned long>("shuffles of unsigned long");

  DeviceArray<int> out(64);
  in_branches<<<1, 64>>>(out.get());
  CUDA_CHECK_KERNEL();
  const std::vector<int> result = out.host();
  bool right = true;
  for (int i = 0; i < 64; ++i) {
    const int lane = i % 32;
    right = right && result[i] == (lane < 16 ? (15 - lane) * 2 : (47 - lane) * 3);
  }
  expect(right, "shuffles in both branches");
  std::printf("six types\n");
  return verdict();
}
