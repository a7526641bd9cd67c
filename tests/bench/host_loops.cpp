// Compiled with -O2 alone, as most programs are.
#define EXP_LOOP exp_loop
#define GELU_LOOP gelu_loop
#include "host_loops.inc"
