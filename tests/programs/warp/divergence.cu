// Threads of a warp that take different paths: loops of different lengths, early returns, switch, and nested branches.
#include "../program.cuh"

// A sequence of numbers without any meaning. Each step depends on the number, so that threads take different paths.
__host__ __device__ inline unsigned wander(unsigned x) {
  unsigned steps = 0;
  while (x != 1 && steps < 50) {
    switch (x % 4) {
      case 0:
        x /= 4;
        break;
      case 1:
        if (x > 100) {
          x = x / 3 + 1;
          if (x % 2 == 0) {
            ++steps;
            continue;
          }
        } else {
          x += 5;
        }
        break;
      case 2:
        x = x / 2 + 7;
        [[fallthrough]];
      default:
        for (unsigned i = 0; i < x % 5; ++i) {
          if (i == 3) break;
          x += i;
        }
        x = x > 3 ? x - 3 : 1;
    }
    ++steps;
  }
  return steps * 65536 + x % 65536;
}

__global__ void wander_all(unsigned* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  if (i % 7 == 3) {
    out[i] = 0;
    return;
  }
  out[i] = wander(i * 37u + 1);
}

int main() {
  const int count = 3000;
  std::vector<unsigned> expected(count);
  unsigned checksum = 0;
  for (int i = 0; i < count; ++i) {
    expected[i] = i % 7 == 3 ? 0 : wander(i * 37u + 1);
    checksum = checksum * 33 + expected[i];
  }
  DeviceArray<unsigned> out(count);
  wander_all<<<blocks_for(count, 96), 96>>>(out.get(), count);
  CUDA_CHECK_KERNEL();
  expect(out.host() == expected, "each thread has the result of the host");
  std::printf("checksum %08x\n", checksum);
  return verdict();
}
