// AMD's instructions for moving data between lanes: DPP, permutes, swizzles, and reads of one lane. For NVIDIA, the
// kernels are empty and are not launched. If a generation lacks an instruction, its column has the value -2.
#include "math.cuh"

#if defined(__HIP__)
#define ON_AMD(CALL) CALL

#if defined(__gfx90a__) || defined(__gfx942__) || defined(__gfx9_generic__)
#define GFX9_OR(VALUE) (VALUE)
#define GFX10_OR(VALUE) kLacking
#else
#define GFX9_OR(VALUE) kLacking
#define GFX10_OR(VALUE) (VALUE)
#endif
#if defined(__gfx90a__) || defined(__gfx942__)
#define GFX90A_OR(VALUE) (VALUE)
#else
#define GFX90A_OR(VALUE) kLacking
#endif

namespace of_amd {

constexpr int kLacking = -2;

// A lane without a source keeps -1, or gets 0 if kZeroes.
template <int kControl, int kRows = 0xf, int kBanks = 0xf, bool kZeroes = false>
__device__ int dpp(int x) {
  return __builtin_amdgcn_update_dpp(-1, x, kControl, kRows, kBanks, kZeroes);
}
__device__ void data_parallel_primitives(const int* in, int* out) {
  constexpr int kQuad = 0, kRowShl = 0x100, kRowShr = 0x110, kRowRor = 0x120, kMirror = 0x140, kHalfMirror = 0x141;
  const int x = in[threadIdx.x];
  Columns<int> columns(out, blockDim.x);
  columns.put(dpp<kQuad + 0xb1>(x), dpp<kQuad + 0xff>(x), dpp<kQuad + 0x1b, 0xf, 0x5>(x));
  columns.put(dpp<kRowShl + 1>(x), dpp<kRowShl + 7, 0xf, 0xf, true>(x), dpp<kRowShr + 1>(x));
  columns.put(dpp<kRowShr + 3, 0xf, 0xf, true>(x), dpp<kRowShr + 2, 0x5, 0x3>(x), dpp<kRowRor + 5>(x));
  columns.put(dpp<kMirror>(x), dpp<kHalfMirror>(x), dpp<kHalfMirror, 0xa, 0xc>(x));
  // 0x142 and 0x143 are row_bcast:15 and row_bcast:31, 0x150 is row_newbcast on gfx90a and gfx942 and row_share from
  // gfx10 on, and 0x160 is row_xmask.
  constexpr int kWaveShl = 0x130, kWaveRol = 0x134, kWaveShr = 0x138, kWaveRor = 0x13c;
  columns.put(GFX9_OR(dpp<kWaveShl>(x)), GFX9_OR(dpp<kWaveRol>(x)), GFX9_OR(dpp<kWaveShr>(x)));
  columns.put(GFX9_OR(dpp<kWaveRor>(x)), GFX9_OR((dpp<0x142, 0xa>(x))), GFX9_OR((dpp<0x143, 0xc>(x))));
  columns.put(GFX90A_OR(dpp<0x150 + 3>(x)), GFX10_OR(dpp<0x150 + 5>(x)), GFX10_OR(dpp<0x160 + 6>(x)));
  // Only some lanes are active; the others are not valid sources.
  int partial = -3;
  if (threadIdx.x % 3 != 0) partial = dpp<kRowShr + 1>(x);
  int zeroed = -3;
  if (threadIdx.x % 5 < 2) zeroed = dpp<kQuad + 0x39, 0xf, 0xf, true>(x);
  columns.put(partial, zeroed);
}

__device__ void lane_permutations(const int* in, const int* places, int* out) {
  const int x = in[threadIdx.x], place = places[threadIdx.x];
  Columns<int> columns(out, blockDim.x);
  columns.put(__builtin_amdgcn_ds_bpermute(place * 4, x), __builtin_amdgcn_ds_permute(place * 4, x));
  // In lanes_test.cpp, the names of the columns say what these modes select.
  columns.put(__builtin_amdgcn_ds_swizzle(x, 0x801b), __builtin_amdgcn_ds_swizzle(x, 0x041f));
  columns.put(__builtin_amdgcn_ds_swizzle(x, 0x7c1f), __builtin_amdgcn_ds_swizzle(x, 0x00f0));
  columns.put(__builtin_amdgcn_readfirstlane(x), __builtin_amdgcn_readlane(x, 17));
  int first = -3, fetched = -3;
  if (threadIdx.x % 8 >= 5) {
    first = __builtin_amdgcn_readfirstlane(x);
    fetched = __builtin_amdgcn_ds_bpermute(static_cast<int>(threadIdx.x | 1) * 4, x);
  }
  columns.put(first, fetched);
  const auto before =
      static_cast<int>(__builtin_amdgcn_mbcnt_hi(0xf0f0f0f0u, __builtin_amdgcn_mbcnt_lo(0x12345678u, 5u)));
  columns.put(before);
  columns.put(GFX10_OR(static_cast<int>(__builtin_amdgcn_permlane16(7, x, 0x76543210u, 0xfedcba98u, false, false))));
  columns.put(GFX10_OR(static_cast<int>(__builtin_amdgcn_permlane16(7, x, 0x13579bdfu, 0x02468aceu, false, false))));
  columns.put(GFX10_OR(static_cast<int>(__builtin_amdgcn_permlanex16(7, x, 0x13579bdfu, 0x02468aceu, false, false))));
  // In octal, lanes 0 to 6 read the next lane; lane 7, whose digit is the first one, reads lane 3.
  columns.put(GFX10_OR(static_cast<int>(__builtin_amdgcn_mov_dpp8(x, 07654321 | 3 << 21))));
}

// The sum of a wave, built from DPP as compilers and libraries do. After row_shr by 1, 2, 4 and 8, the last lane of
// each row has the sum of the row.
__device__ void dpp_reduction(const int* in, int* out) {
  int sum = in[threadIdx.x];
  sum += __builtin_amdgcn_update_dpp(0, sum, 0x111, 0xf, 0xf, true);
  sum += __builtin_amdgcn_update_dpp(0, sum, 0x112, 0xf, 0xf, true);
  sum += __builtin_amdgcn_update_dpp(0, sum, 0x114, 0xf, 0xf, true);
  sum += __builtin_amdgcn_update_dpp(0, sum, 0x118, 0xf, 0xf, true);
  int all = 0;
  for (unsigned row = 0; row < static_cast<unsigned>(__builtin_amdgcn_wavefrontsize()) / 16; ++row)
    all += __builtin_amdgcn_readlane(sum, static_cast<int>(row * 16 + 15));
  out[threadIdx.x] = all;
}

}  // namespace of_amd

#else
#define ON_AMD(CALL) static_cast<void>(0)
#endif

extern "C" __global__ void data_parallel_primitives(const int* in, int* out) {
  ON_AMD(of_amd::data_parallel_primitives(in, out));
}
extern "C" __global__ void lane_permutations(const int* in, const int* places, int* out) {
  ON_AMD(of_amd::lane_permutations(in, places, out));
}
extern "C" __global__ void dpp_reduction(const int* in, int* out) {
  ON_AMD(of_amd::dpp_reduction(in, out));
}
