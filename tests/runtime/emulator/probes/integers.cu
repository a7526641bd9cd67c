// Multiplication and division of all widths, including 128 bits, and dot products of bytes.
#include "math.cuh"

extern "C" __global__ void multiply(unsigned count, const long long* left, const long long* right, long long* out) {
  if (Columns<long long>::thread() >= count) return;
  const long long x = left[Columns<long long>::thread()], y = right[Columns<long long>::thread()];
  const int a = static_cast<int>(x), b = static_cast<int>(y);
  const auto ua = static_cast<unsigned>(a), ub = static_cast<unsigned>(b);
  Columns<long long> columns(out, count);
  // The operands of __mul24 and __umul24 must fit into 24 bits.
  columns.put(static_cast<long long>(ua * ub), __mulhi(a, b), __umulhi(ua, ub), __mul24(a >> 9, b >> 9));
  columns.put(static_cast<long long>(__umul24(ua >> 8, ub >> 8)) & 0xffffffff);
  columns.put(static_cast<unsigned long long>(x) * static_cast<unsigned long long>(y), __mul64hi(x, y));
  columns.put(__umul64hi(x, y), static_cast<long long>(a) * b, static_cast<unsigned long long>(ua) * ub);
  columns.put(static_cast<short>(a) * static_cast<short>(b) + 7, static_cast<unsigned short>(ua * 5u + ub));
  columns.put(static_cast<unsigned long long>(ua) * ub + static_cast<unsigned long long>(x));
}

template <class Int>
__device__ void put_quotients(Columns<long long>& columns, long long left, long long right) {
  const Int x = static_cast<Int>(left), y = static_cast<Int>(right);
  // The smallest integer divided by -1 is undefined in C++. For unsigned types, this excludes the largest divisor, too.
  const Int divisor = y == 0 || y == static_cast<Int>(-1) ? static_cast<Int>(3) : y;
  columns.put(static_cast<long long>(x / divisor), static_cast<long long>(x % divisor));
}

extern "C" __global__ void divide(unsigned count, const long long* left, const long long* right, long long* out) {
  if (Columns<long long>::thread() >= count) return;
  const long long x = left[Columns<long long>::thread()], y = right[Columns<long long>::thread()];
  Columns<long long> columns(out, count);
  put_quotients<signed char>(columns, x, y);
  put_quotients<unsigned char>(columns, x, y);
  put_quotients<short>(columns, x, y);
  put_quotients<unsigned short>(columns, x, y);
  put_quotients<int>(columns, x, y);
  put_quotients<unsigned>(columns, x, y);
  put_quotients<long long>(columns, x, y);
  put_quotients<unsigned long long>(columns, x, y);
}

extern "C" __global__ void divide_by_constants(unsigned count, const long long* in, long long* out) {
  if (Columns<long long>::thread() >= count) return;
  const long long x = in[Columns<long long>::thread()];
  const auto u = static_cast<unsigned long long>(x);
  Columns<long long> columns(out, count);
  columns.put(static_cast<int>(x) / 7, static_cast<int>(x) % 10, static_cast<unsigned>(x) / 641);
  columns.put(x / 1000000007, x % 10, u / 3, u % 255, static_cast<int>(x) / 16, x / -4096);
}

extern "C" __global__ void wide_integers(unsigned count, const unsigned long long* left,
                                         const unsigned long long* right, unsigned long long* out) {
  if (Columns<unsigned long long>::thread() >= count) return;
  const unsigned long long x = left[Columns<unsigned long long>::thread()];
  const unsigned long long y = right[Columns<unsigned long long>::thread()];
  using Wide = unsigned __int128;
  const Wide a = static_cast<Wide>(x) << 64 | ~y, b = static_cast<Wide>(y) << 61 | x;
  Columns<unsigned long long> columns(out, count);
  const auto put = [&](Wide value) {
    columns.put(static_cast<unsigned long long>(value), static_cast<unsigned long long>(value >> 64));
  };
  put(a + b);
  put(a - b);
  put(a * b);
  put(static_cast<Wide>(static_cast<__int128>(a) >> (x & 127)));
  put(a << (y & 127));
  put(a / (b | 1));
  put(a % (b | 1));
  columns.put(a < b, static_cast<__int128>(a) < static_cast<__int128>(b));
}

extern "C" __global__ void clamps_and_differences(unsigned count, const long long* left, const long long* right,
                                                  long long* out) {
  if (Columns<long long>::thread() >= count) return;
  const long long x = left[Columns<long long>::thread()], y = right[Columns<long long>::thread()];
  const int a = static_cast<int>(x), b = static_cast<int>(y);
  const auto ua = static_cast<unsigned>(a), ub = static_cast<unsigned>(b);
  Columns<long long> columns(out, count);
  columns.put(min(a, b), max(a, b), min(ua, ub), max(ua, ub), min(x, y), max(x, y));
  columns.put(max(min(a, 1000), -1000), max(min(a, b), 5), min(max(ua, 9u), 99999u), max(max(a, b), 77));
  columns.put(a < 0 ? 0u - ua : ua, x < 0 ? 0ull - static_cast<unsigned long long>(x) : x);
  columns.put(__usad(ua, ub, 17u), __sad(a >> 2, b >> 2, 3u), ua + ub + 1000u, a > b ? a : x > y ? 1 : 2);
  columns.put(static_cast<unsigned>(ua - ub) < 100u, min(static_cast<short>(a), static_cast<short>(b)));
  columns.put(static_cast<unsigned short>(max(static_cast<unsigned short>(a), static_cast<unsigned short>(b))));
}

extern "C" __global__ void byte_dot_products(unsigned count, const int* left, const int* right, const int* sums,
                                             int* out) {
  if (Columns<int>::thread() >= count) return;
  const int a = left[Columns<int>::thread()], b = right[Columns<int>::thread()], c = sums[Columns<int>::thread()];
  Columns<int> columns(out, count);
  columns.put(__dp4a(a, b, c), __dp2a_lo(a, b, c), __dp2a_hi(a, b, c));
  columns.put(__dp4a(static_cast<unsigned>(a), static_cast<unsigned>(b), static_cast<unsigned>(c)));
}
