// The binary kernels that ops launch. Their operands are described by a View, which is passed by value.
#include "../common/binary_ops.cuh"
#include "../common/numeric.cuh"
#include "../tables/rocm_bindgen/ops/binary.def"
#include "../tables/types.def"
#include "view.cuh"

#define VIEW_BINARY(SYMBOL, T, OUT, OP)                                         \
  extern "C" __global__ void __launch_bounds__(kViewBlock)                      \
      view_##SYMBOL(const View<3> view, OUT* out, const T* lhs, const T* rhs) { \
    const T* const in[] = {lhs, rhs};                                           \
    map_view(view, out, in, OP);                                                \
  }
#define VIEW_ARITHMETIC(SUFFIX, T, NAME, FUNCTOR, SYMBOL) VIEW_BINARY(SYMBOL, T, T, (Rounded<T, FUNCTOR>{}))
#define VIEW_COMPARISON(SUFFIX, T, NAME, FUNCTOR, SYMBOL) VIEW_BINARY(SYMBOL, T, uint8_t, (Truth<T, FUNCTOR>{}))
#define VIEW_BINARIES(SUFFIX, T)                      \
  ROCM_BINDGEN_BINARY_OPS(VIEW_ARITHMETIC, SUFFIX, T) \
  ROCM_BINDGEN_COMPARE_OPS(VIEW_COMPARISON, SUFFIX, T)
ROCM_BINDGEN_TYPES(VIEW_BINARIES)
