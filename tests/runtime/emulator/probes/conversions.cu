// Conversions between floating-point numbers and integers of all widths, including saturating ones.
#include "math.cuh"

// The values fit into the integers, because other conversions are undefined in C++.
extern "C" __global__ void float_to_integer(unsigned count, const float* in, long long* out) {
  if (Columns<long long>::thread() >= count) return;
  const float x = in[Columns<long long>::thread()];
  const float positive = fabsf(x);
  Columns<long long> columns(out, count);
  columns.put(__float2int_rn(x), __float2int_rz(x), __float2int_rd(x), __float2int_ru(x));
  columns.put(__float2uint_rn(positive), __float2uint_rz(positive));
  columns.put(__float2ll_rn(x * 4096), __float2ll_rz(x * 4096), __float2ull_rz(positive * 4096));
  columns.put(static_cast<short>(x / 65536), static_cast<signed char>(x / 16777216));
  columns.put(static_cast<unsigned char>(positive / 16777216));
}

extern "C" __global__ void double_to_integer(unsigned count, const double* in, long long* out) {
  if (Columns<long long>::thread() >= count) return;
  const double x = in[Columns<long long>::thread()];
  const double positive = fabs(x);
  Columns<long long> columns(out, count);
  columns.put(__double2int_rn(x), __double2int_rz(x), __double2int_rd(x), __double2int_ru(x));
  columns.put(__double2uint_rn(positive), __double2uint_rz(positive));
  columns.put(__double2ll_rn(x * 1073741824), __double2ll_rz(x * 1073741824), __double2ull_rz(positive * 1073741824));
  columns.put(__double2hiint(x), __double2loint(x), __double_as_longlong(x));
}

extern "C" __global__ void integer_to_float(unsigned count, const long long* in, float* floats, double* doubles) {
  if (Columns<float>::thread() >= count) return;
  const long long x = in[Columns<float>::thread()];
  Columns<float> narrow(floats, count);
  narrow.put(__int2float_rn(static_cast<int>(x)), __uint2float_rn(static_cast<unsigned>(x)), __ll2float_rn(x));
  narrow.put(__ull2float_rn(x), static_cast<float>(static_cast<short>(x)),
             static_cast<float>(static_cast<signed char>(x)));
  narrow.put(static_cast<float>(static_cast<unsigned char>(x >> 8)), static_cast<float>(x & 255));
  narrow.put(static_cast<float>(x >> 24 & 255), static_cast<float>(static_cast<unsigned short>(x)));
  Columns<double> wide(doubles, count);
  // HIP's __uint2double_rn has a parameter of type int.
  wide.put(__int2double_rn(static_cast<int>(x)), static_cast<double>(static_cast<unsigned>(x)), __ll2double_rn(x));
  wide.put(__ull2double_rn(x), static_cast<double>(static_cast<signed char>(x)));
  wide.put(__longlong_as_double(x), __hiloint2double(static_cast<int>(x), static_cast<int>(x >> 32)));
}

extern "C" __global__ void between_floats(unsigned count, const double* in, float* out, double* back) {
  if (Columns<float>::thread() >= count) return;
  const unsigned i = Columns<float>::thread();
  out[i] = __double2float_rn(in[i]);
  back[i] = static_cast<double>(out[i]) + 1;
}

// Clamps before the conversion, as quantisation does. NaN becomes the lower limit.
template <class Int>
__device__ Int clamped(float x, float lowest, float highest) {
  return static_cast<Int>(static_cast<int>(rintf(fminf(fmaxf(x, lowest), highest))));
}

extern "C" __global__ void saturating_conversions(unsigned count, const float* in, int* out) {
  if (Columns<int>::thread() >= count) return;
  const float x = in[Columns<int>::thread()];
  Columns<int> columns(out, count);
  columns.put(clamped<signed char>(x, -128, 127), clamped<unsigned char>(x, 0, 255));
  columns.put(clamped<short>(x, -32768, 32767), clamped<unsigned short>(x, 0, 65535));
  columns.put(static_cast<int>(__saturatef(x) * 255));
  const int integer = static_cast<int>(fminf(fmaxf(x, -2e9f), 2e9f));
  columns.put(max(-128, min(127, integer)), max(0, min(255, integer)), max(-32768, min(32767, integer)));
}

// Narrows to each width, and widens the result again.
extern "C" __global__ void integer_widths(unsigned count, const long long* in, long long* out) {
  if (Columns<long long>::thread() >= count) return;
  const long long x = in[Columns<long long>::thread()];
  Columns<long long> columns(out, count);
  columns.put(static_cast<signed char>(x), static_cast<unsigned char>(x), static_cast<short>(x));
  columns.put(static_cast<unsigned short>(x), static_cast<int>(x), static_cast<unsigned>(x), x != 0);
  columns.put(static_cast<signed char>(x >> 8), static_cast<short>(x >> 16), static_cast<unsigned short>(x >> 40));
}
