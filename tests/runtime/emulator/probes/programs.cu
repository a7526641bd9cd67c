// Kernels that resemble those of programs: normalisation, transforms, sorting, hashing and random numbers.
#include "math.cuh"

constexpr unsigned kProgramBlock = 128;

// Reduces a value over the block with `combine`, a sum or maximum. All threads get the result.
template <class Combine>
__device__ float over_block(float value, Combine combine) {
  __shared__ float parts[kProgramBlock / 32];
  for (int offset = 16; offset > 0; offset /= 2) value = combine(value, __shfl_xor_sync(kAllLanes, value, offset));
  __syncthreads();
  if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = value;
  __syncthreads();
  value = parts[0];
  for (unsigned warp = 1; warp < kProgramBlock / 32; ++warp) value = combine(value, parts[warp]);
  return value;
}

struct Sum {
  __device__ float operator()(float a, float b) const { return a + b; }
};
struct Maximum {
  __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};

// Each block normalises one row.
extern "C" __global__ void softmax(unsigned columns, const float* in, float* out) {
  const float* row = in + blockIdx.x * columns;
  float largest = -INFINITY, sum = 0;
  for (unsigned i = threadIdx.x; i < columns; i += kProgramBlock) largest = fmaxf(largest, row[i]);
  largest = over_block(largest, Maximum{});
  for (unsigned i = threadIdx.x; i < columns; i += kProgramBlock) sum += expf(row[i] - largest);
  sum = over_block(sum, Sum{});
  for (unsigned i = threadIdx.x; i < columns; i += kProgramBlock)
    out[blockIdx.x * columns + i] = expf(row[i] - largest) / sum;
}

extern "C" __global__ void layer_norm(unsigned columns, const __half* in, const float* weights, __half* out) {
  const __half* row = in + blockIdx.x * columns;
  float sum = 0, squares = 0;
  for (unsigned i = threadIdx.x; i < columns; i += kProgramBlock) sum += __half2float(row[i]);
  const float mean = over_block(sum, Sum{}) / static_cast<float>(columns);
  for (unsigned i = threadIdx.x; i < columns; i += kProgramBlock) {
    const float difference = __half2float(row[i]) - mean;
    squares += difference * difference;
  }
  const float factor = rsqrtf(over_block(squares, Sum{}) / static_cast<float>(columns) + 1e-5f);
  for (unsigned i = threadIdx.x; i < columns; i += kProgramBlock)
    out[blockIdx.x * columns + i] = __float2half_rn((__half2float(row[i]) - mean) * factor * weights[i]);
}

constexpr unsigned kPoints = 256;

// A Fourier transform in shared memory. Inputs are stored in bit-reversed order. Each thread computes one butterfly per
// stage.
extern "C" __global__ void fourier(const float2* in, float2* out) {
  __shared__ float2 points[kPoints];
  const unsigned t = threadIdx.x;
  for (unsigned i = t; i < kPoints; i += kProgramBlock) points[__brev(i) >> 24] = in[i];
  for (unsigned half = 1; half < kPoints; half *= 2) {
    __syncthreads();
    const unsigned k = t & (half - 1), low = 2 * t - k, high = low + half;
    float sine, cosine;
    sincospif(-static_cast<float>(k) / static_cast<float>(half), &sine, &cosine);
    const float2 a = points[low], b = points[high];
    const float real = b.x * cosine - b.y * sine, imaginary = b.x * sine + b.y * cosine;
    points[low] = make_float2(a.x + real, a.y + imaginary);
    points[high] = make_float2(a.x - real, a.y - imaginary);
  }
  __syncthreads();
  for (unsigned i = t; i < kPoints; i += kProgramBlock) out[i] = points[i];
}

// Sorts a block's keys by one bit at a time, zeros before ones.
extern "C" __global__ void radix_sort(const unsigned* in, unsigned* out) {
  __shared__ unsigned keys[kProgramBlock];
  __shared__ unsigned zeros[kProgramBlock / 32];
  const unsigned t = threadIdx.x, lane = t % 32, warp = t / 32;
  unsigned key = in[t];
  for (unsigned bit = 0; bit < 32; ++bit) {
    const bool one = key >> bit & 1;
    const unsigned chosen = __ballot_sync(kAllLanes, !one);
    if (lane == 0) zeros[warp] = __popc(chosen);
    __syncthreads();
    // Counts the keys with a zero: those of earlier threads, and all of the block.
    unsigned before = __popc(chosen & ((1u << lane) - 1)), all = 0;
    for (unsigned w = 0; w < kProgramBlock / 32; ++w) {
      if (w < warp) before += zeros[w];
      all += zeros[w];
    }
    keys[one ? all + t - before : before] = key;
    __syncthreads();
    key = keys[t];
  }
  out[t] = key;
}

// Counter-based random numbers with ten rounds.
extern "C" __global__ void philox(unsigned seed, uint4* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  uint4 counter = make_uint4(i, 0, 7, 0);
  uint2 key = make_uint2(seed, ~seed);
  for (int round = 0; round < 10; ++round) {
    constexpr unsigned kFirst = 0xD2511F53, kSecond = 0xCD9E8D57;
    const unsigned high0 = __umulhi(kFirst, counter.x), low0 = kFirst * counter.x;
    const unsigned high1 = __umulhi(kSecond, counter.z), low1 = kSecond * counter.z;
    counter = make_uint4(high1 ^ counter.y ^ key.x, low1, high0 ^ counter.w ^ key.y, low0);
    key.x += 0x9E3779B9;
    key.y += 0xBB67AE85;
  }
  out[i] = counter;
}

extern "C" __global__ void mandelbrot(unsigned width, double left, double top, double step, unsigned* out) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const double real = left + x * step, imaginary = top + y * step;
  double a = 0, b = 0;
  unsigned rounds = 0;
  while (rounds < 100 && a * a + b * b <= 4) {
    const double next = a * a - b * b + real;
    b = 2 * a * b + imaginary;
    a = next;
    ++rounds;
  }
  out[y * width + x] = rounds;
}

// SHA-256's constants: the first 32 bits of the fractions of the cube roots of the first 64 primes.
__constant__ unsigned kRoots[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

__device__ inline unsigned rotated(unsigned x, unsigned by) {
  return x >> by | x << (32 - by);
}

// SHA-256 of a message that is the thread's number. It has one block: the message, a bit that is 1, zeros, and the
// message's length of 32 bits.
extern "C" __global__ void sha256(unsigned* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned words[64] = {i, 0x80000000u};
  words[15] = 32;
  for (int k = 16; k < 64; ++k) {
    const unsigned a = words[k - 15], b = words[k - 2];
    words[k] = words[k - 16] + (rotated(a, 7) ^ rotated(a, 18) ^ a >> 3) + words[k - 7] +
               (rotated(b, 17) ^ rotated(b, 19) ^ b >> 10);
  }
  const unsigned start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                             0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  unsigned s[8];
  for (int k = 0; k < 8; ++k) s[k] = start[k];
  for (int k = 0; k < 64; ++k) {
    const unsigned first = s[7] + (rotated(s[4], 6) ^ rotated(s[4], 11) ^ rotated(s[4], 25)) +
                           ((s[4] & s[5]) ^ (~s[4] & s[6])) + kRoots[k] + words[k];
    const unsigned second =
        (rotated(s[0], 2) ^ rotated(s[0], 13) ^ rotated(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
    for (int r = 7; r > 0; --r) s[r] = s[r - 1];
    s[4] += first;
    s[0] = first + second;
  }
  for (int k = 0; k < 8; ++k) out[8 * i + k] = start[k] + s[k];
}

// The forces between all bodies, whose mass is w. One tile of bodies at a time is in shared memory. Bodies beyond the
// end have no mass. The 0.01 keeps the force of close bodies finite.
extern "C" __global__ void gravity(unsigned count, const float4* bodies, float4* forces) {
  __shared__ float4 tile[kProgramBlock];
  const unsigned i = blockIdx.x * kProgramBlock + threadIdx.x;
  const float4 me = i < count ? bodies[i] : make_float4(0, 0, 0, 0);
  float3 force = make_float3(0, 0, 0);
  for (unsigned begin = 0; begin < count; begin += kProgramBlock) {
    tile[threadIdx.x] = begin + threadIdx.x < count ? bodies[begin + threadIdx.x] : make_float4(0, 0, 0, 0);
    __syncthreads();
    for (unsigned k = 0; k < kProgramBlock; ++k) {
      const float dx = tile[k].x - me.x, dy = tile[k].y - me.y, dz = tile[k].z - me.z;
      const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
      const float pull = tile[k].w * inverse * inverse * inverse;
      force.x += dx * pull;
      force.y += dy * pull;
      force.z += dz * pull;
    }
    __syncthreads();
  }
  if (i < count) forces[i] = make_float4(force.x, force.y, force.z, 0);
}
