// Divergence: lanes that take different paths and join again.
#include "math.cuh"

extern "C" __global__ void early_returns(const int* in, int* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const int x = in[i];
  out[i] = -1;
  if (x < -50) return;
  out[i] = -2;
  if (x % 2 != 0) {
    if (x > 50) return;
    out[i] = x * 3;
  } else {
    if (i % 7 == 0) return;
    out[i] = x;
  }
  if (out[i] % 3 == 0) out[i] += 1000;
}

// Counts the steps until 1 by halving and tripling. The number of steps differs between lanes.
extern "C" __global__ void collatz(unsigned count, unsigned* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  unsigned steps = 0;
  for (unsigned long long n = i + 1; n != 1; ++steps) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
  out[i] = steps;
}

extern "C" __global__ void nested_loops(const int* in, int* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const int x = in[i] & 31;
  int sum = 0;
  for (int a = 0; a < x; ++a) {
    if (a == 20) continue;
    for (int b = a; b < 40; b += 3) {
      if (b * a > 300) break;
      int c = b;
      while (c > a) c -= (x & 3) + 1;
      sum += c * (a + 1);
    }
    if (sum > 20000) break;
  }
  out[i] = sum;
}

extern "C" __global__ void switches(const int* in, int* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = in[i];
  int state = x & 7;
  for (int step = 0; step < 12 && state != 9; ++step) {
    switch (state) {
      case 0:
        x += 5;
        state = 3;
        break;
      case 1:
        x ^= 0x55;
        state = x & 1 ? 4 : 2;
        break;
      case 2:
        x *= 3;
        [[fallthrough]];
      case 3:
        x -= 1;
        state = (x >> 1 & 3) + 4;
        break;
      case 4:
        x = -x;
        state = 7;
        break;
      case 5:
        x <<= 1;
        state = 0;
        break;
      case 6:
        x = x * x % 1009;
        state = x % 3;
        break;
      case 7:
        x += step;
        state = x % 5 == 0 ? 9 : 6;
        break;
      default:
        x = 7777;
        state = 9;
        break;
    }
  }
  out[i] = x * 10 + state;
}

// A loop with two entries.
extern "C" __global__ void jumps(const int* in, int* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = in[i], rounds = 0;
  if (x % 2 == 0) goto even;
odd:
  x = x * 5 + 1;
  if (++rounds > 20) goto end;
even:
  x /= 2;
  rounds += 2;
  if (rounds <= 20 && x % 3 != 0) {
    if (x % 2 != 0) goto odd;
    goto even;
  }
end:
  out[i] = x + rounds * 100000;
}

// A barrier in a loop whose number of iterations is uniform in the block, and a barrier after work that only some
// threads do.
extern "C" __global__ void barriers_in_loops(const int* in, int* out) {
  __shared__ int values[96];
  __shared__ int rounds;
  const unsigned i = threadIdx.x;
  values[i] = in[i];
  if (i == 0) rounds = (in[0] & 7) + 3;
  __syncthreads();
  for (int round = 0; round < rounds; ++round) {
    int next = values[i];
    if (i % 2 == static_cast<unsigned>(round) % 2) next += values[(i + 1) % 96] & 0xff;
    __syncthreads();
    if (i < 64 || round > 1) values[i] = next;
    __syncthreads();
  }
  out[i] = values[i];
}
