// Functions that count, reverse, shift and select bits and bytes.
//
// Many expressions have a form that the compiler turns into one instruction. For gfx1100, clang 19 makes V_ALIGNBIT
// (funnel shifts), V_BFE (fields), V_PERM (bytes), V_XNOR, V_AND_OR, V_LSHL_OR, V_ADD_LSHL and V_OR3. No test notices
// if another form of an expression no longer has its instruction. The constants are arbitrary, but each must keep its
// shape: two shifts that make a field, two complementary masks.
#include "math.cuh"

extern "C" __global__ void bit_counts(unsigned count, const unsigned long long* in, unsigned long long* out) {
  if (Columns<unsigned long long>::thread() >= count) return;
  const unsigned long long x = in[Columns<unsigned long long>::thread()];
  const auto low = static_cast<unsigned>(x);
  Columns<unsigned long long> columns(out, count);
  columns.put(__popc(low), __popcll(x), __clz(static_cast<int>(low)), __clzll(static_cast<long long>(x)));
  columns.put(__ffs(static_cast<int>(low)), __ffsll(static_cast<unsigned long long>(x)), __brev(low), __brevll(x));
}

extern "C" __global__ void shifts(unsigned count, const unsigned long long* in, const unsigned* by,
                                  unsigned long long* out) {
  if (Columns<unsigned long long>::thread() >= count) return;
  const unsigned long long x = in[Columns<unsigned long long>::thread()];
  const unsigned n = by[Columns<unsigned long long>::thread()];
  const auto low = static_cast<unsigned>(x), high = static_cast<unsigned>(x >> 32);
  Columns<unsigned long long> columns(out, count);
  columns.put(low << (n & 31), low >> (n & 31), static_cast<unsigned>(static_cast<int>(low) >> (n & 31)));
  columns.put(x << (n & 63), x >> (n & 63), static_cast<long long>(x) >> (n & 63));
  columns.put(static_cast<unsigned short>(low << (n & 15)), static_cast<unsigned short>(low) >> (n & 15));
  columns.put(__funnelshift_l(low, high, n), __funnelshift_r(low, high, n));
  columns.put(__funnelshift_lc(low, high, n), __funnelshift_rc(low, high, n));
  columns.put(low << (n & 31) | low >> (32 - (n & 31)) % 32, x << (n & 63) | x >> (64 - (n & 63)) % 64);
}

extern "C" __global__ void fields_and_bytes(unsigned count, const unsigned long long* in, const unsigned* by,
                                            unsigned long long* out) {
  if (Columns<unsigned long long>::thread() >= count) return;
  const unsigned long long x = in[Columns<unsigned long long>::thread()];
  const unsigned n = by[Columns<unsigned long long>::thread()];
  const auto low = static_cast<unsigned>(x), high = static_cast<unsigned>(x >> 32);
  const unsigned offset = n & 31, width = n >> 8 & 31;
  Columns<unsigned long long> columns(out, count);
  columns.put(low >> offset & ((1u << width) - 1), static_cast<int>(low << 11) >> 20, x >> 13 & 0xfffff);
  columns.put((low & 0x00ff00ffu) | (high & ~0x00ff00ffu), (low ^ high) & n, ~(low | high), low & ~n, ~low ^ n);
  columns.put(__byte_perm(low, high, n & 0x7777), __byte_perm(low, high, 0x0123), __byte_perm(low, high, 0x6420));
  columns.put(low << 8 | high, (low & 15) << 4 | (high & 15), (low + high) << 3, (low << 5) + high);
}
