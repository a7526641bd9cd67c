// What a thread reads about its position, and the arguments that it receives.
#include "math.cuh"

// Each thread of the grid writes what it reads, unless it is outside the extents, which may end within a block.
extern "C" __global__ void coordinates(unsigned width, unsigned height, unsigned depth, unsigned* out) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= width || y >= height || z >= depth) return;
  unsigned* place = out + 4 * ((static_cast<size_t>(z) * height + y) * width + x);
  place[0] = threadIdx.x | threadIdx.y << 8 | threadIdx.z << 16;
  place[1] = blockIdx.x | blockIdx.y << 8 | blockIdx.z << 16;
  place[2] = blockDim.x | blockDim.y << 8 | blockDim.z << 16;
  place[3] = gridDim.x | gridDim.y << 8 | gridDim.z << 16;
}

extern "C" __global__ void grid_stride(size_t count, const float* in, float scale, float* out) {
  const size_t step = static_cast<size_t>(gridDim.x) * blockDim.x;
  for (size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step)
    out[i] = in[i] * scale;
}

// A structure with members of all alignments, with padding between and after them.
struct Small {
  unsigned char flag;
  short half;
  unsigned char last;
};
struct Nested {
  double wide;
  Small small[3];
  float vector[3];
  bool truth;
};

extern "C" __global__ void mixed_arguments(unsigned char byte, double wide, short half, float4 vector, bool truth,
                                           Nested nested, long long longest, unsigned short* shorts, char last,
                                           double* out) {
  double* next = out;
  for (const double value :
       {static_cast<double>(byte), wide, static_cast<double>(half), static_cast<double>(vector.x),
        static_cast<double>(vector.y), static_cast<double>(vector.z), static_cast<double>(vector.w), truth ? 1.0 : 0.0,
        nested.wide, static_cast<double>(longest), static_cast<double>(shorts[1]), static_cast<double>(last)})
    *next++ = value;
  // The index is known only at run time, so the structure is read from the arguments' memory.
  const unsigned chosen = byte % 3;
  *next++ = nested.small[chosen].flag;
  *next++ = nested.small[chosen].half;
  *next++ = nested.small[chosen].last;
  *next++ = static_cast<double>(nested.vector[chosen]);
  *next++ = nested.truth ? 1.0 : 0.0;
}

// FOUR(INTEGER, 1) declares the parameters i10, i11, i12 and i13.
#define FOUR(F, N) F(N##0), F(N##1), F(N##2), F(N##3)
#define INTEGER(N) int i##N
#define NUMBER(N) float f##N
#define INTEGER_VALUE(N) static_cast<double>(i##N)
#define NUMBER_VALUE(N) static_cast<double>(f##N)

extern "C" __global__ void forty_arguments(FOUR(INTEGER, 1), FOUR(NUMBER, 1), FOUR(INTEGER, 2), FOUR(NUMBER, 2),
                                           FOUR(INTEGER, 3), FOUR(NUMBER, 3), FOUR(INTEGER, 4), FOUR(NUMBER, 4),
                                           FOUR(INTEGER, 5), double wide0, char byte, double wide1, double* out) {
  const double values[] = {FOUR(INTEGER_VALUE, 1),    FOUR(NUMBER_VALUE, 1),
                           FOUR(INTEGER_VALUE, 2),    FOUR(NUMBER_VALUE, 2),
                           FOUR(INTEGER_VALUE, 3),    FOUR(NUMBER_VALUE, 3),
                           FOUR(INTEGER_VALUE, 4),    FOUR(NUMBER_VALUE, 4),
                           FOUR(INTEGER_VALUE, 5),    wide0,
                           static_cast<double>(byte), wide1};
  for (unsigned i = threadIdx.x; i < sizeof values / sizeof *values; i += blockDim.x) out[i] = values[i];
}

extern "C" __global__ void nothing() {}

// Writes differences of two clock readings, which must be positive unless the clock has wrapped around.
extern "C" __global__ void clock_differences(long long* out, unsigned* values) {
  const long long before = clock64();
  unsigned x = threadIdx.x;
  for (int i = 0; i < 50; ++i) x = x * 1664525u + 1013904223u;
  values[threadIdx.x] = x;
  __syncthreads();
  out[threadIdx.x] = clock64() - before;
}
