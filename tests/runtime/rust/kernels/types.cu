#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

struct Pair {
  int32_t first;
  int64_t second;
};

// Stores each parameter as a double. The names of some are keywords of Rust, or names that launch functions use.
extern "C" __global__ void store(double* out, bool fn, char let, int8_t mut, uint8_t stream, int16_t launch,
                                 uint16_t u16, int32_t self, uint32_t u32, long long match, unsigned long type,
                                 float f32, __half half, __nv_bfloat16 bfloat, Pair pair, const Pair* pairs,
                                 const __half* halves) {
  out[0] = fn;
  out[1] = let;
  out[2] = mut;
  out[3] = stream;
  out[4] = launch;
  out[5] = u16;
  out[6] = self;
  out[7] = u32;
  out[8] = match;
  out[9] = type;
  out[10] = f32;
  out[11] = __half2float(half);
  out[12] = __bfloat162float(bfloat);
  out[13] = pair.first;
  out[14] = pair.second;
  out[15] = pairs[1].second;
  out[16] = __half2float(halves[1]);
}
