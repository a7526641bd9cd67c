// The conversions between element types that ops launch. Operands are described by a View, which is passed by value.
// There is no kernel from a type to itself, which is a copy.
#include "../common/convert.cuh"
#include "../tables/cast.def"
#include "view.cuh"

#define VIEW_CAST(FROM_NAME, FROM, TO_NAME, TO, SYMBOL)             \
  extern "C" __global__ void __launch_bounds__(kViewBlock)          \
      view_##SYMBOL(const View<2> view, TO* out, const FROM* inp) { \
    const FROM* const in[] = {inp};                                 \
    map_view_two_places(view, out, in, Convert<FROM, TO>{});        \
  }
ROCM_BINDGEN_CASTS(VIEW_CAST)
