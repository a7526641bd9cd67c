// Compiled with -O3 -march=native -ffast-math, without which the compiler does not use the functions of whole vectors.
// These flags must not be used for linking: they would make subnormal numbers 0 in the whole process, and so on the
// emulated device.
#define EXP_LOOP exp_vectors
#define GELU_LOOP gelu_vectors
#include "host_loops.inc"
