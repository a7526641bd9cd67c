// Loads and stores of all sizes and alignments in global memory, shared memory and scratch, and the variables of a
// module.
#include "math.cuh"

constexpr unsigned kMemoryBlock = 128;

// Copies elements of one type in reverse order, from global memory to shared memory to global memory.
template <class T>
__device__ void reverse_through_lds(unsigned char* lds, unsigned bytes, const unsigned char* in, unsigned char* out) {
  const unsigned count = bytes / sizeof(T);
  auto* shared = reinterpret_cast<T*>(lds);
  __syncthreads();
  for (unsigned i = threadIdx.x; i < count; i += blockDim.x) shared[i] = reinterpret_cast<const T*>(in)[i];
  __syncthreads();
  for (unsigned i = threadIdx.x; i < count; i += blockDim.x) reinterpret_cast<T*>(out)[i] = shared[count - 1 - i];
}

constexpr unsigned kVectorBytes = 4800;

extern "C" __global__ void vector_accesses(const unsigned char* in, unsigned char* out) {
  __shared__ __align__(16) unsigned char lds[kVectorBytes];
  const auto next = [&] { return out += kVectorBytes; };
  reverse_through_lds<uchar1>(lds, kVectorBytes, in, out);
  reverse_through_lds<uchar2>(lds, kVectorBytes, in, next());
  reverse_through_lds<uchar4>(lds, kVectorBytes, in, next());
  reverse_through_lds<short1>(lds, kVectorBytes, in, next());
  reverse_through_lds<short4>(lds, kVectorBytes, in, next());
  reverse_through_lds<int>(lds, kVectorBytes, in, next());
  reverse_through_lds<uint2>(lds, kVectorBytes, in, next());
  reverse_through_lds<float3>(lds, kVectorBytes, in, next());
  reverse_through_lds<float4>(lds, kVectorBytes, in, next());
  reverse_through_lds<double>(lds, kVectorBytes, in, next());
  reverse_through_lds<double2>(lds, kVectorBytes, in, next());
}

// Accesses at any alignment, with the instructions that the compiler chooses for it.
template <unsigned kSize>
struct Piece {
  unsigned char bytes[kSize];
};

template <unsigned kSize>
__device__ void copy_piece(const unsigned char* from, unsigned char* to) {
  Piece<kSize> piece;
  memcpy(&piece, from, kSize);
  piece.bytes[kSize / 2] ^= 0xff;
  memcpy(to, &piece, kSize);
}

extern "C" __global__ void unaligned_accesses(const unsigned char* in, unsigned char* out) {
  __shared__ __align__(16) unsigned char lds[kMemoryBlock * 32];
  const unsigned offset = threadIdx.x % 16, place = threadIdx.x * 32;
  unsigned char* mine = lds + place;
  for (unsigned i = 0; i < 32; ++i) mine[i] = in[place + i];
  copy_piece<2>(in + place + offset, out + place + offset);
  copy_piece<4>(in + place + offset, out + place + offset + kMemoryBlock * 32);
  copy_piece<8>(in + place + offset, out + place + offset + 2 * kMemoryBlock * 32);
  copy_piece<16>(in + place + offset, out + place + offset + 3 * kMemoryBlock * 32);
  copy_piece<2>(mine + offset, out + place + offset + 4 * kMemoryBlock * 32);
  copy_piece<4>(mine + offset, out + place + offset + 5 * kMemoryBlock * 32);
  copy_piece<8>(mine + offset, out + place + offset + 6 * kMemoryBlock * 32);
  copy_piece<16>(mine + offset, out + place + offset + 7 * kMemoryBlock * 32);
}

// Bytes and halfwords that share a word with those of a neighbour.
extern "C" __global__ void narrow_stores(const int* in, signed char* bytes, short* shorts) {
  __shared__ signed char byte_tile[kMemoryBlock];
  __shared__ short short_tile[kMemoryBlock];
  const unsigned i = threadIdx.x;
  byte_tile[i] = static_cast<signed char>(in[i]);
  short_tile[i] = static_cast<short>(in[i] >> 4);
  __syncthreads();
  const int sum = byte_tile[i ^ 1] + short_tile[i ^ 3];
  bytes[i] = static_cast<signed char>(sum);
  if (i % 2 == 0) shorts[i] = static_cast<short>(sum >> 1);
}

extern "C" __global__ void volatile_accesses(volatile int* cells, int* out) {
  const unsigned i = threadIdx.x;
  cells[i] = static_cast<int>(i);
  cells[i] = cells[i] + 1;
  const int first = cells[i];
  cells[i] = first * 2;
  out[i] = first + cells[i];
}

// The thread's own array, indexed by values that it reads.
extern "C" __global__ void scratch_arrays(const unsigned* permutation, int* out) {
  int words[64];
  unsigned char bytes[64];
  short shorts[64];
  double doubles[8];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned k = 0; k < 64; ++k) {
    const unsigned place = permutation[k] ^ (i & 63);
    words[place] = static_cast<int>(k * i);
    bytes[place] = static_cast<unsigned char>(k + i);
    shorts[place] = static_cast<short>(k * 100 - i);
  }
  for (unsigned k = 0; k < 8; ++k) doubles[permutation[k] % 8] = k + 0.5;
  for (unsigned k = 0; k < 8; ++k) doubles[(permutation[k] + 1) % 8] += i;
  int sum = 0;
  for (unsigned k = 0; k < 64; ++k)
    sum = sum * 31 + words[k] + bytes[k] * shorts[63 - k] + static_cast<int>(doubles[k % 8] * 2);
  out[i] = sum;
}

// A structure without padding, because padding would be copied without having been written.
struct Large {
  int head[4];
  double numbers[5];
  char text[24];
  float4 vectors[4];
};

__device__ NOT_INLINED Large changed(Large from, unsigned by) {
  from.head[by % 4] += 7;
  from.numbers[by % 5] *= 2;
  from.text[by % 24] = 'x';
  from.vectors[by % 4].z = static_cast<float>(by);
  return from;
}

// Passes a structure by value to a function and returns one. Both are in the caller's scratch.
extern "C" __global__ void scratch_structures(double* out) {
  const unsigned i = threadIdx.x;
  Large large;
  for (int k = 0; k < 4; ++k) large.head[k] = k;
  for (int k = 0; k < 5; ++k) large.numbers[k] = k * 1.25;
  for (int k = 0; k < 24; ++k) large.text[k] = static_cast<char>('a' + k);
  for (int k = 0; k < 4; ++k) large.vectors[k] = make_float4(1.0f, 2.0f, 3.0f, static_cast<float>(k));
  for (unsigned round = 0; round < 4; ++round) large = changed(large, i + round * 3);
  double sum = 0;
  for (int k = 0; k < 4; ++k) sum += large.head[k];
  for (int k = 0; k < 5; ++k) sum += large.numbers[k] * 10;
  for (int k = 0; k < 24; ++k) sum += large.text[k] * k;
  for (int k = 0; k < 4; ++k) sum += static_cast<double>(large.vectors[k].z + large.vectors[k].w);
  out[i] = sum;
}

__device__ NOT_INLINED int sum_of(const int* values, unsigned count) {
  int sum = 0;
  for (unsigned i = 0; i < count; ++i) sum += values[i];
  return sum;
}
__device__ NOT_INLINED void add_to(int* value, int summand) {
  *value += summand;
}

// One function is called with pointers to three kinds of memory. The lanes of a wave use different kinds.
extern "C" __global__ void generic_pointers(int* global, int* out) {
  __shared__ int shared[kMemoryBlock];
  int own[300];  // too large for LDS, to which the compiler moves small arrays
  const unsigned i = threadIdx.x;
  shared[i] = static_cast<int>(i * 2);
  for (unsigned k = 0; k < 300; ++k) own[k] = k % (1 + i % 2) == 0 ? static_cast<int>(k * 100 + i) : 0;
  __syncthreads();
  int* place = i % 3 == 0 ? global + i : i % 3 == 1 ? &shared[i] : own + i * 2;
  add_to(place, 1000);
  __syncthreads();
  const int* begin = i % 3 == 0 ? own : i % 3 == 1 ? global : shared;
  out[i] = *place + sum_of(begin, 4);
}

__constant__ float kPowers[8] = {1, 0.5f, 0.25f, 0.125f, 0.0625f, 0.03125f, 0.015625f, 0.0078125f};
__constant__ unsigned long long kPrimes[5] = {2, 3, 5, 4294967311ull, 18446744073709551557ull};
__constant__ signed char kSigns[3] = {-1, 0, 1};
__constant__ struct {
  int number;
  const char* text;
} kNamed[2] = {{40, "zero"}, {41, "one!"}};

extern "C" __global__ void constant_tables(double* out) {
  static constexpr unsigned char kSquares[10] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81};
  const unsigned i = threadIdx.x;
  out[i] = static_cast<double>(kPowers[i % 8]) + static_cast<double>(kPrimes[i % 5]) * kSigns[i % 3] +
           kSquares[i % 10] * 1000.0 + kNamed[i % 2].number + kNamed[i % 2].text[i % 4] + kPrimes[blockIdx.x + 1];
}

__device__ int launches = 100;
__device__ double accumulated[4] = {0.5, 1.5, 2.5, 3.5};
__device__ int* remembered;
__device__ unsigned zeroed[1000];

// Each launch reads the values that the previous one has left. `where` returns the address of a global to the host.
extern "C" __global__ void globals(unsigned step, int** where, double* out) {
  const unsigned i = threadIdx.x;
  if (i == 0) {
    if (step == 0) remembered = &launches;
    if (step == 2) *remembered += 1000;
    launches += 1;
    *where = remembered;
  }
  if (i < 4) accumulated[i] *= 2;
  zeroed[i] += step + i;
  __syncthreads();
  out[i] = launches + accumulated[i % 4] + zeroed[i];
}

extern "C" __global__ void through_pointer(int* where, int* out) {
  *out = *where;
  *where = -5;
}

// All lanes use the same addresses, so a scalar unit can do these loads.
extern "C" __global__ void uniform_loads(const int* __restrict__ words, const unsigned char* __restrict__ bytes,
                                         const short* __restrict__ shorts, const double* __restrict__ doubles,
                                         double* out) {
  const unsigned block = blockIdx.x;
  int sum = 0;
  for (unsigned k = 0; k < 16; ++k) sum += words[block * 16 + k] * static_cast<int>(k + 1);
  const int narrow =
      bytes[block] + bytes[block + 1] * 2 + shorts[block] * 3 + static_cast<signed char>(bytes[block + 2]);
  out[block * blockDim.x + threadIdx.x] = sum + narrow + doubles[block] * threadIdx.x + doubles[block + 1];
}
