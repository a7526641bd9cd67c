// Bit functions: counting, reversing, finding, permuting bytes, funnel shifts, and packed (SIMD video) instructions.
#include "../program.cuh"

struct Bits {
  int ones, ones64, zeros, zeros64, first, first64, dot_product;
  unsigned reversed, permuted, left, right, average, difference, byte_sums, saturated_sums, saturated_differences;
  unsigned long long reversed64;
};

__global__ void compute(const unsigned* in, Bits* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const unsigned x = in[i], y = in[(i + 1) % count];
  const unsigned long long wide = (unsigned long long)(x) << 32 | y;
  Bits b;
  b.ones = __popc(x);
  b.ones64 = __popcll(wide);
  b.zeros = __clz(x);
  b.zeros64 = __clzll(wide >> (i % 50));
  b.first = __ffs(x);
  b.first64 = __ffsll(wide << (i % 40));
  b.reversed = __brev(x);
  b.reversed64 = __brevll(wide);
  b.permuted = __byte_perm(x, y, 0x2617);  // bytes 7, 1, 6 and 2 of the eight bytes y:x, from the lowest
  b.left = __funnelshift_l(x, y, i % 32);
  b.right = __funnelshift_r(x, y, i % 32);
  b.dot_product = __dp4a(int(x), int(y), 100);
  b.average = __uhadd(x, y);
  // Shifted, because __sad() takes signed integers, and the highest bits of x and y may be set.
  b.difference = __sad(int(x >> 1), int(y >> 1), 7u);
  b.byte_sums = __vadd4(x, y);
  b.saturated_sums = __vaddss4(x, y);
  b.saturated_differences = __vsubus2(x, y);
  out[i] = b;
}

int first_of(unsigned long long x) {
  return x == 0 ? 0 : __builtin_ctzll(x) + 1;
}

int main() {
  const int count = 500;
  Numbers numbers(/*seed=*/111);
  std::vector<unsigned> in(count);
  // Numbers of every length. Lengths repeat after 33 numbers, and the distances of the funnel shifts after 32, so each
  // length meets several distances. A shift by 32 would be undefined.
  for (int i = 0; i < count; ++i) in[i] = numbers.next() >> (i % 33 == 32 ? 31 : i % 33);
  in[0] = 0;
  in[1] = 0xffffffffu;
  DeviceArray<unsigned> device(in);
  DeviceArray<Bits> out(count);
  compute<<<blocks_for(count, 128), 128>>>(device.get(), out.get(), count);
  CUDA_CHECK_KERNEL();
  const std::vector<Bits> result = out.host();
  bool counts = true, reversed = true, permuted = true, shifted = true, packed = true;
  long long ones = 0;
  for (int i = 0; i < count; ++i) {
    const unsigned x = in[i], y = in[(i + 1) % count];
    const unsigned long long wide = (unsigned long long)(x) << 32 | y;
    const Bits& b = result[i];
    ones += b.ones;
    const unsigned long long shorter = wide >> (i % 50);
    counts = counts && b.ones == __builtin_popcount(x) && b.ones64 == __builtin_popcountll(wide) &&
             b.zeros == (x == 0 ? 32 : __builtin_clz(x)) &&
             b.zeros64 == (shorter == 0 ? 64 : __builtin_clzll(shorter)) && b.first == first_of(x) &&
             b.first64 == first_of(wide << (i % 40));
    unsigned long long mirror = 0;
    for (int bit = 0; bit < 64; ++bit) mirror |= (wide >> bit & 1) << (63 - bit);
    reversed = reversed && b.reversed64 == mirror && b.reversed == unsigned(mirror);
    const unsigned long long both = (unsigned long long)(y) << 32 | x;
    unsigned selected = 0, sums = 0, saturated_sums = 0, saturated_differences = 0;
    int product = 100;
    for (int k = 0; k < 4; ++k) {
      selected |= unsigned(both >> 8 * (0x2617 >> 4 * k & 7) & 0xff) << 8 * k;
      sums |= ((x >> 8 * k) + (y >> 8 * k) & 0xff) << 8 * k;
      const int sum = (signed char)(x >> 8 * k) + (signed char)(y >> 8 * k);
      saturated_sums |= unsigned((sum > 127 ? 127 : sum < -128 ? -128 : sum) & 0xff) << 8 * k;
      product += int((signed char)(x >> 8 * k)) * int((signed char)(y >> 8 * k));
    }
    for (int k = 0; k < 2; ++k) {
      const int difference = int(x >> 16 * k & 0xffff) - int(y >> 16 * k & 0xffff);
      saturated_differences |= unsigned(difference < 0 ? 0 : difference) << 16 * k;
    }
    permuted = permuted && b.permuted == selected;
    shifted = shifted && b.left == unsigned(both << (i % 32) >> 32) && b.right == unsigned(both >> (i % 32));
    const long long distance = (long long)(x >> 1) - (long long)(y >> 1);
    packed = packed && b.dot_product == product && b.byte_sums == sums && b.saturated_sums == saturated_sums &&
             b.saturated_differences == saturated_differences &&
             b.average == unsigned(((unsigned long long)x + y) >> 1) &&
             b.difference == unsigned(distance < 0 ? -distance : distance) + 7;
  }
  expect(counts, "counts of bits");
  expect(reversed, "reversed bits");
  expect(permuted, "permuted bytes");
  expect(shifted, "funnel shifts");
  expect(packed, "packed functions");
  std::printf("%lld bits are set\n", ones);
  return verdict();
}
