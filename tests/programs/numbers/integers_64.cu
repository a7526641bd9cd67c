// Integers of 64 bits: products, high halves, division, shifts, conversions, and modular powers.
#include "../program.cuh"

__host__ __device__ inline unsigned long long modular_power(unsigned long long base, unsigned long long exponent,
                                                            unsigned long long modulus) {
  unsigned long long result = 1;
  base %= modulus;
  for (; exponent > 0; exponent >>= 1) {
    if (exponent & 1) result = result * base % modulus;
    base = base * base % modulus;
  }
  return result;
}

struct Results {
  unsigned long long product, high, quotient, remainder, shifted_left, shifted_right, power;
  long long signed_quotient, signed_remainder, signed_high, shifted_signed, from_double;
  double as_double;
};

__global__ void compute(const unsigned long long* a, const unsigned long long* b, Results* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const unsigned long long x = a[i], y = b[i];
  const long long sx = (long long)x, sy = (long long)y;
  const int shift = int(y % 64);
  out[i] = {x * y,
            __umul64hi(x, y),
            x / y,
            x % y,
            x << shift,
            x >> shift,
            modular_power(x, y % 1000, 1000000007ull),
            sx / sy,
            sx % sy,
            __mul64hi(sx, sy),
            sx >> shift,
            (long long)(double(sx) / 3.0),
            double(x)};
}

int main() {
  const int count = 400;
  Numbers numbers(/*seed=*/110);
  std::vector<unsigned long long> a(count), b(count);
  for (int i = 0; i < count; ++i) {
    a[i] = (unsigned long long)(numbers.next()) << 32 | numbers.next();
    // Divisors of 5 to 64 bits. A division by 0 is undefined, and so is one by -1 if its quotient overflows.
    b[i] = ((unsigned long long)(numbers.next()) << 32 | numbers.next()) >> (i % 60);
    if (b[i] == 0 || b[i] == ~0ull) b[i] = 3;
  }
  DeviceArray<unsigned long long> device_a(a), device_b(b);
  DeviceArray<Results> out(count);
  compute<<<blocks_for(count, 64), 64>>>(device_a.get(), device_b.get(), out.get(), count);
  CUDA_CHECK_KERNEL();
  const std::vector<Results> result = out.host();
  bool products = true, quotients = true, shifts = true, powers = true, conversions = true;
  unsigned long long checksum = 0;
  for (int i = 0; i < count; ++i) {
    const Results& r = result[i];
    const unsigned long long x = a[i], y = b[i];
    const long long sx = (long long)x, sy = (long long)y;
    products = products && r.product == x * y && r.high == (unsigned long long)((unsigned __int128)x * y >> 64) &&
               r.signed_high == (long long)((__int128)sx * sy >> 64);
    quotients = quotients && r.quotient == x / y && r.remainder == x % y && r.signed_quotient == sx / sy &&
                r.signed_remainder == sx % sy;
    shifts =
        shifts && r.shifted_left == x << y % 64 && r.shifted_right == x >> y % 64 && r.shifted_signed == sx >> y % 64;
    powers = powers && r.power == modular_power(x, y % 1000, 1000000007ull);
    conversions = conversions && r.as_double == double(x) && r.from_double == (long long)(double(sx) / 3.0);
    checksum = checksum * 31 + r.product + r.power;
  }
  expect(products, "products and their high halves");
  expect(quotients, "quotients and remainders");
  expect(shifts, "shifts");
  expect(powers, "modular powers");
  expect(conversions, "conversions");
  std::printf("checksum %016llx\n", checksum);
  return verdict();
}
